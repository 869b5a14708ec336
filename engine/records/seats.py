"""Turning a game's seats: as online tables count them, and so that each player keeps one number all through."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final, TypeAlias, TypeVar

from engine.events import DrawnDeal, Event, Indicator, Win
from engine.records.model import AS_NAMED, RecordedDeal, RecordedGame, RecordedResult, RecordedWin
from engine.tiles import SEATS, Seat

T = TypeVar("T")
_Turn: TypeAlias = Sequence[Seat]
"""For each seat the number it becomes."""
_BY_SEAT: Final = ("deltas", "scores")
"""Fields of the history that list something by seat."""


def from_first_dealer(game: RecordedGame) -> RecordedGame:
    """The same game with the seats counted from the first dealer: he becomes seat 0.

    Formats of online tables know seats only in this way.
    """
    first = game.first_dealer
    if first == 0:
        return game
    turn = [(seat - first) % 4 for seat in SEATS]
    return replace(
        game,
        deals=tuple(_turn_deal(deal, turn) for deal in game.deals),
        names=_turn_list(game.names, turn),
        final_scores=None if game.final_scores is None else _turn_list(game.final_scores, turn),
    )


def stretches(game: RecordedGame) -> Iterator[RecordedGame]:
    """The game in parts in which nobody changes places, each with its own `names`: most games are one part.

    For formats that name the seats once a game. `history` after the last deal stays with the last part.
    """
    parts = [tuple(deals) for _, deals in groupby(game.deals, key=lambda deal: deal.sitting)]
    for number, deals in enumerate(parts, 1):
        last = number == len(parts)
        yield replace(
            game,
            deals=tuple(replace(deal, sitting=AS_NAMED) for deal in deals),
            names=game.names_in(deals[0]),
            final_scores=game.final_scores if last else deals[-1].scores_after,
            history=game.history if last else (),
        )
    if not parts:
        yield game


def by_person(game: RecordedGame) -> RecordedGame:
    """The same game with each player at one number in all deals, that of `names`, wherever they sat.

    For sums over deals and tables with a column a player: seat numbers tell nothing of who sat beside whom any more.
    Of `history` only changes of points are turned.
    """
    if all(deal.sitting == AS_NAMED and not _changes(deal) for deal in game.deals):
        return game
    deals = (
        replace(_turn_deal(deal, deal.sitting), sitting=AS_NAMED, history=tuple(_turn_history(deal)))
        for deal in game.deals
    )
    last = game.deals[-1].sitting
    final = None if game.final_scores is None else _turn_list(game.final_scores, last)
    return replace(game, deals=tuple(deals), final_scores=final)


def _changes(deal: RecordedDeal) -> list[_Turn]:
    """The changes of places before a deal: for each seat the one its player came from."""
    return [item["sources"] for item in deal.history if item["kind"] == "reseated"]


def _turn_history(deal: RecordedDeal) -> Iterator[Mapping[str, Any]]:
    """A deal's history; what happened before a change of places is told by the seats of then."""
    turn: _Turn = deal.sitting
    for sources in reversed(_changes(deal)):
        turn = _turn_list(turn, sources)
    for item in deal.history:
        if item["kind"] == "reseated":
            turn = [turn[source] for source in item["sources"]]
        if item["kind"] == "points_changed" and item.get("cause") != "reseated":
            now = turn if item.get("between") else deal.sitting
            yield {**item, **{name: list(_turn_list(item[name], now)) for name in _BY_SEAT if name in item}}
        else:
            yield item


def _turn_list(items: Sequence[T], turn: _Turn) -> tuple[T, ...]:
    return tuple(items[turn.index(seat)] for seat in SEATS)


def _turn_deal(deal: RecordedDeal, turn: _Turn) -> RecordedDeal:
    return replace(
        deal,
        dealer=turn[deal.dealer],
        scores=_turn_list(deal.scores, turn),
        hands=_turn_list(deal.hands, turn),
        events=tuple(_turn_event(event, turn) for event in deal.events),
        accepted=tuple(turn[seat] for seat in deal.accepted),
        result=_turn_result(deal.result, turn),
        sitting=tuple(turn[place] for place in _turn_list(deal.sitting, turn)),
    )


def _turn_event(event: Event, turn: _Turn) -> Event:
    if isinstance(event, Indicator):
        return event
    if isinstance(event, Win):
        return replace(event, winners=tuple(turn[seat] for seat in event.winners))
    if isinstance(event, DrawnDeal):
        return replace(
            event,
            seat=None if event.seat is None else turn[event.seat],
            noten=tuple(turn[seat] for seat in event.noten),
        )
    return replace(event, seat=turn[event.seat])


def _turn_result(result: RecordedResult, turn: _Turn) -> RecordedResult:
    return replace(
        result,
        wins=tuple(_turn_win(win, turn) for win in result.wins),
        deltas=None if result.deltas is None else _turn_list(result.deltas, turn),
        tenpai=None if result.tenpai is None else _turn_list(result.tenpai, turn),
        scores_after=None if result.scores_after is None else _turn_list(result.scores_after, turn),
    )


def _turn_win(win: RecordedWin, turn: _Turn) -> RecordedWin:
    return replace(
        win,
        seat=turn[win.seat],
        source=None if win.source is None else turn[win.source],
        liable=None if win.liable is None else turn[win.liable],
        deltas=None if win.deltas is None else _turn_list(win.deltas, turn),
    )
