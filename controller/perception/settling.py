"""Settling moves: a tag sighted outside its zone is a candidate until there is enough evidence for or against it."""

from typing import Final

from controller.inputs import MoveRetracted, MoveSeen
from controller.perception.alarms import FalseAlarms
from controller.perception.beliefs import AT_HOME, SIGHTING, Belief, Candidate, Eye, LastMove
from controller.perception.believed import Believed
from controller.perception.expectations import Expectations
from controller.perception.missing import MissingTiles
from controller.perception.settings import PerceptionSettings
from controller.perception.weakarrivals import WeakArrivals
from engine.tiles import Tile
from hal.ports import Millis, Scan, TagId
from hal.zones import ELSEWHERE, Zone


class Settling:
    """Weighs the candidates and tells the moves. What a move leads to, `weak` and `missing` watch from then on."""

    def __init__(
        self,
        believed: Believed,
        settings: PerceptionSettings,
        alarms: FalseAlarms,
        weak: WeakArrivals,
        missing: MissingTiles,
    ) -> None:
        self._believed: Final = believed
        self._open: Final = believed.open
        self._settings: Final = settings
        self._alarms: Final = alarms
        self._weak: Final = weak
        self._missing: Final = missing
        self._moves = 0
        self._touched: Final[dict[Zone, int]] = {}
        """Number of the last move from or to each zone."""
        self._absent_is_gone = False
        self._likely: frozenset[tuple[Zone, Zone]] = frozenset()
        self._likely_tiles: frozenset[tuple[Tile, Zone | None, Zone]] = frozenset()
        self._likely_targets: frozenset[Zone] = frozenset()

    def expect(self, expectations: Expectations) -> None:
        """Judge by these expectations from now on, also what is pending."""
        moves = expectations.moves
        self._likely = frozenset((m.source, m.target) for m in moves if m.tile is None and m.source is not None)
        self._likely_targets = frozenset(m.target for m in moves if m.tile is None and m.source is None)
        self._likely_tiles = frozenset((m.tile, m.source, m.target) for m in moves if m.tile is not None)
        self._absent_is_gone = expectations.absent_is_gone
        for candidate in self._open.values():
            candidate.expected = self._is_likely(candidate.belief, candidate.zone)

    def sighted(self, belief: Belief, eye: Eye, scan: Scan, now: Millis) -> None:
        """A tag came into sight of an antenna of another zone than its own."""
        if (belief.tag, eye.zone) not in self._open:
            candidate = Candidate(belief, eye.zone, eye, self._unseen_since(eye, now), scan.ended, scan.started)
            candidate.expected = self._is_likely(belief, eye.zone)
            self._open[(belief.tag, eye.zone)] = candidate

    def _unseen_since(self, eye: Eye, now: Millis) -> Millis:
        """A time at which a tile seen now for the first time did not lie there: two scans ago, for one of them may have
        missed it; on a noisy table, where misses come in bursts, some scans ago.
        """
        return eye.starts[0] if self._alarms.noisy(now) else eye.starts[-2]

    def _is_likely(self, belief: Belief, target: Zone) -> bool:
        return (
            (belief.zone, target) in self._likely
            or target in self._likely_targets
            or (belief.tile, belief.zone, target) in self._likely_tiles
            or (belief.tile, None, target) in self._likely_tiles
        )

    def weigh(self, eye: Eye, tags: frozenset[TagId], now: Millis) -> None:
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
            for zone in self._believed.eyes_of
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
        after = (passed or candidate).after if belief.zone == ELSEWHERE else self._believed.last_seen(belief)
        confidence = round(1 - 0.5 ** (candidate.score // SIGHTING + min(4, belief.absences)), 3)
        self._believed.close(belief)
        self._alarms.cleared(belief.tag, zone)
        if passed is not None:
            self._tell_move(belief, passed.zone, after, passed.before, 0.5, now)
            after = passed.seen_at
        if taken_back:
            belief.last_move = None
            self._believed.told.append(MoveRetracted(at=now, tile=belief.tile))
        else:
            self._tell_move(belief, zone, after, candidate.before, confidence, now)
        self._believed.settle(belief, zone, candidate.eye)

    def _tell_move(
        self, belief: Belief, target: Zone, after: Millis, before: Millis, confidence: float, now: Millis
    ) -> None:
        source = belief.zone
        self._moves += 1
        belief.last_move = LastMove(source, self._moves, now)
        self._touched[source] = self._touched[target] = self._moves
        if source == ELSEWHERE and self._alarms.noisy(now):
            self._weak.came(belief)
        if self._absent_is_gone:
            self._missing.passes(belief)
        belief.zone = target
        self._believed.told.append(
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
        left = self._believed.last_seen(belief)
        if belief.zone == ELSEWHERE:
            left = candidate.before - self._settings.passing_within
        rivals = (self._open.get((belief.tag, zone)) for zone in self._believed.eyes_of)
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
