"""A table machine (shuffler, lift) on the Pi's pins: one output starts it, two inputs say ready and jammed."""

import threading
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Final, Literal, TypeAlias

from hal.gpio.pins import Pins
from hal.ports import MachineStatus, Millis

STABLE_SECONDS: Final = 0.1
"""An input counts once it has been steady so long: motors disturb."""

_State: TypeAlias = Literal["idle", "busy", "ready", "jam"]


class PinMachine:
    """A `TableMachine`. One without a ready input stays *busy*: the players press OK when the wall stands."""

    def __init__(
        self,
        pins: Pins,
        start: int,
        *,
        ready: int | None = None,
        jam: int | None = None,
        start_seconds: float = 0.2,
        active_high: bool = False,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._pins: Final = pins
        self._start: Final = start
        self._inputs: Final = {"ready": ready, "jam": jam}
        self._start_seconds: Final = start_seconds
        self._active_high: Final = active_high
        self._clock: Final = clock
        self._state: _State = "idle"
        self._told: _State | None = None
        self._levels: dict[str, bool] = {}
        self._since: dict[str, float] = {}
        self._left = True
        """Whether the machine has been seen not ready since it was started."""
        pins.output(start, "machine start", high=False)
        for name, pin in self._inputs.items():
            if pin is not None:
                pins.input(pin, f"machine {name}")

    def start(self) -> None:
        """Begin shuffling the next set; no effect while jammed, or busy as far as that can be seen."""
        if self._state == "jam" or (self._state == "busy" and self._inputs["ready"] is not None):
            return
        self._state = "busy"
        self._left = not self._steady("ready")
        self._pins.write(self._start, high=True)
        threading.Timer(self._start_seconds, self._pins.write, (self._start,), {"high": False}).start()

    def poll(self, now: Millis) -> Sequence[MachineStatus]:
        """State changes since the last call."""
        for name, pin in self._inputs.items():
            if pin is not None:
                self._look(name, pin)
        jammed, ready = self._steady("jam"), self._steady("ready")
        self._left = self._left or not ready
        if jammed:
            self._state = "jam"
        elif self._state == "jam" or (self._state == "idle" and ready):
            self._state = "ready" if ready else "idle"
        elif self._state == "busy" and ready and self._left:
            self._state = "ready"
        if self._state == self._told:
            return ()
        self._told = self._state
        return (MachineStatus(self._state, now),)

    def _look(self, name: str, pin: int) -> None:
        level = self._pins.read(pin) == self._active_high
        moment = self._clock()
        if self._levels.get(name) != level:
            self._levels[name] = level
            self._since[name] = moment

    def _steady(self, name: str) -> bool:
        return self._levels.get(name, False) and self._clock() - self._since[name] >= STABLE_SECONDS
