"""The people: standings, a player's page, signing in at a seat, the next match."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Final, TypeVar

from fastapi import APIRouter, HTTPException, Path, Query
from fastapi.responses import FileResponse
from pydantic import BaseModel, ConfigDict, Field

from controller.errors import JournalError, PlayerError, UnknownName
from controller.journal.roster import Roster
from controller.players.archive import Archive
from controller.players.desk import (
    Drawn,
    PeopleDesk,
    Seated,
    SeatNumber,
    SeatPeople,
    SignIn,
    StartMatch,
    TableView,
)
from controller.players.history import Family, matches_of, opponents_of, statistics_of
from controller.players.rosterbook import RosterBook
from controller.players.standings import PlayerKey
from controller.players.views import (
    ProfileView,
    StandingsView,
    entry_view,
    opponent_view,
    player_view,
    statistics_view,
)
from controller.web.rights import Visiting
from controller.web.routes.state import Detail
from controller.web.static_files import STATIC

T = TypeVar("T")

_REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    400: {"model": Detail, "description": "That cannot be done; the text says why."},
    404: {"model": Detail, "description": "There is no such player or season."},
    409: {"model": Detail, "description": "The table cannot do it now."},
    503: {"model": Detail, "description": "The journal or the table cannot be reached now."},
}
_FAMILIES: Final[tuple[Family, ...]] = ("riichi", "fan")

SeatInPath = Annotated[int, Path(ge=0, le=3, description="0-3, counter-clockwise.")]
Name = Annotated[str, Path(min_length=1, max_length=64, description="A player's name.")]
SeasonName = Annotated[str | None, Query(max_length=64, description="A season of `seasons`, for its ratings.")]


class PersonView(BaseModel):
    """Somebody who may sign in."""

    model_config = ConfigDict(from_attributes=True)

    name: str
    since: str = Field(description="When the journal first heard of them, ISO 8601.")
    matches: int = Field(description="Matches they sat in, finished or not.")
    cards: int = Field(description="Tag cards that are theirs.")


class PeopleView(BaseModel):
    """Everybody who may sign in, by name."""

    people: list[PersonView]


class NewName(BaseModel):
    """A name."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(max_length=64)


class CardFor(BaseModel):
    """Whose card the tag in a seat's zone becomes."""

    model_config = ConfigDict(extra="forbid")

    seat: SeatNumber
    name: str = Field(max_length=64)


def router(archive: Archive | None, roster: RosterBook | None, desk: PeopleDesk | None) -> APIRouter:
    """Pages and data of the people; without a journal or a table each says that it is not there yet."""
    routes = APIRouter(tags=["players"], responses=_REFUSALS)
    _add_pages(routes)
    _add_standings(routes, archive)
    _add_roster(routes, roster)
    _add_table(routes, desk)
    return routes


def _add_pages(routes: APIRouter) -> None:
    @routes.get("/players", include_in_schema=False)
    def players_page() -> FileResponse:
        return FileResponse(STATIC / "book.html")

    @routes.get("/players/{name}", include_in_schema=False)
    def player_page(name: Name) -> FileResponse:
        return FileResponse(STATIC / "book.html")

    @routes.get("/standings", include_in_schema=False)
    def standings_page() -> FileResponse:
        return FileResponse(STATIC / "book.html")


def _add_standings(routes: APIRouter, archive: Archive | None) -> None:
    @routes.get("/api/standings")
    def standings(season: SeasonName = None) -> StandingsView:
        """Ratings and ranks of all named players after all finished matches; with a season its ratings too."""
        book = _there(archive)
        players = _read(lambda: book.players(season))
        return StandingsView(
            season=season, seasons=tuple(book.season_names()), players=tuple(player_view(player) for player in players)
        )

    @routes.get("/api/standings/{name}")
    def profile(
        name: Name,
        season: SeasonName = None,
        bot: Annotated[bool, Query(description="The bot of that name, not the person.")] = False,
    ) -> ProfileView:
        """One player: standing, statistics of each family, head-to-head, and all matches with the way of the rating."""
        book, key = _there(archive), PlayerKey(name, bot)
        chapters = _read(lambda: book.chapters(season))
        player = _read(lambda: book.player(key, season))
        if player is None:
            raise HTTPException(404, f"{name!r} has not finished a match yet.")
        entries = matches_of(chapters, key)
        played = [family for family in _FAMILIES if any(entry.family == family for entry in entries)]
        return ProfileView(
            player=player_view(player),
            statistics=tuple(statistics_view(family, statistics_of(chapters, key, family)) for family in played),
            opponents=tuple(map(opponent_view, opponents_of(chapters, key))),
            matches=tuple(map(entry_view, reversed(entries))),
        )


def _add_roster(routes: APIRouter, roster: RosterBook | None) -> None:
    def do(work: Callable[[Roster], T]) -> T:
        return _read(lambda: _there(roster).do(work))

    def everybody(book: Roster) -> PeopleView:
        return PeopleView(people=[PersonView.model_validate(person) for person in book.people()])

    @routes.get("/api/players")
    def people() -> PeopleView:
        """Everybody who may sign in: those who were entered and those who have played."""
        return do(everybody)

    @routes.post("/api/players")
    def add(new: NewName) -> PeopleView:
        """Enter somebody. A name that is there already stays as it is."""

        def work(book: Roster) -> PeopleView:
            book.add(new.name)
            return everybody(book)

        return do(work)

    @routes.post("/api/players/{name}/rename")
    def rename(name: Name, new: NewName) -> PeopleView:
        """Give somebody another name, in all their matches too."""

        def work(book: Roster) -> PeopleView:
            book.rename(name, new.name)
            return everybody(book)

        return do(work)

    @routes.post("/api/players/{name}/delete")
    def delete(name: Name) -> PeopleView:
        """Forget somebody: name and cards. Their matches stay, without the name."""

        _read(lambda: _there(roster).delete(name))
        return do(everybody)

    @routes.post("/api/players/{name}/take-cards")
    def take_cards(name: Name) -> PeopleView:
        """No card is theirs any longer."""

        def work(book: Roster) -> PeopleView:
            book.take_cards(name)
            return everybody(book)

        return do(work)


def _add_table(routes: APIRouter, desk: PeopleDesk | None) -> None:
    @routes.get("/api/seats")
    async def seats() -> TableView:
        """Who sits where in this match and in the next one, and the rules a match may be started with."""
        return await _asked(_there(desk).look())

    @routes.post("/api/seats/draw")
    async def draw() -> Drawn:
        """Draw the seats of the next match by lot; the journal keeps the seed."""
        return await _asked(_there(desk).draw_seats())

    @routes.post("/api/seats/{seat}")
    async def sign_in(seat: SeatInPath, who: SignIn, visitor: Visiting) -> Seated:
        """Sit down at one's own seat, by name or as a guest.

        It holds at once where a guest sits, or as long as no deal has ended; otherwise from the next match on.
        """
        if not visitor.sits_at(seat):
            raise HTTPException(403, "You are signed in at another seat.")
        return await _asked(_there(desk).seat({seat: who}))

    @routes.post("/api/seats")
    async def seat_people(people: SeatPeople) -> Seated:
        """Seat people at several seats at once."""
        return await _asked(_there(desk).seat(people.seats))

    @routes.post("/api/cards")
    async def give_card(card: CardFor) -> Seated:
        """Make the tag that lies in a seat's zone the card of a player, who is signed in there."""
        return await _asked(_there(desk).give_card(card.seat, card.name))

    @routes.post("/api/matches")
    async def start(match: StartMatch) -> TableView:
        """Start a match with who is seated: its rules, ranked or not, time limit, first dealer."""
        return await _asked(_there(desk).start(match))


def _there(thing: T | None) -> T:
    if thing is None:
        raise HTTPException(503, "There is no journal or table yet; ask again in a second.")
    return thing


def _read(work: Callable[[], T]) -> T:
    try:
        return work()
    except UnknownName as error:
        raise HTTPException(404, _sentence(error)) from error
    except PlayerError as error:
        raise HTTPException(400, _sentence(error)) from error
    except JournalError as error:
        raise HTTPException(503, str(error)) from error


async def _asked(work: Awaitable[T]) -> T:
    try:
        return await work
    except PlayerError as error:
        raise HTTPException(400, _sentence(error)) from error
    except JournalError as error:
        raise HTTPException(503, str(error)) from error


def _sentence(error: Exception) -> str:
    text = str(error)
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
