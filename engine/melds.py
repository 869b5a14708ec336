"""Melds: the sets a player shows."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from engine.tiles import KIND_OF, Kind, Seat, Tile


class MeldType(StrEnum):
    """What kind of set, by how it was made. Fan players say chow, pung and kong."""

    CHI = "chi"
    PON = "pon"
    DAIMINKAN = "daiminkan"
    ANKAN = "ankan"
    KAKAN = "kakan"


@dataclass(frozen=True)
class Meld:
    """One set shown by a player.

    `tiles` are all its tiles (3 or 4). `claimed` is the tile taken from another's discard and `source` the seat
    it came from; both are None for a concealed kan. An added kan keeps those of its pon, and `added` is the
    fourth tile.
    """

    type: MeldType
    tiles: tuple[Tile, ...]
    claimed: Tile | None = None
    source: Seat | None = None
    added: Tile | None = None

    @cached_property
    def kind(self) -> Kind:
        """The lowest kind in the meld."""
        return min(KIND_OF[tile] for tile in self.tiles)

    @property
    def is_sequence(self) -> bool:
        """Whether it is a chi."""
        return self.type is MeldType.CHI

    @property
    def is_kan(self) -> bool:
        """Whether it is a kan of any type."""
        return self.type in (MeldType.DAIMINKAN, MeldType.ANKAN, MeldType.KAKAN)

    @property
    def is_open(self) -> bool:
        """Whether it opens the hand: everything but a concealed kan."""
        return self.type is not MeldType.ANKAN
