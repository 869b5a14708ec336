"""The whole language of scenarios, and running files of them."""

from collections.abc import Mapping, Sequence
from typing import Final

from controller.scenarios.findings import THEN
from controller.scenarios.given import GIVEN
from controller.scenarios.motions import WHEN
from controller.scenarios.runner import Command, Failure, Run, run_scenario

COMMANDS: Final[Mapping[str, Sequence[Command]]] = {"given": GIVEN, "when": WHEN, "then": THEN}
"""What each line may say, by its keyword."""


def play(run: Run) -> Failure | None:
    """Run a scenario through the referee; None if all of it holds. Raises `ScenarioError` for a meaningless line."""
    return run_scenario(run, COMMANDS)
