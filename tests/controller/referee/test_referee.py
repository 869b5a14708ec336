"""What holds whatever happens at the table: determinism, snapshots, privacy, the ledger, what perception is told."""

import json
from typing import Any

import pytest

from controller.effects import DealStarted, Effect, EventAccepted, IncidentOpened, RulingRefused
from controller.inputs import INPUT, Deadline, Pressed, Ruling, SetupChanged
from controller.perception import LikelyMove
from controller.referee import Referee, TablePhase
from controller.referee.desk import SetupError
from controller.scenarios.table import Table
from engine.rules import RuleSet, load_rules
from engine.tiles import Seat, Tile
from hal.ports import Button
from hal.zones import DORA_PAD, ELSEWHERE, hand_of, melds_of, river_of

RULES = load_rules("tenhou").with_changes(turn_seconds=None, claim_seconds=None, bank_seconds=0)
EAST_HAND = "123m456p789s1112z"


def dealt(hands: dict[Seat, str], rules: RuleSet = RULES, drawn: tuple[str, ...] = ()) -> Table:
    table = Table(rules)
    table.reserve(list(drawn))
    racks = {seat: table.bag.take_text(text) for seat, text in hands.items()}
    table.deal(racks, "5z")
    return table


def draw(table: Table, seat: Seat, name: str) -> Tile:
    tile = table.fresh(name)
    table.move(tile, hand_of(seat))
    table.wait(400)
    return tile


def press(table: Table, seat: Seat, button: Button) -> None:
    table.tell(Pressed(at=table.now, seat=seat, button=button))
    table.wait(400)


def win_by_draw() -> Table:
    table = dealt({0: EAST_HAND}, drawn=("2z",))
    draw(table, 0, "2z")
    press(table, 0, Button.WIN)
    assert table.referee.state.phase is TablePhase.RESULT
    return table


def test_the_same_inputs_give_the_same_game() -> None:
    table = win_by_draw()
    again = Referee(RULES)
    effects: list[Effect] = []
    for item in table.inputs:
        effects += again.handle(INPUT.validate_json(INPUT.dump_json(item)))
    assert effects == table.effects
    assert again.state == table.referee.state
    assert again.next_deadline() == table.referee.next_deadline()


def test_a_snapshot_between_deals_goes_on_where_it_was() -> None:
    table = win_by_draw()
    assert table.referee.state.match is not None
    data = json.loads(json.dumps(table.referee.snapshot()))
    restored = Referee.restore(data)
    assert restored.state.phase is TablePhase.DEALING
    assert restored.state.match == table.referee.state.match
    assert restored.state.ledger == table.referee.state.ledger
    assert restored.state.now == table.referee.state.now


def test_there_is_no_snapshot_in_the_middle_of_a_deal() -> None:
    assert dealt({0: EAST_HAND}).referee.snapshot() is None


def test_a_snapshot_of_a_finished_match_shows_its_end() -> None:
    table = dealt({0: EAST_HAND})
    table.tell(Ruling(at=table.now, who="organiser", what="end_match"))
    restored = Referee.restore(json.loads(json.dumps(table.referee.snapshot())))
    assert restored.state.phase is TablePhase.FINISHED
    assert restored.state.final == table.referee.state.final


@pytest.mark.parametrize("data", [{}, {"rules": {}}, {"rules": None, "match": 3}])
def test_what_is_no_snapshot_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="snapshot"):
        Referee.restore(data)


@pytest.mark.parametrize(
    ("what", "details", "named"),
    [
        ("match", {}, "rules"),
        ("match", {"rules": RULES.model_dump(mode="json"), "players": ["A"]}, "players"),
        ("match", {"rules": RULES.model_dump(mode="json"), "first_dealer": 4}, "first_dealer"),
        ("position", {"round_wind": "X", "dealer": 0, "scores": [0, 0, 0, 0]}, "position"),
        ("position", {"round_wind": "E", "dealer": 7, "scores": [0, 0, 0, 0]}, "position"),
        ("position", {"round_wind": "E", "dealer": 0, "scores": [0]}, "position"),
        ("match", {"rules": RULES.model_dump(mode="json"), "players": 4}, "players"),
        ("position", {"round_wind": "E", "dealer": 0, "scores": 25_000}, "position"),
        ("position", {"round_wind": "E", "dealer": 0, "scores": [float("nan")] * 4}, "position"),
        ("position", {"round_wind": "E", "dealer": 0, "honba": "1", "scores": [0] * 4}, "position"),
        ("dance", {}, "dance"),
    ],
)
def test_a_set_up_that_makes_no_sense_names_what_is_wrong(what: str, details: dict[str, Any], named: str) -> None:
    with pytest.raises(SetupError, match=named):
        Referee(RULES).handle(SetupChanged(at=0, what=what, details=details))


def test_a_position_needs_a_match() -> None:
    with pytest.raises(SetupError, match="match"):
        Referee().handle(SetupChanged(at=0, what="position", details={}))


# ---- deadlines


def test_nothing_happens_by_time_before_its_deadline_has_come() -> None:
    table = dealt({0: EAST_HAND}, drawn=("3z", "9m"))
    tile = draw(table, 0, "3z")
    table.move(tile, river_of(0))
    table.move(table.fresh("9m"), hand_of(1))
    due = table.referee.next_deadline()
    assert due is not None
    timer, at = due
    assert (timer, at) == ("window", table.now + 1_000)
    table.tell(Deadline(at=at, timer="somebody_elses"))
    assert len(table.referee.state.steps) == 2
    table.tell(Deadline(at=at + 300, timer=timer))
    assert len(table.referee.state.steps) == 3


# ---- what must not be told


def public_course(west: str) -> tuple[list[object], list[tuple[str, int] | None]]:
    """Everything shown while East discards a white dragon and South draws, with West holding some hand."""
    table = dealt({0: EAST_HAND, 1: "2468m2468p2468s6z", 2: west, 3: "1379m1379p1379s6z"}, drawn=("5z", "7z"))
    table.effects.clear()
    deadlines = []
    tile = draw(table, 0, "5z")
    deadlines.append(table.referee.next_deadline())
    table.move(tile, river_of(0))
    deadlines.append(table.referee.next_deadline())
    draw(table, 1, "7z")
    deadlines.append(table.referee.next_deadline())
    table.wait(3_000)
    return [effect for effect in table.effects if not isinstance(effect, DealStarted)], deadlines


def test_a_window_is_the_same_whether_or_not_somebody_could_call() -> None:
    could_pon_and_win = public_course("234m234p22667s55z")
    could_nothing = public_course("137m258p369s1234z")
    assert could_pon_and_win == could_nothing


def test_what_perception_is_told_does_not_depend_on_who_could_call() -> None:
    told = []
    for west in ("234m234p22667s55z", "137m258p369s1234z"):
        table = dealt({0: EAST_HAND, 1: "2468m2468p2468s6z", 2: west, 3: "1379m1379p1379s6z"}, drawn=("5z",))
        table.move(draw(table, 0, "5z"), river_of(0))
        expected = table.referee.expectations()
        told.append((expected.moves, expected.favour))
    assert told[0] == told[1]


# ---- what perception is told


def test_perception_is_told_of_the_next_draw_and_of_calls() -> None:
    table = dealt({0: EAST_HAND}, drawn=("3z",))
    assert LikelyMove(ELSEWHERE, hand_of(0)) in table.referee.expectations().moves
    tile = draw(table, 0, "3z")
    assert LikelyMove(hand_of(0), river_of(0)) in table.referee.expectations().moves
    table.move(tile, river_of(0))
    expected = table.referee.expectations()
    assert LikelyMove(ELSEWHERE, hand_of(1)) in expected.moves
    assert LikelyMove(None, melds_of(2), tile) in expected.moves
    assert tile in expected.needed


def test_perception_is_to_notice_that_a_tile_too_many_is_gone() -> None:
    table = dealt({0: EAST_HAND}, drawn=("3z", "4z"))
    draw(table, 0, "3z")
    extra = draw(table, 0, "4z")
    assert extra not in table.referee.expectations().needed
    table.wait(6_000)
    assert [incident.kind for incident in table.referee.state.incidents.values()] == ["too_many_tiles"]
    assert extra in table.referee.expectations().needed


def test_perception_expects_a_tile_where_an_open_incident_wants_it() -> None:
    table = dealt({0: EAST_HAND, 2: "33z12345678m99p1s"}, drawn=("3z",))
    draw(table, 0, "3z")
    wrong = table.named("1s", hand_of(2))
    table.move(wrong, river_of(2))
    back = LikelyMove(None, hand_of(2), wrong)
    assert back not in table.referee.expectations().moves
    table.wait(6_000)
    assert [incident.kind for incident in table.referee.state.incidents.values()] == ["discard_out_of_turn"]
    assert back in table.referee.expectations().moves
    table.move(wrong, hand_of(2))
    assert back not in table.referee.expectations().moves


def test_readers_look_where_table_and_deal_do_not_agree() -> None:
    table = dealt({0: EAST_HAND, 2: "33z12345678m99p1s"}, drawn=("3z",))
    draw(table, 0, "3z")
    assert melds_of(2) not in table.referee.expectations().favour
    table.move(table.named("1s", hand_of(2)), river_of(2))
    assert {hand_of(2), river_of(2), melds_of(2)} <= set(table.referee.expectations().favour)


def test_between_deals_a_tile_no_longer_seen_is_gone() -> None:
    table = win_by_draw()
    for seat in range(4):
        press(table, seat, Button.MENU)
    expected = table.referee.expectations()
    assert expected.absent_is_gone
    assert LikelyMove(ELSEWHERE, DORA_PAD) in expected.moves


# ---- the ledger


def test_every_change_of_points_has_its_cause() -> None:
    table = win_by_draw()
    (entry,) = table.referee.state.ledger
    assert entry.cause == "win"
    assert sum(entry.deltas) == 0
    assert entry.scores == table.referee.state.match.scores  # type: ignore[union-attr]


def test_points_that_do_not_add_up_stop_the_deal() -> None:
    table = dealt({0: EAST_HAND}, drawn=("3z", "9m"))
    table.referee._desk.total += 100
    draw(table, 0, "3z")
    state = table.referee.state
    assert not state.steps
    assert [incident.kind for incident in state.incidents.values()] == ["ledger"]
    assert state.clocks_stopped
    draw(table, 1, "9m")
    assert not state.steps, "nothing is read until somebody has ruled"


def test_deals_that_follow_each_other_are_read_each_anew() -> None:
    table = win_by_draw()
    for seat in range(4):
        press(table, seat, Button.MENU)
    # The old tiles still lie about; the same ones are dealt again, to other racks.
    for number, (tile, zone) in enumerate([item for item in table.places.items() if item[1] != DORA_PAD][:52]):
        table.places[tile] = ELSEWHERE
        assert zone is not None
        table.move(tile, hand_of(number % 4))
    table.move(table.fresh("6m"), DORA_PAD)
    table.wait(8_000)
    state = table.referee.state
    assert state.phase is TablePhase.PLAYING
    assert state.deal is not None
    assert state.deal.honba == 1
    assert sum(isinstance(effect, DealStarted) for effect in table.effects) == 2


# ---- rulings


@pytest.mark.parametrize(
    ("what", "details"),
    [
        ("accept", {"incident": 99}),
        ("place", {"tile": 500, "zone": "hand:0"}),
        ("place", {"tile": 5, "zone": "lap:0"}),
        ("set_turn", {"seat": 9}),
        ("penalty", {"seat": 0, "kind": "slap"}),
        ("next_deal", {}),
        ("undo", {"count": "all"}),
        ("undo", {"to": [1]}),
    ],
)
def test_a_ruling_that_cannot_be_carried_out_says_why(what: str, details: dict[str, Any]) -> None:
    table = dealt({0: EAST_HAND})
    effects = table.referee.handle(Ruling(at=table.now, who="organiser", what=what, details=details))
    (refused,) = [effect for effect in effects if isinstance(effect, RulingRefused)]
    assert refused.message


def test_incidents_never_name_a_hidden_tile() -> None:
    table = dealt({0: EAST_HAND}, drawn=("3z", "9m"))
    draw(table, 0, "3z")
    hidden = draw(table, 2, "9m")
    table.wait(6_000)
    (incident,) = table.referee.state.incidents.values()
    assert incident.tiles == (hidden,)
    assert incident.public_tiles == ()
    (opened,) = [effect for effect in table.effects if isinstance(effect, IncidentOpened)]
    assert "9m" not in opened.sentence + incident.remedy


def test_a_tile_of_another_set_is_named_and_means_nothing() -> None:
    table = dealt({0: EAST_HAND}, drawn=("3z",))
    flower = Tile(140)
    table.move(flower, hand_of(0))
    table.wait(3_000)
    assert [incident.kind for incident in table.referee.state.incidents.values()] == ["foreign_tile"]
    draw(table, 0, "3z")
    assert len(table.referee.state.steps) == 1
    table.move(flower, ELSEWHERE)
    assert not table.referee.state.incidents


def test_lamps_answer_presses_and_nothing_else() -> None:
    table = dealt({0: EAST_HAND, 2: "33z12345678m99p1s"}, drawn=("3z",))
    table.effects.clear()
    table.move(draw(table, 0, "3z"), river_of(0))
    assert all(isinstance(effect, EventAccepted) for effect in table.effects), table.effects
    press(table, 1, Button.PASS)
    lamps = [(e.seat, e.button, e.lit) for e in table.effects if type(e).__name__ == "LampSet"]  # type: ignore[union-attr]
    assert lamps == [(1, Button.PASS, True)]
