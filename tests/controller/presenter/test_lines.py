"""A seat's small display: short, public, and telling the seat what it is waited for."""

from controller.inputs import Pressed
from controller.presenter.lines import LINES, WIDTH, seat_lines
from controller.referee.state import Incident, TablePhase, TableState
from controller.scenarios.table import Table
from engine.rules import load_rules
from engine.tiles import SEATS
from hal.ports import Button
from tests.controller.presenter.states import random_states


def test_lines_always_fit_and_exactly_one_seat_is_asked_during_play() -> None:
    for state in random_states(11):
        shown = [seat_lines(state, seat) for seat in SEATS]
        assert all(len(lines) <= LINES and all(len(line) <= WIDTH for line in lines) for lines in shown)
        asked = [seat for seat in SEATS if "your turn" in shown[seat]]
        assert state.deal is not None
        assert asked == ([state.deal.turn] if state.phase is TablePhase.PLAYING else [])


def test_score_place_wind_and_deal_are_shown() -> None:
    state = next(random_states(1))
    assert seat_lines(state, 1) == ("E1.0  70 left", "E    25,000    1st", "your turn")
    assert seat_lines(state, 0)[:2] == ("E1.0  70 left", "N    25,000    1st")


def test_after_diff_a_seat_reads_the_distance_to_each_other() -> None:
    state = next(random_states(1))
    assert state.deal is not None
    state.deal = state.deal._replace(scores=(31_000, 25_000, 24_000, 20_000))
    state.comparing = {2: state.now + 1}
    assert seat_lines(state, 2) == (
        "S    24,000      diff",
        "W    20,000    -4,000",
        "N    31,000    +7,000",
        "E    25,000    +1,000",
    )
    assert seat_lines(state, 0)[0] == "E1.0  70 left"


def test_an_incident_tells_its_seat_what_to_do_and_leaves_the_others_alone() -> None:
    state = next(random_states(1))
    remedy = "Take the tile back to the hand and wait for your turn."
    state.incidents[1] = Incident(1, "discard_out_of_turn", (2,), (), (), "West discarded.", remedy, True, 0, "k")
    lines = seat_lines(state, 2)
    assert lines[2].startswith("Take the tile")
    assert len(lines) == LINES
    assert len(seat_lines(state, 3)) < LINES


def test_results_ask_for_ok() -> None:
    *_, state = random_states(1)
    state.ready.add(1)
    assert seat_lines(state, 0)[2] == "press OK"
    assert seat_lines(state, 1)[2] == "ready"
    assert seat_lines(TableState(), 0) == ("Jantaku", "no match yet: press OK")
    assert seat_lines(TableState(ready={0}), 0) == ("Jantaku", "waits for the others")


def test_menu_proposal_and_a_hand_to_be_shown_are_on_the_display() -> None:
    table = Table(load_rules("tenhou"))
    table.deal({}, "5z")
    state = table.referee.state
    table.tell(Pressed(at=table.now, seat=2, button=Button.MENU))
    assert seat_lines(state, 2)[2:] == ("1/1 pause", "PON next  OK take")
    table.wait(500)
    table.tell(Pressed(at=table.now, seat=2, button=Button.MENU))
    assert seat_lines(state, 2)[2:] == ("pause?", "waits for the others")
    assert seat_lines(state, 3)[2:] == ("pause?", "OK agree  PASS no")
    table.tell(Pressed(at=table.now, seat=3, button=Button.PASS))
    state.showing[1] = table.now
    assert seat_lines(state, 1)[2:] == ("lay your hand open", "winning tile last")
