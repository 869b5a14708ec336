"""What perception keeps about each antenna, each tag, and each move it has not settled yet."""

from collections import deque
from dataclasses import dataclass
from typing import Final

from engine.tiles import Tile
from hal.layout import Antenna
from hal.ports import Millis, TagId
from hal.zones import ELSEWHERE, Zone

SIGHTING: Final = 2
"""What one sighting of a candidate adds to its score."""

MISS: Final = 1
"""What a scan without it takes off: a tag that is there is missed far more often than one that is not is seen."""

AT_HOME: Final = 4
"""What a sighting in the old zone takes off."""

MOST_SCORE: Final = 12
"""A score beyond this adds nothing, so that a tile that goes back is believed soon."""


RECENT: Final = 6
"""So many scans of an antenna are looked back upon."""


class Eye:
    """One antenna and its last scan that could be trusted."""

    __slots__ = (
        "antenna",
        "blind",
        "dark_scans",
        "ended",
        "live",
        "scans",
        "sequence",
        "started",
        "starts",
        "tags",
        "zone",
    )

    def __init__(self, antenna: Antenna) -> None:
        self.antenna = antenna
        self.zone: Zone = antenna.zone
        self.tags: frozenset[TagId] = frozenset()
        self.started: Millis = 0
        self.starts: deque[Millis] = deque([0, 0], maxlen=RECENT)
        """Starts of the last scans, the newest at the end."""
        self.ended: Millis = -1
        self.scans = 0
        """How many scans were taken; absences are counted in them."""
        self.sequence = 0
        self.dark_scans = 0
        """Scans on end without tags and reference."""
        self.blind = False
        self.live = True
        """False while the board is silent and until its first scan afterwards."""

    @property
    def readable(self) -> bool:
        """Whether not seeing a tag here means anything."""
        return self.live and not self.blind


@dataclass(slots=True)
class LastMove:
    """The last thing told about a tile, as long as it may be taken back."""

    source: Zone
    number: int
    at: Millis


class Belief:
    """Where one enrolled tag is thought to be."""

    __slots__ = ("eye", "glimpse", "last_move", "left_scan", "lost", "seen_at", "tag", "tile", "zone")

    def __init__(self, tag: TagId, tile: Tile) -> None:
        self.tag = tag
        self.tile = tile
        self.zone: Zone = ELSEWHERE
        self.eye: Eye | None = None
        """The antenna of the zone that saw it last."""
        self.seen_at: Millis = 0
        """Start of the last scan that saw it in its zone, up to the time it was last missed."""
        self.left_scan = 0
        """`eye.scans` of the last scan that saw it, if it is missing now."""
        self.glimpse: Candidate | None = None
        """The last likely move that was sighted, but not often enough before the tile went on."""
        self.last_move: LastMove | None = None
        self.lost = False

    @property
    def absences(self) -> int:
        """Scans of its own antenna on end that did not see it; 0 while it is in sight or was never seen."""
        eye = self.eye
        if eye is None or self.tag in eye.tags:
            return 0
        return eye.scans - self.left_scan


@dataclass(slots=True)
class Candidate:
    """A tag sighted outside its zone: perhaps a move, perhaps a mistake."""

    belief: Belief
    zone: Zone
    eye: Eye
    after: Millis
    """A time at which the zone had not yet seen it."""
    before: Millis
    """End of the first scan that saw it there."""
    seen_at: Millis
    """Start of the last scan that saw it there."""
    missed_at: Millis | None = None
    """End of the first scan after that which did not."""
    score: int = 0
    expected: bool = False

    def count(self, eye: Eye, *, in_sight: bool) -> None:
        """One more scan of the zone by `eye`. Only the antenna that saw the tag last can miss it."""
        if in_sight:
            self.eye, self.seen_at, self.missed_at = eye, eye.started, None
            self.score = min(MOST_SCORE, self.score + SIGHTING)
        elif self.eye is eye:
            self.score -= MISS
            if self.missed_at is None:
                self.missed_at = eye.ended
