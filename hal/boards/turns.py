"""Who may switch on the field when: neighbouring boards disturb each other, opposite seats do not.

Half of the air goes to the *lane*, the antennas where the next move is expected, half to sweeps over the whole table.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from hal.layout import OPPOSITE_BOARDS, Layout
from hal.ports import Millis

LATE: Final[Millis] = 60
"""So long after its end a turn is over even if its board has not said so: that message was lost on the way."""


@dataclass(frozen=True, slots=True)
class Grant:
    """A board's turn, as the `turn` message says it; `first` are antennas' names."""

    board: str
    number: int
    sweep_ms: Millis
    most_ms: Millis
    first: tuple[str, ...]


class Turns:
    """Hands out turns. `next` is asked whenever `running` is false."""

    def __init__(self, layout: Layout, sweep_ms: Millis, most_ms: Millis) -> None:
        self._layout: Final = layout
        self._sweep_ms: Final = sweep_ms
        self._most_ms: Final = most_ms
        self._sweeps: Final = _together(layout.boards)
        self._sweep_at = 0
        self._lane: tuple[tuple[tuple[str, tuple[str, ...]], ...], ...] = ()
        self._lane_at = 0
        self._lane_lead: Millis = 0
        """Milliseconds of air the lane has had more than the sweeps."""
        self._sign = 0
        self._number = 0
        self._waiting: dict[str, int] = {}
        self._began: Millis = 0
        self.ends: Millis = 0
        """When the turn now running is over in any case."""

    @property
    def running(self) -> bool:
        """Whether some board may have its field on."""
        return bool(self._waiting)

    def favour(self, antennas: Sequence[str]) -> None:
        """These antennas are the lane from now on; names the table does not have are passed over."""
        by_board: dict[str, list[str]] = {}
        for name in dict.fromkeys(antennas):
            if name in self._layout.by_name:
                by_board.setdefault(self._layout.by_name[name].board, []).append(name)
        pairs = _together(tuple(by_board))
        self._lane = tuple(tuple((board, tuple(by_board[board])) for board in boards) for boards in pairs)
        self._lane_at = 0
        self._lane_lead = 0

    def over(self, board: str, number: int, now: Millis) -> None:
        """A board says that its field is off."""
        if self._waiting.get(board) == number:
            del self._waiting[board]
            self._account(now)

    def lost(self, board: str, now: Millis) -> None:
        """A board is gone, or has started anew: its field is off."""
        if self._waiting.pop(board, None) is not None:
            self._account(now)

    def expire(self, now: Millis) -> None:
        """End a turn whose end was not told in time."""
        if self._waiting and now >= self.ends:
            self._waiting.clear()
            self._account(now)

    def _account(self, now: Millis) -> None:
        if not self._waiting and self._lane:
            self._lane_lead += self._sign * (now - self._began)

    def next(self, now: Millis, present: Collection[str]) -> list[Grant]:
        """The next turns, of boards that may be on at the same time; empty if none of the boards is there."""
        grants = self._lane_turn(present) if self._lane and self._lane_lead <= 0 else []
        self._sign = 1 if grants else -1
        grants = grants or self._sweep_turn(present)
        self._began = now
        self.ends = now + self._most_ms + LATE
        self._waiting = {grant.board: grant.number for grant in grants}
        return grants

    def _lane_turn(self, present: Collection[str]) -> list[Grant]:
        for _ in range(len(self._lane)):
            boards = self._lane[self._lane_at]
            self._lane_at = (self._lane_at + 1) % len(self._lane)
            grants = [self._grant(board, 0, first) for board, first in boards if board in present]
            if grants:
                return grants
        return []

    def _sweep_turn(self, present: Collection[str]) -> list[Grant]:
        for _ in range(len(self._sweeps)):
            boards = self._sweeps[self._sweep_at]
            self._sweep_at = (self._sweep_at + 1) % len(self._sweeps)
            grants = [self._grant(board, self._sweep_ms, ()) for board in boards if board in present]
            if grants:
                return grants
        return []

    def _grant(self, board: str, sweep_ms: Millis, first: tuple[str, ...]) -> Grant:
        self._number = (self._number + 1) & 0xFFFFFFFF
        return Grant(board, self._number, sweep_ms, self._most_ms, first)


def _together(boards: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The boards in their order, opposite seats together."""
    waiting = list(boards)
    groups: list[tuple[str, ...]] = []
    while waiting:
        first = waiting.pop(0)
        partner = OPPOSITE_BOARDS.get(first)
        if partner in waiting:
            waiting.remove(partner)
            groups.append((first, partner))
        else:
            groups.append((first,))
    return tuple(groups)
