"""The people between pages, journal and table: cards on antennas, names in the journal, ratings on the displays."""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from controller.config import Config
from controller.errors import PlayerError
from controller.inputs import Input, Pressed
from controller.journal import Journal
from controller.journal.roster import Roster
from controller.players.archive import Archive
from controller.players.desk import SignIn, StartMatch
from controller.players.rosterbook import RosterBook
from controller.presenter.ratings import Rated, TableRatings
from controller.referee import TablePhase
from controller.runtime import TableRuntime
from controller.service.loop import TableLoop
from controller.service.people import TablePeople
from engine.rules import PRESETS
from engine.tiles import SEATS, Seat
from hal.ports import BoardStatus, Button, Millis, Scan, TileReader
from hal.zones import Zone
from tests.controller.simulated import Game

CARD = "E004015012345678"
DOMAN = PRESETS["doman"].with_changes(match_length="single")


class WithCard:
    """A reader in whose field a card lies."""

    def __init__(self, reader: TileReader, antenna: str) -> None:
        self._reader = reader
        self._antenna = antenna
        self.lies = False

    def poll(self, now: Millis) -> Sequence[Scan | BoardStatus]:
        return [self._seen(item) for item in self._reader.poll(now)]

    def favour(self, antennas: Sequence[str]) -> None:
        self._reader.favour(antennas)

    def _seen(self, item: Scan | BoardStatus) -> Scan | BoardStatus:
        if self.lies and isinstance(item, Scan) and item.antenna == self._antenna:
            return replace(item, tags=item.tags | {CARD})
        return item


class StandingLoop:
    """A table's thread that does everything at once."""

    def __init__(self) -> None:
        self.rated: list[TableRatings] = []

    def call(self, do: Callable[[], Any]) -> "Future[Any]":
        done: Future[Any] = Future()
        try:
            done.set_result(do())
        except Exception as error:  # noqa: BLE001 - whoever asked is told
            done.set_exception(error)
        return done

    def rate(self, ratings: TableRatings) -> None:
        self.rated.append(ratings)


class Club:
    """A table with four bots that sit there under people's names, and its book of people."""

    def __init__(self, path: Path, **table: object) -> None:
        self.path = path
        self.config = Config.model_validate({"table": table})
        self.journal = Journal.open(path)
        self.archive, self.roster, self.cards = Archive(path), RosterBook(path), RosterBook(path)
        self.people = TablePeople(self.roster, self.archive, self.cards)
        self.game = Game(self.journal, seed=1)
        layout = self.game.ports.layout
        self.reader = WithCard(self.game.ports.reader, layout.antennas_of(Zone.parse("melds:2"))[0].name)
        self.game.ports = replace(self.game.ports, reader=self.reader)
        self.game.take_over(TableRuntime(self.game.setup, self.game.ports, self.journal))
        self.loop = StandingLoop()
        self.attach()

    def attach(self) -> None:
        loop = cast(TableLoop, self.loop)
        self.people.attach(loop, self.game.runtime, self.journal, None, self.config)

    def press_ok(self, *seats: Seat) -> None:
        for seat in seats:
            self.game.runtime.submit(partial(_ok, seat))
            self.game.table.advance(self.game.table.now + 1_000)
            self.game.runtime.step(self.game.table.now)
        self.game.runtime.step(self.game.table.now)

    def close(self) -> None:
        for book in (self.archive, self.roster, self.cards, self.journal):
            book.close()

    def names(self) -> list[str]:
        return [sitter.name for sitter in asyncio.run(self.people.look()).next]

    def rated(self, so: Callable[[TableRatings], bool]) -> TableRatings:
        """The newest ratings told to the displays, once they are so."""
        end = time.monotonic() + 10
        while not (self.loop.rated and so(self.loop.rated[-1])):
            assert time.monotonic() < end, self.loop.rated
            time.sleep(0.01)
        return self.loop.rated[-1]


def _ok(seat: Seat, now: Millis) -> Input:
    return Pressed(at=now, seat=seat, button=Button.MENU)


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    club = Club(tmp_path / "j.sqlite")
    yield club
    club.close()


def test_seats_nobody_is_named_for_are_guests(club: Club) -> None:
    seats = asyncio.run(club.people.look())
    assert [sitter.kind for sitter in seats.next] == ["guest"] * 4
    assert not seats.playing


def test_a_card_on_a_seats_zone_signs_in_and_is_no_incident(club: Club) -> None:
    with Roster(club.path) as roster:
        roster.give_card("Emi", CARD)
    club.game.start(DOMAN)
    club.game.run(20_000)
    assert club.names()[2] == "Chie"
    club.reader.lies = True
    club.game.run(20_000)
    assert club.names()[2] == "Emi"
    assert club.game.state.players[2] == "Emi", "no deal has ended: it holds at once"
    assert club.game.state.unknown_tags == {}
    assert not [incident for incident in club.game.state.incidents.values() if incident.kind == "unknown_tag"]
    club.journal.flush()
    assert club.journal.matches()[0].players[2] == "Emi"


def test_the_table_waits_for_nobody_who_is_busy_with_the_roster(club: Club) -> None:
    with Roster(club.path) as roster:
        roster.give_card("Emi", CARD)
    club.game.start(DOMAN)
    club.reader.lies = True

    def slow(_: Roster) -> str:
        club.game.run(20_000)  # would wait for ever, were it the same lock
        return club.names()[2]

    assert club.roster.do(slow) == "Emi"


def test_a_new_card_is_enrolled_where_it_lies(club: Club) -> None:
    club.game.start(DOMAN)
    club.reader.lies = True
    club.game.run(30_000)
    assert asyncio.run(club.people.look()).new_cards == (2,)
    with pytest.raises(PlayerError, match="Lay one new card"):
        asyncio.run(club.people.give_card(1, "Emi"))
    asyncio.run(club.people.give_card(2, "Emi"))
    club.game.run(2_000)
    assert club.names()[2] == "Emi"
    assert club.game.state.unknown_tags == {}
    assert club.roster.do(lambda roster: roster.cards()) == {CARD: "Emi"}


def test_names_survive_a_restart_and_stand_in_no_input(club: Club) -> None:
    club.game.start(DOMAN)
    club.game.run(5_000)
    asyncio.run(club.people.seat({1: SignIn(name="Emi"), 3: SignIn(name="Gast", guest=True)}))
    club.game.run(1_000)
    club.game.resume(club.journal)
    club.attach()
    assert list(club.game.state.players) == ["Aki", "Emi", "Chie", "Gast"]
    assert [sitter.kind for sitter in asyncio.run(club.people.look()).now] == ["person", "person", "person", "guest"]
    club.journal.flush()
    database = sqlite3.connect(club.path)
    bodies = [body for (body,) in database.execute("SELECT body FROM input UNION ALL SELECT body FROM fact")]
    database.close()
    assert not [body for body in bodies if "Emi" in body or "Gast" in body]


def test_a_match_is_started_with_a_limit_and_the_deal_finished(club: Club) -> None:
    asyncio.run(club.people.seat({0: SignIn(name="Aki"), 1: SignIn(name="Ben")}))
    start = StartMatch(rules="doman", set={"match_length": "single"}, minutes=75, first_dealer=2)
    asyncio.run(club.people.start(start))
    club.game.run(100)
    rules, match = club.game.state.rules, club.game.state.match
    assert rules is not None
    assert match is not None
    assert (rules.match_minutes, rules.time_up, match.first_dealer) == (75, "finish_deal", 2)
    assert club.game.state.players == ("Aki", "Ben", "Seat 3", "Seat 4")
    with pytest.raises(PlayerError, match="A match is being played"):
        asyncio.run(club.people.start(StartMatch()))
    with pytest.raises(PlayerError, match="There are no rules 'chess'"):
        asyncio.run(club.people.start(StartMatch(rules="chess", instead=True)))
    with pytest.raises(PlayerError, match="minimum_fun"):
        asyncio.run(club.people.start(StartMatch(set={"minimum_fun": 3}, instead=True)))


def test_displays_are_told_how_the_players_stand_before_and_after(club: Club) -> None:
    club.game.start(DOMAN)
    club.game.run(1_000)
    before = club.rated(lambda ratings: ratings.before[0] is not None)
    assert before.before == (Rated(1500, 0),) * 4
    assert before.after == (None,) * 4
    club.game.run(3_600_000)
    assert club.game.state.phase is TablePhase.FINISHED
    after = club.rated(lambda ratings: ratings.after[0] is not None).after
    assert sorted(rated.rating for rated in after if rated is not None) == [1470, 1490, 1510, 1530]


@pytest.fixture
def waiting(tmp_path: Path) -> Iterator[Club]:
    """A table that waits for its players."""
    club = Club(tmp_path / "j.sqlite", start="ask", rules="doman", first_dealer=2)
    yield club
    club.close()


def test_ok_at_every_panel_starts_a_match_where_the_table_waits_for_players(waiting: Club) -> None:
    club = waiting
    asyncio.run(club.people.seat({seat: SignIn(name=name) for seat, name in enumerate(("Aki", "Ben", "Chie", "Dan"))}))
    club.press_ok(0, 1, 2)
    assert club.game.state.phase is TablePhase.SETUP, "one has not agreed yet"
    club.press_ok(1, 3)
    assert club.game.state.phase is TablePhase.SETUP, "a second press takes it back"
    club.press_ok(1)
    state = club.game.state
    assert state.phase is TablePhase.DEALING
    assert state.players == ("Aki", "Ben", "Chie", "Dan")
    assert state.rules is not None
    assert state.rules.name == "doman"
    assert state.match is not None
    assert state.match.dealer == 2
    assert len(club.journal.matches()) == 1
    club.press_ok(*SEATS)
    assert len(club.journal.matches()) == 1


def test_ok_starts_nothing_where_the_service_does(club: Club) -> None:
    club.press_ok(*SEATS)
    assert club.game.state.phase is TablePhase.SETUP
