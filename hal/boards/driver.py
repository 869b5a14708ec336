"""The ports of a table with boards, and the thread that keeps talking with them.

The thread owns the boards and works by a monotonic clock of its own. What it senses waits in a queue; what is to be
shown goes to it as small jobs. So the table's loop never waits for a line, and a busy loop never keeps the air idle.
"""

import logging
import select
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import SystemRandom
from typing import Final, TypeVar

from engine.tiles import SEATS, Seat, TileSet
from hal.boards.lines import AUTO, SerialLine, finder
from hal.boards.options import BoardsOptions
from hal.boards.panels import PanelState
from hal.boards.table import BoardTable
from hal.layout import Layout, seat_board
from hal.ports import BoardStatus, Button, Look, MachineStatus, Millis, Press, Scan
from hal.tableports import SomePorts

LONGEST_WAIT: Final[Millis] = 50
MOST_WAITING: Final = 20_000
"""Observations kept for a loop that does not fetch them; then the oldest go, as if they had been lost on the air."""

_Kind = TypeVar("_Kind")

_log = logging.getLogger("jantaku.boards")


class BoardDriver:
    """Runs a `BoardTable` and offers its ports.

    `do` carries out a job where the boards are owned: at once in a simulation, in the thread otherwise.
    """

    def __init__(self, table: BoardTable, do: Callable[[Callable[[], None]], None] = lambda job: job()) -> None:
        self.table: Final = table
        self._do: Final = do
        self._observations: Final[deque[Scan | BoardStatus]] = deque(maxlen=MOST_WAITING)
        self._presses: Final[deque[Press]] = deque(maxlen=MOST_WAITING)
        self._machine: Final[deque[MachineStatus]] = deque(maxlen=MOST_WAITING)

    def ports(self, layout: Layout, *, machine: bool, close: Callable[[], None] | None) -> SomePorts:
        """The ports."""
        return SomePorts(
            layout=layout,
            reader=_Reader(self),
            buttons=_Buttons(self),
            lamps=self,
            sound=self,
            display=self,
            score=self,
            light=self,
            machine=_Machine(self) if machine else None,
            close=close,
            problems=lambda: self.table.problems,
            figures=self.table.figures,
        )

    def pump(self, now: Millis) -> None:
        """Let the boards talk, and keep what they sense."""
        for observation in self.table.pump(now):
            if isinstance(observation, Press):
                self._presses.append(observation)
            elif isinstance(observation, MachineStatus):
                self._machine.append(observation)
            else:
                self._observations.append(observation)

    def clock(self) -> Millis | None:
        """The time by which observations are stamped; None: it is the table's own."""
        return None

    # ---- sensing

    def seen(self, now: Millis) -> list[Scan | BoardStatus]:
        """What was read since the last call, in table time."""
        shift = self._shift(now)
        return [_shifted(one, shift) for one in _drained(self._observations)]

    def pressed(self, now: Millis) -> list[Press]:
        """What was pressed since the last call, in table time."""
        shift = self._shift(now)
        return [replace(one, at=one.at + shift) for one in _drained(self._presses)]

    def machine_news(self, now: Millis) -> list[MachineStatus]:
        """What the machine reported since the last call, in table time."""
        shift = self._shift(now)
        return [replace(one, at=one.at + shift) for one in _drained(self._machine)]

    def _shift(self, now: Millis) -> Millis:
        own = self.clock()
        return 0 if own is None else now - own

    def favour(self, antennas: Sequence[str]) -> None:
        """See `TileReader.favour`."""
        wanted = tuple(antennas)
        self._do(lambda: self.table.favour(wanted))

    # ---- showing

    def set(self, seat: Seat, button: Button, lit: bool) -> None:
        """See `Lamps.set`."""
        self._at(seat, lambda panel: panel.lamp(button, lit))

    def play(self, seat: Seat | None, tune: str) -> None:
        """See `Sound.play`."""
        for one in SEATS if seat is None else (seat,):
            self._at(one, lambda panel: panel.tune(tune))

    @property
    def latin_only(self) -> bool:
        """See `SeatDisplay.latin_only`: the boards' own font has no other letters."""
        return True

    def show(self, seat: Seat, lines: Sequence[str]) -> None:
        """See `SeatDisplay.show`."""
        wanted = tuple(lines)
        self._at(seat, lambda panel: panel.lines(wanted))

    def score(self, seat: Seat, points: int | None) -> None:
        """See `ScoreDisplay.score`."""
        self._at(seat, lambda panel: panel.score(points))

    def light(self, seat: Seat, look: Look) -> None:
        """See `TurnLight.light`."""
        self._at(seat, lambda panel: panel.light(look))

    def _at(self, seat: Seat, show: Callable[[PanelState], None]) -> None:
        panel = self.table.panel(seat_board(seat))
        if panel is not None:
            self._do(lambda: show(panel))

    def start_machine(self) -> None:
        """See `TableMachine.start`."""
        self._do(self.table.start_machine)


class ThreadedDriver(BoardDriver):
    """A driver whose boards live in a thread of their own, by the computer's monotonic clock."""

    def __init__(self, table: BoardTable) -> None:
        super().__init__(table, self._later)
        self._jobs: Final[deque[Callable[[], None]]] = deque()
        self._stop: Final = threading.Event()
        self._failed = ""
        self._thread: Final = threading.Thread(target=self._run, name="boards", daemon=True)
        self._thread.start()

    def clock(self) -> Millis:
        """Monotonic milliseconds."""
        return time.monotonic_ns() // 1_000_000

    def close(self) -> None:
        """End the thread and let go of the devices."""
        self._stop.set()
        self._thread.join(2.0)

    def _later(self, job: Callable[[], None]) -> None:
        self._jobs.append(job)

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                while self._jobs:
                    self._jobs.popleft()()
                now = self.clock()
                self.pump(now)
                self._wait(now)
            except Exception as error:  # noqa: BLE001 - the boards go on: whatever it was, the next message is another
                if str(error) != self._failed:
                    self._failed = str(error)
                    _log.exception("the boards' thread had an internal error and goes on")
                self._stop.wait(LONGEST_WAIT / 1000)
        self.table.close()

    def _wait(self, now: Millis) -> None:
        wait = min(max(1, self.table.due(now) - now), 5 if self._jobs else LONGEST_WAIT)
        lines = self.table.lines()
        if lines:
            try:
                select.select(lines, [], [], wait / 1000)
            except (OSError, ValueError):
                self._stop.wait(wait / 1000)  # a device went away: the next pump finds out which
        else:
            self._stop.wait(wait / 1000)


class _Reader:
    def __init__(self, driver: BoardDriver) -> None:
        self._driver: Final = driver

    def poll(self, now: Millis) -> Sequence[Scan | BoardStatus]:
        """See `TileReader.poll`."""
        return self._driver.seen(now)

    def favour(self, antennas: Sequence[str]) -> None:
        """See `TileReader.favour`."""
        self._driver.favour(antennas)


class _Buttons:
    def __init__(self, driver: BoardDriver) -> None:
        self._driver: Final = driver

    def poll(self, now: Millis) -> Sequence[Press | BoardStatus]:
        """See `ButtonSource.poll`."""
        return self._driver.pressed(now)


class _Machine:
    def __init__(self, driver: BoardDriver) -> None:
        self._driver: Final = driver

    def start(self) -> None:
        """See `TableMachine.start`."""
        self._driver.start_machine()

    def poll(self, now: Millis) -> Sequence[MachineStatus]:
        """See `TableMachine.poll`."""
        return self._driver.machine_news(now)


def _drained(waiting: deque[_Kind]) -> list[_Kind]:
    out: list[_Kind] = []
    while waiting:
        out.append(waiting.popleft())
    return out


def _shifted(observation: Scan | BoardStatus, shift: Millis) -> Scan | BoardStatus:
    if not shift:
        return observation
    if isinstance(observation, Scan):
        return replace(observation, started=observation.started + shift, ended=observation.ended + shift)
    return replace(observation, at=observation.at + shift)


def open_boards(options: BoardsOptions, tile_set: TileSet) -> SomePorts:
    """The ports of the boards on this computer's serial lines. A board that is not there is no error: it is named."""
    layout = options.layout.build()
    find = finder(AUTO if options.ports == "auto" else options.ports)
    driver = ThreadedDriver(BoardTable(options, layout, find, SerialLine, SystemRandom()))
    return driver.ports(layout, machine=options.machine, close=driver.close)
