"""Does a draw or a discard come in its turn? One made after others had played on is not the one that play waits for.

When somebody's tile is not read and play goes on, the next one looks like the one that is missing. Taking it would
be a guess; the table asks for the missing tile instead.
"""

from collections.abc import Sequence
from typing import Final

from controller.referee.board import Board, Lying
from engine.tiles import SEATS, Seat
from hal.ports import Millis
from hal.zones import hand_of, melds_of, river_of

_CLEARLY: Final[Millis] = 3_000
"""So much earlier is clearly earlier, although a neighbouring antenna may have read a tile after it was gone."""


def turn_was_missed(board: Board, seat: Seat) -> bool:
    """Whether others visibly played on while a seat that is to draw still had its whole hand on the rack.

    Then it has drawn a tile and discarded it at once, and nobody saw that; what comes to its rack now is a later draw.
    """
    others = [other for other in SEATS if other != seat]
    signs = [sign for other in others for sign in board.thrown[other]]
    signs += board.fresh_of(*(river_of(other) for other in others))
    called = [lying for lying, role in board.astray if role.seat == seat]
    left = [*board.thrown[seat], *board.laid[seat], *board.in_air[seat], *called]
    return any(all(sign.place.before + _CLEARLY < place.after for _, place in left) for sign in signs)


def others_played_first(board: Board, seat: Seat, lying: Lying, rest: Sequence[Lying]) -> bool:
    """Whether this tile was still on its rack when others visibly played on, and another one had left it by then:
    one that is not seen, or one of the `rest` that were seen to have left it only later.
    """
    missing = [place.after for _, place in board.in_air[seat] if place.lost_from is not None]
    missing += [other.place.after for other in rest if other.tile != lying.tile]
    if not missing:
        return False
    others = [other for other in SEATS if other != seat]
    signs = [sign for other in others for sign in (*board.thrown[other], *board.laid[other])]
    signs += board.fresh_of(*(zone(other) for other in others for zone in (river_of, melds_of, hand_of)))
    return any(min(missing) < sign.place.before < lying.place.after - _CLEARLY for sign in signs)
