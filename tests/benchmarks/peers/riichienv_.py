"""PyPI `riichienv` (Rust)."""

from collections.abc import Callable, Sequence
from typing import Any

from riichienv import Conditions, HandEvaluator, calculate_shanten
from riichienv import Meld as PeerMeld
from riichienv import MeldType as PeerType

from engine.melds import MeldType
from engine.scoring import WinContext
from tests.benchmarks.peers.forms import Counts, tiles_of_counts


def shanten(hands: Sequence[Counts]) -> tuple[Callable[[Any], object], list[Any]]:
    """`riichienv`: physical tiles."""
    return calculate_shanten, [tiles_of_counts(counts) for counts in hands]


def scoring(wins: Sequence[WinContext]) -> tuple[Callable[[Any], Any], list[Any]]:
    """`riichienv`: physical tiles; its evaluator is made for a hand, which is timed, as there is one for each hand."""
    types = {
        MeldType.CHI: PeerType.Chi,
        MeldType.PON: PeerType.Pon,
        MeldType.ANKAN: PeerType.Ankan,
        MeldType.DAIMINKAN: PeerType.Daiminkan,
        MeldType.KAKAN: PeerType.Kakan,
    }

    def form(win: WinContext) -> tuple[Any, ...]:
        conditions = Conditions(
            tsumo=win.tsumo,
            riichi=win.riichi == 1,
            double_riichi=win.riichi == 2,
            ippatsu=win.ippatsu,
            haitei=win.last_tile and win.tsumo,
            houtei=win.last_tile and not win.tsumo,
            rinshan=win.rinshan,
            chankan=win.chankan,
            player_wind=int(win.seat_wind),
            round_wind=int(win.round_wind),
            riichi_sticks=win.deposits,
            honba=win.honba,
        )
        melds = [PeerMeld(types[meld.type], sorted(meld.tiles), meld.is_open) for meld in win.melds]
        ura = list(win.ura_indicators) if win.riichi else []
        return list(win.hand), melds, win.win_tile, list(win.dora_indicators), conditions, ura

    def call(item: tuple[Any, ...]) -> Any:
        tiles, melds, win_tile, dora, conditions, ura = item
        return HandEvaluator(tiles, melds).calc(win_tile, dora, conditions, ura)

    return call, [form(win) for win in wins]


def scoring_value(value: Any) -> object:
    """Han."""
    return value.han
