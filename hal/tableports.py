"""An opened table: the ports a service works with, and the parts of it that one driver offers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.tiles import Seat, Tile
from hal.layout import Layout
from hal.ports import (
    BoardStatus,
    Button,
    ButtonSource,
    Lamps,
    Look,
    Millis,
    Press,
    ScoreDisplay,
    SeatDisplay,
    Sound,
    TableMachine,
    TagId,
    TileReader,
    TurnLight,
)
from hal.sim.table import SimulatedTable

PORTS: Final = ("reader", "buttons", "lamps", "sound", "display", "score", "light", "machine")
"""The ports of a table, by the names the configuration gives them."""


class NoButtons:
    """A table without panels: presses come from the pages alone."""

    def poll(self, now: Millis) -> Sequence[Press | BoardStatus]:
        """Nothing, ever."""
        return ()


class NoPanels:
    """Lamps, buzzers and seat displays of a table that has none."""

    latin_only: Final = True

    def set(self, seat: Seat, button: Button, lit: bool) -> None:
        """No lamp."""

    def play(self, seat: Seat | None, tune: str) -> None:
        """No buzzer."""

    def show(self, seat: Seat, lines: Sequence[str]) -> None:
        """No display."""

    def score(self, seat: Seat, points: int | None) -> None:
        """No digits."""

    def light(self, seat: Seat, look: Look) -> None:
        """No light."""


@dataclass(frozen=True, slots=True)
class SomePorts:
    """What one driver offers. `layout` comes with a reader, `simulation` and `registry` with the simulated table.

    `close` lets go of the devices and ends the driver's threads; it may be called more than once.
    """

    layout: Layout | None = None
    reader: TileReader | None = None
    buttons: ButtonSource | None = None
    lamps: Lamps | None = None
    sound: Sound | None = None
    display: SeatDisplay | None = None
    score: ScoreDisplay | None = None
    light: TurnLight | None = None
    machine: TableMachine | None = None
    registry: Mapping[TagId, Tile] | None = None
    simulation: SimulatedTable | None = None
    close: Callable[[], None] | None = None
    problems: Callable[[], Mapping[str, str]] | None = None
    """What is wrong with the hardware now, by board or device: a sentence that says what to do."""
    figures: Callable[[], Mapping[str, str]] | None = None
    """How boards, lines and antennas are doing, by board, in words for the doctor."""


@dataclass(frozen=True, slots=True)
class TablePorts:
    """An opened table: its ports, which antenna reads what, and what only a simulated table has."""

    layout: Layout
    reader: TileReader
    buttons: ButtonSource
    lamps: Lamps
    sound: Sound
    display: SeatDisplay
    machine: TableMachine | None = None
    registry: Mapping[TagId, Tile] | None = None
    """The tags of a simulated tile set; a real set is enrolled instead."""
    simulation: SimulatedTable | None = None
    """The simulated table, whose time its owner must advance; None on real hardware."""
    score: ScoreDisplay = field(default_factory=NoPanels)
    light: TurnLight = field(default_factory=NoPanels)
    closers: tuple[Callable[[], None], ...] = field(default=(), repr=False)
    watches: tuple[Callable[[], Mapping[str, str]], ...] = field(default=(), repr=False)
    gauges: tuple[Callable[[], Mapping[str, str]], ...] = field(default=(), repr=False)

    def problems(self) -> dict[str, str]:
        """What is wrong with the hardware now, by board or device: a sentence that says what to do."""
        return {part: text for watch in self.watches for part, text in watch().items()}

    def figures(self) -> dict[str, str]:
        """How boards, lines and antennas are doing, by board, in words for the doctor."""
        return {part: text for gauge in self.gauges for part, text in gauge().items()}

    def close(self) -> None:
        """Let go of all devices and end the drivers' threads; may be called more than once."""
        for close in self.closers:
            close()
