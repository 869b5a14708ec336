"""A deal that is broken off: it does not count, and every point it moved goes back."""

from controller.effects import DealAbandoned
from controller.referee.dealing import clear_deal
from controller.referee.desk import Desk


def break_off(desk: Desk, why: str) -> None:
    """The deal being played (or whose result is on show) does not count: points and deposits are as before it.

    The caller says what comes next. Nothing happens if there is no deal.
    """
    state = desk.state
    if state.match is None or state.deal is None:
        return
    if state.match_before is not None:
        state.match, state.match_before = state.match_before, None
    desk.emit(DealAbandoned(state.match.deal_label, why))
    desk.book("broken_off", state.deal.scores, state.match.scores, state.match.deposits, state.now)
    clear_deal(desk)
