"""Bringing an older journal's tables forward, one version a step.

To change the tables: change `controller.journal.schema.TABLES`, raise its `VERSION`, add a function here that does to a
database of the version before what the change asks for, and enter it in `STEPS`. A test takes a stored journal of every
older version through all steps and compares the tables with those of a new one.
"""

import sqlite3
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

Step: TypeAlias = Callable[[sqlite3.Connection], None]
"""Changes a database of one version into the next, inside the transaction it is called in."""


def _number_matches_from_one(database: sqlite3.Connection) -> None:
    """1 -> 2. The first journals called a match by the input that started it; later ones of version 1 number them."""
    if "input" in {name for _, name, *_ in database.execute("PRAGMA table_info(match)")}:
        return
    database.execute("ALTER TABLE match RENAME TO match_by_input")
    database.execute(
        "CREATE TABLE match (id INTEGER PRIMARY KEY, input INTEGER NOT NULL, started TEXT NOT NULL,"
        " stamp INTEGER NOT NULL REFERENCES stamp, ended TEXT, final TEXT)"
    )
    database.execute(
        "INSERT INTO match SELECT row_number() OVER (ORDER BY id), id, started, stamp, ended, final FROM match_by_input"
    )
    # A number grows smaller or stays: going upwards, no new one meets an old one that is still to be changed.
    for number, old in database.execute("SELECT id, input FROM match ORDER BY id").fetchall():
        for table in ("player", "fact", "snapshot"):
            database.execute(f"UPDATE {table} SET match = ? WHERE match = ?", (number, old))  # noqa: S608 - our names
    database.execute("DROP TABLE match_by_input")


def _tell_people_from_bots_and_guests(database: sqlite3.Connection) -> None:
    """2 -> 3. People sign in by name or card; the input that started a match says where bots sat."""
    database.execute("ALTER TABLE player ADD COLUMN kind TEXT NOT NULL DEFAULT 'person'")
    database.execute(
        "UPDATE player SET kind = 'bot' WHERE seat IN ("
        "SELECT bots.value FROM match JOIN input ON input.seq = match.input,"
        " json_each(input.body, '$.details.bots') AS bots WHERE match.id = player.match)"
    )
    database.execute("CREATE TABLE person (name TEXT NOT NULL PRIMARY KEY, since TEXT NOT NULL) WITHOUT ROWID")
    database.execute("CREATE TABLE card (tag TEXT NOT NULL PRIMARY KEY, person TEXT NOT NULL) WITHOUT ROWID")
    # Listing the matches counts their deals.
    database.execute("CREATE INDEX deal_of_match ON fact (match) WHERE kind = 'deal_ended'")


STEPS: Final[Mapping[int, Step]] = {
    1: _number_matches_from_one,
    2: _tell_people_from_bots_and_guests,
}
"""For each older version the step that brings it one version forward."""


def bring_forward(database: sqlite3.Connection, version: int, newest: int) -> None:
    """Take a journal of `version` through all steps up to `newest`: all of them or, if one fails, none.

    Raises `sqlite3.Error`.
    """
    database.execute("BEGIN EXCLUSIVE")
    try:
        for number in range(version, newest):
            STEPS[number](database)
            database.execute(f"PRAGMA user_version = {number + 1}")
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise
