"""Deals that end without a winner (rules.md: Riichi, common; table: several rons, nine terminals ..., fourth kan)."""

import pytest

from engine.deal import Phase
from engine.events import Draw, DrawnDeal, DrawReason, Win
from engine.rules import PRESETS
from engine.tiles import SEATS, Tile
from tests.engine.deal.scene import Scene

TENHOU, DOMAN, M_LEAGUE = PRESETS["tenhou"], PRESETS["doman"], PRESETS["m-league"]
SOUL, SINGLE = PRESETS["mahjong-soul"], PRESETS["riichi-single-deal"]

THREE_WAIT_FOR_9S = (None, "123456789m55p78s", "123456789p55s78s", "11m234m234p678s78s")
FOUR_READY = ("123456789m111p1z", "123456789s999p2z", "234567m234567p3z", "345678s345678p5z")


def three_may_win(rules: str = "tenhou", **changes: object) -> Scene:
    return Scene(PRESETS[rules].with_changes(**changes), THREE_WAIT_FOR_9S, indicator="1p").turn("9s")


def test_three_rons_end_the_deal() -> None:
    scene = three_may_win()
    assert all("hora" in scene.can(seat) for seat in (1, 2, 3))
    assert scene.refusal(Win((1, 2, 3))) == "triple_ron"
    result = scene.drawn_deal(DrawReason.TRIPLE_RON)
    assert (result.kind, result.deltas, result.dealer_repeats, result.honba_after) == ("draw", (0, 0, 0, 0), True, 1)


def test_three_rons_by_two_need_no_draw() -> None:
    result = three_may_win().win(1, 3)
    assert [win.seat for win in result.wins] == [1, 3]


def test_three_rons_draw_only_with_three_winners_and_where_the_rules_say_so() -> None:
    scene = Scene(TENHOU, (None, *THREE_WAIT_FOR_9S[1:3], None), indicator="1p").turn("9s")
    assert scene.refusal(DrawnDeal(DrawReason.TRIPLE_RON)) == "no_draw"
    assert three_may_win("mahjong-soul").refusal(DrawnDeal(DrawReason.TRIPLE_RON)) == "no_draw"


def test_three_rons_all_paid() -> None:
    result = three_may_win("mahjong-soul").win(3, 1, 2)
    assert [win.seat for win in result.wins] == [1, 2, 3]
    assert result.deltas[0] == -sum(result.deltas[1:])


def test_a_riichi_discard_that_three_win_on_pays_no_deposit() -> None:
    hands = ("555666777z1112z", *THREE_WAIT_FOR_9S[1:])
    scene = Scene(TENHOU, hands, indicator="1p").draw("9s").riichi("9s")
    result = scene.drawn_deal(DrawReason.TRIPLE_RON)
    assert (result.riichi, result.deposits_after, result.scores_after) == ((), 0, (25_000,) * 4)


def four_riichi(rules: str) -> Scene:
    scene = Scene(PRESETS[rules], FOUR_READY, indicator="7z")
    for _ in SEATS:
        scene.draw().riichi()
    return scene


def test_four_riichi_end_the_deal() -> None:
    scene = four_riichi("tenhou")
    assert scene.deal.draw_due is DrawReason.FOUR_RIICHI
    assert scene.refusal(Draw(0, Tile(0))) == "deal_drawn"
    result = scene.drawn_deal(DrawReason.FOUR_RIICHI)
    assert result.riichi == SEATS
    assert (result.deposits_after, result.scores_after) == (4, (24_000,) * 4)
    assert (result.dealer_repeats, result.honba_after) == (True, 1)


def test_fourth_riichi_discard_may_be_won() -> None:
    scene = Scene(TENHOU, FOUR_READY, indicator="7z")
    scene.draw().riichi().draw().riichi().draw().riichi()
    scene.draw("2z").riichi()
    assert scene.can(1) == ["hora"]
    result = scene.win(1, ura="1p")
    assert result.riichi == (0, 1, 2), "the deposit of a discard that is won is not paid"
    assert result.deposits_after == 0


def test_four_riichi_play_on() -> None:
    scene = four_riichi("doman")
    assert scene.deal.draw_due is None
    assert scene.turn().deal.deposits == 4


def four_winds(scene: Scene) -> Scene:
    for _ in SEATS:
        scene.draw().discard("1z")
    return scene


def test_four_winds_end_the_deal() -> None:
    scene = four_winds(Scene(TENHOU))
    assert scene.deal.draw_due is DrawReason.FOUR_WINDS
    assert scene.drawn_deal(DrawReason.FOUR_WINDS).honba_after == 1


def test_four_winds_need_four_equal_ones_without_a_call() -> None:
    scene = Scene(TENHOU)
    scene.draw().discard("1z").draw().discard("1z").draw().discard("1z").draw().discard("2z")
    assert scene.deal.draw_due is None
    scene = Scene(TENHOU, (None, None, "66s147p258s369m12z", None))
    scene.draw("6s").discard("6s").pon(2).discard("2z")
    for _ in range(3):
        scene.draw().discard("2z")
    assert scene.deal.draw_due is None


@pytest.mark.parametrize("rules", ["m-league", "wrc", "ema", "riichi-single-deal"])
def test_four_winds_play_on(rules: str) -> None:
    assert four_winds(Scene(PRESETS[rules])).deal.draw_due is None


def test_nine_terminals() -> None:
    scene = Scene(TENHOU, ("19m19p1s1234z2345m",) + (None,) * 3, dealer=0).draw("2p")
    assert scene.can(0) == ["dahai", "ryukyoku"]
    assert scene.refusal(DrawnDeal(DrawReason.NINE_TERMINALS, 1)) == "not_your_turn"
    result = scene.drawn_deal(DrawReason.NINE_TERMINALS, 0)
    assert (result.reason, result.dealer_repeats, result.honba_after) == (DrawReason.NINE_TERMINALS, True, 1)


def test_nine_terminals_need_nine_kinds_on_the_first_draw() -> None:
    assert "ryukyoku" not in Scene(TENHOU, ("19m19p1s123z23345m",) + (None,) * 3).draw("2p").can(0)
    assert "ryukyoku" not in Scene(M_LEAGUE, ("19m19p1s1234z2345m",) + (None,) * 3).draw("2p").can(0)
    scene = Scene(TENHOU, ("19m19p1s1234z2345m",) + (None,) * 3).turns(4).draw()
    assert "ryukyoku" not in scene.can(0)
    called = Scene(TENHOU, (None, "19m19p1s1234z2345m", None, "66s147p258s369m12z")).draw("6s").discard("6s")
    assert "ryukyoku" not in called.pon(3).discard("1z").turns(1).draw().can(1)


def kans_of_two(rules: str) -> Scene:
    """Two kans by each of seats 0 and 1; the last one has just been declared."""
    scene = Scene(PRESETS[rules], ("1111m2222m347p12z", "3333m4444m568p12z", None, None), indicator="9p")
    for first, second, after in (("1m", "2m", "3z"), ("3m", "4m", "")):
        scene.draw("5z" if after else "6z").concealed_kan(first).indicator("8s" if after else "9s")
        scene.draw("5s" if after else "6s").concealed_kan(second)
        if after:
            scene.indicator("7s").draw("3z").discard("3z")
    return scene


def test_four_kans_of_two_players_end_the_deal_after_the_discard() -> None:
    scene = kans_of_two("tenhou").indicator("7s").draw("4z")
    assert scene.refusal(DrawnDeal(DrawReason.FOUR_KANS)) == "no_draw", "a win on the replacement is still possible"
    scene.discard("4z")
    assert scene.deal.draw_due is DrawReason.FOUR_KANS
    result = scene.drawn_deal(DrawReason.FOUR_KANS)
    assert (result.deltas, result.dealer_repeats, result.honba_after) == ((0, 0, 0, 0), True, 1)


def test_four_kans_of_two_players_end_the_deal_at_once() -> None:
    scene = kans_of_two("doman")
    assert scene.deal.draw_due is DrawReason.FOUR_KANS
    assert scene.refusal(Draw(1, Tile(135))) == "deal_drawn"
    assert scene.drawn_deal(DrawReason.FOUR_KANS).dealer_repeats


def test_four_kans_play_on() -> None:
    scene = kans_of_two("m-league").indicator("7s").draw("4z").discard("4z")
    assert scene.deal.draw_due is None
    scene.turn()


def four_kans_of_one(rules: str, **changes: object) -> Scene:
    hands = ("1111m2222m3333m7z", "6666m147p258s123z", "147p258s369p1234z", "147p258s369s1234z")
    scene = Scene(PRESETS[rules].with_changes(**changes), hands, indicator="9p").draw("9m")
    for kan, shown, drawn in (("1m", "8s", "8m"), ("2m", "7s", "4m"), ("3m", "6s", "4m")):
        scene.concealed_kan(kan).indicator(shown).draw(drawn)
    scene.discard("9m").turn("5z").turn("5z").turn("5z")
    scene.draw("4m").discard("8m").turn("6z").turn("6z").turn("6z")
    return scene.draw("4m").concealed_kan("4m").indicator("4s").draw("9s").discard("9s")


def test_four_kans_of_one_player_play_on_and_a_fifth_is_forbidden() -> None:
    scene = four_kans_of_one("tenhou")
    assert scene.deal.draw_due is None
    scene.draw("5p")
    assert "ankan" not in scene.can(1)
    with pytest.raises(ValueError, match="fifth_kan"):
        scene.concealed_kan("6m")


def test_fifth_kan_ends_the_deal_where_the_rules_say_so() -> None:
    scene = four_kans_of_one("doman").draw("5p")
    assert "ankan" in scene.can(1)
    scene.concealed_kan("6m")
    assert scene.drawn_deal(DrawReason.FOUR_KANS).kind == "draw"


def test_a_fifth_kan_of_a_house_turns_no_sixth_indicator() -> None:
    scene = four_kans_of_one("tenhou", fifth_kan="allowed").draw("5p").concealed_kan("6m")
    assert not scene.deal.may_turn_indicator
    scene.draw("9s").discard("9s")
    assert len(scene.deal.indicators) == 5


def exhausted(rules: str, hands: tuple[str | None, ...] = (None,) * 4) -> Scene:
    scene = Scene(PRESETS[rules], hands, wall_left=4).turns(4)
    assert scene.deal.draw_due is DrawReason.EXHAUSTIVE
    return scene


@pytest.mark.parametrize(
    ("ready", "deltas"),
    [
        ((), (0, 0, 0, 0)),
        ((0,), (3_000, -1_000, -1_000, -1_000)),
        ((1, 2), (-1_500, 1_500, 1_500, -1_500)),
        ((1, 2, 3), (-3_000, 1_000, 1_000, 1_000)),
        ((0, 1, 2, 3), (0, 0, 0, 0)),
    ],
)
def test_noten_payments(ready: tuple[int, ...], deltas: tuple[int, ...]) -> None:
    hands = tuple(FOUR_READY[seat] if seat in ready else None for seat in SEATS)
    result = exhausted("tenhou", hands).drawn_deal(DrawReason.EXHAUSTIVE)
    assert (result.tenpai, result.deltas) == (ready, deltas)
    assert result.dealer_repeats == (0 in ready)
    assert result.honba_after == 1


def test_a_ready_hand_need_not_be_shown() -> None:
    result = exhausted("tenhou", FOUR_READY).drawn_deal(DrawReason.EXHAUSTIVE, noten=(0, 1))
    assert (result.tenpai, result.deltas) == ((2, 3), (-1_500, -1_500, 1_500, 1_500))
    assert not result.dealer_repeats


def test_a_riichi_hand_must_be_shown() -> None:
    scene = Scene(TENHOU, FOUR_READY, wall_left=8).draw().riichi().turns(7)
    assert scene.refusal(DrawnDeal(DrawReason.EXHAUSTIVE, noten=(0,))) == "noten"
    result = scene.drawn_deal(DrawReason.EXHAUSTIVE)
    assert result.scores_after == (24_000, 25_000, 25_000, 25_000)
    assert result.deposits_after == 1


def test_no_draw_while_the_wall_has_tiles() -> None:
    scene = Scene(TENHOU).turn()
    assert scene.refusal(DrawnDeal(DrawReason.EXHAUSTIVE)) == "no_draw"
    assert scene.refusal(DrawnDeal(DrawReason.FOUR_KANS)) == "no_draw"


def nagashi(rules: str, *, dealer: int = 3, honba: int = 2, called: bool = False) -> Scene:
    """Seat 0 has discarded nothing but terminals and honours when the wall is exhausted."""
    hand = "66s147p258s23m123z" if called else "23467m234p456s11z"
    scene = Scene(PRESETS[rules], (hand, None, None, None), dealer=dealer, honba=honba, wall_left=5, indicator="8p")
    if called:
        return scene.turn("6s").pon(0).discard("1z").turns(3).turn("9s")
    return scene.turn().turn("1m").turns(3)


@pytest.mark.parametrize(("dealer", "deltas"), [(3, (8_000, -2_000, -2_000, -4_000))])
def test_nagashi_mangan(dealer: int, deltas: tuple[int, ...]) -> None:
    result = nagashi("tenhou", dealer=dealer).drawn_deal(DrawReason.EXHAUSTIVE)
    assert (result.reason, result.nagashi, result.deltas) == (DrawReason.NAGASHI_MANGAN, (0,), deltas)
    assert result.honba_after == 3, "no honba paid, and one more for the drawn deal"


def test_nagashi_mangan_of_the_dealer_and_deposits() -> None:
    scene = Scene(TENHOU, ("23579m234p456s11z", None, None, None), deposits=2, wall_left=5, indicator="8p")
    result = scene.turn("1m").turns(3).turn("9s").drawn_deal(DrawReason.EXHAUSTIVE)
    assert result.deltas == (12_000, -4_000, -4_000, -4_000)
    assert result.deposits_after == 2
    assert not result.dealer_repeats, "the dealer repeats by a ready hand, not by this"


def test_several_nagashi_mangan_at_once_are_all_paid() -> None:
    """rules.md, Riichi: between deals."""
    hands = ("23579m234p456s11z", "23567p234s456m22z", None, None)
    scene = Scene(TENHOU, hands, wall_left=6, indicator="8p", honba=1, later="1m9m9s1s")
    result = scene.turn("9m").turn("1m").turns(2).turn("9s").turn("1s").drawn_deal(DrawReason.EXHAUSTIVE)
    assert result.nagashi == (0, 1)
    assert result.deltas == (12_000 - 4_000, 8_000 - 4_000, -4_000 - 2_000, -4_000 - 2_000)


def test_nagashi_mangan_and_own_calls() -> None:
    assert nagashi("tenhou", called=True).drawn_deal(DrawReason.EXHAUSTIVE).nagashi == (0,)
    assert nagashi("doman", called=True).drawn_deal(DrawReason.EXHAUSTIVE).nagashi == ()
    assert nagashi("doman").drawn_deal(DrawReason.EXHAUSTIVE).nagashi == (0,)
    assert nagashi("m-league").drawn_deal(DrawReason.EXHAUSTIVE).nagashi == ()


def test_a_claimed_discard_spoils_nagashi_mangan() -> None:
    hands = ("23467m234p456s11z", None, "99s147m258p12345z", None)
    scene = Scene(TENHOU, hands, wall_left=4, indicator="8p").turn("9s").pon(2).discard("1z")
    result = scene.turns(3).drawn_deal(DrawReason.EXHAUSTIVE)
    assert 0 not in result.nagashi


def test_deal_is_over() -> None:
    scene = four_winds(Scene(TENHOU))
    scene.drawn_deal(DrawReason.FOUR_WINDS)
    assert scene.deal.phase is Phase.OVER
    assert all(not scene.can(seat) for seat in SEATS)
    assert scene.refusal(Draw(0, Tile(0))) == "not_your_turn"
    assert scene.refusal(DrawnDeal(DrawReason.FOUR_WINDS)) == "no_draw"
