"""Which antenna a board reads next within a turn."""

from collections import Counter
from itertools import pairwise

from firmware.scheduler import REPEATS, Scheduler


def reads(scheduler: Scheduler, count: int, changing: frozenset[int] = frozenset()) -> list[int]:
    order: list[int] = []
    for now in range(count):
        antenna = scheduler.next(now)
        assert antenna is not None
        order.append(antenna)
        scheduler.done(antenna, now, antenna in changing)
    return order


def test_nothing_is_read_without_a_turn() -> None:
    scheduler = Scheduler(3)
    assert scheduler.next(0) is None
    scheduler.grant(0, 1, 100, 100, [])
    assert scheduler.next(99) is not None
    assert scheduler.next(100) is None
    assert scheduler.over() == 1
    assert scheduler.over() is None
    assert not scheduler.may_read(50)


def test_the_field_goes_off_at_the_end_of_a_turn_even_in_an_inventory() -> None:
    scheduler = Scheduler(1)
    scheduler.grant(0, 1, 10, 50, [])
    assert scheduler.next(5) == 0
    assert scheduler.may_read(49)
    assert not scheduler.may_read(50)


def test_without_favourites_all_are_swept_evenly_over_many_turns() -> None:
    scheduler = Scheduler(6)
    order: list[int] = []
    for turn in range(30):
        scheduler.grant(turn * 2, turn, 2, 10, [])
        for now in (turn * 2, turn * 2 + 1):
            antenna = scheduler.next(now)
            assert antenna is not None
            order.append(antenna)
            scheduler.done(antenna, now, False)
    assert Counter(order) == dict.fromkeys(range(6), 10)
    assert max(b - a for n in range(6) for a, b in pairwise([at for at, one in enumerate(order) if one == n])) == 6


def test_favourites_come_first_in_the_order_given_and_then_the_sweep() -> None:
    scheduler = Scheduler(6)
    scheduler.grant(0, 1, 10, 10, [4, 2, 17])
    assert reads(scheduler, 6) == [4, 2, 0, 1, 3, 5]
    assert scheduler.next(6) is None


def test_a_turn_of_favourites_alone_ends_with_them() -> None:
    scheduler = Scheduler(6)
    scheduler.grant(0, 1, 0, 1_000, [4, 2])
    assert reads(scheduler, 2) == [4, 2]
    assert scheduler.next(2) is None


def test_antennas_the_table_does_not_use_are_passed_over() -> None:
    scheduler = Scheduler(6)
    scheduler.sweep_only(0b101000)
    scheduler.grant(0, 1, 10, 10, [])
    assert reads(scheduler, 2) == [3, 5]
    assert scheduler.next(2) is None
    scheduler.sweep_only(0)
    scheduler.grant(4, 2, 10, 10, [])
    assert scheduler.next(4) is None


def test_a_change_is_read_again_in_the_same_turn() -> None:
    scheduler = Scheduler(4)
    scheduler.grant(0, 1, 0, 1_000, [3])
    assert scheduler.next(0) == 3
    scheduler.done(3, 0, changed=True)
    assert scheduler.next(1) == 3
    scheduler.done(3, 1, changed=False)
    assert scheduler.next(2) is None


def test_an_antenna_that_always_changes_does_not_take_all_the_air() -> None:
    scheduler = Scheduler(4)
    scheduler.grant(0, 1, 1_000, 1_000, [])
    order: list[int] = []
    while (antenna := scheduler.next(len(order))) is not None:
        order.append(antenna)
        scheduler.done(antenna, len(order), antenna == 1)
    assert Counter(order) == {0: 1, 1: 1 + REPEATS, 2: 1, 3: 1}
