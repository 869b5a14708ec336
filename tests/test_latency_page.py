"""docs/latency.md says what is measured: every kind of event and incident, and samples of both measured again."""

import pytest

from controller.referee.incidents import KINDS
from hal.sim.noise import PROFILES
from tests.incident_latency import SEEDS, course, courses, times, waits
from tests.latency_page import BEGIN, END, PAGE

MEASURED = PAGE.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]


def row_of(kind: str) -> list[str]:
    """The cells of an incident's row."""
    rows = [line for line in MEASURED.splitlines() if line.startswith(f"| `{kind}` | ")]
    assert len(rows) == 1, kind
    return [cell.strip() for cell in rows[0].strip("|").split("|")][1:]


def test_every_event_and_noise_level_is_on_the_page() -> None:
    for name in PROFILES:
        assert f"shown: {name} |" in MEASURED
        assert f"- {name}: " in MEASURED
    for event in ("draw", "discard", "call", "surprise"):
        assert f"\n| {event} | " in MEASURED


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_the_page_says_how_long_the_referee_waits(kind: str) -> None:
    assert row_of(kind)[0] == waits(kind)


@pytest.mark.parametrize("kind", ["machine_jam", "panel_offline"])
def test_what_no_tile_causes_is_measured_as_the_page_says(kind: str) -> None:
    shown, gone = times(courses(kind, PROFILES["none"]))
    row = row_of(kind)[1:]
    assert (row[0], row[len(PROFILES)]) == (shown, gone)


@pytest.mark.parametrize("kind", ["draw_out_of_turn", "wrong_meld", "tile_returned"])
def test_what_tiles_cause_is_shown_and_gone_as_soon_as_the_page_says(kind: str) -> None:
    """What perception needs changes a little with all that is read before."""
    found = course(kind, PROFILES["typical"], SEEDS[0])
    assert not found.told
    row = row_of(kind)[1:]
    for time, cell in ((found.shown, row[1]), (found.gone, row[len(PROFILES) + 1])):
        assert time is not None
        median, worst = map(float, cell.split(" / "))
        assert median - 2 <= time / 1_000 <= worst + 2


@pytest.mark.long
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_at_typical_noise_every_incident_is_the_first_to_be_shown(kind: str) -> None:
    assert [run.told for run in courses(kind, PROFILES["typical"])] == [""] * len(SEEDS)
