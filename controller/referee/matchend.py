"""The end of a match: its final result, as the match stands."""

from typing import Final

from controller.effects import MatchEnded, MatchReopened
from controller.referee.desk import Desk
from controller.referee.state import TablePhase

MINUTE: Final = 60_000


def end_match(desk: Desk, why: str) -> None:
    """The match is over as it stands; its last result stays on show until all press OK."""
    state = desk.state
    if state.match is None:
        return
    if not state.match.finished:
        state.match = state.match.ended()
    state.final, state.final_reason = state.match.final(), why
    away = tuple(sorted(state.absent - state.returning))
    clock = state.match_clock
    minutes = None if clock is None else clock.spent(state.now) / MINUTE
    desk.emit(MatchEnded(state.final, why, away, state.bots, tuple(sorted(state.left)), minutes))
    if state.phase is not TablePhase.RESULT:
        state.phase = TablePhase.FINISHED


def reopen_match(desk: Desk, why: str) -> None:
    """The match is no longer over, if it was."""
    state = desk.state
    if state.final is not None:
        state.final, state.final_reason = None, ""
        desk.emit(MatchReopened(why))
