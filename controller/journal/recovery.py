"""A journal that was found damaged: kept aside, the last good copy put in its place, and what is readable added to it.

Rows of the damaged file that the copy does not have yet (the deal being played, as a rule) are taken over as far as
they follow each other without a gap; from there the game goes on, and what lies otherwise on the table is shown.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import structlog
from pydantic import ValidationError

from controller.errors import JournalDamaged
from controller.inputs import INPUT
from controller.journal.copying import back_up, copy_of, flush, is_sound, put_aside
from controller.journal.journal import SIDE_LOG_BYTES, Journal
from controller.journal.schema import APPLICATION_ID, VERSION, connect

_log = structlog.get_logger("journal")

LARGE_BYTES: Final = 32 * 1024 * 1024
"""About a second's reading from a memory card."""


@dataclass(frozen=True, slots=True)
class Recovery:
    """What was done about a damaged journal. `inputs` were saved from it beyond the copy."""

    aside: Path
    from_copy: bool
    inputs: int

    @property
    def sentence(self) -> str:
        """For the page: what happened and what to do."""
        what = (
            "the last good copy was restored"
            if self.from_copy
            else "there was no good copy, so a new journal was begun"
        )
        return (
            f"The journal was damaged: {what}, and {self.inputs} newer entries were saved. Compare scores and tiles "
            f"with the table. The damaged file is kept as {self.aside.name}; the memory card may be worn out."
        )


def open_journal(path: Path, side_log_bytes: int = SIDE_LOG_BYTES) -> tuple[Journal, Recovery | None]:
    """The journal at `path`, recovered first if it is damaged. Raises `JournalError` as `Journal.open` does.

    A large one (`is_large`) is not wholly looked at: the caller does so while the game goes on.
    """
    _finish_recovery(path)
    try:
        return Journal.open(path, side_log_bytes, keep_copy=True, check=not is_large(path)), None
    except JournalDamaged as error:
        if not _is_ours(path):
            raise  # perhaps somebody named the wrong file: it is not for us to move
        _log.error("journal_damaged", path=str(path), reason=str(error))
    recovery = recover(path)
    _log.error(
        "journal_recovered", aside=str(recovery.aside), from_copy=recovery.from_copy, inputs_saved=recovery.inputs
    )
    return Journal.open(path, side_log_bytes, keep_copy=True), recovery


def is_large(path: Path) -> bool:
    """Whether looking at all pages would hold up a restart; then it is done beside the game (`is_damaged`)."""
    return path.exists() and path.stat().st_size > LARGE_BYTES


def recover(path: Path, *, from_copy: bool = True) -> Recovery:
    """Put the damaged journal aside and the best that can be had in its place; `from_copy` unless that is known bad.

    Until that is made and on the medium nothing is moved. Raises `OSError` or `sqlite3.Error` if it cannot be made.
    """
    copy, made = copy_of(path), _recovered(path)
    usable = from_copy and copy.exists() and is_sound(copy)
    try:
        made.unlink(missing_ok=True)
        if usable:
            with closing(sqlite3.connect(copy)) as source:
                back_up(source, made)
        with closing(connect(made)) as database:
            saved = _save_rest(path, database) if from_copy else 0
        flush(made)
    except BaseException:  # a full disk, perhaps: all is as it was, for the next try
        made.unlink(missing_ok=True)
        raise
    aside = put_aside(path, "damaged")
    _take_place(made, path)
    return Recovery(aside, usable, saved)


def _recovered(path: Path) -> Path:
    """Where a journal is put together that is to take the place of a damaged one."""
    return path.with_name(path.name + ".recovered")


def _take_place(made: Path, path: Path) -> None:
    made.replace(path)
    flush(path.parent)


def _finish_recovery(path: Path) -> None:
    """Power failed when the damaged journal was aside, and the recovered one not in its place yet."""
    made = _recovered(path)
    if made.exists() and not path.exists():
        put_aside(path, "damaged")  # its log, if that was left
        _take_place(made, path)
        _log.error("journal_recovered", after="a recovery that was cut off")


def _is_ours(path: Path) -> bool:
    """Whether a damaged file was a journal once: its head says so, or what a journal keeps beside it."""
    with path.open("rb") as file:
        head = file.read(72)
    if head.startswith(b"SQLite format 3\0") and head[68:72] == APPLICATION_ID.to_bytes(4, "big"):
        return True
    clock = path.with_name(path.name + ".clock")
    return copy_of(path).exists() or (clock.exists() and clock.read_bytes().strip().isdigit())


def _save_rest(damaged: Path, database: sqlite3.Connection) -> int:
    """Add what the damaged file has beyond the copy; how many inputs that were.

    Only whole chains count: inputs one after another from the copy's last one, facts likewise and only of inputs that
    are there. Everything else can be decided again from the inputs.
    """
    try:
        source = sqlite3.connect(f"{damaged.absolute().as_uri()}?mode=ro", uri=True)
    except sqlite3.Error:
        return 0
    with closing(source):
        if list(_readable(source, "PRAGMA user_version")) != [(VERSION,)]:
            return 0
        database.execute("BEGIN IMMEDIATE")
        before = _newest(database, "input")
        for row in _chain(source, "input", before):
            if not _is_input(row[2]):
                break
            _insert(database, "input", row)
        last = _newest(database, "input")
        for table in ("stamp", "fact"):
            for row in _chain(source, table, _newest(database, table)):
                if table == "fact" and row[1] > last:
                    break
                _insert(database, table, row)
        _save_matches(source, database, last)
        database.execute("COMMIT")
    return last - before


def _save_matches(source: sqlite3.Connection, database: sqlite3.Connection, last: int) -> None:
    """Matches begun or ended since the copy, with their people."""
    stamps = _newest(database, "stamp")
    for row in _readable(source, "SELECT input, stamp, match.* FROM match ORDER BY id"):
        started_by, stamp, *whole = row
        if started_by <= last and stamp <= stamps:
            _insert(database, "match", whole)
    for row in _readable(source, "SELECT * FROM player"):
        _insert(database, "player", row)
    database.execute("DELETE FROM fact WHERE match NOT IN (SELECT id FROM match)")


def _insert(database: sqlite3.Connection, table: str, row: Sequence[Any]) -> None:
    marks = ", ".join("?" * len(row))
    database.execute(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", row)  # noqa: S608 - names of our own tables


def _chain(source: sqlite3.Connection, table: str, after: int) -> Iterator[tuple[Any, ...]]:
    """Rows whose keys follow `after` one by one, as far as they can be read."""
    expected = after + 1
    for row in _readable(source, f"SELECT * FROM {table} WHERE rowid > {after} ORDER BY rowid"):  # noqa: S608
        if row[0] != expected:
            return
        yield row
        expected += 1


def _readable(source: sqlite3.Connection, sql: str) -> Iterator[tuple[Any, ...]]:
    """The rows that can be read before the first damaged page."""
    try:
        yield from source.execute(sql)
    except sqlite3.Error as error:
        _log.warning("journal_partly_unreadable", reason=str(error))


def _is_input(body: object) -> bool:
    try:
        INPUT.validate_json(str(body))
    except ValidationError:
        return False
    return True


def _newest(database: sqlite3.Connection, table: str) -> int:
    (newest,) = database.execute(f"SELECT coalesce(max(rowid), 0) FROM {table}").fetchone()  # noqa: S608
    return int(newest)
