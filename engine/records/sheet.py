"""The score sheet of a game as CSV: one line a deal and a penalty, whose points always sum to the same."""

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any

from engine.errors import RecordError
from engine.records.model import RecordedDeal, RecordedGame
from engine.tiles import SEATS

DEPOSIT = 1_000
"""Points of one riichi deposit."""

_COLUMNS = ("deal", "dealer", "end", "detail", *(f"change_{seat}" for seat in SEATS))
_POINTS = (*(f"score_{seat}" for seat in SEATS), "deposits", "sum")


def write_sheet(game: RecordedGame) -> str:
    """The sheet as CSV text with CRLF line ends (RFC 4180).

    `deposits` are points on the table, `sum` all scores and deposits. Raises `RecordError` if the points of a deal
    are not known, or do not sum to what they were.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["# players", *game.names])
    writer.writerow([*_COLUMNS, *_POINTS])
    total: int | None = None
    for deal in game.deals:
        for row, scores, deposits in _rows(deal):
            whole = sum(scores) + deposits * DEPOSIT
            if total is not None and whole != total:
                raise RecordError(f"deal {deal.label}: points and deposits sum to {whole}, before it to {total}")
            total = whole
            writer.writerow([*row, *scores, deposits * DEPOSIT, whole])
    return out.getvalue()


def _rows(deal: RecordedDeal) -> Iterator[tuple[list[Any], Sequence[int], int]]:
    """The start (so that a gap between deals shows), each penalty, and the end of a deal."""
    yield [deal.label, deal.dealer, "start", "", 0, 0, 0, 0], deal.scores, deal.deposits
    after = deal.scores_after
    if after is None:
        raise RecordError(f"deal {deal.label}: the record does not tell the points")
    scores: Sequence[int] = deal.scores
    for index, deltas in deal.penalties.items():
        cause = str(deal.history[index]["cause"])
        scores = [score + delta for score, delta in zip(scores, deltas, strict=True)]
        yield [deal.label, deal.dealer, "penalty", cause, *deltas], scores, deal.deposits
    changes = [new - old for new, old in zip(after, scores, strict=True)]
    deposits = 0 if deal.result.wins else deal.deposits + len(deal.accepted)
    yield [deal.label, deal.dealer, deal.result.end, _detail(deal), *changes], after, deposits


def _detail(deal: RecordedDeal) -> str:
    result = deal.result
    if result.reason is not None:
        return result.reason.value
    return "; ".join(
        f"{win.seat} from {'wall' if win.source is None else win.source}: {' '.join(win.yaku or ())}".rstrip(": ")
        for win in result.wins
    )
