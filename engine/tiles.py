"""Tiles, tile kinds, seats and winds, and the two ways of writing them.

A *tile* is one physical object, numbered 0-143; a *kind* is what is engraved on it, numbered 0-41:

    kind  0- 8  characters 1m-9m      kind 27-30  winds E S W N     (1z-4z)
    kind  9-17  circles    1p-9p      kind 31-33  white green red   (5z-7z)
    kind 18-26  bamboo     1s-9s      kind 34-41  flowers, seasons  (1f-8f)

Tiles 4k .. 4k+3 are the four copies of kind k < 34, tile 136 + n is the single copy of kind 34 + n. Where a
set has red fives they are copy 0 of each five (16, 52, 88); a fourth red five is a second 5p (53).

*mpsz* text is for people (`123m406p77z`, `0` a red five), *mjai* names are for records (`5mr`, `E`, `C`).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Final, NewType, TypeAlias

from engine.errors import TileTextError

Tile = NewType("Tile", int)
"""One physical tile, 0-143."""

Kind: TypeAlias = int
"""What is engraved on a tile, 0-41."""

Seat: TypeAlias = int
"""A place at the table, 0-3, counter-clockwise: seat + 1 plays after seat."""

SEATS: Final = (0, 1, 2, 3)
KINDS: Final = 34
"""Kinds a hand is made of (flowers apart)."""


class Wind(IntEnum):
    """A wind, as a role of a seat or a round."""

    EAST = 0
    SOUTH = 1
    WEST = 2
    NORTH = 3

    @property
    def letter(self) -> str:
        """`E`, `S`, `W` or `N`."""
        return "ESWN"[self]

    @property
    def kind(self) -> Kind:
        """The kind of this wind's tile."""
        return 27 + self

    @classmethod
    def from_letter(cls, letter: str) -> "Wind":
        """The wind of `E`, `S`, `W` or `N`; raises `TileTextError` for anything else."""
        index = "ESWN".find(letter) if len(letter) == 1 else -1
        if index < 0:
            raise TileTextError(f"{letter!r} is no wind: write E, S, W or N")
        return cls(index)


def seat_wind(seat: Seat, dealer: Seat) -> Wind:
    """The wind of a seat while `dealer` is East."""
    return Wind((seat - dealer) % 4)


WHITE: Final[Kind] = 31
GREEN: Final[Kind] = 32
RED: Final[Kind] = 33
WINDS: Final = (27, 28, 29, 30)
DRAGONS: Final = (WHITE, GREEN, RED)
TERMINALS: Final = (0, 8, 9, 17, 18, 26)
HONOURS: Final = WINDS + DRAGONS
TERMINALS_AND_HONOURS: Final = TERMINALS + HONOURS
GREEN_TILES: Final = (19, 20, 21, 23, 25, GREEN)
"""2 3 4 6 8 bamboo and the green dragon: the kinds of ryuuiisou."""
FIRST_FLOWER: Final[Kind] = 34

KIND_OF: Final[tuple[Kind, ...]] = tuple(t // 4 if t < 136 else t - 102 for t in range(144))
"""Kind of each tile, indexed by tile."""

KIND_NAMES: Final[tuple[str, ...]] = tuple(
    f"{rank}{suit}" for suit, size in (("m", 9), ("p", 9), ("s", 9), ("z", 7), ("f", 8)) for rank in range(1, size + 1)
)
"""mpsz name of each kind, red fives apart."""

_MJAI_HONOURS: Final = ("E", "S", "W", "N", "P", "F", "C")
_RED_TILES: Final = (16, 52, 88, 53)


def kind_of(tile: Tile) -> Kind:
    """What is engraved on a tile."""
    return KIND_OF[tile]


def is_flower(tile: Tile) -> bool:
    """Whether a tile is a flower or a season."""
    return tile >= 136


def dora_of(indicator: Kind) -> Kind:
    """The kind an indicator of kind `indicator` makes dora: the next in its suit, winds or dragons, round and round."""
    if indicator < 27:
        return indicator - 8 if indicator % 9 == 8 else indicator + 1
    if indicator < 31:
        return 27 if indicator == 30 else indicator + 1
    return 31 if indicator == 33 else indicator + 1


def counts_of(tiles: Iterable[Tile]) -> list[int]:
    """How many of each of the 34 kinds; flowers are not counted."""
    counts = [0] * KINDS
    for tile in tiles:
        if tile < 136:
            counts[KIND_OF[tile]] += 1
    return counts


def split_mpsz(text: str) -> list[str]:
    """The two-letter names in an mpsz text: `"406p1z"` gives `["4p", "0p", "6p", "1z"]`.

    Spaces are allowed. Raises `TileTextError` for anything that names no tile.
    """
    names: list[str] = []
    digits: list[str] = []
    for char in text:
        if char.isspace():
            continue
        if char.isascii() and char.isdigit():
            digits.append(char)
        elif char in "mpszf" and digits:
            names.extend(digit + char for digit in digits)
            digits.clear()
        else:
            raise TileTextError(f"{text!r}: {char!r} is not expected here; write tiles like 123m406p77z")
    if digits:
        raise TileTextError(f"{text!r}: the last digits have no suit; write m, p, s, z or f after them")
    for name in names:
        if name not in _KIND_OF_NAME:
            raise TileTextError(f"{text!r}: there is no tile {name}")
    return names


_KIND_OF_NAME: Final[dict[str, Kind]] = {name: kind for kind, name in enumerate(KIND_NAMES)} | {
    "0m": 4,
    "0p": 13,
    "0s": 22,
}
_MPSZ_OF_MJAI: Final[dict[str, str]] = (
    {f"{rank}{suit}": f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)}
    | {f"5{suit}r": f"0{suit}" for suit in "mps"}
    | {letter: f"{rank}z" for rank, letter in enumerate(_MJAI_HONOURS, 1)}
)
_MJAI_OF_MPSZ: Final[dict[str, str]] = {mpsz: mjai for mjai, mpsz in _MPSZ_OF_MJAI.items()}


def kind_of_name(name: str) -> Kind:
    """The kind of a two-letter mpsz name (`0p` is a 5p); raises `TileTextError`."""
    try:
        return _KIND_OF_NAME[name]
    except KeyError:
        raise TileTextError(f"there is no tile {name!r}") from None


def mpsz_of_mjai(name: str) -> str:
    """`5mr` -> `0m`, `E` -> `1z`; raises `TileTextError` for an unknown name."""
    try:
        return _MPSZ_OF_MJAI[name]
    except KeyError:
        raise TileTextError(f"{name!r} is no mjai tile name") from None


def mjai_of_mpsz(name: str) -> str:
    """`0m` -> `5mr`, `1z` -> `E`; raises `TileTextError` for flowers, which mjai cannot write."""
    try:
        return _MJAI_OF_MPSZ[name]
    except KeyError:
        raise TileTextError(f"mjai has no name for {name!r}") from None


@dataclass(frozen=True, slots=True)
class TileSet:
    """Which physical tiles a game uses: 136, with 0-4 red fives, and 8 flowers or none."""

    red_fives: int = 3
    flowers: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.red_fives <= 4:
            raise TileTextError(f"a set has 0 to 4 red fives, not {self.red_fives}")

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles of the set in ascending order."""
        return tuple(Tile(t) for t in range(144 if self.flowers else 136))

    @property
    def red(self) -> frozenset[Tile]:
        """The red fives of the set."""
        return _red_tiles(self.red_fives)

    def is_red(self, tile: Tile) -> bool:
        """Whether a tile is a red five in this set."""
        return tile in _red_tiles(self.red_fives)

    def name(self, tile: Tile) -> str:
        """Two-letter mpsz name of a tile (`0p` for a red five)."""
        name = KIND_NAMES[KIND_OF[tile]]
        return "0" + name[1] if tile in _red_tiles(self.red_fives) else name

    def mjai(self, tile: Tile) -> str:
        """mjai name of a tile (`5pr` for a red five)."""
        return mjai_of_mpsz(self.name(tile))

    def text(self, tiles: Iterable[Tile]) -> str:
        """Tiles as one mpsz text, in the order given, suit letters merged: `123m406p`."""
        out: list[str] = []
        suit = ""
        for name in map(self.name, tiles):
            if suit and name[1] != suit:
                out.append(suit)
            suit = name[1]
            out.append(name[0])
        return "".join(out) + suit

    def bag(self) -> "TileBag":
        """A full set from which tiles are taken by name."""
        return TileBag(self)

    def parse(self, text: str) -> list[Tile]:
        """The tiles of an mpsz text, each a different physical tile; raises `TileTextError`."""
        return self.bag().take_text(text)


@lru_cache(maxsize=8)
def _red_tiles(red_fives: int) -> frozenset[Tile]:
    return frozenset(Tile(t) for t in _RED_TILES[:red_fives])


class TileBag:
    """A set of tiles from which tiles are taken by name, so that no physical tile is used twice."""

    def __init__(self, tile_set: TileSet) -> None:
        self._set = tile_set
        self._left: dict[str, list[Tile]] = {}
        for tile in reversed(tile_set.tiles):
            self._left.setdefault(tile_set.name(tile), []).append(tile)

    def take(self, name: str) -> Tile:
        """Take one tile by its mpsz name; `0p` gives a plain five where the set has no red ones.

        Raises `TileTextError` if the set has no such tile left.
        """
        if name[0] == "0" and name not in self._left and kind_of_name(name) < FIRST_FLOWER:
            name = "5" + name[1]
        left = self._left.get(name)
        if not left:
            size = sum(1 for tile in self._set.tiles if self._set.name(tile) == name)
            raise TileTextError(f"there are only {size} of {name} in this set" if size else f"this set has no {name}")
        return left.pop()

    def take_text(self, text: str) -> list[Tile]:
        """Take all tiles of an mpsz text in order."""
        return [self.take(name) for name in split_mpsz(text)]

    def remove(self, tile: Tile) -> None:
        """Take one particular physical tile; raises `TileTextError` if it is gone already."""
        left = self._left.get(self._set.name(tile), [])
        if tile not in left:
            raise TileTextError(f"tile {tile} ({self._set.name(tile)}) is not in the bag")
        left.remove(tile)

    def __iter__(self) -> Iterator[Tile]:
        return iter(sorted(tile for tiles in self._left.values() for tile in tiles))
