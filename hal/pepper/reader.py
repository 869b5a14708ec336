"""A conversation with one Pepper C1 over an open line: ask, wait for the answer, take an inventory.

Blocking, for the driver's own threads.
"""

from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Final, Protocol

from hal.pepper.codec import DEFAULT_ADDRESS, Answer, Dialect, FrameReader, answer_in, command, found_tag, name_in
from hal.ports import TagId

MOST_TAGS: Final = 160
"""More tags than a set has: a reader that never comes to an end is not believed."""

QUIET_SECONDS: Final = 0.05
"""After an answer that did not come, the line must be silent so long before the next question."""


class Line(Protocol):
    """An open serial line. Its errors are `OSError`s."""

    def read(self, size: int, /) -> bytes:
        """Up to `size` bytes; none if nothing came for a short while."""
        ...

    def write(self, data: bytes, /) -> object:
        """Send bytes."""
        ...

    def close(self) -> None:
        """Let go of the line."""
        ...


class NoAnswer(Exception):
    """A reader did not answer in time."""


class Refused(Exception):
    """A reader answered that it cannot do what it was asked; `code` says why in its own terms."""

    def __init__(self, asked: int, code: bytes) -> None:
        super().__init__(f"the reader refused command {asked:02X} (error {code.hex().upper() or 'without a code'})")
        self.code = code


class PepperReader:
    """One reader. Several RS-485 readers may share a line, each with its own address."""

    def __init__(
        self,
        line: Line,
        dialect: Dialect,
        address: int = DEFAULT_ADDRESS,
        *,
        patience: float = 0.3,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._line: Final = line
        self._dialect: Final = dialect
        self._address: Final = address
        self._patience: Final = patience
        self._clock: Final = clock
        self._frames: Final = FrameReader()

    @property
    def errors(self) -> int:
        """Broken frames met so far."""
        return self._frames.errors

    def version(self) -> str:
        """The reader's version text; raises `NoAnswer`, `Refused`, `OSError`."""
        text = self._ask(self._dialect.version).data.decode("ascii", "replace").strip("\0 ")
        return text or "without a version text"

    def name(self) -> str:
        """The name that was given to the reader; raises `NoAnswer`, `Refused`, `OSError`."""
        return name_in(self._dialect, self._ask(self._dialect.settings, self._dialect.settings_data).data)

    def stop_polling(self) -> None:
        """Have the reader look for tags only when asked, as far as it knows how; raises `NoAnswer`, `OSError`."""
        if self._dialect.polling is not None:
            with suppress(Refused):
                self._ask(self._dialect.polling, b"\0")

    def select(self, antenna: int) -> None:
        """Switch to an antenna 1-8; raises `NoAnswer`, `Refused`, `OSError`. A model without a switch has one."""
        if self._dialect.antenna is not None:
            self._ask(self._dialect.antenna, bytes([antenna]))

    def inventory(self, afi: int = 0) -> frozenset[TagId]:
        """The tags of the present antenna. A refusal of the first question means that there is none.

        Raises `NoAnswer` and `OSError`: then nothing is known. A tag that was taken away in mid-inventory makes the
        reader refuse the next question; what was found until then is found.
        """
        found: set[TagId] = set()
        code = self._dialect.inventory_start
        while len(found) < MOST_TAGS:
            try:
                tag = found_tag(self._ask(code, bytes([afi])).data)
            except Refused:
                break
            if tag is None or tag.uid in found:
                break
            found.add(tag.uid)
            if not tag.more:
                break
            code = self._dialect.inventory_next
        return frozenset(found)

    def _ask(self, code: int, data: bytes = b"") -> Answer:
        self._line.write(command(self._dialect, self._address, code, data))
        give_up = self._clock() + self._patience
        while self._clock() < give_up:
            for payload in self._frames.feed(self._line.read(256)):
                answer = answer_in(self._dialect, self._address, payload)
                if answer is None or answer.command != code:
                    continue
                if not answer.done:
                    raise Refused(code, answer.data)
                return answer
        self._settle()
        raise NoAnswer(f"no answer to command {code:02X} within {self._patience:g} s")

    def _settle(self) -> None:
        """Let what still comes pass by, so that a late answer is never taken for the next one."""
        quiet_since = self._clock()
        give_up = quiet_since + self._patience
        while (now := self._clock()) < give_up and now - quiet_since < QUIET_SECONDS:
            if self._line.read(256):
                quiet_since = now
        self._frames.clear()
