"""Winning: who may, what it is worth, and who pays (rules.md, Riichi: common; table: several rons, pao, renhou)."""

import pytest

from engine.claims import resolve
from engine.deal import DealResult
from engine.events import Action, DrawnDeal, DrawReason, OpenKan, Pon, Win
from engine.match import Match
from engine.rules import PRESETS
from engine.scoring.context import Refusal, Score
from engine.tiles import Seat, Wind
from tests.engine.deal.scene import Scene, yaku

TENHOU, M_LEAGUE, SOUL, SINGLE = (PRESETS[n] for n in ("tenhou", "m-league", "mahjong-soul", "riichi-single-deal"))
READY = "234567m22345p78s"
"""Waits for 6s and 9s."""
BOTH_READY = (None, READY, "345678m44p567p78s", None)


def test_tsumo_payments_with_honba_and_deposits() -> None:
    scene = Scene(TENHOU, (None, READY, None, None), indicator="1z", honba=2, deposits=3)
    result = scene.turn().draw("6s").win(1)
    # menzen tsumo, pinfu, tanyao, chiihou apart: first draw, so chiihou it is.
    assert yaku(result) == {"chiihou": 13}
    scene = Scene(TENHOU, (None, READY, None, None), indicator="1z", honba=2, deposits=3, later="6s")
    result = scene.turns(5).draw("6s").win(1)
    assert yaku(result) == {"menzen_tsumo": 1, "pinfu": 1, "tanyao": 1}
    # 3 han 20 fu: 700/1300 and 100 each a honba; the deposits.
    assert result.deltas == (-1_500, 2_700 + 3 * 200 + 3_000, -900, -900)
    assert (result.deposits_after, result.dealer_repeats, result.honba_after) == (0, False, 0)


def test_two_winners_the_nearest_takes_honba_and_deposits() -> None:
    scene = Scene(TENHOU, BOTH_READY, indicator="1z", honba=2, deposits=1, later="6s").turns(4).turn("6s")
    assert "hora" in scene.can(1)
    assert "hora" in scene.can(2)
    result = scene.win(2, 1)
    assert [win.seat for win in result.wins] == [1, 2]
    # pinfu and tanyao by ron: 2 han 30 fu, 2,000 each.
    assert result.wins[0].deltas == (-2_600, 3_600, 0, 0)
    assert result.wins[1].deltas == (-2_000, 0, 2_000, 0)
    assert result.deltas == (-4_600, 3_600, 2_000, 0)


def test_head_bump() -> None:
    scene = Scene(M_LEAGUE, BOTH_READY, indicator="1z", later="6s").turns(4).turn("6s")
    assert scene.refusal(Win((1, 2))) == "head_bump"
    assert resolve(scene.deal, {1: Win((1,)), 2: Win((2,))}) == Win((1,))
    assert scene.win(2).wins[0].seat == 2, "the nearer seat may pass"


def test_the_dealer_repeats_as_one_of_two_winners() -> None:
    scene = Scene(TENHOU, BOTH_READY, indicator="1z", dealer=2, honba=1, later="6s").turns(6).turn("6s")
    result = scene.win(1, 2)
    assert (result.dealer_repeats, result.honba_after) == (True, 2)


def test_which_claim_stands() -> None:
    hands = (None, READY, "345678m44p567p78s", "66s147p258m1234z9p")
    scene = Scene(TENHOU, hands, indicator="1z", later="6s").turns(4).turn("6s")
    pon = next(action for action in scene.deal.legal(3) if isinstance(action, Pon))
    chi = next(action for action in scene.deal.legal(1) if not isinstance(action, Win))
    wins: dict[Seat, Action] = {1: Win((1,)), 2: Win((2,))}
    assert resolve(scene.deal, {3: pon, 1: chi}) == pon
    assert resolve(scene.deal, {1: chi}) == chi
    assert resolve(scene.deal, {**wins, 3: pon}) == Win((1, 2))
    assert resolve(scene.deal, {2: Win((2,)), 3: pon}) == Win((2,))
    assert resolve(scene.deal, {}) is None
    triple: dict[Seat, Action] = {**wins, 3: Win((3,))}
    assert resolve(scene.deal, triple) == DrawnDeal(DrawReason.TRIPLE_RON)


def test_no_win_without_yaku() -> None:
    scene = Scene(TENHOU, (None, "123m456p99p67s789p", None, None), indicator="1z", later="8s").turns(4).turn("8s")
    assert "hora" in scene.can(1), "pinfu"
    scene = Scene(TENHOU, (None, "123m456p11z68s789p", None, None), indicator="1z", later="7s").turns(4).turn("7s")
    assert "hora" not in scene.can(1)
    assert scene.refusal(Win((1,))) == "no_yaku"
    score = scene.deal.evaluate(1)
    assert isinstance(score, Refusal)
    assert score.reason == "no_yaku"


def test_evaluate_tells_the_value_of_a_win() -> None:
    score = Scene(TENHOU, BOTH_READY, indicator="1z", later="6s").turns(4).turn("6s").deal.evaluate(1)
    assert isinstance(score, Score)
    assert score.total == 2_000


def test_nobody_wins_without_a_tile() -> None:
    scene = Scene(TENHOU, (None, READY, None, None))
    assert scene.refusal(Win((1,))) == "nothing_to_win_on"
    assert scene.refusal(Win(())) == "no_winner"
    scene.turn("1z")
    assert scene.refusal(Win((1,))) == "no_shape"
    assert scene.refusal(Win((0,))) == "nothing_to_win_on"


@pytest.mark.parametrize(("dealer", "name"), [(0, "tenhou"), (3, "chiihou")])
def test_first_draw(dealer: Seat, name: str) -> None:
    scene = Scene(TENHOU, (READY, None, None, None), dealer=dealer, indicator="1z", later="6s")
    while scene.deal.turn != 0:
        scene.turn()
    assert yaku(scene.draw("6s").win(0)) == {name: 13}


def test_no_first_draw_after_a_concealed_kan_or_a_call() -> None:
    scene = Scene(TENHOU, ("7777z147p258m369s", READY, None, None), indicator="1z", later="6s9s9p")
    scene.draw().concealed_kan("7z").indicator("9p").draw("9s").discard("9s")
    assert "chiihou" not in yaku(scene.draw("6s").win(1))


@pytest.mark.parametrize(("rules", "name"), [("tenhou", None), ("wrc", "renhou"), ("ema", "renhou")])
def test_renhou(rules: str, name: str | None) -> None:
    scene = Scene(PRESETS[rules], (None, None, READY, None), indicator="1z", later="6s").turn().turn("6s")
    result = scene.win(2)
    assert ("renhou" in yaku(result)) == (name is not None)
    late = Scene(PRESETS[rules], (None, None, READY, None), indicator="1z", later="6s").turns(4).turn("6s")
    assert "renhou" not in yaku(late.win(2))


def test_last_tile() -> None:
    scene = Scene(TENHOU, (READY, None, None, None), indicator="1z", wall_left=5, later="6s").turns(4)
    assert "haitei" in yaku(scene.draw("6s").win(0))
    scene = Scene(TENHOU, (READY, None, None, None), indicator="1z", wall_left=4, later="6s").turns(3).turn("6s")
    assert scene.can(0) == ["hora"]
    assert "houtei" in yaku(scene.win(0))


DRAGONS = (None, "55z66z77z123m456p9s", None, None)


def fed(rules: str, third: Seat, honba: int = 0, also: Seat | None = None) -> Scene:
    """Seat 1 has shown three dragons; `third` fed the last one. It waits for 9s, as does the seat `also`."""
    hands = tuple(READY if seat == also else hand for seat, hand in enumerate(DRAGONS))
    scene = Scene(PRESETS[rules], hands, indicator="1z", honba=honba, later="5z6z7z9s9s")
    for name, feeder, discarded in (("5z", 0, "1m"), ("6z", 0, "2m"), ("7z", third, "3m")):
        while scene.deal.turn != feeder:
            scene.turn()
        scene.draw(name).discard(name).pon(1).discard(discarded)
    return scene


def test_pao_by_own_draw() -> None:
    scene = fed("tenhou", 2, honba=2)
    while scene.deal.turn != 1:
        scene.turn()
    result = scene.draw("9s").win(1)
    assert yaku(result) == {"daisangen": 13}
    assert result.deltas == (0, 32_600, -32_600, 0), "the liable seat pays all"


@pytest.mark.parametrize(
    ("source", "deltas"),
    [(2, (0, 32_600, -32_600, 0)), (3, (0, 32_600, -16_600, -16_000)), (0, (-16_000, 32_600, -16_600, 0))],
)
def test_pao_by_ron(source: Seat, deltas: tuple[int, ...]) -> None:
    scene = fed("tenhou", 2, honba=2)
    while scene.deal.turn != source:
        scene.turn()
    assert scene.turn("9s").win(1).deltas == deltas


def test_pao_of_one_of_two_winners() -> None:
    """The liable seat pays half of the yakuman, honba only if its winner is the nearest (rules.md, Riichi: pao)."""
    for other, source, honba in ((3, 2, 0), (2, 3, 600)):
        scene = fed("tenhou", 0, honba=2, also=other)
        while scene.deal.turn != source:
            scene.turn()
        dragons, cheap = (-16_000 - honba, -16_000), -1_000 - (600 - honba)
        result = scene.turn("9s").win(1, other)
        assert [win.seat for win in result.wins] == ([1, 2] if honba else [3, 1])
        assert (result.deltas[0], result.deltas[source]) == (dragons[0], dragons[1] + cheap)
        assert (result.deltas[1], result.deltas[other]) == (-sum(dragons), -cheap)


def test_no_pao_where_the_rules_have_none() -> None:
    scene = fed("riichi-single-deal", 2)
    while scene.deal.turn != 1:
        scene.turn()
    assert scene.draw("9s").win(1).deltas == (-16_000, 32_000, -8_000, -8_000)


def test_pao_of_the_fourth_wind() -> None:
    hands = (None, "11z22z33z444z1237m", None, None)
    scene = Scene(TENHOU, hands, indicator="9p", later="1z2z3z4z7m")
    for name, feeder, discarded in (("1z", 0, "1m"), ("2z", 0, "2m"), ("3z", 0, "3m"), ("4z", 3, "4z")):
        while scene.deal.turn != feeder:
            scene.turn()
        scene.draw(name).discard(name)
        if name == "4z":
            scene.open_kan(1)
        else:
            scene.pon(1).discard(discarded)
    assert scene.player(1).liable == (("daisuushii", 3),)
    result = scene.draw("7m").win(1)
    assert result.deltas[3] == -result.deltas[1]
    assert "daisuushii" in yaku(result)


def test_pao_of_the_fourth_kan() -> None:
    hands = (None, "111222333444m5p", None, None)
    for rules, liable in (("wrc", (("suukantsu", 0),)), ("tenhou", ())):
        scene = Scene(PRESETS[rules], hands, indicator="9s", later="1m2m3m4m5z6z7z9p8p7p6p")
        for name, after, shown in (("1m", "5z", "9p"), ("2m", "6z", "8p"), ("3m", "7z", "7p"), ("4m", "", "6p")):
            while scene.deal.turn != 0:
                scene.turn()
            scene.draw(name).discard(name).open_kan(1)
            if after:
                if scene.deal.indicators_due:
                    scene.indicator(shown).draw(after)
                else:
                    scene.draw(after).indicator(shown)
                scene.discard(after)
        assert scene.player(1).liable == liable, rules


def total(result: DealResult) -> tuple[int, int]:
    score = result.wins[0].score
    return score.yakuman, score.total


def test_stacked_yakuman() -> None:
    """All honours and four concealed triplets on a single wait."""
    hands = (None, "111z222z555z666z7z", None, None)
    values = {"tenhou": (2, 64_000), "doman": (1, 32_000), "mahjong-soul": (3, 96_000), "ema": (1, 32_000)}
    for rules, value in values.items():
        scene = Scene(PRESETS[rules], hands, indicator="9s", later="7z").turns(4).turn("7z")
        assert total(scene.win(1)) == value, rules


def test_counted_yakuman() -> None:
    for rules, value in {"tenhou": 32_000, "doman": 32_000, "m-league": 24_000}.items():
        scene = Scene(PRESETS[rules], (None, "2233446667788m", None, None), indicator="5m", later="8m1z1s")
        scene.turn().draw("1z").riichi("1z").turns(3)
        result = scene.draw("8m").win(1, ura="1s")
        assert result.wins[0].score.han >= 13
        assert (result.wins[0].score.total, result.wins[0].score.yakuman) == (value + 1_000, 0), rules


def test_a_dead_hand_may_neither_call_nor_win() -> None:
    hands = (None, READY, "66s147p258m1234z9p", None)
    scene = Scene(TENHOU, hands, indicator="1z", later="6s9s").turns(4).turn("6s")
    assert "hora" in scene.can(1)
    assert "pon" in scene.can(2)
    scene.deal = scene.deal.with_dead_hand(1).with_dead_hand(2)
    assert scene.can(1) == scene.can(2) == []
    assert scene.refusal(Win((1,))) == "dead_hand"
    assert scene.refusal(Pon(2, scene.claimed, tuple(scene.alike(2)))) == "dead_hand"  # type: ignore[arg-type]
    scene.draw("9s")
    assert scene.can(1) == ["dahai"]
    scene.deal = scene.deal._replace(wall_left=0)
    result = scene.discard("9s").drawn_deal(DrawReason.EXHAUSTIVE)
    assert result.tenpai == (), "a dead hand counts as not ready"


def test_a_barred_hand_is_paid_for_being_ready_and_a_dead_one_is_not() -> None:
    """rules.md, Fouls: no calls or wins for the rest of the deal; a dead hand counts as noten, its deposit is lost."""
    hands = ("123m456m789m23p1z1z", None, None, None)
    rules = PRESETS["riichi-single-deal"]
    scene = Scene(rules, hands, indicator="9p", wall_left=10, later="9s").draw("9s").riichi("9s").turns(9)
    assert scene.deal.wall_left == 0
    barred, dead = scene.deal.with_barred_hand(0), scene.deal.with_dead_hand(0)
    over = DrawnDeal(DrawReason.EXHAUSTIVE)
    for deal, tenpai, riichi in ((barred, (0,), (0,)), (dead, (), ())):
        result = deal.apply(over).result
        assert result is not None
        assert (result.tenpai, result.riichi) == (tenpai, riichi)
        after = Match.start(rules, 0).after(result).final().scores
        assert after[0] == (25_000 + 3_000 if riichi else 24_000)


def test_wind_of_the_round_and_seat() -> None:
    scene = Scene(TENHOU, (None, "222z345m22234p78s", None, None), round_wind=Wind.SOUTH, indicator="1p", later="6s")
    assert yaku(scene.turns(4).turn("6s").win(1)) == {"round_wind": 1, "seat_wind": 1}


def test_an_open_kan_may_be_claimed() -> None:
    scene = Scene(TENHOU, (None, None, "666s147p258m1234z", None), later="6s").turns(4).turn("6s")
    kan = next(action for action in scene.deal.legal(2) if isinstance(action, OpenKan))
    assert resolve(scene.deal, {2: kan}) == kan
