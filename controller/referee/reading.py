"""Reading a turn: from tiles on felt to the next event of the deal (referee.md, Reading a turn).

`read` looks at the differences between table and deal and accepts the one event that comes next by the rules and
that the tiles show. It is called again until it finds none. Tiles that belong to later events simply wait, so
every order of small motions that ends in the same position is understood. An event that the tiles show only in
part (three of a kan's four tiles, one of two laid) waits too.
"""

from controller.effects import CallMade, TunePlayed
from controller.referee import calls, draws, melding
from controller.referee.board import Board, Lying, Part
from controller.referee.desk import Desk
from controller.referee.ends import draw_deal
from controller.referee.order import others_played_first
from controller.referee.riichi import discard_with_riichi, heard_for
from engine.deal import Phase
from engine.events import Discard, Flower, Indicator
from engine.tiles import Seat, Tile, is_flower
from hal.ports import Button, Millis
from hal.zones import DORA_PAD, ZoneKind, hand_of, river_of


def read(desk: Desk) -> bool:
    """Accept the next event that the table shows; False if it shows none now."""
    deal = desk.deal
    board = desk.board()
    if read_indicator(desk, board):
        return True
    match deal.phase:
        case Phase.CLAIM | Phase.ROB:
            return calls.read_window(desk, board)
        case Phase.DRAW | Phase.REPLACE:
            return draw_deal(desk) or draws.read_draw(desk, board, deal.turn)
        case Phase.FLOWERS:
            return _read_flower(desk, board, deal.turn) or draws.read_draw(desk, board, deal.turn)
        case Phase.ACT | Phase.RIICHI:
            return _read_turn(desk, board, deal.turn)
        case Phase.OVER:
            return False


def read_indicator(desk: Desk, board: Board) -> bool:
    """A kan's indicator has been turned, in time or late."""
    if not desk.deal.indicators_due:
        return False
    turned = board.fresh_of(DORA_PAD)
    if not turned:
        return False
    # Of two that are due the one turned first may be seen last.
    alone = len(turned) == 1 < desk.deal.indicators_due
    if alone and not desk.reached("indicator", turned[0].place.before + desk.options.unseen):
        return False
    return desk.try_accept(Indicator(turned[0].tile), turned[0].place.before) is None


def _read_flower(desk: Desk, board: Board, seat: Seat) -> bool:
    for tile, place in board.laid[seat]:
        if is_flower(tile) and desk.try_accept(Flower(seat, tile), place.before) is None:
            return True
    return False


def _read_turn(desk: Desk, board: Board, seat: Seat) -> bool:
    """The seat holds a full hand: a flower, a kan or a discard. A kan half laid holds the discard back."""
    if _read_flower(desk, board, seat) or melding.read_own_kan(desk, board, seat):
        return True
    thrown = board.thrown[seat] or _snatched(board, seat)
    if not thrown or melding.kan_half_laid(desk, board, seat) or _opens_hand(desk, seat, thrown):
        return False
    if melding.kan_expected(desk, seat) and not desk.reached("kan", thrown[0].place.before + desk.options.unseen):
        return False
    if len(thrown) > 1 and thrown[1].place.before - thrown[0].place.before < desk.options.hand_shown:
        return False  # several at once: a hand is being laid open, or tiles were knocked over
    left = [*board.thrown[seat], *_snatched(board, seat)]
    in_turn = next((lying for lying in left if not others_played_first(board, seat, lying, left)), None)
    return in_turn is not None and _discard(desk, seat, in_turn.tile, in_turn.place.before)


def _snatched(board: Board, seat: Seat) -> list[Lying]:
    """The discard of a seat that was called before any antenna saw it: it lies in the caller's melds already."""
    return [
        lying
        for lying, role in board.astray
        if role.part is Part.HAND and role.seat == seat and lying.place.zone.kind is ZoneKind.MELDS
    ]


def _opens_hand(desk: Desk, seat: Seat, thrown: list[Lying]) -> bool:
    """Whether WIN was pressed and what lies there may be a hand being opened: one tile alone soon is a discard, and
    the press means a tile that comes later.
    """
    if not waits_for(desk, seat, Button.WIN):
        return False
    return len(thrown) > 1 or not desk.reached("opens", thrown[0].place.before + desk.options.hand_shown)


def waits_for(desk: Desk, seat: Seat, button: Button) -> bool:
    """Whether a press of a seat still waits for its meaning."""
    return any(press.seat == seat and press.button is button for press in desk.state.presses)


def may_discard_by_clock(desk: Desk, seat: Seat, tile: Tile) -> bool:
    """Whether a tile may be discarded now by the clock: after its time, and where nobody plays the seat, only what the
    rules say, or another copy of it: nobody can tell them apart.
    """
    if seat not in desk.state.absent and _in_time(desk, seat, tile):
        return True
    name = desk.rules.tile_set.name
    return name(tile) in map(name, desk.deal.timed_discards())


def _in_time(desk: Desk, seat: Seat, tile: Tile) -> bool:
    """Whether the clock does not mind this discard. One that is seen late but may have been made in time was made in
    time; and once the next seat has played on, nobody minds the clock any more.
    """
    if desk.state.timed_out != seat or desk.place(tile).after <= desk.time_was_up + desk.options.late_sight:
        return True
    following = (seat + 1) % 4
    return bool(desk.board().fresh_of(hand_of(following), river_of(following)))


def _discard(desk: Desk, seat: Seat, tile: Tile, at: Millis) -> bool:
    """A discard, with riichi if its seat has pressed for it."""
    if not may_discard_by_clock(desk, seat, tile):
        return False
    pressed = None if seat in desk.state.riichi_pressed else heard_for(desk, Discard(seat, tile))
    if pressed is not None:
        desk.state.riichi_pressed[seat] = pressed
        desk.emit(CallMade(seat, "riichi", pressed), TunePlayed("riichi"))
    if seat in desk.state.riichi_pressed:
        return discard_with_riichi(desk, seat, tile, at)
    return desk.try_accept(Discard(seat, tile), at) is None
