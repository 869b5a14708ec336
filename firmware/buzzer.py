"""A passive buzzer that plays the table's tunes beside everything else. Runs on MicroPython and CPython."""

try:
    from typing import Any
except ImportError:  # MicroPython, which never looks at a quoted annotation
    pass

from firmware.tunes import notes_of

HALF = 32768
"""Half of the time on: the loudest a passive buzzer gets."""


class Buzzer:
    """`pwm` is a `machine.PWM`. A new tune breaks off the old one."""

    def __init__(self, pwm: "Any") -> None:
        self._pwm = pwm
        self._notes: tuple[tuple[int, int], ...] = ()
        self._next_at: int | None = None
        pwm.duty_u16(0)

    def play(self, name: str) -> None:
        """Begin a tune with the next tick."""
        self._notes = notes_of(name)
        self._next_at = None

    def tick(self, now: int) -> None:
        """Go on with the tune."""
        if self._next_at is None:
            if not self._notes:
                return
        elif now < self._next_at:
            return
        if not self._notes:
            self._next_at = None
            self._pwm.duty_u16(0)
            return
        frequency, milliseconds = self._notes[0]
        self._notes = self._notes[1:]
        self._next_at = now + milliseconds
        if frequency:
            self._pwm.freq(frequency)
        self._pwm.duty_u16(HALF if frequency else 0)
