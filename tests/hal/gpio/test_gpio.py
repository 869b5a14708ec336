"""Everything on the Pi's own pins, against a fake library that bounces."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.tiles import SEATS, TileSet
from hal.debounce import STABLE
from hal.drivers import open_table
from hal.errors import DriverError
from hal.gpio.buttons import MatrixButtons, PinButtons
from hal.gpio.driver import open_gpio
from hal.gpio.machine import PinMachine
from hal.gpio.options import HEADER, GpioOptions
from hal.gpio.outputs import PinBuzzers
from hal.gpio.pins import Pins
from hal.ports import Button, Press
from tests.hal.gpio.fake import FakeGpio, install, needs_lgpio

ROOT = Path(__file__).parents[3]


@pytest.fixture
def gpio(monkeypatch: pytest.MonkeyPatch) -> FakeGpio:
    return install(monkeypatch)


class Clock:
    """Milliseconds that pass when told to."""

    def __init__(self) -> None:
        self.now = 5_000

    def __call__(self) -> int:
        return self.now


def options(**values: Any) -> GpioOptions:
    return GpioOptions.model_validate(values)


def test_a_bouncing_press_is_one_press_at_its_first_edge(gpio: FakeGpio) -> None:
    clock = Clock()
    buttons = PinButtons(Pins(), {17: (2, Button.PON)}, clock)
    first = clock.now
    for step, level in ((0, 0), (1, 1), (2, 0), (1, 1), (4, 0)):
        clock.now += step
        gpio.change(17, level)
    assert buttons.poll(100_000) == []
    clock.now += STABLE
    at = 100_000 - (clock.now - first)
    assert buttons.poll(100_000) == [Press(2, Button.PON, at)]
    for step, level in ((300, 1), (2, 0), (2, 1)):
        clock.now += step
        gpio.change(17, level)
    clock.now += 200
    assert buttons.poll(101_000) == []


def test_an_edge_the_library_missed_is_seen_by_looking(gpio: FakeGpio) -> None:
    clock = Clock()
    buttons = PinButtons(Pins(), {17: (0, Button.WIN)}, clock)
    gpio.levels[17] = 0
    assert buttons.poll(1_000) == []
    clock.now += STABLE
    assert buttons.poll(1_020) == [Press(0, Button.WIN, 1_020 - STABLE)]


def test_a_spike_shorter_than_a_finger_is_nothing(gpio: FakeGpio) -> None:
    clock = Clock()
    buttons = PinButtons(Pins(), {17: (0, Button.WIN)}, clock)
    for step, level in ((0, 0), (5, 1)):
        clock.now += step
        gpio.change(17, level)
    clock.now += 100
    assert buttons.poll(1_000) == []


def test_a_matrix_serves_32_buttons_with_12_pins(gpio: FakeGpio) -> None:
    rows, pins = (4, 5, 6, 7), (8, 9, 10, 11, 12, 13, 14, 15)
    columns = dict(zip(pins, Button, strict=True))
    clock = Clock()
    matrix = MatrixButtons(Pins(), rows, columns, clock)
    pressed = {(rows[seat], pin): (seat, columns[pin]) for seat in SEATS for pin in pins[seat :: 3 + seat]}
    gpio.pressed.update(pressed)
    matrix.scan()
    clock.now += STABLE
    matrix.scan()
    found = matrix.poll(9_000)
    assert sorted((press.seat, press.button) for press in found if isinstance(press, Press)) == sorted(pressed.values())
    assert {gpio.levels[row] for row in rows} == {0}
    gpio.pressed.clear()
    for _ in range(3):
        matrix.scan()
        clock.now += STABLE
    assert matrix.poll(9_100) == []
    written = len(gpio.history)
    matrix.scan()
    assert len(gpio.history) == written, "at rest one look at the columns is enough"
    gpio.pressed.add((rows[3], pins[7]))
    matrix.scan()
    clock.now += STABLE
    assert matrix.poll(10_000) == [Press(3, Button.MENU, 10_000 - STABLE)]
    matrix.close()


@pytest.mark.parametrize("numbering", ["bcm", "board"])
def test_the_same_wires_by_either_numbering(gpio: FakeGpio, numbering: str) -> None:
    """GPIO 17 is place 11 of the header on every model."""
    pin, lamp = (17, 27) if numbering == "bcm" else (11, 13)
    ports = open_gpio(
        options(numbering=numbering, seats={"1": {"buttons": {"MENU": pin}, "lamps": {"MENU": lamp}}}), None
    )
    assert ports.buttons is not None
    assert ports.lamps is not None
    assert ports.sound is None
    assert ports.machine is None
    assert gpio.modes == {17: gpio.IN, 27: gpio.OUT}
    ports.lamps.set(1, Button.MENU, True)
    ports.lamps.set(0, Button.MENU, True)
    ports.lamps.set(1, Button.MENU, False)
    assert gpio.history == [(27, 1), (27, 0)]
    assert ports.close is not None
    ports.close()
    ports.close()
    assert sorted(gpio.cleaned) == [17, 27]


def test_lamps_that_light_on_low_start_dark(gpio: FakeGpio) -> None:
    ports = open_gpio(options(lamps_on="low", seats={"0": {"lamps": {"CHI": 5}}}), None)
    assert gpio.levels[5] == 1
    assert ports.lamps is not None
    ports.lamps.set(0, Button.CHI, True)
    assert gpio.levels[5] == 0


def wait_for(done: Callable[[], bool]) -> None:
    end = time.monotonic() + 5
    while not done():
        assert time.monotonic() < end
        time.sleep(0.002)


def test_tunes_are_heard_at_the_seat_or_at_all(gpio: FakeGpio) -> None:
    sound = PinBuzzers(Pins(), {0: 5, None: 6})
    sound.play(0, "refused")
    wait_for(lambda: gpio.tones == [(5, 392)])
    sound.play(3, "cleared")
    wait_for(lambda: gpio.tones == [(5, 392), (6, 1319)])
    sound.play(None, "riichi")
    wait_for(lambda: len(gpio.tones) == 8)
    assert sorted(gpio.tones[2:]) == sorted((pin, hz) for pin in (5, 6) for hz in (1047, 1319, 1568))
    sound.close()
    assert gpio.history[-1][1] == 0


def test_a_machine_starts_gets_ready_and_jams(gpio: FakeGpio) -> None:
    moment = [0.0]
    machine = PinMachine(Pins(), 5, ready=6, jam=7, start_ms=100, clock=lambda: moment[0])

    def states(*changes: tuple[int, int]) -> Sequence[str]:
        for pin, level in changes:
            gpio.levels[pin] = level
        told: list[str] = []
        for _ in range(4):
            machine.look()
            told += [status.state for status in machine.poll(1)]
            moment[0] += 0.06
        return told

    assert states() == ["idle"]
    assert states((6, 0)) == ["ready"]
    machine.start()
    assert states() == ["busy"]
    assert gpio.history == [(5, 1), (5, 0)]
    machine.start()
    assert states() == []
    assert gpio.history == [(5, 1), (5, 0)]
    assert states((6, 1)) == []
    assert states((6, 0)) == ["ready"]
    assert states((7, 0), (6, 1)) == ["jam"]
    machine.start()
    assert states() == []
    assert gpio.history == [(5, 1), (5, 0)]
    assert states((7, 1)) == ["idle"]


def test_a_machines_motor_disturbs_without_effect(gpio: FakeGpio) -> None:
    moment = [0.0]
    machine = PinMachine(Pins(), 5, jam=7, clock=lambda: moment[0])
    machine.poll(0)
    for level in (0, 1, 0, 1):
        gpio.levels[7] = level
        machine.look()
        assert list(machine.poll(0)) == []
        moment[0] += 0.03


def test_a_machine_without_a_ready_wire_can_be_started_again(gpio: FakeGpio) -> None:
    machine = PinMachine(Pins(), 5, start_ms=20)
    machine.run()
    for runs in (1, 2):
        machine.start()
        wait_for(lambda count=2 * runs: len(gpio.history) == count)  # type: ignore[misc]
    assert [status.state for status in machine.poll(0)] == ["busy"]
    machine.close()
    assert gpio.levels[5] == 0


# ---- what can be wrong


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"seats": {"0": {"buttons": {"CHI": 1}}}}, "no GPIO 1 on the header"),
        ({"seats": {"0": {"buttons": {"CHI": 28}}}}, "no GPIO 28"),
        ({"numbering": "board", "seats": {"0": {"buttons": {"CHI": 2}}}}, "place 2 of the header is no GPIO"),
        (
            {"seats": {"0": {"buttons": {"CHI": 5}}, "1": {"lamps": {"CHI": 5}}}},
            "pin 5 is already button CHI of seat 0",
        ),
        ({"seats": {"4": {}}}, "'0', '1', '2' or '3'"),
        ({"seats": {"0": {"buttons": {"TSUMO": 5}}}}, "'CHI', 'PON'"),
        (
            {"seats": {"0": {"buttons": {"CHI": 5}}}, "matrix": {"rows": [6, 7, 8, 9], "columns": {"CHI": 10}}},
            "not both",
        ),
    ],
)
def test_wrong_wiring_is_named(values: dict[str, object], message: str) -> None:
    with pytest.raises(DriverError, match=message):
        open_table("simulated", {}, TileSet(), {"buttons": ("gpio", values)})


def test_every_pin_of_the_header_is_one_gpio() -> None:
    assert sorted(HEADER.values()) == list(range(2, 28))
    assert len(set(HEADER)) == 26


def test_a_pin_in_use_lets_go_of_the_others(gpio: FakeGpio) -> None:
    gpio.busy.add(6)
    with pytest.raises(DriverError, match=r"GPIO 6 \(lamp CHI of seat 0\).*gpioinfo"):
        open_gpio(options(seats={"0": {"buttons": {"CHI": 5}, "lamps": {"CHI": 6}}}), None)
    assert gpio.cleaned == [5]


def test_a_pin_that_cannot_be_watched(gpio: FakeGpio, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(pin: int, edge: int, callback: object) -> None:
        raise RuntimeError("Failed to add edge detection")

    monkeypatch.setattr(gpio, "add_event_detect", refuse)
    with pytest.raises(DriverError, match="GPIO 5 cannot be watched: Failed to add edge detection"):
        open_gpio(options(seats={"0": {"buttons": {"CHI": 5}}}), None)
    assert gpio.cleaned == [5]


def test_a_chip_that_may_not_be_opened(gpio: FakeGpio) -> None:
    gpio.chip_error = Exception("'can not open gpiochip'")
    with pytest.raises(DriverError, match="adduser"):
        Pins()
    gpio.chip_error = Exception("'no such chip'")
    with pytest.raises(DriverError, match="jantaku doctor"):
        Pins()


def test_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "RPi", None)
    monkeypatch.setitem(sys.modules, "RPi.GPIO", None)
    with pytest.raises(DriverError, match=r"pip install 'jantaku\[pi\]'.*python3-rpi-lgpio"):
        Pins()


@pytest.mark.skipif(Path("/proc/device-tree/system/linux,revision").exists(), reason="this is a Raspberry Pi")
@needs_lgpio
def test_on_a_machine_that_is_no_pi_and_in_a_folder_nobody_may_write() -> None:
    """In a process of its own: the real library makes a pipe in its working directory, once."""
    done = subprocess.run(
        [sys.executable, "-c", "from hal.gpio.pins import Pins; Pins()"],
        cwd="/proc",
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert "hal.errors.DriverError: the Pi's pins cannot be used here" in done.stderr
    assert "only be run on a Raspberry Pi" in done.stderr
    assert "lgd-nfy" not in done.stderr
