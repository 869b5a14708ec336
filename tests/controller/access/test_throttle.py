"""How often somebody may try, by a clock of the test's own."""

from controller.access.throttle import (
    ALL_TRIES,
    ALL_WITHIN,
    FORGET_AFTER,
    FREE_TRIES,
    LONGEST_WAIT,
    MOST_CLIENTS,
    Throttle,
)


def test_a_few_tries_are_free_then_waits_double() -> None:
    throttle = Throttle()
    now, waits = 0.0, []
    for _ in range(FREE_TRIES + 6):
        wait = throttle.wait("a", now)
        waits.append(wait)
        now += wait
        throttle.tried("a", now)
    assert waits == [0.0] * FREE_TRIES + [1.0, 2.0, 4.0, 8.0, 16.0, 32.0]
    for _ in range(10):
        now += throttle.wait("a", now)
        throttle.tried("a", now)
    assert throttle.wait("a", now) == LONGEST_WAIT
    assert throttle.wait("a", now + FORGET_AFTER) == 0


def test_another_client_is_not_held_up_by_the_first() -> None:
    throttle = Throttle()
    for _ in range(8):
        throttle.tried("a", 0.0)
    assert throttle.wait("a", 0.0) > 0
    assert throttle.wait("b", 0.0) == 0


def test_the_right_one_begins_anew() -> None:
    throttle = Throttle()
    for _ in range(FREE_TRIES + 2):
        throttle.tried("a", 0.0)
    throttle.right("a")
    assert throttle.wait("a", 0.0) == 0


def test_many_addresses_are_stopped_together() -> None:
    throttle = Throttle()
    for n in range(ALL_TRIES):
        assert throttle.wait(f"address {n}", float(n)) == 0
        throttle.tried(f"address {n}", float(n))
    assert throttle.wait("one more", 30.0) == ALL_WITHIN - 30.0
    assert throttle.wait("one more", ALL_WITHIN) == 0


def test_whoever_was_right_before_is_not_locked_out_by_others() -> None:
    throttle = Throttle()
    throttle.tried("referee", 0.0)
    throttle.right("referee")
    for n in range(ALL_TRIES + 5):
        throttle.tried(f"address {n}", 1.0)
    assert throttle.wait("stranger", 2.0) > 0
    assert throttle.wait("referee", 2.0) == 0


def test_no_number_of_addresses_fills_the_memory() -> None:
    throttle = Throttle()
    for n in range(MOST_CLIENTS + 500):
        throttle.tried(f"address {n}", n * ALL_WITHIN)
    assert len(throttle._clients) == MOST_CLIENTS
    assert len(throttle._all) <= ALL_TRIES
