"""The catalogue of rulings: complete, carried out by somebody, and strict about what is written into a form."""

from typing import Any

import pytest

from controller.effects import RulingRefused
from controller.inputs import Ruling
from controller.referee.incidents import KINDS
from controller.referee.menu import lines
from controller.referee.rulingfields import FieldType, RulingError
from controller.referee.rulingforms import FORMS, RULINGS, WIN_FIELDS, Group, check_ruling, is_possible
from controller.referee.rulings import HANDLERS
from controller.referee.undo import preview_undo
from controller.scenarios.table import Table
from engine.deal import Phase
from engine.rules import load_rules
from hal.zones import hand_of, river_of

RULES = load_rules("tenhou")


def dealt() -> Table:
    table = Table(RULES)
    table.reserve(["9m", "8p"])
    table.deal({0: table.bag.take_text("123m456p789s1112z")}, "5z")
    return table


def test_every_ruling_has_a_form_and_somebody_who_carries_it_out() -> None:
    assert [form.name for form in RULINGS] == list(FORMS)
    assert HANDLERS.keys() == FORMS.keys()


def test_rulings_stand_by_group_in_the_order_of_the_groups() -> None:
    assert list(dict.fromkeys(form.group for form in RULINGS)) == list(Group)
    assert [form.group for form in RULINGS] == sorted((form.group for form in RULINGS), key=list(Group).index)


def test_a_form_asks_only_for_what_an_ending_needs() -> None:
    end, *others = FORMS["score"].fields
    asked = {choice: {f.name for f in others if not f.asked_with or choice in f.asked_with} for choice in end.choices}
    assert asked["win"] == {"wins", "riichi"}
    assert asked["exhaustive"] == {"tenpai", "riichi"}
    assert asked["nagashi_mangan"] == {"nagashi", "tenpai", "riichi"}
    assert asked["suufon_renda"] == {"riichi"}
    assert {choice for choice in end.choices if choice not in end.riichi_choices} == {"win", "exhaustive"}
    assert {field.way for field in WIN_FIELDS} == {"", "tiles", "han", "yakuman", "points"}


def test_every_ruling_an_incident_offers_is_in_the_catalogue() -> None:
    assert {ruling for kind in KINDS.values() for ruling in kind.rulings} <= FORMS.keys()


def test_a_choice_has_choices_and_a_number_its_range() -> None:
    for field in (*WIN_FIELDS, *(field for form in RULINGS for field in form.fields)):
        assert bool(field.choices) == (field.type in (FieldType.CHOICE, FieldType.CHOICES))
        assert set(field.riichi_choices) <= set(field.choices)
        assert field.help.endswith(".")
        if field.type is FieldType.NUMBER:
            assert field.least < field.most


@pytest.mark.parametrize(
    ("what", "details", "message"),
    [
        ("flip_the_table", {}, "there is no ruling 'flip_the_table'"),
        ("undo", {"from": 3}, "there is no 'from'; it takes to, count"),
        ("set_turn", {}, "seat is missing"),
        ("set_turn", {"seat": 4}, "4 is not a seat, 0-3"),
        ("set_turn", {"seat": True}, "True is not a seat"),
        ("place", {"tile": 144, "zone": "dora"}, "144 is not a tile"),
        ("place", {"tile": 1, "zone": "hand:9"}, "hand, river and melds take a seat"),
        ("points", {"deltas": [1, 2, 3]}, "each of the four seats"),
        ("points", {"deltas": [1, 2, 3, "4"]}, "'4' is not a number of points"),
        ("penalty", {"seat": 1, "kind": "prison"}, "'prison' is none of"),
        ("reseat", {"order": [0, 1, 2]}, "each of the four seats once"),
        ("reseat", {"order": [0, 0, 1, 2]}, "no list of different seats"),
        ("added_time", {"seconds": 0}, "0 is not a whole number, 1 to 3600"),
        ("score", {"end": "win", "wins": []}, "one to three winners"),
        ("score", {"end": "win", "wins": [{"source": 1}]}, "wins 1: seat is missing"),
        ("score", {"end": "win", "wins": [{"seat": 1, "fu": 5}]}, "wins 1: fu: 5 is not"),
        ("score", {"end": "win", "wins": [{"seat": 1, "yaku": ["pinfu"]}]}, "wins 1: yaku: 'pinfu' is none of riichi"),
        ("score", {"end": "win", "wins": [{"seat": 1, "yaku": "riichi"}]}, "no list of different choices"),
        ("reveal", {"on": "false"}, "on: 'false' is neither true nor false"),
        ("adjourn", {"why": {"a": 1}}, "write a text"),
        ("adjourn", {"why": "x" * 201}, "at most 200 characters"),
    ],
)
def test_what_a_form_does_not_take_is_named(what: str, details: dict[str, Any], message: str) -> None:
    with pytest.raises(RulingError) as refused:
        check_ruling(what, details)
    assert message in str(refused.value)


def test_fields_left_empty_are_left_out() -> None:
    assert check_ruling("undo", {"to": None, "count": 2}) == {"count": 2}
    assert check_ruling("place", {"tile": 5, "zone": "river:2"}) == {"tile": 5, "zone": "river:2"}


def test_what_makes_sense_depends_on_the_table() -> None:
    table = Table(RULES)
    possible = {form.name for form in RULINGS if is_possible(form, table.referee.state)}
    assert "reseat" in possible
    assert not possible & {"undo", "set_turn", "next_deal"}
    table = dealt()
    possible = {form.name for form in RULINGS if is_possible(form, table.referee.state)}
    assert {"undo", "set_turn", "unread"} <= possible
    assert "reseat" not in possible


def test_what_ends_something_is_offered_only_while_that_lasts() -> None:
    def offered() -> set[str]:
        return {form.name for form in RULINGS if is_possible(form, table.referee.state)} & ends

    ends = {"pause", "resume", "present", "accept", "withdraw_call", "resume_reading"}
    table = dealt()
    assert offered() == {"pause"}
    table.tell(Ruling(at=table.now, who="Emi", what="pause"))
    assert offered() == {"resume"}
    assert "paused already" in refusal(table, "pause")
    table.tell(Ruling(at=table.now, who="Emi", what="resume"))
    assert "nothing is paused" in refusal(table, "resume")
    assert "no seat is absent" in refusal(table, "present", seat=2)
    table.tell(Ruling(at=table.now, who="Emi", what="absent", details={"seat": 2}))
    table.wait(2_000)
    assert {"pause", "present"} <= offered()
    table.tell(Ruling(at=table.now, who="Emi", what="adjourn"))
    assert {"resume", "present"} <= offered()
    assert "pause" not in offered()


def test_indicators_are_entered_only_where_there_are_some() -> None:
    fan = Table(load_rules("fan-online"))
    assert not is_possible(FORMS["indicator"], fan.referee.state)
    assert is_possible(FORMS["indicator"], Table(RULES).referee.state)
    assert "no match with dora" in refusal(fan, "indicator", tile="1m")


def test_a_preview_of_an_undo_changes_nothing() -> None:
    table = dealt()
    drawn = table.fresh("9m")
    table.move(drawn, hand_of(0))
    table.move(drawn, river_of(0))
    table.wait(1_500)
    table.move(table.fresh("8p"), hand_of(1))
    state = table.referee.state
    before, deal = len(state.steps), state.deal
    preview = preview_undo(state, 1)
    assert (preview.turn, preview.phase, preview.taken_back) == (0, Phase.ACT, 2)
    assert preview.to_put_back == 2
    assert preview.scores == (25_000,) * 4
    assert len(preview.last) == 1
    assert len(state.steps) == before
    assert state.deal is deal
    with pytest.raises(RulingError, match="the deal has 3 events"):
        preview_undo(state, 4)


def test_the_panels_menu_offers_only_rulings_meant_for_players() -> None:
    table = dealt()
    table.move(table.fresh("9m"), hand_of(0))
    offered = {line.ruling for line in lines(table.referee._desk, 2)}
    assert offered == {"undo", "pause"}
    assert all(FORMS[ruling].players for ruling in offered)
    table.tell(Ruling(at=table.now, who="Emi", what="pause"))
    assert [line.ruling for line in lines(table.referee._desk, 2)] == ["resume"]


def test_what_is_refused_is_not_told_back_at_length() -> None:
    with pytest.raises(RulingError) as refused:
        check_ruling("set_turn", {"seat": "x" * 60_000})
    assert len(str(refused.value)) < 200


def refusal(table: Table, what: str, **details: Any) -> str:
    """Why a ruling was refused; empty if it was carried out."""
    table.effects.clear()
    table.tell(Ruling(at=table.now, who="Aoi", what=what, details=details))
    return next((effect.message for effect in table.effects if isinstance(effect, RulingRefused)), "")


def test_no_more_tiles_are_left_in_the_wall_than_the_set_has() -> None:
    table = dealt()
    assert "more tiles than the set" in refusal(table, "wall", left=144)
    assert not refusal(table, "wall", left=40)
    assert table.referee.state.deal is not None
    assert table.referee.state.deal.wall_left == 40
    assert not table.referee.state.incidents


def test_a_game_without_riichi_takes_no_deposits() -> None:
    table = Table(load_rules("fan-online"))
    win = {"seat": 0, "source": 2, "han": 3}
    assert "no riichi" in refusal(table, "score", end="win", wins=[win], riichi=[0])
    assert not refusal(table, "score", end="win", wins=[win])
