"""The calls of a deal as they are announced."""

from collections import Counter
from collections.abc import Iterator

from controller.presenter.views import CallName, CallView
from controller.referee.state import Call, TableState
from engine.deal import Deal, Phase
from engine.events import (
    AddedKan,
    Chi,
    ConcealedKan,
    DrawnDeal,
    DrawReason,
    Event,
    Flower,
    OpenKan,
    Pon,
    Riichi,
    Win,
)
from engine.tiles import Seat

_NAMES: dict[Call, CallName] = {Call.CHI: "chi", Call.PON: "pon", Call.KAN: "kan", Call.RON: "ron"}


def call_views(state: TableState, deal: Deal) -> tuple[CallView, ...]:
    """All calls of the deal, oldest first, and those just made whose tiles are still to be laid.

    A call is numbered among the calls of its kind by its seat: it keeps its number when the referee reads the
    events before it anew.
    """
    made = [call for step in state.steps for call in _calls_of(step.event, deal)]
    counted = Counter(made)
    for call in _announced(state, deal):
        if call[1] in ("riichi", "ron", "tsumo"):
            made += [call] if call not in counted else []
        else:
            made.append(call)
    numbers: Counter[tuple[Seat, CallName]] = Counter()
    views = []
    for seat, name in made:
        numbers[seat, name] += 1
        views.append(CallView(number=numbers[seat, name], seat=seat, call=name))
    return tuple(views)


def _calls_of(event: Event, deal: Deal) -> Iterator[tuple[Seat, CallName]]:
    match event:
        case Chi(seat):
            yield seat, "chi"
        case Pon(seat):
            yield seat, "pon"
        case OpenKan(seat) | ConcealedKan(seat) | AddedKan(seat):
            yield seat, "kan"
        case Riichi(seat):
            yield seat, "riichi"
        case Flower(seat):
            yield seat, "flower"
        case DrawnDeal(DrawReason.NINE_TERMINALS, int(seat)):
            yield seat, "nine_terminals"
        case Win(winners):
            tsumo = deal.result is not None and any(win.source is None for win in deal.result.wins)
            yield from ((winner, "tsumo" if tsumo else "ron") for winner in winners)
        case _:
            return


def _announced(state: TableState, deal: Deal) -> Iterator[tuple[Seat, CallName]]:
    """Calls that stand but are no event of the deal yet."""
    for seat in state.riichi_pressed:
        yield seat, "riichi"
    tsumo = deal.phase is Phase.ACT
    for seat in state.winners:
        yield seat, "tsumo" if tsumo else "ron"
    window = state.window
    if window is None:
        return
    if window.winning:
        yield from ((claim.seat, "ron") for claim in window.claims.values() if claim.call is Call.RON)
    elif window.granted is not None:
        yield window.granted.seat, _NAMES[window.granted.call]
