"""Turns scans into moves, by belief and hysteresis."""

from collections.abc import Iterable, Mapping
from typing import Final, Literal

from controller.inputs import MoveSeen, ZoneReadable
from controller.perception.alarms import FalseAlarms
from controller.perception.beliefs import Belief, Eye
from controller.perception.believed import Believed, Percept
from controller.perception.expectations import NOTHING_EXPECTED, Expectations
from controller.perception.missing import MissingTiles
from controller.perception.sensed import Sensed, sense
from controller.perception.settings import PerceptionSettings
from controller.perception.settling import Settling
from controller.perception.strangers import Strangers
from controller.perception.weakarrivals import WeakArrivals
from engine.tiles import Tile
from hal.layout import Layout
from hal.ports import BoardStatus, Millis, Scan, TagId
from hal.zones import ELSEWHERE, Zone


class Perception:
    """Beliefs about every tag of one table.

    `registry` names the tile in each enrolled tag. Deterministic: the same observations and expectations in the
    same order give the same moves. Time enters only as what the scans carry, and as `now`, which stamps what is
    told.
    """

    def __init__(
        self, layout: Layout, registry: Mapping[TagId, Tile], settings: PerceptionSettings | None = None
    ) -> None:
        settings = settings or PerceptionSettings()
        believed, alarms = Believed(layout, registry), FalseAlarms(settings)
        self._settings: Final = settings
        self._believed: Final = believed
        self._eyes: Final = believed.eyes
        self._eyes_of: Final = believed.eyes_of
        self._beliefs: Final = believed.beliefs
        self._by_tile: Final = believed.by_tile
        self._weak: Final = WeakArrivals(believed, settings)
        self._missing: Final = MissingTiles(believed, settings, alarms)
        self._settling: Final = Settling(believed, settings, alarms, self._weak, self._missing)
        self._strangers: Final = Strangers(settings)
        self._unreadable: set[Zone] = set()
        self._heard: dict[str, Millis] = {}
        self._expectations = NOTHING_EXPECTED
        self.lost_scans = 0
        """Scans whose sequence numbers never arrived."""
        self.late_scans = 0
        """Scans that a later one of the same antenna had overtaken; they are not used."""

    # ---- in and out

    def expect(self, expectations: Expectations) -> None:
        """Replace what is expected from now on; moves not settled yet are judged by the new expectations."""
        if expectations == self._expectations:
            return
        self._expectations = expectations
        self._settling.expect(expectations)

    def see(self, observation: Scan | BoardStatus, now: Millis) -> list[Percept]:
        """Take one observation; gives what it settles, stamped `now`, in the order it was settled.

        Raises `KeyError` for a scan of an antenna the layout does not have.
        """
        if isinstance(observation, BoardStatus):
            self._board(observation, now)
        else:
            self._scan(observation, now)
        told = self._believed.told
        if not told:
            return []
        percepts = told[:]
        told.clear()
        return percepts

    def assume(self, places: Mapping[Tile, Zone], at: Millis = 0) -> None:
        """Believe these tiles to be where a person or the journal says (`at` a time); others keep their places."""
        for tile, zone in places.items():
            belief = self._by_tile[tile]
            self._believed.close(belief)
            eye = next((eye for eye in self._eyes_of.get(zone, ()) if belief.tag in eye.tags), None)
            self._believed.settle(belief, zone, eye or next(iter(self._eyes_of.get(zone, ())), None))
            belief.seen_at = max(belief.seen_at, at)
            belief.last_move = None

    def swap(self, tile: Tile, tag: TagId) -> None:
        """A spare's tag stands for a tile from now on, for now where that tile was believed to be.

        No effect if the tag is enrolled already: for this tile, or for another, which would then have none.
        """
        if tag in self._beliefs:
            return
        self._strangers.forget(tag)
        for eye in self._eyes.values():
            eye.tags -= {tag}
        belief = self._beliefs[tag] = Belief(tag, tile)
        before = self._by_tile.get(tile)
        self._by_tile[tile] = belief
        if before is None:
            return
        self._believed.close(before)
        del self._beliefs[before.tag]
        self._believed.away.pop(before.tag, None)
        self._weak.forget(before.tag)
        if before.zone != ELSEWHERE:
            self.assume({tile: before.zone})
        belief.lost = before.lost

    def assume_trouble(self, unreadable: Iterable[Zone], unknown_tags: Mapping[TagId, Zone], at: Millis) -> None:
        """Go on from what was told before a restart: the next to be told is that it is over.

        `unreadable` zones count as such until each of their antennas has been heard; `unknown_tags` lie where they
        lay. `at` is the time of the restart.
        """
        for zone in unreadable:
            if zone in self._eyes_of:
                self._unreadable.add(zone)
                for eye in self._eyes_of[zone]:
                    eye.live = False
        for tag, zone in unknown_tags.items():
            self._strangers.assume(tag, zone, at)

    @property
    def has_looked_around(self) -> bool:
        """Whether every antenna has been heard since the start, or is known to be silent."""
        return all(eye.scans or eye.dark_scans or not eye.live for eye in self._eyes.values())

    def place_of(self, tile: Tile) -> Zone:
        """Where a tile is believed to be; raises `KeyError` for a tile without a tag."""
        return self._by_tile[tile].zone

    def in_sight(self, tile: Tile) -> bool:
        """Whether the last scan of its antenna saw the tile where it is believed to be."""
        belief = self._by_tile[tile]
        return any(belief.tag in eye.tags for eye in self._eyes_of.get(belief.zone, ()))

    def sensed(self) -> Sensed:
        """A picture of what is believed now, antenna by antenna and tile by tile."""
        return sense(self._eyes.values(), self._beliefs.values(), self._believed.open)

    @property
    def unreadable(self) -> frozenset[Zone]:
        """Zones that are unknown at present: silent board or blind antenna."""
        return frozenset(self._unreadable)

    def reported_until(self) -> Millis:
        """The time up to which every live board has reported; a deadline before it may act. 0 if none ever did."""
        return min(self._heard.values(), default=0)

    def unsettled(self, until: Millis) -> bool:
        """Whether a tile was sighted in a new place by a scan that ended at `until` or before, still undecided."""
        return any(candidate.before <= until for candidate in self._believed.open.values())

    # ---- boards

    def _board(self, status: BoardStatus, now: Millis) -> None:
        eyes = [eye for eye in self._eyes.values() if eye.antenna.board == status.board]
        if not eyes:
            return
        if status.online:
            self._heard[status.board] = max(status.at, self._heard.get(status.board, 0))
            for eye in eyes:
                eye.sequence = 0
        else:
            self._heard.pop(status.board, None)
            for eye in eyes:
                eye.live = False
            for zone in dict.fromkeys(eye.zone for eye in eyes):
                self._tell_readable(zone, now, "reader_offline")

    def _tell_readable(self, zone: Zone, now: Millis, reason: Literal["reader_offline", "antenna_blind"]) -> None:
        readable = all(eye.readable for eye in self._eyes_of[zone])
        if readable and zone in self._unreadable:
            self._unreadable.discard(zone)
            self._believed.told.append(ZoneReadable(at=now, zone=zone, readable=True))
        elif not readable and zone not in self._unreadable:
            self._unreadable.add(zone)
            self._believed.told.append(ZoneReadable(at=now, zone=zone, readable=False, reason=reason))

    # ---- scans

    def _scan(self, scan: Scan, now: Millis) -> None:
        eye = self._eyes[scan.antenna]
        board = eye.antenna.board
        if scan.ended > self._heard.get(board, -1):
            self._heard[board] = scan.ended
        if scan.ended <= eye.ended:
            self.late_scans += 1
            return
        if scan.sequence > eye.sequence + 1 and eye.sequence:
            self.lost_scans += scan.sequence - eye.sequence - 1
        eye.sequence = scan.sequence
        if not eye.live:
            eye.live = True
            self._tell_readable(eye.zone, now, "antenna_blind")
        if scan.reference is False and self._looks_covered(eye, scan):
            self._cover(eye, scan, now)
            return
        if eye.dark_scans:
            eye.dark_scans = 0
            if eye.blind:
                eye.blind = False
                self._tell_readable(eye.zone, now, "antenna_blind")
        self._take(eye, scan, now)

    def _looks_covered(self, eye: Eye, scan: Scan) -> bool:
        """Reference gone, and most tags with it: something lies on the antenna."""
        return 2 * len(scan.tags & eye.tags) <= len(eye.tags)

    def _cover(self, eye: Eye, scan: Scan, now: Millis) -> None:
        eye.ended = scan.ended
        eye.dark_scans += 1
        if eye.dark_scans >= self._settings.blind_scans and not eye.blind:
            eye.blind = True
            self._tell_readable(eye.zone, now, "antenna_blind")

    def _take(self, eye: Eye, scan: Scan, now: Millis) -> None:
        tags, known = scan.tags, eye.tags
        if tags is not known and tags != known:
            for tag in sorted(known - tags):
                self._leaves(tag, eye)
            eye.tags = tags
            for tag in sorted(tags - known):
                self._comes(tag, eye, scan, now)
        eye.starts.append(scan.started)
        eye.started, eye.ended = scan.started, scan.ended
        eye.scans += 1
        if self._believed.open:
            self._settling.weigh(eye, tags, now)
        if self._strangers:
            self._believed.told.extend(self._strangers.watch(eye, now))
        if self._weak:
            self._weak.watch(eye, now)
        if self._believed.away:
            self._missing.watch(eye, self._expectations, now)

    def _leaves(self, tag: TagId, eye: Eye) -> None:
        belief = self._beliefs.get(tag)
        if belief is not None and belief.zone == eye.zone:
            belief.seen_at = max(belief.seen_at, eye.started)
            if belief.eye is eye:
                belief.left_scan = eye.scans
                self._believed.away[tag] = belief

    def _comes(self, tag: TagId, eye: Eye, scan: Scan, now: Millis) -> None:
        belief = self._beliefs.get(tag)
        if belief is None:
            self._strangers.sighted(tag, eye.zone, scan.ended)
        elif belief.zone == eye.zone:
            belief.eye = eye
            self._believed.away.pop(tag, None)
            if belief.lost:
                belief.lost = False
                self._believed.told.append(self._found(belief, scan, now))
        else:
            self._settling.sighted(belief, eye, scan, now)

    def _found(self, belief: Belief, scan: Scan, now: Millis) -> MoveSeen:
        return MoveSeen(
            at=now,
            tile=belief.tile,
            source=belief.zone,
            target=belief.zone,
            after=min(belief.seen_at, scan.ended),
            before=scan.ended,
        )


def zones_to_favour(layout: Layout, zones: Iterable[Zone]) -> tuple[str, ...]:
    """The antennas of the zones, in their order, each once: what `TileReader.favour` wants."""
    return tuple(dict.fromkeys(antenna.name for zone in zones for antenna in layout.antennas_of(zone)))
