"""The wall of a deal: the order in which tiles are taken, and which of them still stand."""

from collections.abc import Iterable, Sequence
from typing import Final

from engine.tiles import Tile
from hal.errors import WorldError

DEAD_WALL: Final = 14
"""Tiles of the riichi family's dead wall: four replacements, five indicators, five ura indicators."""


class Wall:
    """A built wall.

    The order is one flat sequence. Its live part comes first, in the order of drawing (the deal takes the first
    53). With a dead wall the last 14 tiles are: replacements 0-3, then indicator 0, ura 0, indicator 1, ura 1,
    ... indicator 4, ura 4. Without one (`dead=0`) replacements come from the far end, the last tile first.

    A tile stands in the wall until a hand takes it, and again once it is put back, in its old place.
    """

    def __init__(self, order: Sequence[Tile] = (), dead: int = DEAD_WALL) -> None:
        if len(set(order)) != len(order):
            raise WorldError("a wall cannot hold the same tile twice")
        if order and not (dead == 0 or dead == DEAD_WALL <= len(order)):
            raise WorldError(f"a dead wall has {DEAD_WALL} tiles or none, not {dead} of {len(order)}")
        self.order: Final = tuple(order)
        self._live: Final = self.order[: len(order) - dead] if dead else self.order
        self._dead: Final = self.order[len(order) - dead :] if dead else ()
        self._standing = set(order)
        self._first = 0

    def __contains__(self, tile: object) -> bool:
        return tile in self._standing

    def __len__(self) -> int:
        return len(self._standing)

    def next(self) -> Tile:
        """The tile the next draw takes; raises `WorldError` when no live tile is left."""
        live, standing = self._live, self._standing
        while self._first < len(live) and live[self._first] not in standing:
            self._first += 1
        if self._first == len(live):
            raise WorldError("the wall has no live tile left")
        return live[self._first]

    def upcoming(self, count: int) -> tuple[Tile, ...]:
        """The next `count` live tiles still standing, or as many as there are."""
        return tuple(tile for tile in self._live if tile in self._standing)[:count]

    def replacement(self) -> Tile:
        """The tile the next replacement draw takes; raises `WorldError` when none is left."""
        candidates: Iterable[Tile] = self._dead[:4] if self._dead else reversed(self._live)
        for tile in candidates:
            if tile in self._standing:
                return tile
        raise WorldError("the wall has no replacement tile left")

    def indicator(self, n: int) -> Tile:
        """Dora indicator `n`, 0 turned at the deal, 1-4 one a kan; raises `WorldError` without a dead wall."""
        return self._dead_tile(4 + 2 * n, n)

    def ura(self, n: int) -> Tile:
        """The indicator that lies under indicator `n`; raises `WorldError` without a dead wall."""
        return self._dead_tile(5 + 2 * n, n)

    @property
    def live_left(self) -> int:
        """Live tiles that still stand, less one for each replacement taken from a dead wall."""
        standing = sum(1 for tile in self._live if tile in self._standing)
        taken = sum(1 for tile in self._dead[:4] if tile not in self._standing)
        return max(0, standing - taken)

    def take(self, tile: Tile) -> None:
        """A hand reaches for a tile: from now on it is not the next one. No effect on a tile not in the wall."""
        self._standing.discard(tile)

    def put_back(self, tile: Tile) -> None:
        """A tile returns to its old place; raises `WorldError` if this wall never held it."""
        if tile not in self.order:
            raise WorldError(f"tile {tile} does not belong to this wall")
        self._standing.add(tile)
        self._first = 0

    def _dead_tile(self, index: int, n: int) -> Tile:
        if not self._dead:
            raise WorldError("this wall has no dead wall, hence no indicators")
        if not 0 <= n <= 4:
            raise WorldError(f"there are indicators 0 to 4, not {n}")
        return self._dead[index]
