"""The order of small motions is free: deals told late and shuffled come out as they were played."""

from collections.abc import Iterator

import pytest

from engine.deal import Deal
from engine.records.mjai import read_mjai
from engine.records.model import RecordedDeal
from engine.records.start import start_deal
from engine.rules import load_rules
from tests.cases import case_lines
from tests.controller.referee.late import LateTable
from tests.controller.referee.randomplay import RandomPlay

NO_CLOCKS = {"turn_seconds": None, "claim_seconds": None, "bank_seconds": 0, "pause_seconds": None}


def _recorded() -> Iterator[RecordedDeal]:
    for game in read_mjai(case_lines("riichi_games.mjai.jsonl.gz")):
        yield from game.deals


@pytest.mark.parametrize("latest", [0, 1_500])
def test_recorded_deals_come_out_the_same_however_late_each_move_is_seen(latest: int) -> None:
    rules = load_rules("tenhou").with_changes(**NO_CLOCKS)
    for number, deal in enumerate(_recorded()):
        if number % 5:
            continue
        want = start_deal(rules, deal)
        for event in deal.events:
            want = want.apply(event)
        table = LateTable(rules, latest=latest, seed=number)
        table.play(deal)
        assert table.referee.state.result == want.result, f"deal {number} {deal.label}: {table.incidents}"
        assert not table.incidents


@pytest.mark.parametrize("preset", ["tenhou", "mahjong-soul", "doman", "riichi-single-deal", "wrc", "fan-practice"])
@pytest.mark.parametrize("latest", [0, 700])
def test_random_play_comes_out_the_same(preset: str, latest: int) -> None:
    rules = load_rules(preset).with_changes(**NO_CLOCKS)
    for seed in range(5):
        play = RandomPlay(rules, seed)
        table = LateTable(rules, latest=latest, seed=seed)
        table.play(play.recorded())
        got = table.referee.state.deal
        assert got is not None
        assert _shown(got) == _shown(play.deal), f"{preset} {seed}: {table.incidents}"


def _shown(deal: Deal) -> object:
    """What a deal came to, without the order in which tiles of a set were listed."""
    return (
        deal.result,
        deal.indicators,
        [player.hand for player in deal.players],
        [player.river for player in deal.players],
        [[(meld.type, sorted(meld.tiles), meld.source) for meld in player.melds] for player in deal.players],
        [sorted(player.flowers) for player in deal.players],
    )
