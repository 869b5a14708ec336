"""What was played: the list of matches, one with its score sheet, a deal step by step, exports, a picture to share.

Nothing here tells a hidden tile of a match that is still being played.
"""

import gzip
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Final

from fastapi import APIRouter, HTTPException, Path, Query, Request, Response
from fastapi.responses import FileResponse

from controller.access.roles import Role, Visitor
from controller.errors import JournalError, UsageError
from controller.players.archive import Archive
from controller.presenter.recorded import replay_deal
from controller.presenter.recordviews import DealReplayView, MatchListView, MatchView
from controller.records.exports import FILES, FORMATS, formats_of, written
from controller.records.matches import match_line, match_view
from controller.records.picture import match_picture
from controller.texts import LANGUAGES, language_named
from controller.web.rights import Visiting
from controller.web.routes.state import Detail
from controller.web.static_files import STATIC
from engine.errors import EngineError

MOST_LISTED: Final = 200
_NO_MATCH: Final = {"model": Detail, "description": "There is no such match, deal or format."}
_TOO_EARLY: Final = {"model": Detail, "description": "The match is still being played."}
_NO_JOURNAL: Final = {"model": Detail, "description": "The journal cannot be read now."}
_REFUSALS: Final[dict[int | str, dict[str, Any]]] = {404: _NO_MATCH, 503: _NO_JOURNAL}

Number = Annotated[int, Path(ge=1, le=2**53, description="The match's number in the list.")]
DealIndex = Annotated[int, Path(ge=0, le=10_000, description="Which deal of the match, from 0.")]


def router(archive: Archive | None, overlay_delay: float = 300.0) -> APIRouter:
    """Pages and data of the matches in the journal.

    A broadcast (the role `overlay`) sees the hands of a finished deal after `overlay_delay` seconds, everybody else
    once the match is over.
    """
    routes = APIRouter(tags=["records"])

    def book() -> Archive:
        if archive is None:
            raise HTTPException(503, "There is no journal yet; ask again in a second.")
        return archive

    _add_pages(routes)
    _add_matches(routes, book)
    _add_deals(routes, book, overlay_delay)
    _add_files(routes, book)
    return routes


def _add_pages(routes: APIRouter) -> None:
    @routes.get("/matches", include_in_schema=False)
    def matches_page() -> FileResponse:
        return FileResponse(STATIC / "book.html")

    @routes.get("/matches/{number}", include_in_schema=False)
    def match_page(number: Number) -> FileResponse:
        return FileResponse(STATIC / "book.html")

    @routes.get("/matches/{number}/sheet", include_in_schema=False)
    def sheet_page(number: Number) -> FileResponse:
        return FileResponse(STATIC / "book.html")


def _add_matches(routes: APIRouter, book: Callable[[], Archive]) -> None:
    @routes.get("/api/matches", responses={503: _NO_JOURNAL})
    def matches(
        player: Annotated[str | None, Query(max_length=64, description="Only matches of this player.")] = None,
        offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
        limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 50,
    ) -> MatchListView:
        """The matches in the journal, newest first, and what each changed of ratings and ranks."""
        with _explained():
            rows = [row for row in book().rows() if player is None or player in row.players.values()]
            chapters = book().by_number()
        rows.reverse()
        listed = rows[offset : offset + limit]
        return MatchListView(total=len(rows), matches=tuple(match_line(row, chapters.get(row.id)) for row in listed))

    @routes.get("/api/matches/{number}", responses=_REFUSALS)
    def match(number: Number) -> MatchView:
        """One match with its score sheet: every change of points, its cause, and how all stood after it."""
        with _explained():
            row = book().row(number)
            return match_view(row, book().game(row), book().by_number().get(number))


def _add_deals(routes: APIRouter, book: Callable[[], Archive], overlay_delay: float) -> None:
    @routes.get("/api/matches/{number}/deals/{index}", response_model=DealReplayView, responses=_REFUSALS)
    def deal(number: Number, index: DealIndex, request: Request, visitor: Visiting) -> Response:
        """One finished deal, step by step, as the displays showed it; with the hands once the match is over.

        To an overlay's token the hands are told before, as long after the deal as a broadcast is delayed.
        """
        with _explained():
            row = book().row(number)
            game = book().game(row)
            if index >= len(game.deals):
                raise HTTPException(404, f"Match {number} has {len(game.deals)} finished deals, numbered from 0.")
            shown = row.ended is not None
            if not shown and _broadcasts(visitor):
                ended = game.deals[index].times[-1:]
                shown = bool(ended) and book().table_time() - ended[0] >= overlay_delay * 1_000
            replay = replay_deal(game, index, hands=shown)
        return _compressed(replay.model_dump_json(), request)


def _add_files(routes: APIRouter, book: Callable[[], Archive]) -> None:
    @routes.get(
        "/api/matches/{number}/export/{form}",
        response_class=Response,
        responses={**_REFUSALS, 200: {"content": {kind: {} for _, kind in FILES.values()}}, 409: _TOO_EARLY},
    )
    def export(number: Number, form: Annotated[str, Path(max_length=16, description=", ".join(FORMATS))]) -> Response:
        """The match as a file: `mjai`, `tenhou` (tenhou.net/6 JSON), `csv` (the score sheet), `json` (everything).

        While a match is being played only the score sheet, which tells no hidden tile.
        """
        with _explained():
            row = book().row(number)
            view = match_line(row)
            if form not in formats_of(view.family, over=True):
                raise HTTPException(404, f"A match of the {view.family} family is not written as {form}.")
            if form not in formats_of(view.family, over=row.ended is not None):
                raise HTTPException(409, "This match is still being played: its hands are told when it is over.")
            game = book().game(row)
            if not game.deals:
                raise HTTPException(404, "No deal of this match is finished.")
            text = written(game, form)
        ending, kind = FILES[form]
        name = f'attachment; filename="match-{number}.{ending}"'
        return Response(text, media_type=kind, headers={"Content-Disposition": name})

    @routes.get(
        "/api/matches/{number}/picture.svg",
        response_class=Response,
        responses={**_REFUSALS, 200: {"content": {"image/svg+xml": {}}}},
    )
    def picture(
        number: Number, language: Annotated[str, Query(max_length=8, description=", ".join(LANGUAGES))] = "en"
    ) -> Response:
        """The result of a match as a picture to share."""
        chosen = language_named(language)
        if chosen is None:
            raise HTTPException(404, f"Pictures are made in {', '.join(LANGUAGES)}.")
        with _explained():
            line = match_line(book().row(number), book().by_number().get(number))
        return Response(match_picture(line, chosen), media_type="image/svg+xml")


def _broadcasts(visitor: Visitor) -> bool:
    """Whether a visitor has a broadcast's role and plays at no seat, as people of a simulated table do, who have all
    roles: whoever plays sees no hand of a match before it is over.
    """
    return visitor.may(Role.OVERLAY) and not visitor.may(Role.SEAT)


@contextmanager
def _explained() -> Iterator[None]:
    """What the journal or a record complains of, as an answer."""
    try:
        yield
    except UsageError as error:
        raise HTTPException(404, str(error)) from error
    except JournalError as error:
        raise HTTPException(503, str(error)) from error
    except EngineError as error:
        raise HTTPException(404, f"This match cannot be shown: {error}") from error


def _compressed(text: str, request: Request) -> Response:
    """JSON whose steps resemble each other: a deal of 700 kB is sent as 16."""
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(text, media_type="application/json")
    body = gzip.compress(text.encode(), compresslevel=5)
    return Response(
        body, media_type="application/json", headers={"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    )
