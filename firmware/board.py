"""What a reader board with its seat panel does: one loop, without I/O of its own.

`Board.step` is called as often as possible with the bytes that came from the computer and gives the bytes to send.
The antennas, contacts and lights are handed in, so that the same program runs on a Pico, on MicroPython's unix port
and in tests.
"""

try:
    from collections.abc import Callable
    from typing import Any
except ImportError:  # MicroPython, which never looks at a quoted annotation
    pass

from firmware import wire
from firmware.buttons import Buttons
from firmware.inventory import Figures
from firmware.scheduler import Scheduler

BUILD = 20261130
HEALTH_EVERY_MS = 5000
MOST_WAITING = 24
"""With so many messages unacknowledged, new scans are dropped (and their numbers leave a gap) instead of queued."""


class Head:
    """The antennas of one board.

    A board's hardware gives: `count` antennas, `references` (the UID of each antenna's fixed reference tag, or None),
    and `read(antenna, figures, keep_going)` that switches to an antenna and gives its set of UIDs, or None if it was
    interrupted or the chip failed (`fault` then says why).
    """

    count = 0
    references: "tuple[bytes | None, ...]" = ()
    fault = ""

    def read(self, antenna: int, figures: Figures, keep_going: "Callable[[], bool]") -> "set[bytes] | None":
        """A board without a reader reads nothing."""
        return None

    def field(self, antenna: int) -> int:
        """How strong the field is at an antenna, in the chip's own units; 0 if unknown."""
        return 0


class Panel:
    """The contacts and lights of one seat; a board without a panel keeps this one, which has none."""

    count = 0

    def contacts(self) -> "list[bool]":
        """Whether each button is closed now."""
        return []

    def lamp(self, button: int, lit: bool) -> None:
        """Light or darken a button."""

    def tune(self, name: str) -> None:
        """Begin a tune."""

    def show(self, line: int, text: str) -> None:
        """A line of the display."""

    def reboot(self) -> None:
        """Restart the board."""


class Board:
    """The program of one board; `name` and `role` were given to it when it was flashed."""

    def __init__(self, name: str, role: str, antennas: "list[str]", head: Head, panel: Panel) -> None:
        self.link = wire.Link(host=False)
        self._hello = " ".join([name, role, ",".join(antennas)])
        self._head = head
        self._panel = panel
        self._buttons = Buttons(panel.count)
        self._scheduler = Scheduler(head.count)
        self._counter = 0
        self._session = 0
        self._last: list[set[bytes] | None] = [None] * head.count
        self._figures = [Figures() for _ in range(head.count)]
        self._reads = [0] * head.count
        self._misses = [0] * head.count
        self._health_at = 0

    def step(self, data: bytes, now: int, clock: "Callable[[], int]") -> bytes:
        """Take what has come, do one thing, give what is to be sent. `clock()` is the time, `now` when called."""
        for body in self.link.receive(data, now):
            self._obey(body, now)
        if self.link.sessions != self._session:
            self._session = self.link.sessions
            self._greet()
        if self.link.is_open:
            self._press(now)
            self._read(now, clock)
            if now >= self._health_at:
                self._health_at = now + HEALTH_EVERY_MS
                self._report()
        return self.link.poll(now)

    def _say(self, name: str, values: "dict[str, Any]") -> None:
        self.link.send(wire.encode_message(name, values))

    def _greet(self) -> None:
        values = {"version": wire.PROTOCOL_VERSION, "build": BUILD, "counter": self._counter, "text": self._hello}
        self._say("hello", values)
        self._last = [None] * self._head.count

    def _obey(self, body: bytes, now: int) -> None:
        try:
            name, values = wire.decode_message(body)
        except wire.WireError:
            # A newer computer may know more messages; it learns this board's version from `hello`.
            return
        if name == "turn":
            self._scheduler.grant(now, values["milliseconds"], list(values["rest"]))
        elif name == "lamp":
            self._panel.lamp(values["button"], bool(values["lit"]))
        elif name == "tune":
            self._panel.tune(values["text"])
        elif name == "show":
            self._panel.show(values["line"], values["text"])
        elif name == "ask_clock":
            self._say("clock", {"asked": values["asked"], "at": now & 0xFFFFFFFF})
        elif name == "snapshot":
            self._greet()
        elif name == "reboot":
            self._panel.reboot()

    def _press(self, now: int) -> None:
        for button, at in self._buttons.sample(self._panel.contacts(), now):
            self._say("button", {"counter": self._count(), "button": button, "at": at & 0xFFFFFFFF})

    def _count(self) -> int:
        counter = self._counter
        self._counter = (self._counter + 1) & 0xFFFFFFFF
        return counter

    def _read(self, now: int, clock: "Callable[[], int]") -> None:
        antenna = self._scheduler.next(now)
        if antenna is None:
            return
        tags = self._head.read(antenna, self._figures[antenna], lambda: self._scheduler.may_read(clock()))
        ended = clock()
        self._scheduler.done(antenna, ended, tags is not None and tags != self._last[antenna])
        if tags is None:
            return
        self._reads[antenna] += 1
        before = self._last[antenna]
        if before is not None:
            self._misses[antenna] += len(before - tags)
        self._last[antenna] = tags
        self._tell_scan(antenna, tags, now, ended)

    def _tell_scan(self, antenna: int, tags: "set[bytes]", started: int, ended: int) -> None:
        flags = 0
        reference = self._head.references[antenna]
        if reference is not None:
            flags = wire.SCAN_REFERENCE if reference in tags else wire.SCAN_NO_REFERENCE
        uids = sorted([uid.hex().upper() for uid in tags if uid != reference])
        counter = self._count()
        if self.link.pending >= MOST_WAITING:
            return
        while True:
            part, uids = uids[: wire.TAGS_A_MESSAGE], uids[wire.TAGS_A_MESSAGE :]
            values = {
                "counter": counter,
                "antenna": antenna,
                "flags": flags | (wire.SCAN_MORE if uids else 0),
                "started": started & 0xFFFFFFFF,
                "ended": ended & 0xFFFFFFFF,
                "tags": part,
            }
            self._say("scan", values)
            if not uids:
                return

    def _report(self) -> None:
        for antenna in range(self._head.count):
            figures = self._figures[antenna]
            values = {
                "antenna": antenna,
                "reads": self._reads[antenna],
                "misses": self._misses[antenna],
                "collisions": figures.collisions,
                "field": self._head.field(antenna),
            }
            self._say("health", values)
