"""Each promise of perception on hand-made scans. Tiles are the numbers of `TileSet`, times milliseconds."""

from collections.abc import Iterable
from itertools import pairwise

import pytest

from controller.inputs import MoveRetracted, MoveSeen, TileLost, UnknownTagSeen, ZoneReadable
from controller.perception import (
    NOTHING_EXPECTED,
    Expectations,
    LikelyMove,
    Percept,
    Perception,
    PerceptionSettings,
    zones_to_favour,
)
from engine.tiles import Tile, TileSet
from hal.layout import standard_layout
from hal.ports import BoardStatus, Scan
from hal.sim.tags import ghost_tag, tag_of, tags_of
from hal.zones import DORA_PAD, ELSEWHERE, POOL, Zone, hand_of, melds_of, river_of

RACK, RACK2, PAD, RIVER, MELDS, DORA = (
    "seat0.hand1",
    "seat0.hand2",
    "seat0.drawn",
    "seat0.river1",
    "seat0.melds",
    "centre.dora1",
)
DRAW = LikelyMove(ELSEWHERE, hand_of(0))
DISCARD = LikelyMove(hand_of(0), river_of(0))
SINGLE = LikelyMove(hand_of(0), river_of(0), Tile(3))


class Watcher:
    """Feeds a perception scans of named antennas, 100 ms each, and keeps what it tells."""

    def __init__(self, *moves: LikelyMove, quiet: bool = True, needed: Iterable[int] = (), loose: bool = False) -> None:
        settings = PerceptionSettings(noisy_strays=1e9) if quiet else PerceptionSettings()
        self.perception = Perception(standard_layout(), tags_of(TileSet().tiles), settings)
        self.now = 60_000  # past the first, careful seconds
        self.told: list[Percept] = []
        self.sequences: dict[str, int] = {}
        self.expect(*moves, needed=needed, loose=loose)

    def expect(self, *moves: LikelyMove, needed: Iterable[int] = (), loose: bool = False) -> None:
        self.perception.expect(
            Expectations(frozenset(moves), needed=frozenset(Tile(t) for t in needed), absent_is_gone=loose)
        )

    def scan(
        self, antenna: str, *tiles: int, times: int = 1, tags: Iterable[str] = (), reference: bool | None = True
    ) -> list[Percept]:
        news: list[Percept] = []
        for _ in range(times):
            sequence = self.sequences[antenna] = self.sequences.get(antenna, 0) + 1
            seen = frozenset([*(tag_of(Tile(tile)) for tile in tiles), *tags])
            scan = Scan(antenna, sequence, self.now, self.now + 90, seen, reference)
            self.now += 100
            news += self.perception.see(scan, self.now)
        self.told += news
        return news

    def board(self, name: str, *, online: bool) -> list[Percept]:
        return self.perception.see(BoardStatus(name, online, self.now), self.now)

    def racked(self, *tiles: int) -> "Watcher":
        """These tiles stand on the rack and that is settled."""
        self.scan(RACK, *tiles, times=4)
        assert all(self.perception.place_of(Tile(tile)) == hand_of(0) for tile in tiles)
        self.told.clear()
        return self


def moves(told: Iterable[Percept]) -> list[tuple[int, Zone, Zone]]:
    return [(item.tile, item.source, item.target) for item in told if isinstance(item, MoveSeen)]


# ---- hysteresis


def test_an_expected_move_settles_with_two_sightings_a_surprise_with_three() -> None:
    watcher = Watcher(DRAW)
    assert watcher.scan(RACK, 3) == []
    assert moves(watcher.scan(RACK, 3)) == [(3, ELSEWHERE, hand_of(0))]
    assert watcher.scan(DORA, 9, times=2) == []
    assert moves(watcher.scan(DORA, 9)) == [(9, ELSEWHERE, DORA_PAD)]


def test_one_sighting_is_no_move() -> None:
    watcher = Watcher(DRAW)
    watcher.scan(RACK, 3)
    assert watcher.scan(RACK, times=30) == []
    assert watcher.perception.place_of(Tile(3)) == ELSEWHERE


def test_a_missed_scan_in_between_only_costs_time() -> None:
    watcher = Watcher(DRAW)
    watcher.scan(RACK, 3)
    watcher.scan(RACK)
    assert watcher.scan(RACK, 3) == []
    assert moves(watcher.scan(RACK, 3)) == [(3, ELSEWHERE, hand_of(0))]


def test_a_tile_seen_in_its_old_place_has_not_moved() -> None:
    watcher = Watcher(DISCARD).racked(3, 4)
    for _ in range(30):
        assert watcher.scan(RIVER, 3) == []
        assert watcher.scan(RACK, 3, 4) == []
    assert watcher.perception.place_of(Tile(3)) == hand_of(0)


def test_the_old_place_must_have_been_looked_at_since() -> None:
    watcher = Watcher(DISCARD).racked(3, 4)
    assert watcher.scan(RIVER, 3, times=6) == []
    assert moves(watcher.scan(RACK, 4)) == [(3, hand_of(0), river_of(0))]


def test_a_surprise_wants_two_looks_at_the_old_place() -> None:
    watcher = Watcher().racked(3, 4)
    assert watcher.scan(RIVER, 3, times=4) == []
    assert watcher.scan(RACK, 4) == []
    assert moves(watcher.scan(RACK, 4)) == [(3, hand_of(0), river_of(0))]


def test_the_busier_sighting_wins() -> None:
    watcher = Watcher(DISCARD, LikelyMove(hand_of(0), melds_of(0))).racked(3)
    watcher.scan(RACK)
    told = []
    for n in range(8):
        told += watcher.scan(MELDS, 3) if n in (0, 4) else watcher.scan(MELDS)
        told += watcher.scan(RIVER, 3)
    assert moves(told) == [(3, hand_of(0), river_of(0))]
    assert moves(watcher.told) == [(3, hand_of(0), river_of(0))]


def test_two_equally_busy_places_settle_nothing() -> None:
    watcher = Watcher(DISCARD, LikelyMove(hand_of(0), melds_of(0))).racked(3)
    watcher.scan(RACK)
    watcher.scan(MELDS, 3)
    watcher.scan(RIVER, 3)
    watcher.scan(MELDS, 3)
    assert moves(watcher.told) == [(3, hand_of(0), melds_of(0))]
    for _ in range(2):
        watcher.scan(MELDS, 3)
        watcher.scan(RIVER, 3)
    assert watcher.perception.place_of(Tile(3)) == melds_of(0)


def test_shifting_a_tile_within_its_zone_is_no_move() -> None:
    watcher = Watcher(DISCARD).racked(3, 4)
    for antenna in (RACK2, PAD, RACK):
        watcher.scan(RACK, 4)
        watcher.scan(antenna, 3, times=5)
    assert watcher.told == []


def test_lifting_and_putting_back_is_no_move() -> None:
    watcher = Watcher(DISCARD).racked(3, 4)
    watcher.scan(RACK, 4, times=50)
    watcher.scan(RACK, 3, 4, times=5)
    assert watcher.told == []
    assert watcher.perception.in_sight(Tile(3))


def test_absence_alone_never_moves_a_tile() -> None:
    watcher = Watcher(DISCARD).racked(3)
    assert watcher.scan(RACK, times=300) == []
    assert watcher.perception.place_of(Tile(3)) == hand_of(0)
    assert not watcher.perception.in_sight(Tile(3))


@pytest.mark.parametrize(
    ("likely", "sightings"),
    [
        (DISCARD, 2),
        (SINGLE, 2),
        (LikelyMove(None, river_of(0)), 2),
        (LikelyMove(None, river_of(0), Tile(3)), 2),
        (LikelyMove(hand_of(0), river_of(0), Tile(4)), 3),
        (LikelyMove(hand_of(1), river_of(0)), 3),
        (LikelyMove(hand_of(0), POOL), 3),
    ],
)
def test_patterns_of_likely_moves(likely: LikelyMove, sightings: int) -> None:
    watcher = Watcher(likely).racked(3, 4)
    watcher.scan(RACK, 4, times=5)
    for _ in range(sightings - 1):
        assert watcher.scan(RIVER, 3) == []
    assert moves(watcher.scan(RIVER, 3)) == [(3, hand_of(0), river_of(0))]


def test_expectations_may_change_while_a_tile_is_being_judged() -> None:
    watcher = Watcher().racked(3)
    watcher.scan(RACK)
    watcher.scan(RIVER, 3)
    watcher.expect(DISCARD)
    assert moves(watcher.scan(RIVER, 3)) == [(3, hand_of(0), river_of(0))]


# ---- weak sightings


def test_a_wall_tile_seen_now_and_then_is_not_a_draw() -> None:
    watcher = Watcher(DRAW)
    for _ in range(40):
        watcher.scan(RACK, 3)
        watcher.scan(RACK, times=8)
    for _ in range(10):
        assert watcher.scan(RACK, 3, times=2) == [], "a suspect needs more than two sightings"
        watcher.scan(RACK, times=8)
    assert moves(watcher.scan(RACK, 3, times=5)) == [(3, ELSEWHERE, hand_of(0))]


def test_false_alarms_fade_from_memory() -> None:
    watcher = Watcher(DRAW)
    watcher.scan(RACK, 3)
    watcher.scan(RACK, times=4)
    watcher.now += 200_000
    watcher.scan(RACK)
    assert moves(watcher.scan(RACK, 3, times=2)) == [(3, ELSEWHERE, hand_of(0))]


def test_a_noisy_table_makes_perception_careful_and_a_calm_one_quick() -> None:
    watcher = Watcher(DRAW, quiet=False)
    assert moves(watcher.scan(RACK, 3, times=2)) == [(3, ELSEWHERE, hand_of(0))]
    for tile in range(20, 60):
        watcher.scan(MELDS, tile)
        watcher.scan(MELDS, times=2)
    assert moves(watcher.scan(RACK, 3, 5, times=2)) == []
    assert moves(watcher.scan(RACK, 3, 5)) == [(5, ELSEWHERE, hand_of(0))]


def test_an_arrival_that_vanishes_at_once_on_a_noisy_table_is_taken_back() -> None:
    watcher = Watcher(DRAW, quiet=False)
    for tile in range(20, 60):
        watcher.scan(MELDS, tile)
        watcher.scan(MELDS, times=2)
    assert moves(watcher.scan(RACK, 5, times=3)) == [(5, ELSEWHERE, hand_of(0))]
    assert watcher.scan(RACK, times=19) == []
    (retracted,) = watcher.scan(RACK)
    assert isinstance(retracted, MoveRetracted)
    assert watcher.perception.place_of(Tile(5)) == ELSEWHERE


# ---- intervals and confidence


def test_a_move_carries_its_interval() -> None:
    watcher = Watcher(DISCARD).racked(3)
    last_seen_start = watcher.now
    watcher.scan(RACK, 3)
    watcher.scan(RACK, times=3)
    first_seen_end = watcher.now + 90
    watcher.scan(RIVER, 3, times=2)
    (move,) = watcher.told
    assert isinstance(move, MoveSeen)
    assert (move.after, move.before) == (last_seen_start, first_seen_end)
    assert move.at == watcher.now


def test_a_draw_happened_after_the_rack_was_seen_without_it() -> None:
    watcher = Watcher(DRAW)
    watcher.scan(RACK, times=5)
    before_last = watcher.now - 200
    watcher.scan(RACK, 3, times=2)
    (move,) = watcher.told
    assert isinstance(move, MoveSeen)
    assert move.after == before_last, "two looks back: one of them may have missed it"
    assert move.before == before_last + 290


def test_more_sightings_give_more_confidence() -> None:
    def confidence(looks: int) -> float:
        watcher = Watcher(DISCARD).racked(3)
        watcher.scan(RIVER, 3, times=looks)
        (move,) = watcher.scan(RACK)
        assert isinstance(move, MoveSeen)
        return move.confidence

    values = [confidence(looks) for looks in (2, 3, 5)]
    assert all(0 < less < more < 1 for less, more in pairwise(values))


# ---- taking back


def discarded() -> Watcher:
    watcher = Watcher(DISCARD).racked(3, 4)
    watcher.scan(RACK, 4)
    assert moves(watcher.scan(RIVER, 3, times=2)) == [(3, hand_of(0), river_of(0))]
    return watcher


def test_a_move_is_taken_back_when_the_tile_is_still_where_it_was() -> None:
    watcher = discarded()
    watcher.scan(RIVER)
    (retracted,) = watcher.scan(RACK, 3, 4, times=2)
    assert retracted == MoveRetracted(at=watcher.now, tile=Tile(3))
    assert watcher.perception.place_of(Tile(3)) == hand_of(0)


def test_a_move_that_others_built_on_is_not_taken_back_but_followed() -> None:
    watcher = discarded()
    watcher.scan(RACK)
    watcher.scan(RIVER, 3, 4, times=2)
    watcher.scan(RIVER, 4)
    told = watcher.scan(RACK, 3, times=3) + watcher.scan(RIVER, 4)
    assert moves(told) == [(3, river_of(0), hand_of(0))]
    assert not any(isinstance(item, MoveRetracted) for item in told)


def test_an_old_move_is_not_taken_back_but_followed() -> None:
    watcher = discarded()
    watcher.scan(RIVER, 3, times=60)
    watcher.scan(RIVER, times=2)
    assert moves(watcher.scan(RACK, 3, 4, times=3)) == [(3, river_of(0), hand_of(0))]


# ---- moves too fast to settle


def test_a_discard_called_at_once_is_told_before_the_call() -> None:
    watcher = Watcher(DISCARD, LikelyMove(river_of(0), melds_of(1))).racked(3)
    last_seen = watcher.now - 100
    watcher.scan(RACK, times=2)
    first_seen = watcher.now + 90
    watcher.scan(RIVER, 3)
    watcher.scan(RIVER)
    told = watcher.scan("seat1.melds", 3, times=3)
    assert moves(told) == [(3, hand_of(0), river_of(0)), (3, river_of(0), melds_of(1))]
    first, second = told
    assert isinstance(first, MoveSeen)
    assert isinstance(second, MoveSeen)
    assert (first.after, first.before) == (last_seen, first_seen)
    assert second.after < second.before
    assert first.confidence < second.confidence


def test_a_tile_drawn_thrown_and_called_in_one_breath_is_told_with_its_times() -> None:
    watcher = Watcher(LikelyMove(ELSEWHERE, river_of(0)))
    watcher.scan("seat1.melds", times=2)
    watcher.scan(RIVER, times=5)
    not_there = watcher.now - 200
    watcher.scan(RIVER, 3)
    watcher.scan(RIVER)
    told = watcher.scan("seat1.melds", 3, times=3)
    assert moves(told) == [(3, ELSEWHERE, river_of(0)), (3, river_of(0), melds_of(1))]
    first = told[0]
    assert isinstance(first, MoveSeen)
    assert (first.after, first.before) == (not_there, not_there + 290)


def test_a_move_that_was_due_is_not_explained_by_a_glimpse() -> None:
    watcher = Watcher(DRAW, LikelyMove(ELSEWHERE, river_of(0)))
    watcher.scan(RIVER, 3)
    watcher.scan(RIVER)
    assert moves(watcher.scan(RACK, 3, times=3)) == [(3, ELSEWHERE, hand_of(0))]


def test_a_glimpse_where_no_move_was_due_is_no_move() -> None:
    watcher = Watcher(LikelyMove(hand_of(0), melds_of(0))).racked(3)
    watcher.scan(RACK)
    watcher.scan(RIVER, 3)
    watcher.scan(RIVER)
    assert moves(watcher.scan(MELDS, 3, times=3)) == [(3, hand_of(0), melds_of(0))]


def test_a_glimpse_while_the_tile_was_still_in_its_place_is_no_move() -> None:
    watcher = Watcher(DISCARD, LikelyMove(hand_of(0), melds_of(0))).racked(3)
    watcher.scan(RIVER, 3)
    watcher.scan(RIVER, times=3)
    watcher.scan(RACK, 3)
    watcher.scan(RACK)
    assert moves(watcher.scan(MELDS, 3, times=3)) == [(3, hand_of(0), melds_of(0))]


# ---- zones that are unknown


def test_a_covered_antenna_makes_its_zone_unknown_not_empty() -> None:
    watcher = Watcher(DISCARD, needed=[3]).racked(3, 4, 5, 6)
    assert watcher.scan(RACK, reference=False) == []
    (blind,) = watcher.scan(RACK, reference=False)
    assert blind == ZoneReadable(at=watcher.now, zone=hand_of(0), readable=False, reason="antenna_blind")
    assert watcher.perception.unreadable == {hand_of(0)}
    assert watcher.scan(RACK, reference=False, times=100) == [], "nothing is lost while nobody can see"
    assert watcher.perception.in_sight(Tile(3))
    (back,) = watcher.scan(RACK, 3, 4, 5, 6)
    assert back == ZoneReadable(at=watcher.now, zone=hand_of(0), readable=True)


def test_a_missed_reference_tag_alone_means_nothing() -> None:
    watcher = Watcher(DISCARD).racked(3, 4, 5, 6)
    assert watcher.scan(RACK, 4, 5, 6, reference=False, times=20) == []
    assert watcher.perception.unreadable == frozenset()


def test_antennas_without_a_reference_tag_are_never_called_blind() -> None:
    watcher = Watcher(DISCARD).racked(3, 4)
    assert watcher.scan(RACK, reference=None, times=20) == []


def test_a_silent_board_makes_its_zones_unknown_until_it_has_scanned_again() -> None:
    watcher = Watcher(DISCARD, needed=[3]).racked(3)
    told = watcher.board("seat0", online=False)
    assert [(item.zone, item.readable, item.reason) for item in told if isinstance(item, ZoneReadable)] == [
        (zone, False, "reader_offline") for zone in (hand_of(0), river_of(0), melds_of(0))
    ]
    assert watcher.board("seat0", online=False) == []
    assert watcher.board("seat0", online=True) == []
    assert watcher.scan(MELDS) == [ZoneReadable(at=watcher.now, zone=melds_of(0), readable=True)]
    assert watcher.scan(RACK, 3) == []
    assert watcher.scan(RACK2) == []
    assert watcher.scan(PAD) == [ZoneReadable(at=watcher.now, zone=hand_of(0), readable=True)]


def test_a_tile_from_an_unknown_zone_needs_one_more_sighting() -> None:
    watcher = Watcher(DISCARD).racked(3)
    watcher.board("seat0", online=False)
    river = "seat0.river2"
    assert watcher.scan(river, 3, times=2) == []
    assert moves(watcher.scan(river, 3)) == [(3, hand_of(0), river_of(0))]


# ---- what arrives wrongly


def test_scans_out_of_order_are_not_used() -> None:
    watcher = Watcher(DISCARD).racked(3)
    watcher.scan(RACK, 3)
    late = Scan(RACK, 2, watcher.now - 400, watcher.now - 310, frozenset(), reference=True)
    assert watcher.perception.see(late, watcher.now) == []
    assert watcher.perception.in_sight(Tile(3))
    assert watcher.perception.late_scans == 1


def test_sequence_gaps_are_counted_and_harmless() -> None:
    watcher = Watcher(DRAW)
    watcher.scan(RACK)
    watcher.sequences[RACK] += 3
    assert moves(watcher.scan(RACK, 3, times=2)) == [(3, ELSEWHERE, hand_of(0))]
    assert watcher.perception.lost_scans == 3


def test_a_restarted_board_counts_from_one_again() -> None:
    watcher = Watcher(DRAW)
    watcher.scan(RACK, times=5)
    watcher.board("seat0", online=False)
    watcher.board("seat0", online=True)
    watcher.sequences[RACK] = 0
    assert moves(watcher.scan(RACK, 3, times=2)) == [(3, ELSEWHERE, hand_of(0))]
    assert watcher.perception.lost_scans == 0


def test_ghosts_are_ignored() -> None:
    watcher = Watcher(DRAW)
    for number in range(500):
        assert watcher.scan(RACK, tags=[ghost_tag(number)]) == []
        watcher.scan(RACK)


def test_an_unknown_tag_is_told_when_seen_twice_and_when_it_is_gone() -> None:
    tag = "E0040199DEADBEEF"
    watcher = Watcher(DRAW)
    assert watcher.scan(RACK, tags=[tag]) == []
    assert watcher.scan(RACK, tags=[tag]) == [UnknownTagSeen(at=watcher.now, tag=tag, zone=hand_of(0))]
    assert watcher.scan(RACK, tags=[tag], times=20) == []
    assert watcher.scan(RACK, times=40) == []
    assert watcher.scan(RACK, times=5) == [UnknownTagSeen(at=watcher.now - 400, tag=tag, zone=hand_of(0), gone=True)]
    assert watcher.scan(RACK, times=50) == []


# ---- lost tiles


def test_a_needed_tile_that_is_away_too_long_is_lost_once_and_found_again() -> None:
    watcher = Watcher(DISCARD, needed=[3]).racked(3, 4)
    away_since = watcher.now - 100
    told = watcher.scan(RACK, 4, times=60)
    (lost,) = told
    assert isinstance(lost, TileLost)
    assert (lost.tile, lost.source, lost.after) == (3, hand_of(0), away_since)
    assert lost.at - away_since >= 4_000
    (found,) = watcher.scan(RACK, 3, 4)
    assert isinstance(found, MoveSeen)
    assert (found.source, found.target) == (hand_of(0), hand_of(0))
    assert watcher.scan(RACK, 3, 4, times=5) == []


def test_a_lost_tile_that_turns_up_elsewhere_has_moved() -> None:
    watcher = Watcher(DISCARD, needed=[3]).racked(3)
    watcher.scan(RACK, times=60)
    assert moves(watcher.scan(RIVER, 3, times=2)) == [(3, hand_of(0), river_of(0))]


def test_tiles_nobody_needs_are_not_reported_lost() -> None:
    watcher = Watcher(DISCARD, needed=[4, 120]).racked(3, 4)
    assert watcher.scan(RACK, 4, times=200) == []


def test_between_deals_tiles_cleared_away_together_are_gone() -> None:
    watcher = Watcher(DISCARD).racked(3, 4, 5)
    watcher.expect(loose=True)
    told = watcher.scan(RACK, 5, times=3)
    assert {item.tile for item in told if isinstance(item, TileLost)} == {3, 4}
    assert [seen.tile for seen in watcher.perception.sensed().tiles if seen.zone == hand_of(0)] == [5]
    watcher.expect(DRAW, loose=True)
    assert moves(watcher.scan(RACK, 3, 5, times=2)) == [(3, ELSEWHERE, hand_of(0))]


def test_between_deals_a_tile_away_alone_is_given_more_time() -> None:
    watcher = Watcher(DISCARD).racked(3, 4, 5)
    watcher.expect(loose=True)
    watcher.scan(RACK, 4, 5, times=14)
    assert watcher.perception.place_of(Tile(3)) == hand_of(0)
    watcher.scan(RACK, 4, 5)
    assert watcher.perception.place_of(Tile(3)) == ELSEWHERE


# ---- the rest


def test_places_can_be_taken_from_the_journal() -> None:
    watcher = Watcher(DISCARD)
    watcher.perception.assume({Tile(3): hand_of(0), Tile(9): ELSEWHERE})
    assert watcher.scan(RACK, 3, times=5) == []
    watcher.scan(RACK)
    assert moves(watcher.scan(RIVER, 3, times=2)) == [(3, hand_of(0), river_of(0))]


def test_an_assumed_place_can_be_corrected_by_the_eyes() -> None:
    watcher = Watcher()
    watcher.scan(RIVER, 3)
    watcher.perception.assume({Tile(3): hand_of(0)})
    for antenna in (RACK, RACK2, PAD):
        watcher.scan(antenna, times=3)
    assert moves(watcher.scan(RIVER, 3, times=3)) == [(3, hand_of(0), river_of(0))]


def test_reported_until_is_the_slowest_live_board() -> None:
    watcher = Watcher()
    assert watcher.perception.reported_until() == 0
    for board in standard_layout().boards:
        watcher.board(board, online=True)
    assert watcher.perception.reported_until() == 60_000
    watcher.now = 65_000
    for antenna in ("seat0.melds", "seat1.melds", "seat2.melds", "centre.dora2"):
        watcher.scan(antenna)
    assert watcher.perception.reported_until() == 60_000
    watcher.board("seat3", online=False)
    assert watcher.perception.reported_until() == 65_090, "a silent board holds nobody up"
    watcher.scan("seat0.river1")
    watcher.scan("seat1.river1")
    watcher.scan("seat2.river1")
    assert watcher.perception.reported_until() == 65_390


def test_unsettled_tells_that_a_decision_may_still_change() -> None:
    watcher = Watcher(DRAW)
    first = watcher.now + 90
    watcher.scan(RACK, 3)
    assert not watcher.perception.unsettled(first - 1)
    assert watcher.perception.unsettled(first)
    watcher.scan(RACK, 3)
    assert not watcher.perception.unsettled(first)


def test_favoured_zones_become_antennas() -> None:
    layout = standard_layout()
    assert zones_to_favour(layout, [river_of(0), POOL, river_of(0), DORA_PAD]) == (
        "seat0.river1",
        "seat0.river2",
        "centre.dora1",
        "centre.dora2",
    )
    assert NOTHING_EXPECTED.favour == ()


def test_unknown_antennas_are_an_error() -> None:
    with pytest.raises(KeyError):
        Watcher().scan("seat7.hand1")
