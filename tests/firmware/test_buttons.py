"""Bounce patterns as contacts make them, and what the panel must hear."""

import pytest

from firmware.buttons import STABLE_MS, Buttons

CLEAN = [(0, True), (120, False)]
BOUNCES = [(0, True), (1, False), (2, True), (4, False), (5, True), (130, False), (131, True), (133, False)]
LATE_BOUNCE = [(0, True), (9, False), (10, True), (100, False), (109, True), (110, False)]
SPIKES = [(0, True), (1, False), (50, True), (52, False), (90, True), (95, False)]
TWICE = [(0, True), (60, False), (160, True), (220, False)]
TREMBLING = [(at, at % 4 < 2) for at in range(0, 200, 2)]
HELD = [(0, True), (5_000, False)]


@pytest.mark.parametrize(
    ("edges", "presses"),
    [(CLEAN, [0]), (BOUNCES, [0]), (LATE_BOUNCE, [0]), (SPIKES, []), (TWICE, [0, 160]), (TREMBLING, []), (HELD, [0])],
    ids=["clean", "bounces", "late bounce", "spikes", "twice", "trembling", "held"],
)
def test_a_press_is_heard_once_at_its_first_contact(edges: list[tuple[int, bool]], presses: list[int]) -> None:
    buttons = Buttons(2)
    heard = []
    level = False
    start = 1000
    for now in range(6_000):
        for at, closed in edges:
            if at == now:
                level = closed
        heard.extend(buttons.sample([False, level], start + now))
    assert heard == [(1, start + at) for at in presses]


def test_two_buttons_do_not_disturb_each_other() -> None:
    buttons = Buttons(2)
    heard = []
    for now in range(100, 300):
        heard.extend(buttons.sample([100 <= now < 160, 110 <= now < 170], now))
    assert heard == [(0, 100), (1, 110)]
    assert STABLE_MS < 50
