"""Matches of the journal as views: the list, one with its score sheet, one deal step by step. Pure."""

import json
from collections.abc import Sequence
from typing import Any, Literal

from controller.journal.rows import MatchRow
from controller.players.history import Chapter
from controller.presenter.recordviews import (
    DealWinView,
    MatchLineView,
    MatchView,
    RecordedSeatView,
    SheetRowView,
)
from controller.records.exports import formats_of
from engine.errors import RecordError
from engine.records.model import RecordedGame, RecordedWin
from engine.records.sheet import SheetRow, sheet_rows
from engine.scoring.points import DEPOSIT
from engine.tiles import SEATS, Seat

State = Literal["unfinished", "ended", "broken_off"]


def match_line(row: MatchRow, chapter: Chapter | None = None) -> MatchLineView:
    """A match as the list shows it; with its chapter also what it changed."""
    rules = _rules(row)
    return MatchLineView(
        number=row.id,
        started=row.started,
        ended=row.ended,
        state=_state(row),
        rules=str(rules.get("name", "")),
        family="fan" if rules.get("family") == "fan" else "riichi",
        ranked=bool(rules.get("ranked")),
        deals=row.deals,
        seats=tuple(_seat(row, seat, chapter) for seat in SEATS),
    )


def match_view(row: MatchRow, game: RecordedGame, chapter: Chapter | None) -> MatchView:
    """A match with its score sheet."""
    line = match_line(row, chapter)
    rows, fault = _sheet(game)
    return MatchView(
        match=line,
        version=row.version,
        why=str((row.final or {}).get("why", "")),
        refusal=None if chapter is None else chapter.account.refusal,
        hands=row.ended is not None,
        formats=formats_of(line.family, over=row.ended is not None) if game.deals else (),
        rows=tuple(rows),
        fault=fault,
    )


def _rules(row: MatchRow) -> dict[str, Any]:
    rules = json.loads(row.rules)
    return rules if isinstance(rules, dict) else {}


def _state(row: MatchRow) -> State:
    if row.ended is None:
        return "unfinished"
    return "ended" if row.final is not None else "broken_off"


def _seat(row: MatchRow, seat: Seat, chapter: Chapter | None) -> RecordedSeatView:
    final = (row.final or {}).get("final", {})
    counted = chapter is not None and chapter.account.refusal is None
    account = chapter.account if chapter is not None and counted else None
    return RecordedSeatView(
        seat=seat,
        name=row.players.get(seat),
        kind="bot" if seat in row.bots else "guest" if seat in row.guests else "person",
        score=_of_seat(final, "scores", seat),
        place=_of_seat(final, "places", seat) if account is None else account.places[seat],
        points=_of_seat(final, "points", seat),
        rating=None if account is None else account.ratings()[seat],
        rank=None
        if account is None or account.for_season
        else (account.before[seat].standing.rank, account.after[seat].standing.rank),
    )


def _of_seat(final: dict[str, Any], name: str, seat: Seat) -> Any:
    values: Sequence[Any] | None = final.get(name)
    return None if values is None else values[seat]


def _sheet(game: RecordedGame) -> tuple[list[SheetRowView], str | None]:
    rows: list[SheetRowView] = []
    try:
        rows.extend(_row(row) for row in sheet_rows(game))
    except RecordError as error:
        return rows, str(error)
    return rows, None


def _row(row: SheetRow) -> SheetRowView:
    a, b, c, d = row.changes
    e, f, g, h = row.standing.scores
    return SheetRowView(
        deal=row.deal.label,
        dealer=row.deal.dealer,
        kind=row.kind,
        detail="" if row.kind == "hora" else row.detail,
        wins=tuple(map(_win, row.deal.result.wins)) if row.kind == "hora" else (),
        riichi=row.deal.accepted if row.ends_deal else (),
        changes=(a, b, c, d),
        scores=(e, f, g, h),
        deposits=row.standing.deposits * DEPOSIT,
        sum=row.standing.whole,
        index=row.number if row.ends_deal else None,
    )


def _win(win: RecordedWin) -> DealWinView:
    score = win.score
    return DealWinView(
        seat=win.seat,
        source=win.source,
        yaku=win.yaku or (),
        han=win.han,
        fu=win.fu,
        limit=None if score is None else score.limit,
        yakuman=win.yakuman or 0,
        total=0 if win.deltas is None else win.deltas[win.seat],
    )
