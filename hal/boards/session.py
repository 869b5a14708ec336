"""One board at the other end of a line: its link, its clock, and what it says as plain values."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from firmware import wire
from hal.boards.clock import BoardClock
from hal.boards.lines import Line
from hal.ports import Millis, TagId

_MOST_PENDING: Final = 32
"""With so many messages unacknowledged nothing is added that a later message replaces."""
_MOST_PARTS: Final = 64
"""A scan in more parts than this (1,500 tags) is nonsense."""


@dataclass(frozen=True, slots=True)
class Hello:
    """What a board says about itself when a session begins."""

    version: int
    build: int
    board: str
    role: str
    antennas: tuple[str, ...]
    serial: str

    @classmethod
    def parse(cls, version: int, build: int, text: str) -> "Hello":
        """From a `hello` message; what the text lacks is empty."""
        board, role, antennas, _, serial = (*text.split(), "", "", "-", "", "")[:5]
        return cls(version, build, board, role, tuple(filter(None, antennas.replace("-", "").split(","))), serial)


@dataclass(frozen=True, slots=True)
class AntennaScan:
    """One whole inventory, by the antenna's number, in table time."""

    antenna: int
    started: Millis
    ended: Millis
    tags: frozenset[TagId]
    reference: bool | None


@dataclass(frozen=True, slots=True)
class Pressed:
    """A press of a button by its number, in table time."""

    button: int
    at: Millis


@dataclass(frozen=True, slots=True)
class MachineNews:
    """The table machine's new state, by its number, in table time."""

    state: int
    at: Millis


@dataclass(frozen=True, slots=True)
class TurnOver:
    """The board's field is off again."""

    number: int


@dataclass(frozen=True, slots=True)
class ChipFault:
    """The reader chip fails (`text` says how), or works again (no text)."""

    antenna: int
    text: str


@dataclass(frozen=True, slots=True)
class AntennaHealth:
    """An antenna's figures since its board started; `field` in the chip's own units."""

    antenna: int
    reads: int
    misses: int
    collisions: int
    field: int


News: TypeAlias = Hello | AntennaScan | Pressed | MachineNews | TurnOver | ChipFault | AntennaHealth


class BoardSession:
    """The computer's end of one line. Its owner calls `receive`, says what there is to say, then `flush`."""

    def __init__(self, line: Line, first_session: int, now: Millis) -> None:
        self.line: Final = line
        self.link: Final = wire.Link(host=True, session=first_session)
        self.opened: Final = now
        self.clock = BoardClock()
        self.hello: Hello | None = None
        self.gaps = 0
        """How often events were missing, so that everything had to be asked for again."""
        self.nonsense = 0
        """Messages that arrived whole and mean nothing."""
        self._sessions = 0
        self._counter: int | None = None
        self._parts: list[dict[str, Any]] = []

    # ---- hearing

    def receive(self, now: Millis) -> list[News]:
        """What the board has said since the last call, in its order; raises `LineLost`."""
        news: list[News] = []
        for body in self.link.receive(self.line.read(), now):
            self._notice_session()
            try:
                name, values = wire.decode_message(body)
            except wire.WireError:
                self.nonsense += 1
                continue
            news.extend(self._understand(name, values, now))
        self._notice_session()
        return news

    def _notice_session(self) -> None:
        if self.link.sessions != self._sessions:
            self._sessions = self.link.sessions
            self.clock = BoardClock()
            self.hello = None
            self._counter = None
            self._parts = []

    def _understand(self, name: str, values: dict[str, Any], now: Millis) -> Iterator[News]:
        if name == "hello":
            self._counter = values["counter"]
            self._parts = []
            self.hello = Hello.parse(values["version"], values["build"], values["text"])
            yield self.hello
        elif self.hello is None or self.hello.version != wire.PROTOCOL_VERSION:
            self.nonsense += 1  # nothing may come before HELLO, nor be understood of another version
        elif name == "scan":
            yield from self._scan(values, now)
        elif name == "button" and self._is_next(values["counter"]):
            yield Pressed(values["button"], self.clock.table_time(values["at"], now))
        elif name == "machine" and self._is_next(values["counter"]):
            yield MachineNews(values["state"], self.clock.table_time(values["at"], now))
        elif name == "turn_over":
            yield TurnOver(values["number"])
        elif name == "fault":
            yield ChipFault(values["antenna"], values["text"])
        elif name == "health":
            yield AntennaHealth(**values)
        elif name == "clock":
            self.clock.answered(values["asked"], values["at"], now)
        else:
            self.nonsense += 1

    def _scan(self, values: dict[str, Any], now: Millis) -> Iterator[News]:
        parts = self._parts
        if parts and any(values[key] != parts[0][key] for key in ("counter", "antenna", "started")):
            self.nonsense += 1
            parts.clear()
        if not parts and not self._is_next(values["counter"]):
            return
        parts.append(values)
        if values["flags"] & wire.SCAN_MORE and len(parts) < _MOST_PARTS:
            return
        tags = frozenset(tag for part in parts for tag in part["tags"])
        flags = parts[-1]["flags"]
        parts.clear()
        ended = self.clock.table_time(values["ended"], now)
        started = min(ended, self.clock.table_time(values["started"], now))
        seen, missed = flags & wire.SCAN_REFERENCE, flags & wire.SCAN_NO_REFERENCE
        yield AntennaScan(values["antenna"], started, ended, tags, bool(seen) if seen or missed else None)

    def _is_next(self, counter: int) -> bool:
        """Count an event; after a gap everything is asked for again, and the event itself is good all the same."""
        if counter != self._counter:
            if self._counter is not None and (counter - self._counter) & 0xFFFFFFFF >= 1 << 31:
                self.nonsense += 1  # told already, in this very session
                return False
            self.gaps += 1
            self.say("snapshot")
        self._counter = (counter + 1) & 0xFFFFFFFF
        return True

    # ---- saying

    @property
    def is_open(self) -> bool:
        """Whether something can be said now."""
        return self.link.is_open

    @property
    def crowded(self) -> bool:
        """Whether so much is under way that lamps and display lines had better wait: the latest counts."""
        return self.link.pending >= _MOST_PENDING

    def say(self, name: str, **values: Any) -> None:
        """Queue a message; without a session it is dropped, for the next one begins with everything anyway."""
        if self.link.is_open:
            self.link.send(wire.encode_message(name, values))

    def flush(self, now: Millis) -> None:
        """Ask the clock if it is time, and write what is due; raises `LineLost`."""
        if self.hello is not None and self.link.is_open and now >= self.clock.ask_at and not self.crowded:
            self.say("ask_clock", asked=self.clock.ask(now))
        data = self.link.poll(now)
        if data:
            self.line.write(data)

    def due(self, now: Millis) -> Millis:
        """When `flush` has something to do if nothing comes."""
        due = self.link.due(now)
        return min(due, self.clock.ask_at) if self.hello is not None and self.link.is_open else due
