"""Which tag is in which tile: enrolled sets by name, kept in one JSON file.

    {"format": "jantaku-tags", "version": 1, "sets": {"green back": {"E004015012345678": 17, ...}}}

Tiles are physical tile numbers (`engine.tiles`). A tag belongs to one tile of one set; a set has one tag a tile.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from controller.errors import RegistryError
from controller.perception.twosets import with_second_set
from engine.tiles import Tile
from hal.ports import TagId
from hal.tableports import TablePorts
from hal.tags import is_tag

_FORMAT: Final = "jantaku-tags"
_VERSION: Final = 1


@dataclass(frozen=True)
class Registry:
    """Tile sets by name, each a mapping from tag to tile. Never changed: each method gives another registry."""

    sets: Mapping[str, Mapping[TagId, Tile]] = field(default_factory=dict)

    def all_tags(self) -> dict[TagId, Tile]:
        """Every enrolled tag, whatever its set."""
        return {tag: tile for tags in self.sets.values() for tag, tile in tags.items()}

    def tags_of(self, name: str) -> Mapping[TagId, Tile]:
        """The tags of one set; raises `RegistryError` naming the sets there are."""
        try:
            return self.sets[name]
        except KeyError:
            known = ", ".join(map(repr, self.sets)) or "none"
            raise RegistryError(f"there is no tile set {name!r} in the registry; there are: {known}") from None

    def place_of(self, tag: TagId) -> tuple[str, Tile] | None:
        """The set and tile of a tag; None for a tag nobody enrolled."""
        return next(((name, tags[tag]) for name, tags in self.sets.items() if tag in tags), None)

    def with_tag(self, name: str, tag: TagId, tile: Tile) -> "Registry":
        """The registry with one tag more; raises `RegistryError` if tag or tile is taken already."""
        _check_tag(tag, tile)
        known = self.place_of(tag)
        if known is not None:
            raise RegistryError(f"tag {tag} is already in tile {known[1]} of the set {known[0]!r}")
        tags = dict(self.sets.get(name, {}))
        taken = next((other for other, other_tile in tags.items() if other_tile == tile), None)
        if taken is not None:
            raise RegistryError(f"tile {tile} of the set {name!r} already has the tag {taken}")
        return Registry({**self.sets, name: {**tags, tag: tile}})

    def without_tile(self, name: str, tile: Tile) -> "Registry":
        """The registry in which a tile of a set has no tag any more; raises `RegistryError` if it has none now."""
        tags = self.tags_of(name)
        left = {tag: other for tag, other in tags.items() if other != tile}
        if len(left) == len(tags):
            raise RegistryError(f"tile {tile} of the set {name!r} has no tag")
        return Registry({**self.sets, name: left})

    def with_spare(self, tag: TagId, tile: Tile, name: str | None = None) -> "Registry":
        """The registry in which a spare's tag stands for a tile, and the tag before for nothing.

        The set may be left out where only one has the tile. Raises `RegistryError` for a tag that is in another
        tile, or where the set is not clear.
        """
        if name is None:
            having = [other for other, tags in self.sets.items() if tile in tags.values()] or list(self.sets)
            if len(having) != 1:
                raise RegistryError(f"which tile set has the spare? There are: {', '.join(map(repr, self.sets))}")
            name = having[0]
        if self.sets.get(name, {}).get(tag) == tile:
            return self
        kept = self.without_tile(name, tile) if tile in self.tags_of(name).values() else self
        return kept.with_tag(name, tag, tile)

    def without_set(self, name: str) -> "Registry":
        """The registry without a set; raises `RegistryError` if there is none of that name."""
        self.tags_of(name)
        return Registry({other: tags for other, tags in self.sets.items() if other != name})

    def only(self, name: str) -> "Registry":
        """A registry of one set; raises `RegistryError` if there is none of that name."""
        return Registry({name: self.tags_of(name)})

    def joined(self, other: "Registry") -> "Registry":
        """Both registries in one; raises `RegistryError` for a set or tag that both have."""
        registry = self
        for name, tags in other.sets.items():
            if name in self.sets:
                raise RegistryError(f"there is a tile set {name!r} already: remove it first (--remove), or rename it")
            for tag, tile in tags.items():
                registry = registry.with_tag(name, tag, tile)
        return registry


def read_registry(path: Path) -> Registry:
    """The registry in a file; raises `RegistryError` saying what is wrong with it."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RegistryError(f"there is no tag registry {path}: enrol the tile set first (jantaku enroll)") from None
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise RegistryError(f"the tag registry {path} cannot be read: {error}") from error
    if not isinstance(data, dict) or data.get("format") != _FORMAT:
        raise RegistryError(f"{path} is no tag registry")
    if data.get("version") != _VERSION:
        raise RegistryError(f"{path} is a registry of version {data.get('version')!r}; this Jantaku knows {_VERSION}")
    registry = Registry()
    try:
        for name, tags in data["sets"].items():
            for tag, tile in tags.items():
                registry = registry.with_tag(name, tag, tile)
    except (AttributeError, KeyError, TypeError) as error:
        raise RegistryError(f"the tag registry {path} is broken: {error}") from error
    except RegistryError as error:
        raise RegistryError(f"the tag registry {path} is wrong: {error}") from None
    return registry


def write_registry(path: Path, registry: Registry) -> None:
    """Write a registry so that a power cut leaves the old file or the new one, never half of it."""
    body: dict[str, Any] = {"format": _FORMAT, "version": _VERSION, "sets": registry.sets}
    new = path.with_name(path.name + ".new")
    with new.open("w", encoding="utf-8") as file:
        json.dump(body, file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def registry_for(
    path: Path | None, ports: TablePorts, tile_set: str | None = None, second: str | None = None
) -> Mapping[TagId, Tile]:
    """The tags of a table: those of the file, or those a simulated table brings along.

    `tile_set` names the set that is played with; without it the file must hold one set alone. `second` names the
    other set of an automatic table (its tile numbers are higher: `controller.perception.twosets`). Raises
    `RegistryError`.
    """
    if path is not None and second is not None:
        registry = read_registry(path)
        if tile_set is None or tile_set == second:
            raise RegistryError("[table] second_tile_set: name the first set, another one, as [table] tile_set")
        return with_second_set(registry.tags_of(tile_set), registry.tags_of(second))
    if path is not None:
        registry = read_registry(path)
        if tile_set is not None:
            return registry.tags_of(tile_set)
        if len(registry.sets) > 1:
            known = ", ".join(map(repr, registry.sets))
            raise RegistryError(f"[table] tile_set: {path} holds several sets ({known}); name the one to play with")
        return registry.all_tags()
    if ports.registry is not None:
        return ports.registry
    raise RegistryError(
        "[table] registry: a real table needs the file that says which tag is in which tile; `jantaku enroll` makes it"
    )


def _check_tag(tag: object, tile: object) -> None:
    if not isinstance(tag, str) or not is_tag(tag):
        raise RegistryError(f"{tag!r} is no tag: write its UID as 16 hexadecimal digits in capitals (E0...)")
    if not isinstance(tile, int) or isinstance(tile, bool) or not 0 <= tile < 144:
        raise RegistryError(f"tag {tag}: {tile!r} is no tile; tiles are numbered 0 to 143")
