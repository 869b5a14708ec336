"""What perception believes at a moment, for whoever looks into the table: the referee page, a doctor, a test."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from controller.perception.beliefs import Belief, Candidate, Eye
from engine.tiles import Tile
from hal.ports import Millis, TagId
from hal.zones import ELSEWHERE, Zone


@dataclass(frozen=True, slots=True)
class AntennaHealth:
    """One antenna: whether its board answers, whether something covers it, how many tags its last scan saw."""

    name: str
    board: str
    zone: Zone
    live: bool
    covered: bool
    tags: int
    scans: int
    last_scan: Millis
    """End of its last scan; -1 before the first."""


@dataclass(frozen=True, slots=True)
class SensedTile:
    """One tile on the table, or sighted in a place where it is not believed to be yet."""

    tile: Tile
    zone: Zone
    """Where it is believed to be; `elsewhere` while it is only sighted."""
    in_sight: bool
    absences: int
    """Scans on end of its own antenna that did not see it."""
    sighted: tuple[Zone, ...] = ()
    """Other zones in which it is sighted, not yet often enough."""
    lost: bool = False

    @property
    def confidence(self) -> float:
        """How sure the belief is, 0 to 1: halved by four scans without the tile, and by a sighting elsewhere."""
        sure: float = 0.5 ** (self.absences / 4 + len(self.sighted))
        return round(sure, 2)


@dataclass(frozen=True, slots=True)
class Sensed:
    """The whole table. Tiles of the wall or the box, which no antenna has seen, are left out."""

    antennas: tuple[AntennaHealth, ...]
    tiles: tuple[SensedTile, ...]


def sense(eyes: Iterable[Eye], beliefs: Iterable[Belief], candidates: Mapping[tuple[TagId, Zone], Candidate]) -> Sensed:
    """A picture of the beliefs as they are now."""
    sighted: dict[TagId, list[Zone]] = {}
    for tag, zone in candidates:
        sighted.setdefault(tag, []).append(zone)
    return Sensed(
        tuple(_health(eye) for eye in eyes),
        tuple(
            SensedTile(
                tile=belief.tile,
                zone=belief.zone,
                in_sight=belief.eye is not None and belief.absences == 0,
                absences=belief.absences,
                sighted=tuple(sorted(sighted.get(belief.tag, ()))),
                lost=belief.lost,
            )
            for belief in beliefs
            if belief.zone != ELSEWHERE or belief.tag in sighted
        ),
    )


def _health(eye: Eye) -> AntennaHealth:
    antenna = eye.antenna
    return AntennaHealth(
        antenna.name, antenna.board, antenna.zone, eye.live, eye.blind, len(eye.tags), eye.scans, eye.ended
    )
