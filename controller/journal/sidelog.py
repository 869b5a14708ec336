"""The capped side log of raw observations, for diagnosis and for replaying perception. It is not the truth.

Observations are gathered and stored as compressed batches in a database of their own beside the journal, without
waiting for the medium; the oldest batches go when the log is larger than its cap.
"""

import json
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from hal.ports import BoardStatus, Button, Millis, Press, Scan

Observation = Scan | BoardStatus | Press

BATCH: Final = 4_096
"""Observations that make a batch."""

BATCH_MILLIS: Final = 30_000
"""Table time after which a smaller batch is written too. Longer batches are fewer writes, and compress better."""


class SideLog:
    """Gathers observations; `take` hands out a batch to `store`, which may run in another thread."""

    def __init__(self, path: Path, cap_bytes: int) -> None:
        self._path = path
        self._cap = cap_bytes
        self._lines: list[str] = []
        self._since: Millis | None = None
        self._database: sqlite3.Connection | None = None

    def add(self, observations: Sequence[Observation]) -> None:
        """Gather observations."""
        self._lines.extend(map(written_line, observations))

    def due(self, now: Millis) -> bool:
        """Whether it is time to store a batch."""
        if not self._lines:
            return False
        if self._since is None:
            self._since = now
        return len(self._lines) >= BATCH or now - self._since >= BATCH_MILLIS

    def take(self, now: Millis) -> tuple[Millis, bytes]:
        """The batch gathered so far; the next one starts empty."""
        lines, self._lines, self._since = self._lines, [], None
        return now, zlib.compress("\n".join(lines).encode(), 6)

    def store(self, batch: tuple[Millis, bytes]) -> None:
        """Write a batch and drop the oldest ones above the cap."""
        if self._database is None:
            self._database = _open(self._path)
        database = self._database
        database.execute("INSERT INTO batch (until, lines) VALUES (?, ?)", batch)
        database.execute(
            "DELETE FROM batch WHERE seq <= (SELECT seq FROM (SELECT seq, sum(length(lines)) OVER (ORDER BY seq DESC)"
            " AS total FROM batch) WHERE total > ? ORDER BY seq DESC LIMIT 1)",
            (self._cap,),
        )

    def close(self) -> None:
        """Close the database."""
        if self._database is not None:
            self._database.close()


def read_side_log(path: Path) -> Iterator[Observation]:
    """All observations of a side log, oldest first."""
    database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    try:
        for (lines,) in database.execute("SELECT lines FROM batch ORDER BY seq"):
            yield from map(_observation, zlib.decompress(lines).decode().splitlines())
    finally:
        database.close()


def _open(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = NORMAL")
    database.execute("CREATE TABLE IF NOT EXISTS batch (seq INTEGER PRIMARY KEY, until INTEGER, lines BLOB)")
    return database


def written_line(observation: Observation) -> str:
    """An observation as a line of JSON."""
    match observation:
        case Scan():
            body: list[Any] = [
                "scan",
                observation.antenna,
                observation.sequence,
                observation.started,
                observation.ended,
                sorted(observation.tags),
                observation.reference,
            ]
        case BoardStatus():
            body = ["board", observation.board, observation.online, observation.at, observation.reason]
        case Press():
            body = ["press", observation.seat, observation.button.value, observation.at]
    return json.dumps(body, separators=(",", ":"))


def _observation(line: str) -> Observation:
    kind, *rest = json.loads(line)
    if kind == "scan":
        antenna, sequence, started, ended, tags, reference = rest
        return Scan(antenna, sequence, started, ended, frozenset(tags), reference)
    if kind == "board":
        return BoardStatus(*rest)
    seat, button, at = rest
    return Press(seat, Button(button), at)
