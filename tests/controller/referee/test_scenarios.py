"""Every scenario file beside this one, scenario by scenario. `scenario.py` says how they are written."""

from pathlib import Path

import pytest

from tests.controller.referee.runner import Scenario, read_scenarios
from tests.controller.referee.scenario import run_scenario

SCENARIOS = [
    (path.stem, scenario)
    for path in sorted((Path(__file__).parent / "scenarios").glob("*.txt"))
    for scenario in read_scenarios(path)
]


@pytest.mark.parametrize("scenario", [pytest.param(s, id=f"{file}: {s.title}") for file, s in SCENARIOS])
def test_scenario(scenario: Scenario) -> None:
    run_scenario(scenario)


def test_every_scenario_expects_something() -> None:
    assert SCENARIOS
    for _, scenario in SCENARIOS:
        assert any(keyword == "then" for keyword, _ in scenario.lines), scenario.title
