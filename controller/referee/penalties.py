"""Points that move by a ruling, and the penalties of the rules (rules.md, Fouls)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from controller.effects import DealAbandoned, Notice, PointsChanged
from controller.referee.dealing import begin_dealing
from controller.referee.desk import Desk, RulingError
from controller.referee.matchend import end_match
from controller.referee.names import names_of
from controller.referee.state import LedgerEntry, TablePhase
from engine.deal import Deal
from engine.tiles import SEATS, Seat

Four = tuple[int, int, int, int]


def move_points(desk: Desk, cause: str, deltas: Four) -> None:
    """Change the four scores, in the deal being played or between deals, with a line in the ledger."""
    state = desk.state
    if state.match is None:
        raise RulingError("no match is being played")
    playing = state.phase in (TablePhase.PLAYING, TablePhase.URA)
    before = desk.deal.scores if playing else state.match.scores
    a, b, c, d = (score + delta for score, delta in zip(before, deltas, strict=True))
    if playing:
        desk.replace_deal(desk.deal._replace(scores=(a, b, c, d)))
        deposits = desk.deal.deposits
    else:
        state.match = state.match.with_scores((a, b, c, d))
        deposits = state.match.deposits
        if state.final is not None:
            state.final = state.match.final()
    desk.total += sum(deltas)
    state.ledger.append(LedgerEntry(state.now, state.match.deal_label, cause, deltas, (a, b, c, d), deposits))
    desk.emit(PointsChanged(cause, deltas, (a, b, c, d), deposits))


def punish(desk: Desk, seat: Seat, kind: str) -> None:
    """Carry out a penalty. Raises `RulingError` for one that does not exist or cannot be applied now.

    Beside the penalties of the rules, `refused` costs nothing.
    """
    handler = _PENALTIES.get(kind)
    if handler is None:
        raise RulingError(f"there is no penalty {kind!r}; there are {', '.join(_PENALTIES)}")
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
    desk.emit(Notice(f"{names_of(desk, (seat,))}: {said}.", (seat,)))


def _fine(desk: Desk, seat: Seat) -> None:
    """A fine of the rules' chombo points, shared by the others."""
    move_points(desk, "fine", _from(seat, desk.rules.chombo_points))


def chombo(desk: Desk, seats: Sequence[Seat]) -> None:
    """Each of these seats pays a chombo as the rules say; the deal is broken off, and dealt again where they say so."""
    state, rules = desk.state, desk.rules
    match = state.match
    if match is None or state.phase not in (TablePhase.PLAYING, TablePhase.URA):
        raise RulingError("a chombo needs a deal being played")
    desk.emit(DealAbandoned(match.deal_label, "chombo"))
    begin_dealing(desk)
    for seat in seats:
        desk.emit(Notice(f"{names_of(desk, (seat,))}: chombo.", (seat,)))
        if rules.chombo == "points_after_uma":
            state.match = (state.match or match).with_penalty(seat, rules.chombo_points)
        elif rules.chombo == "points_to_table":
            move_points(desk, "chombo", _from(seat, rules.chombo_points))
        else:
            move_points(desk, "chombo", _reverse_mangan(seat, match.dealer))
    if not rules.chombo_replays_deal and state.match is not None:
        state.match = state.match.passed_on()
        if state.match.finished:
            end_match(desk, "played_out")


_PENALTIES: Final[Mapping[str, Callable[[Desk, Seat], None]]] = {
    "refused": lambda _desk, _seat: None,
    "warning": _warn,
    "dead_hand": _dead_hand,
    "no_calls_or_wins": _barred_hand,
    "points": _fine,
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
