"""Short codes shown on the table's own displays: whoever can read one is at the table.

A seat's code is shown at that seat alone, when a page asks for it. The set-up code is shown at every seat and on
the table's own computer, as long as no admin PIN is set. A code lives two minutes, opens once, and is gone after a
few wrong tries.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from controller.access.secrets import new_code, same_code
from controller.errors import AccessRefused
from engine.tiles import SEATS, Seat

LIFE_SECONDS: Final = 120.0
TRIES: Final = 3
SEAT_DIGITS: Final = 6
SETUP_DIGITS: Final = 8

ShowAtSeat: TypeAlias = Callable[[Seat, str | None], None]
"""Shows a code on a seat's display, or (None) no code any more."""


@dataclass(slots=True)
class _Shown:
    code: str
    until: float
    tries: int = TRIES


class Codes:
    """The codes shown at present. `clock` gives monotonic seconds."""

    def __init__(self, clock: Callable[[], float], show: ShowAtSeat | None = None) -> None:
        self._clock: Final = clock
        self._show = show
        self._seats: dict[Seat, _Shown] = {}
        self._setup: _Shown | None = None

    def attach(self, show: ShowAtSeat) -> None:
        """Show codes there from now on: the table has been opened."""
        self._show = show

    def show_seat(self, seat: Seat) -> None:
        """Show a fresh code at a seat. One that is shown already stays, so that nobody can spoil another's."""
        self.tidy()
        if self._show is None:
            raise AccessRefused("The table is still being set up; try again in a moment.")
        if seat not in self._seats:
            self._seats[seat] = _Shown(new_code(SEAT_DIGITS), self._clock() + LIFE_SECONDS)
            self._show(seat, self._seats[seat].code)

    def take_seat(self, seat: Seat, given: str) -> None:
        """Use a seat's code up; raises `AccessRefused`."""
        self.tidy()
        shown = self._seats.get(seat)
        if shown is None:
            raise AccessRefused("No code is shown at this seat; ask for one first.")
        if _try(shown, given):
            self._end_seat(seat)
            return
        if shown.tries <= 0:
            self._end_seat(seat)
        raise AccessRefused("This is not the code at that seat.")

    def seat_codes(self) -> dict[Seat, str]:
        """The seats' codes that are shown now: for a referee, where panels have no display to read them from."""
        self.tidy()
        return {seat: shown.code for seat, shown in sorted(self._seats.items())}

    def show_setup(self) -> str:
        """The set-up code, shown at every seat from now on; a fresh one if none is shown."""
        self.tidy()
        if self._setup is None:
            self._setup = _Shown(new_code(SETUP_DIGITS), self._clock() + LIFE_SECONDS)
            self._tell_all(self._setup.code)
        return self._setup.code

    def setup_code(self) -> str | None:
        """The set-up code that is shown now."""
        self.tidy()
        return None if self._setup is None else self._setup.code

    def take_setup(self, given: str) -> None:
        """Use the set-up code up; raises `AccessRefused`."""
        self.tidy()
        if self._setup is None:
            raise AccessRefused("No set-up code is shown; ask for one first.")
        right = _try(self._setup, given)
        if right or self._setup.tries <= 0:
            self._end_setup()
        if not right:
            raise AccessRefused("This is not the set-up code on the table's displays.")

    def tidy(self) -> None:
        """Take codes off the displays whose time is over; to be called now and then."""
        now = self._clock()
        for seat in [seat for seat, shown in self._seats.items() if shown.until <= now]:
            self._end_seat(seat)
        if self._setup is not None and self._setup.until <= now:
            self._end_setup()

    def _end_seat(self, seat: Seat) -> None:
        del self._seats[seat]
        if self._show is not None:
            self._show(seat, None if self._setup is None else self._setup.code)

    def _end_setup(self) -> None:
        self._setup = None
        self._tell_all(None)

    def _tell_all(self, code: str | None) -> None:
        for seat in SEATS:
            own = self._seats.get(seat)
            if self._show is not None and own is None:
                self._show(seat, code)


def _try(shown: _Shown, given: str) -> bool:
    shown.tries -= 1
    return same_code(given, shown.code)
