"""Players and records by HTTP: pages, standings, matches, exports; nothing hidden of a match being played."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from controller.access.door import Door
from controller.access.roles import Role, Visitor, resident
from controller.errors import PlayerError
from controller.inputs import SetupChanged
from controller.journal import Journal
from controller.players.archive import Archive
from controller.players.desk import Drawn, Seated, SeatNumber, SignIn, SitterView, StartMatch, TableView
from controller.players.rosterbook import RosterBook
from controller.web.contract import CommandRefused
from controller.web.library import Library
from controller.web.server import create_app
from engine.rules import PRESETS
from tests.controller.simulated import Game
from tests.controller.web.samples import SampleHub

RULES = PRESETS["doman"].with_changes(match_length="single")
LOCAL = ("127.0.0.1", 50_000)
HEADERS = {"X-Jantaku": "1"}
GUESTS: tuple[SitterView, ...] = tuple(
    SitterView(seat=seat, name=f"Guest {seat + 1}", kind="guest") for seat in (0, 1, 2, 3)
)
TABLE = TableView(
    playing=False, rules="doman", deals=0, now=(), next=GUESTS, left=(), new_cards=(), simulated=False, presets=()
)


class Desk:
    """Writes down what it is asked; refuses what it is told to."""

    def __init__(self) -> None:
        self.asked: list[Any] = []
        self.refusal: Exception | None = None

    def _take(self, what: Any) -> None:
        if self.refusal is not None:
            raise self.refusal
        self.asked.append(what)

    async def look(self) -> TableView:
        self._take("look")
        return TABLE

    async def seat(self, seats: dict[SeatNumber, SignIn]) -> Seated:
        self._take(seats)
        return Seated(at_once=True, table=TABLE)

    async def draw_seats(self) -> Drawn:
        self._take("draw")
        return Drawn(seed=7, table=TABLE)

    async def start(self, match: StartMatch) -> TableView:
        self._take(match)
        return TABLE

    async def give_card(self, seat: SeatNumber, name: str) -> Seated:
        self._take((seat, name))
        return Seated(at_once=True, table=TABLE)


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One finished match of one deal, and one of which the first deal is finished."""
    path = tmp_path_factory.mktemp("book") / "j.sqlite"
    journal = Journal.open(path)
    game = Game(journal, seed=1)
    game.start(RULES)
    game.run(3_600_000)
    game.start(PRESETS["tenhou"])
    game.runtime.step(game.table.now)
    while sum(row.deals for row in journal.matches()) < 2:
        game.run(30_000)
    journal.close()
    return path


@pytest.fixture
def desk() -> Desk:
    return Desk()


def client_of(path: Path, desk: Desk, visitor: Visitor, overlay_delay: float = 300) -> TestClient:
    library = Library(Archive(path), RosterBook(path), desk, overlay_delay)
    app = create_app(SampleHub(), None, Door(at_home=visitor), library=library, names=("testserver",))
    return TestClient(app, client=LOCAL)


@pytest.fixture
def client(journal: Path, desk: Desk) -> Iterator[TestClient]:
    with client_of(journal, desk, resident()) as client:
        yield client


@pytest.mark.parametrize(
    "path", ["/players", "/players/Aki", "/standings", "/matches", "/matches/1", "/matches/1/sheet"]
)
def test_the_pages_are_one_frame_that_asks_for_the_rest(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert "/static/js/book.js" in answer.text


def test_matches_are_listed_newest_first(client: TestClient) -> None:
    body = client.get("/api/matches").json()
    assert [match["number"] for match in body["matches"]] == [2, 1]
    assert [match["state"] for match in body["matches"]] == ["unfinished", "ended"]
    finished = body["matches"][1]
    assert sorted(seat["place"] for seat in finished["seats"]) == [1, 2, 3, 4]
    assert sum(after - before for before, after in (seat["rating"] for seat in finished["seats"])) == 0
    assert client.get("/api/matches?player=Nobody").json() == {"total": 0, "matches": []}
    assert [match["number"] for match in client.get("/api/matches?offset=1&limit=1").json()["matches"]] == [1]


def test_a_finished_match_is_told_whole(client: TestClient) -> None:
    match = client.get("/api/matches/1").json()
    assert match["formats"] == ["mjai", "tenhou", "csv", "json"]
    assert {row["sum"] for row in match["rows"]} == {100_000}
    deal = client.get("/api/matches/1/deals/0").json()
    assert deal["hands"]
    assert len(deal["steps"][0]["hands"]) == 4
    for form in match["formats"]:
        answer = client.get(f"/api/matches/1/export/{form}")
        assert answer.status_code == 200
        assert "attachment" in answer.headers["content-disposition"]
    assert client.get("/api/matches/1/picture.svg?language=ja").headers["content-type"].startswith("image/svg+xml")


def test_of_a_match_being_played_only_public_facts_are_told(client: TestClient) -> None:
    match = client.get("/api/matches/2").json()
    assert (match["hands"], match["formats"]) == (False, ["csv"])
    deal = client.get("/api/matches/2/deals/0").json()
    assert not any(step["hands"] for step in deal["steps"])
    assert not any(step["tile"] for step in deal["steps"] if step["event"] == "draw")
    for form in ("mjai", "tenhou", "json"):
        assert client.get(f"/api/matches/2/export/{form}").status_code == 409
    assert client.get("/api/matches/2/export/csv").status_code == 200
    assert client.get("/api/matches/2/deals/1").status_code == 404, "the deal being played is not told at all"


@pytest.mark.parametrize(
    ("role", "delay", "shown"),
    [(Role.OVERLAY, 0, True), (Role.OVERLAY, 3_600, False), (Role.REFEREE, 0, False), (Role.SEAT, 0, False)],
)
def test_a_broadcast_sees_hands_of_a_finished_deal_once_its_delay_is_over(
    journal: Path, desk: Desk, role: Role, delay: float, shown: bool
) -> None:
    with client_of(journal, desk, Visitor(frozenset({role}), 0), delay) as client:
        deal = client.get("/api/matches/2/deals/0").json()
        assert deal["hands"] is shown
        assert any(step["hands"] for step in deal["steps"]) is shown


def test_who_plays_sees_no_hands_of_a_match_being_played_whatever_other_roles_they_have(
    journal: Path, desk: Desk
) -> None:
    with client_of(journal, desk, resident(), overlay_delay=0) as client:
        deal = client.get("/api/matches/2/deals/0").json()
        assert (deal["hands"], any(step["hands"] for step in deal["steps"])) == (False, False)


def test_what_a_command_would_help_with_is_not_told_to_pages(client: TestClient) -> None:
    assert client.get("/api/matches/77").json()["detail"] == "the journal has no match 77; it has 1 to 2"


@pytest.mark.parametrize(
    "path",
    [
        "/api/matches/77",
        "/api/matches/77/deals/0",
        "/api/matches/1/deals/9",
        "/api/matches/1/export/pdf",
        "/api/matches/1/picture.svg?language=de",
        "/api/standings/Nobody",
        "/api/standings?season=none",
        "/api/standings?season=../../etc/passwd",
    ],
)
def test_what_is_not_there_is_not_found_with_a_sentence(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert len(answer.json()["detail"]) > 10


def test_a_deal_is_sent_compressed_where_it_is_taken(client: TestClient) -> None:
    plain = client.get("/api/matches/1/deals/0", headers={"accept-encoding": "identity"})
    packed = client.get("/api/matches/1/deals/0", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(plain.content) / 10
    assert plain.json() == packed.json()


def test_standings_and_a_players_page(client: TestClient) -> None:
    body = client.get("/api/standings").json()
    assert sorted(player["name"] for player in body["players"]) == ["Aki", "Ben", "Chie", "Dan"]
    profile = client.get("/api/standings/Aki").json()
    assert profile["player"]["matches"] == 1
    assert [numbers["family"] for numbers in profile["statistics"]] == ["riichi"]
    assert len(profile["opponents"]) == 3
    assert profile["matches"][0]["number"] == 1


def test_people_are_entered_renamed_and_forgotten(journal: Path, desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    path.write_bytes(journal.read_bytes())
    ended = Journal.open(path)
    ended.append(SetupChanged(at=10**9, what="match", details={"rules": {}, "players": []}))
    ended.close()
    with client_of(path, desk, resident()) as client:

        def people() -> list[str]:
            return [person["name"] for person in client.get("/api/players").json()["people"]]

        assert client.post("/api/players", json={"name": " Emi "}, headers=HEADERS).status_code == 200
        assert people() == ["Aki", "Ben", "Chie", "Dan", "Emi"]
        assert client.post("/api/players/Aki/rename", json={"name": "Akiko"}, headers=HEADERS).status_code == 200
        assert client.get("/api/standings/Akiko").status_code == 200
        taken = client.post("/api/players/Ben/rename", json={"name": "emi"}, headers=HEADERS)
        assert (taken.status_code, "'Emi' already" in taken.json()["detail"]) == (400, True)
        assert client.post("/api/players/Ben/delete", headers=HEADERS).status_code == 200
        assert client.post("/api/players/Ben/delete", headers=HEADERS).status_code == 404
        assert people() == ["Akiko", "Chie", "Dan", "Emi"]
        seats = client.get("/api/matches/1").json()["match"]["seats"]
        assert sorted(seat["name"] or "" for seat in seats) == ["", "Akiko", "Chie", "Dan"]


def test_the_table_is_asked_for_seats_draw_cards_and_matches(client: TestClient, desk: Desk) -> None:
    assert client.get("/api/seats").json()["next"][0]["name"] == "Guest 1"
    wish = {"name": "Aki", "guest": False}
    assert client.post("/api/seats/2", json=wish, headers=HEADERS).json()["at_once"]
    assert client.post("/api/seats", json={"seats": {"0": wish, "1": {"guest": True}}}, headers=HEADERS).is_success
    assert client.post("/api/seats/draw", headers=HEADERS).json()["seed"] == 7
    assert client.post("/api/cards", json={"seat": 1, "name": "Ben"}, headers=HEADERS).is_success
    start = {"rules": "doman", "set": {"ranked": False}, "minutes": 75, "instead": True}
    assert client.post("/api/matches", json=start, headers=HEADERS).is_success
    assert desk.asked == [
        "look",
        {2: SignIn(name="Aki")},
        {0: SignIn(name="Aki"), 1: SignIn(guest=True)},
        "draw",
        (1, "Ben"),
        StartMatch(rules="doman", set={"ranked": False}, minutes=75, instead=True),
    ]


def test_what_the_table_refuses_is_said(client: TestClient, desk: Desk) -> None:
    desk.refusal = PlayerError("one person sits at one seat")
    answer = client.post("/api/seats/0", json={"name": "Aki"}, headers=HEADERS)
    assert (answer.status_code, answer.json()["detail"]) == (400, "One person sits at one seat.")
    desk.refusal = CommandRefused("The table does not answer; try again in a moment.")
    assert client.post("/api/matches", json={}, headers=HEADERS).status_code == 409


def test_a_seat_signs_in_at_its_own_seat_alone_and_starts_nothing(journal: Path, desk: Desk) -> None:
    with client_of(journal, desk, Visitor(frozenset({Role.SEAT}), 1)) as client:
        assert client.post("/api/seats/1", json={"name": "Aki"}, headers=HEADERS).is_success
        assert client.post("/api/seats/2", json={"name": "Aki"}, headers=HEADERS).status_code == 403
        for path in ("/api/matches", "/api/seats/draw", "/api/players/Aki/delete"):
            assert client.post(path, json={}, headers=HEADERS).status_code == 403
    assert desk.asked == [{1: SignIn(name="Aki")}]


def test_without_a_journal_everything_says_so() -> None:
    app = create_app(SampleHub(), None, Door(at_home=resident()), names=("testserver",))
    with TestClient(app, client=LOCAL) as client:
        for path in ("/api/matches", "/api/matches/1", "/api/standings", "/api/players", "/api/seats"):
            answer = client.get(path)
            assert answer.status_code == 503, path
            assert "ask again" in answer.json()["detail"]
