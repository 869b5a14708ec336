"""A seat's panel on a board's own pins: buttons, lamps, buzzer, display, digits, turn light; or the table machine.

It shares the microcontroller with the reader: nothing here takes longer than sending one strip of the display.
Runs on MicroPython and CPython.
"""

try:
    from typing import Any
except ImportError:  # MicroPython, which never looks at a quoted annotation
    pass

from firmware.board import Panel
from firmware.tablemachine import TableMachine

TICK_MS = 20
"""The parts go on so often: finer than the shortest note, coarse against a slot of the reader."""


class SeatPanel(Panel):
    """The parts a panel has; each may be missing (None, or no buttons).

    `buttons` are pins with pull-ups that a button closes to ground; `reset(how)` restarts the board.
    """

    def __init__(
        self,
        buttons: "list[Any]",
        strip: "Any" = None,
        buzzer: "Any" = None,
        oled: "Any" = None,
        digits: "Any" = None,
        reset: "Any" = None,
    ) -> None:
        self.count = len(buttons)
        self._buttons = buttons
        self._strip = strip
        self._buzzer = buzzer
        self._oled = oled
        self._digits = digits
        self._reset = reset
        self._next_at = 0
        self._parts = [part for part in (strip, buzzer, oled, digits) if part is not None]

    def contacts(self) -> "list[bool]":
        """Whether each button is closed now."""
        return [not pin.value() for pin in self._buttons]

    def lamps(self, lit: int) -> None:
        """Light the buttons."""
        if self._strip is not None:
            self._strip.lamps(lit)

    def tune(self, name: str) -> None:
        """Begin a tune."""
        if self._buzzer is not None:
            self._buzzer.play(name)

    def show(self, line: int, text: str) -> None:
        """A line of the display."""
        if self._oled is not None:
            self._oled.show(line, text)

    def number(self, value: "int | None") -> None:
        """The number of the digits."""
        if self._digits is not None:
            self._digits.number(value)

    def light(self, red: int, green: int, blue: int, pattern: int) -> None:
        """The turn light."""
        if self._strip is not None:
            self._strip.light(red, green, blue, pattern)

    def tick(self, now: int) -> None:
        """Let every part go on. Called in every turn of the board's loop, which is why most calls do nothing."""
        if now >= self._next_at:
            self._next_at = now + TICK_MS
            for part in self._parts:
                part.tick(now)

    def reboot(self, how: int) -> None:
        """Restart the board."""
        if self._reset is not None:
            self._reset(how)


class MachinePanel(Panel):
    """The table machine on the centre board's pins: `ready` and `jam` are pulled to ground for yes, or None."""

    def __init__(self, start: "Any", ready: "Any" = None, jam: "Any" = None, reset: "Any" = None) -> None:
        self._logic = TableMachine(ready is not None)
        self._start = start
        self._ready = ready
        self._jam = jam
        self._reset = reset
        start.value(0)

    def start_machine(self) -> None:
        """Have the machine begin to shuffle."""
        self._logic.start()

    def machine(self) -> "int | None":
        """The machine's state."""
        return self._logic.state

    def tick(self, now: int) -> None:
        """Look at the inputs, end the start pulse."""
        ready = self._ready is not None and not self._ready.value()
        jam = self._jam is not None and not self._jam.value()
        self._start.value(1 if self._logic.look(ready, jam, now) else 0)

    def reboot(self, how: int) -> None:
        """Restart the board."""
        if self._reset is not None:
            self._reset(how)
