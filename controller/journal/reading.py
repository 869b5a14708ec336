"""Reading a journal's tables, by the service that writes it or by a command beside it."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from pydantic import ValidationError

from controller.errors import JournalDamaged
from controller.inputs import INPUT, Input, SetupChanged
from controller.journal.rows import Fact, MatchRow
from controller.journal.schema import connect, explained
from engine.tiles import SEATS, Seat
from hal.ports import Millis

MATCH: Final = "match"
"""`what` of the set-up input that starts a match."""
PLAYERS: Final = "players"
"""`what` of the set-up input that says who sits where in the match being played."""
RESEATED: Final = "reseated"
"""Kind of the fact that players changed places."""

_RESEATINGS: Final = "SELECT input, body FROM fact WHERE match = ? AND kind = ? ORDER BY seq"
_INPUTS: Final = (
    "SELECT seq, body FROM input WHERE seq >= ? AND seq < coalesce((SELECT input FROM match WHERE id = ? + 1),"
    " 9223372036854775807) ORDER BY seq"
)


class JournalReader:
    """A journal file opened for reading only, also while a service writes it. Raises `JournalError`.

    With `check` all its pages are looked at first; otherwise damage shows when the damaged page is read.
    """

    def __init__(self, path: Path, *, check: bool = False) -> None:
        self._path = path
        self._database = connect(path, read_only=True, check=check)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def matches(self) -> list[MatchRow]:
        """All matches, oldest first."""
        with explained(self._path):
            return matches(self._database)

    def table_time(self) -> Millis:
        """Table time of the newest input; 0 before the first."""
        with explained(self._path):
            newest = self._database.execute("SELECT at FROM input ORDER BY seq DESC LIMIT 1").fetchone()
        return 0 if newest is None else int(newest[0])

    def facts(self, match: int) -> list[Fact]:
        """Everything that was decided in a match, in order."""
        with explained(self._path):
            return facts(self._database, match)

    def inputs(self, match: int) -> tuple[Input, ...]:
        """All inputs of a match, from the one that started it."""
        with explained(self._path):
            return inputs(self._database, match)


def matches(database: sqlite3.Connection) -> list[MatchRow]:
    """All matches, oldest first."""
    names: dict[int, dict[int, str]] = {}
    kinds: dict[tuple[int, str], list[int]] = {}
    for match, seat, name, kind in database.execute("SELECT match, seat, name, kind FROM player ORDER BY match, seat"):
        names.setdefault(match, {})[seat] = name
        kinds.setdefault((match, kind), []).append(seat)
    for match in [row[0] for row in database.execute("SELECT DISTINCT match FROM fact WHERE kind = ?", (RESEATED,))]:
        moved = {place: seat for seat, place in enumerate(seating(database, match))}
        names[match] = {moved[place]: name for place, name in names.get(match, {}).items()}
        for kind in ("guest", "bot", "person"):
            kinds[match, kind] = sorted(moved[place] for place in kinds.get((match, kind), ()))
    rows = database.execute(
        "SELECT match.id, started, ended, rules, version, final, (SELECT count(*) FROM fact WHERE"
        " fact.match = match.id AND kind = 'deal_ended') FROM match JOIN stamp ON stamp.id = match.stamp"
        " ORDER BY match.id"
    )
    return [
        MatchRow(
            id=match,
            started=started,
            ended=ended,
            rules=rules,
            version=version,
            deals=deals,
            final=json.loads(final) if final else None,
            players=names.get(match, {}),
            guests=tuple(kinds.get((match, "guest"), ())),
            bots=tuple(kinds.get((match, "bot"), ())),
        )
        for match, started, ended, rules, version, final, deals in rows
    ]


def seating(database: sqlite3.Connection, match: int, until: int | None = None) -> tuple[Seat, ...]:
    """Who sits at each seat after all changes of places in a match, by where they sat when it began.

    Their names stand by that first place. `until`: only changes by inputs before this number count.
    """
    seats: tuple[Seat, ...] = tuple(SEATS)
    for changed_by, body in database.execute(_RESEATINGS, (match, RESEATED)):
        if until is None or changed_by < until:
            seats = changed(seats, json.loads(body)["sources"])
    return seats


def changed(seats: Sequence[Seat], sources: Sequence[Seat]) -> tuple[Seat, ...]:
    """Who sits at each seat when the one who sits there now came from the seat of `sources`."""
    return tuple(seats[source] for source in sources)


def facts(database: sqlite3.Connection, match: int) -> list[Fact]:
    """Everything that was decided in a match, in order."""
    rows = database.execute(
        "SELECT seq, input, at, kind, body, version, rules FROM fact JOIN stamp ON stamp.id = stamp "
        "WHERE match = ? ORDER BY seq",
        (match,),
    )
    return [
        Fact(seq, after, at, kind, json.loads(body), version, rules)
        for seq, after, at, kind, body, version, rules in rows
    ]


def inputs(database: sqlite3.Connection, match: int) -> tuple[Input, ...]:
    """All inputs of a match, from the one that started it; none for a match that does not exist."""
    first = database.execute("SELECT input FROM match WHERE id = ?", (match,)).fetchone()
    return _inputs(database, match, first[0]) if first is not None else ()


def since_snapshot(database: sqlite3.Connection, match: int) -> tuple[Any, tuple[Input, ...]]:
    """The match's newest snapshot and the inputs after it; (None, all inputs) if it has none."""
    newest = database.execute(
        "SELECT input, body FROM snapshot WHERE match = ? ORDER BY input DESC LIMIT 1", (match,)
    ).fetchone()
    if newest is None:
        return None, inputs(database, match)
    return json.loads(newest[1]), _inputs(database, match, newest[0] + 1)


def _inputs(database: sqlite3.Connection, match: int, first: int) -> tuple[Input, ...]:
    rows = database.execute(_INPUTS, (first, match))
    names = dict(database.execute("SELECT seat, name FROM player WHERE match = ?", (match,)))
    return tuple(_with_names(_input(text), names, database, match, number) for number, text in rows.fetchall())


def _input(text: str) -> Input:
    try:
        return INPUT.validate_json(text)
    except ValidationError as error:
        raise JournalDamaged(f"an input in the journal is not what was written: {error.errors()[0]['msg']}") from error


def _with_names(item: Input, names: Mapping[int, str], database: sqlite3.Connection, match: int, number: int) -> Input:
    """The input as it was given; people whose names were deleted are called by their seat."""
    if not (isinstance(item, SetupChanged) and item.what in (MATCH, PLAYERS)):
        return item
    players = [names.get(place, f"Player {place + 1}") for place in seating(database, match, number)]
    return item.model_copy(update={"details": {**item.details, "players": players}})
