"""Serial lines: which there are, and bytes in and out without ever waiting."""

import glob
import select
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, Protocol

import serial

from firmware import wire
from hal.errors import DriverError
from hal.serials import why_closed

AUTO: Final = (
    "/dev/serial/by-id/*MicroPython*",
    "/dev/serial/by-id/*Raspberry_Pi_Pico*",
    "/dev/serial/by-id/*Jantaku*",
)
"""Where boards on USB are looked for by themselves; any other line must be named in the configuration."""

_MOST_AT_ONCE: Final = 65_536


class LineLost(DriverError, OSError):
    """The device at the other end of a line is gone, or the line cannot be opened; the text says what to do."""


class Line(Protocol):
    """An open serial line."""

    def fileno(self) -> int:
        """The descriptor to wait on."""
        ...

    def read(self) -> bytes:
        """What has come since the last call, perhaps nothing; raises `LineLost`."""
        ...

    def write(self, data: bytes) -> None:
        """Send what the line takes at once and drop the rest, which the link sends again; raises `LineLost`."""
        ...

    def close(self) -> None:
        """Let go of the device; never raises."""
        ...


class SerialLine:
    """A serial device held for this program alone."""

    def __init__(self, path: str) -> None:
        """Open the device; raises `LineLost` saying why it cannot be used."""
        self.written = 0
        """Bytes the device has taken."""
        self._path: Final = path
        try:
            self._port: Final = serial.Serial(path, wire.BAUD, timeout=0, write_timeout=0, exclusive=True)
        except (OSError, ValueError) as error:  # pyserial raises bare OSErrors too
            raise LineLost(why_closed(path, error)) from error

    def fileno(self) -> int:
        """See `Line`."""
        return int(self._port.fileno())

    def read(self) -> bytes:
        """See `Line`."""
        try:
            return bytes(self._port.read(_MOST_AT_ONCE))
        except (OSError, TypeError) as error:  # TypeError: pyserial after its device was closed under it
            raise LineLost(f"{self._path}: unplugged") from error

    def write(self, data: bytes) -> None:
        """See `Line`."""
        try:
            # Only when the line takes something: pyserial would try again and again.
            if select.select([], [self._port.fileno()], [], 0)[1]:
                self.written += self._port.write(data) or 0
        except (OSError, TypeError, ValueError) as error:
            raise LineLost(f"{self._path}: unplugged") from error

    def close(self) -> None:
        """See `Line`."""
        try:
            self._port.close()
        except OSError:
            return  # the device is gone already, and its descriptor with it


def finder(patterns: Sequence[str]) -> Callable[[], list[str]]:
    """A function that lists the devices present now, for the patterns of the configuration.

    A device reached by two names is listed once, by the name that comes first: it is the patterns' order that
    counts, and names by identity come before `/dev/ttyACM0` and the like, which change from boot to boot.
    """

    def find() -> list[str]:
        found: dict[Path, str] = {}
        for pattern in patterns:
            for path in sorted(glob.glob(pattern)):  # noqa: PTH207 - patterns are absolute
                found.setdefault(Path(path).resolve(), path)
        return list(found.values())

    return find
