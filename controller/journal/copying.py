"""A good copy of the journal beside it (`NAME.copy`), kept up to date cheaply while the service runs.

What only grows (inputs, facts) is copied as far as it is new; the small rest is copied whole, so that names which were
deleted are deleted in the copy too. A copy that is missing, of another version or unsound is made anew with SQLite's
backup, beside the old one, and takes its place when it is on the medium. One that has more than the journal is kept
(`NAME.copy.other-TIME`): somebody has taken the journal away.
"""

import fcntl
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import structlog

from controller.journal.schema import is_damage
from controller.ownership import give_to_owner

GROWING: Final = ("stamp", "input", "fact")
"""Tables whose rows are never changed nor deleted, by a key that grows."""

PAGES_AT_ONCE: Final = 256
"""A backup lets go of the database between so many pages, so that a service can write meanwhile."""

_BESIDE: Final = ("", "-wal", "-shm")
"""The files a database consists of."""

CLOSE_SECONDS: Final = 0.5
"""How long closing waits for a copy that is being made."""

_log = structlog.get_logger("journal")


def copy_of(path: Path) -> Path:
    """Where the copy of a journal lies."""
    return path.with_name(path.name + ".copy")


class CopyKeeper:
    """Brings the copy of one journal up to date in a thread of its own, so that neither play nor commits wait."""

    def __init__(self, path: Path) -> None:
        self._path: Final = path
        self._thread: threading.Thread | None = None
        self.trouble = ""
        """Why the copy could not be brought up to date the last time; empty: it could."""

    def request(self) -> None:
        """Have the copy brought up to date soon; left out while the last time is not over yet."""
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._run, name="journal copy", daemon=True)
            self._thread.start()

    def close(self, seconds: float = CLOSE_SECONDS) -> None:
        """Wait a moment for a copy under way; one that takes longer is undone when it is next opened."""
        if self._thread is not None:
            self._thread.join(seconds)

    def _run(self) -> None:
        try:
            keep_copy(self._path)
        except (sqlite3.Error, OSError) as error:
            self.trouble = str(error)
            _log.warning("journal_not_copied", error=self.trouble)
        else:
            self.trouble = ""


def keep_copy(path: Path) -> None:
    """Bring the copy of the journal at `path` up to date; another thread or process may write the journal meanwhile.

    Raises `sqlite3.Error` or `OSError`; the copy is then as it was.
    """
    target = copy_of(path)
    with _alone_in(path.parent):
        if target.exists() and _added_what_is_new(path, target):
            return
        if target.exists() and _holds_more(path, target):
            put_aside(target, "other")  # the journal it was of has gone: perhaps somebody wants it back
        _copy_whole(path, target)


def renew_copy(path: Path) -> None:
    """Make the copy of the journal anew, if it has one: what was deleted may lie in its unused pages.

    Raises as `keep_copy`.
    """
    target = copy_of(path)
    with _alone_in(path.parent):
        if target.exists():
            _copy_whole(path, target)


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """No other thread or process makes a copy in this folder meanwhile: two would write the same new file."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _copy_whole(path: Path, target: Path) -> None:
    with closing(_read_only(path)) as database:
        back_up(database, target)


def back_up(database: sqlite3.Connection, target: Path) -> None:
    """A whole copy at `target`, in one file and on the medium before it takes the place of what was there.

    May run while another process writes the journal. Raises `sqlite3.Error` or `OSError`.
    """
    new = target.with_name(target.name + ".new")
    new.unlink(missing_ok=True)
    copy = sqlite3.connect(new, isolation_level=None)
    try:
        database.backup(copy, pages=PAGES_AT_ONCE, sleep=0.01)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, with no log beside it
    except BaseException:
        copy.close()
        new.unlink(missing_ok=True)
        raise
    copy.close()
    give_to_owner(new, target.parent)
    flush(new)
    new.replace(target)
    flush(target.parent)


def put_aside(path: Path, why: str) -> Path:
    """Rename a database, with the log that belongs to it, to `NAME.WHY-TIME`, which is returned; raises `OSError`."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    aside, number = path.with_name(f"{path.name}.{why}-{stamp}"), 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.name}.{why}-{stamp}-{number}")
    for ending in _BESIDE:
        part = path.with_name(path.name + ending)
        if part.exists():
            part.replace(aside.with_name(aside.name + ending))
    return aside


def file_number(path: Path) -> int:
    """What tells a file from another that has taken its name; 0 for none."""
    try:
        return path.stat().st_ino
    except OSError:
        return 0


def flush(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the medium."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def is_sound(path: Path) -> bool:
    """Whether a file is a database whose every page can be read."""
    try:
        return _check(path)
    except sqlite3.Error:
        return False


def is_damaged(path: Path) -> bool:
    """Whether a database is surely not what was written; a medium that does not answer now proves nothing."""
    try:
        return not _check(path)
    except sqlite3.Error as error:
        return is_damage(error)


def _check(path: Path) -> bool:
    with closing(_read_only(path)) as database:
        return bool(database.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))


def _read_only(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=5)


def _added_what_is_new(path: Path, target: Path) -> bool:
    """False if the copy is none of this journal, of another version, or cannot be used."""
    try:
        with closing(sqlite3.connect(target.absolute().as_uri(), uri=True, isolation_level=None)) as copy:
            copy.execute("ATTACH ? AS journal", (f"{path.absolute().as_uri()}?mode=ro",))
            copy.execute("BEGIN IMMEDIATE")
            if not _is_older(copy):
                return False
            _add_what_is_new(copy)
            copy.execute("COMMIT")
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):  # the medium is full or gone: the copy stays as it is
            raise
        return False
    return True


def _holds_more(path: Path, target: Path) -> bool:
    """Whether a sound copy has inputs beyond those of the journal, which is another one then."""
    newest = []
    for file in (path, target):
        try:
            with closing(_read_only(file)) as database:
                newest.append(_scalar(database, "SELECT coalesce(max(seq), 0) FROM input"))
        except sqlite3.Error:
            return False
    return newest[1] > newest[0]


def _is_older(copy: sqlite3.Connection) -> bool:
    versions = (_scalar(copy, "PRAGMA main.user_version"), _scalar(copy, "PRAGMA journal.user_version"))
    return versions[0] == versions[1] and all(
        _scalar(copy, f"SELECT coalesce(max(rowid), 0) FROM main.{table}")  # noqa: S608 - names of our own tables
        <= _scalar(copy, f"SELECT coalesce(max(rowid), 0) FROM journal.{table}")  # noqa: S608
        for table in GROWING
    )


def _add_what_is_new(copy: sqlite3.Connection) -> None:
    names = copy.execute("SELECT name FROM journal.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    for (name,) in names.fetchall():
        if name in GROWING:
            newest = f"(SELECT coalesce(max(rowid), 0) FROM main.{name})"  # noqa: S608
            copy.execute(f"INSERT INTO main.{name} SELECT * FROM journal.{name} WHERE rowid > {newest}")  # noqa: S608
        else:
            copy.execute(f"DELETE FROM main.{name}")  # noqa: S608
            copy.execute(f"INSERT INTO main.{name} SELECT * FROM journal.{name}")  # noqa: S608


def _scalar(database: sqlite3.Connection, sql: str) -> int:
    (value,) = database.execute(sql).fetchone()
    return int(value)
