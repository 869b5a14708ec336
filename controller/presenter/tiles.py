"""Tiles and sets as names, in the order in which they lie on the table."""

from collections.abc import Iterable
from typing import Final

from controller.presenter.views import MeldView, TileName
from engine.melds import Meld, MeldType
from engine.tiles import Seat, Tile, TileSet

_ACROSS: Final = 2
_RIGHT: Final = 1


def names(tile_set: TileSet, tiles: Iterable[Tile]) -> tuple[TileName, ...]:
    """Names of tiles in the order given."""
    return tuple(tile_set.name(tile) for tile in tiles)


def meld_view(tile_set: TileSet, meld: Meld, seat: Seat) -> MeldView:
    """A set as its owner lays it: the taken tile sideways, pointing at the seat it came from.

    It lies first if taken from the left, second from across, last from the right. A concealed kan shows its two
    inner tiles, a red five among them.
    """
    if meld.type is MeldType.ANKAN:
        plain_first = sorted(meld.tiles, key=tile_set.is_red)
        return MeldView(type=meld.type.value, tiles=("back", *names(tile_set, plain_first[2:]), "back"))
    own = sorted(tile for tile in meld.tiles if tile not in (meld.claimed, meld.added))
    if meld.claimed is None or meld.source is None:
        return MeldView(type=meld.type.value, tiles=names(tile_set, sorted(meld.tiles)))
    side = (meld.source - seat) % 4
    at = len(own) if side == _RIGHT else 1 if side == _ACROSS else 0
    taken = [meld.claimed] if meld.added is None else [meld.claimed, meld.added]
    tiles = [*own[:at], *taken, *own[at:]]
    return MeldView(
        type=meld.type.value,
        tiles=names(tile_set, tiles),
        sideways=tuple(range(at, at + len(taken))),
        source=meld.source,
    )
