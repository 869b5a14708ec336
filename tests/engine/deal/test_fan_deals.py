"""A deal of the fan family (rules.md, Fan family): flowers, kongs, one winner, the minimum, drawn deals."""

import pytest

from engine.claims import resolve
from engine.deal import Phase
from engine.events import Discard, Draw, DrawnDeal, DrawReason, Flower, Riichi, Win
from engine.rules import PRESETS
from engine.scoring.context import Refusal
from engine.tiles import SEATS, Tile
from tests.engine.deal.scene import Scene, yaku

PRACTICE = PRESETS["fan-practice"]
PLAIN = PRACTICE.with_changes(flowers=False)
READY = "234567m22345p78s"


def scene(*hands: str | None, rules: object = PRACTICE, **start: object) -> Scene:
    dealt = (*hands, *(None,) * (4 - len(hands)))
    return Scene(rules, dealt, indicator=None, **start)  # type: ignore[arg-type]


def test_dealt_flowers_are_replaced_dealer_first() -> None:
    table = scene("12345678m1234z1f", None, "12345678p1234z5f", dealer=2, later="2f8s9s7s")
    assert (table.deal.phase, table.deal.turn) == (Phase.FLOWERS, 2)
    assert table.can(2) == ["flower"]
    assert table.can(0) == []
    assert table.refusal(Flower(0, table.own(0, "1f"))) == "not_your_turn"
    assert table.refusal(Draw(2, Tile(0))) == "not_your_turn"
    table.flower("5f").draw("8s")
    assert table.deal.turn == 0
    table.flower("1f").draw("2f")
    assert table.deal.turn == 0, "a flower drawn for a flower is replaced as well"
    table.flower("2f").draw("9s")
    assert (table.deal.phase, table.deal.turn) == (Phase.DRAW, 2)
    assert len(table.player(0).flowers) == 2
    assert table.deal.wall_left == 144 - 52 - 3


def test_a_drawn_flower_is_replaced_at_once() -> None:
    table = scene(later="1f7s").draw("1f")
    assert table.can(0) == ["flower"]
    assert table.refusal(Discard(0, table.own(0, "1m"))) == "flower_first"
    assert table.refusal(Win((0,))) == "flower_first"
    assert table.refusal(Flower(0, table.own(0, "1m"))) == "no_flower"
    table.flower("1f")
    assert (table.deal.phase, table.deal.turn) == (Phase.REPLACE, 0)
    table.draw("7s").discard("7s")


def test_a_flower_as_the_last_tile_ends_the_deal() -> None:
    table = scene(wall_left=1, later="1f").draw("1f").flower("1f")
    assert table.drawn_deal(DrawReason.EXHAUSTIVE).deltas == (0, 0, 0, 0)


def test_a_replacement_for_a_flower_is_no_kong_replacement() -> None:
    table = scene("234567m22345p78s", later="1f6s").turns(4).draw("1f").flower("1f")
    assert "kong_replacement" not in yaku(table.draw("6s").win(0))
    kong = scene("1111m234m55678p6s", later="7s5s6s9s").turns(4).draw("7s")
    kong.concealed_kan("1m")
    assert "kong_replacement" in yaku(kong.draw("5s").win(0))
    replaced = (
        scene("1111m234m55678p6s", later="7s5s1f").turns(4).draw("7s").concealed_kan("1m").draw("1f").flower("1f")
    )
    assert "kong_replacement" not in yaku(replaced.draw("5s").win(0))


def test_payments_have_no_dealer_multiplier_nor_honba() -> None:
    for dealer in (0, 1):
        table = scene(None, READY, rules=PLAIN, dealer=dealer, honba=2, later="6s")
        while len(table.player(0).river) < 1 or table.deal.turn != 0:
            table.turn()
        result = table.turn("6s").win(1)
        # all chows 1, concealed 1: base 4, the discarder pays four times.
        assert result.deltas == (-16, 16, 0, 0)
        assert (result.dealer_repeats, result.honba_after) == (dealer == 1, 3 if dealer == 1 else 0)


def test_only_the_nearest_wins() -> None:
    table = scene(None, READY, "345678m44p567p78s", later="6s").turns(4).turn("6s")
    assert resolve(table.deal, {1: Win((1,)), 2: Win((2,))}) == Win((1,))
    assert table.refusal(Win((1, 2))) == "head_bump"


def test_there_is_no_furiten() -> None:
    table = scene(READY, later="6s6s6s").draw("6s").discard("6s").turn("6s")
    assert "hora" in table.can(0)
    table.turns(1)
    assert not table.player(0).furiten
    assert "hora" in table.turn("6s").can(0)
    kong = scene("1111m234m55678p7s", later="8s9s").turn("9s").turns(3).draw("8s").concealed_kan("1m")
    assert 26 in kong.deal.waits(0), "9s"
    assert not kong.player(0).furiten


def test_a_win_below_the_minimum_is_not_offered() -> None:
    cheap = "234m567p2377s678m"
    table = scene(None, cheap, rules=PLAIN.with_changes(minimum_fan=3), later="1s").turns(4).turn("1s")
    assert "hora" not in table.can(1)
    assert table.refusal(Win((1,))) == "below_minimum"
    refusal = table.deal.evaluate(1)
    assert isinstance(refusal, Refusal)
    assert refusal.han == 2, "all chows, concealed"
    assert "hora" in scene(None, cheap, rules=PLAIN, later="1s").turns(4).turn("1s").can(1)


def test_no_seven_pairs_and_no_riichi() -> None:
    table = scene("11335577m1122p9s", later="9s")
    assert table.deal.waits(0) == ()
    table.draw()
    assert table.refusal(Riichi(0)) == "no_riichi"


def test_thirteen_orphans() -> None:
    table = scene("19m19p19s1234567z", later="1m").turns(4).draw("1m")
    assert yaku(table.win(0))["thirteen_orphans"] == 10


def test_an_added_kong_may_be_robbed_and_a_concealed_one_not() -> None:
    table = scene(None, "66s147p258m1234z9p", READY, rules=PLAIN, later="6s6s")
    table.draw("6s").discard("6s").pon(1).discard("1z").turns(3).draw("6s").added_kan("6s")
    assert table.can(2) == ["hora"]
    assert not table.deal.may_turn_indicator
    result = table.win(2)
    assert "robbing_kong" in yaku(result)
    assert result.deltas[1] == -result.deltas[2]
    orphans = scene("7777z147p258m369s", "19m19p19s123456z1z", rules=PLAIN).draw().concealed_kan("7z")
    assert (orphans.deal.phase, orphans.can(1)) == (Phase.REPLACE, [])


def test_kongs_turn_no_indicators() -> None:
    table = scene("7777z147p258m369s", rules=PLAIN, later="8s").draw().concealed_kan("7z")
    assert not table.deal.may_turn_indicator
    table.draw("8s").discard("8s")


def test_no_kong_after_a_pung_before_the_discard() -> None:
    table = scene(None, "6666s99s147p258m1z", rules=PLAIN, later="9s").draw("9s").discard("9s").pon(1)
    assert table.can(1) == ["dahai"]


@pytest.mark.parametrize("name", ["fan-practice", "fan-online"])
def test_a_drawn_deal_pays_nothing_and_passes_the_deal_on(name: str) -> None:
    table = scene(READY, rules=PRESETS[name], wall_left=4).turns(4)
    result = table.drawn_deal(DrawReason.EXHAUSTIVE)
    assert (result.deltas, result.dealer_repeats, result.honba_after) == ((0, 0, 0, 0), False, 0)


def test_none_of_the_abortive_draws() -> None:
    table = scene(rules=PLAIN)
    for _ in SEATS:
        table.draw().discard("1z")
    assert table.deal.draw_due is None
    assert table.refusal(DrawnDeal(DrawReason.FOUR_WINDS)) == "no_draw"
    nine = scene("19m19p1s1234z2345m", rules=PLAIN).draw()
    assert "ryukyoku" not in nine.can(0)


def test_the_last_tile_counts() -> None:
    table = scene(READY, rules=PLAIN, wall_left=5, later="6s").turns(4)
    assert "last_tile" in yaku(table.draw("6s").win(0))
    table = scene(READY, rules=PLAIN, wall_left=4, later="6s").turns(3).turn("6s")
    assert "last_tile" in yaku(table.win(0))


def test_same_tile_may_be_discarded_after_a_chow() -> None:
    table = scene(None, "3456s147p258m123z", rules=PLAIN, later="6s").draw("6s").discard("6s").chi(1, "45s")
    assert table.refusal(Discard(1, table.own(1, "6s"))) == ""
