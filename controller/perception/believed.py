"""What perception believes of every tag, and what it has told: the store that its parts share."""

from collections.abc import Mapping
from typing import Final, TypeAlias

from controller.inputs import MoveRetracted, MoveSeen, SetupChanged, TileLost, UnknownTagSeen, ZoneReadable
from controller.perception.beliefs import Belief, Candidate, Eye
from engine.tiles import Tile
from hal.layout import Layout
from hal.ports import Millis, TagId
from hal.zones import Zone

Percept: TypeAlias = MoveSeen | MoveRetracted | UnknownTagSeen | TileLost | ZoneReadable | SetupChanged
"""What perception tells; a change of the set-up is that the other tile set is played with."""


class Believed:
    """The antennas of one table, a belief for each enrolled tag, and the moves that are not settled yet.

    The containers stay the same objects all the time: parts of perception may keep them.
    """

    def __init__(self, layout: Layout, registry: Mapping[TagId, Tile]) -> None:
        self.eyes: Final = {antenna.name: Eye(antenna) for antenna in layout.antennas}
        self.eyes_of: Final[dict[Zone, list[Eye]]] = {}
        for eye in self.eyes.values():
            self.eyes_of.setdefault(eye.zone, []).append(eye)
        self.beliefs: Final = {tag: Belief(tag, tile) for tag, tile in registry.items()}
        self.by_tile: Final = {belief.tile: belief for belief in self.beliefs.values()}
        self.open: Final[dict[tuple[TagId, Zone], Candidate]] = {}
        """Tags sighted outside their zones, by the zone."""
        self.away: Final[dict[TagId, Belief]] = {}
        """Tags that the last scan of their own antenna did not see."""
        self.told: Final[list[Percept]] = []
        """What there is to tell, in the order in which it was settled."""

    def settle(self, belief: Belief, zone: Zone, eye: Eye | None) -> None:
        """The tag is in the zone from now on; what other antennas still see of it must be seen afresh."""
        for other in self.eyes.values():
            if other.zone != zone and belief.tag in other.tags:
                other.tags -= {belief.tag}
        belief.zone, belief.eye = zone, eye
        belief.seen_at = eye.started if eye is not None else 0
        belief.left_scan = eye.scans if eye is not None else 0
        belief.lost = False
        belief.glimpse = None
        if eye is None or belief.tag in eye.tags:
            self.away.pop(belief.tag, None)
        else:
            self.away[belief.tag] = belief

    def close(self, belief: Belief) -> None:
        """Nothing is pending any more about where the tag may have gone."""
        for zone in self.eyes_of:
            self.open.pop((belief.tag, zone), None)

    def last_seen(self, belief: Belief) -> Millis:
        """Start of the last scan that saw the tag in its zone."""
        in_sight = (eye.started for eye in self.eyes_of.get(belief.zone, ()) if belief.tag in eye.tags)
        return max(belief.seen_at, max(in_sight, default=0))
