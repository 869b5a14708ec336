"""Simulated boards on cables, read by the real driver: the apparatus of the depths *wire* and *firmware*.

Everything happens in the simulation's time: boards, cables and driver are called when something is due for them, in a
fixed order. So the same seed gives the same run, on an idle machine and on a busy one.
"""

import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Final, Protocol

from hal.boards.driver import BoardDriver
from hal.boards.lines import LineLost, SerialLine, finder
from hal.boards.options import BoardsOptions
from hal.boards.table import BoardTable
from hal.errors import LayoutError
from hal.layout import Layout
from hal.ports import BoardStatus, ButtonSource, Millis, Press, Scan
from hal.sim.cable import Cable
from hal.sim.world import ButtonChanged, Change, World

BOOT_TIME: Final[Millis] = 300
"""A board's way from power to the first byte."""


class SimulatedBoard(Protocol):
    """A board as it hangs on a cable: it has power or not, and a clock of its own that starts at each boot."""

    def boot(self, now: Millis, version: int | None, name: str) -> None:
        """Power comes: the program starts; `version` pretends another protocol version, `name` another board."""
        ...

    def halt(self) -> None:
        """Power goes."""
        ...

    def begin(self, now: Millis, data: bytes) -> None:
        """Take what has come and work up to `now`, perhaps beside other boards."""
        ...

    def end(self) -> list[tuple[Millis, bytes]]:
        """Wait until that is done; gives what it wrote when."""
        ...

    def due(self, now: Millis) -> Millis:
        """When it has something to do if nothing comes."""
        ...

    def blind(self, antenna: str, until: Millis) -> None:
        """Something covers an antenna."""
        ...

    def close(self) -> None:
        """For ever."""
        ...


class Unit:
    """A board with its cable."""

    def __init__(self, name: str, board: SimulatedBoard, cable: Cable) -> None:
        self.name: Final = name
        self.board: Final = board
        self.cable: Final = cable
        self.device = ""
        """The name under which the computer sees it."""
        self.line: CountedLine | None = None
        self.running = False
        self.boots_at: Millis | None = None
        self.version: int | None = None
        self.says_it_is = name

    @property
    def up(self) -> bool:
        """Whether it works and can be heard."""
        return self.running and self.cable.plugged and not self.cable.cut

    def due(self, now: Millis) -> Millis | None:
        """When something is due for board or cable."""
        moments = [self.cable.due(), self.boots_at, self.board.due(now) if self.running else None]
        return min((moment for moment in moments if moment is not None), default=None)


class CountedLine(SerialLine):
    """A real serial line; its cable asks how much the driver wrote."""

    def __init__(self, path: str, unit: Unit) -> None:
        super().__init__(path)
        self._unit: Final = unit
        self.collected = 0
        unit.line = self

    def close(self) -> None:
        """See `Line`."""
        if self._unit.line is self:
            self._unit.line = None
        super().close()


class BoardBench:
    """All boards of a simulated table on their cables, and the driver that reads them; a `PanelledApparatus`."""

    def __init__(self, layout: Layout, seed: int, make_board: Callable[[str], SimulatedBoard], world: World) -> None:
        now = world.now
        self._layout: Final = layout
        self._make_board: Final = make_board
        self._random: Final = Random(f"bench {seed}")
        self._folder: Final = tempfile.TemporaryDirectory(prefix="jantaku-lines-")
        self._plugged = 0
        self.units: Final[dict[str, Unit]] = {}
        find = finder([f"{self._folder.name}/*"])
        self.boards_table: Final = BoardTable(BoardsOptions(), layout, find, self._open, Random(f"host {seed}"))
        self.driver: Final = BoardDriver(self.boards_table)
        self.next_end: Millis = now
        self._driver_due: Millis = now
        for name in layout.boards:
            self.add(name, make_board(name), now)
        world.watch(self._see)

    # ---- the apparatus

    @property
    def boards(self) -> Mapping[str, Unit]:
        """See `Apparatus.boards`."""
        return self.units

    @property
    def buttons(self) -> ButtonSource:
        """See `PanelledApparatus.buttons`."""
        return _BenchButtons(self.driver)

    @property
    def outputs(self) -> BoardDriver:
        """See `PanelledApparatus.outputs`."""
        return self.driver

    @property
    def problems(self) -> Mapping[str, str]:
        """See `PanelledApparatus.problems`."""
        return self.boards_table.problems

    @property
    def figures(self) -> Mapping[str, str]:
        """See `PanelledApparatus.figures`."""
        return self.boards_table.figures()

    def begin_at(self, now: Millis) -> None:
        """See `Apparatus.begin_at`."""
        self.next_end = now
        for unit in self.units.values():
            if unit.boots_at is not None:
                unit.boots_at = now

    def poll(self, now: Millis) -> Sequence[Scan | BoardStatus]:
        """See `TileReader.poll`."""
        return self.driver.seen(now)

    def favour(self, antennas: Sequence[str]) -> None:
        """See `TileReader.favour`."""
        self.driver.favour(antennas)

    def _see(self, change: Change) -> None:
        """A finger moves: its board has something to do at once."""
        if isinstance(change, ButtonChanged):
            self.next_end = min(self.next_end, change.at)

    def advance(self, now: Millis) -> None:
        """See `Apparatus.advance`."""
        units = list(self.units.values())
        for unit in units:
            if unit.boots_at is not None and unit.boots_at <= now:
                unit.boots_at = None
                unit.running = True
                unit.board.boot(now, unit.version, unit.says_it_is)
        self._run_boards(units, now)
        delivered = [unit.cable.deliver(now) for unit in units if unit.cable.plugged]
        if any(delivered) or self._driver_due <= now:
            self.driver.pump(now)
            self._driver_due = self.boards_table.due(now)
            for unit in units:
                self._collect(unit, now)
        moments = [self._driver_due, *(due for unit in units if (due := unit.due(now)) is not None)]
        self.next_end = max(now + 1, min(moments))

    def _run_boards(self, units: Sequence[Unit], now: Millis) -> None:
        begun = []
        for unit in units:
            data = unit.cable.at_board(now)
            if unit.running and (data or unit.board.due(now) <= now):
                unit.board.begin(now, data)
                begun.append(unit)
        for unit in begun:
            for at, written in unit.board.end():
                unit.cable.send(written, max(at, now), to_host=True)

    def _collect(self, unit: Unit, now: Millis) -> None:
        line = unit.line
        if line is not None and line.written > line.collected:
            unit.cable.collect(line.written - line.collected, now)
            line.collected = line.written

    def _open(self, path: str) -> SerialLine:
        device = Path(path).name
        unit = next((unit for unit in self.units.values() if unit.device == device), None)
        if unit is None:
            raise LineLost(f"{path}: not plugged in")
        return CountedLine(path, unit)

    def close(self) -> None:
        """Let go of lines and processes; may be called more than once."""
        for unit in self.units.values():
            unit.cable.unplug()
            unit.board.close()
        self.boards_table.close()
        self._folder.cleanup()

    # ---- faults

    def add(self, name: str, board: SimulatedBoard, now: Millis, says_it_is: str | None = None) -> None:
        """Plug in a further board; it may say that it is another."""
        unit = Unit(name, board, Cable(Path(self._folder.name), self._random))
        unit.says_it_is = says_it_is or name
        self.units[name] = unit
        self._plug(unit, now, boot=0)

    def _plug(self, unit: Unit, now: Millis, boot: Millis = BOOT_TIME) -> None:
        """Devices are numbered in the order they appear, as the kernel does."""
        unit.device = f"ttyACM{self._plugged}"
        self._plugged += 1
        unit.cable.plug(unit.device)
        self._restart(unit, now + boot)

    def _restart(self, unit: Unit, at: Millis) -> None:
        if unit.running:
            unit.board.halt()
        unit.running, unit.boots_at = False, at
        self.next_end = min(self.next_end, at)

    def unit(self, board: str) -> Unit:
        """A board with its cable; raises `LayoutError` for one the table does not have."""
        try:
            return self.units[board]
        except KeyError:
            raise LayoutError(f"this table has no board {board!r}; it has {', '.join(self.units)}") from None

    def disturb(self, board: str, kind: str, amount: float) -> None:
        """See `PanelledApparatus.disturb`."""
        cable = self.unit(board).cable
        if kind == "corrupt":
            cable.corrupt = amount
        elif kind == "drop":
            cable.drop = amount
        elif kind == "duplicate":
            cable.duplicate = amount
        else:
            cable.delay = round(amount)

    def silence(self, board: str) -> None:
        """Nothing passes its cable any more; the driver notices after 2 s."""
        self.unit(board).cable.cut = True

    def unplug(self, board: str) -> None:
        """The cable is pulled, and with it the power."""
        unit = self.unit(board)
        if unit.cable.plugged:
            unit.cable.unplug()
            unit.board.halt()
            unit.running, unit.boots_at = False, None

    def reboot(self, board: str) -> None:
        """The board starts again; its line stays."""
        self._restart(self.unit(board), self.next_end + BOOT_TIME)

    def restore(self, board: str) -> None:
        """A silent board is heard again, an unplugged one comes back under another device name."""
        unit = self.unit(board)
        unit.cable.cut = False
        if not unit.cable.plugged:
            self._plug(unit, self.next_end)

    def pretend(self, board: str, version: int | None) -> None:
        """The board starts again with firmware of another protocol version; None: with the right one."""
        unit = self.unit(board)
        unit.version = version
        self._restart(unit, self.next_end + BOOT_TIME)

    def clone(self, board: str) -> str:
        """A second board that says it is `board` is plugged in; gives the name to unplug it by."""
        self.unit(board)
        name = f"clone of {board}"
        self.add(name, self._make_board(board), self.next_end, says_it_is=board)
        return name

    def blind(self, antenna: str, until: Millis) -> None:
        """Something covers an antenna."""
        self.units[self._layout.antenna(antenna).board].board.blind(antenna, until)


class _BenchButtons:
    def __init__(self, driver: BoardDriver) -> None:
        self._driver: Final = driver

    def poll(self, now: Millis) -> Sequence[Press | BoardStatus]:
        """See `ButtonSource.poll`."""
        return self._driver.pressed(now)
