"""A fake `RPi.GPIO` whose contacts bounce and whose callbacks come from another thread, as the real one's do."""

import sys
import threading
import types
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any, Final

import pytest

needs_lgpio: Final = pytest.mark.skipif(
    find_spec("lgpio") is None,
    reason="rpi-lgpio is not installed: pip install 'jantaku[pi]' on Python 3.11 or 3.12",
)
"""Not `importorskip`: importing it leaves a pipe in the working directory."""


class FakeGpio(types.ModuleType):
    """Pins by GPIO number. `history` has every write as (pin, level); `tones` every tone begun, as (pin, Hz)."""

    BOARD, BCM = 10, 11
    OUT, IN, LOW, HIGH = 0, 1, 0, 1
    PUD_OFF, PUD_DOWN, PUD_UP = 20, 21, 22
    RISING, FALLING, BOTH = 31, 32, 33

    def __init__(self) -> None:
        super().__init__("RPi.GPIO")
        self.levels: dict[int, int] = {}
        self.modes: dict[int, int] = {}
        self.callbacks: dict[int, Callable[[int], None]] = {}
        self.history: list[tuple[int, int]] = []
        self.tones: list[tuple[int, float]] = []
        self.cleaned: list[int] = []
        self.busy: set[int] = set()
        self.chip_error: Exception | None = None
        self._pwms: set[int] = set()
        self.pressed: set[tuple[int, int]] = set()
        """Closed contacts of a matrix, as (row pin, column pin)."""

    def setwarnings(self, on: bool) -> None:
        """No warnings anyway."""

    def setmode(self, mode: int) -> None:
        if self.chip_error is not None:
            raise self.chip_error
        assert mode == self.BCM

    def setup(self, pin: int, direction: int, pull_up_down: int = PUD_OFF, initial: int | None = None) -> None:
        if pin in self.busy:
            raise RuntimeError("'GPIO busy'")
        assert 2 <= pin <= 27
        self.modes[pin] = direction
        self.levels[pin] = (initial or 0) if direction == self.OUT else int(pull_up_down == self.PUD_UP)

    def add_event_detect(self, pin: int, edge: int, callback: Callable[[int], None]) -> None:
        assert self.modes[pin] == self.IN
        assert edge == self.BOTH
        self.callbacks[pin] = callback

    def input(self, pin: int) -> int:
        assert pin in self.modes
        pulled = any(column == pin and self.levels[row] == self.LOW for row, column in self.pressed)
        return self.LOW if pulled else self.levels[pin]

    def output(self, pin: int, level: int) -> None:
        assert self.modes[pin] == self.OUT
        self.levels[pin] = level
        self.history.append((pin, level))

    def PWM(self, pin: int, frequency: float) -> Any:  # noqa: N802 - the library's own name
        assert self.modes[pin] == self.OUT
        if pin in self._pwms:
            raise RuntimeError("A PWM object already exists for this GPIO channel")
        self._pwms.add(pin)
        return _Tone(self, pin, frequency)

    def cleanup(self, pins: Sequence[int]) -> None:
        for pin in pins:
            self.modes.pop(pin)
            self.callbacks.pop(pin, None)
            self.cleaned.append(pin)

    def change(self, pin: int, level: int) -> None:
        """A level from outside; the callback comes from the library's thread."""
        self.levels[pin] = level
        thread = threading.Thread(target=self.callbacks[pin], args=(pin,))
        thread.start()
        thread.join()


class _Tone:
    def __init__(self, gpio: FakeGpio, pin: int, frequency: float) -> None:
        self._gpio, self._pin, self._frequency = gpio, pin, frequency

    def start(self, duty: float) -> None:
        self._gpio.tones.append((self._pin, self._frequency))

    def ChangeFrequency(self, frequency: float) -> None:  # noqa: N802
        self._frequency = frequency

    def stop(self) -> None:
        self._gpio.history.append((self._pin, 0))


def install(monkeypatch: pytest.MonkeyPatch) -> FakeGpio:
    """A fake in the place of the library, as long as the test runs."""
    fake = FakeGpio()
    package = types.ModuleType("RPi")
    monkeypatch.setattr(package, "GPIO", fake, raising=False)
    monkeypatch.setitem(sys.modules, "RPi", package)
    monkeypatch.setitem(sys.modules, "RPi.GPIO", fake)
    return fake
