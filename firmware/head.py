"""The antennas of a board: one PN5180 behind a switch. Runs on MicroPython and CPython."""

try:
    from collections.abc import Callable, Generator
except ImportError:  # MicroPython, which never looks at a quoted annotation
    pass

from firmware.board import Head
from firmware.inventory import Figures, Memory, inventory_steps
from firmware.pn5180 import PN5180, ReaderError

SETTLE_US = 1_000
"""A tag is ready to answer 1 ms after its field came up (ISO 15693-3)."""


class ReaderHead(Head):
    """One reader chip and its antennas; `select(antenna)` sets the switch.

    A chip that fails is held in reset, without a field, until the next inventory begins it anew; `fault` says what it
    said, until it answers again.
    """

    def __init__(
        self,
        chip: PN5180,
        select: "Callable[[int], None]",
        references: "tuple[bytes | None, ...]",
        sleep_us: "Callable[[int], None]",
    ) -> None:
        self._chip = chip
        self._select = select
        self._sleep_us = sleep_us
        self._ready = False
        self._fields = [0] * len(references)
        self._memories = [Memory() for _ in references]
        self.references = references
        self.count = len(references)
        self.fault = ""

    def read(self, antenna: int, figures: Figures) -> "Generator[None, None, set[bytes] | None]":
        """The tags at an antenna; None if the chip failed. Let go of in the middle, it wants `off` to be called."""
        try:
            if not self._ready:
                self._chip.begin()
                self._ready = True
            self._select(antenna)
            self._chip.field(True)
            self._sleep_us(SETTLE_US)
            found = yield from inventory_steps(self._chip, figures, self._memories[antenna])
            self._fields[antenna] = self._chip.field_strength()
            self._chip.field(False)
        except ReaderError as error:
            self._memories[antenna].forget()
            self._fail(error)
            return None
        self.fault = ""
        return found

    def off(self) -> None:
        """Switch the field off, whatever was being read."""
        try:
            self._chip.field(False)
        except ReaderError as error:
            self._fail(error)

    def _fail(self, error: ReaderError) -> None:
        self.fault = str(error)
        self._ready = False
        self._chip.halt()

    def field(self, antenna: int) -> int:
        """The gain control's value at the antenna's last inventory."""
        return self._fields[antenna]
