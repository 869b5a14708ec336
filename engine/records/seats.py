"""Turning a game's seats. Formats of online tables know seats only as counted from the first dealer."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from engine.events import DrawnDeal, Event, Indicator, Win
from engine.records.model import RecordedDeal, RecordedGame, RecordedResult, RecordedWin
from engine.tiles import SEATS, Seat

T = TypeVar("T")


def from_first_dealer(game: RecordedGame) -> RecordedGame:
    """The same game with the seats counted from the first dealer: he becomes seat 0."""
    first = game.first_dealer
    if first == 0:
        return game
    return replace(
        game,
        deals=tuple(_turn_deal(deal, first) for deal in game.deals),
        names=_turn_list(game.names, first),
        final_scores=None if game.final_scores is None else _turn_list(game.final_scores, first),
    )


def _turn_seat(seat: Seat, first: Seat) -> Seat:
    return (seat - first) % 4


def _turn_list(items: Sequence[T], first: Seat) -> tuple[T, ...]:
    return tuple(items[(seat + first) % 4] for seat in SEATS)


def _turn_deal(deal: RecordedDeal, first: Seat) -> RecordedDeal:
    return replace(
        deal,
        dealer=_turn_seat(deal.dealer, first),
        scores=_turn_list(deal.scores, first),
        hands=_turn_list(deal.hands, first),
        events=tuple(_turn_event(event, first) for event in deal.events),
        accepted=tuple(_turn_seat(seat, first) for seat in deal.accepted),
        result=_turn_result(deal.result, first),
    )


def _turn_event(event: Event, first: Seat) -> Event:
    if isinstance(event, Indicator):
        return event
    if isinstance(event, Win):
        return replace(event, winners=tuple(_turn_seat(seat, first) for seat in event.winners))
    if isinstance(event, DrawnDeal):
        return replace(
            event,
            seat=None if event.seat is None else _turn_seat(event.seat, first),
            noten=tuple(_turn_seat(seat, first) for seat in event.noten),
        )
    return replace(event, seat=_turn_seat(event.seat, first))


def _turn_result(result: RecordedResult, first: Seat) -> RecordedResult:
    return replace(
        result,
        wins=tuple(_turn_win(win, first) for win in result.wins),
        deltas=None if result.deltas is None else _turn_list(result.deltas, first),
        tenpai=None if result.tenpai is None else _turn_list(result.tenpai, first),
        scores_after=None if result.scores_after is None else _turn_list(result.scores_after, first),
    )


def _turn_win(win: RecordedWin, first: Seat) -> RecordedWin:
    return replace(
        win,
        seat=_turn_seat(win.seat, first),
        source=None if win.source is None else _turn_seat(win.source, first),
        liable=None if win.liable is None else _turn_seat(win.liable, first),
        deltas=None if win.deltas is None else _turn_list(win.deltas, first),
    )
