"""Simulated time for one board, granted in slices by the simulation over the process's standard input.

The answers go to a descriptor of their own: what the firmware prints, a traceback too, is for people.


    grant:   from, until (u32 milliseconds of the board's clock), size of data, size of changes (u16 each), both
    answer:  reached, due (u32), size of data, size of shows (u16 each), both

`changes` are records of the world: `A` antenna count (uid 8, miss u8)*, `B` button level. `shows` are records of the
panel: a length u8, then the text.
"""

import struct
import sys

try:
    from collections.abc import Callable
    from typing import Any
except ImportError:  # MicroPython, which never looks at an annotation
    pass


class GrantedTime:
    """Microseconds; whoever lets them pass beyond what is granted waits for the next grant."""

    def __init__(self, change: "Callable[[bytes], None]") -> None:
        self.us = 0
        self._until = 0
        self._change = change
        self._answers: Any = None
        self._written = bytearray()
        self._shown = bytearray()
        self._data = b""

    def connect(self, change: "Callable[[bytes], None]", answers: "Any") -> None:
        """Tell changes to `change`, answer on the stream `answers`."""
        self._change = change
        self._answers = answers

    def sleep_us(self, microseconds: int) -> None:
        """Let time pass."""
        self.us += microseconds
        while self.us >= self._until:
            self._exchange(self.us // 1000)

    def idle(self, milliseconds: int) -> None:
        """Nothing to do for so long, unless something comes."""
        due = self.us // 1000 + milliseconds
        while not self._data:
            if due * 1000 < self._until:
                self.us = max(self.us, due * 1000)
                return
            self.us = max(self.us, self._until)
            if self._exchange(due):
                return

    def _exchange(self, due: int) -> bool:
        """Answer the last grant and wait for the next; whether the next one tells something new."""
        head = struct.pack("<IIHH", self.us // 1000, due, len(self._written), len(self._shown))
        self._answers.write(head + self._written + self._shown)
        self._written = bytearray()
        self._shown = bytearray()
        begin, until, data, changes = struct.unpack("<IIHH", _exactly(12))
        self.us = max(self.us, begin * 1000)
        self._until = until * 1000
        if data:
            self._data += _exactly(data)
        if changes:
            self._change(_exactly(changes))
        return bool(data or changes)

    # ---- the board's line

    def read(self) -> bytes:
        """See `UsbStream`."""
        data, self._data = self._data, b""
        return data

    def write(self, data: bytes) -> None:
        """See `UsbStream`."""
        self._written.extend(data)

    def wait(self, milliseconds: int) -> None:
        """See `UsbStream`."""
        self.idle(milliseconds)

    def show(self, text: str) -> None:
        """Tell what the panel shows now."""
        record = text.encode()[:255]
        self._shown.append(len(record))
        self._shown.extend(record)


def _exactly(size: int) -> bytes:
    data = sys.stdin.buffer.read(size)
    if len(data) < size:
        raise SystemExit  # the simulation has ended
    return data


now = GrantedTime(lambda changes: None)
"""The one time of this process; `launch` gives it somebody to tell changes to."""


def listen(change: "Callable[[bytes], None]", answers: int) -> None:
    """Call `change` with every record of the world; `answers` is the descriptor to answer on."""
    now.connect(change, open(answers, "wb"))  # noqa: SIM115 - for as long as the process lives
