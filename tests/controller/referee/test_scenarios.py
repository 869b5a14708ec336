"""Every scenario file below this folder, scenario by scenario; docs/scenarios.md says how they are written."""

from pathlib import Path

import pytest

from controller.inputs import INPUT
from controller.journal.facts import as_json
from controller.referee import Referee
from controller.referee.audit import audit
from controller.scenarios.language import play
from controller.scenarios.runner import Run
from controller.scenarios.script import Scenario, read_scenarios
from controller.scenarios.table import Table
from hal.sim.noise import noise_named

SCENARIOS = [
    (path.stem, scenario)
    for path in sorted((Path(__file__).parent / "scenarios").rglob("*.txt"))
    for scenario in read_scenarios(path)
]


@pytest.mark.parametrize("scenario", [pytest.param(s, id=f"{file}: {s.title}") for file, s in SCENARIOS])
def test_scenario(scenario: Scenario) -> None:
    run = Run(scenario)
    failure = play(run)
    if failure is not None:
        pytest.fail(f"line {failure.line.number}: {failure.line.text}: {failure.why}\n{failure.told}")
    assert isinstance(run.table, Table)
    audit(run.table.referee._desk)
    assert not run.table.referee._desk.broken
    if not any(line.text.endswith(" vanish") for line in scenario.lines):  # a fault of the program is no input
        assert_the_journal_gives_the_same_game(run.table)


def assert_the_journal_gives_the_same_game(table: Table) -> None:
    """The inputs, written down and read back, lead another referee to the same decisions (recovery, replay)."""
    again = Referee(table.rules, table.referee.options)
    effects = [effect for item in table.inputs for effect in again.handle(INPUT.validate_json(INPUT.dump_json(item)))]
    assert [as_json(effect) for effect in effects] == [as_json(effect) for effect in table.effects]
    assert again.state.deal == table.referee.state.deal


BY_THE_MOMENT = {
    "Pressed before the discard has been seen",
    "A draw that a good call overtakes goes back to the wall",
    "An open kan without a press is not read as a pon while its third tile comes",
    "Undo behind the end of a match: its time goes on where it stood",
    "All three win: all are paid where the rules say so",
    "Undo to an event that a ruling has touched gives back the time bank of then, too",
    "The draw closes the window, but not before the grace is over",
    "An added kan can be robbed; the replacement draw closes its window",
    "Three rons end the deal in a draw",
    "The last tiles are entered while a discard can be called",
    "The last discard is taken back, and that is accepted by an undo",
}
"""Scenarios that say what happens within a second, or to the second: hands at the simulated table are not so quick."""


def is_sensed(scenario: Scenario) -> bool:
    """Whether a scenario can be played on the simulated table."""
    misread = any(line.text.endswith(" is misread") for line in scenario.lines)
    return not misread and scenario.title not in BY_THE_MOMENT


def test_what_is_left_out_on_the_simulated_table_is_there() -> None:
    assert {scenario.title for _, scenario in SCENARIOS} >= BY_THE_MOMENT


@pytest.mark.long
@pytest.mark.parametrize("noise", ["none", "typical"])
@pytest.mark.parametrize(
    "scenario", [pytest.param(s, id=f"{file}: {s.title}") for file, s in SCENARIOS if is_sensed(s)]
)
def test_scenario_on_the_simulated_table(scenario: Scenario, noise: str) -> None:
    failure = play(Run(scenario, noise_named(noise)))
    if failure is not None:
        pytest.fail(f"line {failure.line.number}: {failure.line.text}: {failure.why}\n{failure.told}")
