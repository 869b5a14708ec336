"""A board of the depth *firmware*: the real firmware on MicroPython's unix port, a process a board.

The reader chip, its tags and the buttons are simulated inside that process (`hal/sim/pico`), register by register. Its
time passes only as it is granted: a busy machine makes a run slower, not different.
"""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

from firmware.roles import ROLES
from firmware.settings import FILE, Settings
from hal.boards.panels import SEAT_BOARDS
from hal.errors import DriverError
from hal.layout import Antenna
from hal.ports import Millis
from hal.sim.field import Coil, Field
from hal.sim.fingers import Fingers
from hal.sim.noise import NoiseProfile
from hal.sim.panels import Panels
from hal.sim.program import Answer, Program, micropython
from hal.sim.simpanel import SimPanel
from hal.sim.wireboard import REFERENCE

SLICE: Final[Millis] = 16
"""Time granted at once to a board that is busy."""
_OFF: Final = Answer(0, 0, b"", [])


class FirmwareBoard:
    """See `hal.sim.bench.SimulatedBoard`."""

    def __init__(
        self, name: str, antennas: Sequence[Antenna], field: Field, noise: NoiseProfile, seed: int, panels: Panels
    ) -> None:
        micropython()
        seat = SEAT_BOARDS.get(name)
        self._names: Final = [antenna.name for antenna in antennas]
        self._coils: Final = [field.coils[antenna] for antenna in self._names]
        short = [antenna.partition(".")[2] for antenna in self._names]
        self._role: Final = role_with(short)
        self._numbers: Final = [ROLES[self._role].index(antenna) for antenna in short]
        self._noise: Final = noise
        self._seed: Final = seed
        self._panel: Final = SimPanel(seat, panels)
        self._fingers: Final = Fingers(field.world, seat, noise, Random(f"fingers {name} {seed}"))
        self._blind_until: Final[list[Millis]] = [0] * len(antennas)
        self._known: list[object] = [None] * len(antennas)
        self._folder: Final = tempfile.TemporaryDirectory(prefix="jantaku-board-")
        self._program: Program | None = None
        self._state = _OFF
        self._booted: Millis = 0
        self._name = name
        self._version: int | None = None

    def boot(self, now: Millis, version: int | None, name: str) -> None:
        """See `SimulatedBoard.boot`."""
        self.halt()
        self._booted, self._version, self._name = now, version, name
        self._known = [None] * len(self._coils)
        folder = Path(self._folder.name)
        settings = Settings(name, self._role, [REFERENCE] * len(ROLES[self._role]))
        (folder / FILE).write_text(settings.text())
        self._program = Program(folder, self._seed, version)
        self.end()

    def halt(self) -> None:
        """See `SimulatedBoard.halt`."""
        if self._program is not None:
            self._program.stop()
            self._program = None
        self._state = _OFF

    def begin(self, now: Millis, data: bytes) -> None:
        """See `SimulatedBoard.begin`."""
        if self._program is not None:
            until = now - self._booted
            begin = self._state.reached if self._is_busy else until
            self._program.grant(begin, until, data, b"".join(self._changes(now)))

    def end(self) -> list[tuple[Millis, bytes]]:
        """See `SimulatedBoard.end`."""
        if self._program is None:
            return []
        state = self._program.answer()
        if state is None:
            self.boot(self._booted + self._state.reached, self._version, self._name)
            return []
        self._state = state
        for text in state.shown:
            self._panel.told(text)
        return [(self._booted + state.reached, state.written)]

    @property
    def _is_busy(self) -> bool:
        return self._state.due <= self._state.reached

    def _changes(self, now: Millis) -> list[bytes]:
        """Records of what has changed in front of the board, as `pico/granted.py` describes them."""
        records = [bytes((ord("B"), button, closed)) for button, closed in self._fingers.until(now)]
        for n, coil in enumerate(self._coils):
            blind = self._blind_until[n] > now
            state = (coil.whole, tuple(coil.edge), blind)
            if state != self._known[n]:
                self._known[n] = state
                records.append(self._antenna(n, coil, blind=blind))
        return records

    def _antenna(self, n: int, coil: Coil, *, blind: bool) -> bytes:
        tags = [(tag, self._noise.miss) for tag in sorted(coil.whole)]
        tags += [(tag, 1 - self._noise.edge_rate) for tag in sorted(coil.edge)]
        count = min(len(tags), 127)
        body = b"".join(bytes.fromhex(tag) + bytes([int(miss * 256)]) for tag, miss in tags[:count])
        return bytes((ord("A"), self._numbers[n], count | (0x80 if blind else 0))) + body

    def due(self, now: Millis) -> Millis:
        """See `SimulatedBoard.due`."""
        due = self._booted + (self._state.reached + SLICE if self._is_busy else self._state.due)
        edge = self._fingers.next_at()
        return due if edge is None else min(due, edge)

    def blind(self, antenna: str, until: Millis) -> None:
        """See `SimulatedBoard.blind`."""
        self._blind_until[self._names.index(antenna)] = until

    def close(self) -> None:
        """See `SimulatedBoard.close`."""
        self.halt()
        self._folder.cleanup()


def role_with(antennas: Sequence[str]) -> str:
    """The smallest role whose board has these antennas; the layout says what the table uses of it."""
    for role, names in sorted(ROLES.items(), key=lambda item: len(item[1])):
        if set(antennas) <= set(names):
            return role
    raise DriverError(f"no board has the antennas {', '.join(antennas)}; see firmware/roles.py")
