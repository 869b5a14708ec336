"""Playing on with zones nobody reads: what is still seen tells the rest (referee.md, Rulings; smaller tables).

What an unread zone's antennas say means nothing. A tile that has left a read rack and is seen nowhere lies in the
unread zone the game wants it in, after a while. A seat whose rack is unread draws unseen: its draw is known by what
it does next, and its hand consists of stand-ins until its tiles come to light (`stand_ins`).
"""

from typing import Final

from controller.inputs import Input, MoveSeen, TileLost
from controller.referee import stand_ins
from controller.referee.board import Board
from controller.referee.desk import Desk
from controller.referee.rewriting import rewrite
from controller.referee.state import NOWHERE, Call, Place, TablePhase
from engine.deal import Phase
from engine.events import Draw
from engine.melds import MeldType
from engine.tiles import KIND_OF, SEATS, Seat, Tile, is_flower
from hal.ports import Button, Millis
from hal.zones import ELSEWHERE, POOL, Zone, hand_of, melds_of, river_of

SETTLING: Final[Millis] = 2_500
"""A tile gone from a read zone for so long lies in the unread one."""


def screened(desk: Desk, event: Input) -> Input | None:
    """The input without what an unread zone says; None if nothing is left of it."""
    unread = desk.state.unread
    match event:
        case MoveSeen(target=target) if target in unread:
            if event.source in unread or event.source == ELSEWHERE:
                return None
            return TileLost(at=event.at, tile=event.tile, source=event.source, after=event.after)
        case TileLost(source=source) if source in unread:
            return None
        case _:
            return event


def fill_in(desk: Desk) -> bool:
    """Take one step that follows from what is seen around unread zones; True if one was taken."""
    if desk.state.phase is not TablePhase.PLAYING:
        return False
    if desk.stand_ins and stand_ins.give_way(desk):
        return True
    _judge_leniently(desk)
    board = desk.board()
    if any(_into_unread_zone(desk, board, seat) or _other_copy(desk, board, seat) for seat in SEATS):
        return True
    hidden = [seat for seat in SEATS if stand_ins.rack_unread(desk, seat)]
    return any(_adopt(desk, board, seat) or _draw_unseen(desk, board, seat) for seat in hidden)


def _judge_leniently(desk: Desk) -> None:
    """A riichi of a hidden hand is not refused for what its stand-ins show."""
    deal, rules = desk.deal, desk.rules
    check = "at_draw" if stand_ins.rack_unread(desk, deal.turn) else rules.riichi_check
    if deal.rules.riichi_check != check:
        desk.state.deal = deal._replace(rules=rules.with_changes(riichi_check=check))


# ---- tiles of read racks that go to unread zones


def _into_unread_zone(desk: Desk, board: Board, seat: Seat) -> bool:
    lost = [lying for lying in board.in_air[seat] if lying.place.lost_from == hand_of(seat)]
    if not lost:
        return False
    since = max(lying.place.before for lying in lost)
    tiles = [tile for tile, _ in lost]
    zone = _where_to(desk, board, seat, tiles)
    if zone is None or not desk.reached("unread", since + SETTLING):
        return False
    target = desk.deal.last_discard
    if zone == melds_of(seat) and desk.deal.phase is Phase.CLAIM and target is not None:
        tiles.append(target)
    for tile in tiles:
        _lay(desk, tile, zone)
    return True


def _where_to(desk: Desk, board: Board, seat: Seat, tiles: list[Tile]) -> Zone | None:
    """The unread zone where the lost tiles of a seat must lie, if the game has a place for just these."""
    deal, unread, window = desk.deal, desk.state.unread, desk.state.window
    if melds_of(seat) in unread:
        granted = window.granted if window is not None else None
        if granted is not None and granted.seat == seat:
            enough = len(tiles) == (3 if granted.call is Call.KAN else 2)
            return melds_of(seat) if enough and board.target_lifted else None
        if seat == deal.turn and deal.phase is Phase.ACT and _is_kan_or_flower(desk, seat, tiles):
            return melds_of(seat)
    acting = seat == deal.turn and deal.phase in (Phase.ACT, Phase.RIICHI)
    return river_of(seat) if acting and len(tiles) == 1 and stand_ins.river_unread(desk, seat) else None


def _is_kan_or_flower(desk: Desk, seat: Seat, tiles: list[Tile]) -> bool:
    pressed = any((press.seat, press.button) == (seat, Button.KAN) for press in desk.state.presses)
    kinds = {KIND_OF[tile] for tile in tiles}
    return all(is_flower(tile) for tile in tiles) or (pressed and len(kinds) == 1 and len(tiles) in (1, 4))


def _lay(desk: Desk, tile: Tile, zone: Zone) -> None:
    place = desk.place(tile)
    desk.arrivals += 1
    desk.put(tile, Place(zone, place.after, place.before, desk.arrivals))


# ---- discards entered by hand


def _other_copy(desk: Desk, board: Board, seat: Seat) -> bool:
    """A discard that was entered by hand and called was another copy of its tile: the one in the caller's melds."""
    name = desk.rules.tile_set.name
    called = {desk.deal.last_discard, *(meld.claimed for meld in desk.deal.players[seat].melds)}
    entered = [tile for tile in called if tile is not None and desk.place(tile).zone in desk.state.unread]
    for true, _ in board.fresh_of(melds_of(seat)):
        for tile in entered:
            if name(tile) == name(true) and rewrite(desk, {tile: true}):
                desk.put(tile, NOWHERE)
                return True
    return False


# ---- hidden hands


def _adopt(desk: Desk, board: Board, seat: Seat) -> bool:
    """A tile from nowhere that lies before a hidden hand was one of it: it takes the place of a stand-in."""
    standing = stand_ins.in_hand(desk, seat)
    if not standing:
        return False
    deal = desk.deal
    if seat == deal.turn and deal.phase in (Phase.ACT, Phase.RIICHI):
        thrown = board.fresh_of(river_of(seat), POOL)
        if thrown:
            return stand_ins.bind(desk, thrown[0].tile, standing[0])
    if len(board.laid[seat]) >= _most_laid(desk, seat):
        return False  # one more is the discard itself, not read in its river
    pons = {meld.kind for meld in deal.players[seat].melds if meld.type is MeldType.PON}
    drawing = seat == deal.turn and deal.phase not in (Phase.ACT, Phase.RIICHI)
    for tile, _ in board.fresh_of(melds_of(seat)):
        if is_flower(tile) and (drawing or deal.players[seat].drawn is None):
            continue  # drawn and set aside in one motion
        if drawing and KIND_OF[tile] in pons:
            continue  # drawn and added to a pon in one motion
        # The tile seen last is the drawn one, so the others are given away first.
        return stand_ins.bind(desk, tile, standing[0] if is_flower(tile) else standing[-1])
    return False


def _most_laid(desk: Desk, seat: Seat) -> int:
    """How many tiles of its hand a seat may have laid open now: for a call, a kan, or all after WIN."""
    deal, window = desk.deal, desk.state.window
    if seat in desk.state.showing or seat == deal.turn:
        return len(deal.players[seat].hand)
    granted = window.granted if window is not None else None
    pressed = [press.button for press in desk.state.presses if press.seat == seat]
    if granted is not None and granted.seat == seat:
        return 3 if granted.call is Call.KAN else 2
    return 2 if Button.PON in pressed or Button.CHI in pressed else 3


def _draw_unseen(desk: Desk, board: Board, seat: Seat) -> bool:
    """The seat in turn has drawn, by what it does or because nothing else can happen; which tile nobody knows."""
    deal = desk.deal
    if seat != deal.turn or deal.draw_due is not None:
        return False
    match deal.phase:
        case Phase.CLAIM | Phase.ROB:
            drawn = _acts(desk, board, seat) and _window_is_over(desk)
        case Phase.DRAW | Phase.REPLACE:
            drawn = not board.fresh_of(river_of(seat), melds_of(seat), POOL)
        case Phase.FLOWERS:
            drawn = deal.replacements_due > 0
        case _:
            drawn = False
    tile = stand_ins.stand_in(desk) if drawn else None
    return tile is not None and desk.try_accept(Draw(seat, tile), desk.state.now) is None


def _acts(desk: Desk, board: Board, seat: Seat) -> bool:
    """Whether a seat that is to draw has done what only who has drawn does."""
    laid = [KIND_OF[tile] for tile, _ in board.laid[seat]]
    kan = any(laid.count(kind) == 4 for kind in laid)
    riichi = any((press.seat, press.button) == (seat, Button.RIICHI) for press in desk.state.presses)
    shows = seat in desk.state.showing and len(board.laid[seat]) < len(desk.deal.players[seat].hand)
    return bool(board.thrown[seat]) or kan or (riichi and not shows)


def _window_is_over(desk: Desk) -> bool:
    window = desk.state.window
    if window is None or window.closed:
        return True
    if window.granted is not None or window.winning:
        return False
    return desk.reached("window", window.opened + desk.options.grace)
