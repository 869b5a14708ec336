"""What a match counts for each seat, from its record. `docs/statistics.md` says what each number means.

Tallies are sums: the tally of many matches is their `+`. Nothing is scored again: points are those the table booked.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Final, NamedTuple

from engine.events import Chi, Discard, DrawReason, OpenKan, Pon, Riichi
from engine.records.model import RecordedDeal, RecordedGame, RecordedWin
from engine.records.seats import by_person
from engine.scoring.points import HONBA_RON
from engine.tiles import SEATS, Seat

_OPEN_CALLS: Final = (Chi, Pon, OpenKan)
_DRAWN_OUT: Final = (DrawReason.EXHAUSTIVE, DrawReason.NAGASHI_MANGAN)


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of one seat in deals that were played to an end. Points are whole; turns count own discards."""

    deals: int = 0
    wins: int = 0
    tsumo: int = 0
    """Wins on one's own draw."""
    deal_ins: int = 0
    """Deals in which another won on one's tile, however many did."""
    riichi: int = 0
    """Deals with riichi declared, also if its discard was won on."""
    calls: int = 0
    """Deals with a chi, pon or open kan of one's own."""
    win_points: int = 0
    """What the winning hands were worth: without honba and deposits."""
    win_turns: int = 0
    """Turns up to the wins: own discards before, and the winning one."""
    deal_in_points: int = 0
    """What dealing in cost, honba included."""
    riichi_wins: int = 0
    open_wins: int = 0
    """Wins with an open hand."""
    riichi_deal_ins: int = 0
    """Deal-ins after one's own riichi."""
    draws: int = 0
    """Deals that ended with the wall."""
    ready_draws: int = 0
    """Of these the ones at which the hand was shown ready."""
    limits: int = 0
    """Wins worth mangan or more, or the fan family's limit."""
    yakuman: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(*(getattr(self, name) + getattr(other, name) for name in NAMES))


NAMES: Final = tuple(field.name for field in fields(Tally))
"""The counts, in order."""


class RonCount(NamedTuple):
    """Wins of one seat on tiles of another in a match."""

    winner: Seat
    loser: Seat
    wins: int
    points: int
    """What the loser paid for them."""


@dataclass(frozen=True, slots=True)
class MatchTally:
    """What a match counts for its seats."""

    seats: tuple[Tally, ...] = (Tally(),) * len(SEATS)
    rons: tuple[RonCount, ...] = ()


def tally_match(game: RecordedGame) -> MatchTally:
    """Everything a match counts, from the deals that were played to an end, for whoever sat at a seat when it ended."""
    totals = [Tally() for _ in SEATS]
    rons: dict[tuple[Seat, Seat], tuple[int, int]] = {}
    for deal in by_person(game).deals:
        for seat in SEATS:
            totals[seat] += tally_deal(deal, seat)
        for win in deal.result.wins:
            if win.source is not None:
                wins, points = rons.get((win.seat, win.source), (0, 0))
                rons[win.seat, win.source] = wins + 1, points + _paid(win, win.source)
    return MatchTally(tuple(totals), tuple(RonCount(*seats, *count) for seats, count in sorted(rons.items())))


def tally_deal(deal: RecordedDeal, seat: Seat) -> Tally:
    """What one deal counts for a seat."""
    result = deal.result
    won = next((win for win in result.wins if win.seat == seat), None)
    rons = [win for win in result.wins if win.source == seat]
    riichi = any(isinstance(event, Riichi) and event.seat == seat for event in deal.events)
    called = any(isinstance(event, _OPEN_CALLS) and event.seat == seat for event in deal.events)
    drawn = result.reason in _DRAWN_OUT
    score = None if won is None else won.score
    return Tally(
        deals=1,
        wins=int(won is not None),
        tsumo=int(won is not None and won.source is None),
        deal_ins=int(bool(rons)),
        riichi=int(riichi),
        calls=int(called),
        win_points=0 if won is None else worth(deal, won),
        win_turns=0 if won is None else 1 + _discards(deal, seat),
        deal_in_points=sum(_paid(win, seat) for win in rons),
        riichi_wins=int(riichi and won is not None),
        open_wins=int(called and won is not None),
        riichi_deal_ins=int(riichi and bool(rons)),
        draws=int(drawn),
        ready_draws=int(drawn and result.tenpai is not None and result.tenpai[seat]),
        limits=int(score is not None and score.limit is not None),
        yakuman=int(score is not None and score.yakuman > 0),
    )


def worth(deal: RecordedDeal, win: RecordedWin) -> int:
    """What a winning hand was worth by itself: without deposits, and without honba, which the first winner takes."""
    if win.score is None:
        return 0 if win.deltas is None else win.deltas[win.seat]
    riichi = deal.indicator is not None
    honba = deal.honba if riichi and win is deal.result.wins[0] else 0
    return win.score.total - win.score.deposits - HONBA_RON * honba


def total(tallies: Iterable[Tally]) -> Tally:
    """The sum of tallies."""
    values: Sequence[int] = [0] * len(NAMES)
    for tally in tallies:
        values = [value + getattr(tally, name) for value, name in zip(values, NAMES, strict=True)]
    return Tally(*values)


def _discards(deal: RecordedDeal, seat: Seat) -> int:
    return sum(isinstance(event, Discard) and event.seat == seat for event in deal.events)


def _paid(win: RecordedWin, seat: Seat) -> int:
    return 0 if win.deltas is None else max(0, -win.deltas[seat])
