"""PyPI `jansou` (pure Python with shipped tables)."""

from collections.abc import Callable, Sequence
from typing import Any

from jansou.analysis.shanten import shanten_counts
from jansou.core.hand import CallSource, Hand
from jansou.core.hand import Meld as PeerMeld
from jansou.core.hand import MeldType as PeerType
from jansou.core.rules import preset
from jansou.core.tiles import Tile as PeerTile
from jansou.core.tiles import TileKind, Wind
from jansou.scoring.context import WinContext as PeerContext
from jansou.scoring.score import score

from engine.melds import Meld, MeldType
from engine.scoring import WinContext
from engine.tiles import KIND_OF, Tile
from tests.benchmarks.peers.forms import TILES, Counts


def shanten(hands: Sequence[Counts]) -> tuple[Callable[[Any], object], list[Any]]:
    """`jansou`: 34 counts and the number of melds."""
    return lambda counts: shanten_counts(counts, 0), [list(counts) for counts in hands]


def scoring(wins: Sequence[WinContext]) -> tuple[Callable[[Any], Any], list[Any]]:
    """`jansou`: hand, tile and context objects."""
    types = {
        MeldType.CHI: PeerType.CHII,
        MeldType.PON: PeerType.PON,
        MeldType.ANKAN: PeerType.ANKAN,
        MeldType.DAIMINKAN: PeerType.DAIMINKAN,
        MeldType.KAKAN: PeerType.SHOUMINKAN,
    }
    rules = preset("tenhou")
    winds = list(Wind)

    def tiles_of(tiles: Sequence[Tile]) -> tuple[Any, ...]:
        return tuple(PeerTile(TileKind(KIND_OF[tile]), red=TILES.is_red(tile)) for tile in tiles)

    def meld_of(meld: Meld) -> Any:
        tiles = tiles_of(meld.tiles)
        if meld.type is MeldType.ANKAN:
            return PeerMeld(PeerType.ANKAN, tiles)
        added = tiles[-1] if meld.type is MeldType.KAKAN else None
        return PeerMeld(types[meld.type], tiles, tiles[0], CallSource.KAMICHA, added)

    def form(win: WinContext) -> tuple[Any, ...]:
        context = PeerContext(
            rules=rules,
            round_wind=winds[win.round_wind],
            seat_wind=winds[win.seat_wind],
            is_tsumo=win.tsumo,
            riichi=win.riichi == 1,
            double_riichi=win.riichi == 2,
            ippatsu=win.ippatsu,
            haitei=win.last_tile and win.tsumo,
            houtei=win.last_tile and not win.tsumo,
            rinshan=win.rinshan,
            chankan=win.chankan,
            dora_indicators=tiles_of(win.dora_indicators),
            ura_indicators=tiles_of(win.ura_indicators),
            honba=win.honba,
            riichi_sticks=win.deposits,
        )
        hand = Hand(tiles_of(win.hand), tuple(meld_of(meld) for meld in win.melds))
        return hand, tiles_of((win.win_tile,))[0], context

    return lambda item: score(*item), [form(win) for win in wins]


def scoring_value(value: Any) -> object:
    """Han."""
    return 13 if value.is_yakuman else value.han
