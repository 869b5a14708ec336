"""The simulated table in the service: who sits where, the bots' pace, the antennas' noise, faults made by hand."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from controller.inputs import Ruling
from controller.journal import Journal
from controller.people.tempo import QUICK
from controller.referee.state import TablePhase, TableState
from controller.runtime import TableRuntime, TableSetup
from controller.service.clock import TableClock
from controller.service.control import PageControl
from controller.service.faults import FaultKind, FaultRefused
from controller.service.seating import Seating
from controller.service.simulated import SimulatedHouse, WallFile
from controller.web.contract import Command, CommandRefused, MakeFault, NewMatch, PressButton, SetPace, SetTraining
from engine.rules import PRESETS
from engine.tiles import Seat, TileSet
from hal.drivers import simulated_ports
from hal.ports import Button, Millis
from hal.sim.table import SimulatedTable

SINGLE = PRESETS["tenhou"].with_changes(match_length="single", turn_seconds=None, claim_seconds=None)


class Loop:
    """A table's loop on a virtual clock; what is called is done at once."""

    def __init__(self, journal: Journal, seating: Seating) -> None:
        self.table = SimulatedTable(TileSet(flowers=True), seed=3)
        self.runtime = TableRuntime(TableSetup(self.table.registry), simulated_ports(self.table), journal)
        self.house = SimulatedHouse(self.table, self.runtime, seating, WallFile(None))
        self.control = PageControl(seating.persons)
        self.control.attach(self, self.house, TableClock())  # type: ignore[arg-type]  # it calls nothing but `call`
        self.house.start_match(SINGLE, 0)

    @property
    def state(self) -> TableState:
        return self.runtime.state

    def call(self, do: Callable[[], object]) -> "Future[object]":
        done: Future[object] = Future()
        try:
            done.set_result(do())
        except Exception as error:  # noqa: BLE001 - as the real loop tells whoever asked
            done.set_exception(error)
        return done

    def tell(self, command: Command, seat: Seat | None = None) -> None:
        """Have a page's command carried out."""
        asyncio.run(self.control.command(command, seat))

    def run(self, until: Callable[[TableState], bool], longest: Millis = 400_000) -> None:
        """Let time pass until something is so."""
        end = self.table.now + longest
        while not until(self.state):
            assert self.table.now < end, f"it did not come about in {longest} ms"
            self.house.advance(self.table.now + 100)
            self.runtime.step(self.table.now)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.open(tmp_path / "house.sqlite")
    yield journal
    journal.close()


@pytest.fixture
def loop(journal: Journal) -> Loop:
    return Loop(journal, Seating(seed=5))


def playing(state: TableState) -> bool:
    return state.phase is TablePhase.PLAYING and len(state.steps) > 12


def open_incidents(state: TableState) -> set[str]:
    return {incident.kind for incident in state.incidents.values()}


@pytest.mark.parametrize(
    ("fault", "kind", "end"),
    [
        ("phone_on_rack", "antenna_blind", None),
        ("unplug", "reader_offline", "plug_in"),
        ("reboot", "reader_offline", None),
    ],
)
def test_a_fault_is_noticed_and_heals(loop: Loop, fault: FaultKind, kind: str, end: FaultKind | None) -> None:
    loop.run(playing)
    loop.tell(MakeFault(kind=fault, seat=1))
    loop.run(lambda state: kind in open_incidents(state), 30_000)
    if end is not None:
        loop.tell(MakeFault(kind=end, seat=1))
    loop.run(lambda state: not state.incidents, 40_000)
    loop.run(lambda state: state.phase is TablePhase.FINISHED, 1_500_000)


def test_a_dead_tag_holds_nothing_up_until_all_is_well_again(loop: Loop) -> None:
    loop.run(playing)
    loop.tell(MakeFault(kind="dead_tag", seat=2))
    loop.tell(MakeFault(kind="shadow", seat=3))
    loop.tell(MakeFault(kind="all_well", seat=0))
    loop.run(lambda state: state.phase is TablePhase.FINISHED, 1_500_000)


def test_a_fault_needs_something_to_go_wrong(loop: Loop) -> None:
    with pytest.raises(FaultRefused, match="no tile"):
        loop.house.faults.make("shadow", 0)
    with pytest.raises(CommandRefused, match="no tile"):
        loop.tell(MakeFault(kind="dead_tag", seat=0))


def test_a_new_match_changes_rules_seats_antennas(loop: Loop) -> None:
    loop.run(playing)
    seats = ("person", "novice", "person", "advanced")
    loop.tell(
        NewMatch(rules="doman", changes={"match_length": "tonpuusen"}, clocks=False, seats=seats, noise="typical")
    )
    loop.run(lambda state: state.phase is TablePhase.DEALING, 5_000)
    rules = loop.state.rules
    assert rules is not None
    assert (rules.name, rules.match_length, rules.turn_limit_seconds) == ("doman", "tonpuusen", None)
    assert loop.state.players == ("Player 1", "Botan", "Player 3", "Daigo")
    assert loop.state.bots == (1, 3)
    assert loop.control.seats == (0, 2)
    assert loop.table.noise.name == "typical"


def test_what_cannot_be_played_is_refused_and_changes_nothing(loop: Loop) -> None:
    loop.run(playing)
    deal = loop.state.deal
    for wish in (
        NewMatch(rules="no-such-rules"),
        NewMatch(rules="tenhou", changes={"flowers": True}),
        NewMatch(changes={"no_such_field": 1}),
        NewMatch(noise="deafening"),
    ):
        with pytest.raises(CommandRefused):
            loop.tell(wish)
    assert loop.state.deal is deal
    assert loop.table.noise.name == "none"


def test_only_the_page_of_a_persons_seat_acts_for_it(journal: Journal) -> None:
    loop = Loop(journal, Seating.against_bots(2))
    loop.run(lambda state: state.match is not None)
    loop.tell(PressButton(button=Button.DIFF), 2)
    loop.run(lambda state: 2 in state.comparing, 3_000)
    for seat in (None, 1):
        with pytest.raises(CommandRefused, match="A bot plays this seat"):
            loop.tell(PressButton(button=Button.DIFF), seat)


def test_the_bots_pace_can_be_changed_while_they_play(loop: Loop) -> None:
    loop.run(playing)
    loop.tell(SetPace(pace="quick"))
    assert {pace.tempo for pace in loop.house._paces} == {QUICK}
    loop.run(lambda state: state.phase is TablePhase.FINISHED, 1_500_000)


def test_training_is_for_everybody_who_watches_too(loop: Loop) -> None:
    loop.tell(SetTraining(on=True))
    loop.run(lambda state: state.training, 1_000)


def test_a_single_person_has_a_name_of_its_own_and_several_are_numbered() -> None:
    assert Seating.against_bots(1).names() == ["Asa", "You", "Chidori", "Daigo"]
    assert Seating(("person", "novice", "person", "novice")).names() == ["Player 1", "Botan", "Player 3", "Daigo"]
    named = Seating(("person", "novice", "person", "novice"), person_names=("Ai", "", "", ""))
    assert named.names() == ["Ai", "Botan", "Player 3", "Daigo"]


def ruled(loop: Loop, what: str, **details: object) -> None:
    """Have a ruling carried out."""
    loop.runtime.submit(lambda now: Ruling(at=now, who="Emi", what=what, details=details))


def test_after_a_change_of_places_the_person_plays_where_they_sit(journal: Journal) -> None:
    loop = Loop(journal, Seating.against_bots(0, seed=5))
    loop.run(lambda state: state.match is not None)
    ruled(loop, "reseat", order=[2, 1, 0, 3])
    loop.run(lambda state: state.bots == (0, 1, 3))
    loop.house.advance(loop.table.now + 100)
    assert loop.control.seats == (2,)
    assert set(loop.house.persons) == {2}
    assert loop.house.seating.names() == list(loop.state.players) == ["Chidori", "Botan", "You", "Daigo"]
    loop.run(lambda state: state.phase is TablePhase.PLAYING and state.deal is not None and state.deal.turn == 2)
    assert loop.house.look(2).may_draw == "wall", "the tiles are the person's own; bots play the other seats"
    with pytest.raises(CommandRefused, match="A bot plays this seat"):
        loop.tell(PressButton(button=Button.PASS), 0)


def test_a_match_gone_on_with_has_its_people_where_they_went() -> None:
    seating = Seating.against_bots(0)
    moved = seating.as_named(["Chidori", "Botan", "You", "Daigo"])
    assert (moved.persons, moved.names()) == ((2,), ["Chidori", "Botan", "You", "Daigo"])
    assert seating.as_named(["Aki", "Botan", "Chidori", "Daigo"]) == seating
    several = Seating(("person", "person", "novice", "novice")).moved([1, 0, 2, 3])
    assert several.names() == ["Player 2", "Player 1", "Chidori", "Daigo"]


def test_a_deal_goes_on_with_another_wall_where_its_own_is_not_known(loop: Loop, journal: Journal) -> None:
    loop.run(playing)
    assert loop.state.deal is not None
    left, steps = loop.state.deal.wall_left, len(loop.state.steps)
    table = SimulatedTable(TileSet(flowers=True), seed=4)
    table.begin_at(journal.at)
    loop.table = table
    loop.runtime = TableRuntime.resume(TableSetup(table.registry), simulated_ports(table), journal)
    loop.house = SimulatedHouse(table, loop.runtime, Seating(seed=5), WallFile(None))
    loop.house.restore()
    assert table.world.now == journal.at, "no time passes: the clock goes on from here"
    assert table.world.wall.live_left == left
    loop.run(lambda state: len(state.steps) > steps + 4, 200_000)
    loop.run(lambda state: state.phase is TablePhase.FINISHED, 1_500_000)
    assert sum(loop.state.match.scores if loop.state.match is not None else ()) == 100_000


def test_who_served_earlier_matches_is_forgotten(loop: Loop) -> None:
    """A table that plays on for weeks tells what happens to those who sit at it, and to nobody else."""
    watchers = len(loop.table.world._watchers)
    for _ in range(3):
        loop.house.start_match(SINGLE, 0)
    assert len(loop.table.world._watchers) == watchers
