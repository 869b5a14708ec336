"""Connects the pages with an opened table: rulings, the referee's and the overlay's views, codes on panels."""

from collections.abc import Callable, Collection
from typing import Final

from controller.access.door import Door
from controller.access.roles import Role
from controller.errors import AccessError
from controller.journal import Journal
from controller.service.desk import RefereeDesk
from controller.service.feeds import OverlayFeed, RefereeFeed
from controller.service.hub import ViewHub
from controller.service.opening import OpenTable
from controller.service.people import TablePeople
from controller.service.plan import Plan
from controller.service.seatfeed import SeatFeed
from engine.tiles import Seat


class Front:
    """Attached anew whenever a table is opened, before its loop starts.

    `tell_code` is told of codes as well as the seats' displays: a simulated table has no display to read.
    """

    def __init__(
        self,
        plan: Plan,
        hub: ViewHub,
        door: Door,
        desk: RefereeDesk,
        people: TablePeople,
        tell_code: Callable[[str], None] | None = None,
    ) -> None:
        self._plan: Final = plan
        self._hub: Final = hub
        self._door: Final = door
        self._desk: Final = desk
        self._people: Final = people
        self._tell_code: Final = tell_code

    def attach(self, table: OpenTable, journal: Journal) -> None:
        """Connect the pages with this table."""
        loop, runtime = table.loop, table.runtime
        self._desk.attach(loop, runtime, journal)
        self._people.attach(loop, runtime, journal, table.house, self._plan.config)
        loop.feed(
            RefereeFeed(self._hub, lambda: runtime.state, runtime.perception.sensed, lambda: runtime.referee_options)
        )
        loop.feed(SeatFeed(self._hub, lambda: runtime.state, lambda: _played(table)))
        loop.feed(OverlayFeed(self._hub, lambda: runtime.state, self._plan.config.web.overlay_delay, self._has_overlay))

        def show(seat: Seat, code: str | None) -> None:
            loop.call(lambda: table.displays.show_code(seat, code))
            if code is not None and self._tell_code is not None:
                self._tell_code(f"Code at seat {seat + 1}: {code}")

        self._door.codes.attach(show)

    def _has_overlay(self) -> bool:
        """Whether anybody may see the overlay's views."""
        if self._door.at_home is not None:
            return self._hub.is_followed("overlay")
        try:
            return any(token.role is Role.OVERLAY for token in self._door.store.read().tokens)
        except AccessError:
            return False


def _played(table: OpenTable) -> Collection[Seat]:
    """The seats of a simulated table that people play."""
    return () if table.house is None else table.house.seating.persons
