"""The table's clock: monotonic milliseconds that go on where the journal stopped, and that a simulation may bend."""

from collections.abc import Callable
from time import monotonic
from typing import Final

from hal.ports import Millis

LARGEST_STEP: Final = 2.0
"""Real seconds a simulated table's clock goes forward at most between two looks, so that a laptop's sleep is no time
of play."""


class TableClock:
    """Table time. `speed` (table seconds a real second) and `pause` are for simulated tables alone."""

    def __init__(self, start: Millis = 0, speed: float = 1.0, real: Callable[[], float] = monotonic) -> None:
        self._real: Final = real
        self._time = float(start)
        self._looked = real()
        self._speed = speed
        self._paused = False

    def now(self) -> Millis:
        """The time by now."""
        real = self._real()
        if not self._paused:
            self._time += min(real - self._looked, LARGEST_STEP) * self._speed * 1_000
        self._looked = real
        return int(self._time)

    @property
    def speed(self) -> float:
        """Table seconds a real second."""
        return self._speed

    @speed.setter
    def speed(self, speed: float) -> None:
        self.now()
        self._speed = speed

    @property
    def paused(self) -> bool:
        """Whether time stands still."""
        return self._paused

    @paused.setter
    def paused(self, paused: bool) -> None:
        self.now()
        self._paused = paused
