"""A WS2812 strip that lights up nowhere."""

try:
    from typing import Any
except ImportError:  # MicroPython, which never looks at an annotation
    pass


class NeoPixel:
    """Keeps its colours."""

    def __init__(self, pin: "Any", count: int) -> None:
        self._colours: list[tuple[int, int, int]] = [(0, 0, 0)] * count

    def __len__(self) -> int:
        return len(self._colours)

    def __getitem__(self, index: int) -> "tuple[int, int, int]":
        return self._colours[index]

    def __setitem__(self, index: int, colour: "tuple[int, int, int]") -> None:
        self._colours[index] = colour

    def write(self) -> None:
        """Nobody sees it."""
