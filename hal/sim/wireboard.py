"""A board of the depth *wire*: the firmware's program in this process, reading antennas of the simulated field."""

import heapq
from collections.abc import Callable, Generator, Sequence
from random import Random
from typing import Final

from firmware import wire
from firmware.board import BUILD, Board, Head, Panel
from firmware.inventory import Figures
from hal.boards.panels import BUTTONS, LOOKS, SEAT_BOARDS
from hal.layout import Antenna
from hal.ports import Millis
from hal.sim.field import Field
from hal.sim.noise import NoiseProfile
from hal.sim.panels import Panels, chatter
from hal.sim.scanner import SWITCH, ScanErrors, ScannedCoil, air_time
from hal.sim.scanner import Board as CoilOwner
from hal.sim.world import ButtonChanged, Change

REFERENCE: Final = bytes.fromhex("E0040100FEFEFE00")
"""The fixed tag of every simulated antenna."""


class FieldHead(Head):
    """The antennas of one board over the simulated field; an inventory takes as long as on the air."""

    def __init__(self, coils: Sequence[ScannedCoil], errors: ScanErrors, noise: NoiseProfile, random: Random) -> None:
        self.count = len(coils)
        self.references = (REFERENCE,) * len(coils)
        self.ends: Millis | None = None
        """When the inventory under way is over, in the board's time."""
        self.booted: Millis = 0
        self._coils: Final = coils
        self._errors: Final = errors
        self._noise: Final = noise
        self._random: Final = random

    def read(
        self, antenna: int, figures: Figures, keep_going: Callable[[], bool]
    ) -> Generator[None, None, set[bytes] | None]:
        """See `Head.read`."""
        scanned = self._coils[antenna]
        scanned.coil.changes.clear()
        started = self.now
        length = air_time(len(scanned.coil.order) + 1)
        if self._noise.jitter:
            length *= 1 + self._noise.jitter * (2 * self._random.random() - 1)
        self.ends = started + SWITCH + int(length)
        while self.now < self.ends:
            yield
        self.ends = None
        if not keep_going():
            return None
        figures.rounds += 1
        if scanned.blind_until > self.now + self.booted:
            return set()
        seen = self._errors.read(scanned, started + self.booted, self.now + self.booted)
        return {REFERENCE, *map(bytes.fromhex, seen)}

    now: Millis = 0
    """The board's clock, set before each step."""


class SimPanel(Panel):
    """A seat's contacts as fingers and noise move them, and its lights as people see them."""

    def __init__(self, board: str, panels: Panels, noise: NoiseProfile, random: Random) -> None:
        self._seat: Final = SEAT_BOARDS.get(board)
        self.count = len(BUTTONS) if self._seat is not None else 0
        self._panels: Final = panels
        self._noise: Final = noise
        self._random: Final = random
        self._levels: Final = [False] * self.count
        self._edges: list[tuple[Millis, int, int, bool]] = []
        self._count = 0
        self._lines = [""] * 4

    def see(self, change: Change) -> None:
        """A finger moves."""
        if not isinstance(change, ButtonChanged) or change.seat != self._seat:
            return
        self._finger(change.at, BUTTONS.index(change.button), change.closed)
        if change.closed and self._noise.double and self._random.random() < self._noise.double:
            again = change.at + self._random.randint(150, 400)
            self._finger(again, BUTTONS.index(change.button), True)
            self._finger(again + 80, BUTTONS.index(change.button), False)

    def _finger(self, at: Millis, button: int, closed: bool) -> None:
        for when, level in chatter(at, closed=closed, bounce=self._noise.bounce, random=self._random):
            self._count += 1
            heapq.heappush(self._edges, (when, self._count, button, level))

    def next_edge(self) -> Millis | None:
        """When a contact changes next."""
        return self._edges[0][0] if self._edges else None

    def move(self, now: Millis) -> None:
        """Let the contacts follow the fingers up to a time, one edge of each contact at most."""
        while self._edges and self._edges[0][0] <= now:
            _, _, button, level = heapq.heappop(self._edges)
            self._levels[button] = level

    def contacts(self) -> list[bool]:
        """See `Panel.contacts`."""
        return self._levels

    def lamps(self, lit: int) -> None:
        """See `Panel.lamps`."""
        if self._seat is not None:
            for number, button in enumerate(BUTTONS):
                self._panels.set(self._seat, button, bool(lit >> number & 1))

    def tune(self, name: str) -> None:
        """See `Panel.tune`."""
        self._panels.play(self._seat, name)

    def show(self, line: int, text: str) -> None:
        """See `Panel.show`."""
        if self._seat is not None and line < len(self._lines):
            self._lines[line] = text
            last = max((n for n, one in enumerate(self._lines) if one), default=-1)
            self._panels.show(self._seat, self._lines[: last + 1])

    def number(self, value: int) -> None:
        """See `Panel.number`."""
        if self._seat is not None:
            self._panels.score(self._seat, None if value == wire.NO_NUMBER else value)

    def light(self, red: int, green: int, blue: int, pattern: int) -> None:
        """See `Panel.light`."""
        look = next((look for look, values in LOOKS.items() if values == (red, green, blue, pattern)), None)
        if self._seat is not None and look is not None:
            self._panels.light(self._seat, look)


class WireBoard:
    """See `hal.sim.bench.SimulatedBoard`."""

    def __init__(
        self, name: str, antennas: Sequence[Antenna], field: Field, noise: NoiseProfile, seed: int, panels: Panels
    ) -> None:
        random = Random(f"board {name} {seed}")
        self._coils: Final = [ScannedCoil(field.coils[antenna.name], CoilOwner(name)) for antenna in antennas]
        self._names: Final = [antenna.name for antenna in antennas]
        self._head: Final = FieldHead(self._coils, ScanErrors(noise, random, field), noise, random)
        self._panel: Final = SimPanel(name, panels, noise, random)
        field.world.watch(self._panel.see)
        self._board: Board | None = None
        self._booted: Millis = 0

    def boot(self, now: Millis, version: int | None, name: str) -> None:
        """See `SimulatedBoard.boot`."""
        self._booted = self._head.booted = now
        antennas = [antenna.partition(".")[2] for antenna in self._names]
        role = "seat" if self._panel.count else "centre"
        build = BUILD if version is None else BUILD - 1
        self._board = Board(name, role, antennas, self._head, self._panel, "sim", build)
        self._board.version = wire.PROTOCOL_VERSION if version is None else version
        self._head.ends = None

    def halt(self) -> None:
        """See `SimulatedBoard.halt`."""
        self._board = None

    def run(self, until: Millis, data: bytes) -> list[tuple[Millis, bytes]]:
        """See `SimulatedBoard.run`."""
        board = self._board
        if board is None:
            return []
        now = self._head.now = until - self._booted
        self._panel.move(until)
        written = board.step(data, now, lambda: now)
        while self._next(board, now) <= now:
            more = board.step(b"", now, lambda: now)
            written += more
        return [(until, written)]

    def _next(self, board: Board, now: Millis) -> Millis:
        return self._head.ends if self._head.ends is not None else board.due(now)

    def due(self, now: Millis) -> Millis:
        """See `SimulatedBoard.due`."""
        board = self._board
        if board is None:
            return now + 1_000_000
        due = board.due(now - self._booted) if self._head.ends is None else board.due_aside(now - self._booted)
        if self._head.ends is not None:
            due = min(due, self._head.ends)
        edge = self._panel.next_edge()
        return due + self._booted if edge is None else min(due + self._booted, edge)

    def blind(self, antenna: str, until: Millis) -> None:
        """See `SimulatedBoard.blind`."""
        self._coils[self._names.index(antenna)].blind_until = until

    def close(self) -> None:
        """See `SimulatedBoard.close`."""
        self._board = None
