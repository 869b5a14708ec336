"""What people do otherwise than the book says: every way of handling tiles and buttons that a table must understand."""

from dataclasses import dataclass, fields, replace
from typing import Any, Final

from controller.errors import ControllerError


class HabitsError(ControllerError):
    """Habits that do not exist, or a chance that is none; the text names those there are."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How often (a chance from 0 to 1, each time there is occasion) people do a thing in one of these ways."""

    sort: float = 0.0
    """Sort some tiles of the rack in mid-turn."""
    lift: float = 0.0
    """Somebody lifts a tile of the rack or river and puts it back."""
    early_draw: float = 0.0
    """Reach for the wall the moment the discard is let go."""
    racked_late: float = 0.0
    """Keep the drawn tile between the fingers until another one is discarded."""
    one_motion: float = 0.0
    """Take a tile from the wall straight into the river."""
    claimed_first: float = 0.0
    """Take the claimed tile first, and lay the own ones a little later."""
    claimed_last: float = 0.0
    """Lay the own tiles first, and take the claimed one a little later."""
    slow_meld: float = 0.0
    """Lay a set tile by tile, over three seconds."""
    racked_claim: float = 0.0
    """Put the claimed tile on the rack first, then lay the set."""
    straighten: float = 0.0
    """Straighten the last row of the own river after a discard."""
    sleeve: float = 0.0
    """Push tiles of a neighbour's river with the sleeve; the neighbour puts them right."""
    drop: float = 0.0
    """Drop the drawn tile on the floor, and find it after some seconds."""
    across: float = 0.0
    """Lay the drawn tile across the others, where no antenna reads it, until the discard is made."""
    off_pad: float = 0.2
    """Put the drawn tile at the left or among the others rather than on the pad for it."""
    riichi_after: float = 0.0
    """Press RIICHI after the discard, not before it."""
    kan_after: float = 0.0
    """Press KAN after laying the tiles."""
    spoken: float = 0.0
    """Only say the call: lay the tiles and press nothing."""
    overtaken: float = 0.0
    """Draw so fast that a call of another overtakes the draw; the tile goes back to the wall."""
    shown_first: float = 0.0
    """Lay the winning hand open before WIN is pressed."""
    shown_after: float = 0.0
    """Lay it open once it is pressed."""
    passes: float = 0.0
    """On the last discard, press PASS."""
    fours: float = 0.0
    """Lay the tiles dealt in fours before oneself, and rack them when all are dealt."""
    by_hand: float = 0.0
    """Wash the tiles on the table between two deals, and build the walls by hand."""
    phone: float = 0.0
    """After a discard lay a phone on the table's edge, for some seconds."""
    pool: bool = False
    """All discards go to one pool in the middle; the table must be laid out for it."""
    second_set: bool = False
    """An automatic table with two tile sets, played in turn."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not 0 <= value <= 1:
                raise HabitsError(f"habit {field.name} is {value}; write a chance from 0 to 1")


TIDY: Final = Habits(
    one_motion=0.2,
    racked_late=0.04,
    riichi_after=0.3,
    kan_after=0.3,
    shown_after=0.25,
    passes=0.5,
)
"""People who play as they should, each a little in their own way."""

CLUB: Final = replace(
    TIDY,
    sort=0.15,
    lift=0.08,
    early_draw=0.3,
    claimed_first=0.2,
    claimed_last=0.2,
    slow_meld=0.1,
    racked_claim=0.05,
    straighten=0.05,
    sleeve=0.01,
    off_pad=0.35,
    across=0.01,
    spoken=0.1,
    overtaken=0.1,
    shown_first=0.05,
    fours=0.2,
    by_hand=0.3,
)
"""A club night."""

LIVELY: Final = replace(
    CLUB,
    sort=0.35,
    lift=0.2,
    early_draw=0.6,
    racked_late=0.12,
    slow_meld=0.25,
    racked_claim=0.15,
    straighten=0.15,
    sleeve=0.04,
    drop=0.01,
    across=0.04,
    spoken=0.4,
    overtaken=0.4,
    shown_first=0.3,
    fours=0.6,
    by_hand=0.8,
    phone=0.01,
)
"""Friends who talk, eat and play at the same time."""

PRESETS: Final = {"tidy": TIDY, "club": CLUB, "lively": LIVELY}
"""Habits by name."""


def habits_named(text: str) -> Habits:
    """Habits as the command line has them: `lively`, or a preset and single habits: `club,pool,phone=0.05`.

    A habit without a number is what people always do. Raises `HabitsError` naming what there is.
    """
    first, *others = [part.strip() for part in text.split(",")]
    if first in PRESETS:
        habits = PRESETS[first]
    else:
        habits, others = TIDY, [first, *others]
    known = {field.name for field in fields(Habits)}
    for part in others:
        name, _, number = part.partition("=")
        if name not in known:
            raise HabitsError(
                f"there are no habits {part!r}; write {', '.join(PRESETS)}, or single ones: {', '.join(sorted(known))}"
            )
        try:
            chance = float(number) if number else 1.0
        except ValueError:
            raise HabitsError(f"habit {part!r}: write a chance from 0 to 1, as in {name}=0.2") from None
        changes: dict[str, Any] = {name: bool(chance) if isinstance(getattr(habits, name), bool) else chance}
        habits = replace(habits, **changes)
    return habits
