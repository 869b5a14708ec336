"""Lamps and buzzers on the Pi's pins."""

import queue
import threading
from collections.abc import Mapping
from typing import Final

from engine.tiles import SEATS, Seat
from firmware.tunes import notes_of
from hal.gpio.options import GpioOptions
from hal.gpio.pins import Pins, Tone
from hal.ports import Button


class PinLamps:
    """A `Lamps` with a pin a lamp; a button without a lamp stays dark."""

    def __init__(self, pins: Pins, wiring: Mapping[tuple[Seat, Button], int], *, lit_high: bool) -> None:
        self._pins: Final = pins
        self._wiring: Final = dict(wiring)
        self._lit_high: Final = lit_high
        for (seat, button), pin in self._wiring.items():
            pins.output(pin, f"lamp {button} of seat {seat}", high=not lit_high)

    def set(self, seat: Seat, button: Button, lit: bool) -> None:
        """Light or darken one lamp."""
        pin = self._wiring.get((seat, button))
        if pin is not None:
            self._pins.write(pin, high=lit == self._lit_high)


class PinBuzzers:
    """A `Sound` over passive buzzers. A thread plays; a new tune breaks off the old one."""

    def __init__(self, pins: Pins, buzzers: Mapping[Seat | None, int]) -> None:
        """`buzzers` gives a pin a seat; None is a buzzer for the whole table."""
        self._pins: Final = pins
        self._buzzers: Final = dict(buzzers)
        self._tunes: Final[queue.SimpleQueue[tuple[tuple[int, ...], str] | None]] = queue.SimpleQueue()
        self._next: Final = threading.Event()
        self._tones: Final[dict[int, Tone]] = {}
        for seat, pin in self._buzzers.items():
            pins.output(pin, "buzzer of the table" if seat is None else f"buzzer of seat {seat}", high=False)
        self._thread: Final = threading.Thread(target=self._run, name="buzzers", daemon=True)
        self._thread.start()

    def play(self, seat: Seat | None, tune: str) -> None:
        """Play a tune at a seat, or at all. A seat without a buzzer is heard on the table's."""
        if seat is None:
            pins = tuple(self._buzzers.values())
        else:
            pin = self._buzzers.get(seat, self._buzzers.get(None))
            pins = () if pin is None else (pin,)
        if pins:
            self._tunes.put((pins, tune))
            self._next.set()

    def close(self) -> None:
        """Fall silent and end the thread."""
        self._tunes.put(None)
        self._next.set()
        self._thread.join(1.0)

    def _run(self) -> None:
        while True:
            item = self._tunes.get()
            while not self._tunes.empty() and item is not None:
                item = self._tunes.get()
            self._next.clear()
            if item is None:
                return
            if self._tunes.empty():
                self._play(*item)

    def _play(self, pins: tuple[int, ...], tune: str) -> None:
        for frequency, milliseconds in notes_of(tune):
            for pin in pins if frequency else ():
                self._sound(pin, frequency)
            broken_off = self._next.wait(milliseconds / 1_000)
            for pin in pins if frequency else ():
                self._tones[pin].stop()
            if broken_off:
                return

    def _sound(self, pin: int, frequency: float) -> None:
        """A pin has one tone for good: the library refuses a second one as long as the first is remembered."""
        tone = self._tones.get(pin)
        if tone is None:
            tone = self._tones[pin] = self._pins.tone(pin, frequency)
        else:
            tone.ChangeFrequency(frequency)
        tone.start(50)


def lamps_of(options: GpioOptions) -> dict[tuple[Seat, Button], int]:
    """Which lamp hangs on which GPIO number."""
    return {
        (seat, button): gpio
        for seat in SEATS
        for button, pin in options.panel(seat).lamps.items()
        if (gpio := options.gpio(pin)) is not None
    }


def buzzers_of(options: GpioOptions) -> dict[Seat | None, int]:
    """Which seat's buzzer (None: the table's) hangs on which GPIO number."""
    pins: dict[Seat | None, int | None] = {seat: options.panel(seat).buzzer for seat in SEATS}
    pins[None] = options.buzzer
    return {seat: gpio for seat, pin in pins.items() if pin is not None and (gpio := options.gpio(pin)) is not None}
