"""Rulings about the match: points, penalties, going on, breaking off, seats."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, TypeVar

from controller.effects import DiceRolled, Notice, Reseated
from controller.referee import penalties
from controller.referee.absence import begin_deal, come_back, leave
from controller.referee.breakingoff import break_off
from controller.referee.dealing import begin_dealing
from controller.referee.desk import Desk
from controller.referee.ends import next_deal
from controller.referee.matchend import end_match
from controller.referee.rulingfields import RulingError
from controller.referee.state import Dice
from engine.absence import Absence
from engine.match import Match
from engine.tiles import SEATS, Seat

Details = Mapping[str, Any]
_Any = TypeVar("_Any")


def points(desk: Desk, details: Details) -> None:
    """Correct points: `deltas` by seat."""
    a, b, c, d = details["deltas"]
    penalties.move_points(desk, "correction", (a, b, c, d))


def penalty(desk: Desk, details: Details) -> None:
    """A penalty of the rules for a seat. Without `kind` it is what the rules say of the seat's newest incident, a
    warning if it has none.
    """
    seat = details["seat"]
    by_rules = [incident.penalty for incident in desk.state.incidents.values() if seat in incident.seats]
    kind = details.get("kind", by_rules[-1] if by_rules else "warning")
    penalties.punish(desk, seat, kind, details.get("points"))
    desk.raised = {key: raised for key, raised in desk.raised.items() if seat not in raised.seats}


def replay_deal(desk: Desk, details: Details) -> None:
    """The deal is broken off and dealt again; deposits paid in it go back."""
    if desk.state.match is None or desk.state.final is not None:
        raise RulingError("no deal is being played")
    break_off(desk, details.get("why", "ruling"))
    begin_dealing(desk)


def go_on(desk: Desk, _details: Details) -> None:
    """Go on without waiting for OK."""
    next_deal(desk)


def end(desk: Desk, details: Details) -> None:
    """The match ends as it stands; a deal being played does not count, one whose result is on show does."""
    state = desk.state
    if state.match is None or state.final is not None:
        raise RulingError("no match is being played")
    if state.result is None:
        break_off(desk, "match_ended")
    end_match(desk, details.get("why", "ruling"))


def pause(desk: Desk, _details: Details) -> None:
    """Everything stands still."""
    desk.state.paused = True


def adjourn(desk: Desk, details: Details) -> None:
    """The match is broken off until another day; the service may be stopped meanwhile."""
    desk.state.paused, desk.state.adjourned = True, details.get("why", "")
    desk.emit(Notice("The match is adjourned."))


def resume(desk: Desk, _details: Details) -> None:
    """Go on."""
    desk.state.paused, desk.state.adjourned = False, None


def absent(desk: Desk, details: Details) -> None:
    """A seat's owner is `away` (and may come back at no cost) or has `abandoned` the match: `case`."""
    leave(desk, details["seat"], Absence(details.get("case", Absence.AWAY)))


def present(desk: Desk, details: Details) -> None:
    """A seat's owner is back and has not left: plays from the next deal, or at once with `now`."""
    seat = details["seat"]
    desk.state.left.discard(seat)
    come_back(desk, seat)
    if details.get("now"):
        begin_deal(desk)


def added_time(desk: Desk, details: Details) -> None:
    """More time for this table: minutes for the match, seconds for the turn or claim that runs now."""
    state = desk.state
    minutes, seconds = details.get("minutes"), details.get("seconds")
    if minutes is None and seconds is None:
        raise RulingError("say how many minutes for the match, or seconds for the running turn")
    if minutes is not None:
        if state.match_clock is None:
            raise RulingError("this match has no time limit to add to")
        state.match_clock.left += 60_000 * minutes
        state.match_clock.limit += 60_000 * minutes
    if seconds is not None:
        clock = state.claim_clock or state.turn_clock
        if clock is None:
            raise RulingError("no turn or claim is being timed now")
        clock.left += 1_000 * seconds
        clock.limit += 1_000 * seconds
        if state.timed_out == clock.seat:
            state.timed_out = None


def reseat(desk: Desk, details: Details) -> None:
    """Players change places; each takes points, penalties and absence along. The dealer's place stays."""
    state, match = desk.state, desk.state.match
    order, seed = details.get("order"), details.get("seed")
    if match is None or (order is None) == (seed is None):
        raise RulingError("give the new order of the seats, or a seed to draw it")
    sources: list[Seat] = list(SEATS) if order is None else list(order)
    if seed is not None:
        Random(seed).shuffle(sources)  # noqa: S311 - a draw of places that anybody can repeat, not a secret
    moved = {source: seat for seat, source in enumerate(sources)}
    state.players = _ordered(state.players, sources)
    state.match = _reseated(match, sources, moved)
    state.bots = tuple(sorted(moved[seat] for seat in state.bots))
    state.absent = {moved[seat] for seat in state.absent}
    state.left = {moved[seat] for seat in state.left}
    state.returning = {moved[seat] for seat in state.returning}
    a, b, c, d = sources
    desk.emit(Reseated((a, b, c, d)))
    desk.book("reseated", match.scores, state.match.scores, match.deposits, state.now)


def _reseated(match: Match, sources: Sequence[Seat], moved: Mapping[Seat, Seat]) -> Match:
    return replace(
        match,
        scores=_ordered(match.scores, sources),
        penalties=_ordered(match.penalties, sources),
        deposit_owners=tuple(moved[seat] for seat in match.deposit_owners),
        last_winner=None if match.last_winner is None else moved[match.last_winner],
    )


def _ordered(values: Sequence[_Any], sources: Sequence[Seat]) -> tuple[_Any, _Any, _Any, _Any]:
    a, b, c, d = (values[source] for source in sources)
    return a, b, c, d


def dice(desk: Desk, details: Details) -> None:
    """Two dice rolled by a seed that is kept, so that everybody can repeat the roll."""
    roll = Random(details["seed"])  # noqa: S311 - shown, not secret
    rolled = roll.randint(1, 6), roll.randint(1, 6)
    purpose = details.get("purpose", "wall_break")
    desk.state.dice = Dice(rolled, purpose, desk.state.now)
    desk.emit(DiceRolled(rolled, purpose, details["seed"]))
