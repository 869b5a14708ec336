"""Enrolling at the table: reads the pad, keeps the registry after each tile, and talks with the person."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final, Protocol

from controller.bringup.bench import Bench
from controller.bringup.enrolment import Enrolled, Enrolment, Hint, Outcome, Refused, Way, WhichTile
from controller.errors import RegistryError, UsageError
from controller.registry import Registry, write_registry
from engine.tiles import Tile, TileSet
from hal.layout import Antenna, Layout
from hal.ports import BoardStatus, Millis, Scan, TagId
from hal.tags import parse_tag
from hal.zones import ZoneKind

SILENCE: Final[Millis] = 5_000
"""So long without a reading of the pad is told."""


class Person(Protocol):
    """Whoever lays the tiles."""

    def wanted(self, text: str) -> None:
        """What to do next."""

    def told(self, outcome: Enrolled | Refused | Hint) -> None:
        """What has happened."""

    def asked(self, tag: TagId) -> str:
        """Which tile is this? A name like `5p`, or nothing to pass it over."""


@dataclass
class EnrolSession:
    """One run of `jantaku enroll`. `antenna` is the pad, `tile_set` the tiles the set has."""

    bench: Bench
    enrolment: Enrolment
    antenna: Antenna
    path: Path
    person: Person
    tile_set: TileSet
    seed: int = 0

    def run(self) -> None:
        """Enrol until every tile has its tag. What is enrolled is kept, however this ends."""
        self.bench.favour([self.antenna.name])
        wanted, done = "", -1
        heard, silent = self.bench.now, False
        while not self.enrolment.finished:
            if self.enrolment.done != done:
                done = self.enrolment.done
                self._lay()
            if self.enrolment.wanted != wanted:
                wanted = self.enrolment.wanted
                self.person.wanted(wanted)
            for observed in self.bench.step():
                if isinstance(observed, BoardStatus):
                    self._board(observed)
                elif isinstance(observed, Scan) and observed.antenna == self.antenna.name:
                    heard, silent = self.bench.now, False
                    for outcome in self.enrolment.see(observed.tags):
                        self._take(outcome)
            if self.bench.now - heard > SILENCE and not silent:
                silent = True
                self.person.told(Hint(f"nothing comes from antenna {self.antenna.name}: jantaku doctor says why"))

    def _take(self, outcome: Outcome) -> None:
        match outcome:
            case WhichTile(tag):
                self._ask(tag)
            case Enrolled():
                write_registry(self.path, self.enrolment.registry)
                self.person.told(outcome)
            case Refused() | Hint():
                self.person.told(outcome)

    def _ask(self, tag: TagId) -> None:
        name = self._simulated_answer(tag) if self.bench.simulated else self.person.asked(tag)
        if not name:
            return
        try:
            self._take(self.enrolment.say(tag, name))
        except RegistryError as error:
            self.person.told(Hint(str(error)))

    def _board(self, status: BoardStatus) -> None:
        if status.board == self.antenna.board and not status.online:
            self.person.told(Hint(f"board {status.board}: {status.reason}"))

    def _lay(self) -> None:
        """Simulated hands lay tiles without a tag: those that are due, or whichever comes to hand."""
        known = self.bench.ports.registry or {}
        left = [tile for tag, tile in known.items() if self.enrolment.registry.place_of(tag) is None]
        due = self.enrolment.due
        if not due or not left:
            return
        if self.enrolment.way is Way.ANY:
            self.bench.lay([Random(f"{self.seed} {len(left)}").choice(left)], self.antenna.zone)  # noqa: S311 - a hand
            return
        alike = [tile for tile in left if self.tile_set.name(tile) == self.tile_set.name(due[0])]
        self.bench.lay(alike[: len(due)], self.antenna.zone)

    def _simulated_answer(self, tag: TagId) -> str:
        known = self.bench.ports.registry or {}
        return self.tile_set.name(known[tag])


def pad_of(layout: Layout, name: str | None) -> Antenna:
    """The antenna tiles are laid on: the one named, else the first that reads melds, which lie flat like these.

    Raises `UsageError` for an antenna the table does not have.
    """
    if name is not None:
        found = layout.by_name.get(name)
        if found is None:
            raise UsageError(f"--antenna: this table has no antenna {name!r}; it has {', '.join(layout.by_name)}")
        return found
    flat = (antenna for antenna in layout.antennas if antenna.zone.kind is ZoneKind.MELDS)
    return next(flat, layout.antennas[0])


@dataclass(frozen=True)
class SpareSearch:
    """A spare takes the place of a tile whose tag is broken.

    Copies are alike, so the spare is laid together with those that still work: the one that is missing is replaced.
    """

    registry: Registry
    set_name: str
    tile_set: TileSet
    tile_name: str

    @property
    def copies(self) -> dict[Tile, TagId]:
        """The tiles of that name with their tags."""
        tags = self.registry.tags_of(self.set_name)
        return {tile: tag for tag, tile in tags.items() if self.tile_set.name(tile) == self.tile_name}

    @property
    def wanted(self) -> str:
        """What to lay on the pad."""
        others = len(self.copies) - 1
        with_them = f" together with the other {others} {self.tile_name}" if others > 0 else ""
        return f"lay the spare {self.tile_name} on the pad{with_them}"

    def judge(self, tags: frozenset[TagId]) -> Registry | str:
        """The registry with the spare, or what is not right yet about what lies on the pad.

        Raises `RegistryError` if the set has no such tile.
        """
        copies = self.copies
        if not copies:
            raise RegistryError(f"the set {self.set_name!r} has no tile {self.tile_name!r}")
        fresh = [tag for tag in sorted(tags) if self.registry.place_of(tag) is None]
        strangers = [tag for tag in tags if tag not in fresh and tag not in copies.values()]
        missing = [tile for tile, tag in copies.items() if tag not in tags]
        if strangers:
            return "another tile lies on the pad: put it away"
        if len(fresh) != 1:
            return f"{len(fresh)} new tags on the pad: there must be one, the spare's"
        if len(missing) != 1:
            return f"{len(copies) - len(missing)} of the other {len(copies) - 1} {self.tile_name} lie on the pad"
        try:
            parse_tag(fresh[0])
        except ValueError as error:
            return f"foreign tag: {error}"
        return self.registry.with_spare(fresh[0], missing[0], self.set_name)


def find_spare(bench: Bench, antenna: Antenna, search: SpareSearch, told: Callable[[str], None]) -> Registry:
    """Read the pad until the spare's tile is clear; gives the registry with it."""
    bench.favour([antenna.name])
    told(search.wanted)
    last: frozenset[TagId] | None = None
    said = ""
    while True:
        for observed in bench.step():
            if not isinstance(observed, Scan) or observed.antenna != antenna.name:
                continue
            steady, last = observed.tags == last, observed.tags
            if not steady:
                continue
            outcome = search.judge(observed.tags)
            if isinstance(outcome, Registry):
                return outcome
            if outcome != said and observed.tags:
                said = outcome
                told(outcome)
