"""A Pico's `machine` module for tests on MicroPython's unix port (and CPython): pins, buses and tones that remember."""

try:
    from typing import Any
except ImportError:  # MicroPython
    pass

levels: "dict[int, int]" = {}
"""Level of each pin; a pin that nobody drives is pulled up."""
bus = bytearray()
"""Bytes written over SPI."""
tones: "list[tuple[int, int]]" = []
"""(frequency, duty) whenever a tone changed."""
oled: "dict[str, Any]" = {
    "strip": 0,
    "memory": [bytearray(128) for _ in range(8)],
    "on": False,
    "away": False,
    "longest": 0,
}
"""The display on I2C, address 3C."""


class Pin:
    IN, OUT, PULL_UP = 0, 1, 2

    def __init__(self, number: int, mode: int = IN, pull: "int | None" = None) -> None:
        self.number = number
        if pull == Pin.PULL_UP:
            levels.setdefault(number, 1)

    def value(self, level: "int | None" = None) -> "int | None":
        if level is None:
            return levels.get(self.number, 0)
        levels[self.number] = level
        return None


class I2C:
    def __init__(self, bus_number: int, sda: Pin, scl: Pin, freq: int) -> None:
        assert (sda.number, scl.number, freq) == (4, 5, 400_000)

    def writeto_mem(self, address: int, register: int, data: bytes) -> None:
        if oled["away"] or address != 0x3C:
            raise OSError(5)
        oled["longest"] = max(oled["longest"], len(data))
        if register == 0x40:
            oled["memory"][oled["strip"]][:] = data
        elif len(data) == 3 and data[0] & 0xF8 == 0xB0:
            oled["strip"] = data[0] & 7
        elif data[-1] == 0xAF:
            oled["on"] = True


class SPI:
    def write(self, data: bytes) -> None:
        global bus  # noqa: PLW0603 - MicroPython cannot empty a bytearray in place
        bus += data


class PWM:
    def __init__(self, pin: Pin) -> None:
        self._frequency = 0
        self.pin = pin

    def freq(self, frequency: int) -> None:
        self._frequency = frequency

    def duty_u16(self, duty: int) -> None:
        tones.append((self._frequency, duty))
