"""The journal's tables, and opening a database only when it is sound and of a version we know."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from controller.errors import JournalDamaged, JournalError, JournalTooNew
from controller.journal.migrations import bring_forward

VERSION: Final = 3
"""`user_version` of the database. Raise it with every change of the tables, and add a step to `migrations.STEPS`."""

APPLICATION_ID: Final = 0x4A4E544B
"""`JNTK`: tells our files from any other SQLite database."""

PAGE_BYTES: Final = 1024
"""Size of a new journal's pages. A commit writes a few whole pages, and rows are small: SQLite's usual 4096 bytes wrote
twice as much to the card."""

TABLES: Final = """
CREATE TABLE stamp (           -- under which version and rules something was decided
    id      INTEGER PRIMARY KEY,
    version TEXT NOT NULL,
    rules   TEXT NOT NULL      -- the whole RuleSet as JSON
);
CREATE TABLE input (           -- what the referee was told, in this order
    seq   INTEGER PRIMARY KEY,
    at    INTEGER NOT NULL,    -- table time, ms
    body  TEXT NOT NULL        -- controller.inputs.INPUT as JSON, without names of people
);
CREATE TABLE match (
    id       INTEGER PRIMARY KEY,
    input    INTEGER NOT NULL,     -- seq of the input that started it
    started  TEXT NOT NULL,        -- wall clock, ISO 8601 with zone
    stamp    INTEGER NOT NULL REFERENCES stamp,
    ended    TEXT,                 -- NULL: not ended
    final    TEXT                  -- final places and points as JSON; NULL: broken off or not ended
);
CREATE TABLE player (          -- who sat where: may be deleted without touching the games
    match INTEGER NOT NULL,
    seat  INTEGER NOT NULL,
    name  TEXT NOT NULL,
    kind  TEXT NOT NULL DEFAULT 'person',  -- person, guest (in no standings), bot
    PRIMARY KEY (match, seat)
) WITHOUT ROWID;
CREATE TABLE person (          -- who may sign in by name
    name  TEXT NOT NULL PRIMARY KEY,
    since TEXT NOT NULL        -- wall clock, ISO 8601 with zone
) WITHOUT ROWID;
CREATE TABLE card (            -- tag cards that sign a person in
    tag    TEXT NOT NULL PRIMARY KEY,
    person TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE fact (            -- what was decided: never recomputed
    seq    INTEGER PRIMARY KEY,
    input  INTEGER NOT NULL,   -- seq of the last input before it
    at     INTEGER NOT NULL,   -- table time, ms
    match  INTEGER NOT NULL,
    stamp  INTEGER NOT NULL REFERENCES stamp,
    kind   TEXT NOT NULL,
    body   TEXT NOT NULL
);
CREATE INDEX fact_of_match ON fact (match, seq);
CREATE INDEX deal_of_match ON fact (match) WHERE kind = 'deal_ended';
CREATE TABLE snapshot (        -- the referee between two deals: a restart begins at the newest
    input INTEGER PRIMARY KEY, -- seq of the last input it contains
    match INTEGER NOT NULL,
    at    INTEGER NOT NULL,
    body  TEXT NOT NULL
);
"""
"""The tables of a new journal."""


def connect(path: Path | None, *, read_only: bool = False, check: bool = True) -> sqlite3.Connection:
    """A connection to a journal (None: one in memory), made or brought up to date if need be.

    Without `check` its pages are not all looked at first, which takes seconds for a journal of years.

    An older version's file that is only to be read is brought up to date as a copy in memory. Before an older file is
    changed, it is copied to `NAME.vN`, so that the version which wrote it can be gone back to.

    Raises `JournalTooNew` for a newer version's file, `JournalDamaged` for an unsound one, `JournalError` when
    it cannot be opened at all.
    """
    try:
        database = _open(path, read_only)
    except sqlite3.Error as error:
        raise _explained(path, error) from error
    try:
        return _prepare(database, path, read_only, check)
    except sqlite3.Error as error:
        database.close()
        raise _explained(path, error) from error
    except JournalError:
        database.close()
        raise


@contextmanager
def explained(path: Path | None) -> Iterator[None]:
    """Turn what SQLite reports while a journal is read into `JournalError`."""
    try:
        yield
    except sqlite3.OperationalError as error:
        # A table or column is not there; without a code: a text that is none.
        if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) == sqlite3.SQLITE_ERROR:
            raise JournalDamaged(damaged(path, str(error))) from error
        raise _explained(path, error) from error
    except sqlite3.Error as error:
        raise _explained(path, error) from error


def _open(path: Path | None, read_only: bool) -> sqlite3.Connection:
    if path is None:
        return sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    mode = "ro" if read_only else "rwc"
    address = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False, timeout=5)


def _prepare(database: sqlite3.Connection, path: Path | None, read_only: bool, check: bool) -> sqlite3.Connection:
    (version,) = database.execute("PRAGMA user_version").fetchone()
    (application,) = database.execute("PRAGMA application_id").fetchone()
    (tables,) = database.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if tables and application != APPLICATION_ID:
        raise JournalError(f"{path} is a database of another program; name another file for the journal")
    if version > VERSION:
        raise JournalTooNew(
            f"{path} was written by a newer Jantaku (journal version {version}, this one knows {VERSION}): "
            "install that version again, or name another file for the journal"
        )
    if tables and check:
        _check_sound(database, path)
    older = bool(tables) and version < VERSION
    if read_only:
        return _forward_in_memory(database, version) if older else database
    if path is not None:
        if not tables:
            database.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        if older:
            _copy(database, path.with_name(f"{path.name}.v{version}"))
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
    if older:
        bring_forward(database, version, VERSION)
    elif not tables:
        head = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION};"
        database.executescript("BEGIN EXCLUSIVE;" + TABLES + head + "COMMIT;")
    return database


def _forward_in_memory(database: sqlite3.Connection, version: int) -> sqlite3.Connection:
    copy = _open(None, read_only=False)
    database.backup(copy)
    database.close()
    bring_forward(copy, version, VERSION)
    return copy


def _copy(database: sqlite3.Connection, target: Path) -> None:
    copy = sqlite3.connect(target)
    try:
        database.backup(copy)
    finally:
        copy.close()


def _check_sound(database: sqlite3.Connection, path: Path | None) -> None:
    (verdict,) = database.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise JournalDamaged(damaged(path, str(verdict)))


def is_damage(error: sqlite3.Error) -> bool:
    """Whether SQLite says by this that the file is not what it wrote."""
    name = getattr(error, "sqlite_errorname", "")
    return name == "SQLITE_NOTADB" or name.startswith("SQLITE_CORRUPT")


def damaged(path: Path | None, detail: str) -> str:
    """What to say of a damaged journal."""
    return f"{path} is damaged ({detail}): move it aside (keep it for repair) and start again"


def _explained(path: Path | None, error: sqlite3.Error) -> JournalError:
    name = getattr(error, "sqlite_errorname", "")
    if is_damage(error):
        return JournalDamaged(damaged(path, str(error)))
    advice = {
        "SQLITE_CANTOPEN": "check that its folder exists and that this user may write there",
        "SQLITE_READONLY": "this user may not write there",
        "SQLITE_BUSY": "another Jantaku is using it; stop that one first",
        "SQLITE_FULL": "the disk is full",
    }
    detail = next((text for code, text in advice.items() if name.startswith(code)), str(error))
    return JournalError(f"cannot open the journal {path}: {detail}")
