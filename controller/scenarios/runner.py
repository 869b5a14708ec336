"""Runs one scenario: finds what each line means, does it, and says where and why it does not hold."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from controller.errors import ScenarioError
from controller.inputs import SetupChanged
from controller.referee import RefereeOptions
from controller.referee.sight import fitted
from controller.scenarios.script import Line, Scenario
from controller.scenarios.table import Table
from controller.scenarios.words import SEAT, TILES, Unmet, event_text
from engine.errors import EngineError
from engine.rules import load_rules
from engine.tiles import SEATS, Seat
from hal.layout import Layout, standard_layout
from hal.ports import Millis

STEP: Final[Millis] = 400
"""So long every `when` line takes."""

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
    """A scenario under way: what was given, and the table once it is dealt."""

    scenario: Scenario
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
        self._table: Table | None = None

    @property
    def table(self) -> Table:
        """The table, dealt with the first `when`."""
        if self._table is None:
            self._table = self._deal()
        return self._table

    def _deal(self) -> Table:
        table = Table(self.rules, fitted(self.options, self.layout))
        if self.scores:
            start = [self.scores.get(seat, self.rules.start_points) for seat in SEATS]
            details = {"round_wind": "E", "dealer": 0, "scores": start}
            table.tell(SetupChanged(at=0, what="position", details=details))
        if self.undealt:
            return table
        hands = {seat: table.bag.take_text(tiles) for seat, tiles in self.hands.items()}
        table.reserve(self._drawn_later())
        table.deal(hands, self.indicator)
        if self.live_tiles is not None:
            table.leave_in_wall(self.live_tiles)
        return table

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
        state = self._table.referee.state
        events = [event_text(step.event, self.rules.tile_set) for step in state.steps]
        incidents = [f"{incident.kind} {incident.seats}" for incident in state.incidents.values()]
        return "\n".join(
            (
                f"events: {', '.join(events) or 'none'}",
                f"incidents: {', '.join(incidents) or 'none'}",
                f"phase: {state.phase}, presses waiting: {[(p.seat, p.button.value) for p in state.presses]}",
            )
        )


def run_scenario(scenario: Scenario, commands: Mapping[str, Sequence[Command]]) -> Failure | None:
    """Do what every line says; None if all of it holds. Raises `ScenarioError` for a line that means nothing."""
    run = Run(scenario)
    for line in scenario.lines:
        try:
            do_line(run, line, commands[line.keyword])
        except (Unmet, EngineError) as error:
            return Failure(line, str(error), run.tell())
        if line.keyword == "when":
            run.table.wait(STEP)
    return None


def do_line(run: Run, line: Line, commands: Sequence[Command]) -> None:
    """Do what a line says; raises `Unmet` if it does not hold, `ScenarioError` if it means nothing."""
    for pattern, act in commands:
        match = re.fullmatch(pattern, line.text)
        if match is not None:
            act(run, *match.groups())
            return
    where = f"{run.scenario.file}:{line.number}"
    raise ScenarioError(f"{where}: nobody knows what {line.keyword} {line.text!r} means (docs/scenarios.md lists all)")
