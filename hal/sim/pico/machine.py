"""A Pico's `machine`: pins and a bus with a simulated reader chip and buttons behind them, the rest without effect."""

try:
    from collections.abc import Callable
    from typing import Any
except ImportError:  # MicroPython, which never looks at an annotation
    pass

_read: "dict[int, Callable[[], int]]" = {}
_written: "dict[int, Callable[[int], None]]" = {}
_bus: "list[Any]" = []


def wire(pin: int, read: "Callable[[], int] | None" = None, written: "Callable[[int], None] | None" = None) -> None:
    """Connect a pin: `read()` gives its level, `written(level)` is told it."""
    if read is not None:
        _read[pin] = read
    if written is not None:
        _written[pin] = written


def wire_bus(device: "Any") -> None:
    """Connect the SPI bus."""
    _bus[:] = [device]


class Pin:
    """A pin by its number."""

    IN, OUT, PULL_UP, PULL_DOWN = 0, 1, 2, 3

    def __init__(self, number: int, mode: int = 0, pull: "int | None" = None, value: "int | None" = None) -> None:
        self._read = _read.get(number)
        self._written = _written.get(number)
        self._level = 1
        if value is not None:
            self.value(value)

    def value(self, level: "int | None" = None) -> "int | None":
        """Read the pin, or set it."""
        if level is None:
            return self._level if self._read is None else self._read()
        self._level = level
        if self._written is not None:
            self._written(level)
        return None

    __call__ = value


class SPI:
    """The bus; who is meant shows by the chip-select pins."""

    def __init__(
        self, number: int, baudrate: int = 0, sck: "Any" = None, mosi: "Any" = None, miso: "Any" = None
    ) -> None:
        self.write = _bus[0].write
        self.readinto = _bus[0].readinto


class I2C:
    """A bus with a display on it that nobody sees."""

    def __init__(self, number: int, sda: "Any" = None, scl: "Any" = None, freq: int = 0) -> None:
        pass

    def writeto_mem(self, address: int, register: int, data: bytes) -> None:
        """Shown to nobody."""


class PWM:
    """A buzzer nobody hears."""

    def __init__(self, pin: "Any") -> None:
        pass

    def freq(self, hertz: int) -> None:
        """No sound."""

    def duty_u16(self, duty: int) -> None:
        """No sound."""


class WDT:
    """A watchdog that is always content."""

    def __init__(self, timeout: int = 0) -> None:
        pass

    def feed(self) -> None:
        """Thank you."""


def unique_id() -> bytes:
    """As short as a real one."""
    return b"simulate"


def reset() -> None:
    """The process ends; the simulation starts another."""
    raise SystemExit
