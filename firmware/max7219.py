"""Eight 7-segment digits with a MAX7219 on SPI. Runs on MicroPython and CPython.

Source: Maxim, MAX7219 datasheet, revision 4 (code B decoding).
"""

try:
    from typing import Any
except ImportError:  # MicroPython, which never looks at a quoted annotation
    pass

DIGITS = 8
REFRESH_MS = 5000
"""The chip is told everything again so often: a spark on the supply must not leave it wrong for long."""

_MINUS, _BLANK = 0x0A, 0x0F
_SETTINGS = ((0x0F, 0), (0x09, 0xFF), (0x0B, DIGITS - 1), (0x0A, 4), (0x0C, 1))  # test off, decode, digits, light, on


def digits_of(value: "int | None") -> "list[int]":
    """The codes of the digits, rightmost first; all minus for a number that does not fit, blank for None."""
    text = "" if value is None else str(value)
    if len(text) > DIGITS:
        return [_MINUS] * DIGITS
    codes = [_MINUS if character == "-" else int(character) for character in reversed(text)]
    return codes + [_BLANK] * (DIGITS - len(codes))


class Digits:
    """One module. `spi` may be the reader's; `select` is its own chip select, high at rest."""

    def __init__(self, spi: "Any", select: "Any") -> None:
        self._spi = spi
        self._select = select
        self._value: int | None = None
        self._refresh_at = 0
        select.value(1)

    def number(self, value: "int | None") -> None:
        """Show a number from now on; None is dark."""
        if value != self._value:
            self._value = value
            self._refresh_at = 0

    def tick(self, now: int) -> None:
        """Send what is due."""
        if self._refresh_at and now < self._refresh_at:
            return
        self._refresh_at = now + REFRESH_MS
        for register, value in _SETTINGS:
            self._write(register, value)
        for place, code in enumerate(digits_of(self._value)):
            self._write(place + 1, code)

    def _write(self, register: int, value: int) -> None:
        self._select.value(0)
        self._spi.write(bytes([register, value]))
        self._select.value(1)
