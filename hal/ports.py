"""The ports: what the table can sense and show. A driver implements one port.

Every port is synchronous and non-blocking. `now` is the table's monotonic time in milliseconds; a driver stamps
what it reports by that clock. A real driver that needs a thread hides it behind `poll`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal, Protocol, TypeAlias

from engine.tiles import Seat

Millis: TypeAlias = int
"""Monotonic milliseconds of the table's clock."""

TagId: TypeAlias = str
"""A tag's UID as 16 upper-case hexadecimal digits, most significant byte first (`E0...`)."""


class Button(StrEnum):
    """The buttons of a seat panel."""

    CHI = "CHI"
    PON = "PON"
    KAN = "KAN"
    RIICHI = "RIICHI"
    WIN = "WIN"
    PASS = "PASS"  # noqa: S105 - a button, not a secret
    DIFF = "DIFF"
    MENU = "MENU"
    """The OK/MENU button."""


@dataclass(frozen=True, slots=True)
class Scan:
    """One whole inventory of one antenna: the tags it answered for, between `started` and `ended`.

    `sequence` counts this antenna's inventories, so that a lost one is noticed. `reference` tells whether the
    antenna's own fixed reference tag answered (None: it has none).
    """

    antenna: str
    sequence: int
    started: Millis
    ended: Millis
    tags: frozenset[TagId]
    reference: bool | None = None


@dataclass(frozen=True, slots=True)
class Press:
    """A debounced press of a seat's button."""

    seat: Seat
    button: Button
    at: Millis


@dataclass(frozen=True, slots=True)
class BoardStatus:
    """A board (reader, panel or machine) came up or fell silent."""

    board: str
    online: bool
    at: Millis
    reason: str = ""


MachineState: TypeAlias = Literal["idle", "busy", "ready", "jam"]

MACHINE_STATES: Final[tuple[MachineState, ...]] = ("idle", "busy", "ready", "jam")
"""In the order in which boards and `firmware.tablemachine` number them."""


@dataclass(frozen=True, slots=True)
class MachineStatus:
    """What the shuffling machine reports."""

    state: MachineState
    at: Millis


class TileReader(Protocol):
    """Something that reads tags: one board or many."""

    def poll(self, now: Millis) -> Sequence[Scan | BoardStatus]:
        """Everything read since the last call, oldest first."""
        ...

    def favour(self, antennas: Sequence[str]) -> None:
        """Spend air time on these antennas first: the next move is expected there."""
        ...


class ButtonSource(Protocol):
    """The seat panels' buttons."""

    def poll(self, now: Millis) -> Sequence[Press | BoardStatus]:
        """Everything pressed since the last call, oldest first."""
        ...


class Lamps(Protocol):
    """The lamp in each seat's buttons."""

    def set(self, seat: Seat, button: Button, lit: bool) -> None:
        """Light or darken one lamp. Never blocks and never raises for a missing board."""
        ...


class Sound(Protocol):
    """The buzzers."""

    def play(self, seat: Seat | None, tune: str) -> None:
        """Play a named tune at a seat, or at all."""
        ...


class SeatDisplay(Protocol):
    """The small display of a seat."""

    @property
    def latin_only(self) -> bool:
        """Whether it can draw nothing but Latin letters."""
        ...

    def show(self, seat: Seat, lines: Sequence[str]) -> None:
        """Show up to four short lines; the latest wins."""
        ...


class ScoreDisplay(Protocol):
    """A display of digits that shows nothing but a seat's points."""

    def score(self, seat: Seat, points: int | None) -> None:
        """Show a seat's points (None: dark); the latest wins."""
        ...


Look: TypeAlias = Literal["off", "turn", "asked", "trouble"]
"""What a turn light says: nothing, this seat's turn, this seat is waited for, something is wrong here."""


class TurnLight(Protocol):
    """The light that shows from afar whose turn it is."""

    def light(self, seat: Seat, look: Look) -> None:
        """What a seat's light says from now on."""
        ...


class TableMachine(Protocol):
    """A shuffler or lift."""

    def start(self) -> None:
        """Begin shuffling the next set."""
        ...

    def poll(self, now: Millis) -> Sequence[MachineStatus]:
        """State changes since the last call."""
        ...
