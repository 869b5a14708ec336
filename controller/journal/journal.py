"""`Journal`: one object that the service writes to and a restart reads from."""

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NewType, Self

from controller.errors import JournalError
from controller.inputs import INPUT, Input, SetupChanged
from controller.journal import reading
from controller.journal.audit import AuditLine, audit
from controller.journal.clockmark import ClockMark
from controller.journal.copying import CopyKeeper, back_up, file_number, put_aside
from controller.journal.rows import Fact, MatchRow, Unfinished
from controller.journal.schema import connect, explained
from controller.journal.sidelog import Observation, SideLog
from controller.journal.writer import DirectWriter, GroupWriter, Statement, Writer, Written
from controller.version import VERSION
from engine.tiles import SEATS
from hal.ports import Millis

Ticket = NewType("Ticket", int)
"""What `append` and `record` hand out and `wait` takes: a place in the order of writing."""

SIDE_LOG_BYTES: Final = 32 * 1024 * 1024
"""Default cap of the side log of raw scans: about a day of play."""


LONGEST_STANDSTILL: Final[Millis] = 24 * 3_600_000
"""A clock's mark further ahead of the newest input is not believed. Limits that run lead to inputs themselves, and
before a match or in a long pause nothing is lost by it.
"""

_NEWEST: Final = (
    "SELECT (SELECT coalesce(max(seq), 0) FROM input), coalesce(max(seq), 0), coalesce(max(input), 0),"
    " (SELECT coalesce(max(id), 0) FROM stamp), (SELECT coalesce(max(at), 0) FROM input),"
    " (SELECT coalesce(max(id), 0) FROM match) FROM fact"
)
_RUNNING: Final = (
    "SELECT match.id, rules FROM match JOIN stamp ON stamp.id = stamp WHERE ended IS NULL"
    " ORDER BY match.id DESC LIMIT 1"
)
_SEATED: Final = (
    "INSERT INTO player VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET name = excluded.name, kind = excluded.kind"
    " WHERE kind <> 'bot'"
)
_DROP_SNAPSHOTS: Final = "DELETE FROM snapshot WHERE match <> ? OR input < (SELECT max(input) FROM snapshot)"


class Journal:
    """Inputs, facts and snapshots in the order in which they came.

    Not for use by several threads at once: the table's runtime owns it. `wait`, `flush` and reading take as long as
    the medium does, everything else only queues.
    """

    def __init__(
        self,
        writer: Writer,
        path: Path | None = None,
        side_log: SideLog | None = None,
        clock: ClockMark | None = None,
        copies: CopyKeeper | None = None,
    ) -> None:
        self._writer = writer
        self._path = path
        self._file = 0 if path is None else file_number(path)
        self._side_log = side_log
        self._clock = clock
        self._copies = copies
        self._ticket = Ticket(0)
        with self._reading() as database:
            numbers: tuple[int, int, int, int, int, int] = database.execute(_NEWEST).fetchone()
            running: tuple[int, str] | None = database.execute(_RUNNING).fetchone()
        self._input, self._fact, self._fact_input, self._stamps, at, self._matches = numbers
        self._match, self._rules = running or (0, "null")
        self._running = running is not None
        with self._reading() as database:
            self._seating = reading.seating(database, self._match)
        self._stamp: int | None = None
        self._at: Millis = at
        self._clock_lost = False
        if clock is not None:
            mark = clock.read()
            self._clock_lost = mark is None or mark > at + LONGEST_STANDSTILL
            self._at = at if mark is None or self._clock_lost else max(at, mark)

    @classmethod
    def open(
        cls, path: Path, side_log_bytes: int = SIDE_LOG_BYTES, *, keep_copy: bool = False, check: bool = True
    ) -> Self:
        """The journal in a file, made if need be; raises `JournalError` saying what to do.

        Beside it lie the side log (`NAME.scans`; none if `side_log_bytes` is 0) and the clock's mark (`NAME.clock`),
        and with `keep_copy` a copy (`NAME.copy`), brought up to date between two deals. `check`: see `connect`.
        """
        clock = ClockMark(path.with_name(path.name + ".clock"))
        try:
            database = connect(path, check=check)
        except JournalError:
            clock.release()
            raise
        side_log = SideLog(path.with_name(path.name + ".scans"), side_log_bytes) if side_log_bytes else None
        return cls(GroupWriter(database, path), path, side_log, clock, CopyKeeper(path) if keep_copy else None)

    @classmethod
    def memory(cls) -> Self:
        """A journal that lives as long as its process."""
        return cls(DirectWriter(connect(None)))

    # Writing

    @property
    def at(self) -> Millis:
        """Table time up to which the journal knows the service was running."""
        return self._at

    @property
    def has_lost_time(self) -> bool:
        """Whether a match goes on without the time since its newest input: the clock's mark is damaged or absurd."""
        return self._clock_lost and self._running

    @property
    def last_input(self) -> int:
        """Number of the newest input."""
        return self._input

    @property
    def last_fact_input(self) -> int:
        """Number of the newest input whose facts are stored."""
        return self._fact_input

    @property
    def copy_trouble(self) -> str:
        """Why the copy is not up to date; empty: it is, or none is kept."""
        return "" if self._copies is None else self._copies.trouble

    @property
    def written(self) -> Written:
        """How writing has gone since the journal was opened."""
        return self._writer.written

    def append(self, item: Input) -> Ticket:
        """Store an input. Its effects may be released when the ticket is committed."""
        self._input += 1
        self._at = max(self._at, item.at)
        names: list[Statement] = []
        if isinstance(item, SetupChanged) and item.what == reading.MATCH:
            item, names = self._start_match(item)
        elif isinstance(item, SetupChanged) and item.what == reading.PLAYERS:
            item, names = self._without_names(item)
        body = INPUT.dump_json(item, exclude_none=True).decode()
        return self._put([("INSERT INTO input VALUES (?, ?, ?)", (self._input, item.at, body)), *names])

    def record(
        self,
        facts: Sequence[tuple[str, Mapping[str, Any]]],
        at: Millis,
        *,
        after: int | None = None,
        snapshot: Mapping[str, Any] | None = None,
        reopened: bool = False,
        final: Mapping[str, Any] | None = None,
    ) -> Ticket:
        """Store, all or nothing, what an input (None: the newest) has led to.

        `facts` are (kind, body), stamped with this version and the match's rules. `snapshot` is the referee as it
        is now; only the newest two of a match are kept. `reopened`: the match, which had ended, goes on. `final` ends
        the match.
        """
        self._fact_input = self._input if after is None else after
        statements: list[Statement] = []
        if facts and self._stamp is None:
            statements.append(self._new_stamp())
        for kind, body in facts:
            self._fact += 1
            if kind == reading.RESEATED:
                self._seating = reading.changed(self._seating, body["sources"])
            values = (self._fact, self._fact_input, at, self._match, self._stamp, kind, _json(body))
            statements.append(("INSERT INTO fact VALUES (?, ?, ?, ?, ?, ?, ?)", values))
        if snapshot is not None:
            statements.append((_DROP_SNAPSHOTS, (self._match,)))
            row = (self._fact_input, self._match, at, _json(snapshot))
            statements.append(("INSERT OR REPLACE INTO snapshot VALUES (?, ?, ?, ?)", row))
        if reopened:
            self._running = True
            statements.append(("UPDATE match SET ended = NULL, final = NULL WHERE id = ?", (self._match,)))
        if final is not None:
            statements.append(self._ended(_json(final)))
        ticket = self._put(statements)
        if self._copies is not None and (snapshot is not None or final is not None):
            self._writer.later(self._copies.request)  # once this is written
        return ticket

    def observe(self, observations: Sequence[Observation], now: Millis) -> None:
        """Keep raw observations in the side log and mark the clock; nobody waits for it."""
        self._at = max(self._at, now)
        if self._clock is not None:
            self._clock.mark(now)
        side_log = self._side_log
        if side_log is None:
            return
        if observations:
            side_log.add(observations)
        if side_log.due(now):
            batch = side_log.take(now)
            self._writer.later(lambda: side_log.store(batch))

    def wait(self, ticket: Ticket) -> None:
        """Return when everything up to the ticket is on the medium; raises `JournalError` if it cannot be."""
        self._writer.wait(ticket)

    def flush(self) -> None:
        """Return when everything written so far is on the medium."""
        self._writer.wait(self._ticket)

    def close(self) -> None:
        """Write what is left, and close."""
        side_log = self._side_log
        if side_log is not None:
            batch = side_log.take(self._at)
            self._writer.later(lambda: side_log.store(batch))
        self._writer.close()
        if side_log is not None:
            side_log.close()
        if self._copies is not None:
            self._copies.close()
        if self._clock is not None:
            self._clock.mark(self._at, exactly=True)
            self._clock.release()

    # A file that is taken away

    @property
    def has_lost_file(self) -> bool:
        """Whether somebody has moved or deleted the file: what is written goes on, but no restart would find it."""
        return self._path is not None and file_number(self._path) != self._file

    def put_back(self) -> None:
        """Write everything into a new file under the journal's name. What lies there now is kept as `NAME.found-TIME`.

        The journal has to be opened anew afterwards. Raises `JournalError`, `OSError`.
        """
        assert self._path is not None  # noqa: S101 - only a file can be lost
        with self._reading() as database:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            put_aside(self._path, "found")
            back_up(database, self._path)

    # Reading

    def unfinished(self) -> Unfinished | None:
        """The match that was being played, with what a restart needs; None when the last one ended."""
        if not self._running:
            return None
        with self._reading() as database:
            snapshot, inputs = reading.since_snapshot(database, self._match)
        return Unfinished(self._match, snapshot, inputs, self._at)

    def inputs(self, match: int) -> tuple[Input, ...]:
        """All inputs of a match, from the one that started it."""
        with self._reading() as database:
            return reading.inputs(database, match)

    def audit(self, limit: int) -> list[AuditLine]:
        """The newest decisions of people in the newest match, newest first."""
        with self._reading() as database:
            return audit(database, limit)

    def facts(self, match: int) -> list[Fact]:
        """Everything that was decided in a match, in order."""
        with self._reading() as database:
            return reading.facts(database, match)

    def matches(self) -> list[MatchRow]:
        """All matches, oldest first."""
        with self._reading() as database:
            return reading.matches(database)

    def unfinished_match(self) -> MatchRow | None:
        """The match that is being played, as the list of matches has it; None when the last one ended."""
        return self.matches()[-1] if self._running else None

    # Helpers

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with explained(self._path), self._writer.reading() as database:
            yield database

    def _put(self, statements: Sequence[Statement]) -> Ticket:
        self._ticket = Ticket(self._writer.put(statements))
        return self._ticket

    def _start_match(self, item: SetupChanged) -> tuple[SetupChanged, list[Statement]]:
        """Begin a match row, and move the players' names from the input into their own table."""
        statements: list[Statement] = [self._ended(None)] if self._running else []
        self._matches += 1
        self._match, self._running = self._matches, True
        self._seating = tuple(SEATS)
        self._rules = _json(item.details.get("rules"))
        statements.append(self._new_stamp())
        statements.append(
            (
                "INSERT INTO match (id, input, started, stamp) VALUES (?, ?, ?, ?)",
                (self._match, self._input, _wall_clock(), self._stamp),
            )
        )
        item, names = self._without_names(item)
        return item, [*statements, *names]

    def _without_names(self, item: SetupChanged) -> tuple[SetupChanged, list[Statement]]:
        """Move the players' names from an input into their own table, where they stand by the places of the match's
        beginning. A bot's seat keeps its bot.
        """
        details = dict(item.details)
        players = details.pop("players", None) or ()
        bots, guests = details.get("bots") or (), details.get("guests") or ()
        rows = [
            (
                self._match,
                self._seating[seat],
                str(name),
                "bot" if seat in bots else "guest" if seat in guests else "person",
            )
            for seat, name in enumerate(players)
        ]
        return item.model_copy(update={"details": details}), [(_SEATED, row) for row in rows]

    def _new_stamp(self) -> Statement:
        self._stamps += 1
        self._stamp = self._stamps
        return "INSERT INTO stamp VALUES (?, ?, ?)", (self._stamp, VERSION, self._rules)

    def _ended(self, final: str | None) -> Statement:
        self._running = False
        return "UPDATE match SET ended = ?, final = ? WHERE id = ?", (_wall_clock(), final, self._match)


def _wall_clock() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
