"""Closed hands as the deal keeps them: tiles, counts, faces and waits."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from engine.deal.state import PlayerState
from engine.melds import Meld
from engine.rules import RuleSet
from engine.shapes import shanten, waits
from engine.tiles import KIND_OF, KINDS, Kind, Tile, TileSet

NO_TILES: Final = bytes(KINDS)


def counts_of_hand(tiles: Iterable[Tile]) -> bytes:
    """How many of each of the 34 kinds; flowers are left out."""
    counts = bytearray(NO_TILES)
    for tile in tiles:
        if tile < 136:
            counts[KIND_OF[tile]] += 1
    return bytes(counts)


def with_tile(player: PlayerState, tile: Tile) -> tuple[tuple[Tile, ...], bytes]:
    """Hand and counts after a tile was taken up."""
    hand = tuple(sorted((*player.hand, tile)))
    if tile >= 136:
        return hand, player.counts
    counts = bytearray(player.counts)
    counts[KIND_OF[tile]] += 1
    return hand, bytes(counts)


def without_tiles(player: PlayerState, tiles: Sequence[Tile]) -> tuple[tuple[Tile, ...], bytes]:
    """Hand and counts after tiles of the hand were laid down."""
    hand = list(player.hand)
    counts = bytearray(player.counts)
    for tile in tiles:
        hand.remove(tile)
        if tile < 136:
            counts[KIND_OF[tile]] -= 1
    return tuple(hand), bytes(counts)


def hand_waits(rules: RuleSet, counts: bytes, melds: tuple[Meld, ...]) -> tuple[Kind, ...]:
    """Kinds that complete a hand of 13 tiles less 3 a meld; kinds of which it holds all four are no wait."""
    found = _waits(counts, len(melds), rules.family == "riichi")
    if not found or not melds:
        return found
    shown = [KIND_OF[tile] for meld in melds for tile in meld.tiles]
    return tuple(kind for kind in found if counts[kind] + shown.count(kind) < 4)


def full_hand_shanten(rules: RuleSet, counts: bytes, melds: tuple[Meld, ...]) -> int:
    """The shanten of a full hand: 0 or less if it may be ready after some discard."""
    return shanten(counts, len(melds), seven_pairs=rules.family == "riichi")


@lru_cache(maxsize=1 << 12)
def _waits(counts: bytes, melds: int, all_shapes: bool) -> tuple[Kind, ...]:
    return tuple(waits(counts, melds, seven_pairs=all_shapes))


@lru_cache(maxsize=8)
def faces(red_fives: int) -> tuple[int, ...]:
    """For each tile a number equal for tiles that look the same: twice its kind, one more for a red five."""
    tile_set = TileSet(red_fives)
    return tuple(2 * KIND_OF[tile] + tile_set.is_red(Tile(tile)) for tile in range(len(KIND_OF)))
