"""Disagreements between table and rules, computed from the tiles as they lie (referee.md, Incidents).

`find_faults` gives all of them at once. Nothing is remembered here: a disagreement that is gone is simply no
longer found, which is how incidents clear by themselves. `IncidentBook` counts how long each has lasted.
"""

from collections.abc import Iterator

from controller.referee import melding, raised
from controller.referee.board import Board, Lying, Part, off_the_rack
from controller.referee.claimfaults import claim_faults
from controller.referee.dealing import dealt, most_on_racks, needs_indicator
from controller.referee.desk import Desk
from controller.referee.incidents import Fault
from controller.referee.indicators import first_indicator_missing, pad_unread
from controller.referee.overtaken import overtaken_draw
from controller.referee.reading import may_discard_by_clock
from controller.referee.stand_ins import rack_unread
from controller.referee.state import TablePhase
from controller.referee.unreaddeal import HAND, nearly, read_racks
from controller.referee.wins import SHOWN_HAND, indicators_awaited
from engine.deal import Phase
from engine.events import Discard
from engine.tiles import SEATS, Seat, Tile, is_flower
from hal.ports import Button
from hal.zones import DORA_PAD, ZoneKind, hand_of, river_of

_SEVERAL = 2
"""One tile of a hand that lies open is a discard; so many at once were shown."""

_TURN_FIRST = "Turn the first dora indicator."

_GONE_ON = frozenset({"draw_out_of_turn", "discard_out_of_turn", "wrong_meld", "claim_without_call"})
"""What others seem to do wrong when they play on after a move that nobody saw."""


def find_faults(desk: Desk) -> list[Fault]:
    """Everything that is wrong on the table now."""
    phase = desk.state.phase
    faults = [*_tags(desk), *raised.raised_faults(desk)]
    if phase in (TablePhase.PLAYING, TablePhase.URA):
        faults += [Fault("seat_absent", (seat,), patience=0) for seat in sorted(desk.state.absent)]
    if desk.broken:
        faults.append(Fault("ledger", why=desk.broken))
    if phase is TablePhase.DEALING:
        faults += _dealing(desk)
    elif phase is TablePhase.URA:
        faults += _ura(desk)
    elif phase is TablePhase.PLAYING and desk.state.restoring:
        faults += _to_put_back(desk)
    elif phase is TablePhase.PLAYING:
        faults += [fault for fault in _playing(desk, desk.board()) if not _excused(desk, fault)]
    found = {fault.key for fault in faults}
    desk.excused_faults &= found
    return [fault for fault in faults if fault.key not in desk.excused_faults]


def _excused(desk: Desk, fault: Fault) -> bool:
    """Whether a ruling has accepted every tile of it where it lies."""
    return bool(fault.tiles) and all((tile, str(desk.place(tile).zone)) in desk.excused for tile in fault.tiles)


# ---- tags and antennas


def _tags(desk: Desk) -> Iterator[Fault]:
    state = desk.state
    if state.phase in (TablePhase.SETUP, TablePhase.FINISHED, TablePhase.RESULT):
        return
    for kind, tags in (("unknown_tag", state.unknown_tags), ("duplicate_tag", state.duplicate_tags)):
        for tag, zone in tags.items():
            if tag not in desk.excused_tags and zone not in state.unread:
                yield Fault(kind, () if zone.seat is None else (zone.seat,), mark=tag)
    for device in state.failing:
        kind, _, seat_text = device.partition(":")
        fault = "machine_jam" if kind == "machine" else "panel_offline"
        yield Fault(fault, (int(seat_text),) if seat_text else (), mark=device)
    for zone, reason in state.unreadable.items():
        if zone not in state.unread:
            yield Fault(reason, () if zone.seat is None else (zone.seat,))
    if state.phase is TablePhase.PLAYING:
        size = desk.tile_count
        for tile, place in state.places.items():
            if tile >= size and place.zone.kind is not ZoneKind.ELSEWHERE:
                yield Fault("foreign_tile", () if place.zone.seat is None else (place.zone.seat,), (tile,))


# ---- dealing, ura, putting back


def _dealing(desk: Desk) -> Iterator[Fault]:
    """A deal that is almost dealt and gets no further."""
    since = desk.nearly_dealt
    if since is None:
        return
    found, patience = dealt(desk), desk.options.patience_of("dealing")
    if not read_racks(desk) or found.in_place < nearly(desk):
        return
    most = most_on_racks(desk)
    for seat in read_racks(desk):
        count, still = len(found.racks[seat]), max(since, desk.touched.get(hand_of(seat), 0))
        if count < HAND:
            why = f" {count} of {HAND} are read."
            yield Fault("too_few_tiles", (seat,), why=why, patience=patience, since=still)
        elif count > max(HAND + 1, most[seat]):
            yield Fault("too_many_tiles", (seat,), why=f" {count} are read.", patience=patience, since=still)
    if needs_indicator(desk) and not found.indicators and not pad_unread(desk):
        patience = desk.options.patience_of("indicator_due")
        yield Fault("wrong_indicator", why=_TURN_FIRST, patience=patience, since=since)


def _ura(desk: Desk) -> Iterator[Fault]:
    awaited = indicators_awaited(desk, desk.board())
    if pad_unread(desk) and (awaited > 0 or first_indicator_missing(desk)):
        why = "Enter the indicators by hand, or press OK/MENU at the winner's seat if there are no more."
        yield Fault("wrong_indicator", why=why, patience=0, mark="enter")
    elif first_indicator_missing(desk):
        yield from _first_not_turned(desk)
    elif awaited > 0:
        why = f"Turn {awaited} more: the ura indicators under the dora indicators."
        yield Fault("wrong_indicator", why=why, patience=desk.options.patience_of("indicator_due"), mark="ura")
    elif awaited < 0:
        yield Fault("wrong_indicator", why="There are too many tiles on it.", mark="ura")


def _to_put_back(desk: Desk) -> Iterator[Fault]:
    wrong = misplaced(desk)
    if wrong:
        count = len(wrong)
        seats = tuple(sorted({seat for tile in wrong if (seat := desk.place(tile).zone.seat) is not None}))
        yield Fault("put_back", seats, why=f"{count} tile{'s' * (count > 1)} to go.", patience=0, mark="undo")


def misplaced(desk: Desk) -> list[Tile]:
    """Every tile that lies where the deal does not have it."""
    board = desk.board()
    wrong = [lying.tile for lies in (*board.fresh.values(), *board.thrown, *board.laid) for lying in lies]
    wrong += [lying.tile for lying, _ in board.astray]
    return [tile for tile in wrong if (tile, str(desk.place(tile).zone)) not in desk.excused]


# ---- playing


def _playing(desk: Desk, board: Board) -> list[Fault]:
    exposed = [fault for seat in SEATS if (fault := _exposed(desk, board, seat)) is not None]
    shown = {seat for fault in exposed for seat in fault.seats}
    claims = (fault for fault in claim_faults(desk, board) if fault.kind != "wrong_meld" or fault.seats[0] not in shown)
    faults = [*exposed, *claims]
    for seat in SEATS:
        if seat in shown or seat in desk.state.showing:
            continue
        faults += _thrown(desk, board, seat)
        faults += _laid_on_turn(desk, board, seat)
        faults += _drawn(desk, board, seat)
    press = melding.unseen_kan(desk, board.deal.turn)
    if press is not None:
        faults.append(Fault("tile_missing", (press.seat,), since=press.at, mark="kan"))
    faults += _waited_in_vain(desk, board)
    faults += [fault for fault in _astray(board) if not desk.stand_ins.intersection(fault.tiles)]
    faults += [Fault("score_needed", (seat,), since=at) for seat, at in desk.state.showing.items()]
    faults += _dora_pad(desk, board)
    stuck = _stuck(desk, board, faults)
    return [stuck] if stuck is not None else faults


def _waited_in_vain(desk: Desk, board: Board) -> Iterator[Fault]:
    """A WIN or RIICHI that may belong to a move not seen yet waits without end: ask for that move's tile."""
    seat, patience = board.deal.turn, desk.options.doubt_patience
    since = min((press.at for press in desk.state.presses if press.button in (Button.WIN, Button.RIICHI)), default=None)
    if since is not None:
        yield Fault("tile_missing", (seat,), _tiles(board.in_air[seat]), patience=patience, since=since, mark="press")


def _tiles(lying: list[Lying]) -> tuple[Tile, ...]:
    return tuple(tile for tile, _ in lying)


def may_draw(board: Board, seat: Seat) -> bool:
    """Whether the seat's next tile from the wall would be in turn."""
    return seat == board.deal.turn and board.deal.phase not in (Phase.ACT, Phase.RIICHI, Phase.OVER)


def _exposed(desk: Desk, board: Board, seat: Seat) -> Fault | None:
    """So many tiles of a hand lie open at once that the rules have it cost something (rules.md, Fouls)."""
    count = off_the_rack(board, seat)
    costs = [penalty for least, penalty in desk.rules.exposed_tiles if count >= least]
    window = desk.state.window
    granted = window is not None and window.granted is not None and window.granted.seat == seat
    if count < _SEVERAL or not costs or granted or desk.state.winners or seat in desk.state.showing:
        return None
    patience = desk.options.opened_hand if count >= SHOWN_HAND else None
    tiles = _tiles([*board.thrown[seat], *board.laid[seat]])
    return Fault("exposed_tiles", (seat,), tiles, f"{count} tiles", "exposed_tiles", patience, penalty=costs[-1])


def _thrown(desk: Desk, board: Board, seat: Seat) -> Iterator[Fault]:
    """Tiles of a hand among the discards that no event explains."""
    thrown, deal, window = board.thrown[seat], board.deal, desk.state.window
    if not thrown:
        return
    patience = desk.options.opened_hand if off_the_rack(board, seat) >= SHOWN_HAND else None
    first = thrown[0].tile
    if seat == deal.turn and deal.phase in (Phase.ACT, Phase.RIICHI):
        if not may_discard_by_clock(desk, seat, first):
            yield Fault("forbidden_discard", (seat,), _tiles(thrown), "The time is over.", "time_expired")
            return
        refusal = desk.allows(Discard(seat, first))
        if refusal is not None:
            yield Fault("forbidden_discard", (seat,), _tiles(thrown), refusal.message, refusal.rule, patience)
        elif len(thrown) > 1:
            yield Fault("too_few_tiles", (seat,), _tiles(thrown), patience=patience)
    elif window is not None and window.granted is not None and window.granted.seat == seat:
        return  # the call's tiles are still awaited (claim_unfinished)
    elif may_draw(board, seat):
        yield Fault("too_few_tiles", (seat,), _tiles(thrown), patience=patience)
    else:
        yield Fault("discard_out_of_turn", (seat,), _tiles(thrown), patience=patience)


def _laid_on_turn(desk: Desk, board: Board, seat: Seat) -> Iterator[Fault]:
    """Tiles in the melds zone on one's own turn: a kan the rules forbid, or no set."""
    laid, deal = board.laid[seat], board.deal
    if not laid or seat != deal.turn or deal.phase not in (Phase.ACT, Phase.RIICHI):
        return
    patience = desk.options.opened_hand if off_the_rack(board, seat) >= SHOWN_HAND + 2 else None
    refusal = melding.refusal_of(desk, board, seat)
    if refusal is not None:
        yield Fault("illegal_kan", (seat,), _tiles(laid), refusal.message, refusal.rule, patience)
    elif desk.rules.calls == "buttons" and melding.own_kan_laid(desk, board, seat, pressed=False) is not None:
        yield Fault("claim_without_call", (seat,), _tiles(laid), patience=patience)
    elif not all(is_flower(tile) for tile, _ in laid):
        yield Fault("wrong_meld", (seat,), _tiles(laid), patience=patience)


def _drawn(desk: Desk, board: Board, seat: Seat) -> Iterator[Fault]:
    """Tiles from the wall that no event explains."""
    deal, overtaken = board.deal, overtaken_draw(desk.state)
    fresh = [
        lying
        for zone, lies in board.fresh.items()
        if zone.seat == seat and zone.kind is not ZoneKind.DORA
        for lying in lies
    ]
    if not fresh:
        return
    on_rack = _tiles(board.fresh.get(hand_of(seat), []))
    if overtaken is not None and overtaken.seat == seat:  # told already (`presenter`), so there is time
        yield Fault("draw_out_of_turn", (seat,), _tiles(fresh), patience=desk.options.overtaken_draw, mark="overtaken")
    elif seat == deal.turn and deal.phase in (Phase.ACT, Phase.RIICHI):
        yield Fault("too_many_tiles", (seat,), _tiles(fresh))
    elif may_draw(board, seat):
        if len(on_rack) > 1:
            yield Fault("too_many_tiles", (seat,), on_rack[1:])
    elif rack_unread(desk, seat) and board.fresh_of(river_of(seat)):
        yield Fault("discard_out_of_turn", (seat,), _tiles(fresh))
    else:
        yield Fault("draw_out_of_turn", (seat,), _tiles(fresh))


def _astray(board: Board) -> Iterator[Fault]:
    """Tiles of hands, rivers and melds that lie in somebody else's place."""
    for lying, role in board.astray:
        seats = () if role.seat is None else (role.seat,)
        if role.part is Part.INDICATOR:
            yield Fault("wrong_indicator", (), (lying.tile,), "A dora indicator has been moved.")
        elif lying.tile != board.deal.last_discard and not _is_claimed(board, lying.tile):
            yield Fault("tile_returned", seats, (lying.tile,))


def _is_claimed(board: Board, tile: Tile) -> bool:
    """Whether a tile belongs to a meld as the discard that was claimed (it may come last: `claim_faults`)."""
    return any(meld.claimed == tile for player in board.deal.players for meld in player.melds)


def _dora_pad(desk: Desk, board: Board) -> Iterator[Fault]:
    if pad_unread(desk):
        return  # what lies there is entered by hand, in time or when somebody wins
    turned = board.fresh.get(DORA_PAD, [])
    if first_indicator_missing(desk):
        yield from _first_not_turned(desk)
    elif len(turned) > board.deal.indicators_due:
        yield Fault("wrong_indicator", (), _tiles(turned), "There are too many tiles on it.")
    elif board.deal.indicators_due > len(turned):
        patience = desk.options.patience_of("indicator_due")
        yield Fault("wrong_indicator", why="Turn the indicator of the kan.", patience=patience, mark="due")


def _first_not_turned(desk: Desk) -> Iterator[Fault]:
    """The deal has begun, and its first indicator is not turned yet."""
    if not desk.board().fresh.get(DORA_PAD):
        patience = desk.options.patience_of("indicator_due")
        yield Fault("wrong_indicator", why=_TURN_FIRST, patience=patience, mark="first")


def _stuck(desk: Desk, board: Board, faults: list[Fault]) -> Fault | None:
    """The seat in turn has a tile nobody sees while others have gone on: that tile is what play waits for."""
    seat = board.deal.turn
    gone_on = any(fault.kind in _GONE_ON and seat not in fault.seats for fault in faults)
    called = min((press.at for press in desk.state.presses if press.seat != seat), default=None)
    lost = board.in_air[seat]
    if not lost or board.deal.phase not in (Phase.ACT, Phase.RIICHI) or not (gone_on or called is not None):
        return None
    return Fault("tile_missing", (seat,), _tiles(lost), since=None if gone_on else called)
