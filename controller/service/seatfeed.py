"""The pages of the seats: each shows its own view while somebody follows it.

A person at a simulated table is shown the tiles as they lie there, by that table itself.
"""

from collections.abc import Callable, Collection
from typing import Final

from controller.presenter.seat import seat_page_view
from controller.presenter.training import Coach
from controller.presenter.views import PublicView, SeatView
from controller.referee.state import TableState
from controller.service.hub import ViewHub
from controller.web.contract import audience_of
from engine.tiles import SEATS, Seat


class SeatFeed:
    """Publishes the view of a followed seat whenever it has changed. `played` are seats that show themselves."""

    def __init__(
        self, hub: ViewHub, state: Callable[[], TableState], played: Callable[[], Collection[Seat]] = tuple
    ) -> None:
        self._hub: Final = hub
        self._state: Final = state
        self._played: Final = played
        self._coaches: Final = {seat: Coach() for seat in SEATS}
        self._shown: dict[Seat, SeatView] = {}
        self._stale: set[Seat] = set()

    def publish(self, public: PublicView, *, changed: bool) -> None:
        """The table's thread has turned; `public` is the public view now."""
        if changed:
            self._stale.update(SEATS)
        for seat in [seat for seat in self._stale if self._hub.is_followed(audience_of(seat))]:
            self._stale.discard(seat)
            if seat in self._played():
                self._shown.pop(seat, None)
                continue
            view = seat_page_view(self._state(), seat, self._coaches[seat])
            if view != self._shown.get(seat):
                self._shown[seat] = view
                self._hub.publish(audience_of(seat), view)
