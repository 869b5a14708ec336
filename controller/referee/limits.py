"""Limits of whole deals and matches (referee.md, Clocks).

A deal that takes too long makes the next one the last (`ends`); a match ends at its limit, or with the deal that is
being played then.
"""

from typing import Literal

from controller.effects import Notice
from controller.referee.breakingoff import break_off
from controller.referee.desk import Desk
from controller.referee.matchend import end_match
from controller.referee.state import Clock, TablePhase
from hal.ports import Millis

_MINUTE: Millis = 60_000


def update_limits(desk: Desk) -> bool:
    """Run the limits of the match and of the deal; True if the match has ended by it."""
    state = desk.state
    over = state.final is not None
    if state.match is None or state.phase is TablePhase.SETUP:
        state.match_clock = None
    elif not over:
        state.match_clock = _kept(state.match_clock, "match", desk.rules.match_minutes)
    playing = state.phase in (TablePhase.PLAYING, TablePhase.URA)
    if playing:
        state.deal_clock = _kept(state.deal_clock, "deal", desk.rules.last_deal_after_minutes)
    elif state.phase is TablePhase.DEALING:
        state.deal_clock = None
    for clock, run in ((state.match_clock, not over), (state.deal_clock, playing)):
        if clock is not None:
            clock.run(run and not state.clocks_stopped, state.now)
    return _lapse_match(desk)


def _kept(clock: Clock | None, kind: Literal["match", "deal"], minutes: float | None) -> Clock | None:
    if clock is not None or minutes is None:
        return clock
    limit = round(minutes * _MINUTE)
    return Clock(kind, limit, limit)


def _lapse_match(desk: Desk) -> bool:
    """The match ends at its limit, in the middle of a deal if need be (that deal does not count), or with that deal."""
    state, clock = desk.state, desk.state.match_clock
    if state.match is None or clock is None or clock.lapses_at is None or not desk.reached("match", clock.lapses_at):
        return False
    playing = state.phase in (TablePhase.PLAYING, TablePhase.URA)
    if playing and desk.rules.time_up == "finish_deal":
        if not state.match.next_is_last:
            state.match = state.match.with_last_deal()
            desk.emit(Notice("The time of the match is over: this deal is the last."))
        return False
    if state.result is None:
        break_off(desk, "time_limit")
    desk.emit(Notice("The time of the match is over."))
    end_match(desk, "time_limit")
    return True
