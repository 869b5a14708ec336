"""Rulings about the tiles on the table and the deal being played. Each takes the desk and checked details."""

from collections.abc import Mapping
from typing import Any

from controller.effects import CallWithdrawn, HandsUnread, Notice
from controller.referee import stand_ins
from controller.referee.desk import Desk
from controller.referee.indicators import enter_indicator
from controller.referee.ledger import accept_books, breach
from controller.referee.presses import take_press
from controller.referee.rulingfields import RulingError
from controller.referee.state import Place
from controller.referee.undo import undo
from engine.errors import IllegalAction, TileTextError
from engine.tiles import Tile, split_mpsz
from hal.ports import Button
from hal.tags import parse_tag
from hal.zones import ELSEWHERE, Zone, ZoneKind

Details = Mapping[str, Any]


def accept(desk: Desk, details: Details) -> None:
    """The tiles of an incident stay as they lie; nothing more is said of them until they move."""
    number = details["incident"]
    incident = desk.state.incidents.get(number)
    if incident is None:
        open_now = ", ".join(map(str, desk.state.incidents)) or "none"
        raise RulingError(f"no incident {number} is open; open now: {open_now}")
    for tile in incident.tiles:
        desk.excused.add((tile, str(desk.place(tile).zone)))
    if incident.kind in ("unknown_tag", "duplicate_tag"):
        desk.excused_tags.add(incident.key.rsplit("|", 1)[-1])
    if incident.kind == "put_back":
        resume_reading(desk, {})
    desk.raised = {key: raised for key, raised in desk.raised.items() if raised.kind != incident.kind}
    if incident.kind == "ledger":
        accept_books(desk)
    desk.excused_faults.add(incident.key)


def undo_events(desk: Desk, details: Details) -> None:
    """Go back to the position after `to` events of the deal (0: as dealt), or by `count` events (1)."""
    to = details.get("to", len(desk.state.steps) - details.get("count", 1))
    undo(desk, to)


def resume_reading(desk: Desk, _details: Details) -> None:
    """The tiles lie well enough: read moves again."""
    desk.state.restoring = False
    desk.reopen_window()


def set_turn(desk: Desk, details: Details) -> None:
    """It is this seat's turn, to draw (or to discard, if it holds a full hand)."""
    try:
        deal = desk.deal.with_turn(details["seat"])
    except IllegalAction as refusal:
        raise RulingError(refusal.message) from refusal
    desk.replace_deal(deal)
    desk.state.window = None


def wall(desk: Desk, details: Details) -> None:
    """So many live tiles are left."""
    deal = desk.deal.with_wall_left(details["left"])
    fault = breach(deal, desk.total)
    if fault:
        raise RulingError(f"that cannot be: {fault}")
    desk.replace_deal(deal)


def place(desk: Desk, details: Details) -> None:
    """A tile lies in a zone, whatever the antennas say: it stays there until it is seen elsewhere."""
    tile, zone, size = Tile(details["tile"]), Zone.parse(details["zone"]), desk.tile_count
    if tile >= size and zone != ELSEWHERE:
        raise RulingError(f"this game's set has the tiles 0-{size - 1}; {tile} can only be placed elsewhere")
    desk.arrivals += 1
    # When it came there nobody says: at any time since it was last seen elsewhere.
    desk.put(tile, Place(zone, desk.place(tile).after, desk.state.now, desk.arrivals))


def indicator(desk: Desk, details: Details) -> None:
    """An indicator entered by hand."""
    try:
        names = split_mpsz(details["tile"])
    except TileTextError as error:
        raise RulingError(f"tile: {error}") from error
    if len(names) != 1:
        raise RulingError("tile: write exactly one tile, 5z")
    enter_indicator(desk, names[0], ura=details.get("ura", False))


def withdraw_call(desk: Desk, _details: Details) -> None:
    """A granted call no longer stands; the discard may be called as before."""
    window = desk.state.window
    if window is None or window.granted is None:
        raise RulingError("no call has been granted that waits for its tiles; undo the call if it stands already")
    granted, window.granted = window.granted, None
    desk.emit(CallWithdrawn(granted.seat, granted.call.value, "ruling"))


def press(desk: Desk, details: Details) -> None:
    """A button is pressed for a seat."""
    take_press(desk, details["seat"], Button(details["button"]), desk.state.now)


def unread(desk: Desk, details: Details) -> None:
    """A zone is treated as unread: what its antennas say means nothing from now on."""
    zone = Zone.parse(details["zone"])
    if zone.kind is ZoneKind.ELSEWHERE:
        raise RulingError("elsewhere is not read anyway")
    desk.state.unread.add(zone)
    if zone.kind is ZoneKind.HAND and zone.seat is not None and desk.state.deal is not None:
        desk.emit(HandsUnread((zone.seat,)))
    desk.emit(Notice(f"{zone} is not read any more; go on with the buttons."))


def read_again(desk: Desk, details: Details) -> None:
    """A zone is read again; what lies there now counts from the next sighting on."""
    zone = Zone.parse(details["zone"])
    if zone not in desk.state.unread:
        unread_now = ", ".join(sorted(map(str, desk.state.unread))) or "none"
        raise RulingError(f"{zone} is read; zones treated as unread: {unread_now}")
    if zone in desk.options.unread_zones:
        raise RulingError(f"no antenna of this table reads {zone}")
    desk.state.unread.discard(zone)
    stand_ins.read_again(desk, zone)
    desk.emit(Notice(f"{zone} is read again."))


def reveal(desk: Desk, details: Details) -> None:
    """The referee sees hidden tiles, as long as the deal lasts; nobody else does, and everybody is told."""
    desk.state.revealed = bool(details.get("on"))
    what = "sees the hidden tiles" if desk.state.revealed else "no longer sees the hidden tiles"
    desk.emit(Notice(f"The referee {what}."))


def swap_tile(desk: Desk, details: Details) -> None:
    """A spare's tag means this tile from now on; who keeps the registry writes it down (`RulingApplied`)."""
    tile, size = Tile(details["tile"]), desk.tile_count
    if tile >= size:
        raise RulingError(f"this game's set has the tiles 0-{size - 1}, not {tile}")
    try:
        tag = parse_tag(str(details["tag"]))
    except ValueError as error:
        raise RulingError(str(error)) from error
    desk.state.unknown_tags.pop(tag, None)
    desk.state.duplicate_tags.pop(tag, None)
