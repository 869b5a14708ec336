"""Boards that say what a test wants, on lines without a kernel: the real link, and nothing behind it."""

from collections.abc import Sequence
from random import Random
from typing import Any

from firmware import wire
from hal.boards.lines import Line, LineLost
from hal.boards.options import BoardsOptions
from hal.boards.table import BoardTable, Observation
from hal.layout import CENTRE, standard_layout
from hal.ports import BoardStatus

SEAT_ANTENNAS = "drawn,hand1,hand2,river1,river2,melds"
CENTRE_ANTENNAS = "dora1,dora2"


class ScriptedBoard:
    """The board's end of a line, which is also the line itself. It answers the clock and ends its turns at once."""

    def __init__(self, name: str, antennas: str | None = None, version: int = wire.PROTOCOL_VERSION) -> None:
        self.link = wire.Link(host=False)
        self.hello = f"{name} seat {antennas or (CENTRE_ANTENNAS if name == CENTRE else SEAT_ANTENNAS)} 8 serial"
        self.version = version
        self.counter = 0
        self.told: list[tuple[str, dict[str, Any]]] = []
        self.gone = False
        self.mute = False
        self.closed = False
        self.now = 0
        self._sessions = 0

    def fileno(self) -> int:
        return -1

    def read(self) -> bytes:
        if self.gone:
            raise LineLost("unplugged")
        if self.mute:
            return b""
        if self.link.sessions != self._sessions:
            self._sessions = self.link.sessions
            self.greet()
        return self.link.poll(self.now)

    def write(self, data: bytes) -> None:
        if self.gone:
            raise LineLost("unplugged")
        if self.mute:
            return
        for body in self.link.receive(data, self.now):
            name, values = wire.decode_message(body)
            self.told.append((name, values))
            if name == "ask_clock":
                self.say("clock", asked=values["asked"], at=self.now)
            elif name == "turn":
                self.say("turn_over", number=values["number"])
            elif name == "snapshot":
                self.greet()

    def close(self) -> None:
        self.closed = True

    def reboot(self) -> None:
        """Power off and on."""
        self.link = wire.Link(host=False)
        self._sessions = 0
        self.counter = 0

    def greet(self) -> None:
        self.say("hello", version=self.version, build=20261130, counter=self.counter, text=self.hello)

    def say(self, name: str, **values: Any) -> None:
        self.link.send(wire.encode_message(name, values))

    def event(self, name: str, **values: Any) -> None:
        """Say something that is counted."""
        self.say(name, counter=self.counter, **values)
        self.counter += 1

    def scan(self, antenna: int, tags: Sequence[str], flags: int = wire.SCAN_REFERENCE, took: int = 50) -> None:
        self.event("scan", antenna=antenna, flags=flags, started=self.now - took, ended=self.now, tags=list(tags))

    def heard(self, name: str) -> list[dict[str, Any]]:
        return [values for heard, values in self.told if heard == name]


class ScriptedTable:
    """A `BoardTable` whose devices are scripted boards, by device name."""

    def __init__(self, devices: dict[str, ScriptedBoard], **options: Any) -> None:
        self.devices = devices
        self.refuse: dict[str, str] = {}
        self.opened: list[str] = []
        self.now = 0
        self.seen: list[Observation] = []
        self.table = BoardTable(BoardsOptions(**options), standard_layout(), self._find, self._open, Random(1))

    def _find(self) -> list[str]:
        return [*self.devices, *self.refuse]

    def _open(self, path: str) -> Line:
        self.opened.append(path)
        if path in self.refuse:
            raise LineLost(f"{path}: {self.refuse[path]}")
        return self.devices[path]

    def run(self, milliseconds: int) -> list[Observation]:
        """Let time pass; gives what was sensed in it."""
        seen: list[Observation] = []
        for _ in range(milliseconds // 10):
            self.now += 10
            for board in self.devices.values():
                board.now = self.now
            seen += self.table.pump(self.now)
        self.seen += seen
        return seen

    def states(self) -> dict[str, bool]:
        """The last that was told of each board."""
        return {one.board: one.online for one in self.seen if isinstance(one, BoardStatus)}

    def reason(self, board: str) -> str:
        return next(one.reason for one in reversed(self.seen) if isinstance(one, BoardStatus) and one.board == board)


def whole_table() -> ScriptedTable:
    """All five boards, found."""
    names = ("seat0", "seat1", "seat2", "seat3", CENTRE)
    table = ScriptedTable({f"tty{n}": ScriptedBoard(name) for n, name in enumerate(names)})
    table.run(500)
    assert table.states() == dict.fromkeys(names, True)
    return table
