"""What a board's clock shows in the table's time."""

import random

import pytest

from hal.boards.clock import ASK_EVERY, FIRST_QUESTIONS, BoardClock


def asked(clock: BoardClock, now: int, there: int, back: int, board: int) -> None:
    """A question under way for `there` ms, read when the board's clock showed `board`, and back after `back` ms."""
    clock.answered(clock.ask(now), board & 0xFFFFFFFF, now + there + back)


def test_before_the_first_answer_now_is_all_that_is_known() -> None:
    clock = BoardClock()
    assert not clock.known
    assert clock.round_trip is None
    assert clock.table_time(5, 1_000) == 1_000


@pytest.mark.parametrize("offset", [0, 123_456, -500, 0xFFFFFFFF - 300])
def test_the_quickest_answer_counts(offset: int) -> None:
    clock, source = BoardClock(), random.Random(1)
    for n in range(12):
        now = 1_000 + 2_000 * n
        there, back = source.randrange(1, 300), source.randrange(1, 300)
        if n == 7:
            there = back = 1
        asked(clock, now, there, back, now + there + offset)
    assert clock.round_trip == 2
    assert clock.table_time((30_000 + offset) & 0xFFFFFFFF, 50_000) == 30_000


def test_a_clock_that_wraps_around_goes_on() -> None:
    clock = BoardClock()
    asked(clock, 100, 1, 1, 0xFFFFFFFF - 50)
    assert clock.table_time(0xFFFFFFFF, 1_000) == 151
    assert clock.table_time(99, 1_000) == 251


def test_nothing_is_stamped_later_than_now() -> None:
    clock = BoardClock()
    asked(clock, 100, 1, 1, 101)
    assert clock.table_time(5_000, 600) == 600


def test_an_old_quick_answer_gives_way_to_newer_ones_because_quartzes_drift() -> None:
    clock = BoardClock()
    asked(clock, 0, 0, 0, 0)
    for n in range(1, 40):
        now = n * ASK_EVERY
        asked(clock, now, 5, 5, now + 5 + n)
    assert abs(clock.table_time(39 * ASK_EVERY + 39, 100_000) - 39 * ASK_EVERY) <= 20


def test_the_first_questions_come_quickly_and_unknown_answers_are_passed_over() -> None:
    clock = BoardClock()
    moments = []
    now = 0
    for _ in range(FIRST_QUESTIONS + 1):
        clock.ask(now)
        moments.append(clock.ask_at - now)
        now = clock.ask_at
    assert moments[0] < 100
    assert moments[-1] == ASK_EVERY
    clock.answered(77, 5, 10)
    assert not clock.known
