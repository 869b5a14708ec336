"""Every kind of incident has a file of scenarios, `scenarios/incidents/KIND.txt`; `test_scenarios` runs them.

Here the catalogue proves that nothing is left out: each kind happens, its sentence, remedy and clocks are checked, it
ends by itself, and every ruling it offers is given while it is open.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.effects import IncidentClosed, IncidentOpened, RulingRefused
from controller.inputs import Ruling
from controller.referee.incidents import KINDS
from controller.referee.rulingforms import PENALTIES
from controller.referee.state import Incident, TablePhase
from controller.scenarios.language import COMMANDS, play
from controller.scenarios.runner import Run, do_line
from controller.scenarios.script import Line, Scenario, read_scenarios
from controller.scenarios.table import Table
from hal.zones import ELSEWHERE, ZoneKind

FILES = {path.stem: path for path in (Path(__file__).parent / "scenarios" / "incidents").glob("*.txt")}

ENDS = {"seat_absent": "deal over", "ledger": "ruling"}
"""How an incident ends that does not clear by itself."""

OFFERED = [(kind.name, ruling) for kind in KINDS.values() for ruling in kind.rulings]


def scenarios_of_kind(kind: str) -> list[Scenario]:
    return read_scenarios(FILES[kind])


def happening(kind: str) -> tuple[Table, Incident]:
    """A table at which an incident of this kind is open: the first scenario of its file, up to its first `then`."""
    run = Run(scenarios_of_kind(kind)[0])
    for line in run.scenario.before:
        do_line(run, line, COMMANDS)
    table = run.table
    assert isinstance(table, Table)
    found = [incident for incident in table.state.incidents.values() if incident.kind == kind]
    assert found, run.tell()
    return table, found[0]


def once_it_is_open(scenario: Scenario, kind: str) -> Iterator[Line]:
    """The lines of a scenario after it has found an incident of the kind."""
    is_open = False
    for line in scenario.lines:
        if is_open:
            yield line
        elif line.keyword == "then" and line.text.split(" of ")[0] == f"incident {kind}":
            is_open = True


def while_nothing_is_done(scenario: Scenario, kind: str) -> list[str]:
    """What a scenario checks of an incident of the kind before anybody does anything about it."""
    checked = []
    for line in once_it_is_open(scenario, kind):
        if line.keyword != "then":
            break
        checked.append(line.text)
    return checked


def test_every_kind_has_its_scenarios() -> None:
    assert FILES.keys() == KINDS.keys()


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_sentence_remedy_clocks_and_end_are_checked(kind: str) -> None:
    first = scenarios_of_kind(kind)[0]
    checked = while_nothing_is_done(first, kind)
    assert any(text.startswith("the table says: ") for text in checked)
    remedies = [text.removeprefix("the table asks: ") for text in checked if text.startswith("the table asks: ")]
    assert any(remedy in KINDS[kind].remedy for remedy in remedies)
    assert f"the clocks {'stand' if KINDS[kind].stops_clocks else 'run'}" in checked
    end = f"the incident was closed as {ENDS.get(kind, 'cleared')}"
    assert end in [line.text for line in once_it_is_open(first, kind)]


@pytest.mark.parametrize(("kind", "ruling"), OFFERED, ids=[f"{kind}: {ruling}" for kind, ruling in OFFERED])
def test_every_ruling_an_incident_offers_is_given_and_carried_out(kind: str, ruling: str) -> None:
    for scenario in scenarios_of_kind(kind):
        lines = [line.text for line in once_it_is_open(scenario, kind)]
        if f"the ruling {ruling} was carried out" in lines and "no incident" not in lines[: given_at(lines, ruling)]:
            return
    pytest.fail(f"no scenario of incidents/{kind}.txt gives the ruling {ruling} while it is open")


def given_at(lines: list[str], ruling: str) -> int:
    """Which line gives a ruling."""
    entered = "the result is entered" if ruling == "score" else f"ruling {ruling}"
    return next(n for n, line in enumerate(lines) if line == entered or line.startswith((f"{entered} ", f"{entered}:")))


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_an_incident_says_who_and_shows_no_hidden_tile(kind: str) -> None:
    table, incident = happening(kind)
    assert table.state.clocks_stopped >= incident.stops_clocks
    assert "{" not in incident.sentence + incident.remedy
    names = ("East", "South", "West", "North")
    assert all(names[seat] in incident.sentence for seat in incident.seats if "{seats}" in KINDS[kind].sentence)
    hidden = [tile for tile in incident.tiles if table.places.get(tile, ELSEWHERE).kind is ZoneKind.HAND]
    assert not set(hidden) & set(incident.public_tiles)


@pytest.mark.parametrize("penalty", PENALTIES)
def test_every_penalty_of_the_rules_can_be_given(penalty: str) -> None:
    table, _ = happening("false_win")
    points = {"points": 1_000} if penalty == "points" else {}
    table.tell(Ruling(at=table.now, who="Aoi", what="penalty", details={"seat": 0, "kind": penalty, **points}))
    assert not [effect for effect in table.effects if isinstance(effect, RulingRefused)]
    state = table.state
    assert not state.incidents
    assert state.phase is (TablePhase.DEALING if penalty == "chombo" else TablePhase.PLAYING)
    assert state.match is not None
    scores = state.match.scores if state.deal is None else state.deal.scores
    assert sum(scores) == 100_000
    assert (scores[0] < 25_000) == (penalty in ("points", "chombo"))


def test_putting_tiles_back_is_one_incident_until_the_last_lies_right() -> None:
    run = Run(next(s for s in scenarios_of_kind("put_back") if s.title.startswith("Tiles of two seats")))
    assert play(run) is None
    told = [type(effect) for effect in run.table.effects if isinstance(effect, IncidentOpened | IncidentClosed)]
    assert told == [IncidentOpened, IncidentClosed]
