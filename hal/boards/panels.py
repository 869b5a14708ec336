"""What a board's lamps and displays should show: the latest counts, and a new session begins with all of it."""

from collections.abc import Sequence
from typing import Any, Final

from engine.tiles import SEATS
from firmware import wire
from hal.boards.session import BoardSession
from hal.layout import seat_board
from hal.ports import Button, Look

BUTTONS: Final = tuple(Button)
"""The buttons in the order in which boards number them."""
MOST_TEXT: Final = 60
"""Bytes of one display line or tune's name."""

LOOKS: Final[dict[Look, tuple[int, int, int, int]]] = {
    "off": (0, 0, 0, wire.LIGHT_OFF),
    "turn": (0, 96, 32, wire.LIGHT_STEADY),
    "asked": (0, 64, 160, wire.LIGHT_BREATHING),
    "trouble": (160, 0, 0, wire.LIGHT_BLINKING),
}
"""The turn light's red, green, blue and pattern."""


class PanelState:
    """Lamps and displays of one board, as they were asked for."""

    def __init__(self) -> None:
        self._wanted: dict[tuple[str, int], dict[str, Any]] = {}
        self._dirty: dict[tuple[str, int], None] = {}
        self._tunes: list[str] = []
        self._lit = 0

    def lamp(self, button: Button, lit: bool) -> None:
        """One lamp."""
        bit = 1 << BUTTONS.index(button)
        self._lit = self._lit | bit if lit else self._lit & ~bit
        self._want("lamps", lit=self._lit)

    def lines(self, lines: Sequence[str]) -> None:
        """The display, up to four lines; what is not given is blank."""
        for number in range(wire.LINES):
            text = lines[number] if number < len(lines) else ""
            self._want("show", number, line=number, text=_short(text))

    def score(self, points: int | None) -> None:
        """The digits."""
        self._want("number", value=wire.NO_NUMBER if points is None else points)

    def light(self, look: Look) -> None:
        """The turn light."""
        red, green, blue, pattern = LOOKS[look]
        self._want("light", red=red, green=green, blue=blue, pattern=pattern)

    def tune(self, name: str) -> None:
        """A tune, once; a board that is away does not play it later."""
        self._tunes.append(_short(name))

    def _want(self, name: str, part: int = 0, **values: Any) -> None:
        if self._wanted.get((name, part)) != values:
            self._wanted[name, part] = values
            self._dirty[name, part] = None

    def afresh(self) -> None:
        """A new session has begun: the board shows nothing yet."""
        self._dirty = dict.fromkeys(self._wanted)
        self._tunes.clear()

    @property
    def waiting(self) -> bool:
        """Whether there is something to say."""
        return bool(self._dirty or self._tunes)

    def say(self, session: BoardSession) -> None:
        """Say what has changed, as far as the link has room."""
        while self._dirty and not session.crowded:
            name, part = next(iter(self._dirty))
            del self._dirty[name, part]
            session.say(name, **self._wanted[name, part])
        while self._tunes and not session.crowded:
            session.say("tune", text=self._tunes.pop(0))


def _short(text: str) -> str:
    return text.encode()[:MOST_TEXT].decode(errors="ignore")


SEAT_BOARDS: Final = {seat_board(seat): seat for seat in SEATS}
"""The boards that carry a seat's panel."""
