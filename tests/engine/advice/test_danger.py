"""Danger marks on known rivers."""

import pytest

from engine.advice.danger import Mark, Threat, flush_suit, readiness, threats
from engine.advice.hints import danger_marks
from engine.rules import load_rules
from engine.tiles import kind_of_name
from tests.engine.positions import Position

HAND = "123m456p789s1122z3z"


def threat_of(position: Position, seat: int = 1) -> Threat:
    return Threat(position.own_turn(), seat)


def marks(position: Position, tile: str) -> tuple[Mark, ...]:
    return threat_of(position).danger(kind_of_name(tile)).marks


def risk(position: Position, tile: str) -> float:
    return threat_of(position).danger(kind_of_name(tile)).risk


def test_own_discards_of_a_riichi_are_safe() -> None:
    position = Position(HAND).river(1, "4m9p5z", riichi_at=2)
    assert marks(position, "4m") == (Mark.GENBUTSU,)
    assert risk(position, "4m") == 0


def test_what_passed_after_a_riichi_is_safe_and_what_came_before_is_not() -> None:
    position = Position(HAND).river(1, "9p5z", riichi_at=1).river(2, "6z6z7m8m")
    assert [marks(position, tile) == (Mark.GENBUTSU,) for tile in ("7m", "8m", "6z")] == [True, True, False]


def test_a_pon_makes_the_order_of_rivers_unsure() -> None:
    position = Position(HAND).river(1, "9p5z", riichi_at=1).river(2, "6z6z7m8m").meld(3, "pon", "777z")
    assert [marks(position, tile) == (Mark.GENBUTSU,) for tile in ("7m", "8m")] == [False, True]


def test_suji_and_half_suji() -> None:
    position = Position(HAND).river(1, "4m9p5z", riichi_at=2)
    assert Mark.SUJI in marks(position, "1m")
    assert Mark.SUJI in marks(position, "7m")
    assert Mark.HALF_SUJI not in marks(position, "7m")
    assert marks(Position(HAND).river(1, "4s9p5z", riichi_at=2), "5m") == (Mark.LIVE,)
    assert Mark.HALF_SUJI in marks(Position(HAND).river(1, "1s9p5z", riichi_at=2), "4s")
    assert Mark.SUJI in marks(Position(HAND).river(1, "1s7s5z", riichi_at=2), "4s")
    assert Mark.HALF_SUJI not in marks(Position(HAND).river(1, "1s7s5z", riichi_at=2), "4s")


def test_kabe_and_one_chance() -> None:
    wall = Position("456p789s11223z111m").river(1, "9p5z", riichi_at=1).river(2, "8m8m8m8m")
    assert Mark.NO_CHANCE in marks(wall, "9m")
    three = Position("456p789s11223z111m").river(1, "9p5z", riichi_at=1).river(2, "8m8m8m")
    assert Mark.ONE_CHANCE in marks(three, "9m")
    assert risk(wall, "9m") < risk(three, "9m") < risk(Position(HAND).river(1, "9p5z", riichi_at=1), "9m")


def test_middle_tiles_are_more_dangerous_than_suji_and_terminals() -> None:
    position = Position(HAND).river(1, "4m9p5z", riichi_at=2)
    assert risk(position, "5s") > risk(position, "2s") > risk(position, "1s") > risk(position, "1m") > 0


def test_honours_by_how_many_are_out_of_sight() -> None:
    position = Position("123m456p789s11122z").river(1, "9p5z", riichi_at=1).river(2, "6z6z")
    risks = [risk(position, tile) for tile in ("7z", "6z", "1z")]
    assert risks == sorted(risks, reverse=True)
    assert marks(position, "7z") == (Mark.HONOUR,)


def test_a_flush_hand_makes_its_suit_dangerous_and_others_safer() -> None:
    plain = Position(HAND).river(1, "1p2p3s4s9s")
    flush = Position(HAND).river(1, "1p2p3s4s9s").meld(1, "pon", "555m").meld(1, "chi", "678m")
    assert flush_suit(flush.own_turn().shown[1]) == 0
    assert flush_suit(plain.own_turn().shown[1]) is None
    assert Mark.FLUSH in marks(flush, "2m")
    assert Mark.FLUSH in marks(flush, "7z")
    assert risk(flush, "2m") > risk(plain, "2m")
    assert risk(flush, "6p") < risk(plain, "6p")


def test_melds_of_two_suits_are_no_flush() -> None:
    position = Position(HAND).meld(1, "pon", "555m").meld(1, "chi", "678s")
    assert flush_suit(position.own_turn().shown[1]) is None


def test_dora_costs_more() -> None:
    assert Mark.DORA in marks(Position(HAND, indicator="4s").river(1, "9p", riichi_at=0), "5s")


def test_without_furiten_a_discarded_tile_is_only_less_dangerous() -> None:
    fan = load_rules("fan-practice")
    position = Position(HAND, rules=fan).river(1, "4m9p5z")
    assert marks(position, "4m") == (Mark.DISCARDED,)
    assert 0 < risk(position, "4m") < risk(Position(HAND, rules=fan).river(1, "9p5z"), "4m")


def test_readiness_grows_with_melds_and_discards() -> None:
    quiet = Position(HAND).river(1, "9p")
    late = Position(HAND).river(1, "9p1m2m3p4p7z6z5z5z6s8s8s")
    calling = Position(HAND).river(1, "9p").meld(1, "pon", "555m").meld(1, "chi", "678m")
    chances = [readiness(position.own_turn(), 1) for position in (quiet, late, calling)]
    assert chances[0] < min(chances[1:])
    assert readiness(Position(HAND).river(1, "9p", riichi_at=0).own_turn(), 1) == 1


def test_marks_are_shown_only_against_seats_that_may_be_ready() -> None:
    quiet = Position(HAND).river(1, "9p").own_turn()
    assert danger_marks(quiet) == ()
    marked = danger_marks(Position(HAND).river(1, "1z4m", riichi_at=1).own_turn())
    assert {mark.seat for mark in marked} == {1}
    levels = {mark.kind: mark.level for mark in marked}
    assert levels[kind_of_name("1z")] == "safe"
    assert levels[kind_of_name("1m")] == "low"
    assert levels[kind_of_name("5p")] == "high"


def test_threats_are_the_three_others_in_turn_order() -> None:
    assert [threat.seat for threat in threats(Position(HAND).own_turn())] == [1, 2, 3]


@pytest.mark.parametrize("name", ["tenhou", "fan-online"])
def test_cost_is_readiness_times_risk_times_loss(name: str) -> None:
    position = Position(HAND, rules=load_rules(name)).river(1, "4m9p5z")
    threat = threat_of(position)
    kind = kind_of_name("5p")
    assert threat.cost(kind) == pytest.approx(threat.ready * threat.danger(kind).risk * threat.loss)
    assert threat.loss > 0
