"""docs/latency.md tells every incident with the patience the code has."""

from controller.referee.incidents import KINDS
from controller.referee.options import RefereeOptions
from hal.sim.noise import PROFILES
from tests.latency_page import BEGIN, END, PAGE


def test_every_incident_and_noise_level_is_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    measured = page.partition(BEGIN)[2].partition(END)[0]
    options = RefereeOptions()
    for name in PROFILES:
        assert f"shown at {name}" in measured
    for kind in KINDS:
        assert f"| `{kind}` | {options.patience_of(kind) / 1_000:g} |" in measured
    for event in ("draw", "discard", "call", "surprise"):
        assert f"\n| {event} | " in measured
