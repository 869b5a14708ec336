"""A draw that a call has overtaken: its tile goes back to the wall, and its seat is told so at once."""

from typing import NamedTuple

from controller.referee.state import TablePhase, TableState
from engine.events import Chi, Discard, OpenKan, Pon
from engine.tiles import Seat, Tile


class Overtaken(NamedTuple):
    """Whose draw it is, and the tiles taken from the wall; only the seat may be told (referee.md, Calls)."""

    seat: Seat
    tiles: tuple[Tile, ...]


def overtaken_draw(state: TableState) -> Overtaken | None:
    """What was drawn although another seat may take the discard, or has just taken it; None if nothing was."""
    deal, called = state.deal, _called(state)
    if state.phase is not TablePhase.PLAYING or state.restoring or deal is None or called is None:
        return None
    discarder, caller = called
    seat = (discarder + 1) % 4
    if seat == caller:
        return None
    size = 144 if deal.rules.flowers else 136
    drawn = [tile for tile, place in state.places.items() if place.zone.seat == seat and not deal.seen >> tile & 1]
    tiles = tuple(sorted(tile for tile in drawn if tile < size))
    return Overtaken(seat, tiles) if tiles else None


def _called(state: TableState) -> tuple[Seat, Seat] | None:
    """Who discarded and who calls it: a call that is granted, or the last event."""
    window = state.window
    if window is not None:
        return None if window.granted is None else (window.discarder, window.granted.seat)
    match [step.event for step in state.steps[-2:]]:
        case [Discard(discarder, _), Chi(caller, _, _) | Pon(caller, _, _) | OpenKan(caller, _, _)]:
            return discarder, caller
    return None
