"""The table's clock, marked every second, so that a restart goes on where time stood.

The mark is one line in a small file, overwritten in place and left to the operating system to write out: a killed
service loses nothing of it, and a memory card is spared a commit a second. After a power cut the mark may be some
seconds old; then the newest input's time counts.
"""

import os
from pathlib import Path
from typing import Final

from hal.ports import Millis

EVERY_MILLIS: Final = 1_000


class ClockMark:
    """Keeps the newest table time in a file."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o640)
        self._marked: Millis = self.read()

    def read(self) -> Millis:
        """The time of the last mark; 0 when there is none."""
        text = os.pread(self._file, 32, 0).split(b"\n")[0]
        return int(text) if text.isdigit() else 0

    def mark(self, now: Millis) -> None:
        """Write the time, at most once every `EVERY_MILLIS`."""
        if now - self._marked >= EVERY_MILLIS:
            self._write(now)

    def close(self, now: Millis) -> None:
        """Write the last time exactly and close the file."""
        self._write(max(now, self._marked))
        os.close(self._file)

    def _write(self, now: Millis) -> None:
        os.pwrite(self._file, b"%019d\n" % now, 0)
        self._marked = now
