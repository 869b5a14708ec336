"""Tiles read wrongly: a ghost taken for a draw or an indicator, and found out when the true tile lies in its place.

The history is read again with the true tile. It must be the only reading: one tile of a rack (or of the dora pad)
is known not to lie there, one that nothing explains does, and every event since is legal with it.
"""

from dataclasses import fields, replace
from typing import Any

from controller.effects import DealStarted, EventAccepted, EventsWithdrawn
from controller.referee.board import Board, Part
from controller.referee.desk import Desk
from controller.referee.state import Step
from engine.deal import Deal, Phase
from engine.errors import IllegalAction, RulesError
from engine.events import Event
from engine.tiles import SEATS, Seat, Tile
from hal.zones import DORA_PAD, ZoneKind, hand_of


def correct_misread(desk: Desk) -> bool:
    """Replace a misread tile by the true one all through the deal; True if one was found."""
    board = desk.board()
    found = _indicator(desk, board)
    for seat in SEATS:
        found = found or _rack(desk, board, seat)
    return found is not None and _substitute(desk, *found)


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


def _substitute(desk: Desk, wrong: Tile, true: Tile) -> bool:
    state = desk.state
    if state.start is None or state.match is None:
        return False
    try:
        start = _start_with(desk, state.start, wrong, true)
        deal, steps = start, []
        for step in state.steps:
            event = _event_with(step.event, wrong, true)
            deal = deal.apply(event)
            steps.append(Step(event, deal, step.at))
    except (IllegalAction, RulesError):
        return False
    desk.emit(EventsWithdrawn(len(steps), "misread"))
    if start is not state.start:
        desk.emit(DealStarted(state.match.deal_label, start))
    desk.emit(*(EventAccepted(index, step.event, step.at) for index, step in enumerate(steps)))
    state.start, state.deal = start, deal
    state.steps[:] = steps
    return True


def _start_with(desk: Desk, start: Deal, wrong: Tile, true: Tile) -> Deal:
    """The deal's first position with one tile replaced; the same value if it did not have that tile."""
    hands = [player.hand for player in start.players]
    match = desk.state.match
    if match is None or not (wrong in start.indicators or any(wrong in hand for hand in hands)):
        return start
    swapped = [tuple(true if tile == wrong else tile for tile in hand) for hand in hands]
    indicator = next((true if tile == wrong else tile for tile in start.indicators), None)
    return match.deal(swapped, indicator)


def _event_with(event: Event, wrong: Tile, true: Tile) -> Event:
    """An event with one tile replaced."""
    changes: dict[str, Any] = {}
    for field in fields(event):
        value = getattr(event, field.name)
        if field.name == "tile" and value == wrong:
            changes["tile"] = true
        elif field.name in ("used", "tiles", "ura") and wrong in value:
            changes[field.name] = tuple(true if tile == wrong else tile for tile in value)
    return replace(event, **changes) if changes else event
