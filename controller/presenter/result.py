"""How a deal ended, who pays whom, and the end of a match."""

from controller.presenter.ratings import UNRATED, Rated, TableRatings
from controller.presenter.tiles import meld_view, names
from controller.presenter.views import (
    FinalView,
    FuView,
    PaymentView,
    ResultView,
    ShownHandView,
    StandingView,
    WinView,
    YakuView,
)
from controller.referee.state import TableState
from engine.deal import Deal, DealResult, WinResult
from engine.deal.state import Four
from engine.deal.wins import win_context
from engine.events import DrawnDeal, DrawReason, Win
from engine.scoring.explain import explain_fu
from engine.tiles import KIND_NAMES, SEATS, Seat, Tile


def places_of(scores: Four) -> Four:
    """The places 1-4 by seat that these scores mean during a match: equal scores share the better place.

    Only its end breaks ties, as the rules say.
    """
    a, b, c, d = (1 + sum(other > score for other in scores) for score in scores)
    return a, b, c, d


def result_view(state: TableState) -> ResultView | None:
    """The result of the deal that has just ended; None if there is none."""
    result, deal = state.result, state.deal
    if result is None or deal is None:
        return None
    last = state.steps[-1].event if state.steps else None
    before = state.steps[-2].deal if len(state.steps) > 1 else state.start
    ura = last.ura if isinstance(last, Win) else ()
    return ResultView(
        kind=result.kind,
        reason=None if result.reason is None else result.reason.value,
        wins=tuple(_win(before, deal, win, ura) for win in result.wins),
        shown=tuple(_shown(deal, seat) for seat in _showing(result, last)),
        nagashi=result.nagashi,
        payments=_payments(result),
        changes=result.deltas,
        scores=result.scores_after,
        places=places_of(result.scores_after),
        ready=tuple(sorted(state.ready)),
    )


def _win(before: Deal | None, deal: Deal, win: WinResult, ura: tuple[Tile, ...]) -> WinView:
    tile_set, player, score = deal.rules.tile_set, deal.players[win.seat], win.score
    return WinView(
        seat=win.seat,
        source=win.source,
        tile=None if win.tile is None else tile_set.name(win.tile),
        hand=names(tile_set, (tile for tile in player.hand if tile != win.tile)),
        melds=tuple(meld_view(tile_set, meld, win.seat) for meld in player.melds),
        flowers=names(tile_set, player.flowers),
        indicators=names(tile_set, deal.indicators),
        ura_indicators=names(tile_set, ura) if player.riichi else (),
        yaku=tuple(YakuView(name=name, value=value) for name, value in score.yaku),
        dora=score.dora,
        aka=score.aka,
        ura=score.ura,
        han=score.han,
        fu=score.fu,
        fu_parts=_fu_parts(before, win, ura),
        yakuman=score.yakuman,
        limit=score.limit,
        total=score.total,
    )


def _fu_parts(before: Deal | None, win: WinResult, ura: tuple[Tile, ...]) -> tuple[FuView, ...]:
    """How the fu came about; `before` is the deal in which the win was declared."""
    if before is None or not win.score.fu:
        return ()
    parts = explain_fu(before.rules, win_context(before, win.seat, ura=ura), win.score)
    return tuple(
        FuView(name=part.name, fu=part.fu, tiles=tuple(KIND_NAMES[kind] for kind in part.kinds)) for part in parts
    )


def _showing(result: DealResult, last: object) -> tuple[Seat, ...]:
    """Who shows the hand at a draw: ready hands of an exhausted wall, and who declared nine terminals."""
    if isinstance(last, DrawnDeal) and last.reason is DrawReason.NINE_TERMINALS and last.seat is not None:
        return (last.seat,)
    return result.tenpai


def _shown(deal: Deal, seat: Seat) -> ShownHandView:
    tile_set, player = deal.rules.tile_set, deal.players[seat]
    return ShownHandView(
        seat=seat,
        hand=names(tile_set, player.hand),
        melds=tuple(meld_view(tile_set, meld, seat) for meld in player.melds),
    )


def _payments(result: DealResult) -> tuple[PaymentView, ...]:
    """Points as they flow from seat to seat; what a winner gains beyond that are the sticks on the table."""
    if not result.wins:
        return _settle(result.deltas)
    out = []
    for win in result.wins:
        paid = [
            PaymentView(payer=seat, payee=win.seat, points=-delta)
            for seat, delta in zip(SEATS, win.deltas, strict=True)
            if delta < 0 and seat != win.seat
        ]
        sticks = win.deltas[win.seat] - sum(payment.points for payment in paid)
        out += paid
        if sticks > 0:
            out.append(PaymentView(payer=None, payee=win.seat, points=sticks))
    return tuple(out)


def _settle(deltas: Four) -> tuple[PaymentView, ...]:
    """The fewest payments that have this effect, in seat order: for noten payments and nagashi mangan."""
    left = list(deltas)
    out = []
    for payer in SEATS:
        for payee in SEATS:
            points = min(-left[payer], left[payee])
            if points > 0:
                out.append(PaymentView(payer=payer, payee=payee, points=points))
                left[payer] += points
                left[payee] -= points
    return tuple(out)


def final_view(state: TableState, ratings: TableRatings = UNRATED) -> FinalView | None:
    """The end of the match; None while it is not over."""
    final, rules = state.final, state.rules
    if final is None or rules is None:
        return None
    order = sorted(SEATS, key=lambda seat: (final.places[seat], -final.scores[seat], seat))
    return FinalView(
        standings=tuple(
            StandingView(
                seat=seat,
                name=state.players[seat],
                place=final.places[seat],
                score=final.scores[seat],
                bonus=None
                if final.points is None
                else _bonus(final.points[seat], final.scores[seat], rules.return_points),
                points=None if final.points is None else final.points[seat],
                **_rating_fields(ratings.before[seat], ratings.after[seat]),
            )
            for seat in order
        ),
        reason=state.final_reason,
    )


def _rating_fields(before: Rated | None, after: Rated | None) -> dict[str, int | None]:
    """What a standing says of the rating and the rank; nothing where either side of the match is not known."""
    if before is None or after is None:
        return {}
    ranked = before.rank is not None and after.rank is not None
    return {
        "rating": after.rating,
        "rating_change": after.rating - before.rating,
        "rank": after.rank if ranked else None,
        "rank_change": (after.rank or 0) - (before.rank or 0) if ranked else 0,
    }


def _bonus(points: float, score: int, return_points: int | None) -> float:
    """What uma and oka (and rounding) add to a score's distance from the return points, in thousands."""
    return round(points - (score - (return_points or 0)) / 1000, 1)
