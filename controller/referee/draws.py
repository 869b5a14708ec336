"""Draws: the tile a seat has taken from the wall."""

from typing import Final

from controller.referee.board import Board, Lying
from controller.referee.desk import Desk
from engine.events import Draw
from engine.tiles import SEATS, Seat
from hal.zones import POOL, hand_of, melds_of, river_of

_MOST_OF_A_SET: Final = 3
"""More own tiles than this are no set but a hand laid open."""


def next_drawn(board: Board, seat: Seat) -> Lying | None:
    """The tile a seat has drawn next: one laid down already (a flower, in a kan, discarded), else one on its rack.

    A tile drawn, discarded and called in one breath may first be seen in the set of the seat that called it.
    """
    drawn = board.fresh_of(melds_of(seat)) or board.fresh_of(river_of(seat), POOL) or board.fresh_of(hand_of(seat))
    if not drawn:
        callers = (other for other in SEATS if other != seat and 0 < len(board.laid[other]) <= _MOST_OF_A_SET)
        drawn = board.fresh_of(*(melds_of(caller) for caller in callers))
    return drawn[0] if drawn else None


def read_draw(desk: Desk, board: Board, seat: Seat) -> bool:
    """Accept the draw of the seat in turn, if its tile is on the table."""
    drawn = next_drawn(board, seat)
    return drawn is not None and desk.try_accept(Draw(seat, drawn.tile), drawn.place.before) is None
