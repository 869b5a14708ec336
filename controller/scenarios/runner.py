"""Runs one scenario: finds what each line means, does it, and says where and why it does not hold."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from controller.errors import ScenarioError
from controller.referee import RefereeOptions
from controller.referee.sight import fitted
from controller.scenarios.script import Line, Scenario
from controller.scenarios.sensed import SensedTable
from controller.scenarios.table import Table
from controller.scenarios.tabletop import Tabletop
from controller.scenarios.words import SEAT, TILES, Unmet, event_text
from engine.errors import EngineError
from engine.rules import load_rules
from engine.tiles import SEATS, Seat
from hal.layout import Layout, standard_layout
from hal.ports import Millis
from hal.sim.noise import NoiseProfile

LOOKING: Final[Millis] = 100
"""How often people look whether what they wait for has come true."""

NO_CLOCKS: Final[Mapping[str, Any]] = {
    "turn_seconds": None,
    "claim_seconds": None,
    "bank_seconds": 0,
    "pause_seconds": None,
}

Command = tuple[str, Callable[..., None]]
"""The pattern of a line, and what it does with the run and the words in the pattern's groups."""


@dataclass(frozen=True, slots=True)
class Failure:
    """The line that did not hold (or could not be done), why, and what had happened until then."""

    line: Line
    why: str
    told: str


@dataclass
class Run:
    """A scenario under way: what was given, and the table once it is dealt.

    Without `noise` the referee is told exactly what is done; with it the simulated table is played at, its antennas
    and buttons as wrong as that says, the same for the same `seed`.
    """

    scenario: Scenario
    noise: NoiseProfile | None = None
    seed: int = 0
    options: RefereeOptions = field(default_factory=RefereeOptions)
    layout: Layout = field(default_factory=standard_layout)
    hands: dict[Seat, str] = field(default_factory=dict)
    scores: dict[Seat, int] = field(default_factory=dict)
    indicator: str = "5z"
    live_tiles: int | None = None
    undealt: bool = False
    kept: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rules = load_rules("tenhou").with_changes(**NO_CLOCKS)
        self._table: Tabletop | None = None

    @property
    def table(self) -> Tabletop:
        """The table, dealt with the first `when`."""
        if self._table is None:
            self._table = self._deal()
        return self._table

    def close(self) -> None:
        """Nothing more is done; the table may still be looked at."""
        if self._table is not None:
            self._table.close()

    def _deal(self) -> Tabletop:
        table = self._laid_out()
        if self.scores:
            table.begin_with([self.scores.get(seat, self.rules.start_points) for seat in SEATS])
        if self.undealt:
            return table
        hands = {seat: table.bag.take_text(tiles) for seat, tiles in self.hands.items()}
        table.reserve(self._drawn_later())
        table.deal(hands, self.indicator)
        if self.live_tiles is not None:
            table.leave_in_wall(self.live_tiles)
        return table

    def _laid_out(self) -> Tabletop:
        options = fitted(self.options, self.layout)
        if self.noise is None:
            return Table(self.rules, options)
        return SensedTable(self.rules, options, self.layout, self.noise, self.seed)

    def _drawn_later(self) -> list[str]:
        """Tiles that come from the wall in the course of the scenario."""
        found = list(self.kept)
        for line in self.scenario.lines:
            match = re.fullmatch(f"(?:{SEAT} draws(?: and discards)?|the dora pad gets) {TILES}", line.text)
            if line.keyword == "when" and match is not None:
                found.append(match.group(2))
        return found

    def tell(self) -> str:
        """What has happened so far."""
        if self._table is None:
            return "nothing has happened yet"
        state = self._table.state
        events = [event_text(step.event, self.rules.tile_set) for step in state.steps]
        incidents = [f"{incident.kind} {incident.seats}" for incident in state.incidents.values()]
        return "\n".join(
            (
                f"events: {', '.join(events) or 'none'}",
                f"incidents: {', '.join(incidents) or 'none'}",
                f"phase: {state.phase}, presses waiting: {[(p.seat, p.button.value) for p in state.presses]}",
            )
        )


def run_scenario(run: Run, commands: Mapping[str, Sequence[Command]]) -> Failure | None:
    """Do what every line says, and close the run; None if all of it holds.

    Raises `ScenarioError` for a line that means nothing.
    """
    try:
        for line in run.scenario.lines:
            try:
                do_line(run, line, commands)
            except (Unmet, EngineError) as error:
                return Failure(line, str(error), run.tell())
        return None
    finally:
        run.close()


def do_line(run: Run, line: Line, commands: Mapping[str, Sequence[Command]]) -> None:
    """Do what a line says, with the time it takes.

    Raises `Unmet` if it does not hold within the table's patience, `ScenarioError` if it means nothing.
    """
    act = _meaning(run, line, commands[line.keyword])
    if line.keyword == "then":
        _await(run.table, act)
        return
    act()
    if line.keyword == "when":
        run.table.finish_line()


def _await(table: Tabletop, holds: Callable[[], None]) -> None:
    end = table.now + table.patience
    while True:
        try:
            holds()
        except Unmet:
            if table.now >= end:
                raise
            table.wait(LOOKING)
        else:
            return


def _meaning(run: Run, line: Line, commands: Sequence[Command]) -> Callable[[], None]:
    for pattern, act in commands:
        match = re.fullmatch(pattern, line.text)
        if match is not None:
            return partial(act, run, *match.groups())
    where = f"{run.scenario.file}:{line.number}"
    raise ScenarioError(f"{where}: nobody knows what {line.keyword} {line.text!r} means (docs/scenarios.md lists all)")
