"""What can be wrong about calls: not granted, not finished, not the set that was called."""

from collections.abc import Iterator

from controller.referee import melding
from controller.referee.board import Board, Lying
from controller.referee.desk import Desk
from controller.referee.incidents import Fault
from controller.referee.state import Call, CallWindow
from engine.deal import Phase
from engine.tiles import SEATS, Seat, Tile
from hal.zones import ZoneKind, melds_of


def claim_faults(desk: Desk, board: Board) -> Iterator[Fault]:
    """Faults of the open call, and of a meld whose claimed tile does not lie with it."""
    window = desk.state.window
    if window is not None and window.granted is not None:
        yield from _granted(desk, board, window)
    for seat in SEATS:
        if seat not in desk.state.showing:  # who shows its hand lays tiles that make no set yet
            yield from _laid(desk, board, seat)
    yield from _taken(desk, board)
    yield from _claimed_tile_left(desk, board)


def _tiles(lying: list[Lying]) -> tuple[Tile, ...]:
    return tuple(tile for tile, _ in lying)


def _granted(desk: Desk, board: Board, window: CallWindow) -> Iterator[Fault]:
    """A call was granted: either its tiles come, or it is unfinished; tiles that make another set are wrong."""
    granted = window.granted
    if granted is None:
        return
    laid = board.laid[granted.seat]
    wrong = melding.call_laid(desk, board, granted.seat, granted) if laid else None
    refusal = None if wrong is None else desk.allows(wrong)
    kind = "wrong_meld_after_discard" if board.thrown[granted.seat] else "wrong_meld"
    if refusal is not None:
        yield Fault(kind, (granted.seat,), _tiles(laid), refusal.message, refusal.rule)
    elif len(laid) > (3 if granted.call is Call.KAN else 2):
        yield Fault(kind, (granted.seat,), _tiles(laid), "There are too many tiles.")
    else:
        yield Fault("claim_unfinished", (granted.seat,), since=granted.at, mark=f"{granted.at}")


def _laid(desk: Desk, board: Board, seat: Seat) -> Iterator[Fault]:
    """Tiles laid out of turn without a call that was granted."""
    laid, deal, window = board.laid[seat], board.deal, desk.state.window
    if not laid or (seat == deal.turn and deal.phase in (Phase.ACT, Phase.RIICHI)):
        return
    if window is not None and (window.winning or (window.granted is not None and window.granted.seat == seat)):
        return
    patience = desk.options.opened_hand if len(laid) > 4 else None
    call = melding.call_laid(desk, board, seat, None, final=True) if deal.phase is Phase.CLAIM else None
    if call is not None and desk.allows(call) is None:
        yield Fault("claim_without_call", (seat,), _tiles(laid), patience=patience)
    elif call is not None and (refusal := desk.allows(call)) is not None:
        yield Fault("wrong_meld", (seat,), _tiles(laid), refusal.message, refusal.rule, patience)
    else:
        yield Fault("wrong_meld", (seat,), _tiles(laid), patience=patience)


def _taken(desk: Desk, board: Board) -> Iterator[Fault]:
    """The discard has left the river: to a seat that was granted it, or wrongly."""
    deal, window = board.deal, desk.state.window
    taker, tile = board.taken_by, deal.last_discard
    if taker is None or tile is None or deal.phase is not Phase.CLAIM:
        return
    if window is not None and (window.winning or (window.granted is not None and window.granted.seat == taker)):
        return
    if taker == deal.last_discarder:
        yield Fault("tile_returned", (taker,), (tile,))
    elif not board.laid[taker]:
        yield Fault("claim_without_call", (taker,), (tile,))


def _claimed_tile_left(desk: Desk, board: Board) -> Iterator[Fault]:
    """A set stands, but the tile it claimed still lies elsewhere: in the river or on the caller's rack."""
    deal = board.deal
    for seat, player in zip(SEATS, deal.players, strict=True):
        for meld in player.melds:
            tile = meld.claimed
            if tile is None:
                continue
            zone = desk.place(tile).zone
            if zone.kind is not ZoneKind.ELSEWHERE and zone != melds_of(seat):
                yield Fault("claim_unfinished", (seat,), (tile,))
