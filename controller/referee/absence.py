"""Seats nobody plays: their tiles are discarded as drawn, and who comes back plays again from the next deal.

The three cases of an empty seat are rules.md's (doman): away, abandoned, inactive for the abandon time. The table says
so (`seat_absent`), asks the neighbours to move the tiles, and remembers who has left the match (`TableState.left`):
what that costs is `engine.absence.consequence`.
"""

from collections.abc import Sequence
from typing import Final

from controller.effects import Notice
from controller.referee.desk import Desk
from controller.referee.names import names_of
from controller.referee.state import TablePhase, TableState
from engine.absence import Absence, consequence
from engine.deal import Phase
from engine.tiles import SEATS, Seat
from hal.ports import Millis

_MINUTE: Millis = 60_000


_SAID: Final = {
    Absence.AWAY: "{} is away.",
    Absence.ABANDONED: "{} has left the match.",
    Absence.INACTIVE: "{} has done nothing for so long that the match counts as left.",
}


def leave(desk: Desk, seat: Seat, case: Absence) -> None:
    """A seat is absent from now on; what it had pressed and not finished falls away."""
    state = desk.state
    if case is not Absence.AWAY:
        state.left.add(seat)
    elif seat in state.absent:
        return
    state.absent.add(seat)
    state.returning.discard(seat)
    state.riichi_pressed.pop(seat, None)
    state.presses = [press for press in state.presses if press.seat != seat]
    desk.emit(Notice(_SAID[case].format(names_of(desk, (seat,))), (seat,)))


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
    state, minutes = desk.state, desk.rules.abandon_minutes
    seat = _waited_for(state)
    if minutes is None or seat is None or state.clocks_stopped or seat in state.absent:
        return False
    since = max(state.steps[-1].at if state.steps else 0, desk.quiet_since)
    if not desk.reached("abandon", since + round(minutes * _MINUTE)):
        return False
    leave(desk, seat, Absence.INACTIVE)
    return True


def _waited_for(state: TableState) -> Seat | None:
    """The seat that draws, discards or sets a flower aside next; None while a call is made or the deal ends."""
    deal, window = state.deal, state.window
    if deal is None or state.phase is not TablePhase.PLAYING or deal.phase is Phase.OVER or deal.draw_due is not None:
        return None
    return deal.turn if window is None or (window.granted is None and not window.winning) else None


def barred(state: TableState, players: Sequence[str]) -> list[str]:
    """Which of these players have left the match being played, to other people's cost: they may not start another."""
    others = len(SEATS) - len(state.bots) - 1
    over = state.match is None or state.final is not None
    if over or not consequence(Absence.ABANDONED, other_people=others).barred_until_end:
        return []
    return [name for seat in sorted(state.left) if (name := state.players[seat]) and name in players]
