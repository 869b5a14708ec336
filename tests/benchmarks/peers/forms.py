"""What the peers' forms have in common. Each peer is a module of its own, so that any may be missing."""

from collections.abc import Sequence
from typing import TypeAlias

from engine.tiles import Tile, TileSet

TILES = TileSet()
Counts: TypeAlias = Sequence[int]
"""How many of each of the 34 kinds."""


def tiles_of_counts(counts: Counts) -> list[Tile]:
    return [Tile(4 * kind + copy) for kind, count in enumerate(counts) for copy in range(count)]


def mpsz_names(tiles: Sequence[Tile]) -> list[str]:
    """`m5`, `p0`: the suit before the rank."""
    return [name[1] + name[0] for name in map(TILES.name, tiles)]


def suits_first(names: Sequence[str]) -> str:
    """`m123p05z77` out of such names in order."""
    text, suit = "", ""
    for name in names:
        text += name[1] if name[0] == suit else name
        suit = name[0]
    return text
