"""Differential test against PyPI `mahjong` on random winning hands.

There is no known disagreement: the rule variants below are those both sides know.
"""

import random

import pytest
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.meld import Meld as PeerMeld

from engine.melds import Meld, MeldType
from engine.rules import RuleSet, load_rules
from engine.scoring import Refusal, Score, WinContext, score_win
from tests.hands import random_win

HANDS = 1500

PEER_TYPES = {
    MeldType.CHI: PeerMeld.CHI,
    MeldType.PON: PeerMeld.PON,
    MeldType.ANKAN: PeerMeld.KAN,
    MeldType.DAIMINKAN: PeerMeld.KAN,
    MeldType.KAKAN: PeerMeld.SHOUMINKAN,
}


def peer_options(rules: RuleSet) -> OptionalRules:
    return OptionalRules(
        has_aka_dora=True,
        has_open_tanyao=rules.open_tanyao,
        has_double_yakuman=rules.double_yakuman,
        kiriage=rules.kiriage_mangan,
        kazoe_limit=HandConfig.KAZOE_LIMITED if rules.kazoe_yakuman else HandConfig.KAZOE_SANBAIMAN,
    )


def peer_meld(meld: Meld) -> PeerMeld:
    return PeerMeld(PEER_TYPES[meld.type], sorted(meld.tiles), opened=meld.is_open)


def peer_value(rules: RuleSet, win: WinContext) -> HandResponse:
    config = HandConfig(
        is_tsumo=win.tsumo,
        is_riichi=win.riichi > 0,
        is_daburu_riichi=win.riichi == 2,
        is_ippatsu=win.ippatsu,
        is_rinshan=win.rinshan,
        is_chankan=win.chankan,
        player_wind=win.seat_wind.kind,
        round_wind=win.round_wind.kind,
        tsumi_number=win.honba,
        options=peer_options(rules),
    )
    tiles = sorted([*win.hand, *(tile for meld in win.melds for tile in meld.tiles)])
    melds = [peer_meld(meld) for meld in win.melds]
    return HandCalculator.estimate_hand_value(
        tiles, win.win_tile, melds, win.dora_indicators, config, ura_dora_indicators=win.ura_indicators
    )


def payments(score: Score) -> tuple[int | None, ...]:
    paid = score.payments
    return (paid.ron,) if paid.ron is not None else (paid.dealer, paid.other)


def peer_payments(win: WinContext, peer: HandResponse) -> tuple[int | None, ...]:
    assert peer.cost is not None
    main = peer.cost["main"] + peer.cost["main_bonus"]
    if not win.tsumo:
        return (main,)
    other = peer.cost["additional"] + peer.cost["additional_bonus"]
    return (None, main) if win.seat_wind == 0 else (main, other)


@pytest.mark.parametrize(
    "settings",
    [
        [],
        ["double_yakuman=true", "open_tanyao=false"],
        ["kiriage_mangan=true", "kazoe_yakuman=false"],
    ],
)
def test_random_hands_have_the_value_mahjong_gives(settings: list[str]) -> None:
    rules = load_rules("tenhou", settings)
    rng = random.Random(repr(settings))
    scored = 0
    for _ in range(HANDS):
        win = random_win(rng)
        ours, peer = score_win(rules, win), peer_value(rules, win)
        if isinstance(ours, Refusal):
            assert peer.error == ours.reason, win
            continue
        scored += 1
        assert (ours.han, payments(ours)) == (peer.han, peer_payments(win, peer)), win
        assert ours.yakuman or ours.fu == peer.fu, win
    assert scored > HANDS // 2
