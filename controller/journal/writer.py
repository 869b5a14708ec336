"""Writing to the journal's database: one thread that commits in groups, or (in memory) at once in the caller."""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol, TypeAlias

import structlog

from controller.errors import JournalDamaged, JournalError
from controller.journal.schema import damaged, is_damage

Statement: TypeAlias = tuple[str, tuple[object, ...]]
"""One SQL statement and its values."""

RETRY_SECONDS: Final = 1.0
"""Pause before a group that could not be written (full disk) is tried again."""

CLOSE_SECONDS: Final = 1.5
"""How long closing waits for a medium that does not take the last group."""

_log = structlog.get_logger("journal")


@dataclass(slots=True)
class Written:
    """How writing goes: groups committed, how long that took, and how often one had to be tried again."""

    groups: int = 0
    seconds: float = 0.0
    failures: int = 0


class Writer(Protocol):
    """Takes statements in order and makes them durable."""

    written: Written

    def put(self, statements: Sequence[Statement]) -> int:
        """Queue statements; returns the ticket to wait for."""

    def wait(self, ticket: int) -> None:
        """Return once everything up to the ticket is committed; raises `JournalError` if it cannot be."""

    def later(self, job: Callable[[], None]) -> None:
        """Run a job that nobody waits for, out of the caller's way."""

    def reading(self) -> AbstractContextManager[sqlite3.Connection]:
        """The connection, with everything put so far written and nothing being written meanwhile."""

    def close(self) -> None:
        """Write what is left and close the database."""


class DirectWriter:
    """For a database in memory, where nothing can be lost that its process does not lose with it.

    Statements are gathered and run when somebody reads, which keeps a simulated table fast.
    """

    def __init__(self, database: sqlite3.Connection) -> None:
        self.written = Written()
        self._database = database
        self._pending: list[Statement] = []

    def put(self, statements: Sequence[Statement]) -> int:
        """See `Writer`."""
        self._pending.extend(statements)
        return 0

    def wait(self, ticket: int) -> None:
        """See `Writer`: nothing to wait for."""

    def later(self, job: Callable[[], None]) -> None:
        """See `Writer`: the job runs at once."""
        job()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """See `Writer`."""
        pending, self._pending = self._pending, []
        _commit(self._database, pending)
        yield self._database

    def close(self) -> None:
        """See `Writer`."""
        self._database.close()


class GroupWriter:
    """Commits everything that came in while the last commit was under way as one group, in its own thread.

    A group that cannot be written (the disk is full or gone) is kept and tried again; until then `wait` raises,
    so that no effect of it is released.
    """

    def __init__(self, database: sqlite3.Connection, path: Path | None = None) -> None:
        self.written = Written()
        self._database = database
        self._path = path
        self._changed = threading.Condition()
        self._busy = threading.Lock()
        self._pending: list[Statement] = []
        self._jobs: list[Callable[[], None]] = []
        self._put = 0
        self._committed = 0
        self._failure: sqlite3.Error | None = None
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def put(self, statements: Sequence[Statement]) -> int:
        """See `Writer`."""
        with self._changed:
            self._pending.extend(statements)
            self._put += len(statements)
            self._changed.notify_all()
            return self._put

    def wait(self, ticket: int) -> None:
        """See `Writer`."""
        with self._changed:
            while self._committed < ticket:
                if self._failure is not None:
                    raise self._trouble(self._failure)
                if not self._thread.is_alive():
                    raise JournalError("the journal is closed")
                self._changed.wait(timeout=1.0)

    def _trouble(self, failure: sqlite3.Error) -> JournalError:
        if is_damage(failure):
            return JournalDamaged(damaged(self._path, str(failure)))
        return JournalError(
            f"the journal cannot be written ({failure}): free some space or check the medium; the game goes on as soon "
            "as it can be"
        )

    def later(self, job: Callable[[], None]) -> None:
        """See `Writer`."""
        with self._changed:
            self._jobs.append(job)
            self._changed.notify_all()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """See `Writer`."""
        with self._changed:
            ticket = self._put
        self.wait(ticket)
        with self._busy:
            yield self._database

    def close(self) -> None:
        """See `Writer`. Waits at most `CLOSE_SECONDS`; what a dead medium did not take by then is lost."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._thread.join(CLOSE_SECONDS)
        if self._thread.is_alive():
            _log.error("journal_not_closed", advice="the medium does not answer; the last inputs may be lost")
            return
        try:
            # Readers beside us keep SQLite from doing this as it closes; the file alone would lack the newest rows.
            self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.Error as error:
            _log.warning("journal_not_folded", error=str(error))
        self._database.close()

    def _run(self) -> None:
        while True:
            with self._changed:
                while not (self._pending or self._jobs or self._closing):
                    self._changed.wait()
                if self._closing and not self._pending and not self._jobs:
                    return
                group, self._pending = self._pending, []
                jobs, self._jobs = self._jobs, []
            if group and not self._write(group):
                return
            for job in jobs:
                self._do(job)

    def _write(self, group: list[Statement]) -> bool:
        """Commit a group, however long the medium takes; False when closing makes us give up."""
        while True:
            began = time.monotonic()
            try:
                with self._busy:
                    _commit(self._database, group)
            except sqlite3.Error as error:
                self.written.failures += 1
                with self._changed:
                    if self._failure is None:
                        _log.error("journal_not_written", error=str(error), statements=len(group))
                    self._failure = error
                    self._changed.notify_all()
                    if self._closing:
                        return False
                time.sleep(RETRY_SECONDS)
                continue
            self.written.groups += 1
            self.written.seconds += time.monotonic() - began
            with self._changed:
                self._committed += len(group)
                self._failure = None
                self._changed.notify_all()
            return True

    def _do(self, job: Callable[[], None]) -> None:
        try:
            job()
        except (sqlite3.Error, OSError) as error:
            _log.warning("side_log_not_written", error=str(error))


def _commit(database: sqlite3.Connection, statements: Sequence[Statement]) -> None:
    """Run statements as one transaction: all of them or none."""
    if not statements:
        return
    database.execute("BEGIN IMMEDIATE")
    try:
        for sql, values in statements:
            database.execute(sql, values)
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise
