"""A second reading: when tiles lie that no event explains, the last events may have been read wrongly.

A tile that no antenna saw while others played on lets the first reading take a later tile for it. Once the tile is
seen, there is one course of play that explains everything: events are taken back one by one until it is found.
A real fault of a person (a tile too many, a discard out of turn) is explained by no legal course, and stays shown.
"""

from typing import Final

from controller.effects import DealStarted
from controller.referee.dealing import dealt
from controller.referee.desk import Desk
from controller.referee.explanation import Happened, explain
from controller.referee.state import WaitingPress
from controller.referee.unreaddeal import HAND
from engine.deal import Phase
from hal.ports import Button, Millis

_DOUBTFUL: Final = frozenset(
    {
        "draw_out_of_turn",
        "discard_out_of_turn",
        "too_many_tiles",
        "too_few_tiles",
        "forbidden_discard",
        "claim_without_call",
        "claim_unfinished",
        "wrong_meld",
        "illegal_kan",
        "tile_missing",
        "tile_returned",
        "wrong_indicator",
    }
)
"""Incidents that may come from a wrong reading."""

_MOST_EVENTS: Final = 80
"""A second reading goes back no further."""

_MOST_POSITIONS: Final = 400
"""So many positions one second reading looks at in all."""

_EACH: Final = 80
"""And so many from one point of the past."""

_PAUSE: Final[Millis] = 500
"""Table time between two second readings: a table in disorder keeps the machine busy only so often."""


def read_again(desk: Desk) -> bool:
    """Replace the last events by those that explain every tile; True if there were such."""
    if not _in_doubt(desk) or desk.read_again_at == desk.arrivals or not _is_time(desk):
        return False
    desk.read_again_at, desk.read_again_last = desk.arrivals, desk.state.now
    steps, left = desk.state.steps, _MOST_POSITIONS
    for count in range(min(len(steps) - desk.ruled_steps, _MOST_EVENTS) + 1):
        kept = steps[-count - 1] if count < len(steps) else None
        deal = kept.deal if kept is not None else desk.state.start
        if deal is None or deal.phase is Phase.OVER:
            return False
        since = kept.at if kept is not None else 0
        course, looked_at = explain(deal, since, desk.state.places, desk.heard, min(left, _EACH))
        if course is not None:
            return _adopt(desk, count, course)
        left -= looked_at
        if left <= 0:
            return False
    return not desk.ruled_steps and _dealt_otherwise(desk)


def _is_time(desk: Desk) -> bool:
    """Whether the last second reading is some time ago: where a whole rack is lifted each tile arrives for itself."""
    due = desk.read_again_last + _PAUSE
    return desk.state.now >= due or desk.reached("second_reading", due)


def _dealt_otherwise(desk: Desk) -> bool:
    """Whether everything is explained if the racks first held the tiles that came to them first."""
    state, racks = desk.state, dealt(desk).racks
    if state.start is None or state.match is None or any(len(rack) < HAND for rack in racks):
        return False
    hands = [rack[:HAND] for rack in racks]
    if all(set(hand) == set(player.hand) for hand, player in zip(hands, state.start.players, strict=True)):
        return False
    start = state.match.deal(hands, next(iter(state.start.indicators), None))
    course, _ = explain(start, 0, state.places, desk.heard, _EACH)
    if not course:
        return False
    if state.steps:
        desk.withdraw(len(state.steps), "read_better")
    state.start = state.deal = start
    desk.emit(DealStarted(state.match.deal_label, start))
    return _adopt(desk, 0, course)


def _in_doubt(desk: Desk) -> bool:
    """Whether something is shown to be wrong that another reading might explain."""
    if desk.state.unread or desk.stand_ins:
        return False  # what nobody reads cannot be explained
    shown = any(incident.kind in _DOUBTFUL for incident in desk.state.incidents.values())
    return shown and not desk.excused and not desk.board().at_rest


def _adopt(desk: Desk, count: int, course: list[Happened]) -> bool:
    if not course:
        return False
    if count:
        desk.withdraw(count, "read_better")
    for event, at in course:
        desk.accept(event, at)
    state = desk.state
    state.presses = [press for press in state.presses if press.button is not Button.RIICHI or _still_open(desk, press)]
    return True


def _still_open(desk: Desk, press: WaitingPress) -> bool:
    """Whether a RIICHI press may still mean something: its seat has not declared since."""
    return not desk.deal.players[press.seat].riichi
