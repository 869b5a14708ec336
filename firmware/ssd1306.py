"""An OLED with an SSD1306 on I2C: four lines of 21 tall letters. Runs on MicroPython and CPython.

One strip of eight dots' height is sent a turn (3 ms at 400 kHz), so that the reader is never held up. Source of the
commands: Solomon Systech, SSD1306 datasheet, revision 1.5.
"""

try:
    from typing import Any
except ImportError:  # MicroPython, which never looks at a quoted annotation
    pass

from firmware.font import COLUMNS, WIDTH, place
from firmware.wire import LETTERS, LINES

DOTS = 128
RETRY_MS = 2000
"""A display that does not answer is begun again after so long."""

_COMMAND, _DATA = 0x00, 0x40
_BEGIN = bytes.fromhex(
    "AE"  # off
    "D580"  # clock
    "A83F"  # 64 rows
    "D300"  # no offset
    "40"  # from row 0
    "8D14"  # own charge pump
    "2002"  # page addressing
    "A1C8"  # columns and rows mirrored: the connector is on top
    "DA12"  # wiring of the rows
    "819F"  # contrast
    "D9F1"  # precharge
    "DB40"  # VCOM
    "A4A6"  # from memory, not inverted
    "AF"  # on
)

_DOUBLE = bytes([sum([3 << 2 * bit for bit in range(4) if nibble >> bit & 1]) for nibble in range(16)])
"""Four dots stretched to eight."""
_UPPER = bytes([_DOUBLE[dots & 15] for dots in COLUMNS])
_LOWER = bytes([_DOUBLE[dots >> 4] for dots in COLUMNS])
"""All letters, tall: copying slices is ten times as quick as stretching dots when a line is drawn."""


def strips(text: str) -> "tuple[bytearray, bytearray]":
    """The upper and the lower strip of a line of tall letters, 128 columns each, the top dot the lowest bit."""
    upper, lower = bytearray(DOTS), bytearray(DOTS)
    at = 1
    for character in text[:LETTERS]:
        start = place(character)
        upper[at : at + 5] = _UPPER[start : start + 5]
        lower[at : at + 5] = _LOWER[start : start + 5]
        at += WIDTH
    return upper, lower


class OLED:
    """One display. `i2c` is a `machine.I2C` at 400 kHz."""

    def __init__(self, i2c: "Any", address: int = 0x3C) -> None:
        self._i2c = i2c
        self._address = address
        self._lines = [""] * LINES
        self._drawn = -1
        self._strips = strips("")
        """The last line drawn, and its strips: both are sent, a turn apart."""
        self._due: list[int] = []
        self._begun = False
        self._retry_at: int | None = None
        self.fault = ""

    def show(self, line: int, text: str) -> None:
        """A line 0-3 from now on; other lines are passed over."""
        if 0 <= line < LINES and text != self._lines[line]:
            self._lines[line] = text
            self._drawn = -1
            for strip in (2 * line, 2 * line + 1):
                if strip not in self._due:
                    self._due.append(strip)

    def tick(self, now: int) -> None:
        """Send one strip, if any is due. A display that was away gets everything again."""
        if self._retry_at is not None and now < self._retry_at:
            return
        try:
            if not self._begun:
                self._i2c.writeto_mem(self._address, _COMMAND, _BEGIN)
                self._begun = True
                self._due = list(range(2 * LINES))
            elif self._due:
                self._send(self._due[0])
                self._due.pop(0)
        except OSError as error:
            self._begun = False
            self._retry_at = now + RETRY_MS
            self.fault = f"no display at address 0x{self._address:02X} ({error}): check its wires"
        else:
            self._retry_at = None
            self.fault = ""

    def _send(self, strip: int) -> None:
        self._i2c.writeto_mem(self._address, _COMMAND, bytes([0xB0 | strip, 0x00, 0x10]))
        line = strip // 2
        if line != self._drawn:
            self._strips = strips(self._lines[line])
            self._drawn = line
        self._i2c.writeto_mem(self._address, _DATA, self._strips[strip % 2])
