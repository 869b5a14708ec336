"""The tags glued into simulated tiles."""

from collections.abc import Iterable
from functools import lru_cache

from engine.tiles import Tile
from hal.ports import TagId

_SPREAD = 0x9E3779B97F4A7C15
"""An odd constant (2^64 over the golden ratio): multiplying by it scatters neighbouring numbers."""


@lru_cache(maxsize=1024)
def tag_of(tile: Tile, set_number: int = 0) -> TagId:
    """The UID in a tile of a tile set: E0, NXP's maker code 04, type 01, then 40 scattered bits.

    Like a real box of tags the serial numbers look random, and like one they never change.
    """
    serial = ((set_number * 1024 + tile + 1) * _SPREAD >> 13) & 0xFF_FFFF_FFFF
    return f"E00401{serial:010X}"


def ghost_tag(number: int) -> TagId:
    """A UID that no tag has, as two colliding answers may leave behind."""
    return f"E0FF{(number * _SPREAD) & 0xFFFF_FFFF_FFFF:012X}"


def tags_of(tiles: Iterable[Tile], set_number: int = 0) -> dict[TagId, Tile]:
    """The registry of a tile set: every tag and the tile it is in."""
    return {tag_of(tile, set_number): tile for tile in tiles}
