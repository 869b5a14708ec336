"""The score sheet of a game as CSV: one line a deal and a penalty, whose points always sum to the same."""

import csv
import io
from collections.abc import Iterator
from typing import Any, NamedTuple

from engine.errors import RecordError
from engine.records.model import RecordedDeal, RecordedGame
from engine.tiles import SEATS

DEPOSIT = 1_000
"""Points of one riichi deposit."""


def write_sheet(game: RecordedGame) -> str:
    """The sheet as CSV text with CRLF line ends (RFC 4180).

    Seats are named by their players and numbers. A line `start` shows the points a deal starts with where no line
    before it ends with them: the first deal, or one after a gap. `deposits` are points on the table, `sum` all
    scores and deposits. Raises `RecordError` if the points of a deal are not known, or do not sum to what they were.
    """
    players = [f"{name} ({seat})" for seat, name in zip(SEATS, game.names, strict=True)]
    out = io.StringIO()
    writer = csv.writer(out)
    changes = [f"{player} change" for player in players]
    writer.writerow(["deal", "dealer", "end", "detail", *changes, *players, "deposits", "sum"])
    standing: Standing | None = None
    for deal in game.deals:
        for row, now in _rows(deal, standing):
            standing = now
            writer.writerow([*row, *now.scores, now.deposits * DEPOSIT, now.whole])
    return out.getvalue()


class Standing(NamedTuple):
    """Scores by seat and deposits in sticks."""

    scores: tuple[int, ...]
    deposits: int

    @property
    def whole(self) -> int:
        """All points at the table."""
        return sum(self.scores) + self.deposits * DEPOSIT


def _rows(deal: RecordedDeal, before: Standing | None) -> Iterator[tuple[list[Any], Standing]]:
    """Each change of points in a deal: what it was, and how all stand after it."""
    now, start = before, Standing(deal.scores, deal.deposits)
    for penalty in deal.penalties:
        if penalty.get("between"):
            now = Standing(tuple(penalty["scores"]), penalty["deposits"])
            yield [deal.label, deal.dealer, "penalty", penalty["cause"], *penalty["deltas"]], now
    if now != start:
        now = start
        yield [deal.label, deal.dealer, "start", "", 0, 0, 0, 0], now
    whole = now.whole
    for penalty in deal.penalties:
        if not penalty.get("between"):
            deltas = tuple(penalty["deltas"])
            now = Standing(_add(now.scores, deltas), now.deposits)
            whole += sum(deltas)
            yield [deal.label, deal.dealer, "penalty", penalty["cause"], *deltas], now
    after = deal.scores_after
    if after is None:
        raise RecordError(f"deal {deal.label}: the record does not tell the points")
    end = Standing(after, 0 if deal.result.wins else deal.deposits + len(deal.accepted))
    if end.whole != whole:
        raise RecordError(f"deal {deal.label}: points and deposits sum to {end.whole}, before it to {whole}")
    changes = [new - old for new, old in zip(after, now.scores, strict=True)]
    yield [deal.label, deal.dealer, deal.result.end, _detail(deal), *changes], end


def _add(scores: tuple[int, ...], deltas: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(score + delta for score, delta in zip(scores, deltas, strict=True))


def _detail(deal: RecordedDeal) -> str:
    result = deal.result
    if result.reason is not None:
        return result.reason.value
    return "; ".join(
        f"{win.seat} from {'wall' if win.source is None else win.source}: {' '.join(win.yaku or ())}".rstrip(": ")
        for win in result.wins
    )
