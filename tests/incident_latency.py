"""How soon an incident is shown, and gone once it is put right: each is made to happen on the simulated table.

The first scenario of every file in `tests/controller/referee/scenarios/incidents` makes its incident happen and puts it
right. What takes how long is counted in table time from the last thing done: the tile landed, the button was pressed,
the board fell silent.
"""

from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.effects import IncidentClosed, IncidentOpened
from controller.referee.incidents import KINDS
from controller.scenarios.language import COMMANDS
from controller.scenarios.runner import Run, do_line
from controller.scenarios.script import read_scenarios
from controller.scenarios.words import Unmet
from hal.ports import Millis
from hal.sim.noise import PROFILES, NoiseProfile

SEEDS: Final = range(10)
"""So often each incident happens at each noise level."""

SCENARIOS: Final = Path(__file__).parent / "controller" / "referee" / "scenarios" / "incidents"

_NOISE_ITSELF: Final = ("antenna_blind",)
"""What harsh noise makes happen beside: an antenna that is blinded is rightly told."""


@dataclass(frozen=True, slots=True)
class Course:
    """One run: when the incident was shown after its cause, and gone after it was put right; None: never.

    `others` are the incidents shown before it. `trouble` says what else did not go as the scenario says.
    """

    shown: Millis | None
    gone: Millis | None
    others: tuple[str, ...]
    trouble: str = ""

    @property
    def told(self) -> str:
        """What was not right: nothing where this incident was shown first, and all went as the scenario says."""
        if self.shown is None or self.others:
            return f"first {', '.join(self.others) or 'nothing'}"
        return self.trouble


def course(kind: str, noise: NoiseProfile | None, seed: int = 0) -> Course:
    """Let an incident happen and be put right; without noise the referee is told at once, what is left is patience."""
    scenario = read_scenarios(SCENARIOS / f"{kind}.txt")[0]
    trouble = ""
    caused: Millis = 0
    with closing(Run(scenario, noise, seed)) as run:
        for number, line in enumerate(scenario.lines):
            if number == len(scenario.before):
                caused = run.table.acts[-1]
            try:
                do_line(run, line, COMMANDS)
            except Unmet as unmet:
                trouble = f"{scenario.file}:{line.number}: {unmet}"
                break
    return _judged(run, kind, caused, trouble)


def _judged(run: Run, kind: str, caused: Millis, trouble: str) -> Course:
    told = [effect for effect in run.table.effects if isinstance(effect, IncidentOpened) and effect.at >= caused]
    opened = next((effect for effect in told if effect.kind == kind), None)
    before = told if opened is None else told[: told.index(opened)]
    others = tuple(effect.kind for effect in before if effect.kind not in _NOISE_ITSELF)
    if opened is None:
        return Course(None, None, others, trouble)
    gone = [e.at for e in run.table.effects if isinstance(e, IncidentClosed) and e.number == opened.number]
    if not gone:
        return Course(opened.at - caused, None, others, trouble)
    put_right = max((at for at in run.table.acts if caused < at <= gone[0]), default=opened.at)
    return Course(opened.at - caused, gone[0] - put_right, others, trouble)


def courses(kind: str, noise: NoiseProfile) -> list[Course]:
    """All runs of an incident at a noise level."""
    return [course(kind, noise, seed) for seed in SEEDS]


def times(runs: Sequence[Course]) -> tuple[str, str]:
    """When it was shown and when it was gone, each as median and worst in seconds."""
    return _median_and_worst([run.shown for run in runs]), _median_and_worst([run.gone for run in runs])


def _median_and_worst(found: Sequence[Millis | None]) -> str:
    ordered = sorted(time for time in found if time is not None)
    if len(ordered) < len(found):
        return f"{len(found) - len(ordered)} of {len(found)} never"
    return f"{ordered[len(ordered) // 2] / 1_000:.1f} / {ordered[-1] / 1_000:.1f}"


def table_of_incidents(workers: Executor) -> list[str]:
    """Every incident at every noise level as Markdown, and how often it was the first to be shown."""
    head = " | ".join(f"{what}: {name}" for what in ("shown", "gone") for name in PROFILES)
    lines = [f"| incident | waits | {head} |", "| --- | --- |" + " --- |" * 2 * len(PROFILES)]
    wrong: dict[str, list[str]] = {name: [] for name in PROFILES}
    for kind, runs in zip(KINDS, workers.map(all_courses, KINDS), strict=True):
        for name, found in runs.items():
            told = [(seed, run.told) for seed, run in zip(SEEDS, found, strict=True) if run.told]
            wrong[name] += [f"`{kind}`, seed {seed}: {what}" for seed, what in told]
        shown, gone = zip(*(times(found) for found in runs.values()), strict=True)
        lines.append(f"| `{kind}` | {waits(kind)} | {' | '.join(shown + gone)} |")
    return [*lines, "", *(_sum_of(name, told) for name, told in wrong.items())]


def all_courses(kind: str) -> dict[str, list[Course]]:
    """All runs of an incident by noise level."""
    return {name: courses(kind, noise) for name, noise in PROFILES.items()}


def waits(kind: str) -> str:
    """How long the referee waits by the configuration before it shows an incident, in seconds."""
    exact = course(kind, None)
    return "never" if exact.shown is None else f"{exact.shown / 1_000:.1f}"


def _sum_of(noise: str, wrong: Sequence[str]) -> str:
    runs = len(KINDS) * len(SEEDS)
    rest = f" The others: {'; '.join(wrong)}." if wrong else ""
    return f"- {noise}: {runs - len(wrong)} of {runs} runs as the scenario says, the right incident first.{rest}"
