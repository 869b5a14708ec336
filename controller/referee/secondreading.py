"""A second reading: when tiles lie that no event explains, the last events may have been read wrongly.

A tile that no antenna saw while others played on lets the first reading take a later tile for it. Once the tile is
seen, there is one course of play that explains everything: events are taken back one by one until it is found.
A real fault of a person (a tile too many, a discard out of turn) is explained by no legal course, and stays shown.

When things were seen tells their order, within `SLACK`. But a tile may have lain in a shadow, and one that two antennas
read may seem to have stayed where it was long after it had gone. So where no tile is missed that would explain it all,
and nearly everybody seems to be wrong, the times count the less against a course the longer that lasts.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from controller.effects import DealStarted
from controller.referee.dealing import dealt
from controller.referee.desk import Desk
from controller.referee.explanation import SLACK, Happened, explain
from controller.referee.state import Incident, Place, Step, WaitingPress
from controller.referee.unreaddeal import HAND
from engine.deal import Phase
from engine.events import Riichi
from engine.tiles import Tile
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

_MANY: Final = 3
"""Where so many seats seem to be wrong, it is the table that is."""

_LONG: Final[Millis] = 60_000
"""A tile that is missed for so long may not be what play waits for."""

_PAUSE: Final[Millis] = 500
"""Table time between two second readings: a table in disorder keeps the machine busy only so often."""

_UNMOVED: Final[Millis] = 8_000
"""The same while nothing has moved; then as long again as the disagreement has lasted."""


def read_again(desk: Desk) -> bool:
    """Replace the last events by those that explain every tile; True if there were such."""
    if not _in_doubt(desk):
        return False
    due = _due(desk)
    if desk.state.now < due and not desk.reached("second_reading", due):
        return False
    if _read_better(desk):
        return True
    put_off(desk)
    return False


def put_off(desk: Desk) -> None:
    """No second reading now: something must move first, or some time pass (people may have put right what is wrong)."""
    desk.read_again_at, desk.read_again_last = desk.arrivals, desk.state.now
    desk.wake("second_reading", _due(desk))


def _due(desk: Desk) -> Millis:
    """When the next second reading is due: where a whole rack is lifted each tile arrives for itself."""
    last, moved = desk.read_again_last, desk.read_again_at != desk.arrivals
    return last + (_PAUSE if moved else max(_UNMOVED, last - desk.in_doubt_since))


def _read_better(desk: Desk) -> bool:
    """Look for the course that goes best by the times."""
    places, lasted = desk.state.places, desk.state.now - desk.in_doubt_since
    if _read_within(desk, places, SLACK, late=False):
        return True
    missed = any(place.lost_from is not None for lies in desk.board().in_air for _, place in lies)
    if missed and lasted < _LONG:
        return False
    if _read_within(desk, places, SLACK, late=True):
        return True
    overlooked = {tile: replace(place, before=desk.state.now) for tile, place in desk.overlooked.items()}
    if not overlooked.keys() <= places.keys() and _read_within(desk, {**overlooked, **places}, SLACK, late=True):
        return True
    seats = {seat for incident in _doubtful(desk) for seat in incident.seats}
    return len(seats) >= _MANY and lasted > SLACK and _read_within(desk, places, lasted, late=True)


def _doubtful(desk: Desk) -> list[Incident]:
    """What is shown to be wrong and may be read wrongly. What the clock forbids was read rightly."""
    shown = desk.state.incidents.values()
    return [incident for incident in shown if incident.kind in _DOUBTFUL and incident.rule != "time_expired"]


def _read_within(desk: Desk, places: dict[Tile, Place], slack: Millis, *, late: bool) -> bool:
    """Take back as few events as it needs and accept the course that explains these places; True if there is one."""
    state, left = desk.state, _MOST_POSITIONS
    steps = state.steps
    for count in range(min(len(steps) - desk.ruled_steps, _MOST_EVENTS) + 1):
        kept = steps[-count - 1] if count < len(steps) else None
        deal = kept.deal if kept is not None else state.start
        if deal is None or deal.phase is Phase.OVER:
            return False
        since = kept.at if kept is not None else 0
        course, looked_at = explain(deal, since, places, desk.heard, min(left, _EACH), slack, late=late)
        if course is not None and _has_each_riichi(steps[len(steps) - count :], course):
            return _adopt(desk, places, count, course)
        left -= looked_at
        if left <= 0:
            return False
    return not desk.ruled_steps and places is state.places and _dealt_otherwise(desk, slack, late=late)


def _dealt_otherwise(desk: Desk, slack: Millis, *, late: bool) -> bool:
    """Whether everything is explained if the racks first held the tiles that came to them first."""
    state, racks = desk.state, dealt(desk).racks
    if state.start is None or state.match is None or any(len(rack) < HAND for rack in racks):
        return False
    hands = [rack[:HAND] for rack in racks]
    if all(set(hand) == set(player.hand) for hand, player in zip(hands, state.start.players, strict=True)):
        return False
    start = state.match.deal(hands, next(iter(state.start.indicators), None))
    course, _ = explain(start, 0, state.places, desk.heard, _EACH, slack, late=late)
    if not course:
        return False
    if state.steps:
        desk.withdraw(len(state.steps), "read_better")
    state.start = state.deal = start
    desk.emit(DealStarted(state.match.deal_label, start))
    return _adopt(desk, state.places, 0, course)


def _in_doubt(desk: Desk) -> bool:
    """Whether something is shown to be wrong that another reading might explain."""
    if desk.state.unread or desk.stand_ins:
        return False  # what nobody reads cannot be explained
    if desk.board().at_rest:
        desk.in_doubt_since = desk.state.now
        return False
    return not desk.excused and bool(_doubtful(desk))


def _has_each_riichi(steps: Sequence[Step], course: Sequence[Happened]) -> bool:
    """Whether a course has every riichi that was read: it was pressed and shown, and nobody takes it back."""
    declared = {step.event for step in steps if isinstance(step.event, Riichi)}
    return declared <= {happened.event for happened in course}


def _adopt(desk: Desk, places: dict[Tile, Place], count: int, course: list[Happened]) -> bool:
    if not course:
        return False
    desk.state.places = places
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
