"""Debouncing on the board and on the computer, against how real contacts chatter."""

import pytest

from firmware.buttons import Buttons
from hal.debounce import Debouncer
from tests.firmware.bounces import edges, levels, shapes

START = 50_000
LOOKS = [1_000, 2_000, 5_000]
"""A board's loop looks every 1 to 5 ms, as the reader lets it."""


@pytest.mark.parametrize("step", LOOKS)
@pytest.mark.parametrize("name", shapes())
def test_a_press_on_a_board_is_one_press(name: str, step: int) -> None:
    buttons = Buttons(1)
    presses = [
        press for now, closed in levels(name, START, 900_000, step) for press in buttons.sample([closed], now // 1_000)
    ]
    assert len(presses) == 1
    button, at = presses[0]
    assert button == 0
    assert START // 1_000 <= at <= START // 1_000 + step // 1_000 + 25


@pytest.mark.parametrize("name", shapes())
def test_a_press_on_the_computers_pins_is_one_press_at_its_first_edge(name: str) -> None:
    debouncer = Debouncer()
    presses = []
    waiting = edges(name, START)
    for now in range(0, 900, 2):
        while waiting and waiting[0][0] <= now * 1_000:
            at, closed = waiting.pop(0)
            settled = debouncer.settle(at // 1_000)
            presses += [] if settled is None else [settled]
            debouncer.edge(closed, at // 1_000)
        settled = debouncer.settle(now)
        presses += [] if settled is None else [settled]
    assert presses == [START // 1_000]


@pytest.mark.parametrize("name", shapes())
def test_the_next_press_counts_again(name: str) -> None:
    buttons = Buttons(1)
    found = 0
    for round_ in range(3):
        for now, closed in levels(name, START, 600_000, 2_000):
            found += len(buttons.sample([closed], round_ * 600 + now // 1_000))
    assert found == 3
