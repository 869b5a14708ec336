"""Journals of every older version are brought forward, whole, and the tables are then those of a new one."""

import json
import sqlite3
from pathlib import Path

import pytest

from controller.errors import JournalError
from controller.inputs import INPUT, Pressed, SetupChanged
from controller.journal import Journal, JournalReader, migrations
from controller.journal.schema import APPLICATION_ID, VERSION, connect
from hal.ports import Button

_COMMON = """
CREATE TABLE stamp (id INTEGER PRIMARY KEY, version TEXT NOT NULL, rules TEXT NOT NULL);
CREATE TABLE input (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, body TEXT NOT NULL);
CREATE TABLE player (
    match INTEGER NOT NULL, seat INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (match, seat)) WITHOUT ROWID;
CREATE TABLE fact (
    seq INTEGER PRIMARY KEY, input INTEGER NOT NULL, at INTEGER NOT NULL, match INTEGER NOT NULL,
    stamp INTEGER NOT NULL REFERENCES stamp, kind TEXT NOT NULL, body TEXT NOT NULL);
CREATE INDEX fact_of_match ON fact (match, seq);
CREATE TABLE snapshot (input INTEGER PRIMARY KEY, match INTEGER NOT NULL, at INTEGER NOT NULL, body TEXT NOT NULL);
"""
MATCH_BY_INPUT = """
CREATE TABLE match (
    id INTEGER PRIMARY KEY, started TEXT NOT NULL, stamp INTEGER NOT NULL REFERENCES stamp, ended TEXT, final TEXT);
"""
MATCH_BY_NUMBER = """
CREATE TABLE match (
    id INTEGER PRIMARY KEY, input INTEGER NOT NULL, started TEXT NOT NULL,
    stamp INTEGER NOT NULL REFERENCES stamp, ended TEXT, final TEXT);
"""
STORED = {"1, matches called by their input": MATCH_BY_INPUT, "1, matches numbered": MATCH_BY_NUMBER}
"""Every older version's tables, as that version made them."""

STARTS = (1, 4)  # inputs that start a match


def stored(path: Path, match_table: str, version: int = 1) -> None:
    """A journal of an older version: two matches, the second unfinished."""
    database = sqlite3.connect(path)
    database.executescript(_COMMON + match_table)
    database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    database.execute(f"PRAGMA user_version = {version}")
    numbered = match_table is MATCH_BY_NUMBER
    database.execute("INSERT INTO stamp VALUES (1, '0.0.1', '{}')")
    for seq in range(1, 7):
        body = (
            SetupChanged(at=seq, what="match", details={"rules": {}, "first_dealer": 0})
            if seq in STARTS
            else Pressed(at=seq, seat=seq % 4, button=Button.PON)
        )
        database.execute("INSERT INTO input VALUES (?, ?, ?)", (seq, seq, INPUT.dump_json(body).decode()))
    for number, start in enumerate(STARTS, 1):
        name = number if numbered else start
        ended = "2026-01-02" if number == 1 else None
        row = (name, start, "2026-01-01", 1, ended, None) if numbered else (name, "2026-01-01", 1, ended, None)
        database.execute(f"INSERT INTO match VALUES ({', '.join('?' * len(row))})", row)  # noqa: S608 - question marks
        database.execute("INSERT INTO player VALUES (?, 0, ?)", (name, f"Aki {number}"))
        fact = (number, start, start, name, 1, "deal_ended", json.dumps({"number": number}))
        database.execute("INSERT INTO fact VALUES (?, ?, ?, ?, ?, ?, ?)", fact)
    database.execute("INSERT INTO snapshot VALUES (5, ?, 5, '{\"deal\": 2}')", (2 if numbered else 4,))
    database.commit()
    database.close()


def tables(database: sqlite3.Connection) -> dict[str, list[tuple[object, ...]]]:
    names = [name for (name,) in database.execute("SELECT name FROM sqlite_schema ORDER BY name")]
    return {name: database.execute(f"PRAGMA table_xinfo({name})").fetchall() for name in names}


@pytest.mark.parametrize("match_table", STORED.values(), ids=STORED.keys())
def test_an_older_journal_is_brought_forward(tmp_path: Path, match_table: str) -> None:
    path = tmp_path / "j.sqlite"
    stored(path, match_table)
    with JournalReader(path) as reader:  # a command beside an older service: the file stays as it is
        assert [row.id for row in reader.matches()] == [1, 2]
    before = path.read_bytes()
    journal = Journal.open(path)
    first, second = journal.matches()
    assert [(row.id, row.ended, row.players, row.deals) for row in (first, second)] == [
        (1, "2026-01-02", {0: "Aki 1"}, 1),
        (2, None, {0: "Aki 2"}, 1),
    ]
    assert [[fact.body["number"] for fact in journal.facts(match)] for match in (1, 2)] == [[1], [2]]
    assert [item.at for item in journal.inputs(1)] == [1, 2, 3]
    found = journal.unfinished()
    assert found is not None
    assert (found.match, found.snapshot, [item.at for item in found.inputs]) == (2, {"deal": 2}, [6])
    journal.append(Pressed(at=9, seat=0, button=Button.PON))
    journal.close()
    database, new = sqlite3.connect(path), connect(None)
    assert tables(database) == tables(new)
    assert database.execute("PRAGMA user_version").fetchone() == (VERSION,)
    kept = sqlite3.connect(tmp_path / "j.sqlite.v1")
    assert kept.execute("PRAGMA user_version").fetchone() == (1,)
    assert before != path.read_bytes()
    for one in (database, new, kept):
        one.close()


def test_every_older_version_has_its_step() -> None:
    assert sorted(migrations.STEPS) == list(range(1, VERSION))


def test_a_step_that_fails_leaves_the_journal_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "j.sqlite"
    stored(path, MATCH_BY_INPUT)
    untouched = sqlite3.connect(path)
    before = list(untouched.iterdump())
    untouched.close()

    def fails(database: sqlite3.Connection) -> None:
        database.execute("DELETE FROM input")
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(migrations, "STEPS", {**migrations.STEPS, 1: fails})
    with pytest.raises(JournalError, match="disk I/O error"):
        Journal.open(path)
    after = sqlite3.connect(path)
    assert list(after.iterdump()) == before
    assert after.execute("PRAGMA user_version").fetchone() == (1,)
    after.close()
