"""Who may switch on the field when."""

from collections import Counter

from hal.boards.turns import LATE, Turns
from hal.layout import CENTRE, standard_layout

ALL = ("seat0", "seat1", "seat2", "seat3", CENTRE)


def turns() -> Turns:
    return Turns(standard_layout(), sweep_ms=100, most_ms=500)


def test_opposite_seats_sweep_together_and_the_centre_alone() -> None:
    air = turns()
    seen = []
    for now in range(0, 900, 100):
        grants = air.next(now, ALL)
        seen.append(tuple(grant.board for grant in grants))
        assert air.running
        for grant in grants:
            assert grant.sweep_ms == 100
            assert grant.first == ()
            air.over(grant.board, grant.number, now + 90)
        assert not air.running
    assert seen == [("seat0", "seat2"), ("seat1", "seat3"), (CENTRE,)] * 3


def test_a_turn_lasts_until_all_its_boards_are_done() -> None:
    air = turns()
    one, other = air.next(0, ALL)
    air.over(one.board, one.number, 10)
    assert air.running
    air.over(other.board, other.number + 7, 10)
    assert air.running
    air.over(other.board, other.number, 20)
    assert not air.running


def test_a_board_that_says_nothing_or_is_lost_does_not_keep_the_air() -> None:
    air = turns()
    running = []
    air.next(0, ALL)
    for now in (499, 499 + LATE, 500 + LATE):
        air.expire(now)
        running.append(air.running)
    assert running == [True, True, False]
    for grant in air.next(600, ALL):
        air.lost(grant.board, 610)
    assert not air.running


def test_absent_boards_are_passed_over() -> None:
    air = turns()
    assert [grant.board for grant in air.next(0, ("seat2", CENTRE))] == ["seat2"]
    air.lost("seat2", 1)
    assert [grant.board for grant in air.next(0, ("seat2", CENTRE))] == [CENTRE]
    air.lost(CENTRE, 1)
    assert air.next(0, ()) == []
    assert not air.running


def test_the_lane_gets_half_of_the_air() -> None:
    air = turns()
    air.favour(["seat1.drawn", "seat1.river1", "seat3.melds", "seat0.river2", "nowhere"])
    spent: Counter[bool] = Counter()
    now = 0
    lanes = []
    for _ in range(200):
        grants = air.next(now, ALL)
        lane = bool(grants[0].first)
        if lane:
            lanes.append(tuple((grant.board, grant.first) for grant in grants))
        length = 70 if lane else 140
        spent[lane] += length
        now += length
        for grant in grants:
            air.over(grant.board, grant.number, now)
    assert 0.9 < spent[True] / spent[False] < 1.1
    assert set(lanes) == {
        (("seat1", ("seat1.drawn", "seat1.river1")), ("seat3", ("seat3.melds",))),
        (("seat0", ("seat0.river2",)),),
    }


def test_a_lane_whose_boards_are_away_does_not_stop_the_sweeps() -> None:
    air = turns()
    air.favour(["seat1.drawn"])
    assert [grant.board for grant in air.next(0, ("seat0",))] == ["seat0"]
