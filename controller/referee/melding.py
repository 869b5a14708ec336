"""Sets laid on the table: which call or kan the tiles in a melds zone make.

Which chi is called is told by the tiles alone. A tile laid on another may stay unread; where a button was pressed
and only one set fits the tiles that are read, the set stands after a short wait.
"""

from itertools import combinations
from typing import Final

from controller.referee.board import Board, Lying
from controller.referee.desk import Desk
from controller.referee.state import Call, Claim, WaitingPress
from engine.deal import Phase
from engine.errors import IllegalAction
from engine.events import AddedKan, Chi, ConcealedKan, OpenKan, Pon
from engine.melds import MeldType
from engine.tiles import KIND_OF, KINDS, Kind, Seat, Tile
from hal.ports import Button, Millis
from hal.zones import ELSEWHERE, ZoneKind

LAYING: Final[Millis] = 2_000
"""A concealed kan is laid with no longer pauses: after one, tiles that lie alone do not hold the discard back."""


def kan_expected(desk: Desk, seat: Seat) -> bool:
    """Whether a seat has pressed KAN on its turn and not laid the kan yet."""
    return any(press.seat == seat and press.button is Button.KAN for press in desk.state.presses)


def read_own_kan(desk: Desk, board: Board, seat: Seat) -> bool:
    """Accept a concealed or added kan that the seat in turn has laid."""
    pressed = kan_expected(desk, seat)
    if desk.rules.calls == "buttons" and not pressed:
        return False
    kan = own_kan_laid(desk, board, seat, pressed=pressed)
    if kan is None:
        return False
    at = max((place.before for _, place in board.laid[seat]), default=desk.state.now)
    if desk.try_accept(kan, at) is not None:
        return False
    state = desk.state
    state.presses = [press for press in state.presses if (press.seat, press.button) != (seat, Button.KAN)]
    return True


def kan_half_laid(desk: Desk, board: Board, seat: Seat) -> bool:
    """Whether the tiles laid may become a kan of this turn. Tiles of a call that comes later may not.

    It does not ask whether the rest of four stands on the rack: the time until a discard is read would tell.
    """
    laid = board.laid[seat]
    pons = {meld.kind for meld in desk.deal.players[seat].melds if meld.type is MeldType.PON}
    kinds = {KIND_OF[tile] for tile, _ in laid}
    if any(kind >= KINDS or kind in pons for kind in kinds):
        return True
    if any(len(_of_kind(laid, kind)) + len(_of_kind(board.in_air[seat], kind)) == 4 for kind in kinds):
        return True
    return len(kinds) == 1 and not desk.reached("kan", laid[-1].place.before + LAYING)


def unseen_kan(desk: Desk, seat: Seat) -> WaitingPress | None:
    """The KAN press of the seat in turn that may mean a drawn tile no antenna has seen: the fourth of a pon or of
    three alike in the hand. Then the next tile on its rack is the replacement, not the draw.
    """
    press = next((p for p in desk.state.presses if (p.seat, p.button) == (seat, Button.KAN)), None)
    if press is None or seat != desk.deal.turn or desk.deal.phase not in (Phase.DRAW, Phase.CLAIM):
        return None
    player = desk.deal.players[seat]
    kinds = [meld.kind for meld in player.melds if meld.type is MeldType.PON]
    kinds += [kind for kind in range(KINDS) if player.counts[kind] == 3]
    fourths = (Tile(tile) for kind in kinds for tile in range(4 * kind, 4 * kind + 4))
    unseen = [tile for tile in fourths if tile not in desk.roles and desk.place(tile).zone == ELSEWHERE]
    return press if unseen else None


def own_kan_laid(desk: Desk, board: Board, seat: Seat, *, pressed: bool) -> ConcealedKan | AddedKan | None:
    """The kan that the tiles laid by the seat in turn show, legal or not; None if they show none (yet)."""
    player = desk.deal.players[seat]
    laid = board.laid[seat]
    pons = {meld.kind for meld in player.melds if meld.type is MeldType.PON}
    for kind in dict.fromkeys(KIND_OF[tile] for tile, _ in laid):
        tiles = [lying for lying in laid if KIND_OF[lying.tile] == kind]
        if kind in pons:
            return AddedKan(seat, tiles[0].tile)
        unseen = _of_kind(board.in_air[seat], kind)
        four = [*(lying.tile for lying in tiles), *unseen]
        if len(four) == 4 and (not unseen or _sure(desk, pressed, tiles, len(unseen))):
            return ConcealedKan(seat, (four[0], four[1], four[2], four[3]))
    if pressed and not laid:
        return _unseen_added_kan(desk, board, seat, pons)
    return None


def _of_kind(lying: list[Lying], kind: Kind) -> list[Tile]:
    return [tile for tile, _ in lying if KIND_OF[tile] == kind]


def _sure(desk: Desk, pressed: bool, tiles: list[Lying], unseen: int) -> bool:
    """Whether a set with one unread tile may stand: it was pressed for and had time to be read."""
    return pressed and unseen == 1 and desk.reached("set", tiles[-1].place.before + desk.options.unseen)


def _unseen_added_kan(desk: Desk, board: Board, seat: Seat, pons: set[Kind]) -> AddedKan | None:
    """KAN was pressed and the one tile that fits a pon has left the rack: it lies on the pon, unread."""
    fitting = [lying for lying in board.in_air[seat] if KIND_OF[lying.tile] in pons]
    if len(fitting) != 1:
        return None
    pressed_at = max(press.at for press in desk.state.presses if (press.seat, press.button) == (seat, Button.KAN))
    since = max(fitting[0].place.before, pressed_at)
    return AddedKan(seat, fitting[0].tile) if desk.reached("set", since + desk.options.unseen) else None


def read_call(desk: Desk, board: Board, seat: Seat) -> bool:
    """Accept the chi, pon or open kan that a seat has laid with the discard."""
    window = desk.state.window
    if window is None or window.kan or seat == window.discarder or seat in desk.state.showing:
        return False
    granted = window.granted if window.granted is not None and window.granted.seat == seat else None
    if granted is None and not _laid_without_press(desk, board, seat):
        return False
    call = call_laid(desk, board, seat, granted)
    if call is None or desk.allows(call) is not None:
        return False
    at = max((place.before for _, place in board.laid[seat]), default=window.opened)
    desk.accept(call, at)
    return True


def _laid_without_press(desk: Desk, board: Board, seat: Seat) -> bool:
    """Whether a set laid without a press may count: the rules take it, nobody else's call stands, it is complete."""
    window, target = desk.state.window, board.target
    if desk.rules.calls == "buttons" or window is None or window.granted is not None or window.winning:
        return False
    if target is None:
        return False
    if window.closed and (window.lapsed_at is None or target.before > window.lapsed_at):
        return False
    return target.zone.kind is ZoneKind.MELDS and target.zone.seat == seat


def call_laid(
    desk: Desk, board: Board, seat: Seat, granted: Claim | None, *, final: bool = False
) -> Chi | Pon | OpenKan | None:
    """The call that the tiles laid by a seat make with the discard, legal or not; None if they make none (yet).

    `final`: no further tile is waited for.
    """
    tile = board.deal.last_discard
    laid = board.laid[seat]
    if tile is None or not laid:
        return None
    used = tuple(lying.tile for lying in laid)
    if granted is None and len(used) == 2 and not final and _may_become_kan(desk, tile, used):
        if not desk.reached("set", laid[-1].place.before + desk.options.unseen):
            return None
    elif granted is not None and len(used) < (3 if granted.call is Call.KAN else 2):
        return _completed(desk, board, seat, tile, granted)
    return _call_with(seat, tile, used)


def may_belong(target: Tile, laid: list[Lying]) -> bool:
    """Whether tiles laid open could be part of one set with the discard, by their faces."""
    kind = KIND_OF[target]
    kinds = [KIND_OF[tile] for tile, _ in laid]
    if all(other == kind for other in kinds):
        return True
    return kind < 27 and all(other // 9 == kind // 9 and abs(other - kind) <= 2 for other in kinds)


def _may_become_kan(desk: Desk, tile: Tile, used: tuple[Tile, ...]) -> bool:
    """Whether two tiles laid without a press may be the first of an open kan.

    It does not ask whether the seat holds the third tile: the time until the pon is shown would tell.
    """
    return all(KIND_OF[other] == KIND_OF[tile] for other in used) and desk.deal.wall_left > 0


def _call_with(seat: Seat, tile: Tile, used: tuple[Tile, ...]) -> Chi | Pon | OpenKan | None:
    if len(used) == 2:
        pair = (used[0], used[1])
        alike = KIND_OF[used[0]] == KIND_OF[used[1]] == KIND_OF[tile]
        return Pon(seat, tile, pair) if alike else Chi(seat, tile, pair)
    if len(used) == 3:
        return OpenKan(seat, tile, (used[0], used[1], used[2]))
    return None


def _completed(desk: Desk, board: Board, seat: Seat, tile: Tile, granted: Claim) -> Chi | Pon | OpenKan | None:
    """The only legal set of the granted call from the tiles laid and one that was lost sight of, after a wait."""
    laid = tuple(lying.tile for lying in board.laid[seat])
    missing = (3 if granted.call is Call.KAN else 2) - len(laid)
    if missing != 1 or not desk.reached("set", board.laid[seat][-1].place.before + desk.options.unseen):
        return None
    found = []
    for extra in combinations([lying.tile for lying in board.in_air[seat]], missing):
        call = _call_with(seat, tile, (*laid, *extra))
        if call is not None and CALL_OF[type(call)] is granted.call and desk.allows(call) is None:
            found.append(call)
    return found[0] if len(found) == 1 else None


CALL_OF = {Chi: Call.CHI, Pon: Call.PON, OpenKan: Call.KAN}
"""Which button a call has."""


def refusal_of(desk: Desk, board: Board, seat: Seat) -> IllegalAction | None:
    """Why the set a seat has laid is refused; None if it is legal or no set at all."""
    kan = own_kan_laid(desk, board, seat, pressed=False)
    if kan is not None:
        return desk.allows(kan)
    window = desk.state.window
    call = call_laid(desk, board, seat, window.granted if window is not None else None, final=True)
    return None if call is None else desk.allows(call)
