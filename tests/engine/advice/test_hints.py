"""Hints on positions with a known answer, and what their reasons say."""

import json
from dataclasses import replace

import pytest

from engine.advice.hints import Advice, advise
from engine.advice.reasons import MARK_NAMES, PLAN_NAMES, TEXTS, reason
from engine.advice.view import SeatView
from engine.events import AddedKan, ConcealedKan, Discard, OpenKan, Riichi
from engine.rules import load_rules
from engine.tiles import KIND_NAMES, KIND_OF
from tests.engine.positions import Position


def advice(view: SeatView) -> Advice:
    given = advise(view)
    assert given is not None
    return given


def discard(view: SeatView) -> str:
    action = advice(view).action
    assert isinstance(action, Discard)
    return KIND_NAMES[KIND_OF[action.tile]]


def codes(given: Advice) -> list[str]:
    return [entry.code for entry in given.reasons]


@pytest.mark.parametrize(
    ("hand", "good"),
    [
        ("123m456p3478s55z2z6m", {"2z", "6m"}),  # floating tiles go first
        ("23467m23467p345s4z", {"4z"}),
        ("123m456p789s13s77z9m", {"9m"}),  # ready by throwing the stray tile: riichi is declared instead
    ],
)
def test_the_stray_tile_goes(hand: str, good: set[str]) -> None:
    given = advice(Position(hand, indicator="1p").own_turn())
    assert KIND_NAMES[given.discards[0].kind] in good


def test_a_ready_closed_hand_declares_riichi() -> None:
    given = advice(Position("123m456p789s34s99p4z", indicator="1m").own_turn())
    assert isinstance(given.action, Riichi)
    assert codes(given)[0] == "riichi"
    best = given.discards[0]
    assert (KIND_NAMES[best.kind], best.shanten) == ("4z", 0)
    assert [KIND_NAMES[kind] for kind in best.useful] == ["2s", "5s"]
    assert best.tiles == 8
    assert "8 tiles left to win on" in given.reasons[0].text


def test_no_riichi_for_a_wait_that_is_gone() -> None:
    position = Position("123m456p789s13s99p4z", indicator="1m").river(1, "2s2s").river(2, "2s2s")
    given = advice(position.own_turn())
    assert not isinstance(given.action, Riichi)


def test_a_far_hand_folds_against_a_riichi_with_a_safe_tile() -> None:
    position = Position("147m258p369s1234z5p", indicator="9p").river(2, "9m1z8s", riichi_at=2).left(24)
    given = advice(position.own_turn())
    assert discard(position.own_turn()) == "1z"
    assert "fold" in codes(given)
    assert "safe" in codes(given)


def test_a_good_ready_hand_pushes() -> None:
    position = Position("234m340p5678s88p77z", indicator="7p").river(2, "9m1z8s", riichi_at=2).left(40)
    given = advice(position.own_turn())
    assert "fold" not in codes(given)


def test_value_honours_are_called() -> None:
    view = Position("55z234m68m57p24s9s1z", indicator="3m").left(50).offered("5z", 2, {"pon": "55z"})
    given = advice(view)
    assert given.action is not None
    assert "call_gains" in codes(given)


def test_a_call_without_a_yaku_is_passed() -> None:
    view = Position("19m19p23m444z99s567s", indicator="3p").left(50).offered("1m", 3, {"chi": "23m"})
    given = advice(view)
    assert given.action is None
    assert codes(given)[0] in ("call_no_yaku", "call_loses")


def test_fan_below_the_minimum_aims_at_a_flush() -> None:
    rules = load_rules("fan-online")
    given = advice(Position("1235678m99m33z2p7s4z", rules=rules).own_turn())
    assert KIND_NAMES[given.discards[0].kind] in ("2p", "7s", "4z")
    plans = [entry.values["plan"] for entry in given.reasons if entry.code == "plan"]
    assert plans == ["flush:characters"]
    assert "a flush of characters with honours" in " ".join(entry.text for entry in given.reasons)


def test_nothing_to_decide() -> None:
    view = Position("123m456p789s1122z3z").own_turn()
    assert advise(replace(view, legal=())) is None


def test_every_reason_has_a_sentence_and_plain_values() -> None:
    position = Position("147m258p369s1234z5p", indicator="9p").river(2, "9m1z8s", riichi_at=2).left(24)
    for hint in advice(position.own_turn()).discards:
        for entry in hint.reasons:
            assert json.loads(json.dumps(entry.values)) == entry.values
            assert "{" not in entry.text
    with pytest.raises(KeyError):
        reason("because")
    assert all(text.endswith((".", ":")) for text in TEXTS.values())
    assert set(PLAN_NAMES) == {"any", "honours", "simples", "pungs", "flush", "pure_flush"}
    assert "genbutsu" in MARK_NAMES


def test_a_kan_that_leaves_the_hand_as_near_is_declared() -> None:
    given = advice(Position("8888p123m456s33s7m2z", indicator="3z").left(40).own_turn())
    assert isinstance(given.action, ConcealedKan)
    assert codes(given) == ["kan"]
    added = advice(Position("5z23m456s33s78m2z", indicator="3z").meld(0, "pon", "555z").left(40).own_turn())
    assert isinstance(added.action, AddedKan)


def test_no_kan_that_takes_the_hand_back_nor_against_a_riichi() -> None:
    split = Position("4444p56p123m456s33s", indicator="3z").left(40).own_turn()
    assert not isinstance(advice(split).action, ConcealedKan)
    threatened = Position("8888p123m456s33s7m2z", indicator="3z").river(2, "9m1z8s", riichi_at=2).left(24).own_turn()
    assert not isinstance(advice(threatened).action, ConcealedKan)


def test_an_open_hand_takes_an_open_kan_and_a_closed_one_keeps_its_riichi() -> None:
    opened = Position("666z34m33p789s", indicator="3z").meld(0, "pon", "555z").left(50)
    assert isinstance(advice(opened.offered("6z", 2, {"kan": "666z"})).action, OpenKan)
    closed = Position("222m345m67p33p789s", indicator="3z").left(50)
    assert advice(closed.offered("2m", 2, {"kan": "222m"})).action is None
