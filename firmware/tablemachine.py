"""A table machine (shuffler, lift) behind three wires: a start output, inputs for ready and jammed.

The logic alone, without pins, for boards and for the computer's own pins. Runs on MicroPython and CPython.
"""

IDLE, BUSY, READY, JAM = 0, 1, 2, 3
"""States, numbered as on the wire."""
STABLE_MS = 100
"""An input counts once it has been steady so long: motors disturb."""


class _Input:
    """One input, believed when it has been steady."""

    def __init__(self) -> None:
        self._level = False
        self._since = 0
        self.on = False

    def look(self, level: bool, now: int) -> None:
        if level != self._level:
            self._level = level
            self._since = now
        elif now - self._since >= STABLE_MS:
            self.on = level


class TableMachine:
    """What the machine is doing. One without a ready input stays busy: the players say when the wall stands."""

    def __init__(self, has_ready: bool, start_ms: int = 200) -> None:
        self.state = IDLE
        self._has_ready = has_ready
        self._start_ms = start_ms
        self._ready = _Input()
        self._jam = _Input()
        self._pulse_ends: int | None = None
        self._left = True
        self._started = False

    def start(self) -> None:
        """Begin with the next look; no effect while jammed, or busy as far as that can be seen."""
        if self.state == JAM or (self.state == BUSY and self._has_ready):
            return
        self.state = BUSY
        self._started = True
        self._left = not self._ready.on

    def look(self, ready: bool, jam: bool, now: int) -> bool:
        """Take the inputs as they are at `now` (True: the machine says yes); gives whether the start output is on."""
        if self._started:
            self._started = False
            self._pulse_ends = now + self._start_ms
        self._ready.look(ready, now)
        self._jam.look(jam, now)
        self._left = self._left or not self._ready.on
        if self._jam.on:
            self.state = JAM
        elif self.state == JAM or (self.state == IDLE and self._ready.on):
            self.state = READY if self._ready.on else IDLE
        elif self.state == BUSY and self._ready.on and self._left:
            self.state = READY
        if self._pulse_ends is not None and now >= self._pulse_ends:
            self._pulse_ends = None
        return self._pulse_ends is not None
