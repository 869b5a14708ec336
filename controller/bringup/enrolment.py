"""Giving each tile of a set its tag: what lies on the pad decides, step by step, without I/O.

The tiles of one kind are alike, so they may be laid together: which of four 1m gets which tag does not matter. A tag
counts once two whole readings in a row agree, for a single reading may hold a UID that no tag has.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from controller.errors import RegistryError
from controller.registry import Registry
from engine.tiles import KIND_OF, Tile, TileSet
from hal.ports import TagId
from hal.tags import parse_tag


class Way(Enum):
    """How the tiles are laid on the pad."""

    ROW = "row"
    """All tiles of a kind together, in the set's order."""
    ONE = "one"
    """One tile at a time, in the set's order."""
    ANY = "any"
    """One tile at a time, whichever comes to hand: a person says which it is."""


@dataclass(frozen=True, slots=True)
class Enrolled:
    """A tile has its tag."""

    tile: Tile
    tag: TagId


@dataclass(frozen=True, slots=True)
class Refused:
    """A tag on the pad cannot be taken; `reason` says why and what to do."""

    tag: TagId
    reason: str


@dataclass(frozen=True, slots=True)
class Hint:
    """Something a person should know; told when it changes."""

    text: str


@dataclass(frozen=True, slots=True)
class WhichTile:
    """A new tag lies on the pad: which tile is it in? `Enrolment.say` answers."""

    tag: TagId


Outcome: TypeAlias = Enrolled | Refused | Hint | WhichTile


class Enrolment:
    """One set being enrolled into a registry. `registry` has everything so far; keep it after each `Enrolled`."""

    def __init__(self, registry: Registry, name: str, tile_set: TileSet, way: Way = Way.ROW) -> None:
        self.registry = registry
        self.name: Final = name
        self.way: Final = way
        self._set: Final = tile_set
        self._seen: frozenset[TagId] | None = None
        self._lying: set[TagId] = set()
        """Tags that were enrolled by this and have been on the pad ever since."""
        self._told: set[TagId] = set()
        self._hint = ""

    @property
    def done(self) -> int:
        """Tiles of the set that have their tag."""
        return len(self._having)

    @property
    def total(self) -> int:
        """Tiles of the set."""
        return len(self._set.tiles)

    @property
    def finished(self) -> bool:
        """Whether every tile of the set has its tag."""
        return self.done == self.total

    @property
    def due(self) -> tuple[Tile, ...]:
        """The tiles to lay on the pad next: all of a kind that have no tag, or the first of them."""
        having = self._having
        missing = [tile for tile in self._set.tiles if tile not in having]
        if not missing:
            return ()
        alike = [tile for tile in missing if self._set.name(tile) == self._set.name(missing[0])]
        return tuple(alike if self.way is Way.ROW else alike[:1])

    @property
    def wanted(self) -> str:
        """What to do next, as a sentence."""
        due = self.due
        if not due:
            return "every tile has its tag"
        if self.way is Way.ANY:
            return "lay any tile without a tag on the pad"
        return f"lay {tile_words(self._set, due)} on the pad"

    def see(self, tags: frozenset[TagId]) -> list[Outcome]:
        """Take one whole reading of the pad; gives what follows from it."""
        steady = tags == self._seen
        self._seen = tags
        if not steady:
            return []
        self._lying &= tags
        self._told &= tags
        outcomes: list[Outcome] = []
        fresh: list[TagId] = []
        for tag in sorted(tags - self._lying):
            reason = self._refusal(tag)
            if reason is None:
                fresh.append(tag)
            elif tag not in self._told:
                self._told.add(tag)
                outcomes.append(Refused(tag, reason))
        return outcomes + self._judge(fresh)

    def say(self, tag: TagId, name: str) -> Enrolled:
        """The tile in a tag, as a person names it (`5p`, `0p`); raises `RegistryError` for one that has its tags."""
        having = self._having
        alike = [tile for tile in self._set.tiles if self._set.name(tile) == name]
        left = [tile for tile in alike if tile not in having]
        if not alike:
            raise RegistryError(f"there is no tile {name!r} in this set; write it like 3m, 0p (a red five), 5z, 2f")
        if not left:
            raise RegistryError(f"all {len(alike)} {name} have their tags already: is this tile of another set?")
        return self._take(tag, left[0])

    def _judge(self, fresh: Sequence[TagId]) -> list[Outcome]:
        due = self.due
        if not fresh or not due:
            return self._tell("")
        if self.way is Way.ANY:
            if len(fresh) > 1:
                return self._tell(f"{len(fresh)} new tags: leave one tile on the pad")
            return [WhichTile(fresh[0])]
        if len(fresh) > len(due):
            return self._tell(f"{len(fresh)} new tags: leave only {tile_words(self._set, due)} on the pad")
        if len(fresh) < len(due):
            return self._tell(f"{len(fresh)} of {len(due)} read: spread the tiles a little, or turn them")
        self._hint = ""
        return [self._take(tag, tile) for tag, tile in zip(fresh, due, strict=True)]

    def _take(self, tag: TagId, tile: Tile) -> Enrolled:
        self.registry = self.registry.with_tag(self.name, tag, tile)
        self._lying.add(tag)
        return Enrolled(tile, tag)

    def _tell(self, text: str) -> list[Outcome]:
        if text == self._hint:
            return []
        self._hint = text
        return [Hint(text)] if text else []

    def _refusal(self, tag: TagId) -> str | None:
        try:
            parse_tag(tag)
        except ValueError as error:
            return f"foreign tag: {error}"
        place = self.registry.place_of(tag)
        if place is None:
            return None
        name, tile = place
        if name == self.name:
            return f"this tile is enrolled already, as {self._set.name(tile)}: put it away"
        return f"this tile belongs to the set {name!r}: put it away"

    @property
    def _having(self) -> set[Tile]:
        wanted = set(self._set.tiles)
        return {tile for tile in self.registry.sets.get(self.name, {}).values() if tile in wanted}


def tile_words(tile_set: TileSet, tiles: Sequence[Tile]) -> str:
    """Tiles of one kind in words: `the 3m`, `one 3m`, `all four 3m`, `the red 5p`, `the last two 3m`."""
    name = tile_set.name(tiles[0])
    shown = f"red 5{name[1]}" if name[0] == "0" else name
    alike = sum(1 for tile in tile_set.tiles if tile_set.name(tile) == name)
    number = ("no", "one", "two", "three", "four")[len(tiles)]
    if alike == 1:
        return f"the {shown}"
    if len(tiles) == 1:
        return f"one {shown}"
    return f"all {number} {shown}" if len(tiles) == alike else f"the other {number} {shown}"


def missing_kinds(tile_set: TileSet, having: Iterable[Tile]) -> dict[str, int]:
    """How many tiles of each name lack a tag; names in the set's order."""
    got = set(having)
    found: dict[str, int] = {}
    for tile in sorted(tile_set.tiles, key=lambda tile: (KIND_OF[tile], tile)):
        if tile not in got:
            found[tile_set.name(tile)] = found.get(tile_set.name(tile), 0) + 1
    return found
