"""The Pepper C1 driver: one thread a serial line polls its readers' antennas and is supervised.

A line that cannot be opened or is lost is tried again, later and later, and never exchanged for another port. The
table is told of each board once when it is lost and once when it is back. Fields of neighbours disturb each other, so
only one reader is in the air at a time; those of opposite seats may be together.
"""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any, Final

from hal.pepper.air import Air
from hal.pepper.codec import DIALECTS, Dialect
from hal.pepper.options import PepperOptions, ReaderOptions
from hal.pepper.reader import Line, NoAnswer, PepperReader, Refused
from hal.pepper.rota import Rota
from hal.ports import BoardStatus, Millis, Scan, TagId
from hal.serials import why_closed
from hal.tableports import SomePorts

BACK_OFF: Final = (0.5, 1.0, 2.0, 5.0, 10.0)
"""Seconds between tries to reach a line or a reader; the last one again and again."""

MOST_FAILURES: Final = 3
"""Inventories in a row without an answer after which a reader counts as silent."""

STEADY_SECONDS: Final = 5.0
"""A line that held so long is tried again at once when it is lost."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A scan as a thread has it: times are seconds of the monotonic clock."""

    antenna: str
    sequence: int
    started: float
    ended: float
    tags: frozenset[TagId]
    reference: bool | None


@dataclass(frozen=True, slots=True)
class _News:
    board: str
    online: bool
    at: float
    reason: str


class Boards:
    """Which boards are up. A board that several readers stand for is up when all of them are."""

    def __init__(self, readers: Sequence[ReaderOptions]) -> None:
        self._down: Final[dict[str, set[int]]] = {reader.board: set() for reader in readers}
        for number, reader in enumerate(readers):
            self._down[reader.board].add(number)
        self._told: Final[dict[str, bool]] = {}
        self._reasons: Final[dict[int, str]] = {}
        self._lock: Final = threading.Lock()
        self.news: Final[deque[_News | _Read]] = deque()

    def tell(self, board: str, number: int, *, online: bool, at: float, reason: str) -> None:
        """A reader (by its number) came up or fell silent."""
        with self._lock:
            down = self._down[board]
            if online:
                self._reasons.pop(number, None)
            else:
                self._reasons[number] = f"Board {board}: {reason}."
            (down.discard if online else down.add)(number)
            up = not down
            if self._told.get(board) != up and (up or not online):
                self._told[board] = up
                self.news.append(_News(board, up, at, reason))

    def problems(self) -> dict[str, str]:
        """What is wrong with readers that are down, by port and number."""
        with self._lock:
            return {f"pepper {number}": reason for number, reason in self._reasons.items()}


@dataclass
class _Station:
    """A reader on its line, with what the thread keeps about it."""

    number: int
    options: ReaderOptions
    dialect: Dialect
    rota: Rota
    online: bool = False
    failures: int = 0
    tries: int = 0
    next_try: float = 0.0
    sequences: dict[str, int] = field(default_factory=dict)


class PepperLine(threading.Thread):
    """Polls all readers on one serial line until it is closed."""

    def __init__(
        self,
        port: str,
        stations: Sequence[_Station],
        settings: PepperOptions,
        boards: Boards,
        air: Air,
        open_line: Callable[[str, int], Line],
        back_off: Sequence[float],
    ) -> None:
        super().__init__(name=f"pepper {port}", daemon=True)
        self._port: Final = port
        self._stations: Final = stations
        self._settings: Final = settings
        self._boards: Final = boards
        self._air: Final = air
        self._open_line: Final = open_line
        self._back_off: Final = back_off
        self._stop_event: Final = threading.Event()

    def end(self) -> None:
        """Ask the thread to end after its present inventory."""
        self._stop_event.set()

    def favour(self, antennas: Sequence[str]) -> None:
        """Read these antennas every other time."""
        for station in self._stations:
            station.rota.favour(antennas)

    def run(self) -> None:
        """Open the line, serve its readers, and begin again when it is lost."""
        tries = 0
        while not self._stop_event.is_set():
            try:
                line = self._open_line(self._port, self._settings.baud)
            except OSError as error:
                self._lose(why_closed(self._port, error))
            else:
                began = monotonic()
                try:
                    self._serve(line)
                except OSError as error:
                    self._lose(f"{self._port} was lost ({error}); is the cable plugged in?")
                finally:
                    line.close()
                if monotonic() - began > STEADY_SECONDS:
                    tries = 0
            self._stop_event.wait(self._back_off[min(tries, len(self._back_off) - 1)])
            tries += 1

    def _serve(self, line: Line) -> None:
        for station in self._stations:
            station.online, station.tries, station.next_try = False, 0, 0.0
        readers = [self._reader(line, station) for station in self._stations]
        while not self._stop_event.is_set():
            worked = False
            for station, reader in zip(self._stations, readers, strict=True):
                if station.online:
                    worked = True
                    self._read(station, reader)
                elif monotonic() >= station.next_try:
                    self._greet(station, reader)
            if not worked:
                self._stop_event.wait(0.05)

    def _reader(self, line: Line, station: _Station) -> PepperReader:
        patience = self._settings.reply_ms / 1_000
        return PepperReader(line, station.dialect, station.options.address, patience=patience)

    def _greet(self, station: _Station, reader: PepperReader) -> None:
        try:
            version = reader.version()
            reader.stop_polling()
            name = station.options.name and reader.name()
        except (NoAnswer, Refused) as error:
            self._put_off(station)
            self._tell(station, online=False, reason=f"no Pepper C1 answers on {self._port} ({error})")
        else:
            if name != station.options.name:
                self._put_off(station)
                wanted = station.options.name
                reason = f"the reader on {self._port} is called {name!r}, not {wanted!r}: plug the right one in"
                self._tell(station, online=False, reason=reason)
                return
            station.online, station.failures = True, 0
            self._tell(station, online=True, reason=f"Pepper C1 {version}")

    def _read(self, station: _Station, reader: PepperReader) -> None:
        antenna = station.rota.next()
        socket = station.options.antennas.index(antenna) + 1
        board = station.options.board
        self._air.take(board)
        started = monotonic()
        try:
            self._select(station, reader, socket)
            tags = reader.inventory(self._settings.afi)
        except Refused as error:
            self._fail(station, f"antenna {antenna}: {error}")
            return
        except NoAnswer as error:
            self._fail(station, str(error))
            return
        finally:
            self._air.leave(board)
        station.failures = station.tries = 0
        station.rota.done(antenna, tags)
        sequence = station.sequences.get(antenna, 0)
        station.sequences[antenna] = sequence + 1
        own = station.options.references.get(antenna)
        reference = None if own is None else own in tags
        self._boards.news.append(_Read(antenna, sequence, started, monotonic(), tags - {own or ""}, reference))

    @staticmethod
    def _select(station: _Station, reader: PepperReader, socket: int) -> None:
        """Switch to the antenna. A model without a switch refuses; that is right where one antenna is all there is."""
        try:
            reader.select(socket)
        except Refused:
            if len(station.options.antennas) > 1:
                raise

    def _fail(self, station: _Station, reason: str) -> None:
        station.failures += 1
        if station.failures >= MOST_FAILURES:
            station.online = False
            self._put_off(station)
            self._tell(station, online=False, reason=f"the reader on {self._port} fell silent: {reason}")

    def _put_off(self, station: _Station) -> None:
        """Try the reader again later, and later each time until it has been read."""
        station.next_try = monotonic() + self._back_off[min(station.tries, len(self._back_off) - 1)]
        station.tries += 1

    def _lose(self, reason: str) -> None:
        for station in self._stations:
            station.online = False
            self._tell(station, online=False, reason=reason)

    def _tell(self, station: _Station, *, online: bool, reason: str) -> None:
        self._boards.tell(station.options.board, station.number, online=online, at=monotonic(), reason=reason)


class PepperTable:
    """A `TileReader` over all configured readers."""

    def __init__(
        self,
        options: PepperOptions,
        open_line: Callable[[str, int], Line] | None = None,
        back_off: Sequence[float] = BACK_OFF,
    ) -> None:
        self._boards: Final = Boards(options.readers)
        air = Air()
        by_port: dict[str, list[_Station]] = {}
        for number, reader in enumerate(options.readers):
            dialect = DIALECTS[reader.dialect]
            if reader.antenna_code is not None:
                dialect = replace(dialect, antenna=reader.antenna_code)
            station = _Station(number, reader, dialect, Rota(reader.antennas))
            by_port.setdefault(reader.port, []).append(station)
        self._lines: Final = [
            PepperLine(port, stations, options, self._boards, air, open_line or open_serial, back_off)
            for port, stations in by_port.items()
        ]
        for line in self._lines:
            line.start()

    def poll(self, now: Millis) -> Sequence[Scan | BoardStatus]:
        """Everything read since the last call, oldest first, stamped by the table's clock."""
        news = self._boards.news
        moment = monotonic()

        def table_time(seconds: float) -> Millis:
            return now - max(0, int((moment - seconds) * 1_000))

        out: list[Scan | BoardStatus] = []
        while news:
            item = news.popleft()
            if isinstance(item, _News):
                out.append(BoardStatus(item.board, item.online, table_time(item.at), item.reason))
            else:
                times = table_time(item.started), table_time(item.ended)
                out.append(Scan(item.antenna, item.sequence, *times, item.tags, item.reference))
        return out

    def favour(self, antennas: Sequence[str]) -> None:
        """Spend air time on these antennas first."""
        for line in self._lines:
            line.favour(antennas)

    def problems(self) -> dict[str, str]:
        """Readers that cannot be used now: a sentence each that says what to do."""
        return self._boards.problems()

    def close(self) -> None:
        """End the threads and let go of the lines."""
        for line in self._lines:
            line.end()
        for line in self._lines:
            line.join(2.0)


class _SerialLine:
    """A serial line whose `read` gives what has come, instead of waiting for as much as was asked for."""

    def __init__(self, port: Any) -> None:
        self._port: Final = port

    def read(self, size: int) -> bytes:
        """What has come, at most `size` bytes; waits a hundredth of a second for the first."""
        first: bytes = self._port.read(1)
        if not first:
            return b""
        return first + bytes(self._port.read(min(size - 1, self._port.in_waiting)))

    def write(self, data: bytes) -> None:
        """Send bytes."""
        self._port.write(data)

    def close(self) -> None:
        """Let go of the line."""
        self._port.close()


def open_serial(port: str, baud: int) -> Line:
    """A serial line for this process alone; raises `OSError`."""
    import serial  # noqa: PLC0415 - a laptop without serial ports need not load it

    # serial.SerialException is an OSError.
    return _SerialLine(serial.Serial(port, baud, timeout=0.01, write_timeout=1.0, exclusive=True))


def open_pepper(options: PepperOptions, _tile_set: object) -> SomePorts:
    """The ports of Pepper C1 readers. Readers that do not answer yet are told by `BoardStatus`, not by an error."""
    table = PepperTable(options)
    return SomePorts(layout=options.layout.build(), reader=table, close=table.close, problems=table.problems)
