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
