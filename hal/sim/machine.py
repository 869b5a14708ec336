"""The simulated shuffler: takes its time, and can jam."""

from collections.abc import Sequence
from typing import Final

from hal.ports import MachineState, MachineStatus, Millis
from hal.sim.world import World

SHUFFLING: Final = 45_000
"""Milliseconds one shuffle takes."""


class SimulatedMachine:
    """A `TableMachine`: `start`, and 45 s later the next wall is ready. Who builds that wall is the people's matter."""

    def __init__(self, world: World) -> None:
        self._world: Final = world
        self._ready_at: Millis | None = None
        self._state: MachineState = "idle"
        self._news: list[MachineStatus] = []

    def start(self) -> None:
        """Begin shuffling; no effect while busy or jammed."""
        if self._state in ("idle", "ready"):
            self._ready_at = self._world.now + SHUFFLING
            self._become("busy", self._world.now)

    def jam(self) -> None:
        """A fault: the machine stands still until `clear`."""
        self._ready_at = None
        self._become("jam", self._world.now)

    def clear(self) -> None:
        """The jam is removed; the machine is idle."""
        if self._state == "jam":
            self._become("idle", self._world.now)

    def poll(self, now: Millis) -> Sequence[MachineStatus]:
        """State changes since the last call."""
        if self._ready_at is not None and now >= self._ready_at:
            self._become("ready", self._ready_at)
            self._ready_at = None
        news, self._news = self._news, []
        return news

    def _become(self, state: MachineState, at: Millis) -> None:
        self._state = state
        self._news.append(MachineStatus(state, at))
