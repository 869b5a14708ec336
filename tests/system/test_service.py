"""The service as a process: ready soon, ended soon, a whole deal by bots and by a person in a page."""

import json
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from controller.journal import JournalReader
from tests.system.service import Service, jantaku

FAST = ("--speed", "50", "--seed", "1", "--port", "0", "--set", "match_length=single")


def wait_for(service: Service, stage: str, seconds: float = 60) -> dict[str, Any]:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        view = service.view()
        if view["stage"] == stage:
            return view
        time.sleep(0.1)
    raise AssertionError(f"the table never was {stage}: {view}")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_ends_cleanly_before_systemd_would_kill_it(tmp_path: Path, number: int) -> None:
    path = tmp_path / "j.sqlite"
    with Service("run", "--simulate", "--port", "0", "--journal", str(path)) as service:
        service.view()
        with connect(service.address().replace("http", "ws") + "/ws") as page:
            page.recv()
            code, seconds = service.stop(number)
    assert code == 0
    assert seconds < 5, "TimeoutStopSec of systemd/jantaku.service"
    assert "Traceback" not in "".join(service.lines)
    with JournalReader(path) as reader:
        assert [match.ended for match in reader.matches()] == [None]
    assert jantaku("matches", "--journal", str(path)).stdout.count("unfinished") == 1


def test_four_bots_play_a_match(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    with Service("demo", "--auto", *FAST, "--journal", str(path)) as service:
        view = wait_for(service, "finished")
        standings = view["final"]["standings"]
        assert sorted(line["place"] for line in standings) == [1, 2, 3, 4]
        assert sum(line["score"] for line in standings) == 100_000
        assert view["incidents"] == []
        assert service.problems() == []
        wait_for(service, "dealing")  # the next match begins by itself
    with JournalReader(path) as reader:
        first, second = reader.matches()
    assert first.final is not None
    assert second.ended is None


def test_the_demo_goes_on_with_the_same_game_and_only_with_that(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    words = (
        "demo",
        "--auto",
        "--rules",
        "tenhou",
        "--speed",
        "50",
        "--seed",
        "5",
        "--port",
        "0",
        "--journal",
        str(path),
    )

    def matches_after(*more: str) -> list[tuple[int, str | None]]:
        with Service(*words, *more) as service:
            wait_for(service, "playing")
            service.stop()
        with JournalReader(path) as reader:
            return [(match.id, match.ended) for match in reader.matches()]

    assert matches_after() == [(1, None)]
    assert matches_after() == [(1, None)]
    assert [number for number, ended in matches_after("--new") if ended is None] == [2]
    assert [number for number, ended in matches_after("--set", "open_tanyao=false") if ended is None] == [3]


class Person:
    """Somebody at the page: draws when it is time, discards the first tile allowed, presses OK."""

    def __init__(self, page: ClientConnection) -> None:
        self.page = page
        self.number = 0
        self.refusals: list[str] = []
        self.done: set[str] = set()
        self.seen: dict[str, Any] | None = None

    def messages(self, seconds: float) -> Iterator[dict[str, Any]]:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                yield json.loads(self.page.recv(timeout=0.5))
            except TimeoutError:
                continue

    def send(self, **command: Any) -> None:
        self.number += 1
        self.done.add(command["type"])
        self.page.send(json.dumps({"id": self.number, "command": command}))

    def act(self, seat: dict[str, Any]) -> None:
        if seat["may_draw"]:
            self.send(type="take", source=seat["may_draw"], only_if_due=True)
        elif seat["discards"]:
            tile = seat["drawn"] if seat["drawn"] in seat["discards"] else seat["discards"][0]
            self.send(type="move", tiles=[tile], target="river:0")
        elif seat["buttons"] == ["MENU"]:
            self.send(type="press", button="MENU")

    def play(self, seconds: float) -> dict[str, Any]:
        """Play until the match is over; the last public view."""
        for message in self.messages(seconds):
            match message["type"]:
                case "seat":
                    self.seen = message["view"]
                    self.act(message["view"])
                case "refused":
                    self.refusals.append(message["message"])
                case "health" if self.seen is not None:
                    self.act(self.seen)  # a command came too early or got lost: the page, too, tries again
                case "view" if message["view"]["stage"] == "finished":
                    view: dict[str, Any] = message["view"]
                    return view
        raise AssertionError("the match did not end")


@contextmanager
def person_at(service: Service) -> Iterator[Person]:
    """Somebody whose page is open, once the table stands."""
    service.view()
    with connect(service.address().replace("http", "ws") + "/ws?seat=0") as page:
        yield Person(page)


def test_a_person_plays_in_the_page(tmp_path: Path) -> None:
    with Service("demo", *FAST, "--journal", str(tmp_path / "j.sqlite")) as service:
        with person_at(service) as person:
            view = person.play(seconds=90)
        assert {"take", "move"} <= person.done
        assert sum(line["score"] for line in view["final"]["standings"]) == 100_000
        assert view["incidents"] == []


def test_a_page_starts_another_match_with_other_rules(tmp_path: Path) -> None:
    with Service("demo", *FAST, "--journal", str(tmp_path / "j.sqlite")) as service:
        with person_at(service) as person:
            person.send(type="new_match", rules="mahjong-soul", seats=["person", "novice", "novice", "novice"])
            person.send(type="speed", factor=2)
            person.send(type="new_match", rules="nonsense")
            person.send(type="move", tiles=[3], target="river:2")
            rules, speeds = set(), set()
            for message in person.messages(3):
                if message["type"] == "view":
                    rules.add(message["view"]["rules"])
                    speeds.add(message["view"]["speed"])
                elif message["type"] == "refused":
                    person.refusals.append(message["message"])
        assert "mahjong-soul" in rules
        assert 2.0 in speeds
        assert any("there is no rule set 'nonsense'" in text for text in person.refusals)
        assert any("own rack, river and melds" in text for text in person.refusals)


def test_two_pages_that_draw_at_once_take_one_tile(tmp_path: Path) -> None:
    words = ("demo", "--speed", "5", "--seed", "1", "--port", "0", "--journal", str(tmp_path / "j.sqlite"))
    with Service(*words) as service, person_at(service) as laptop, person_at(service) as phone:
        source = next(seats(laptop, "may_draw"))
        for page in (laptop, phone):
            page.send(type="take", source=source, only_if_due=True)
        next(seats(laptop, "discards"))
        laptop.send(type="take", source="wall", only_if_due=True)
        refused = [message for message in phone.messages(2) if message["type"] == "refused"]
        refused += [message for message in laptop.messages(2) if message["type"] == "refused"]
        assert len(refused) == 2, "one of the two pages, and whoever asks with the tile in hand"
        assert all("no tile for you to draw" in message["message"] for message in refused)
        assert service.view()["incidents"] == []


def test_a_tile_drawn_too_many_is_put_back_from_the_page(tmp_path: Path) -> None:
    words = ("demo", "--speed", "5", "--seed", "1", "--port", "0", "--journal", str(tmp_path / "j.sqlite"))
    with Service(*words) as service, person_at(service) as person:
        source = next(seats(person, "may_draw"))
        person.send(type="put_back")
        person.send(type="take", source=source)
        person.send(type="take", source=source)
        next(seats(person, "surplus"))
        assert [incident["id"] for incident in service.view()["incidents"]] == ["too_many_tiles"]
        person.send(type="put_back")
        next(seats(person, "discards"))
        open_still = (message["view"]["incidents"] for message in person.messages(10) if message["type"] == "view")
        assert any(incidents == [] for incidents in open_still)
        assert any("no tile that has to go back" in text for text in person.refusals)


def seats(person: Person, wanted: str, seconds: float = 40) -> Iterator[Any]:
    """What the seat's views say of `wanted`, whenever they say anything; passes on every call meanwhile."""
    for message in person.messages(seconds):
        if message["type"] == "refused":
            person.refusals.append(message["message"])
        elif message["type"] == "seat":
            view = message["view"]
            if view[wanted]:
                yield view[wanted]
            elif "PASS" in view["buttons"]:
                person.send(type="press", button="PASS")
    pytest.fail(f"{wanted} never came")


def test_training_mode_helps_the_seat_and_nobody_else(tmp_path: Path) -> None:
    with Service("demo", *FAST, "--journal", str(tmp_path / "j.sqlite")) as service, person_at(service) as person:
        person.send(type="training", on=True)
        helped = False
        for message in person.messages(20):
            if message["type"] == "view":
                assert "training" not in message["view"]
            elif message["type"] == "seat" and not helped:
                training = message["view"]["training"]
                helped = bool(training and training["hint"])
                if helped:
                    person.send(type="training", on=False)
                else:
                    person.act(message["view"])
            elif message["type"] == "seat" and message["view"]["training"] is None:
                return
        pytest.fail("no help came" if not helped else "training mode did not end")


def test_a_bots_seat_shows_its_hand_only_in_training_mode(tmp_path: Path) -> None:
    words = ("demo", "--auto", *FAST, "--journal", str(tmp_path / "j.sqlite"))
    with Service(*words) as service, person_at(service) as person:
        seat = next(message["view"] for message in person.messages(10) if message["type"] == "seat")
        assert (seat["hand"], seat["training"]) == ([], None)
        person.send(type="training", on=True)
        seats = (message["view"] for message in person.messages(10) if message["type"] == "seat")
        assert any(seat["hand"] and seat["training"] for seat in seats)


def test_the_page_is_there_before_the_table(tmp_path: Path) -> None:
    """A table that cannot be reached is told on the page, and taken as soon as it can be."""
    script = f"""
import sys
import hal.drivers as drivers
from controller.cli import main
from hal.errors import DriverError
import controller.service.keeper as keeper
keeper.REOPEN_SECONDS = (0.7,)
tries = 0
def late(options, tile_set):
    global tries
    tries += 1
    if tries < 3:
        raise DriverError("board seat2 does not answer; is it plugged in?")
    return drivers._open_simulated(options, tile_set)
drivers.DRIVERS["simulated"] = drivers.Driver(drivers.SimulatedOptions, late)
sys.exit(main(["run", "--simulate", "--port", "0", "--journal", {str(tmp_path / "j.sqlite")!r}]))
"""
    with Service(script=script) as service:
        service.wait_until(lambda: any("board seat2 does not answer" in problem for problem in service.problems()))
        service.view()
        assert service.problems() == []


def test_a_table_that_asks_waits_for_its_players(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text('[table]\nstart = "ask"\n')
    words = ("run", "--simulate", "--config", str(config), "--port", "0")
    path = tmp_path / "games.sqlite"
    with Service(*words, "--journal", str(path)) as service:
        service.wait_until(lambda: service.problems() == [])
        assert service.view()["stage"] == "idle"
        with JournalReader(path) as reader:
            assert reader.matches() == []
