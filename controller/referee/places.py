"""What perception tells, written into the table's state: moves, losses, retractions."""

from typing import Final

from controller.inputs import MoveSeen, TileLost
from controller.referee.board import Part
from controller.referee.desk import Desk
from controller.referee.state import Place, TablePhase
from engine.events import AddedKan, Chi, ConcealedKan, Discard, Draw, Event, Flower, Indicator, OpenKan, Pon, Riichi
from engine.tiles import Tile
from hal.ports import Millis
from hal.zones import DORA_PAD, ELSEWHERE, Zone, ZoneKind, hand_of

_LAIN: Final[Millis] = 2_000
"""What has lain on a rack so long was dealt to it: a tile of the wall is not read there so often."""

_MOST_UNSEEN: Final = 16
"""So many tiles dealt may be out of sight at once: a rack that was lifted, and a few more."""


def take_move(desk: Desk, move: MoveSeen) -> None:
    """A tile lies in a new zone (or, seen again after a loss, in its old one)."""
    desk.arrivals += 1
    desk.touched[move.target] = desk.state.now
    present = desk.place(move.tile)
    seen_again = move.source == move.target and present.lost_from == move.target and move.tile in desk.last_seen
    if seen_again and not _was_in_the_wall(desk, move.tile):
        desk.find(move.tile)
    else:
        if desk.state.phase is TablePhase.DEALING and _may_be_left_over(desk, move):
            desk.leftover.add(move.tile)
        desk.put(move.tile, Place(move.target, move.after, move.before, desk.arrivals, moved=move.source != ELSEWHERE))
    if move.target.kind is ZoneKind.HAND and move.target.seat is not None and _is_being_dealt(desk, move.tile):
        racked = desk.racked.get(move.tile)
        if racked is None or racked.zone != move.target:
            desk.racked[move.tile] = desk.place(move.tile)


def _was_in_the_wall(desk: Desk, tile: Tile) -> bool:
    """Whether a tile that nobody saw stood in the wall meanwhile: drawn too early or undone, put back, drawn again."""
    return desk.state.phase is TablePhase.PLAYING and tile not in desk.roles


def _may_be_left_over(desk: Desk, move: MoveSeen) -> bool:
    """Whether a tile seen for the first time while dealing may be one of the last deal's that was not taken off yet:
    it comes from another zone, or to where it lay before. (A tile seen where none is dealt to counts only if it
    comes when the deal is nearly complete: see `dealing`.)
    """
    if move.tile in desk.state.places or move.target.kind not in (ZoneKind.HAND, ZoneKind.DORA):
        return False
    before = desk.stale.get(move.tile)
    return move.source != ELSEWHERE or (before is not None and before.zone == move.target)


def _is_being_dealt(desk: Desk, tile: Tile) -> bool:
    state = desk.state
    return state.phase in (TablePhase.SETUP, TablePhase.DEALING) or (
        state.phase is TablePhase.PLAYING and not any(isinstance(step.event, Discard) for step in state.steps)
    )


def take_loss(desk: Desk, loss: TileLost) -> None:
    """A tile is no longer seen anywhere: it may be in somebody's fingers, or taken off after the last deal."""
    place = desk.place(loss.tile)
    desk.touched[loss.source] = desk.state.now
    if desk.state.phase is TablePhase.DEALING:
        desk.stale.pop(loss.tile, None)
        if not _stays_dealt(desk, loss):
            desk.racked.pop(loss.tile, None)
    if place.zone != ELSEWHERE:
        desk.lose(loss.tile, loss.after)


def _stays_dealt(desk: Desk, loss: TileLost) -> bool:
    """Whether a tile that was dealt is still somebody's although nobody sees it: all but a few are dealt, and it had
    lain on its rack for a while. It may stand in a shadow, or have been discarded into one. Where more are gone than
    a rack holds, the tiles are taken off again.
    """
    racked = desk.racked.get(loss.tile)
    if desk.nearly_dealt is None or racked is None or loss.after - racked.before < _LAIN:
        return False
    gone = [tile for tile in desk.racked if desk.place(tile).zone == ELSEWHERE]
    if len(gone) <= _MOST_UNSEEN:
        return True
    for tile in gone:
        del desk.racked[tile]
    return False


def take_retraction(desk: Desk, tile: Tile) -> None:
    """Perception was wrong about a tile's last move. An event read from it alone no longer stands."""
    if tile not in desk.previous or _used_since(desk, tile):
        return
    desk.put_back(tile)
    if desk.state.phase is TablePhase.DEALING:
        desk.racked.pop(tile, None)
    state = desk.state
    if state.phase is not TablePhase.PLAYING or not state.steps:
        return
    if not _rests_on(state.steps[-1].event, tile) or _agrees(state.steps[-1].event, desk.place(tile).zone):
        return
    declared = len(state.steps) > 1 and isinstance(state.steps[-2].event, Riichi)
    event = state.steps[-1].event
    if declared and isinstance(event, Discard):
        state.riichi_pressed[event.seat] = desk.riichi_at.get(event.seat, state.now)
    desk.withdraw(2 if declared else 1, "misread")


def _used_since(desk: Desk, tile: Tile) -> bool:
    """Whether the deal has gone on with a tile where nobody has seen it lie: a press and the other tiles have told."""
    role, zone = desk.roles.get(tile) if desk.state.deal is not None else None, desk.place(tile).zone
    return role is not None and role.part is not Part.HAND and (zone.kind, zone.seat) != (role.kind, role.seat)


def _rests_on(event: Event, tile: Tile) -> bool:
    """Whether an event was read from this tile's lying where it was thought to lie."""
    match event:
        case Draw() | Discard() | AddedKan() | Flower() | Indicator():
            return event.tile == tile
        case Chi() | Pon() | OpenKan():
            return tile == event.tile or tile in event.used
        case ConcealedKan():
            return tile in event.tiles
        case _:
            return False


def _agrees(event: Event, zone: Zone) -> bool:
    """Whether a tile of an event still lies where the event has brought it: a later move of it was taken back."""
    match event:
        case Draw(seat=seat):
            return zone == hand_of(seat)
        case Discard():
            return zone.kind in (ZoneKind.RIVER, ZoneKind.POOL)
        case Indicator():
            return zone == DORA_PAD
        case _:
            return zone.kind is ZoneKind.MELDS
