"""The real rpi-lgpio over a fake kernel: every model, with the chip under the number its kernel gives it."""

import importlib
import sys
import threading
import time
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hal.debounce import STABLE
from hal.gpio.driver import open_gpio
from hal.gpio.options import GpioOptions
from hal.ports import Button, Press
from tests.hal.gpio.fake import needs_lgpio

pytestmark = needs_lgpio

MODELS = {
    "Pi 3B": ("a02082", 0, "raspberrypi,bcm2835-gpio"),
    "Pi 3B+": ("a020d3", 0, "raspberrypi,bcm2835-gpio"),
    "Pi Zero 2 W": ("902120", 0, "raspberrypi,bcm2835-gpio"),
    "Pi 4B": ("c03111", 0, "raspberrypi,bcm2711-gpio"),
    "Pi 5, kernel 6.1": ("c04170", 4, "raspberrypi,rp1-gpio"),
    "Pi 5, kernel 6.6.45": ("c04170", 0, "raspberrypi,rp1-gpio"),
    "Pi 5, other kernels": ("c04170", 15, "raspberrypi,rp1-gpio"),
}

INPUT, OUTPUT, ALERT, PULL_UP = 0x100, 0x200, 0x400, 0x20


class FakeLgpio(types.ModuleType):
    """The part of lgpio that rpi-lgpio uses; each callback comes from a thread, as the real one's do."""

    SET_PULL_UP, SET_PULL_DOWN, SET_PULL_NONE, GPIO_BUSY = 32, 64, 128, -79
    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3
    error = type("error", (Exception,), {})

    def __init__(self) -> None:
        super().__init__("lgpio")
        self.opened: list[int] = []
        self.number = 0
        self.modes: dict[int, int] = {}
        self.levels: dict[int, int] = {}
        self.callbacks: dict[int, Callable[..., None]] = {}
        self.pwm: list[tuple[int, float]] = []

    def gpiochip_open(self, number: int) -> int:
        self.opened.append(number)
        return 7

    def gpiochip_close(self, handle: int) -> int:
        return 0

    def gpio_get_mode(self, handle: int, gpio: int) -> int:
        return self.modes.get(gpio, 0)

    def gpio_free(self, handle: int, gpio: int) -> int:
        self.modes.pop(gpio, None)
        return 0

    def gpio_claim_input(self, handle: int, gpio: int, flags: int = 0) -> int:
        self.modes[gpio] = INPUT | flags
        self.levels.setdefault(gpio, int(bool(flags & PULL_UP)))
        return 0

    def gpio_claim_output(self, handle: int, gpio: int, level: int = 0, flags: int = 0) -> int:
        self.modes[gpio] = OUTPUT
        self.levels[gpio] = int(level)
        return 0

    def gpio_claim_alert(self, handle: int, gpio: int, edge: int, flags: int = 0) -> int:
        self.modes[gpio] = ALERT | edge << 17 | flags
        return 0

    def gpio_read(self, handle: int, gpio: int) -> int:
        return self.levels[gpio]

    def gpio_write(self, handle: int, gpio: int, level: int) -> int:
        self.levels[gpio] = int(level)
        return 0

    def tx_pwm(self, handle: int, gpio: int, frequency: float, duty: float) -> int:
        self.pwm.append((gpio, frequency))
        return 0

    def callback(self, handle: int, gpio: int, edge: int = 3, func: Any = None) -> Any:
        self.callbacks[gpio] = func
        return types.SimpleNamespace(cancel=lambda: self.callbacks.pop(gpio, None))

    def error_text(self, number: int) -> str:
        return f"error {number}"

    def change(self, gpio: int, level: int) -> None:
        self.levels[gpio] = level
        thread = threading.Thread(target=self.callbacks[gpio], args=(7, gpio, level, 0))
        thread.start()
        thread.join()


@pytest.fixture(params=MODELS, ids=list(MODELS))
def kernel(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[FakeLgpio]:
    revision, number, driver = MODELS[request.param]
    fake = FakeLgpio()
    monkeypatch.setitem(sys.modules, "lgpio", fake)
    monkeypatch.setenv("RPI_LGPIO_REVISION", revision)
    monkeypatch.delenv("RPI_LGPIO_CHIP", raising=False)
    sys.modules.pop("RPi.GPIO", None)
    library = importlib.import_module("RPi.GPIO")
    for chip, says in ((number, driver), (number + 1, "brcm,brcmstb-gpio")):
        node = tmp_path / f"gpiochip{chip}" / "of_node"
        node.mkdir(parents=True)
        (node / "compatible").write_text(f"{says}\0")
    monkeypatch.setattr(library, "Path", lambda path: tmp_path if "gpio" in str(path) else Path(path))
    fake.number = number
    yield fake
    sys.modules.pop("RPi.GPIO", None)


def test_buttons_lamps_and_tunes_on_every_model(kernel: FakeLgpio) -> None:
    options = GpioOptions.model_validate(
        {"seats": {"3": {"buttons": {"WIN": 17, "PON": 2}, "lamps": {"WIN": 27}, "buzzer": 18}}}
    )
    ports = open_gpio(options, None)
    assert kernel.opened == [kernel.number]
    assert ports.buttons is not None
    assert ports.lamps is not None
    assert ports.sound is not None
    for level in (0, 1, 0):
        kernel.change(17, level)
    presses: list[object] = []
    end = time.monotonic() + 5
    while not presses and time.monotonic() < end:
        time.sleep(STABLE / 2_000)
        presses += ports.buttons.poll(10_000)
    (press,) = presses
    assert isinstance(press, Press)
    assert (press.seat, press.button) == (3, Button.WIN)
    assert 9_000 < press.at <= 10_000 - STABLE
    ports.lamps.set(3, Button.WIN, True)
    assert kernel.levels[27] == 1
    ports.sound.play(3, "ready")
    while len(kernel.pwm) < 4 and time.monotonic() < end:
        time.sleep(0.005)
    assert [hz for _, hz in kernel.pwm if hz] == [1319, 1760]
    assert ports.close is not None
    ports.close()
    assert not kernel.modes
