"""The running service is killed at random moments and started again: same deal, same scores, same clocks.

Half of the kills come at any moment, half inside a commit: before it, between two of its statements, before it is
complete, and after it but before anybody was told. What pages were shown must be in the journal each time.
"""

import json
import os
import signal
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from controller.journal import JournalReader
from controller.journal.facts import fact_of
from controller.presenter.public import public_view
from controller.referee import Referee
from tests.system.service import Service

SPEED = 50
READY_CPU_SECONDS = 2.0
PATIENCE = 60.0
"""At `SPEED` this is an hour of table time in which somebody must do something."""
COMMIT_PHASES = ("begin", "between", "commit", "told")

Decided = list[tuple[str, dict[str, Any]]]

SCRIPT = """
import os, signal, sqlite3, sys
from pathlib import Path
import controller.journal.writer as writer
from controller.cli import main

wish = Path(sys.argv[1])

def die_if(phase):
    if wish.exists() and wish.read_text() == phase:
        os.kill(os.getpid(), signal.SIGKILL)

def commit(database, statements):
    if not statements:
        return
    die_if("begin")
    database.execute("BEGIN IMMEDIATE")
    for number, (sql, values) in enumerate(statements):
        database.execute(sql, values)
        if number == len(statements) // 2:
            die_if("between")
    die_if("commit")
    database.execute("COMMIT")
    die_if("told")

if wish.name != "-":
    writer._commit = commit
sys.exit(main(sys.argv[2:]))
"""


def refereed_again(path: Path) -> tuple[Referee, Decided, Decided]:
    """A referee that took the journal's inputs without a break, what it decided, and what the journal holds."""
    book = Book(path)
    book.read()
    return book.referee, book.decided, book.stored


class Book:
    """A journal read on and on: one referee takes every new input, without ever having been interrupted."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._taken: dict[int, int] = {}
        self.referee = Referee()
        self.decided: Decided = []
        """What the referee decided in the latest match."""
        self.stored: Decided = []
        """What the journal holds of it."""
        self.seen = {shown(public_view(self.referee.state).model_dump(mode="json"))}
        """Everything that a page could have shown, an idle table to begin with."""

    def read(self) -> None:
        """Take what is new."""
        with JournalReader(self._path) as reader:
            for match in [row.id for row in reader.matches()]:
                if match in self._taken and match + 1 in self._taken:
                    continue
                inputs = reader.inputs(match)
                if match not in self._taken:
                    self.decided = []
                for item in inputs[self._taken.get(match, 0) :]:
                    effects = self.referee.handle(item)
                    self.decided += [fact for effect in effects if (fact := fact_of(effect)) is not None]
                    self.seen.add(shown(public_view(self.referee.state).model_dump(mode="json")))
                self._taken[match] = len(inputs)
                self.stored = [(fact.kind, fact.body) for fact in reader.facts(match)]


def shown(view: Mapping[str, Any]) -> str:
    """What people see of the game itself in a public view, for comparison."""
    seats = [{key: seat[key] for key in ("score", "hand_size", "river", "melds", "riichi")} for seat in view["seats"]]
    return json.dumps([view["stage"], view["round"], seats], sort_keys=True)


def clocks(view: Mapping[str, Any]) -> dict[tuple[str, object], int]:
    """What is left of every limit."""
    return {(clock["kind"], clock["seat"]): clock["remaining"] for clock in view["clocks"]}


def play_and_kill(service: Service, random: Random, wish: Path | None) -> list[str]:
    """Play on quickly, kill, and say what a page was shown till then."""
    pages: list[str] = []
    with connect(service.address().replace("http", "ws") + "/ws?seat=0", max_queue=None) as page:
        page.send(json.dumps({"id": 1, "command": {"type": "speed", "factor": SPEED}}))
        end = time.monotonic() + random.uniform(0.05, 1.2)
        try:
            while (left := end - time.monotonic()) > 0:
                pages.append(str(page.recv(timeout=left)))
        except TimeoutError:
            pass
        if wish is None:
            service.process.send_signal(signal.SIGKILL)
        else:
            wish.write_text(random.choice(COMMIT_PHASES))
        end = time.monotonic() + PATIENCE
        try:
            while time.monotonic() < end:
                pages.append(str(page.recv(timeout=PATIENCE)))
            raise AssertionError(f"nothing was committed for {PATIENCE} s: {pages[-1]}")
        except ConnectionClosed:
            service.process.wait(timeout=PATIENCE)
    views = [message["view"] for message in map(json.loads, pages) if message["type"] == "view"]
    return [shown(view) for view in views]


def cpu_seconds(service: Service) -> float:
    fields = Path(f"/proc/{service.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize("kills", [20, pytest.param(300, marks=pytest.mark.long)])
def test_killed_at_random_moments(tmp_path: Path, kills: int) -> None:
    path, wish = tmp_path / "journal.sqlite", tmp_path / "wish"
    words = ("demo", "--auto", "--port", "0", "--journal", str(path), "--speed", "0.25")
    random, book, ready = Random(kills), Book(path), []
    for kill in range(kills + 1):
        within_commit = kill % 2 == 1
        wish.unlink(missing_ok=True)
        command = (sys.executable, "-c", SCRIPT, str(wish) if within_commit else "-", *words)
        stood_at = int(path.with_name("journal.sqlite.clock").read_text()) if kill else 0
        before = public_view(book.referee.state, now=max(stood_at, book.referee.state.now)).model_dump(mode="json")
        with Service(command=command) as service:
            after = service.view()
            took = time.monotonic() - service.started
            ready.append(cpu_seconds(service))
            if before["stage"] not in ("idle", "finished"):  # there the demo begins the next match
                assert shown(after) == shown(before)
                assert -1 <= after["now"] - before["now"] <= took * 250 + 50
                assert clocks(after).keys() == clocks(before).keys()
                for clock, left in clocks(before).items():
                    assert abs(left - clocks(after)[clock]) <= took * 250 + 1_050, clock
            told = play_and_kill(service, random, wish if within_commit else None)
        book.read()
        assert book.stored == book.decided[: len(book.stored)]
        assert set(told) <= book.seen, "something was shown that the journal does not hold"
    assert min(ready) < READY_CPU_SECONDS  # other work on the machine makes single starts dearer
