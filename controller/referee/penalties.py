"""Points that move by a ruling, and the penalties of the rules (rules.md, Fouls)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from controller.effects import CallWithdrawn, Notice
from controller.referee.breakingoff import break_off
from controller.referee.dealing import begin_dealing
from controller.referee.desk import Desk
from controller.referee.matchend import end_match, reopen_match
from controller.referee.names import names_of
from controller.referee.rulingfields import RulingError
from controller.referee.state import TablePhase
from engine.deal import Deal
from engine.tiles import SEATS, Seat

Four = tuple[int, int, int, int]


def move_points(desk: Desk, cause: str, deltas: Four) -> None:
    """Change the four scores, in a deal or between deals, with a line in the ledger.

    It is no event of the deal: the whole deal is shifted, so that an undo or dealing again leaves it standing.
    """
    state = desk.state
    if state.match is None:
        raise RulingError("no match is being played")
    before = scores_now(desk)
    after = _plus(before, deltas)
    state.match = state.match.with_scores(_plus(state.match.scores, deltas))
    if state.match_before is not None:
        state.match_before = state.match_before.with_scores(_plus(state.match_before.scores, deltas))
    if state.start is not None and state.deal is not None:
        state.start = _shifted(state.start, deltas)
        state.deal = _shifted(state.deal, deltas)
        state.steps[:] = [replace(step, deal=_shifted(step.deal, deltas)) for step in state.steps]
    desk.total += sum(deltas)
    desk.book(cause, before, after, deposits_now(desk), state.now)
    if state.final is not None:
        why = state.final_reason
        reopen_match(desk, cause)
        end_match(desk, why)


def scores_now(desk: Desk) -> Four:
    """The four scores as they stand: of the deal being played, or of the match."""
    state = desk.state
    if state.phase in (TablePhase.PLAYING, TablePhase.URA):
        return desk.deal.scores
    return (0, 0, 0, 0) if state.match is None else state.match.scores


def deposits_now(desk: Desk) -> int:
    """The sticks on the table."""
    state = desk.state
    if state.phase in (TablePhase.PLAYING, TablePhase.URA):
        return desk.deal.deposits
    return 0 if state.match is None else state.match.deposits


def _plus(scores: Four, deltas: Four) -> Four:
    a, b, c, d = (score + delta for score, delta in zip(scores, deltas, strict=True))
    return a, b, c, d


def _shifted(deal: Deal, deltas: Four) -> Deal:
    result = deal.result
    if result is not None:
        result = result._replace(scores_after=_plus(result.scores_after, deltas))
    return deal._replace(scores=_plus(deal.scores, deltas), result=result)


def punish(desk: Desk, seat: Seat, kind: str, points: int | None = None) -> None:
    """Carry out a penalty. Raises `RulingError` for one that does not exist or cannot be applied now.

    Beside the penalties of the rules, `refused` costs nothing. `points` is a fine other than the rules'.
    """
    if kind == "points":
        _fine(desk, seat, points)
        return
    handler = _PENALTIES.get(kind)
    if handler is None:
        raise RulingError(f"there is no penalty {kind!r}; there are points, {', '.join(_PENALTIES)}")
    handler(desk, seat)


def _warn(desk: Desk, seat: Seat) -> None:
    desk.emit(Notice(f"{names_of(desk, (seat,))}: a warning.", (seat,)))


def _dead_hand(desk: Desk, seat: Seat) -> None:
    """The hand may neither call nor win and counts as not ready."""
    _change_hand(desk, seat, Deal.with_dead_hand, "dead hand")


def _barred_hand(desk: Desk, seat: Seat) -> None:
    """The hand may neither call nor win for the rest of the deal."""
    _change_hand(desk, seat, Deal.with_barred_hand, "no calls or wins for the rest of the deal")


def _change_hand(desk: Desk, seat: Seat, change: Callable[[Deal, Seat], Deal], said: str) -> None:
    if desk.state.phase is not TablePhase.PLAYING:
        raise RulingError("a dead or barred hand needs a deal being played")
    desk.replace_deal(change(desk.deal, seat))
    window = desk.state.window
    if window is not None and window.granted is not None and window.granted.seat == seat:
        desk.emit(CallWithdrawn(seat, window.granted.call.value, "ruling"))
        window.granted = None  # such a hand may not complete a call
    desk.emit(Notice(f"{names_of(desk, (seat,))}: {said}.", (seat,)))


def _fine(desk: Desk, seat: Seat, points: int | None) -> None:
    """A fine, by default of the rules' chombo points, shared by the others."""
    fine = desk.rules.chombo_points if points is None else points
    if not fine:
        raise RulingError("these rules fix no points for a fine: say how many points")
    move_points(desk, "fine", _from(seat, fine))


def chombo(desk: Desk, seats: Sequence[Seat]) -> None:
    """Each of these seats pays a chombo as the rules say; a deal being played is broken off, and dealt again where
    they say so. Between deals (a penalty before the first one, for instance) it only costs the points.
    """
    state, rules = desk.state, desk.rules
    match = state.match
    if match is None or state.phase not in (TablePhase.DEALING, TablePhase.PLAYING, TablePhase.URA):
        raise RulingError("a chombo needs a deal, or the time before one; correct the points instead")
    playing = state.phase is not TablePhase.DEALING
    if playing:
        break_off(desk, "chombo")
        begin_dealing(desk)
    for seat in seats:
        desk.emit(Notice(f"{names_of(desk, (seat,))}: chombo.", (seat,)))
        if rules.chombo == "points_after_uma":
            state.match = (state.match or match).with_penalty(seat, rules.chombo_points)
        elif rules.chombo == "points_to_table":
            move_points(desk, "chombo", _from(seat, rules.chombo_points))
        else:
            move_points(desk, "chombo", _reverse_mangan(seat, match.dealer))
    if playing and not rules.chombo_replays_deal and state.match is not None:
        state.match = state.match.passed_on()
        if state.match.finished:
            end_match(desk, "played_out")


_PENALTIES: Final[Mapping[str, Callable[[Desk, Seat], None]]] = {
    "refused": lambda _desk, _seat: None,
    "warning": _warn,
    "dead_hand": _dead_hand,
    "no_calls_or_wins": _barred_hand,
    "chombo": lambda desk, seat: chombo(desk, (seat,)),
}


def _from(payer: Seat, points: int) -> Four:
    """One seat pays, the others share alike; what cannot be shared goes to the nearest after the payer."""
    share, rest = divmod(points, 3)
    a, b, c, d = (-points if seat == payer else share + ((seat - payer) % 4 <= rest) for seat in SEATS)
    return a, b, c, d


def _reverse_mangan(payer: Seat, dealer: Seat) -> Four:
    """What a mangan by own draw would have brought is paid instead: 4,000 and 2,000, or 4,000 to each."""
    deltas = [0, 0, 0, 0]
    for seat in SEATS:
        if seat != payer:
            deltas[seat] = 4_000 if dealer in (seat, payer) else 2_000
    deltas[payer] = -sum(deltas)
    return deltas[0], deltas[1], deltas[2], deltas[3]
