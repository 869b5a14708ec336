"""A seat's small display: short, public, and telling the seat what it is waited for."""

import pytest

from controller.displays import panel_words
from controller.inputs import Pressed
from controller.presenter.lines import LINES, seat_lines
from controller.presenter.panelwords import PanelWords
from controller.referee.incidents import KINDS
from controller.referee.rulingforms import RULINGS
from controller.referee.state import Incident, Menu, MenuLine, TablePhase, TableState
from controller.scenarios.table import Table
from controller.texts import LANGUAGES
from engine.rules import load_rules
from engine.tiles import SEATS
from hal.ports import Button
from tests.controller.presenter.states import random_states

ENGLISH = panel_words("en")
MENU = [form.name for form in RULINGS if form.players]
WIDE = [panel_words(language) for language in LANGUAGES if language != "en"]


@pytest.mark.parametrize("words", [ENGLISH, *WIDE])
def test_lines_always_fit_and_exactly_one_seat_is_asked_during_play(words: PanelWords) -> None:
    for state in random_states(11):
        shown = [seat_lines(state, seat, words) for seat in SEATS]
        state.comparing = dict.fromkeys(SEATS, state.now + 1)
        compared = [seat_lines(state, seat, words) for seat in SEATS]
        state.comparing = {}
        for lines in (*shown, *compared):
            assert len(lines) <= LINES
            assert all(words.width(line) <= words.columns for line in lines)
        asked = [seat for seat in SEATS if words.text("panel.turn") in shown[seat]]
        assert state.deal is not None
        assert asked == ([state.deal.turn] if state.phase is TablePhase.PLAYING else [])


def test_score_place_wind_and_deal_are_shown() -> None:
    state = next(random_states(1))
    assert seat_lines(state, 1, ENGLISH) == ("E1.0  70 left", "E    25,000    1st", "your turn")
    assert seat_lines(state, 0, ENGLISH)[:2] == ("E1.0  70 left", "N    25,000    1st")


def test_after_diff_a_seat_reads_the_distance_to_each_other() -> None:
    state = next(random_states(1))
    assert state.deal is not None
    state.deal = state.deal._replace(scores=(31_000, 25_000, 24_000, 20_000))
    state.comparing = {2: state.now + 1}
    assert seat_lines(state, 2, ENGLISH) == (
        "S    24,000      diff",
        "W    20,000    -4,000",
        "N    31,000    +7,000",
        "E    25,000    +1,000",
    )
    assert seat_lines(state, 0, ENGLISH)[0] == "E1.0  70 left"


def test_an_incident_tells_its_seat_what_to_do_and_leaves_the_others_alone() -> None:
    state = next(random_states(1))
    remedy = "Take the tile back to the hand and wait for your turn."
    state.incidents[1] = Incident(1, "discard_out_of_turn", (2,), (), (), "West discarded.", remedy, True, 0, "k")
    lines = seat_lines(state, 2, ENGLISH)
    assert lines[2].startswith("Take the tile")
    assert len(lines) == LINES
    assert len(seat_lines(state, 3, ENGLISH)) < LINES


def test_results_ask_for_ok() -> None:
    *_, state = random_states(1)
    state.ready.add(1)
    assert seat_lines(state, 0, ENGLISH)[2] == "press OK"
    assert seat_lines(state, 1, ENGLISH)[2] == "ready"
    assert seat_lines(TableState(), 0, ENGLISH) == ("Jantaku", "no match: press OK")
    assert seat_lines(TableState(ready={0}), 0, ENGLISH) == ("Jantaku", "waits for the others")


def test_menu_proposal_and_a_hand_to_be_shown_are_on_the_display() -> None:
    table = Table(load_rules("tenhou"))
    table.deal({}, "5z")
    state = table.referee.state
    table.tell(Pressed(at=table.now, seat=2, button=Button.MENU))
    assert seat_lines(state, 2, ENGLISH)[2:] == ("1/1 pause", "PON next  OK take")
    table.wait(500)
    table.tell(Pressed(at=table.now, seat=2, button=Button.MENU))
    assert seat_lines(state, 2, ENGLISH)[2:] == ("pause?", "waits for the others")
    assert seat_lines(state, 3, ENGLISH)[2:] == ("pause?", "OK agree  PASS no")
    table.tell(Pressed(at=table.now, seat=3, button=Button.PASS))
    state.showing[1] = table.now
    assert seat_lines(state, 1, ENGLISH)[2:] == ("lay your hand open", "winning tile last")


@pytest.mark.parametrize("words", [ENGLISH, *WIDE])
def test_every_line_of_a_panel_fits(words: PanelWords) -> None:
    """Whatever stands alone in a line has room, with the longest of what is put into it."""
    longest = {"wind": "N", "n": 9, "of": 9, "honba": 12, "left": 120, "code": "123-456", "zone": "melds"}
    menu = max((words.text(f"panel.{ruling}", **longest) for ruling in MENU), key=words.width)
    for key in words.texts:
        if key.startswith("panel."):
            assert words.width(words.text(key, line=menu, **longest)) <= words.columns, key


@pytest.mark.parametrize("words", WIDE)
def test_an_incident_is_told_in_the_language_of_the_displays(words: PanelWords) -> None:
    state = next(random_states(1))
    for kind in KINDS:
        state.incidents[1] = Incident(1, kind, (2,), (), (), "In English.", "Do this.", True, 0, "k")
        told = seat_lines(state, 2, words)[2:]
        assert "".join(told).rstrip("…") in words.text(f"incident.{kind}.remedy").replace(" ", "")
        assert all(words.width(line) <= words.columns for line in told)


def test_places_in_the_menu_are_told_by_the_wind_of_their_seat() -> None:
    state = next(random_states(1))
    zones = ("hand:1", "dora")
    menu = tuple(MenuLine("unread", {"zone": zone}) for zone in zones)
    shown = []
    for at in range(len(zones)):
        state.menus[0] = Menu(at, state.now, menu)
        shown.append([seat_lines(state, 0, words)[2] for words in (ENGLISH, panel_words("ja"))])
    assert shown == [["1/2 ignore E Hand", "1/2 東手牌を無視"], ["2/2 ignore Dora pad", "2/2 ドラ表示を無視"]]
