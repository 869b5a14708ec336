"""A scoring pad of real drivers: a Pepper C1 on a pseudo-terminal reads the hand, buttons are pins of the Pi.

Every byte goes through the serial library, every press through a contact that bounces; only the metal is simulated.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from controller.bringup.bench import Bench
from controller.bringup.enrolment import Enrolled, Enrolment, Hint, Refused
from controller.bringup.enrolsession import EnrolSession, pad_of
from controller.effects import DealEnded, Effect
from controller.inputs import Ruling, SetupChanged
from controller.journal import Journal
from controller.referee import TablePhase, TableState
from controller.registry import Registry, read_registry
from controller.runtime import TableRuntime, TableSetup
from engine.rules import PRESETS
from engine.tiles import TileSet
from hal.drivers import TablePorts, open_table
from hal.sim.tags import tag_of, tags_of
from tests.hal.gpio.fake import FakeGpio, install
from tests.hal.pepper.simulated import PtyLine, SimulatedPepper

SET = TileSet(red_fives=3)
WIN_AT_2, OK_AT_0 = 17, 27
"""GPIO numbers of two buttons."""


@pytest.fixture
def gpio(monkeypatch: pytest.MonkeyPatch) -> FakeGpio:
    return install(monkeypatch)


@pytest.fixture
def pepper() -> SimulatedPepper:
    return SimulatedPepper({1: [], 2: []})


@pytest.fixture
def ports(pepper: SimulatedPepper, gpio: FakeGpio) -> Iterator[TablePorts]:
    with PtyLine([pepper]) as line:
        reader = {"board": "pad", "port": line.port, "antennas": ["pad.hand", "pad.melds"]}
        seats = {"2": {"buttons": {"WIN": WIN_AT_2}}, "0": {"buttons": {"MENU": OK_AT_0}}}
        opened = open_table(
            "pepper_c1",
            {"layout": {"scoring_pad": True}, "readers": [reader]},
            SET,
            {"buttons": ("gpio", {"seats": seats})},
        )
        yield opened
        opened.close()


@dataclass
class Table:
    """The runtime in real time, and what it said."""

    runtime: TableRuntime
    effects: list[Effect] = field(default_factory=list)
    began: float = field(default_factory=time.monotonic)

    def until(self, done: Callable[[TableState], bool]) -> None:
        end = time.monotonic() + 15
        while not done(self.runtime.state):
            assert time.monotonic() < end, self.effects[-5:]
            self.runtime.step(int((time.monotonic() - self.began) * 1_000))
            time.sleep(0.01)

    def wait(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        self.until(lambda _: time.monotonic() >= end)

    def see(self, effects: Sequence[Effect], _state: TableState) -> None:
        self.effects.extend(effects)


def press(gpio: FakeGpio, pin: int, table: Table) -> None:
    for level in (0, 1, 0):
        gpio.change(pin, level)
    table.wait(0.1)
    for level in (1, 0, 1):
        gpio.change(pin, level)
    table.wait(0.1)


def test_a_hand_is_scored(ports: TablePorts, pepper: SimulatedPepper, gpio: FakeGpio) -> None:
    table = Table(TableRuntime(TableSetup(tags_of(SET.tiles)), ports, Journal.memory()))
    table.runtime.observe(table.see)
    details = {
        "rules": PRESETS["tenhou"].model_dump(mode="json"),
        "players": ["Aki", "Ben", "Chie", "Dan"],
        "first_dealer": 0,
    }
    table.runtime.submit(lambda now: SetupChanged(at=now, what="match", details=details))
    indicator = {"tile": SET.parse("5z")[0]}
    table.runtime.submit(lambda now: Ruling(at=now, who="Ref", what="indicator", details=indicator))
    table.until(lambda state: state.phase is TablePhase.DEALING)
    *hand, last = SET.parse("34m123m567p22p345s5m")
    pepper.tags[1] = [tag_of(tile) for tile in hand]
    table.until(lambda _: all(table.runtime.perception.in_sight(tile) for tile in hand))
    table.wait(0.3)
    pepper.tags[1] = [*pepper.tags[1], tag_of(last)]
    table.until(lambda _: table.runtime.perception.in_sight(last))
    table.wait(0.5)
    press(gpio, WIN_AT_2, table)
    press(gpio, OK_AT_0, table)
    table.until(lambda _: any(isinstance(effect, DealEnded) for effect in table.effects))
    (ended,) = [effect for effect in table.effects if isinstance(effect, DealEnded)]
    (win,) = ended.result.wins
    assert (win.seat, win.source) == (2, 0)
    assert ended.result.deltas == (-1_000, 0, 1_000, 0)


def test_the_reader_may_go_and_come_back(ports: TablePorts, pepper: SimulatedPepper) -> None:
    table = Table(TableRuntime(TableSetup(tags_of(SET.tiles)), ports, Journal.memory()))
    table.until(lambda _: table.runtime.perception.has_looked_around)
    pepper.faults.mute = True
    table.until(lambda _: bool(table.runtime.hardware_problems()))
    assert "fell silent" in next(iter(table.runtime.hardware_problems().values()))
    pepper.faults.mute = False
    table.until(lambda _: not table.runtime.hardware_problems())


class Hands:
    """A person who lays what is asked for, and has enough after three rows."""

    def __init__(self, pepper: SimulatedPepper, enrolment: Enrolment) -> None:
        self.pepper = pepper
        self.enrolment = enrolment
        self.rows = 0

    def wanted(self, text: str) -> None:
        self.rows += 1
        if self.rows > 3:
            raise KeyboardInterrupt
        self.pepper.tags[2] = [tag_of(tile) for tile in self.enrolment.due]

    def told(self, outcome: Enrolled | Refused | Hint) -> None:
        """The last row may still lie there when it goes on."""
        assert isinstance(outcome, Enrolled) or "enrolled already" in getattr(outcome, "reason", "")

    def asked(self, tag: str) -> str:
        raise AssertionError(tag)


def test_enrolling_may_be_stopped_and_goes_on(ports: TablePorts, pepper: SimulatedPepper, tmp_path: Path) -> None:
    path = tmp_path / "tags.json"
    registry = Registry()
    for done in (12, 20):  # the red 5m is a row of its own
        enrolment = Enrolment(registry, "green", SET)
        bench = Bench(ports)
        session = EnrolSession(
            bench, enrolment, pad_of(ports.layout, None), path, Hands(pepper, enrolment), tile_set=SET
        )
        with pytest.raises(KeyboardInterrupt):
            session.run()
        registry = read_registry(path)
        assert len(registry.sets["green"]) == done
    kinds = {tag: SET.name(tile) for tag, tile in tags_of(SET.tiles).items()}
    assert {tag: SET.name(tile) for tag, tile in registry.sets["green"].items()}.items() <= kinds.items()
