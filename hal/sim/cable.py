"""A cable between a simulated board and the computer: a pseudo-terminal, and everything that can happen to bytes.

The computer's end is a real serial device to it. Delays pass in the simulation's time; that the kernel carries bytes
through a pseudo-terminal in its own time is waited for, so that a run does not depend on how busy the machine is.
"""

import fcntl
import os
import pty
import select
import struct
import termios
import time
import tty
from collections import deque
from pathlib import Path
from random import Random
from typing import Final

from hal.ports import Millis

LATENCY: Final[Millis] = 1
"""A USB frame."""
_PATIENCE_SECONDS: Final = 0.5
"""How long the kernel may take to carry bytes to the other end."""


class Cable:
    """One cable; faults are attributes that may be changed at any time.

    `plug` makes a new pseudo-terminal and a link to it in `folder`; a name given twice is the same device name.
    """

    def __init__(self, folder: Path, random: Random) -> None:
        self.corrupt = 0.0
        """Chance that a write has a byte changed, lost or added."""
        self.drop = 0.0
        """Chance that a write is lost."""
        self.duplicate = 0.0
        """Chance that a write arrives twice."""
        self.delay: Millis = 0
        """Longest time added to a write's way; later ones never overtake it."""
        self.cut = False
        """Nothing passes, although the device is there: silence."""
        self._folder: Final = folder
        self._random: Final = random
        self._link: Path | None = None
        self.master = -1
        """The descriptor of the board's end."""
        self._slave = -1
        self._to_host: deque[tuple[Millis, bytes]] = deque()
        self._to_board: deque[tuple[Millis, bytes]] = deque()

    # ---- plug

    @property
    def plugged(self) -> bool:
        """Whether the computer sees a device."""
        return self._link is not None

    def plug(self, name: str) -> None:
        """The device appears under a name."""
        self.master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self.master, False)
        self._link = self._folder / name
        self._link.symlink_to(os.ttyname(self._slave))

    def unplug(self) -> None:
        """The device vanishes, and what was under way with it."""
        if self._link is not None:
            self._link.unlink()
            self._link = None
            os.close(self.master)
            os.close(self._slave)
        self._to_host.clear()
        self._to_board.clear()

    # ---- bytes

    def send(self, data: bytes, now: Millis, *, to_host: bool) -> None:
        """One end writes."""
        if not data or self.cut or not self.plugged:
            return
        queue = self._to_host if to_host else self._to_board
        for piece in self._damaged(data):
            arrives = now + LATENCY + (self._random.randint(0, self.delay) if self.delay else 0)
            queue.append((max(arrives, queue[-1][0] if queue else 0), piece))

    def _damaged(self, data: bytes) -> list[bytes]:
        random = self._random
        if self.drop and random.random() < self.drop:
            return []
        if self.corrupt and random.random() < self.corrupt:
            at = random.randrange(len(data))
            new = random.choice((b"", bytes([random.randrange(256)]), data[at : at + 1] + b"\x00"))
            data = data[:at] + new + data[at + 1 :]
        return [data, data] if self.duplicate and random.random() < self.duplicate else [data]

    def due(self) -> Millis | None:
        """When the next bytes arrive somewhere."""
        arrivals = [queue[0][0] for queue in (self._to_host, self._to_board) if queue]
        return min(arrivals) if arrivals else None

    def at_board(self, now: Millis) -> bytes:
        """What has arrived at the board by now."""
        return _taken(self._to_board, now)

    def deliver(self, now: Millis) -> bool:
        """Put what has arrived by now into the computer's device; whether there was anything."""
        data = _taken(self._to_host, now)
        if not data:
            return False
        wanted = self._waiting(self._slave) + len(data)
        try:
            wanted -= len(data) - os.write(self.master, data)
        except BlockingIOError:
            return True  # nobody reads: the device's buffer is full, as a real one's would be
        limit = time.monotonic() + _PATIENCE_SECONDS
        while self._waiting(self._slave) < wanted and time.monotonic() < limit:
            os.sched_yield()
        return True

    def collect(self, count: int, now: Millis) -> None:
        """Take the `count` bytes that the computer has written."""
        data = b""
        limit = time.monotonic() + _PATIENCE_SECONDS
        while len(data) < count and select.select([self.master], [], [], max(0.0, limit - time.monotonic()))[0]:
            data += os.read(self.master, count - len(data))
        self.send(data, now, to_host=False)

    @staticmethod
    def _waiting(descriptor: int) -> int:
        counted: int = struct.unpack("i", fcntl.ioctl(descriptor, termios.FIONREAD, bytes(4)))[0]
        return counted


def _taken(queue: deque[tuple[Millis, bytes]], now: Millis) -> bytes:
    data = b""
    while queue and queue[0][0] <= now:
        data += queue.popleft()[1]
    return data
