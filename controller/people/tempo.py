"""How fast people are: every delay a range in milliseconds, drawn anew each time from a seeded generator."""

from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

from hal.ports import Millis

Span: TypeAlias = tuple[Millis, Millis]
"""Shortest and longest time."""


@dataclass(frozen=True, slots=True)
class Tempo:
    """The habits of the people at one table."""

    reach: Span = (300, 800)
    """A tile is lifted, carried and set down."""
    draw: Span = (700, 2_000)
    """From a discard on the table to the next seat's hand at the wall, when nobody calls."""
    think: Span = (700, 3_400)
    """From the drawn tile on the rack to the discard's lifting."""
    call: Span = (300, 900)
    """From a discard on the table to a press of CHI, PON, KAN or WIN."""
    lay: Span = (350, 1_000)
    """From the press of a call to the hand that lays its tiles."""
    small: Span = (120, 450)
    """Between two motions that belong together."""
    deal: Span = (350, 900)
    """Between two handfuls while the tiles are dealt."""
    applaud: Span = (2_000, 4_000)
    """From a result to pressing OK."""
    clear: Span = (4_000, 6_000)
    """To take all tiles off and build the wall."""
    look: Span = (400, 600)
    """Between two looks at the table's displays while waiting for them."""


CLUB: Final = Tempo()
"""A match of ten deals takes about 40 minutes."""

LEISURELY: Final = Tempo(draw=(2_000, 3_600))
"""Bots that leave a person in a web page time to read a discard and press a button before they draw."""


QUICK: Final = Tempo(
    reach=(200, 400), draw=(900, 1_300), think=(200, 900), call=(250, 500), lay=(250, 500), applaud=(500, 1_000)
)
"""Bots that keep nobody waiting, and still leave the time in which a discard can be called."""


class Pace:
    """Draws delays and decides small habits, reproducibly."""

    def __init__(self, random: Random, tempo: Tempo = CLUB) -> None:
        self.random: Final = random
        self.tempo = tempo
        """May be changed while they play."""

    def time(self, span: Span) -> Millis:
        """A time from a span."""
        return self.random.randint(*span)

    def happens(self, chance: float) -> bool:
        """Whether something of this chance (0-1) happens now."""
        return chance > 0 and self.random.random() < chance
