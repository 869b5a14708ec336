"""Which lamps are lit: an answer to presses and a call for attention, never a hint of what a hand could do."""

from controller.referee.state import Call, TablePhase, TableState
from engine.tiles import SEATS, Seat
from hal.ports import Button

_BUTTON = {Call.CHI: Button.CHI, Call.PON: Button.PON, Call.KAN: Button.KAN}


def lit(state: TableState) -> frozenset[tuple[Seat, Button]]:
    """The lit lamps of all panels.

    A press that was taken (a call granted, a win, riichi, PASS while its window is open), OK where the result is
    still to be confirmed, and MENU at the seats an incident concerns.
    """
    lamps = {(seat, Button.MENU) for incident in state.incidents.values() for seat in incident.seats}
    if state.phase is TablePhase.RESULT:
        lamps |= {(seat, Button.MENU) for seat in SEATS if seat not in state.ready}
    lamps |= {(seat, Button.RIICHI) for seat in state.riichi_pressed}
    deal = state.deal
    if deal is not None and state.phase in (TablePhase.PLAYING, TablePhase.URA):
        lamps |= {(seat, Button.RIICHI) for seat in SEATS if deal.players[seat].riichi}
    lamps |= {(seat, Button.WIN) for seat in state.winners}
    window = state.window
    if window is not None:
        lamps |= {(seat, Button.WIN) for seat in window.claims}
        if not window.closed:
            lamps |= {(seat, Button.PASS) for seat in window.passed}
        if window.granted is not None:
            lamps.add((window.granted.seat, _BUTTON[window.granted.call]))
    return frozenset(lamps)
