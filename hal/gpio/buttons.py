"""Buttons on the Pi's pins, with a pin each or as a matrix."""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from time import monotonic
from typing import Final, TypeAlias

from engine.tiles import SEATS, Seat
from hal.debounce import Debouncer
from hal.gpio.options import GpioOptions
from hal.gpio.pins import Pins
from hal.ports import BoardStatus, Button, Millis, Press

Key: TypeAlias = tuple[Seat, Button]

MATRIX_SECONDS: Final = 0.008
"""Time between two looks at the matrix: short against the time a contact must be stable."""

SETTLE_SECONDS: Final = 0.000_05
"""A row's level needs a moment before the columns show it."""


def _milliseconds() -> Millis:
    return int(monotonic() * 1_000)


class Contacts:
    """Edges of contacts, noted in any thread, turned into presses where they are polled."""

    def __init__(self, keys: Iterable[Key], clock: Callable[[], Millis] = _milliseconds) -> None:
        self._clock: Final = clock
        self._edges: Final[deque[tuple[Key, bool, Millis]]] = deque()
        self._closed: Final = dict.fromkeys(keys, False)
        self._debouncers: Final = {key: Debouncer() for key in self._closed}
        self._lock: Final = threading.Lock()

    def note(self, key: Key, *, closed: bool) -> None:
        """A contact is closed or open now."""
        with self._lock:
            if self._closed[key] != closed:
                self._closed[key] = closed
                self._edges.append((key, closed, self._clock()))

    def presses(self, now: Millis) -> list[Press]:
        """Every press that has become certain, stamped with its first edge in the table's time, which is `now`."""
        here = self._clock()
        found: list[tuple[Millis, Key]] = []
        while self._edges:
            key, closed, at = self._edges.popleft()
            self._settle(key, at, found)
            self._debouncers[key].edge(closed, at)
        for key in self._debouncers:
            self._settle(key, here, found)
        return [Press(seat, button, now - (here - at)) for at, (seat, button) in sorted(found)]

    def _settle(self, key: Key, at: Millis, found: list[tuple[Millis, Key]]) -> None:
        pressed_at = self._debouncers[key].settle(at)
        if pressed_at is not None:
            found.append((pressed_at, key))


class PinButtons:
    """A `ButtonSource` with a pin a button, closing to ground.

    The library calls at each edge from a thread of its own; each poll also looks at the pins, so that an edge that was
    missed is made good.
    """

    def __init__(self, pins: Pins, wiring: Mapping[int, Key], clock: Callable[[], Millis] = _milliseconds) -> None:
        self._pins: Final = pins
        self._wiring: Final = dict(wiring)
        self._contacts: Final = Contacts(self._wiring.values(), clock)
        for pin, (seat, button) in self._wiring.items():
            pins.input(pin, f"button {button} of seat {seat}")
        for pin in self._wiring:
            pins.watch(pin, self._see)

    def poll(self, now: Millis) -> Sequence[Press | BoardStatus]:
        """Everything pressed since the last call, oldest first."""
        for pin in self._wiring:
            self._see(pin)
        return self._contacts.presses(now)

    def _see(self, pin: int) -> None:
        self._contacts.note(self._wiring[pin], closed=not self._pins.read(pin))


class MatrixButtons:
    """A `ButtonSource` over a matrix, looked at by a thread.

    At rest all rows are pulled to ground, so that one look at the columns tells whether anything is pressed; only then
    is one row pulled down after the other.
    """

    def __init__(
        self,
        pins: Pins,
        rows: Sequence[int],
        columns: Mapping[int, Button],
        clock: Callable[[], Millis] = _milliseconds,
    ) -> None:
        self._pins: Final = pins
        self._rows: Final = tuple(rows)
        self._columns: Final = dict(columns)
        self._contacts: Final = Contacts([(seat, button) for seat in SEATS for button in self._columns.values()], clock)
        self._end: Final = threading.Event()
        self._resting = True
        for seat, row in enumerate(self._rows):
            pins.output(row, f"matrix row of seat {seat}", high=False)
        for column, button in self._columns.items():
            pins.input(column, f"matrix column {button}")
        self._thread: Final = threading.Thread(target=self._run, name="button matrix", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def close(self) -> None:
        """End the thread."""
        self._end.set()
        if self._thread.is_alive():
            self._thread.join(1.0)

    def poll(self, now: Millis) -> Sequence[Press | BoardStatus]:
        """Everything pressed since the last call, oldest first."""
        return self._contacts.presses(now)

    def scan(self) -> None:
        """Look at all buttons once."""
        pins = self._pins
        if self._resting and all(pins.read(column) for column in self._columns):
            return
        for row in self._rows:
            pins.write(row, high=True)
        self._resting = True
        for seat, row in enumerate(self._rows):
            pins.write(row, high=False)
            self._end.wait(SETTLE_SECONDS)
            for column, button in self._columns.items():
                closed = not pins.read(column)
                self._contacts.note((seat, button), closed=closed)
                self._resting = self._resting and not closed
            pins.write(row, high=True)
        for row in self._rows:
            pins.write(row, high=False)

    def _run(self) -> None:
        while not self._end.wait(MATRIX_SECONDS):
            self.scan()


def wiring_of(options: GpioOptions) -> dict[int, Key]:
    """Which button hangs on which GPIO number, where each has a pin of its own."""
    return {
        gpio: (seat, button)
        for seat in SEATS
        for button, pin in options.panel(seat).buttons.items()
        if (gpio := options.gpio(pin)) is not None
    }
