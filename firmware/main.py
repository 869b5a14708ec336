"""The program of a Raspberry Pi Pico on a reader board. MicroPython only: imports `machine`.

`main.py` on the board does nothing but call `main()`; what board it is stands in `board.json` (see `settings.py`).
"""

import os
import select
import sys
import time

import machine
import micropython

try:
    from typing import Any
except ImportError:  # MicroPython, which never looks at a quoted annotation
    pass

from firmware import pinout, settings, wire
from firmware.board import Board, Panel
from firmware.head import ReaderHead
from firmware.lines import Lines
from firmware.picopanel import machine_panel, seat_panel
from firmware.pn5180 import PN5180

ticks: "Any" = time
"""MicroPython's `time`: a type checker knows CPython's, which has no ticks."""
WATCHDOG_MS = 8_000
"""A board that hangs starts again; the chip allows 8388 ms at most."""
SAMPLE_MS = 2
"""Contacts are looked at so often while nothing else is to be done."""
RX_BUFFER, TX_BUFFER = 2048, 4096
"""Bytes that wait while the reader chip starts, and a whole window of messages: sending must not hold the loop up."""


class Clock:
    """Milliseconds since the start: unlike `time.ticks_ms` they do not wrap around after twelve days."""

    def __init__(self) -> None:
        self._last = ticks.ticks_ms()
        self._passed = 0

    def now(self) -> int:
        """What time it is; to be called at least once in six days."""
        now = ticks.ticks_ms()
        self._passed += ticks.ticks_diff(now, self._last)
        self._last = now
        return self._passed


class UsbStream:
    """The USB serial line, which MicroPython has as its standard input and output."""

    def __init__(self) -> None:
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)

    def read(self) -> bytes:
        """What has come; never waits."""
        data = bytearray()
        while len(data) < 256 and self._poll.poll(0):
            data.extend(self._in.read(1))
        return bytes(data)

    def write(self, data: bytes) -> None:
        """Send."""
        self._out.write(data)

    def wait(self, milliseconds: int) -> None:
        """Until something comes, but no longer."""
        self._poll.poll(min(milliseconds, SAMPLE_MS))


class UartStream:
    """The serial line of a board that hangs on RS-485."""

    def __init__(self) -> None:
        rx = machine.Pin(pinout.LINE["rx"], machine.Pin.IN, machine.Pin.PULL_UP)  # quiet where nothing is wired
        self._uart: Any = machine.UART(
            0, baudrate=wire.BAUD, tx=machine.Pin(pinout.LINE["tx"]), rx=rx, rxbuf=RX_BUFFER, txbuf=TX_BUFFER
        )

    def read(self) -> bytes:
        """What has come; never waits."""
        return self._uart.read() or b""

    def write(self, data: bytes) -> None:
        """Send."""
        self._uart.write(data)


def restart(how: int) -> None:
    """Start again; `how` is `wire.RESTART` or `wire.MAINTENANCE`."""
    if how == wire.MAINTENANCE:
        with open(settings.MAINTENANCE_FILE, "w") as file:  # noqa: PTH123 - MicroPython has no pathlib
            file.write("")
    machine.reset()


def wanted_for_maintenance() -> bool:
    """Whether this start was asked for by `jantaku flash`; true once."""
    try:
        os.remove(settings.MAINTENANCE_FILE)  # noqa: PTH107
    except OSError:
        return False
    return True


def open_head(spi: "Any", references: "tuple[bytes | None, ...]") -> ReaderHead:
    """The reader chip and the antenna switch on the board's pins."""
    pins = pinout.PN5180
    chip = PN5180(
        spi,
        machine.Pin(pins["nss"], machine.Pin.OUT, value=1),
        machine.Pin(pins["busy"], machine.Pin.IN),
        machine.Pin(pins["reset"], machine.Pin.OUT, value=1),
        ticks.sleep_us,
        ticks.ticks_us,
        machine.Pin(pins["irq"], machine.Pin.IN, machine.Pin.PULL_DOWN),
    )
    switch = [machine.Pin(pin, machine.Pin.OUT) for pin in pinout.ANTENNA_SWITCH]

    def select_antenna(antenna: int) -> None:
        for bit, pin in enumerate(switch):
            pin(antenna >> bit & 1)

    return ReaderHead(chip, select_antenna, references, ticks.sleep_us)


def open_board(panel: "Panel | None" = None) -> Board:
    """The board as its settings and pins make it; raises `SettingsError`."""
    with open(settings.FILE) as file:  # noqa: PTH123
        mine = settings.read_settings(file.read())
    pins = pinout.PN5180
    spi = machine.SPI(
        0,
        baudrate=5_000_000,
        sck=machine.Pin(pins["sck"]),
        mosi=machine.Pin(pins["mosi"]),
        miso=machine.Pin(pins["miso"]),
    )
    if panel is None:
        panel = open_panel(mine, spi)
    serial = machine.unique_id().hex()
    return Board(mine.board, mine.role, list(mine.antennas), open_head(spi, mine.references), panel, serial)


def open_panel(mine: settings.Settings, spi: "Any") -> Panel:
    """A seat's panel, or the table machine, or nothing."""
    if mine.role.startswith("seat"):
        return seat_panel(spi, restart)
    return machine_panel(restart) if mine.machine else BarePanel()


class BarePanel(Panel):
    """A board that only reads can be restarted all the same."""

    def reboot(self, how: int) -> None:
        """Restart the board."""
        restart(how)


def serve(board: Board, stream: "Any") -> None:
    """The loop, for ever."""
    clock = Clock()
    watchdog = machine.WDT(timeout=WATCHDOG_MS)
    while True:
        watchdog.feed()
        out = board.step(stream.read(), clock.now(), clock.now)
        if out:
            stream.write(out)
        now = clock.now()
        wait = board.due(now) - now
        if wait > 0:
            stream.wait(wait)


def main(stream: "Any" = None) -> None:
    """Called at power-up. Gives the board's prompt back if it is to be flashed, or cannot be run as it is."""
    if wanted_for_maintenance():
        return
    try:
        board = open_board()
    except (OSError, settings.SettingsError) as error:
        print("This board was not set up:", error, "- run jantaku flash")
        return
    # A byte 03 on the line is data from here on, not Ctrl-C.
    micropython.kbd_intr(-1)
    serve(board, Lines([UsbStream(), UartStream()]) if stream is None else stream)
