"""How wrong the simulated antennas and buttons are. Seeded: one seed gives one course of errors."""

import math
from dataclasses import dataclass
from random import Random
from typing import Final

from hal.errors import HalError
from hal.ports import Millis


@dataclass(frozen=True, slots=True)
class NoiseProfile:
    """Rates of everything that goes wrong. Zero everywhere is a perfect table.

    Chances are 0-1, times in milliseconds of table time. `HalError` for anything else.
    """

    name: str = "none"
    """What the profile is called on the command line."""
    miss: float = 0.0
    """Share of tags in an antenna's field that one scan does not see."""
    burst: float = 1.0
    """Mean length, in scans, of one tag's run of misses; 1 means that misses are independent."""
    neighbour: float = 0.0
    """Chance that a scan also sees a tag of a neighbouring antenna."""
    ghost: float = 0.0
    """Chance that a scan reports a UID that does not exist (two answers that collided)."""
    wall: float = 0.0
    """Chance that a scan of a rack or river sees one of the four wall tiles nearest to it."""
    edge: float = 0.0
    """Chance that a tile is set down so near to another zone's antenna that both may see it."""
    edge_rate: float = 0.25
    """Share of that other antenna's scans that see such a tile."""
    shadow: float = 0.0
    """Chance that a tile is set down so that no antenna sees it (stacked, across, on metal)."""
    shadow_for: tuple[Millis, Millis] = (1_000, 10_000)
    """How long a tile stays unseen, from and to."""
    blind_every: Millis = 0
    """Mean time between two blindings of one antenna by a phone or a ring; 0 = never."""
    blind_for: Millis = 3_000
    """How long a blinding lasts."""
    reboot_every: Millis = 0
    """Mean time between two resets of one board; 0 = never."""
    reboot_for: Millis = 1_500
    """How long a board is away while it starts again."""
    jitter: float = 0.0
    """Share by which a scan's duration varies up and down."""
    late: Millis = 0
    """Longest time a finished scan may take to arrive; later scans may overtake it."""
    bounce: Millis = 0
    """Longest time a button's contact chatters when it closes."""
    double: float = 0.0
    """Chance that a press is followed by a second one 150-400 ms later."""
    press_late: Millis = 0
    """Longest time a press may take to arrive."""

    def __post_init__(self) -> None:
        for name in ("miss", "neighbour", "ghost", "wall", "edge", "edge_rate", "shadow", "double", "jitter"):
            value = getattr(self, name)
            if not 0 <= value < 1:
                raise HalError(f"noise {name} is {value}; write a share from 0 to below 1")
        for name in ("blind_every", "blind_for", "reboot_every", "reboot_for", "late", "bounce", "press_late"):
            if getattr(self, name) < 0:
                raise HalError(f"noise {name} is {getattr(self, name)} ms; write 0 or more")
        if self.burst < 1:
            raise HalError(f"noise burst is {self.burst} scans; a run of misses is at least 1 long")
        if not 0 <= self.shadow_for[0] <= self.shadow_for[1]:
            raise HalError(f"noise shadow_for is {self.shadow_for}; write two times, the shorter first")


NONE: Final = NoiseProfile()
"""Every scan sees all and only what is there."""

TYPICAL: Final = NoiseProfile(
    "typical", miss=0.05, neighbour=0.006, ghost=0.004, jitter=0.15, late=40, bounce=8, press_late=30
)
"""5 % of tags missed a scan, 1 % of scans with a neighbour's tag or a ghost, bouncing buttons, jitter."""

HARSH: Final = NoiseProfile(
    "harsh",
    miss=0.15,
    burst=3.0,
    neighbour=0.03,
    ghost=0.01,
    wall=0.05,
    edge=0.02,
    shadow=0.004,
    shadow_for=(5_000, 150_000),
    blind_every=900_000,
    reboot_every=900_000,
    jitter=0.3,
    late=400,
    bounce=15,
    double=0.03,
    press_late=250,
)
"""A bad table on a bad day: misses in bursts, tags at two antennas, shadows of minutes, boards that restart."""

PROFILES: Final = {profile.name: profile for profile in (NONE, TYPICAL, HARSH)}
"""The profiles by name."""


def noise_named(name: str) -> NoiseProfile:
    """The profile of that name; raises `HalError` naming those there are."""
    try:
        return PROFILES[name]
    except KeyError:
        raise HalError(f"there is no noise profile {name!r}; choose {', '.join(PROFILES)}") from None


class Chance:
    """A rare event that may happen at each of many trials, drawn as the gap to the next time it does.

    The same distribution as one random number a trial, at a fraction of the cost.
    """

    __slots__ = ("_gap", "_log_miss", "_random")

    def __init__(self, probability: float, random: Random) -> None:
        self._random = random
        self._log_miss = math.log1p(-probability) if probability > 0 else 0.0
        self._gap = self._draw()

    def _draw(self) -> int:
        if self._log_miss == 0.0:
            return 1 << 62
        return int(math.log(1.0 - self._random.random()) / self._log_miss)

    def strikes(self) -> bool:
        """One trial: whether the event happens at it."""
        if self._gap:
            self._gap -= 1
            return False
        self._gap = self._draw()
        return True

    def none_in(self, trials: int) -> bool:
        """Whether the next `trials` trials pass without the event. If so, they are used up; if not, none is."""
        if trials > self._gap:
            return False
        self._gap -= trials
        return True

    def hits_in(self, trials: int) -> list[int]:
        """Which of the next `trials` trials (counted from 0) the event happens at; uses them up."""
        hits = []
        position = self._gap
        while position < trials:
            hits.append(position)
            position += 1 + self._draw()
        self._gap = position - trials
        return hits
