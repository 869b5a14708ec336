"""Tiles read wrongly: a ghost taken for a draw or an indicator, and found out when the true tile lies in its place.

The history is read again with the true tile. It must be the only reading: one tile of a rack (or of the dora pad)
is known not to lie there, one that nothing explains does, and every event since is legal with it.
"""

from controller.referee.board import Board, Part
from controller.referee.desk import Desk
from controller.referee.rewriting import rewrite
from engine.deal import Phase
from engine.tiles import SEATS, Seat, Tile
from hal.zones import DORA_PAD, ZoneKind, hand_of


def correct_misread(desk: Desk) -> bool:
    """Replace a misread tile by the true one all through the deal; True if one was found."""
    board = desk.board()
    found = _indicator(desk, board)
    for seat in SEATS:
        found = found or _rack(desk, board, seat)
    if found is None:
        return False
    wrong, true = found
    return rewrite(desk, {wrong: true}, strict=True)


def _rack(desk: Desk, board: Board, seat: Seat) -> tuple[Tile, Tile] | None:
    """The one tile of a hand that never lay on its rack, and the one there that nobody has drawn."""
    deal = desk.deal
    to_draw = seat == deal.turn and deal.phase not in (Phase.ACT, Phase.RIICHI)
    fresh = board.fresh.get(hand_of(seat), [])
    wrong = [tile for tile, place in board.in_air[seat] if place.lost_from is None]
    wrong += [
        lying.tile
        for lying, role in board.astray
        # A tile of a hand in another's melds was discarded and called.
        if role.seat == seat and role.part is Part.HAND and lying.place.zone.kind is not ZoneKind.MELDS
    ]
    return None if to_draw or len(wrong) != 1 or len(fresh) != 1 else (wrong[0], fresh[0].tile)


def _indicator(desk: Desk, board: Board) -> tuple[Tile, Tile] | None:
    """The one indicator that never lay on the dora pad, and the tile that does."""
    fresh = board.fresh.get(DORA_PAD, [])
    if len(fresh) != 1 or desk.deal.indicators_due:
        return None
    places = ((tile, desk.place(tile)) for tile in desk.deal.indicators)
    wrong = [tile for tile, place in places if place.zone != DORA_PAD and place.lost_from is None]
    return (wrong[0], fresh[0].tile) if len(wrong) == 1 else None
