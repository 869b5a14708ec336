"""The seats' small displays, as an observer of the runtime: each shows the latest lines that concern its seat."""

from collections.abc import Sequence
from typing import Final

from controller.effects import Effect
from controller.presenter.lines import seat_lines
from controller.referee.state import TableState
from engine.tiles import SEATS, Seat
from hal.ports import SeatDisplay


class SeatDisplays:
    """Shows a seat's lines whenever they have changed."""

    def __init__(self, display: SeatDisplay) -> None:
        self._display: Final = display
        self._shown: dict[Seat, tuple[str, ...]] = {}

    def __call__(self, effects: Sequence[Effect], state: TableState) -> None:
        """The state has changed."""
        for seat in SEATS:
            lines = seat_lines(state, seat)
            if self._shown.get(seat) != lines:
                self._shown[seat] = lines
                self._display.show(seat, lines)
