"""Seats whose owner has left: their tiles are discarded as drawn, and they play again from the next deal.

rules.md, doman: away, abandoned, inactive for the abandon time. What an absent seat is counted as at the end of a
match is the rating's matter; the table only says so (`seat_absent`) and asks the neighbours to move its tiles.
"""

from controller.effects import Notice
from controller.referee.desk import Desk
from controller.referee.names import names_of
from controller.referee.state import TablePhase
from engine.deal import Phase
from engine.tiles import Seat
from hal.ports import Millis

_MINUTE: Millis = 60_000


def leave(desk: Desk, seat: Seat) -> None:
    """A seat is absent from now on; what it had pressed and not finished falls away."""
    state = desk.state
    if seat in state.absent:
        return
    state.absent.add(seat)
    state.returning.discard(seat)
    state.riichi_pressed.pop(seat, None)
    state.presses = [press for press in state.presses if press.seat != seat]
    desk.emit(Notice(f"{names_of(desk, (seat,))} is absent.", (seat,)))


def come_back(desk: Desk, seat: Seat) -> None:
    """The owner is back: at once between deals, otherwise from the next deal."""
    state = desk.state
    if seat not in state.absent:
        return
    if state.phase in (TablePhase.PLAYING, TablePhase.URA):
        state.returning.add(seat)
        desk.emit(Notice(f"{names_of(desk, (seat,))} plays again from the next deal.", (seat,)))
    else:
        state.absent.discard(seat)


def begin_deal(desk: Desk) -> None:
    """Who has come back meanwhile plays again."""
    desk.state.absent -= desk.state.returning
    desk.state.returning.clear()


def watch(desk: Desk) -> bool:
    """Whether the seat play waits for has done nothing for the abandon time, and is absent from now on."""
    state = desk.state
    minutes = desk.rules.abandon_minutes
    deal = state.deal
    waiting = deal is not None and state.phase is TablePhase.PLAYING and deal.phase in (Phase.DRAW, Phase.ACT)
    if minutes is None or deal is None or not waiting or state.clocks_stopped or deal.turn in state.absent:
        return False
    since = max(state.steps[-1].at if state.steps else 0, desk.quiet_since)
    if not desk.reached("abandon", since + round(minutes * _MINUTE)):
        return False
    leave(desk, deal.turn)
    return True
