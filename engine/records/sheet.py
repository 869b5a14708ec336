"""The score sheet of a game: one line a deal and a penalty, whose points always sum to the same; also as CSV."""

import csv
import io
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from engine.errors import RecordError
from engine.records.model import AS_NAMED, RecordedDeal, RecordedGame
from engine.records.seats import by_person
from engine.scoring.points import DEPOSIT
from engine.tiles import SEATS, Seat


class Standing(NamedTuple):
    """Scores by seat and deposits in sticks."""

    scores: tuple[int, ...]
    deposits: int

    @property
    def whole(self) -> int:
        """All points at the table."""
        return sum(self.scores) + self.deposits * DEPOSIT


class SheetRow(NamedTuple):
    """Each change of points: what it was, and how all stand after it."""

    deal: RecordedDeal
    number: int
    """Which deal of the game, from 0."""
    kind: Literal["start", "hora", "ryukyoku", "penalty", "reseated"]
    detail: str
    changes: tuple[int, ...]
    standing: Standing

    @property
    def ends_deal(self) -> bool:
        """Whether this is the result of the deal."""
        return self.kind in ("hora", "ryukyoku")


def sheet_rows(game: RecordedGame) -> Iterator[SheetRow]:
    """The lines of the sheet in order.

    A line `start` shows the points a deal starts with where no line before it ends with them: the first deal, or one
    after a gap; a line `reseated` who sits at seats 0-3 from this deal on. Each player has one column all through, that
    of the game's `names`. Raises `RecordError` if the points of a deal are not known, or do not sum to what they were.
    """
    standing: Standing | None = None
    sitting = game.deals[0].sitting if game.deals else AS_NAMED
    for index, (deal, seated) in enumerate(zip(by_person(game).deals, game.deals, strict=True)):
        if seated.sitting != sitting:
            sitting = seated.sitting
            moved = " ".join(map(str, sitting))
            now = standing or Standing(deal.scores, deal.deposits)
            yield SheetRow(deal, index, "reseated", moved, (0,) * len(SEATS), now)
        for row in _rows(deal, index, standing):
            standing = row.standing
            yield row


def write_sheet(game: RecordedGame) -> str:
    """The sheet as CSV text with CRLF line ends (RFC 4180); raises as `sheet_rows` does.

    Players are named with the number that stands for them in every line, their seat at the end of the game. `deposits`
    are points on the table, `sum` all scores and deposits.
    """
    players = [_plain(f"{name} ({seat})") for seat, name in zip(SEATS, game.names, strict=True)]
    out = io.StringIO()
    writer = csv.writer(out)
    changes = [f"{player} change" for player in players]
    writer.writerow(["deal", "dealer", "end", "detail", *changes, *players, "deposits", "sum"])
    for row in sheet_rows(game):
        now = row.standing
        cells: list[Any] = [row.deal.label, row.deal.dealer, row.kind, row.detail, *row.changes]
        writer.writerow([*cells, *now.scores, now.deposits * DEPOSIT, now.whole])
    return out.getvalue()


def _plain(text: str) -> str:
    """A cell that no spreadsheet takes for a formula: a player may be called `=HYPERLINK(...)`."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text


def _rows(deal: RecordedDeal, index: int, before: Standing | None) -> Iterator[SheetRow]:
    now, start = before, Standing(deal.scores, deal.deposits)
    for penalty in deal.penalties:
        if penalty.get("between"):
            now = Standing(tuple(penalty["scores"]), penalty["deposits"])
            yield SheetRow(deal, index, "penalty", penalty["cause"], tuple(penalty["deltas"]), now)
    if now != start:
        now = start
        yield SheetRow(deal, index, "start", "", (0,) * len(SEATS), now)
    whole = now.whole
    for penalty in deal.penalties:
        if not penalty.get("between"):
            deltas = tuple(penalty["deltas"])
            now = Standing(_add(now.scores, deltas), now.deposits)
            whole += sum(deltas)
            yield SheetRow(deal, index, "penalty", penalty["cause"], deltas, now)
    after = deal.scores_after
    if after is None:
        raise RecordError(f"deal {deal.label}: the record does not tell the points")
    end = Standing(after, 0 if deal.result.wins else deal.deposits + len(deal.accepted))
    if end.whole != whole:
        raise RecordError(f"deal {deal.label}: points and deposits sum to {end.whole}, before it to {whole}")
    changes = tuple(new - old for new, old in zip(after, now.scores, strict=True))
    yield SheetRow(deal, index, deal.result.end, _detail(deal), changes, end)


def _add(scores: tuple[int, ...], deltas: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(score + delta for score, delta in zip(scores, deltas, strict=True))


def _detail(deal: RecordedDeal) -> str:
    result = deal.result
    if result.reason is not None:
        return result.reason.value
    return "; ".join(_win(win.seat, win.source, win.yaku or ()) for win in result.wins)


def _win(seat: Seat, source: Seat | None, yaku: tuple[str, ...]) -> str:
    return f"{seat} from {'wall' if source is None else source}: {' '.join(yaku)}".rstrip(": ")
