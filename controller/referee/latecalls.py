"""Calls after the next draw: pressed in time and heard late, or where the rules keep a discard open until the next.

The draw is taken back as if it had not been made; its tile goes back to the wall and is shown to nobody.
"""

from controller.referee import melding
from controller.referee.board import compare, roles_of
from controller.referee.calls import EVENT_OF
from controller.referee.desk import Desk
from controller.referee.state import Call
from engine.deal import Deal, Phase
from engine.errors import IllegalAction
from engine.events import Discard, Draw, Event
from engine.tiles import Seat
from hal.ports import Millis
from hal.zones import ELSEWHERE, ZoneKind


def reopen_for(desk: Desk, seat: Seat, call: Call, at: Millis) -> bool:
    """Open the window of the last discard again if this call on it is still good; True if it was opened."""
    before = _before_last_draw(desk)
    if before is None or seat in (desk.deal.turn, before.last_discarder):
        return False
    discarded, drawn_at = desk.state.steps[-2], desk.state.steps[-1].at
    if not isinstance(discarded.event, Discard) or at < min(desk.place(discarded.event.tile).after, discarded.at):
        return False  # pressed before the discard could lie: the window would not take it either
    if at > drawn_at and not _still_open(desk, call):
        return False
    if not _could(before, seat, call):
        return False
    drawer = desk.deal.turn
    desk.withdraw(1, "called")
    if desk.state.window is not None:
        desk.state.window.drew = drawer, drawn_at
    return True


def reopen_for_laid(desk: Desk) -> bool:
    """Open the window again if a spoken call overtook the draw: the discard lies in a set, and the drawn tile has
    gone back to the wall. True if it was opened.
    """
    before = _before_last_draw(desk)
    drawn = desk.state.steps[-1].event if desk.state.steps else None
    if before is None or before.last_discard is None or not isinstance(drawn, Draw) or desk.rules.calls == "buttons":
        return False
    taken, gone = desk.place(before.last_discard).zone, desk.place(drawn.tile).zone == ELSEWHERE
    if taken.kind is not ZoneKind.MELDS or not gone or taken.seat in (None, before.last_discarder):
        return False
    call = melding.call_laid(desk, compare(before, roles_of(before), desk.state.places), taken.seat, None, final=True)
    if call is None or _refused(before, call):
        return False
    desk.withdraw(1, "called")
    return True


def _refused(deal: Deal, call: Event) -> bool:
    try:
        deal.apply(call)
    except IllegalAction:
        return True
    return False


def _before_last_draw(desk: Desk) -> Deal | None:
    """The position before the last draw, if a discard could be called then and nothing has happened since."""
    steps = desk.state.steps
    if len(steps) < 2 or not isinstance(steps[-1].event, Draw) or desk.deal.phase is not Phase.ACT:
        return None
    before = steps[-2].deal
    return before if before.phase is Phase.CLAIM else None


def _still_open(desk: Desk, call: Call) -> bool:
    """Whether the rules let a discard be called (or only won on) until the next one."""
    rules = desk.rules
    return rules.claim_until == "next_discard" or (call is Call.RON and rules.ron_until == "next_discard")


def _could(before: Deal, seat: Seat, call: Call) -> bool:
    if call is Call.RON:
        return before.win_refusal(seat) is None
    return any(isinstance(action, EVENT_OF[call]) for action in before.legal(seat))
