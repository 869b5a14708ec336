"""The service in numbers: what `/metrics` shows, counted while the table runs."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from controller.effects import DealEnded, Effect, EventAccepted, IncidentOpened, MatchEnded, PressRefused, RulingApplied
from controller.journal import Journal
from controller.referee import TableState
from controller.service.hub import ViewHub
from controller.service.opening import OpenTable
from controller.version import VERSION
from controller.web.contract import Measurement

_COUNTED: Final = {
    EventAccepted: "events",
    DealEnded: "deals",
    MatchEnded: "matches",
    PressRefused: "presses_refused",
    RulingApplied: "rulings",
}
_MEANINGS: Final = {
    "events": "Draws, discards, calls and wins that were accepted.",
    "deals": "Deals that have ended.",
    "matches": "Matches that have ended.",
    "presses_refused": "Presses of a button that were refused.",
    "rulings": "Rulings that were carried out.",
}
_FILES: Final = {"": "journal", "-wal": "log", ".copy": "copy", ".scans": "scans"}
_COARSE: Final = 64 * 1024
"""Sizes are told in steps of so many bytes: how long an entry is depends on the hidden tile in it."""


class Gauges:
    """Counts what the table decides, and asks journal, loop and perception when somebody wants to know.

    Attached anew whenever a table is opened; the counts go on. Read from another thread than the table's: every number
    is a plain attribute, and one that is a moment old does no harm.
    """

    def __init__(self, hub: ViewHub, journal: Path, driver: str | None) -> None:
        self._hub: Final = hub
        self._path: Final = journal
        self._driver: Final = driver or ""
        self._counts: Final = Counter(dict.fromkeys(_MEANINGS, 0))
        self._incidents: Final[Counter[str]] = Counter()
        self._table: OpenTable | None = None
        self._journal: Journal | None = None
        self._opened = 0

    def attach(self, table: OpenTable, journal: Journal) -> None:
        """Measure this table from now on."""
        self._table, self._journal = table, journal
        self._opened += 1
        table.runtime.observe(self._count)

    def _count(self, effects: Sequence[Effect], _: TableState) -> None:
        for effect in effects:
            name = _COUNTED.get(type(effect))
            if name is not None:
                self._counts[name] += 1
            elif isinstance(effect, IncidentOpened):
                self._incidents[effect.kind] += 1

    def read(self) -> list[Measurement]:
        """Everything that is measured, as it is now."""
        return [*self._service(), *self._play(), *self._journalled(), *self._loop()]

    def _service(self) -> Iterator[Measurement]:
        labels = {"version": VERSION, "driver": self._driver}
        yield Measurement("service", 1, "Which service this is.", labels=labels)
        yield Measurement("problems", len(self._hub.health().problems), "What is wrong now; /health says what.")
        yield Measurement("table_opened", self._opened, "How often the table was opened.", counter=True)

    def _play(self) -> Iterator[Measurement]:
        for name, meaning in _MEANINGS.items():
            yield Measurement(name, self._counts[name], meaning, counter=True)
        for kind, count in sorted(self._incidents.items()):
            yield Measurement("incidents", count, "Incidents opened.", counter=True, labels={"kind": kind})
        if self._table is not None:
            state = self._table.runtime.state
            yield Measurement("incidents_open", len(state.incidents), "Incidents that are open.")

    def _journalled(self) -> Iterator[Measurement]:
        for ending, file in _FILES.items():
            path = self._path.with_name(self._path.name + ending)
            if path.is_file():
                labels = {"file": file}
                size = -(-path.stat().st_size // _COARSE) * _COARSE
                yield Measurement("journal_bytes", size, "Size of the journal's files, in steps.", labels=labels)
        if self._journal is None:
            return
        written = self._journal.written
        yield Measurement("journal_inputs", self._journal.last_input, "Inputs in the journal.", counter=True)
        yield Measurement("journal_commits", written.groups, "Groups committed.", counter=True)
        yield Measurement("journal_commit_seconds", written.seconds, "Time that took.", counter=True)
        yield Measurement("journal_failures", written.failures, "Groups that had to be tried again.", counter=True)

    def _loop(self) -> Iterator[Measurement]:
        if self._table is None:
            return
        loop, perception = self._table.loop, self._table.runtime.perception
        yield Measurement("loop_turns", loop.beats, "Turns of the table's loop.", counter=True)
        yield Measurement("loop_busy_seconds", loop.busy_seconds, "Time they took.", counter=True)
        yield Measurement("scans_lost", perception.lost_scans, "Scans that never arrived.", counter=True)
        yield Measurement("scans_late", perception.late_scans, "Scans that a later one had overtaken.", counter=True)
        yield Measurement("zones_unreadable", len(perception.unreadable), "Zones that cannot be read now.")
