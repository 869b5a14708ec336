"""A board of the depth *wire*: the firmware's program in this process, reading antennas of the simulated field."""

from collections.abc import Generator, Sequence
from random import Random
from typing import Final

from firmware import wire
from firmware.board import BUILD, Board, Head
from firmware.inventory import Figures
from hal.boards.panels import SEAT_BOARDS
from hal.layout import Antenna
from hal.ports import Millis
from hal.sim.field import Field
from hal.sim.fingers import Fingers
from hal.sim.noise import NoiseProfile
from hal.sim.panels import Panels
from hal.sim.scanner import SWITCH, ScanErrors, ScannedCoil, air_time
from hal.sim.scanner import Board as CoilOwner
from hal.sim.simpanel import SimPanel

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

    def read(self, antenna: int, figures: Figures) -> Generator[None, None, set[bytes] | None]:
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
        if scanned.blind_until > self.now + self.booted:
            return set()
        seen = self._errors.read(scanned, started + self.booted, self.now + self.booted)
        return {REFERENCE, *map(bytes.fromhex, seen)}

    def off(self) -> None:
        """See `Head.off`."""
        self.ends = None

    now: Millis = 0
    """The board's clock, set before each step."""


class WireBoard:
    """See `hal.sim.bench.SimulatedBoard`."""

    def __init__(
        self,
        name: str,
        antennas: Sequence[Antenna],
        field: Field,
        errors: ScanErrors,
        noise: NoiseProfile,
        seed: int,
        panels: Panels,
    ) -> None:
        random = Random(f"board {name} {seed}")
        self._coils: Final = [ScannedCoil(field.coils[antenna.name], CoilOwner(name)) for antenna in antennas]
        self._names: Final = [antenna.name for antenna in antennas]
        self._head: Final = FieldHead(self._coils, errors, noise, random)
        seat = SEAT_BOARDS.get(name)
        self._panel: Final = SimPanel(seat, panels)
        self._fingers: Final = Fingers(field.world, seat, noise, random)
        self._begun: tuple[Millis, bytes] | None = None
        self._board: Board | None = None
        self._booted: Millis = 0
        self._due: Millis = 0

    def boot(self, now: Millis, version: int | None, name: str) -> None:
        """See `SimulatedBoard.boot`."""
        self._booted = self._head.booted = now
        antennas = [antenna.partition(".")[2] for antenna in self._names]
        role = "seat" if self._panel.count else "centre"
        build = BUILD if version is None else BUILD - 1
        self._board = Board(name, role, antennas, self._head, self._panel, "sim", build)
        self._board.version = wire.PROTOCOL_VERSION if version is None else version
        self._head.ends = None
        self._due = now

    def halt(self) -> None:
        """See `SimulatedBoard.halt`."""
        self._board = None

    def begin(self, now: Millis, data: bytes) -> None:
        """See `SimulatedBoard.begin`."""
        self._begun = now, data

    def end(self) -> list[tuple[Millis, bytes]]:
        """See `SimulatedBoard.end`."""
        board = self._board
        if board is None or self._begun is None:
            return []
        (until, data), self._begun = self._begun, None
        now = self._head.now = until - self._booted
        for button, closed in self._fingers.until(until):
            self._panel.levels[button] = closed
        written = board.step(data, now, lambda: now)
        while self._next(board, now) <= now:
            written += board.step(b"", now, lambda: now)
        self._plan(board, now)
        return [(until, written)]

    def _next(self, board: Board, now: Millis) -> Millis:
        return self._head.ends if self._head.ends is not None else board.due(now)

    def _plan(self, board: Board, now: Millis) -> None:
        """When the board has something to do next, unless something comes; both times are its own."""
        ends = self._head.ends
        self._due = self._booted + (board.due(now) if ends is None else min(ends, board.due_aside(now)))

    def due(self, now: Millis) -> Millis:
        """See `SimulatedBoard.due`."""
        edge = self._fingers.next_at()
        return self._due if edge is None else min(self._due, edge)

    def blind(self, antenna: str, until: Millis) -> None:
        """See `SimulatedBoard.blind`."""
        self._coils[self._names.index(antenna)].blind_until = until

    def close(self) -> None:
        """See `SimulatedBoard.close`."""
        self._board = None
