"""Draws: the tile a seat has taken from the wall."""

from typing import Final

from controller.referee.board import Board, Lying
from controller.referee.desk import Desk
from controller.referee.melding import may_belong, unseen_kan
from controller.referee.order import turn_was_missed
from engine.deal.state import PlayerState
from engine.events import Draw
from engine.melds import MeldType
from engine.tiles import KIND_OF, SEATS, Seat, Tile, is_flower
from hal.ports import Millis
from hal.zones import POOL, hand_of, melds_of, river_of

_MOST_OF_A_SET: Final = 3
"""More own tiles than this are no set but a hand laid open."""

_LATER_TURN: Final[Millis] = 8_000
"""A tile first seen in a set so long after the next seat has played belongs to a later turn."""


def next_drawn(board: Board, seat: Seat) -> Lying | None:
    """The tile a seat has drawn next: a flower or the tile of a kan laid already, else the discard or the rack's.

    A tile drawn, discarded and called in one breath may first be seen in the set of the seat that called it.
    """
    player = board.deal.players[seat]
    laid = board.fresh_of(melds_of(seat))
    kan = [lying for lying in laid if _makes_kan(player, lying.tile)]
    drawn = kan or board.fresh_of(river_of(seat), POOL) or board.fresh_of(hand_of(seat))
    called = _called_before(board, seat, drawn[0]) if drawn and not kan else None
    if called is not None:
        return called
    if not drawn:
        callers = (other for other in SEATS if other != seat and 0 < len(board.laid[other]) <= _MOST_OF_A_SET)
        in_sets = [*laid, *board.fresh_of(*(melds_of(caller) for caller in callers))]
        drawn = [lying for lying in in_sets if not _of_a_later_turn(board, seat, lying)]
    return drawn[0] if drawn else None


def _called_before(board: Board, seat: Seat, drawn: Lying) -> Lying | None:
    """A tile of the wall that lay in another seat's set before this one came: it was drawn, discarded and called."""
    for caller in SEATS:
        laid = board.laid[caller]
        if caller == seat or not 0 < len(laid) <= _MOST_OF_A_SET:
            continue
        for lying in board.fresh_of(melds_of(caller)):
            if lying.place.before < drawn.place.after and may_belong(lying.tile, laid):
                return lying
    return None


def _makes_kan(player: PlayerState, tile: Tile) -> bool:
    """Whether a drawn tile can have gone straight to the melds: a flower, or the fourth of its kind."""
    if is_flower(tile):
        return True
    kind = KIND_OF[tile]
    return player.counts[kind] == 3 or any(m.type is MeldType.PON and m.kind == kind for m in player.melds)


def _of_a_later_turn(board: Board, seat: Seat, lying: Lying) -> bool:
    """Whether the next seat had visibly played long before this tile came."""
    following = (seat + 1) % 4
    signs = (*board.fresh_of(river_of(following), hand_of(following)), *board.thrown[following])
    return any(sign.place.before + _LATER_TURN < lying.place.after for sign in signs)


def read_draw(desk: Desk, board: Board, seat: Seat) -> bool:
    """Accept the draw of the seat in turn, if its tile is on the table."""
    drawn = next_drawn(board, seat)
    if drawn is None or _is_replacement(desk, seat, drawn):
        return False
    if drawn.place.zone in (hand_of(seat), melds_of(seat)) and turn_was_missed(board, seat):
        return False
    return desk.try_accept(Draw(seat, drawn.tile), drawn.place.before) is None


def _is_replacement(desk: Desk, seat: Seat, drawn: Lying) -> bool:
    """Whether KAN was pressed for a drawn tile not seen yet, so that this one may be its replacement."""
    press = unseen_kan(desk, seat)
    return press is not None and drawn.place.zone == hand_of(seat) and drawn.place.before > press.at
