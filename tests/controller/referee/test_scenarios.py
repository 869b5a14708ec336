"""Every scenario file beside this one, scenario by scenario; docs/scenarios.md says how they are written."""

from pathlib import Path

import pytest

from controller.scenarios.language import play
from controller.scenarios.script import Scenario, read_scenarios

SCENARIOS = [
    (path.stem, scenario)
    for path in sorted((Path(__file__).parent / "scenarios").glob("*.txt"))
    for scenario in read_scenarios(path)
]


@pytest.mark.parametrize("scenario", [pytest.param(s, id=f"{file}: {s.title}") for file, s in SCENARIOS])
def test_scenario(scenario: Scenario) -> None:
    failure = play(scenario)
    assert failure is None, f"line {failure.line.number}: {failure.line.text}: {failure.why}\n{failure.told}"
