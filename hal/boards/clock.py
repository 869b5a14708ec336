"""What a board's clock shows in the table's time."""

from collections import deque
from typing import Final, NamedTuple

from hal.ports import Millis

ASK_EVERY: Final[Millis] = 2_000
FIRST_QUESTIONS: Final = 4
"""So many questions are asked quickly at first."""
_FIRST_EVERY: Final[Millis] = 50
_SAMPLES: Final = 16
_WRAP: Final = 1 << 32


class _Sample(NamedTuple):
    round_trip: Millis
    board: int
    table: Millis


class BoardClock:
    """Estimates the difference of two clocks from questions and answers.

    The answer with the shortest round trip of the last half minute counts: it was least delayed. Both clocks are
    quartz and part by less than 3 ms in that time. A board's milliseconds wrap around after 49 days.
    """

    def __init__(self) -> None:
        self._asked: dict[int, Millis] = {}
        self._questions = 0
        self._samples: deque[_Sample] = deque(maxlen=_SAMPLES)
        self._best: _Sample | None = None
        self.ask_at: Millis = 0
        """When the next question is due."""

    @property
    def known(self) -> bool:
        """Whether any question was answered."""
        return self._best is not None

    @property
    def round_trip(self) -> Millis | None:
        """The shortest round trip lately; None before the first answer."""
        return None if self._best is None else self._best.round_trip

    def ask(self, now: Millis) -> int:
        """A question is sent now; gives its number."""
        self._questions = (self._questions + 1) % _WRAP
        self._asked = {number: at for number, at in self._asked.items() if number > self._questions - 4}
        self._asked[self._questions] = now
        self.ask_at = now + (_FIRST_EVERY if self._questions < FIRST_QUESTIONS else ASK_EVERY)
        return self._questions

    def answered(self, number: int, board: int, now: Millis) -> None:
        """The board's clock showed `board` when it read question `number`; unknown numbers are passed over."""
        asked = self._asked.pop(number, None)
        if asked is None:
            return
        self._samples.append(_Sample(now - asked, board, asked + (now - asked) // 2))
        self._best = min(reversed(self._samples), key=lambda sample: sample.round_trip)

    def table_time(self, board: int, now: Millis) -> Millis:
        """The table's time when the board's clock showed `board`; never later than `now`.

        Before the first answer `now` is all that is known.
        """
        best = self._best
        if best is None:
            return now
        passed = (board - best.board + _WRAP // 2) % _WRAP - _WRAP // 2
        return min(now, best.table + passed)
