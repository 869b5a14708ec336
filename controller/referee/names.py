"""What seats are called in sentences for the players."""

from typing import Final

from controller.referee.desk import Desk
from engine.tiles import Seat, seat_wind

_WIND_NAMES: Final = ("East", "South", "West", "North")


def names_of(desk: Desk, seats: tuple[Seat, ...]) -> str:
    """Seats as players call them: by their winds in this deal, `East and West`; the table as a whole by itself."""
    if not seats:
        return "the centre"
    match = desk.state.match_before or desk.state.match
    names = [f"seat {seat}" if match is None else _WIND_NAMES[seat_wind(seat, match.dealer)] for seat in seats]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
