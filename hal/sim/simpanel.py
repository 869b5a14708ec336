"""A seat's lights and displays as people at the simulated table see them."""

from typing import Final

from engine.tiles import Seat
from firmware import wire
from firmware.board import Panel
from hal.boards.panels import BUTTONS, LOOKS
from hal.sim.panels import Panels


class SimPanel(Panel):
    """Shows on `Panels` what a board is told; `levels` are its contacts. A board without a seat shows nothing."""

    def __init__(self, seat: Seat | None, panels: Panels) -> None:
        self.count = len(BUTTONS) if seat is not None else 0
        self.levels: Final = [False] * self.count
        self._seat: Final = seat
        self._panels: Final = panels
        self._lines = [""] * wire.LINES

    def contacts(self) -> list[bool]:
        """See `Panel.contacts`."""
        return self.levels

    def lamps(self, lit: int) -> None:
        """See `Panel.lamps`."""
        if self._seat is not None:
            for number, button in enumerate(BUTTONS):
                self._panels.set(self._seat, button, bool(lit >> number & 1))

    def tune(self, name: str) -> None:
        """See `Panel.tune`."""
        if self._seat is not None:
            self._panels.play(self._seat, name)

    def show(self, line: int, text: str) -> None:
        """See `Panel.show`."""
        if self._seat is not None and line < wire.LINES:
            self._lines[line] = text
            last = max((n for n, one in enumerate(self._lines) if one), default=-1)
            self._panels.show(self._seat, self._lines[: last + 1])

    def number(self, value: int | None) -> None:
        """See `Panel.number`."""
        if self._seat is not None:
            self._panels.score(self._seat, value)

    def light(self, red: int, green: int, blue: int, pattern: int) -> None:
        """See `Panel.light`."""
        look = next((look for look, values in LOOKS.items() if values == (red, green, blue, pattern)), None)
        if self._seat is not None and look is not None:
            self._panels.light(self._seat, look)

    def told(self, text: str) -> None:
        """The same, as the firmware on MicroPython tells it: a method's name and its arguments."""
        name, _, rest = text.partition(" ")
        if name == "tune":
            self.tune(rest)
        elif name == "show":
            line, _, shown = rest.partition(" ")
            self.show(int(line), shown)
        elif name == "lamps":
            self.lamps(int(rest))
        elif name == "number":
            self.number(int(rest) if rest else None)
        elif name == "light":
            red, green, blue, pattern = map(int, rest.split())
            self.light(red, green, blue, pattern)
