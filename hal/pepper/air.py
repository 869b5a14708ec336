"""Who may have a field on: neighbouring readers disturb each other, opposite seats do not."""

import threading
from dataclasses import dataclass
from typing import Final

from hal.layout import OPPOSITE_BOARDS


@dataclass(eq=False, slots=True)
class _Waiting:
    board: str
    overtaken: bool = False


class Air:
    """Who may have a field on: one reader, or two of opposite seats.

    First come, first served, except that a reader may join its opposite past others that wait, each once.
    """

    def __init__(self) -> None:
        self._free: Final = threading.Condition()
        self._on: list[str] = []
        self._queue: list[_Waiting] = []

    def take(self, board: str) -> None:
        """Wait for the air."""
        with self._free:
            mine = _Waiting(board)
            self._queue.append(mine)
            self._free.wait_for(lambda: self._may(mine))
            for other in self._before(mine):
                other.overtaken = True
            self._queue.remove(mine)
            self._on.append(board)
            self._free.notify_all()

    def leave(self, board: str) -> None:
        """Give the air back."""
        with self._free:
            self._on.remove(board)
            self._free.notify_all()

    def _may(self, mine: _Waiting) -> bool:
        if any(other != OPPOSITE_BOARDS.get(mine.board) for other in self._on):
            return False
        before = self._before(mine)
        return not before or (bool(self._on) and not any(other.overtaken for other in before))

    def _before(self, mine: _Waiting) -> list[_Waiting]:
        return self._queue[: self._queue.index(mine)]
