"""Riichi in a deal (rules.md, Riichi: common; table: riichi needs, concealed kan after riichi)."""

import pytest

from engine.events import Discard, Riichi, Win
from engine.rules import PRESETS
from engine.tiles import Seat, Tile
from tests.engine.deal.scene import Scene, yaku

TENHOU, SINGLE, WRC = PRESETS["tenhou"], PRESETS["riichi-single-deal"], PRESETS["wrc"]
READY = "123456789m11p45s"
"""Waits for 3s and 6s."""


def ready(rules: str = "tenhou", seat: Seat = 0, hand: str = READY, **start: object) -> Scene:
    hands: list[str | None] = [None] * 4
    hands[seat] = hand
    return Scene(PRESETS[rules], hands, **start)  # type: ignore[arg-type]


def test_riichi_needs_a_ready_hand() -> None:
    scene = Scene(TENHOU).draw()
    assert "reach" not in scene.can(0)
    assert scene.refusal(Riichi(0)) == "not_ready"
    scene = ready().draw("9s")
    assert scene.refusal(Riichi(1)) == "not_your_turn"
    assert "reach" in scene.can(0)
    scene.apply(Riichi(0))
    assert scene.can(0) == ["dahai"]
    assert scene.discards(0) == "9s"
    assert scene.refusal(Discard(0, scene.own(0, "1m"))) == "not_ready"


def test_riichi_needs_a_closed_hand() -> None:
    scene = ready(seat=2, hand="1123456789m11p4s").turn("1p").pon(2).discard("4s")
    scene.turns(3).draw("2z")
    assert scene.refusal(Riichi(2)) == "open_hand"


@pytest.mark.parametrize(
    ("rules", "left", "may"), [("tenhou", 5, True), ("tenhou", 4, False), ("wrc", 2, True), ("wrc", 1, False)]
)
def test_riichi_needs_tiles_in_the_wall(rules: str, left: int, may: bool) -> None:
    scene = ready(rules, wall_left=left).draw("9s")
    assert ("reach" in scene.can(0)) == may
    assert scene.refusal(Riichi(0)) == ("" if may else "riichi_wall")


def test_riichi_needs_points() -> None:
    assert "reach" in ready(scores=(1_000, 33_000, 33_000, 33_000)).draw("9s").can(0)
    scene = ready(scores=(900, 33_100, 33_000, 33_000)).draw("9s")
    assert scene.refusal(Riichi(0)) == "riichi_points"
    assert "reach" in ready("m-league", scores=(-500, 34_500, 33_000, 33_000)).draw("9s").can(0)


def test_deposit_is_paid_when_the_discard_passes() -> None:
    scene = ready().draw("9s").riichi("9s")
    assert (scene.deal.scores[0], scene.deal.deposits) == (25_000, 0)
    scene.draw()
    assert (scene.deal.scores[0], scene.deal.deposits) == (24_000, 1)
    assert scene.player(0).riichi_accepted


def test_deposit_is_paid_when_the_discard_is_called() -> None:
    scene = Scene(TENHOU, (READY, None, "99s147p258m1234z6s", None)).draw("9s").riichi("9s").pon(2)
    assert (scene.deal.scores[0], scene.deal.deposits) == (24_000, 1)
    assert not scene.player(0).ippatsu


def test_deposit_is_not_paid_when_the_discard_is_won() -> None:
    scene = Scene(TENHOU, (READY, None, "234567m22456p78s", None)).draw("9s").riichi("9s")
    result = scene.win(2)
    assert result.deltas == (-1_000, 0, 1_000, 0)
    assert result.riichi == ()


def test_after_riichi_only_the_drawn_tile_is_discarded() -> None:
    scene = ready(later="1p").draw("9s").riichi("9s").turns(3).draw("1p")
    assert scene.discards(0) == "1p"
    assert scene.refusal(Discard(0, scene.own(0, "1m"))) == "riichi_discard"


def test_double_riichi_ippatsu_and_ura() -> None:
    result = ready(indicator="1z").draw("9s").riichi("9s").turn("3s").win(0, ura="9p")
    assert yaku(result) == {"double_riichi": 2, "ippatsu": 1, "ittsu": 2, "pinfu": 1}
    assert result.wins[0].score.ura == 2


def test_riichi_after_the_first_discard_or_a_call_is_single() -> None:
    scene = ready().turns(4).draw("9s").riichi("9s")
    assert scene.player(0).riichi == 1
    called = ready(seat=1, hand="123456789m11p45s").turn("8s")
    assert called.draw("9s").riichi("9s").player(1).riichi == 2
    hands = (None, READY, None, "66s147p258m1234z9s")
    called = Scene(TENHOU, hands).draw("6s").discard("6s").pon(3).discard("1z").turn().draw("8s").riichi("8s")
    assert called.player(1).riichi == 1


def test_ippatsu_ends_with_the_next_own_discard_or_a_call() -> None:
    scene = ready().draw("9s").riichi("9s").turns(4)
    assert not scene.player(0).ippatsu
    assert "ippatsu" not in yaku(scene.turn("3s").win(0))
    hands = (READY, None, None, "66p147s258m1234z9m")
    scene = Scene(TENHOU, hands).draw("9s").riichi("9s").turn("6p").pon(3).discard("1z")
    assert "ippatsu" not in yaku(scene.draw("3s").win(0))


def test_ura_indicators_lie_under_the_indicators() -> None:
    scene = ready().draw("9s").riichi("9s").turn("3s")
    assert scene.refusal(Win((0,), (Tile(134), Tile(135)))) == "ura_indicators"
    assert scene.refusal(Win((0,), (scene.own(0, "1m"),))) == "tile_in_use"
    assert scene.refusal(Win((0,))) == ""
    dama = ready().turn("9s", "9s").turn("3s")
    assert dama.refusal(Win((0,), (Tile(135),))) == "ura_indicators"
    scene.deal = scene.deal._replace(rules=TENHOU.with_changes(ura_dora=False))
    assert scene.refusal(Win((0,), (Tile(135),))) == "ura_indicators"


KAN_READY = "111m456m789m1p789s"
"""Waits for 1p; a fourth 1m leaves the waits and the reading as they are."""


def test_two_ura_indicators_are_two_tiles() -> None:
    scene = ready(hand=KAN_READY, later="1m1p8s").draw("9s").riichi("9s").turns(3).draw("1m")
    scene.concealed_kan("1m").indicator("8s").draw("1p")
    assert scene.refusal(Win((0,), (Tile(135), Tile(135)))) == "tile_in_use"
    assert scene.refusal(Win((0,), (Tile(134), Tile(136)))) == "tile_in_use"
    assert scene.refusal(Win((0,), (Tile(135),))) == "ura_indicators"
    assert scene.refusal(Win((0,), (Tile(134), Tile(135)))) == ""


@pytest.mark.parametrize(
    ("rules", "may"),
    [(name, name != "riichi-single-deal") for name in PRESETS if PRESETS[name].family == "riichi"],
)
def test_concealed_kan_after_riichi(rules: str, may: bool) -> None:
    scene = ready(rules, hand=KAN_READY, later="1m").draw("9s").riichi("9s").turns(3).draw("1m")
    assert ("ankan" in scene.can(0)) == may
    if not may:
        with pytest.raises(ValueError, match="riichi_kan"):
            scene.concealed_kan("1m")


def test_concealed_kan_after_riichi_may_not_change_the_waits() -> None:
    # 2223m waits for 1m, 3m and 4m; without the triplet it waits for 3m alone.
    scene = ready(hand="2223m456p789p111s", later="2m").draw("9s").riichi("9s").turns(3).draw("2m")
    assert "ankan" not in scene.can(0)


def test_concealed_kan_after_riichi_may_not_change_the_reading() -> None:
    """222333444m may be three triplets or three sequences: the waits stay, the reading does not."""
    hand = "222333444m99p78s"
    for rules, may in (("tenhou", True), ("m-league", False), ("ema", False), ("wrc", False)):
        scene = ready(rules, hand=hand, indicator="1z", later="3m1s").draw("1s").riichi("1s").turns(3).draw("3m")
        assert ("ankan" in scene.can(0)) == may, rules


def test_concealed_kan_after_riichi_needs_the_drawn_tile() -> None:
    scene = ready(hand="1111m23m456p789p5s", later="4m").draw("9s").riichi("9s").turns(3).draw("4m")
    assert "ankan" not in scene.can(0)


def test_riichi_checked_only_at_the_draw() -> None:
    scene = Scene(TENHOU.with_changes(riichi_check="at_draw"))
    scene.draw()
    assert "reach" not in scene.can(0), "nobody may, but the table takes it"
    scene.riichi()
    assert scene.turns(1).deal.deposits == 1
