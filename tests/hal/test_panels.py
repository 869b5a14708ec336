"""Buttons that chatter give one press; lamps, tunes and displays keep what people can see."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from engine.tiles import TileSet
from hal.debounce import Debouncer
from hal.ports import BoardStatus, Button, Press
from hal.sim.noise import HARSH, NONE, TYPICAL, NoiseProfile
from hal.sim.panels import Panels
from hal.sim.table import SimulatedTable


def presses(table: SimulatedTable, until: int) -> list[Press]:
    found: list[Press] = []
    while table.now < until:
        table.advance(table.now + 10)
        found.extend(item for item in table.buttons.poll(table.now) if isinstance(item, Press))
    return found


@given(st.lists(st.integers(1, 8), max_size=8))
def test_chatter_is_one_press_stamped_with_its_first_edge(gaps: list[int]) -> None:
    contact = Debouncer(stable=20)
    at, closed, found = 1_000, True, []
    for gap in [*gaps, 0]:
        found.append(contact.settle(at))
        contact.edge(closed, at)
        at, closed = at + gap, not closed
    contact.edge(True, at)
    found.extend(contact.settle(now) for now in range(at, at + 100))
    assert [time for time in found if time is not None] == [1_000]


def test_a_tap_shorter_than_the_stable_time_is_no_press() -> None:
    contact = Debouncer(stable=20)
    contact.edge(True, 100)
    contact.edge(False, 110)
    assert all(contact.settle(now) is None for now in range(110, 400))
    contact.edge(True, 500)
    assert contact.settle(520) == 500
    assert contact.due is None


def test_a_new_press_needs_the_contact_to_open() -> None:
    contact = Debouncer(stable=20)
    contact.edge(True, 0)
    assert contact.settle(20) == 0
    assert contact.settle(5_000) is None
    contact.edge(False, 5_000)
    assert contact.settle(5_020) is None
    contact.edge(True, 6_000)
    assert contact.settle(6_020) == 6_000


def one_press(noise: NoiseProfile, seed: int) -> list[Press]:
    table = SimulatedTable(TileSet(), noise=noise, seed=seed)
    table.world.press(2, Button.PON, delay=500)
    return presses(table, 2_500)


def test_a_finger_gives_one_press_at_its_time() -> None:
    assert one_press(NONE, 0) == [Press(2, Button.PON, 500)]
    for seed in range(30):
        assert one_press(TYPICAL, seed) == [Press(2, Button.PON, 500)]


def test_harsh_presses_come_late_and_sometimes_twice() -> None:
    steady = replace(HARSH, reboot_every=0)
    counts = [len(one_press(steady, seed)) for seed in range(200)]
    assert set(counts) == {1, 2}
    assert 1 <= counts.count(2) <= 20
    table = SimulatedTable(TileSet(), noise=replace(NONE, press_late=1_000), seed=3)
    table.world.press(0, Button.WIN)
    assert presses(table, 30) == []
    assert presses(table, 1_200) == [Press(0, Button.WIN, 0)]


def test_buttons_of_a_dead_board_are_dead() -> None:
    table = SimulatedTable(TileSet())
    table.faults.unplug("seat1")
    table.world.press(1, Button.CHI, delay=100)
    table.world.press(3, Button.CHI, delay=100)
    assert presses(table, 1_000) == [Press(3, Button.CHI, 100)]


def changes(panels: Panels, act: Callable[[], None]) -> bool:
    panels.changed = False
    act()
    return panels.changed


def test_panels_keep_what_is_shown_and_say_when_it_changed() -> None:
    panels = Panels()
    assert changes(panels, lambda: panels.show(0, ["a", "b", "c", "d", "e"]))
    assert panels.lines[0] == ("a", "b", "c", "d")
    assert not changes(panels, lambda: panels.show(0, ["a", "b", "c", "d"]))
    assert not changes(panels, lambda: panels.set(1, Button.MENU, False))
    assert changes(panels, lambda: panels.set(1, Button.MENU, True))
    assert panels.lit == {(1, Button.MENU)}
    assert changes(panels, lambda: panels.play(2, "ron"))
    for n in range(150):
        panels.play(None, f"tune {n}")
    assert len(panels.tunes) == 100
    assert panels.tunes[-1] == (None, "tune 149")


def test_a_silent_panel_is_told_after_two_seconds_and_its_presses_are_lost() -> None:
    table = SimulatedTable(TileSet())
    table.advance(1_000)
    table.faults.silence_panel(2)
    table.world.press(2, Button.PON, delay=100)
    table.world.press(1, Button.PON, delay=100)
    told = [(now, item) for now in range(1_000, 4_000, 100) for item in polled(table, now)]
    assert [item.seat for _, item in told if isinstance(item, Press)] == [1]
    statuses = [(now, item.board, item.online) for now, item in told if isinstance(item, BoardStatus)]
    assert statuses == [(3_000, "panel2", False)]
    table.faults.restore_panel(2)
    table.world.press(2, Button.PON, delay=100)
    back = [item for now in range(4_000, 5_000, 100) for item in polled(table, now)]
    assert [item.online for item in back if isinstance(item, BoardStatus)] == [True]
    assert [item.seat for item in back if isinstance(item, Press)] == [2]


def test_a_panel_that_was_away_for_a_moment_is_not_told_silent() -> None:
    table = SimulatedTable(TileSet())
    table.faults.silence_panel(0)
    table.advance(1_000)
    table.faults.restore_panel(0)
    told = [item for now in range(1_000, 4_000, 100) for item in polled(table, now)]
    assert [item.online for item in told if isinstance(item, BoardStatus)] == [True]


def polled(table: SimulatedTable, now: int) -> Sequence[Press | BoardStatus]:
    """What the buttons' driver tells at a time."""
    table.advance(now)
    return table.buttons.poll(now)
