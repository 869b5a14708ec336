"""What the digits and the light at a seat show. Everybody can see them, so they show nothing hidden."""

from controller.presenter.lines import is_asked, scores_shown
from controller.referee.overtaken import overtaken_draw
from controller.referee.state import TablePhase, TableState
from engine.tiles import Seat
from hal.ports import Look


def seat_points(state: TableState, seat: Seat) -> int | None:
    """The points of a seat; None without a match."""
    return None if state.match is None else scores_shown(state, state.match)[seat]


def seat_look(state: TableState, seat: Seat) -> Look:
    """What the turn light of a seat says: trouble before turn, and nothing that only this seat could know."""
    if state.match is None:
        return "off"
    if any(seat in incident.seats or not incident.seats for incident in state.incidents.values()):
        return "trouble"
    match state.phase:
        case TablePhase.RESULT:
            return "off" if seat in state.ready else "asked"
        case TablePhase.PLAYING:
            return _in_play(state, seat)
        case _:
            return "off"


def _in_play(state: TableState, seat: Seat) -> Look:
    overtaken = overtaken_draw(state)
    if overtaken is not None and overtaken.seat == seat:
        return "asked"
    if not is_asked(state, state.deal, seat):
        return "off"
    window = state.window
    return "asked" if window is not None and window.granted is not None else "turn"
