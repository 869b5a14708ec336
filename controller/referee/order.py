"""Does a tile come in its turn? What was seen too early or too late for the event it seems to show shows another.

When somebody's tile is not read and play goes on, a later tile looks like the one that is waited for. Taking it would
be a guess; the table asks for the missing tile instead, and a second reading puts what follows in order.
"""

from typing import Final

from controller.referee.board import DISCARD_ZONES, Board, Lying
from controller.referee.desk import Desk
from engine.events import Discard
from engine.tiles import SEATS, Seat
from hal.ports import Millis
from hal.zones import hand_of, melds_of, river_of

_CLEARLY: Final[Millis] = 3_000
"""So much earlier is clearly earlier, although a neighbouring antenna may have read a tile after it was gone."""

_LOOKED_BACK: Final = 12
"""So many events are looked back upon: three goes round the table."""


def comes_too_early(desk: Desk, lying: Lying) -> bool:
    """Whether a tile lay in its place long before something that has been read already: it belongs before that."""
    return lying.place.before + desk.options.order_margin < _latest_sure_time(desk)


def _latest_sure_time(desk: Desk) -> Millis:
    """A time before which the last events cannot all have happened: a discard was still on its rack then."""
    recent = (step.event for step in desk.state.steps[-_LOOKED_BACK:])
    places = (desk.place(event.tile) for event in recent if isinstance(event, Discard))
    return max((place.after for place in places if place.zone.kind in DISCARD_ZONES and place.order), default=0)


def others_played_first(desk: Desk, board: Board, seat: Seat, lying: Lying) -> bool:
    """Whether this tile was still on its rack when others visibly played on, and another one had left it by then."""
    missing = [place.after for _, place in board.in_air[seat] if place.lost_from is not None]
    if not missing:
        return False
    others = [other for other in SEATS if other != seat]
    signs = [sign for other in others for sign in (*board.thrown[other], *board.laid[other])]
    signs += board.fresh_of(*(zone(other) for other in others for zone in (river_of, melds_of, hand_of)))
    return any(min(missing) < sign.place.before < lying.place.after - _CLEARLY for sign in signs)
