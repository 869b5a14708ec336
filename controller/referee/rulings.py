"""Rulings: what a person decides from the referee page or the OK/MENU button (referee.md, Incidents).

Each ruling is a function of the desk and its details. One that cannot be carried out raises `RulingError`, whose
text tells the person what would do. Who ruled what is in the journal and in the `RulingApplied` effect.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from controller.effects import DealAbandoned, RulingApplied, RulingRefused
from controller.referee import penalties
from controller.referee.absence import begin_deal, come_back, leave
from controller.referee.dealing import begin_dealing
from controller.referee.desk import Desk, RulingError
from controller.referee.ends import next_deal, reopen_deal
from controller.referee.faults import misplaced
from controller.referee.matchend import end_match
from controller.referee.state import Place, TablePhase
from engine.absence import Absence
from engine.deal import Deal, Phase
from engine.tiles import SEATS, Seat, Tile
from hal.zones import Zone

Details = Mapping[str, Any]


def rule(desk: Desk, who: str, what: str, details: dict[str, Any]) -> None:
    """Carry out a ruling, or say why not."""
    handler = RULINGS.get(what)
    try:
        if handler is None:
            raise RulingError(f"there is no ruling {what!r}; there are {', '.join(sorted(RULINGS))}")
        handler(desk, details)
    except RulingError as refusal:
        desk.emit(RulingRefused(who, what, str(refusal)))
    else:
        desk.emit(RulingApplied(who, what, details))


def _accept(desk: Desk, details: Details) -> None:
    """The tiles of an incident stay as they lie; nothing more is said of them until they move."""
    number = details.get("incident")
    incident = desk.state.incidents.get(number) if isinstance(number, int) else None
    if incident is None:
        raise RulingError(f"no incident {number} is open")
    for tile in incident.tiles:
        desk.excused.add((tile, str(desk.place(tile).zone)))
    if incident.kind == "unknown_tag":
        desk.excused_tags.add(incident.key.rsplit("|", 1)[-1])
    if incident.kind == "put_back":
        desk.state.restoring = False
    desk.raised = {key: raised for key, raised in desk.raised.items() if raised.kind != incident.kind}
    if incident.kind == "ledger":
        desk.broken = ""


def _undo(desk: Desk, details: Details) -> None:
    """Go back to the position after `to` events of the deal (0: as dealt), or by `count` events."""
    state = desk.state
    if state.deal is None or state.start is None:
        raise RulingError("no deal is being played")
    steps = len(state.steps)
    count = details.get("count", 1)
    to = details.get("to", steps - count if isinstance(count, int) else None)
    if not isinstance(to, int) or not 0 <= to <= steps:
        raise RulingError(f"the deal has {steps} events; say to which of 0-{steps} to go back")
    reopen_deal(desk)
    if state.phase is TablePhase.URA:
        state.winners, state.ura = (), ()
        state.phase = TablePhase.PLAYING
    if to < steps:
        desk.withdraw(steps - to, "ruling")
    state.presses.clear()
    state.riichi_pressed.clear()
    state.noten.clear()
    state.timed_out = None
    desk.raised.clear()
    desk.broken = ""
    # The tiles still lie as they were; until they are put back nothing is a move.
    state.restoring = bool(misplaced(desk))


def _resume_reading(desk: Desk, _details: Details) -> None:
    """The tiles lie well enough: read moves again."""
    desk.state.restoring = False


def _set_turn(desk: Desk, details: Details) -> None:
    """It is this seat's turn, to draw (or to discard, if it holds a full hand)."""
    seat = _seat(details)
    deal = _playing(desk)
    full = (len(deal.players[seat].hand) + 3 * len(deal.players[seat].melds)) % 3 == 2
    phase = Phase.ACT if full else Phase.DRAW
    desk.replace_deal(deal._replace(turn=seat, phase=phase, last_discard=None, last_discarder=None, draw_due=None))
    desk.state.window = None


def _place(desk: Desk, details: Details) -> None:
    """A tile lies in a zone, whatever the antennas say: it stays there until it is seen elsewhere."""
    tile, zone = details.get("tile"), details.get("zone")
    size = desk.tile_count
    if not isinstance(tile, int) or not 0 <= tile < size:
        raise RulingError(f"name a tile by its number, 0-{size - 1}")
    try:
        target = Zone.parse(str(zone))
    except ValueError as error:
        raise RulingError(str(error)) from error
    desk.arrivals += 1
    now = desk.state.now
    # When it came there nobody says: at any time since it was last seen elsewhere.
    desk.put(Tile(tile), Place(target, desk.place(Tile(tile)).after, now, desk.arrivals))


def _points(desk: Desk, details: Details) -> None:
    """Correct points: `deltas` by seat."""
    deltas = details.get("deltas")
    if not isinstance(deltas, list | tuple) or len(deltas) != 4 or not all(isinstance(d, int) for d in deltas):
        raise RulingError("give the change of points of each of the four seats, deltas: [0, 1000, 0, -1000]")
    a, b, c, d = deltas
    penalties.move_points(desk, "correction", (a, b, c, d))


def _penalty(desk: Desk, details: Details) -> None:
    """A penalty of the rules for a seat: `kind` warning, dead_hand, no_calls_or_wins, points, chombo.

    Without `kind` it is what the rules say of the seat's newest incident, a warning if it has none.
    """
    seat = _seat(details)
    by_rules = [incident.penalty for incident in desk.state.incidents.values() if seat in incident.seats]
    penalties.punish(desk, seat, str(details.get("kind", by_rules[-1] if by_rules else "warning")))
    desk.raised = {key: raised for key, raised in desk.raised.items() if raised.kind != "false_win"}


def _replay_deal(desk: Desk, details: Details) -> None:
    """The deal is broken off and dealt again; deposits paid in it go back."""
    state = desk.state
    if state.match is None or state.phase is TablePhase.FINISHED:
        raise RulingError("no deal is being played")
    if state.match_before is not None:
        state.match = state.match_before
    desk.emit(DealAbandoned(state.match.deal_label, str(details.get("why", "ruling"))))
    begin_dealing(desk)


def _next_deal(desk: Desk, _details: Details) -> None:
    """Go on without waiting for OK."""
    if desk.state.phase is not TablePhase.RESULT:
        raise RulingError("there is no result on show")
    next_deal(desk)


def _end_match(desk: Desk, details: Details) -> None:
    """The match ends as it stands; a deal being played does not count."""
    state = desk.state
    if state.match is None or state.final is not None:
        raise RulingError("no match is being played")
    if state.deal is not None and state.result is None:
        desk.emit(DealAbandoned(state.match.deal_label, "match_ended"))
    end_match(desk, str(details.get("why", "ruling")))


def _absent(desk: Desk, details: Details) -> None:
    """A seat's owner is `away` (and may come back at no cost) or has `abandoned` the match: `case`."""
    case = details.get("case", Absence.AWAY)
    if case not in tuple(Absence):
        raise RulingError(f"case: {', '.join(Absence)}")
    leave(desk, _seat(details), Absence(case))


def _present(desk: Desk, details: Details) -> None:
    """A seat's owner is back and has not left: plays from the next deal, or at once with `now`."""
    seat = _seat(details)
    desk.state.left.discard(seat)
    come_back(desk, seat)
    if details.get("now"):
        begin_deal(desk)


def _pause(desk: Desk, _details: Details) -> None:
    """Everything stands still."""
    desk.state.paused = True


def _resume(desk: Desk, _details: Details) -> None:
    """Go on."""
    desk.state.paused = False


RULINGS: Final[Mapping[str, Callable[[Desk, Details], None]]] = {
    "accept": _accept,
    "undo": _undo,
    "resume_reading": _resume_reading,
    "set_turn": _set_turn,
    "place": _place,
    "points": _points,
    "penalty": _penalty,
    "replay_deal": _replay_deal,
    "next_deal": _next_deal,
    "end_match": _end_match,
    "absent": _absent,
    "present": _present,
    "pause": _pause,
    "resume": _resume,
}
"""Every ruling by its name."""


def _seat(details: Details) -> Seat:
    seat = details.get("seat")
    if seat not in SEATS:
        raise RulingError("name a seat, 0-3")
    return int(seat)


def _playing(desk: Desk) -> Deal:
    if desk.state.phase is not TablePhase.PLAYING:
        raise RulingError("no deal is being played")
    return desk.deal
