"""The table's clock, marked every second, so that a restart goes on where time stood.

The file is also the lock that keeps a second service from the same journal.

The mark is one line in a small file, overwritten in place and left to the operating system to write out: a killed
service loses nothing of it, and a memory card is spared a commit a second. After a power cut the mark may be some
seconds old; then the newest input's time counts.
"""

import fcntl
import os
import re
from pathlib import Path
from typing import Final

import structlog

from controller.errors import JournalError
from hal.ports import Millis

_log = structlog.get_logger("journal")

EVERY_MILLIS: Final = 1_000

_MARK: Final = re.compile(rb"\d{19}\n")
_BYTES: Final = 20


class ClockMark:
    """Keeps the newest table time in a file, which it locks.

    Raises `JournalError` when another process keeps it already.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o640)
        except OSError as error:
            raise JournalError(
                f"cannot write {path} ({error.strerror}): check that its folder exists and this user may write there"
            ) from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._file)
            raise JournalError(
                f"another Jantaku is writing this journal ({path} is locked): stop it, or name another journal file"
            ) from None
        self._marked: Millis | None = None
        self._failing = False

    def read(self) -> Millis | None:
        """The time of the last mark, 0 when there is none; None for a file that is not what `mark` writes."""
        try:
            text = os.pread(self._file, _BYTES, 0)
        except OSError:
            return None
        return int(text) if _MARK.fullmatch(text) else None if text else 0

    def mark(self, now: Millis, *, exactly: bool = False) -> None:
        """Write the time if the last mark is `EVERY_MILLIS` old, or in any case."""
        if self._marked is not None and now - self._marked < (1 if exactly else EVERY_MILLIS):
            return
        self._marked = now
        try:
            os.pwrite(self._file, b"%019d\n" % now, 0)
        except OSError as error:  # a full or failing medium: the newest input's time counts then, play goes on
            if not self._failing:
                _log.warning("clock_not_marked", error=error.strerror)
            self._failing = True
        else:
            self._failing = False

    def forget(self) -> None:
        """Take the mark away: another journal has taken the place of the one it was for. Raises `OSError`."""
        os.ftruncate(self._file, 0)
        self._marked = None

    def release(self) -> None:
        """Close the file; another process may keep it now."""
        os.close(self._file)
