"""What a reader board with its seat panel does: one loop, without I/O of its own.

`Board.step` is called as often as possible with the bytes that came from the computer and gives the bytes to send.
The antennas, contacts and lights are handed in, so that the same program runs on a Pico, on MicroPython's unix port
and in tests.
"""

try:
    from collections.abc import Callable, Generator
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


NO_COMPUTER = "no computer answers"
_NOTHING: "list[tuple[str, dict[str, Any]]]" = [
    ("lamps", {"lit": 0}),
    ("light", {"red": 0, "green": 0, "blue": 0, "pattern": wire.LIGHT_OFF}),
    ("number", {"value": wire.NO_NUMBER}),
] + [("show", {"line": line, "text": ""}) for line in range(wire.LINES)]
"""A panel that says nothing."""


class Head:
    """The antennas of one board.

    A board's hardware gives: `count` antennas, `references` (the UID of each antenna's fixed reference tag, or None),
    and `read(antenna, figures)`: a generator that switches to an antenna, pauses after each slot so that the board can
    do other things, and returns the set of UIDs, or None if the chip failed (`fault` then says why). The field is on
    between its beginning and its end; one that is let go of in the middle is followed by `off`.
    """

    count = 0
    references: "tuple[bytes | None, ...]" = ()
    fault = ""

    def read(self, antenna: int, figures: Figures) -> "Generator[None, None, set[bytes] | None]":
        """A board without a reader reads nothing."""
        yield
        return None

    def off(self) -> None:
        """Switch the field off in the middle of a reading."""

    def field(self, antenna: int) -> int:
        """How strong the field is at an antenna, in the chip's own units; 0 if unknown."""
        return 0


class Panel:
    """The contacts, lights and displays of one seat; a board without a panel keeps this one, which has none.

    Nothing here may block: what takes time (a tune, a breathing light) goes on in `tick`.
    """

    count = 0

    def contacts(self) -> "list[bool]":
        """Whether each button is closed now."""
        return []

    def lamps(self, lit: int) -> None:
        """Bit n of `lit`: button n is lit."""

    def tune(self, name: str) -> None:
        """Begin a tune."""

    def show(self, line: int, text: str) -> None:
        """A line of the display."""

    def number(self, value: "int | None") -> None:
        """The number of the 7-segment display; None: dark."""

    def light(self, red: int, green: int, blue: int, pattern: int) -> None:
        """The turn light; `pattern` is one of `wire.LIGHT_...`."""

    def tick(self, now: int) -> None:
        """Go on with what takes time; called in every turn of the board's loop."""

    def start_machine(self) -> None:
        """Have the table machine begin to shuffle."""

    def machine(self) -> "int | None":
        """The table machine's state, as `tablemachine` numbers it; None: this board has no machine."""
        return None

    def reboot(self, how: int) -> None:
        """Restart the board; `how` is `wire.RESTART` or `wire.MAINTENANCE`."""


class Board:
    """The program of one board; `name` and `role` were given to it when it was flashed, `serial` by its maker."""

    def __init__(
        self,
        name: str,
        role: str,
        antennas: "list[str]",
        head: Head,
        panel: Panel,
        serial: str = "-",
        build: int = BUILD,
    ) -> None:
        self.link = wire.Link(host=False)
        self.version = wire.PROTOCOL_VERSION
        self._build = build
        self._hello = " ".join([name, role, ",".join(antennas) or "-", str(panel.count), serial])
        self._head = head
        self._panel = panel
        self._buttons = Buttons(panel.count)
        self._scheduler = Scheduler(head.count)
        self._counter = 0
        self._session = 0
        self._reading: Any = None
        self._antenna = 0
        self._started = 0
        self._last: list[set[bytes] | None] = [None] * head.count
        self._figures = [Figures() for _ in range(head.count)]
        self._reads = [0] * head.count
        self._misses = [0] * head.count
        self._fault = ""
        self._machine: int | None = None
        self._health_at = 0
        self._told: dict[tuple[str, int], dict[str, Any]] = {}
        """What the panel was told last in this session, by part."""
        self._alone = False

    # ---- the loop

    def step(self, data: bytes, now: int, clock: "Callable[[], int]") -> bytes:
        """Take what has come, do one thing, give what is to be sent. `clock()` is the time, `now` when called."""
        for body in self.link.receive(data, now):
            self._obey(body, now)
        if self.link.sessions != self._session:
            self._session = self.link.sessions
            self._begin_session(now)
        self._watch_computer(now)
        self._panel.tick(now)
        if self.link.is_open:
            self._press(now)
            self._watch_machine(now)
            self._read(now, clock)
            if now >= self._health_at:
                self._health_at = now + HEALTH_EVERY_MS
                if self.link.pending < MOST_WAITING:
                    self._report()
        return self.link.poll(clock())

    def due(self, now: int) -> int:
        """When `step` has something to do next if nothing comes and no contact changes; at most `now` if at once."""
        if self._reading is not None or self._scheduler.turn is not None:
            return now
        return self.due_aside(now)

    def due_aside(self, now: int) -> int:
        """The same, leaving aside the antennas: when link, buttons or the report of figures want a step."""
        due = self.link.due(now)
        if not self._alone and self.link.last_heard is not None:
            due = min(due, max(now, self.link.last_heard + wire.SILENT_AFTER_MS + 1))
        if not self.link.is_open:
            return due
        settles = self._buttons.due(now)
        due = min(due, max(now, self._health_at))
        return due if settles is None else min(due, settles)

    # ---- saying

    def _say(self, name: str, values: "dict[str, Any]") -> None:
        self.link.send(wire.encode_message(name, values))

    def _begin_session(self, now: int) -> None:
        """A turn of the session before is not this one's: the computer may have given the air to another board."""
        self._stop_reading(now)
        self._scheduler.over()
        self._told = {}
        self._greet()

    def _greet(self) -> None:
        values = {"version": self.version, "build": self._build, "counter": self._counter, "text": self._hello}
        self._say("hello", values)
        self._last = [None] * self._head.count
        self._fault = ""
        self._machine = None

    def _count(self) -> int:
        counter = self._counter
        self._counter = (self._counter + 1) & 0xFFFFFFFF
        return counter

    def _watch_computer(self, now: int) -> None:
        """A panel that nobody keeps up to date must not go on showing what was; it shows it again when it is true."""
        alone = self.link.is_silent(now)
        if alone == self._alone:
            return
        self._alone = alone
        for name, values in _NOTHING:
            self._show(name, values)
        if alone:
            self._panel.show(0, NO_COMPUTER)
        else:
            for (name, _), values in self._told.items():
                self._show(name, values)

    # ---- being told

    def _obey(self, body: bytes, now: int) -> None:
        try:
            name, values = wire.decode_message(body)
        except wire.WireError:
            # A newer computer may know more messages; it learns this board's version from `hello`.
            return
        if name == "turn":
            self._stop_reading(now)
            self._scheduler.grant(now, values["number"], values["sweep_ms"], values["most_ms"], list(values["rest"]))
        elif name == "ask_clock":
            self._say("clock", {"asked": values["asked"], "at": now & 0xFFFFFFFF})
        elif name == "setup":
            self._scheduler.sweep_only(values["antennas"])
            self._show_refusal(values["text"])
        elif name == "snapshot":
            self._greet()
        elif name in ("lamps", "show", "number", "light"):
            self._tell(name, values)
        else:
            self._show(name, values)

    def _tell(self, name: str, values: "dict[str, Any]") -> None:
        self._told[name, values.get("line", 0)] = values
        self._show(name, values)

    def _show_refusal(self, text: str) -> None:
        """Why the computer does not take this board stands on its display, as far as it fits; no text: it does."""
        for line in range(wire.LINES if text else 0):
            self._tell("show", {"line": line, "text": text[line * wire.LETTERS :][: wire.LETTERS]})

    def _show(self, name: str, values: "dict[str, Any]") -> None:
        panel = self._panel
        if name == "lamps":
            panel.lamps(values["lit"])
        elif name == "tune":
            panel.tune(values["text"])
        elif name == "show":
            panel.show(values["line"], values["text"])
        elif name == "number":
            panel.number(None if values["value"] == wire.NO_NUMBER else values["value"])
        elif name == "light":
            panel.light(values["red"], values["green"], values["blue"], values["pattern"])
        elif name == "start":
            panel.start_machine()
        elif name == "reboot":
            panel.reboot(values["how"])

    # ---- sensing

    def _press(self, now: int) -> None:
        for button, at in self._buttons.sample(self._panel.contacts(), now):
            self._say("button", {"counter": self._count(), "button": button, "at": at & 0xFFFFFFFF})

    def _watch_machine(self, now: int) -> None:
        state = self._panel.machine()
        if state is not None and state != self._machine:
            self._machine = state
            self._say("machine", {"counter": self._count(), "state": state, "at": now & 0xFFFFFFFF})

    def _read(self, now: int, clock: "Callable[[], int]") -> None:
        if not self._scheduler.may_read(now):
            self._stop_reading(now)
        if self._reading is None and not self._begin_reading(now):
            return
        try:
            next(self._reading)
        except StopIteration as end:
            self._reading = None
            self._finish(end.value, clock())

    def _stop_reading(self, now: int) -> None:
        """Give up what is being read, if anything is: the time for it is over, or nobody waits for it any more."""
        if self._reading is not None:
            self._reading = None
            self._head.off()
            self._scheduler.done(self._antenna, now, changed=False)

    def _begin_reading(self, now: int) -> bool:
        antenna = self._scheduler.next(now)
        if antenna is None:
            number = self._scheduler.over()
            if number is not None:
                self._say("turn_over", {"number": number})
            return False
        self._antenna = antenna
        self._started = now
        self._reading = self._head.read(antenna, self._figures[antenna])
        return True

    def _finish(self, tags: "set[bytes] | None", ended: int) -> None:
        antenna = self._antenna
        self._tell_fault(antenna)
        self._scheduler.done(antenna, ended, tags is not None and tags != self._last[antenna])
        if tags is None:
            return
        self._reads[antenna] += 1
        before = self._last[antenna]
        if before is not None:
            self._misses[antenna] += len(before - tags)
        self._last[antenna] = tags
        self._tell_scan(antenna, tags, self._started, ended)

    def _tell_fault(self, antenna: int) -> None:
        fault = self._head.fault
        if fault != self._fault:
            self._fault = fault
            self._say("fault", {"antenna": antenna, "text": fault[: wire.MAX_BODY - 2]})

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
