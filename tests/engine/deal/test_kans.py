"""Kans, their indicators and replacement draws, and robbing them (rules.md, Riichi: a kan ..., kan indicators)."""

import pytest

from engine.deal import Phase
from engine.events import AddedKan, ConcealedKan, Draw, Indicator, OpenKan, Win
from engine.melds import MeldType
from engine.rules import PRESETS
from engine.tiles import KIND_OF, Tile
from tests.engine.deal.scene import Scene, yaku

TENHOU, M_LEAGUE, DOMAN = PRESETS["tenhou"], PRESETS["m-league"], PRESETS["doman"]
HANDS = (None, "6666s99s147p258m1z", None, None)
READY = "234567m22345p78s"


def test_open_kan_by_tenhou_order() -> None:
    scene = Scene(TENHOU, (None, "666s147p258m1234z", None, None), later="6s5z9s")
    scene.draw("6s").discard("6s").open_kan(1)
    assert (scene.deal.phase, scene.deal.turn) == (Phase.REPLACE, 1)
    assert not scene.deal.may_turn_indicator, "the replacement comes first"
    assert all(not scene.can(seat) for seat in range(4))
    wall = scene.deal.wall_left
    scene.draw("5z")
    assert scene.deal.wall_left == wall - 1
    assert (scene.deal.rinshan, scene.deal.indicators_due) == (True, 1)
    scene.indicator("9s").discard("5z")
    assert len(scene.deal.indicators) == 2


def test_open_kan_with_the_indicator_at_once() -> None:
    scene = (
        Scene(M_LEAGUE, (None, "666s147p258m1234z", None, None), later="6s5z9s").draw("6s").discard("6s").open_kan(1)
    )
    assert scene.deal.indicators_due == 1
    scene.indicator("9s").draw("5z").discard("5z")


def test_concealed_kan_shows_its_indicator_at_once() -> None:
    scene = Scene(TENHOU, HANDS, later="9s5z").turn().draw().concealed_kan("6s")
    assert (scene.deal.phase, scene.deal.indicators_due) == (Phase.REPLACE, 1)
    scene.indicator("9s").draw("5z")
    assert scene.deal.called, "a concealed kan ends the first go-round"


def test_an_earlier_kans_indicator_is_turned_on_the_next_kan() -> None:
    """rules.md: ... or on the next kan before its replacement."""
    hands = (None, "666s1111m147p258s", None, None)
    scene = Scene(TENHOU, hands, later="6s5z7z9s8s").draw("6s").discard("6s").open_kan(1).draw("5z")
    assert scene.deal.indicators_due == 1
    scene.concealed_kan("1m")
    assert scene.deal.indicators_due == 2
    scene.indicator("9s").indicator("8s").draw("7z").discard("7z")
    assert len(scene.deal.indicators) == 3


def test_the_replacement_win_does_not_count_the_kans_own_indicator() -> None:
    hands = (None, "66s345m345p22p78s2m", None, None)
    scene = Scene(TENHOU, hands, indicator="1z", later="6s6s8s9s1p5z").draw("6s").discard("6s").pon(1).discard("2m")
    scene.turns(3).draw("6s").added_kan("6s").draw("9s")
    assert scene.refusal(Win((1,))) == "", "rinshan needs no indicator"
    turned = scene.deal.apply(Indicator(scene.take("1p")))
    result = turned.apply(Win((1,))).result
    assert result is not None
    assert yaku(result) == {"rinshan": 1}
    assert result.wins[0].score.dora == 0, "turned after the replacement, it is not for this win"


def test_a_concealed_kans_indicator_counts_for_its_replacement_win() -> None:
    hands = (None, "6666s345m345p22p8s", None, None)
    scene = Scene(TENHOU, hands, indicator="1z", later="7s1p5s").turn().draw("7s").concealed_kan("6s")
    scene.draw("9s")
    assert scene.refusal(Win((1,))) == "indicator_due"
    scene = Scene(TENHOU, hands, indicator="1z", later="7s1p9s").turn().draw("7s").concealed_kan("6s").indicator("1p")
    result = scene.draw("9s").win(1)
    assert yaku(result) == {"rinshan": 1, "menzen_tsumo": 1}
    assert result.wins[0].score.dora == 2


def test_a_win_on_the_discard_after_a_kan_waits_for_its_indicator() -> None:
    hands = (None, "111s147p258m1234z", READY, None)
    scene = Scene(TENHOU, hands, indicator="1z", later="1s6s1p").draw("1s").discard("1s").open_kan(1).draw("6s")
    scene.discard("6s")
    assert "hora" in scene.can(2)
    assert scene.refusal(Win((2,))) == "indicator_due"
    result = scene.indicator("1p").win(2)
    assert result.wins[0].score.dora == 2


def test_an_added_kan_may_be_robbed() -> None:
    hands = (None, "66s147p258m1234z9p", READY, None)
    scene = Scene(TENHOU, hands, indicator="1z", later="6s6s1z").draw("6s").discard("6s").pon(1).discard("1z").turns(3)
    scene.draw("6s").added_kan("6s")
    assert (scene.deal.phase, scene.deal.turn) == (Phase.ROB, 1)
    assert scene.can(2) == ["hora"]
    result = scene.win(2)
    assert (result.wins[0].source, yaku(result)["chankan"]) == (1, 1)
    assert len(scene.deal.kans) == 0, "a kan that is robbed never stood"


def test_an_added_kan_takes_the_place_of_its_pon() -> None:
    hands = (None, "66s55m147p28m1234z", None, None)
    scene = Scene(TENHOU, hands, indicator="1z", later="6s6s5m").draw("6s").discard("6s").pon(1).discard("1z")
    scene.turns(2).draw("5m").discard("5m").pon(1).discard("2z").turns(3).draw("6s")
    assert scene.can(1) == ["dahai", "kakan"]
    scene.added_kan("6s")
    kan, pon = scene.player(1).melds
    assert (kan.type, pon.type) == (MeldType.KAKAN, MeldType.PON)
    assert (KIND_OF[kan.tiles[0]], KIND_OF[pon.tiles[0]]) == (23, 4)
    assert (kan.added, kan.source) == (kan.tiles[3], 0)


def test_ippatsu_survives_an_added_kan_only_if_it_is_robbed() -> None:
    def declared() -> Scene:
        hands = ("66s147p258m1234z9p", None, READY, None)
        scene = Scene(TENHOU, hands, indicator="1z", later="6s1s6s7z7s1p5z", dealer=3)
        scene.draw("6s").discard("6s").pon(0).discard("1z").turns(1).draw("1s").riichi("1s").turns(1)
        return scene.draw("6s").added_kan("6s")

    # Seat 2 declared after the first 6s had passed: it waits for 6s and 9s and is not furiten by its own discards.
    result = declared().win(2, ura="7z")
    assert {"riichi", "ippatsu", "chankan"} <= set(yaku(result))
    assert not declared().draw("7s").player(2).ippatsu


def test_only_thirteen_orphans_rob_a_concealed_kan_and_only_by_the_rules() -> None:
    hands = ("7777z147p258m369s", "19m19p19s123456z1z", READY, None)
    scene = Scene(DOMAN, hands, indicator="5m").draw().concealed_kan("7z")
    assert (scene.deal.phase, scene.can(1)) == (Phase.ROB, ["hora"])
    result = scene.win(1)
    assert result.wins[0].source == 0
    assert "kokushi" in yaku(result)
    assert Scene(TENHOU, hands, indicator="5m").draw().concealed_kan("7z").deal.phase is Phase.REPLACE
    others = ("6666s147p258m369p", None, READY, None)
    assert Scene(DOMAN, others, indicator="5m").draw().concealed_kan("6s").can(2) == []


def test_turning_the_indicator_closes_the_robbing_of_a_concealed_kan() -> None:
    hands = ("7777z147p258m369s", "19m19p19s123456z1z", None, None)
    scene = Scene(DOMAN, hands, indicator="5m", later="9s").draw().concealed_kan("7z")
    assert scene.deal.may_turn_indicator
    scene.indicator("9s")
    assert scene.deal.phase is Phase.REPLACE
    assert scene.can(1) == []
    assert scene.player(1).furiten_temporary


def test_a_kan_needs_a_replacement_tile() -> None:
    scene = Scene(TENHOU, HANDS, wall_left=2).turn().draw()
    assert "ankan" not in scene.can(1)
    four = scene.alike_in_hand(1, "6s")
    assert scene.refusal(ConcealedKan(1, four)) == "no_replacement"
    hands = (None, "666s147p258m1234z", None, None)
    scene = Scene(TENHOU, hands, wall_left=1, later="6s").draw("6s").discard("6s")
    a, b, c = scene.alike(1)
    assert scene.refusal(OpenKan(1, scene.claimed, (a, b, c))) in ("no_replacement", "last_discard")


def test_no_kan_between_a_call_and_its_discard() -> None:
    hands = (None, "6666s99s147p258m1z", None, None)
    scene = Scene(TENHOU, hands, later="9s").draw("9s").discard("9s").pon(1)
    assert scene.can(1) == ["dahai"]
    assert scene.refusal(ConcealedKan(1, scene.alike_in_hand(1, "6s"))) == "kan_after_call"
    allowed = TENHOU.with_changes(kan_after_call=True)
    scene = Scene(allowed, hands, later="9s").draw("9s").discard("9s").pon(1)
    assert scene.can(1) == ["ankan", "dahai"]
    scene.concealed_kan("6s").indicator("1s").draw()


def test_kans_need_the_tiles() -> None:
    scene = Scene(TENHOU, HANDS).turn().draw()
    six = scene.alike_in_hand(1, "6s")
    assert scene.refusal(ConcealedKan(1, (*six[:3], scene.own(1, "9s")))) == "no_set"
    assert scene.refusal(ConcealedKan(1, (six[0], six[0], six[1], six[2]))) == "not_in_hand"
    assert scene.refusal(AddedKan(1, six[0])) == "no_set"
    assert scene.refusal(ConcealedKan(2, six)) == "not_your_turn"
    assert scene.refusal(AddedKan(1, Tile(135))) == "not_in_hand"


def test_an_indicator_is_only_turned_when_due() -> None:
    scene = Scene(TENHOU).draw()
    assert scene.refusal(Indicator(Tile(135))) == "no_indicator_due"
    scene = Scene(TENHOU, HANDS).turn().draw().concealed_kan("6s")
    assert scene.refusal(Indicator(scene.own(1, "9s"))) == "tile_in_use"


def test_a_replacement_is_drawn_by_who_made_the_kan() -> None:
    scene = Scene(TENHOU, HANDS).turn().draw().concealed_kan("6s").indicator("1s")
    assert scene.refusal(Draw(2, Tile(135))) == "not_your_turn"


@pytest.mark.parametrize(("rules", "phase"), [("tenhou", Phase.REPLACE), ("mahjong-soul", Phase.ROB)])
def test_the_robbing_window_does_not_depend_on_hands(rules: str, phase: Phase) -> None:
    assert Scene(PRESETS[rules], HANDS).turn().draw().concealed_kan("6s").deal.phase is phase
