"""Which tag is in which tile: enrolled sets by name, kept in one JSON file.

    {"format": "jantaku-tags", "version": 1, "sets": {"green back": {"E004015012345678": 17, ...}}}

Tiles are physical tile numbers (`engine.tiles`). A tag belongs to one tile of one set; a set has one tag a tile.
"""

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from controller.errors import RegistryError
from engine.tiles import Tile
from hal.drivers import TablePorts
from hal.ports import TagId

_FORMAT: Final = "jantaku-tags"
_VERSION: Final = 1
_TAG: Final = re.compile(r"[0-9A-F]{16}")


@dataclass(frozen=True)
class Registry:
    """Tile sets by name, each a mapping from tag to tile."""

    sets: Mapping[str, Mapping[TagId, Tile]] = field(default_factory=dict)

    def all_tags(self) -> dict[TagId, Tile]:
        """Every enrolled tag, whatever its set."""
        return {tag: tile for tags in self.sets.values() for tag, tile in tags.items()}

    def with_tag(self, name: str, tag: TagId, tile: Tile) -> "Registry":
        """The registry with one tag more; raises `RegistryError` if tag or tile is taken already."""
        _check_tag(tag, tile)
        for other, tags in self.sets.items():
            if tag in tags:
                raise RegistryError(f"tag {tag} is already in tile {tags[tag]} of the set {other!r}")
        tags = dict(self.sets.get(name, {}))
        taken = next((known for known, known_tile in tags.items() if known_tile == tile), None)
        if taken is not None:
            raise RegistryError(f"tile {tile} of the set {name!r} already has the tag {taken}")
        return Registry({**self.sets, name: {**tags, tag: tile}})


def read_registry(path: Path) -> Registry:
    """The registry in a file; raises `RegistryError` saying what is wrong with it."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RegistryError(f"there is no tag registry {path}: enrol the tile set first") from None
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


def registry_for(path: Path | None, ports: TablePorts) -> Mapping[TagId, Tile]:
    """The tags of a table: those of the file, or those a simulated table brings along. Raises `RegistryError`."""
    if path is not None:
        return read_registry(path).all_tags()
    if ports.registry is not None:
        return ports.registry
    raise RegistryError("[table] registry: a real table needs the file that says which tag is in which tile")


def _check_tag(tag: object, tile: object) -> None:
    if not isinstance(tag, str) or not _TAG.fullmatch(tag):
        raise RegistryError(f"{tag!r} is no tag: write its UID as 16 hexadecimal digits in capitals (E0...)")
    if not isinstance(tile, int) or isinstance(tile, bool) or not 0 <= tile < 144:
        raise RegistryError(f"tag {tag}: {tile!r} is no tile; tiles are numbered 0 to 143")
