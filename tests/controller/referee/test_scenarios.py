"""Every scenario file beside this one, scenario by scenario; docs/scenarios.md says how they are written."""

from pathlib import Path

import pytest

from controller.facts import as_json
from controller.inputs import INPUT
from controller.referee import Referee
from controller.scenarios.language import COMMANDS
from controller.scenarios.runner import STEP, Run, do_line
from controller.scenarios.script import Scenario, read_scenarios
from controller.scenarios.words import Unmet

SCENARIOS = [
    (path.stem, scenario)
    for path in sorted((Path(__file__).parent / "scenarios").glob("*.txt"))
    for scenario in read_scenarios(path)
]


@pytest.mark.parametrize("scenario", [pytest.param(s, id=f"{file}: {s.title}") for file, s in SCENARIOS])
def test_scenario(scenario: Scenario) -> None:
    run = Run(scenario)
    for line in scenario.lines:
        try:
            do_line(run, line, COMMANDS[line.keyword])
        except Unmet as error:
            pytest.fail(f"line {line.number}: {line.text}: {error}\n{run.tell()}")
        if line.keyword == "when":
            run.table.wait(STEP)
    assert_the_journal_gives_the_same_game(run)


def assert_the_journal_gives_the_same_game(run: Run) -> None:
    """The inputs, written down and read back, lead another referee to the same decisions (recovery, replay)."""
    again = Referee(run.rules, run.table.referee.options)
    effects = [
        effect for item in run.table.inputs for effect in again.handle(INPUT.validate_json(INPUT.dump_json(item)))
    ]
    assert [as_json(effect) for effect in effects] == [as_json(effect) for effect in run.table.effects]
    assert again.state.deal == run.table.referee.state.deal
