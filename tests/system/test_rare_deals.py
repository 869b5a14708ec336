"""What the handed games lack, through the whole table: the engine says what is right, the table must find it."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from controller.replay.session import Replay
from engine.deal import Deal, DealResult
from engine.events import DrawReason
from engine.records.builder import DealBuilder
from engine.records.model import RecordedDeal, RecordedGame, RecordedWin
from engine.records.start import start_deal
from engine.rules import RuleSet, load_rules
from engine.tiles import SEATS, Seat, Wind, split_mpsz
from hal.sim.noise import noise_named

TENHOU = load_rules("tenhou")


def _builder(hands: Iterable[str], indicator: str = "9m", dealer: Seat = 0) -> DealBuilder:
    return DealBuilder(
        TENHOU.tile_set,
        round_wind=Wind.EAST,
        number=dealer + 1,
        dealer=dealer,
        honba=1,
        deposits=1,
        scores=(24_000, 25_000, 25_000, 25_000),
        hands=[split_mpsz(hand) for hand in hands],
        indicator=indicator,
    )


def _with_result(rules: RuleSet, deal: RecordedDeal) -> tuple[RecordedDeal, DealResult]:
    """The deal as the engine ends it."""
    position: Deal = start_deal(rules, deal)
    for event in deal.events:
        position = position.apply(event)
    result = position.result
    assert result is not None
    wins = tuple(
        RecordedWin(
            seat=win.seat,
            source=win.source,
            tile=win.tile,
            deltas=win.deltas,
            han=win.score.han,
            fu=win.score.fu,
            yakuman=win.score.yakuman,
            yaku=tuple(sorted(name for name, _ in win.score.yaku)),
        )
        for win in result.wins
        if win.tile is not None
    )
    tenpai = tuple(seat in result.tenpai for seat in SEATS) if result.reason is DrawReason.EXHAUSTIVE else None
    changed = replace(deal.result, wins=wins, reason=result.reason, deltas=result.deltas, tenpai=tenpai)
    return replace(deal, result=changed), result


def _check(rules: RuleSet, deal: RecordedDeal, noise: str) -> DealResult:
    recorded, result = _with_result(rules, deal)
    (played,) = Replay(noise_named(noise), seed=1).play(RecordedGame(deals=(recorded,)), rules)
    assert played.same, (played.differs, played.table, played.note, played.incidents)
    return result


@pytest.fixture(params=["none", "typical"])
def noise(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


THREE_READY = ("234m345m678m22p46s", "234p345p678p88m46s", "567m567p678s22s46s")
"""Three closed hands of simples that wait for the middle of 4-6 bamboo."""


def _three_rons(builder: DealBuilder) -> DealBuilder:
    builder.draw(0, "9m")
    builder.discard(0, "5s", drawn=False)
    return builder


def _dealer_with_five() -> str:
    return "19m19p1s1234567z5s"


def test_three_rons_end_the_deal_where_the_rules_say_so(noise: str) -> None:
    builder = _three_rons(_builder((_dealer_with_five(), *THREE_READY)))
    result = _check(TENHOU, builder.drawn_deal(DrawReason.TRIPLE_RON), noise)
    assert result.reason is DrawReason.TRIPLE_RON
    assert result.dealer_repeats


def test_three_rons_are_all_paid_where_the_rules_say_so(noise: str) -> None:
    rules = TENHOU.with_changes(triple_ron_draws=False)
    builder = _three_rons(_builder((_dealer_with_five(), *THREE_READY)))
    wins = [RecordedWin(seat=seat, source=0, tile=builder.winning_tile(seat, 0)) for seat in (1, 2, 3)]
    result = _check(rules, builder.win(wins), noise)
    assert [win.seat for win in result.wins] == [1, 2, 3]
    assert result.wins[0].score.deposits == 1_000


def test_a_riichi_whose_tile_is_won_on_pays_no_deposit(noise: str) -> None:
    ready = "123m456m789m99p5s1z"
    builder = _builder((ready, *THREE_READY), indicator="9p")
    builder.draw(0, "1z")
    builder.riichi(0)
    builder.discard(0, "5s", drawn=False)
    win = RecordedWin(seat=1, source=0, tile=builder.winning_tile(1, 0))
    result = _check(TENHOU, builder.win([win]), noise)
    assert result.riichi == ()
    assert result.wins[0].score.deposits == 1_000


def _four_riichi() -> RecordedDeal:
    hands = ("123m456m789m55p1z2z", "123m456m789m66p1z2z", "123p456p789p33s1z3z", "123s456s789s77p1z3z")
    builder = _builder(hands, indicator="9m")
    for seat, drawn in zip(SEATS, ("2z", "2z", "3z", "3z"), strict=True):
        builder.draw(seat, drawn)
        builder.riichi(seat)
        builder.discard(seat, "1z", drawn=False)
        builder.accept_riichi(seat)
    return builder.drawn_deal(DrawReason.FOUR_RIICHI)


def test_four_riichi_end_the_deal_and_their_deposits_stay(noise: str) -> None:
    """The first four discards are all East winds too: another draw, that comes first under rules with both."""
    rules = TENHOU.with_changes(four_winds_draw=False)
    result = _check(rules, _four_riichi(), noise)
    assert result.reason is DrawReason.FOUR_RIICHI
    assert result.deposits_after == 5


def test_who_feeds_the_third_dragon_pays_a_self_drawn_win_alone(noise: str) -> None:
    hands = ("55667712z23m44s9p", "234m567m338999s5z", "345m678m122p678s6z", "234p456p789p155s7z")
    builder = _builder(hands)
    _turns(builder, (0, "3z", "3z"), (1, "4z", "5z"))
    _pon(builder, 1, "5z", then="1z")
    _turns(builder, (1, "3z", "3z"), (2, "4z", "6z"))
    _pon(builder, 2, "6z", then="2z")
    _turns(builder, (1, "9m", "9m"), (2, "9m", "9m"), (3, "9m", "7z"))
    _pon(builder, 3, "7z", then="9p")
    _turns(builder, (1, "2p", "2p"), (2, "2s", "2s"), (3, "2s", "2s"))
    builder.draw(0, "4m")
    deal = builder.win([RecordedWin(seat=0, source=None, tile=builder.winning_tile(0, 0))])
    result = _check(TENHOU, deal, noise)
    assert [name for name, _ in result.wins[0].score.yaku] == ["daisangen"]
    assert result.deltas[1:3] == (0, 0)
    assert result.deltas[3] < -48_000


def _turns(builder: DealBuilder, *turns: tuple[Seat, str, str]) -> None:
    """Seats that draw a tile and discard one."""
    for seat, drawn, discarded in turns:
        builder.draw(seat, drawn)
        builder.discard(seat, discarded)


def _pon(builder: DealBuilder, source: Seat, name: str, *, then: str) -> None:
    """Seat 0 takes a discard for a pon and discards."""
    builder.call(0, source, name, (name, name))
    builder.discard(0, then)


def test_an_open_kan_turns_its_indicator_after_the_replacement(noise: str) -> None:
    """Seat 2 takes an open kan, and wins later on the discard after the indicator: the new dora counts."""
    hands = ("19m19p1s1234567z8s", "3399m1p19s123467z", "888s234m456m67p22p", "55m3399p19s12347z")
    builder = _builder(hands, indicator="9p")
    builder.draw(0, "9s")
    builder.discard(0, "8s", drawn=False)
    builder.call(2, 0, "8s", ("8s", "8s", "8s"))
    builder.draw(2, "9s")
    builder.indicator("1p")
    builder.discard(2, "9s", drawn=True)
    _turns(builder, (3, "8p", "8p"))
    win = RecordedWin(seat=2, source=3, tile=builder.winning_tile(2, 3))
    result = _check(TENHOU, builder.win([win]), noise)
    assert result.wins[0].score.dora == 2
