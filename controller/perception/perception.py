"""Turns scans into moves, by belief and hysteresis."""

from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias

from controller.inputs import MoveRetracted, MoveSeen, SetupChanged, TileLost, UnknownTagSeen, ZoneReadable
from controller.perception.alarms import FalseAlarms
from controller.perception.beliefs import AT_HOME, SIGHTING, Belief, Candidate, Eye, LastMove, Probation
from controller.perception.expectations import NOTHING_EXPECTED, Expectations
from controller.perception.sensed import Sensed, sense
from controller.perception.settings import PerceptionSettings
from controller.perception.strangers import Strangers
from engine.tiles import Tile
from hal.layout import Layout
from hal.ports import BoardStatus, Millis, Scan, TagId
from hal.zones import ELSEWHERE, Zone, ZoneKind

Percept: TypeAlias = MoveSeen | MoveRetracted | UnknownTagSeen | TileLost | ZoneReadable | SetupChanged
"""What perception tells; a change of the set-up is that the other tile set is played with."""


_DEALT_TO: Final = (ZoneKind.HAND, ZoneKind.DORA)
"""Where the tiles of a deal are dealt to."""


class Perception:
    """Beliefs about every tag of one table.

    `registry` names the tile in each enrolled tag. Deterministic: the same observations and expectations in the
    same order give the same moves. Time enters only as what the scans carry, and as `now`, which stamps what is
    told.
    """

    def __init__(
        self, layout: Layout, registry: Mapping[TagId, Tile], settings: PerceptionSettings | None = None
    ) -> None:
        self._settings: Final = settings or PerceptionSettings()
        self._eyes: Final = {antenna.name: Eye(antenna) for antenna in layout.antennas}
        self._eyes_of: Final[dict[Zone, list[Eye]]] = {}
        for eye in self._eyes.values():
            self._eyes_of.setdefault(eye.zone, []).append(eye)
        self._beliefs: Final = {tag: Belief(tag, tile) for tag, tile in registry.items()}
        self._by_tile: Final = {belief.tile: belief for belief in self._beliefs.values()}
        self._open: dict[tuple[TagId, Zone], Candidate] = {}
        self._away: dict[TagId, Belief] = {}
        """Tags that the last scan of their own antenna did not see."""
        self._passing: set[TagId] = set()
        """Tags whose tiles came to a zone between deals."""
        self._weak: dict[TagId, Probation] = {}
        """Tiles that came from nowhere while the table was noisy, not yet seen often."""
        self._strangers: Final = Strangers(self._settings)
        self._alarms: Final = FalseAlarms(self._settings)
        self._unreadable: set[Zone] = set()
        self._heard: dict[str, Millis] = {}
        self._moves = 0
        self._touched: dict[Zone, int] = {}
        self._told: list[Percept] = []
        self._expectations = NOTHING_EXPECTED
        self._likely: frozenset[tuple[Zone, Zone]] = frozenset()
        self._likely_tiles: frozenset[tuple[Tile, Zone | None, Zone]] = frozenset()
        self._likely_targets: frozenset[Zone] = frozenset()
        self._needed: frozenset[Tile] = frozenset()
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
        moves = expectations.moves
        self._likely = frozenset((m.source, m.target) for m in moves if m.tile is None and m.source is not None)
        self._likely_targets = frozenset(m.target for m in moves if m.tile is None and m.source is None)
        self._likely_tiles = frozenset((m.tile, m.source, m.target) for m in moves if m.tile is not None)
        self._needed = expectations.needed
        for candidate in self._open.values():
            candidate.expected = self._is_likely(candidate.belief, candidate.zone)

    def see(self, observation: Scan | BoardStatus, now: Millis) -> list[Percept]:
        """Take one observation; gives what it settles, stamped `now`, in the order it was settled.

        Raises `KeyError` for a scan of an antenna the layout does not have.
        """
        if isinstance(observation, BoardStatus):
            self._board(observation, now)
        else:
            self._scan(observation, now)
        if not self._told:
            return []
        told, self._told = self._told, []
        return told

    def assume(self, places: Mapping[Tile, Zone], at: Millis = 0) -> None:
        """Believe these tiles to be where a person or the journal says (`at` a time); others keep their places."""
        for tile, zone in places.items():
            belief = self._by_tile[tile]
            self._close_all(belief)
            eye = next((eye for eye in self._eyes_of.get(zone, ()) if belief.tag in eye.tags), None)
            self._settle(belief, zone, eye or next(iter(self._eyes_of.get(zone, ())), None))
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
        self._close_all(before)
        for beliefs in (self._beliefs, self._away, self._weak):
            beliefs.pop(before.tag, None)
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

    def tiles_in(self, zone: Zone) -> frozenset[Tile]:
        """The tiles believed to be in a zone."""
        return frozenset(belief.tile for belief in self._beliefs.values() if belief.zone == zone)

    def sensed(self) -> Sensed:
        """A picture of what is believed now, antenna by antenna and tile by tile."""
        return sense(self._eyes.values(), self._beliefs.values(), self._open)

    @property
    def unreadable(self) -> frozenset[Zone]:
        """Zones that are unknown at present: silent board or blind antenna."""
        return frozenset(self._unreadable)

    def reported_until(self) -> Millis:
        """The time up to which every live board has reported; a deadline before it may act. 0 if none ever did."""
        return min(self._heard.values(), default=0)

    def unsettled(self, until: Millis) -> bool:
        """Whether a tile was sighted in a new place by a scan that ended at `until` or before, still undecided."""
        return any(candidate.before <= until for candidate in self._open.values())

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
            self._told.append(ZoneReadable(at=now, zone=zone, readable=True))
        elif not readable and zone not in self._unreadable:
            self._unreadable.add(zone)
            self._told.append(ZoneReadable(at=now, zone=zone, readable=False, reason=reason))

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
        if self._open:
            self._weigh(eye, tags, now)
        if self._strangers:
            self._told += self._strangers.watch(eye, now)
        if self._weak:
            self._doubt(eye, now)
        if self._away:
            self._miss(eye, now)

    def _leaves(self, tag: TagId, eye: Eye) -> None:
        belief = self._beliefs.get(tag)
        if belief is not None and belief.zone == eye.zone:
            belief.seen_at = max(belief.seen_at, eye.started)
            if belief.eye is eye:
                belief.left_scan = eye.scans
                self._away[tag] = belief

    def _comes(self, tag: TagId, eye: Eye, scan: Scan, now: Millis) -> None:
        belief = self._beliefs.get(tag)
        if belief is None:
            self._strangers.sighted(tag, eye.zone, scan.ended)
        elif belief.zone == eye.zone:
            belief.eye = eye
            self._away.pop(tag, None)
            if belief.lost:
                belief.lost = False
                self._told.append(self._found(belief, scan, now))
        elif (tag, eye.zone) not in self._open:
            candidate = Candidate(belief, eye.zone, eye, self._unseen_since(eye, now), scan.ended, scan.started)
            candidate.expected = self._is_likely(belief, eye.zone)
            self._open[(tag, eye.zone)] = candidate

    def _unseen_since(self, eye: Eye, now: Millis) -> Millis:
        """A time at which a tile seen now for the first time did not lie there: two scans ago, for one of them may have
        missed it; on a noisy table, where misses come in bursts, some scans ago.
        """
        return eye.starts[0] if self._alarms.noisy(now) else eye.starts[-2]

    def _found(self, belief: Belief, scan: Scan, now: Millis) -> MoveSeen:
        return MoveSeen(
            at=now,
            tile=belief.tile,
            source=belief.zone,
            target=belief.zone,
            after=min(belief.seen_at, scan.ended),
            before=scan.ended,
        )

    # ---- settling moves

    def _is_likely(self, belief: Belief, target: Zone) -> bool:
        return (
            (belief.zone, target) in self._likely
            or target in self._likely_targets
            or (belief.tile, belief.zone, target) in self._likely_tiles
            or (belief.tile, None, target) in self._likely_tiles
        )

    def _weigh(self, eye: Eye, tags: frozenset[TagId], now: Millis) -> None:
        """Let a scan count for and against every open candidate that this antenna can say something about."""
        zone = eye.zone
        settled: list[Candidate] = []
        dissolved: list[tuple[TagId, Zone]] = []
        for key, candidate in self._open.items():
            in_sight = key[0] in tags
            if candidate.zone == zone:
                candidate.count(eye, in_sight=in_sight)
                if candidate.score <= 0 and key[0] not in candidate.eye.tags:
                    dissolved.append(key)
                elif candidate.score > 0 and self._convinced(candidate, now):
                    settled.append(candidate)
            elif candidate.belief.zone == zone:
                if in_sight:
                    candidate.score = max(0, candidate.score - AT_HOME)
                elif candidate.score > 0 and self._convinced(candidate, now):
                    settled.append(candidate)
        for key in dissolved:
            self._false_alarm(key, now)
        for candidate in settled:
            if (candidate.belief.tag, candidate.zone) in self._open:
                self._commit(candidate, now)

    def _convinced(self, candidate: Candidate, now: Millis) -> bool:
        settings, belief = self._settings, candidate.belief
        expected = candidate.expected or self._goes_back(candidate, now)
        hits = settings.expected_hits if expected else settings.surprise_hits
        absences = settings.expected_absences if expected else settings.surprise_absences
        if candidate.score < hits * SIGHTING:
            return False
        if self._alarms.noisy(now):
            hits += 1
            absences += 1
        hits += self._alarms.suspicion(belief.tag, candidate.zone, now)
        if belief.eye is not None:
            if not belief.eye.readable:
                hits += settings.unread_hits
            elif belief.absences < absences:
                return False
        if candidate.score < hits * SIGHTING:
            return False
        return not any(
            other.score >= candidate.score
            for zone in self._eyes_of
            if zone != candidate.zone and (other := self._open.get((belief.tag, zone))) is not None
        )

    def _false_alarm(self, key: tuple[TagId, Zone], now: Millis) -> None:
        candidate = self._open.pop(key)
        if candidate.expected:
            candidate.belief.glimpse = candidate
        self._alarms.raised(*key, now)

    def _commit(self, candidate: Candidate, now: Millis) -> None:
        belief, zone = candidate.belief, candidate.zone
        taken_back = self._goes_back(candidate, now)
        passed = None if taken_back or candidate.expected else self._passed_through(candidate)
        after = (passed or candidate).after if belief.zone == ELSEWHERE else self._last_seen(belief)
        confidence = round(1 - 0.5 ** (candidate.score // SIGHTING + min(4, belief.absences)), 3)
        self._close_all(belief)
        self._alarms.cleared(belief.tag, zone)
        if passed is not None:
            self._tell_move(belief, passed.zone, after, passed.before, 0.5, now)
            after = passed.seen_at
        if taken_back:
            belief.last_move = None
            self._told.append(MoveRetracted(at=now, tile=belief.tile))
        else:
            self._tell_move(belief, zone, after, candidate.before, confidence, now)
        self._settle(belief, zone, candidate.eye)

    def _tell_move(
        self, belief: Belief, target: Zone, after: Millis, before: Millis, confidence: float, now: Millis
    ) -> None:
        source = belief.zone
        self._moves += 1
        belief.last_move = LastMove(source, self._moves, now)
        self._touched[source] = self._touched[target] = self._moves
        if source == ELSEWHERE and self._alarms.noisy(now):
            self._weak[belief.tag] = Probation(belief)
        if self._expectations.absent_is_gone:
            self._passing.add(belief.tag)
        belief.zone = target
        self._told.append(
            MoveSeen(
                at=now,
                tile=belief.tile,
                source=source,
                target=target,
                after=min(after, before),
                before=before,
                confidence=confidence,
            )
        )

    def _passed_through(self, candidate: Candidate) -> Candidate | None:
        """A likely move on the way, too short to settle: a discard that was called at once.

        It counts only if it was sighted after the tile had left its old place, and missed again before the tile was
        first seen in its new one: a tile that lies near two antennas is seen by both in turn. A move that is itself
        expected needs no such explanation.
        """
        belief = candidate.belief
        left = self._last_seen(belief)
        if belief.zone == ELSEWHERE:
            left = candidate.before - self._settings.passing_within
        rivals = (self._open.get((belief.tag, zone)) for zone in self._eyes_of)
        for other in (belief.glimpse, *rivals):
            if (
                other is not None
                and other.expected
                and other.zone not in (belief.zone, candidate.zone)
                and other.seen_at > left
                and other.missed_at is not None
                and other.missed_at < candidate.before
            ):
                return other
        return None

    def _goes_back(self, candidate: Candidate, now: Millis) -> bool:
        """Whether this would only take back the tile's last move, which nothing was built on yet."""
        belief = candidate.belief
        last = belief.last_move
        return (
            last is not None
            and last.source == candidate.zone
            and now - last.at <= self._settings.retract_within
            and self._touched.get(belief.zone, 0) <= last.number
        )

    def _last_seen(self, belief: Belief) -> Millis:
        in_sight = (eye.started for eye in self._eyes_of.get(belief.zone, ()) if belief.tag in eye.tags)
        return max(belief.seen_at, max(in_sight, default=0))

    def _settle(self, belief: Belief, zone: Zone, eye: Eye | None) -> None:
        """The tag is in the zone from now on; what other antennas still see of it must be seen afresh."""
        for other in self._eyes.values():
            if other.zone != zone and belief.tag in other.tags:
                other.tags -= {belief.tag}
        belief.zone, belief.eye = zone, eye
        belief.seen_at = eye.started if eye is not None else 0
        belief.left_scan = eye.scans if eye is not None else 0
        belief.lost = False
        belief.glimpse = None
        if eye is None or belief.tag in eye.tags:
            self._away.pop(belief.tag, None)
        else:
            self._away[belief.tag] = belief

    def _close_all(self, belief: Belief) -> None:
        for zone in self._eyes_of:
            self._open.pop((belief.tag, zone), None)

    # ---- tiles and tags that are missing or strange

    def _miss(self, eye: Eye, now: Millis) -> None:
        """Tiles this antenna should see and does not: between deals they are gone, in a deal needed ones are lost."""
        if not eye.readable:
            return
        settings, loose = self._settings, self._expectations.absent_is_gone
        for belief in list(self._away.values()):
            if belief.eye is not eye:
                continue
            if loose and belief.absences >= settings.gone_absences and self._is_gone(belief):
                if belief.zone.kind in _DEALT_TO or belief.tag in self._passing:
                    self._passing.discard(belief.tag)
                    self._told.append(TileLost(at=now, tile=belief.tile, source=belief.zone, after=belief.seen_at))
                self._settle(belief, ELSEWHERE, None)
                belief.last_move = None
            elif belief.tile in self._needed and not belief.lost and self._is_lost(belief, eye, now):
                belief.lost = True
                self._told.append(TileLost(at=now, tile=belief.tile, source=belief.zone, after=belief.seen_at))

    def _is_gone(self, belief: Belief) -> bool:
        """Between deals tiles are cleared away together; one that is away alone is more likely just not read."""
        if belief.absences >= self._settings.gone_alone_absences:
            return True
        there = sum(1 for other in self._beliefs.values() if other.zone == belief.zone)
        away = sum(1 for other in self._away.values() if other.zone == belief.zone)
        return 2 * away >= there

    def _is_lost(self, belief: Belief, eye: Eye, now: Millis) -> bool:
        settings = self._settings
        absences = settings.lost_absences * (2 if self._alarms.noisy(now) else 1)
        return (
            belief.absences >= absences
            and eye.ended - belief.seen_at >= settings.lost_after
            and not any(belief.tag in other.tags for other in self._eyes_of[belief.zone])
        )

    def _doubt(self, eye: Eye, now: Millis) -> None:
        """Take back the arrival of a tile that is hardly ever seen where it came to: it stands in the wall nearby."""
        settings = self._settings
        for tag, probation in list(self._weak.items()):
            belief = probation.belief
            last = belief.last_move
            if last is None or last.source != ELSEWHERE:
                del self._weak[tag]
                continue
            probation.count(eye)
            if probation.seen >= settings.weak_sightings:
                del self._weak[tag]
            elif probation.missed >= settings.weak_absences:
                del self._weak[tag]
                self._settle(belief, ELSEWHERE, None)
                belief.last_move = None
                self._told.append(MoveRetracted(at=now, tile=belief.tile))


def zones_to_favour(layout: Layout, zones: Iterable[Zone]) -> tuple[str, ...]:
    """The antennas of the zones, in their order, each once: what `TileReader.favour` wants."""
    return tuple(dict.fromkeys(antenna.name for zone in zones for antenna in layout.antennas_of(zone)))
