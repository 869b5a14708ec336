"""A table machine (shuffler, lift) on the Pi's pins: one output starts it, two inputs say ready and jammed."""

import threading
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Final

from firmware.tablemachine import TableMachine as MachineLogic
from hal.gpio.pins import Pins
from hal.ports import MACHINE_STATES, MachineStatus, Millis

LOOK_SECONDS: Final = 0.02
"""Time between two looks at the inputs."""


class PinMachine:
    """A `TableMachine`. A thread (`run`) looks at the inputs and ends the start pulse, however busy the table is."""

    def __init__(
        self,
        pins: Pins,
        start: int,
        *,
        ready: int | None = None,
        jam: int | None = None,
        start_ms: int = 200,
        active_high: bool = False,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._pins: Final = pins
        self._start: Final = start
        self._ready: Final = ready
        self._jam: Final = jam
        self._active_high: Final = active_high
        self._clock: Final = clock
        self._logic: Final = MachineLogic(ready is not None, start_ms)
        self._lock: Final = threading.Lock()
        self._told: int | None = None
        self._on = False
        self._end: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._run, name="table machine", daemon=True)
        pins.output(start, "machine start", high=False)
        for name, pin in (("ready", ready), ("jam", jam)):
            if pin is not None:
                pins.input(pin, f"machine {name}")

    def run(self) -> None:
        """Begin to look."""
        self._thread.start()

    def close(self) -> None:
        """End the thread, with the start output off."""
        self._end.set()
        if self._thread.is_alive():
            self._thread.join(1.0)
        self._pins.write(self._start, high=False)

    def start(self) -> None:
        """Begin shuffling the next set; no effect while jammed, or busy as far as that can be seen."""
        with self._lock:
            self._logic.start()

    def poll(self, now: Millis) -> Sequence[MachineStatus]:
        """The machine's state, if it has changed since the last call."""
        with self._lock:
            state = self._logic.state
        if state == self._told:
            return ()
        self._told = state
        return (MachineStatus(MACHINE_STATES[state], now),)

    def look(self) -> None:
        """Look at the inputs once, and set the start output."""
        with self._lock:
            on = self._logic.look(self._says(self._ready), self._says(self._jam), int(self._clock() * 1_000))
        if on != self._on:
            self._on = on
            self._pins.write(self._start, high=on)

    def _says(self, pin: int | None) -> bool:
        return pin is not None and self._pins.read(pin) == self._active_high

    def _run(self) -> None:
        while not self._end.wait(LOOK_SECONDS):
            self.look()
