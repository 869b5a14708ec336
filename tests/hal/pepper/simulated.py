"""A simulated Pepper C1, byte for byte as its manual describes it, and a pseudo-terminal to plug it into.

with PtyLine([SimulatedPepper({1: [uid, ...], 2: []})]) as line:
    serial.Serial(line.port)
"""

import os
import pty
import select
import threading
import tty
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Self

from hal.pepper.codec import ACK, DEFAULT_ADDRESS, DIALECTS, ERROR, EVENT, DialectName, FrameReader, encode
from hal.ports import TagId

NO_TAG: Final = b"\x01\x00"
"""Error code given when no tag answers; the manual leaves it open, the driver does not look at it."""


@dataclass
class Faults:
    """What is wrong with a simulated reader at the moment."""

    mute: bool = False
    """It answers nothing."""
    corrupt: int = 0
    """So many of its next answers have a flipped bit."""
    chatter: bool = False
    """Noise, and an event nobody asked for, come before each answer."""
    endless: bool = False
    """It says of each tag that there are more, and begins again after the last."""
    stuck: bool = False
    """It refuses to switch antennas."""


@dataclass
class SimulatedPepper:
    """One reader: tags (UIDs of 16 hexadecimal digits) by antenna socket 1-8."""

    tags: dict[int, list[TagId]]
    dialect: DialectName = "plain"
    address: int = DEFAULT_ADDRESS
    antenna_code: int | None = None
    name: str = "PEPR"
    version: str = "1.97 Mar 14 2023 10:11:12"
    antenna: int = 1
    polling: bool = True
    """Whether it looks for tags by itself, as it does when it is sold."""
    faults: Faults = field(default_factory=Faults)
    _quiet: list[TagId] = field(default_factory=list)
    _frames: FrameReader = field(default_factory=FrameReader)

    def receive(self, data: bytes) -> bytes:
        """What the reader says to bytes from the line; nothing to frames for other addresses."""
        return b"".join(self._obey(payload) for payload in self._frames.feed(data))

    def _obey(self, payload: bytes) -> bytes:
        head = b""
        if DIALECTS[self.dialect].addressed:
            head, payload = payload[:1], payload[1:]
            if head != bytes([self.address]):
                return b""
        if self.faults.mute or not payload:
            return b""
        frame = encode(head + self._answer(payload[0], payload[1:]))
        if self.faults.corrupt:
            self.faults.corrupt -= 1
            frame = frame[:-1] + bytes([frame[-1] ^ 0x10])
        if self.faults.chatter:
            frame = b"\xf5\x00\x17" + encode(head + bytes([EVENT, 0x01])) + frame
        return frame

    def _answer(self, code: int, data: bytes) -> bytes:
        dialect = DIALECTS[self.dialect]
        done = bytes([ACK, code])
        if code == dialect.version:
            return done + self.version.encode()
        if code == dialect.settings and data == dialect.settings_data:
            return done + self._settings()
        if code in (dialect.reboot, dialect.polling):
            if code == dialect.reboot:
                self.antenna, self._quiet, self.polling = 1, [], True
            else:
                self.polling = data != b"\0"
            return done
        switches = code in (dialect.antenna, self.antenna_code) and not self.faults.stuck
        if switches and len(data) == 1 and 1 <= data[0] <= 8:
            self.antenna = data[0]
            return done
        if code in (dialect.inventory_start, dialect.inventory_next) and len(data) == 1:
            return self._inventory(code, dialect.inventory_start)
        return bytes([ERROR, code]) + NO_TAG

    def _settings(self) -> bytes:
        name = self.name.encode("ascii")
        if DIALECTS[self.dialect].addressed:  # speed, address, termination, name
            return bytes([5, self.address, 0]) + name[:4].ljust(4)
        return bytes([0, 0, 0, len(name)]) + name

    def _inventory(self, code: int, start: int) -> bytes:
        if code == start:
            self._quiet = []
        present = self.tags.get(self.antenna, [])
        left = [uid for uid in present if uid not in self._quiet]
        if not left and self.faults.endless:
            self._quiet, left = [], list(present)
        if not left:
            return bytes([ERROR, code]) + NO_TAG
        self._quiet.append(left[0])
        more = self.faults.endless or len(left) > 1
        return bytes([ACK, code]) + bytes.fromhex(left[0])[::-1] + bytes([0, more])


class PtyLine:
    """A pseudo-terminal with readers on it; `port` is what a driver opens. `unplug` takes it away."""

    def __init__(self, readers: Sequence[SimulatedPepper]) -> None:
        self._readers: Final = readers
        self._master, slave = pty.openpty()
        tty.setraw(slave)
        self.port: Final = os.ttyname(slave)
        self._slave: int | None = slave
        self._end: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._run, name=f"pepper on {self.port}", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.unplug()

    def unplug(self) -> None:
        """Pull the cable; may be called more than once."""
        if self._slave is None:
            return
        self._end.set()
        self._thread.join()
        os.close(self._slave)
        os.close(self._master)
        self._slave = None

    def _run(self) -> None:
        while not self._end.is_set():
            if not select.select([self._master], [], [], 0.02)[0]:
                continue
            data = os.read(self._master, 1024)
            for reader in self._readers:
                os.write(self._master, reader.receive(data))
