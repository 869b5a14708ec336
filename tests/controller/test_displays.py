"""Seat displays are written only when their lines change."""

from collections.abc import Sequence
from itertools import pairwise

from controller.displays import SeatDisplays, SeatScores, TurnLights, panel_words
from controller.presenter.lights import seat_look, seat_points
from controller.presenter.lines import seat_lines
from engine.tiles import SEATS
from hal.ports import Look
from hal.sim.panels import Panels
from tests.controller.presenter.states import random_states


class Display:
    """Notes what it is shown."""

    latin_only = False

    def __init__(self) -> None:
        self.shown: list[tuple[int, tuple[str, ...]]] = []

    def show(self, seat: int, lines: Sequence[str]) -> None:
        self.shown.append((seat, tuple(lines)))


def test_each_change_is_shown_once() -> None:
    display = Display()
    displays = SeatDisplays(display)
    for state in random_states(2):
        displays([], state)
        displays([], state)
        latest = dict(display.shown)
        assert all(latest[seat] == seat_lines(state, seat, panel_words("en")) for seat in SEATS)
    by_seat = [[lines for seat, lines in display.shown if seat == wanted] for wanted in SEATS]
    assert all(one != other for shown in by_seat for one, other in pairwise(shown))


def test_a_display_without_the_letters_of_a_language_speaks_english() -> None:
    state = next(random_states(2))
    display, plain = Display(), Display()
    plain.latin_only = True
    for one in (display, plain):
        displays = SeatDisplays(one, "ja")
        displays([], state)
        displays.show_code(0, "123-456")
    assert display.shown[-1][1][0] == "番号 123-456"
    assert plain.shown[-1][1][0] == "Code 123-456"
    assert dict(plain.shown)[1] == seat_lines(state, 1, panel_words("en"))
    assert dict(display.shown)[1] == seat_lines(state, 1, panel_words("ja"))


def test_digits_and_lights_follow_the_state() -> None:
    panels = Panels()
    scores, lights = SeatScores(panels), TurnLights(panels)
    looks: set[Look] = set()
    for state in random_states(3):
        scores([], state)
        lights([], state)
        assert panels.points == {seat: seat_points(state, seat) for seat in SEATS}
        assert panels.looks == {seat: seat_look(state, seat) for seat in SEATS}
        looks.update(panels.looks.values())
        turns = [seat for seat in SEATS if panels.looks[seat] == "turn"]
        assert len(turns) <= 1
        if turns and state.deal is not None:
            assert turns == [state.deal.turn]
    assert {"off", "turn"} <= looks
