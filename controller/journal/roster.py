"""The people in a journal: who may sign in, with which card, and forgetting them without touching a game.

A player is a name. Names that sat at the table as people belong to it, whether they were entered here first or not;
guests and bots do not. `Roster` has a connection of its own, so that it may be used beside the service and in it.
"""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Final, Self
from unicodedata import category, normalize

from controller.errors import PlayerError, UnknownName
from controller.journal.copying import copy_of, renew_copy
from controller.journal.schema import connect, explained
from hal.ports import TagId
from hal.tags import is_tag

LONGEST_NAME: Final = 24
"""Characters a name may have: what the displays can show."""

_PEOPLE: Final = (
    "SELECT name, min(since), max(matches) FROM ("
    "SELECT name, since, 0 AS matches FROM person UNION ALL "
    "SELECT name, min(started), count(*) FROM player JOIN match ON match.id = player.match"
    " WHERE kind = 'person' GROUP BY name) GROUP BY name ORDER BY name"
)
_SITS: Final = (
    "SELECT count(*) FROM player JOIN match ON match.id = player.match"
    " WHERE name = ? AND kind = 'person' AND match.id = (SELECT max(id) FROM match) AND ended IS NULL"
)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who may sign in."""

    name: str
    since: str
    """When the journal first heard of them: wall clock, ISO 8601 with zone."""
    matches: int
    """Matches they sat in, finished or not."""
    cards: int
    """How many tag cards are theirs."""


def can_be_seen(name: str) -> bool:
    """Whether a name has no control characters, nor any that turn the direction of writing or show nothing."""
    return not any(category(character).startswith("C") for character in name)


def clean_name(text: str) -> str:
    """A name as it is kept: NFC, single spaces. Raises `PlayerError` for what can be no name."""
    name = " ".join(normalize("NFC", text).split())
    if not name:
        raise PlayerError("write a name")
    if len(name) > LONGEST_NAME:
        raise PlayerError(f"a name has at most {LONGEST_NAME} characters; this one has {len(name)}")
    if not can_be_seen(name):
        raise PlayerError("a name is made of letters, digits and signs that can be seen")
    return name


def new_name(text: str) -> str:
    """The same for a name that somebody is to get: one by which the pages can call them in an address."""
    name = clean_name(text)
    if set(name) & set("/\\") or not name.strip("."):
        raise PlayerError("a name is not made of dots alone, and has no slash in it")
    return name


def alike(name: str) -> str:
    """What two names share that people would take for the same: case and width do not count."""
    return normalize("NFKC", name).casefold()


class Roster:
    """The people of the journal in a file. Raises `JournalError`, and `PlayerError` for what cannot be done."""

    def __init__(self, path: Path, *, check: bool = True) -> None:
        """`check`: see `connect`."""
        self._path: Final = path
        self._database: Final = connect(path, check=check)
        # A name that is deleted is overwritten, not only unlinked.
        self._database.execute("PRAGMA secure_delete = ON")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def people(self) -> list[Person]:
        """Everybody, by name."""
        with explained(self._path):
            cards = dict(self._database.execute("SELECT person, count(*) FROM card GROUP BY person"))
            rows = self._database.execute(_PEOPLE).fetchall()
        return [Person(name, since, matches, cards.get(name, 0)) for name, since, matches in rows]

    def find(self, name: str) -> str | None:
        """The name of the person whom people would call so; None if there is nobody."""
        wanted = alike(clean_name(name))
        return next((person.name for person in self.people() if alike(person.name) == wanted), None)

    def named(self, name: str) -> str:
        """The same; raises `UnknownName` if there is nobody."""
        found = self.find(name)
        if found is None:
            raise UnknownName(f"there is no player {name!r} (jantaku players lists them)")
        return found

    def add(self, name: str) -> str:
        """Enter somebody, or find who is called so already; gives the name as it is kept."""
        found = self.find(name)
        if found is not None:
            return found
        name = new_name(name)
        with self._writing():
            self._database.execute(
                "INSERT INTO person VALUES (?, ?)", (name, datetime.now(UTC).isoformat(timespec="seconds"))
            )
        return name

    def rename(self, old: str, new: str) -> str:
        """Give somebody another name, in all matches too; gives it as it is kept."""
        old, new = self.named(old), new_name(new)
        taken = self.find(new)
        if taken is not None and taken != old:
            raise PlayerError(f"there is a player {taken!r} already; two people cannot share a name")
        self._check_stands(old, "renamed")
        with self._writing():
            for sql in (
                "UPDATE player SET name = ? WHERE name = ? AND kind = 'person'",
                "UPDATE person SET name = ? WHERE name = ?",
                "UPDATE card SET person = ? WHERE person = ?",
            ):
                self._database.execute(sql, (new, old))
            self._forget_in_snapshots(old)
        return new

    def delete(self, name: str) -> str:
        """Forget somebody: name and cards. The matches stay, without the name. Gives the name that was."""
        name = self.forget(name)
        forget_in_copy(self._path, name)
        return name

    def forget(self, name: str) -> str:
        """The first half of `delete`, which is quick: the journal's copy may have the name still."""
        name = self.named(name)
        self._check_stands(name, "deleted")
        with self._writing():
            for sql in (
                "DELETE FROM player WHERE name = ? AND kind = 'person'",
                "DELETE FROM person WHERE name = ?",
                "DELETE FROM card WHERE person = ?",
            ):
                self._database.execute(sql, (name,))
            self._forget_in_snapshots(name)
        with explained(self._path):
            # What the write-ahead log still holds of the name goes too, unless somebody is reading just now.
            self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        return name

    def give_card(self, name: str, tag: TagId) -> str:
        """Make a tag the card of somebody (who is entered if need be); gives the name as it is kept."""
        if not is_tag(tag):
            raise PlayerError(f"{tag!r} is no tag: write its UID as 16 hexadecimal digits in capitals (E0...)")
        owner = self.owner(tag)
        name = self.add(name)
        if owner is not None and owner != name:
            raise PlayerError(f"this card is {owner}'s already; take it from them first")
        with self._writing():
            self._database.execute("INSERT OR IGNORE INTO card VALUES (?, ?)", (tag, name))
        return name

    def take_cards(self, name: str) -> int:
        """No card is somebody's any longer; gives how many there were."""
        name = self.named(name)
        with self._writing():
            return self._database.execute("DELETE FROM card WHERE person = ?", (name,)).rowcount

    def cards(self) -> dict[TagId, str]:
        """Every card's tag and whose it is."""
        with explained(self._path):
            return dict(self._database.execute("SELECT tag, person FROM card"))

    def owner(self, tag: TagId) -> str | None:
        """Whose card a tag is; None if it is nobody's."""
        return self.cards().get(tag)

    def _check_stands(self, name: str, done: str) -> None:
        with explained(self._path):
            (sits,) = self._database.execute(_SITS, (name,)).fetchone()
        if sits:
            raise PlayerError(f"{name} sits in the match being played and can be {done} once it has ended")

    def _forget_in_snapshots(self, name: str) -> None:
        """Snapshots are for a restart alone, and that takes the names from their own table."""
        rows: Sequence[tuple[int, str]] = self._database.execute("SELECT input, body FROM snapshot").fetchall()
        for number, body in rows:
            data = json.loads(body)
            players = data.get("players", [])
            if name in players:
                data["players"] = [f"Player {seat + 1}" if kept == name else kept for seat, kept in enumerate(players)]
                self._database.execute("UPDATE snapshot SET body = ? WHERE input = ?", (json.dumps(data), number))

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """One transaction: all of it or, if anything fails, none."""
        with explained(self._path):
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise


def forget_in_copy(path: Path, name: str) -> None:
    """The other half of `Roster.delete`, which takes a while for a large journal. Raises `PlayerError`."""
    try:
        renew_copy(path)
    except (OSError, sqlite3.Error) as error:
        raise PlayerError(
            f"{name} is forgotten in the journal, but its copy {copy_of(path)} could not be made anew ({error}): "
            "delete it"
        ) from error
