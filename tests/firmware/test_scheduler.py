"""Which antenna a board reads next."""

from collections import Counter
from itertools import pairwise

from firmware.scheduler import REPEATS, Scheduler


def reads(scheduler: Scheduler, count: int, changing: frozenset[int] = frozenset()) -> list[int]:
    order = []
    for now in range(count):
        antenna = scheduler.next(now)
        assert antenna is not None
        order.append(antenna)
        scheduler.done(antenna, now, antenna in changing)
    return order


def test_nothing_is_read_without_a_turn() -> None:
    scheduler = Scheduler(3)
    assert scheduler.next(0) is None
    scheduler.grant(0, 100, [])
    assert scheduler.next(99) is not None
    assert scheduler.next(100) is None
    scheduler.grant(100, 100, [])
    scheduler.grant(101, 0, [])
    assert scheduler.next(101) is None


def test_without_favourites_all_are_swept_evenly() -> None:
    scheduler = Scheduler(6)
    scheduler.grant(0, 1000, [])
    assert Counter(reads(scheduler, 60)) == dict.fromkeys(range(6), 10)


def test_favourites_get_half_of_the_air_and_the_others_are_still_swept() -> None:
    scheduler = Scheduler(6)
    scheduler.grant(0, 10_000, [2, 4, 17])
    order = reads(scheduler, 120)
    counted = Counter(order)
    assert counted[2] >= 30
    assert counted[4] >= 30
    gaps = [
        later - earlier for one in range(6) for earlier, later in pairwise([n for n, a in enumerate(order) if a == one])
    ]
    assert max(gaps) <= 12


def test_a_change_is_read_again_at_once() -> None:
    scheduler = Scheduler(4)
    scheduler.grant(0, 1000, [])
    first = scheduler.next(0)
    assert first is not None
    scheduler.done(first, 0, changed=True)
    again = []
    for now in range(1, REPEATS + 2):
        antenna = scheduler.next(now)
        assert antenna is not None
        again.append(antenna)
        scheduler.done(antenna, now, changed=False)
    assert again[:REPEATS] == [first] * REPEATS
    assert again[REPEATS] != first


def test_an_antenna_that_always_changes_does_not_take_all_the_air() -> None:
    scheduler = Scheduler(4)
    scheduler.grant(0, 10_000, [])
    counted = Counter(reads(scheduler, 200, changing=frozenset({1})))
    assert min(counted.values()) >= 20
