"""A draw that was seen late: tiles that came after it were taken for it, and are read again in their right order.

A flower or the tile of a kan goes from the wall through the rack to the melds zone in a second or two. When a
scan misses it on its way, its replacement is seen first and looks like the draw itself.
"""

from collections.abc import Sequence
from typing import Final

from controller.referee.desk import Desk
from controller.referee.state import Step
from engine.events import Discard, Draw, Indicator
from engine.tiles import SEATS, Seat
from hal.ports import Millis
from hal.zones import melds_of

_MOST_EVENTS: Final = 8
"""Two goes round the table: what was seen so late that more has happened is left to the people."""


def reread_late_draws(desk: Desk) -> bool:
    """Take back draws and discards that were read before an earlier draw was seen; True if some were."""
    board = desk.board()
    for seat in SEATS:
        for tile, place in board.fresh_of(melds_of(seat)):
            count = _read_too_early(desk.state.steps, seat, place.before)
            if count and tile not in desk.read_again:
                desk.read_again.add(tile)
                desk.withdraw(count, "read_better")
                return True
    return False


def _read_too_early(steps: Sequence[Step], seat: Seat, seen: Millis) -> int:
    """How many events from a seat's last draw on, if that draw came after `seen`; 0 if it did not, or if something
    other than draws and discards has happened since.
    """
    for count, step in enumerate(reversed(steps), 1):
        if count > _MOST_EVENTS or not isinstance(step.event, Draw | Discard | Indicator):
            return 0
        if isinstance(step.event, Draw) and step.event.seat == seat:
            return count if step.at > seen else 0
    return 0
