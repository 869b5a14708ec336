"""A `neopixel` module that remembers what was written."""

try:
    from typing import Any
except ImportError:  # MicroPython
    pass

written: "list[list[tuple[int, int, int]]]" = []


class NeoPixel:
    def __init__(self, pin: "Any", count: int) -> None:
        assert pin.number == 14
        self._lights = [(0, 0, 0)] * count

    def __setitem__(self, at: int, colour: "tuple[int, int, int]") -> None:
        self._lights[at] = colour

    def write(self) -> None:
        written.append(list(self._lights))
