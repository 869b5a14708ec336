"""Which lines are open, which devices refuse, and when to look again."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from hal.boards.lines import Line, LineLost
from hal.boards.session import BoardSession
from hal.ports import Millis

LOOK_EVERY: Final[Millis] = 500
REOPEN: Final[tuple[Millis, ...]] = (500, 1_000, 2_000, 5_000, 10_000)
"""Pauses between tries to open a device that refuses; the last one again and again."""


@dataclass(slots=True)
class _Refusing:
    tries: int
    again_at: Millis
    reason: str


class Directory:
    """Opens every device found, once, and again with growing pauses when it fails or goes away.

    A device that comes back under another name is a new device: who it is it says itself.
    """

    def __init__(self, find: Callable[[], Sequence[str]], open_line: Callable[[str], Line], random: Random) -> None:
        self._find: Final = find
        self._open_line: Final = open_line
        self._random: Final = random
        self._refusing: dict[str, _Refusing] = {}
        self.sessions: Final[dict[str, BoardSession]] = {}
        """Open lines by device name."""
        self.look_at: Millis = 0

    def look(self, now: Millis) -> None:
        """Open what is there and not open yet, at most every `LOOK_EVERY`."""
        if now < self.look_at:
            return
        self.look_at = now + LOOK_EVERY
        present = self._find()
        for path in [path for path in self._refusing if path not in present]:
            del self._refusing[path]
        for path in present:
            refusing = self._refusing.get(path)
            if path not in self.sessions and (refusing is None or now >= refusing.again_at):
                self._open(path, now)

    def _open(self, path: str, now: Millis) -> None:
        try:
            line = self._open_line(path)
        except LineLost as lost:
            self._refuse(path, str(lost), now)
            return
        self.sessions[path] = BoardSession(line, self._random.randint(1, 0xFFFF), now)

    def lose(self, path: str, reason: str, now: Millis) -> None:
        """Close a line that failed; it is opened again if its device is there."""
        self.sessions.pop(path).line.close()
        self._refuse(path, reason, now)

    def _refuse(self, path: str, reason: str, now: Millis) -> None:
        tries = self._refusing[path].tries if path in self._refusing else 0
        self._refusing[path] = _Refusing(tries + 1, now + REOPEN[min(tries, len(REOPEN) - 1)], reason)

    def works(self, path: str) -> None:
        """The device has proved good: its next failure is the first one again."""
        self._refusing.pop(path, None)

    def reasons(self) -> Iterator[tuple[str, str]]:
        """Devices that are there and cannot be opened, and why."""
        for path, refusing in self._refusing.items():
            if path not in self.sessions:
                yield path, refusing.reason

    def close(self) -> None:
        """Close every line."""
        for session in self.sessions.values():
            session.line.close()
        self.sessions.clear()
