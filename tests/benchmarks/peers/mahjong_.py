"""PyPI `mahjong` (pure Python), the baseline of every ratio."""

from collections.abc import Callable, Sequence
from typing import Any

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld as PeerMeld
from mahjong.shanten import Shanten

from engine.melds import MeldType
from engine.scoring import WinContext
from tests.benchmarks.peers.forms import Counts


def shanten(hands: Sequence[Counts]) -> tuple[Callable[[Any], object], list[Any]]:
    """`mahjong`: 34 counts."""
    return Shanten.calculate_shanten, [list(counts) for counts in hands]


def scoring(wins: Sequence[WinContext]) -> tuple[Callable[[Any], Any], list[Any]]:
    """`mahjong`: physical tiles and a configuration object."""
    types = {
        MeldType.CHI: PeerMeld.CHI,
        MeldType.PON: PeerMeld.PON,
        MeldType.ANKAN: PeerMeld.KAN,
        MeldType.DAIMINKAN: PeerMeld.KAN,
        MeldType.KAKAN: PeerMeld.SHOUMINKAN,
    }

    def form(win: WinContext) -> tuple[Any, ...]:
        config = HandConfig(
            is_tsumo=win.tsumo,
            is_riichi=win.riichi > 0,
            is_daburu_riichi=win.riichi == 2,
            is_ippatsu=win.ippatsu,
            is_rinshan=win.rinshan,
            is_chankan=win.chankan,
            is_haitei=win.last_tile and win.tsumo,
            is_houtei=win.last_tile and not win.tsumo,
            player_wind=win.seat_wind.kind,
            round_wind=win.round_wind.kind,
            tsumi_number=win.honba,
            kyoutaku_number=win.deposits,
            options=OptionalRules(has_aka_dora=True, has_open_tanyao=True, has_double_yakuman=False),
        )
        melds = [PeerMeld(types[meld.type], sorted(meld.tiles), opened=meld.is_open) for meld in win.melds]
        tiles = sorted([*win.hand, *(tile for meld in win.melds for tile in meld.tiles)])
        return tiles, win.win_tile, melds, list(win.dora_indicators), config, list(win.ura_indicators)

    def call(item: tuple[Any, ...]) -> Any:
        tiles, win_tile, melds, dora, config, ura = item
        return HandCalculator.estimate_hand_value(tiles, win_tile, melds, dora, config, ura_dora_indicators=ura)

    return call, [form(win) for win in wins]


def scoring_value(value: Any) -> object:
    """Han."""
    return value.han
