"""A simulated table that is run as fast as the machine allows: world, runtime and journal on one virtual clock."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from controller.effects import Effect
from controller.inputs import Input, SetupChanged
from controller.journal import Journal
from controller.people.glance import Glance
from controller.people.habits import TIDY, Habits
from controller.perception.twosets import with_second_set
from controller.referee.options import RefereeOptions
from controller.referee.state import TableState
from controller.runtime import TableRuntime, TableSetup
from engine.rules import RuleSet
from engine.tiles import Seat, Tile
from hal.drivers import simulated_ports
from hal.layout import Layout, standard_layout
from hal.ports import Millis, TagId
from hal.sim.depths import Depth, simulated_table
from hal.sim.noise import NoiseProfile
from hal.sim.people import Player
from hal.sim.tags import tags_of
from hal.sim.world import World

STEP: Final[Millis] = 50
"""Table time between two steps of the runtime."""


class VirtualTable:
    """One simulated table and the runtime that watches it. The runtime gets nothing but scans, presses and set-up.

    `enrolled` are tags the table knows beside those of its set.
    """

    def __init__(
        self,
        rules: RuleSet,
        noise: NoiseProfile,
        seed: int,
        journal: Journal,
        depth: Depth = "ports",
        habits: Habits = TIDY,
        layout: Layout | None = None,
        options: RefereeOptions | None = None,
        enrolled: Mapping[TagId, Tile] | None = None,
    ) -> None:
        layout = layout or standard_layout(pool=habits.pool)
        self.table: Final = simulated_table(rules.tile_set, layout=layout, noise=noise, seed=seed, depth=depth)
        ports = simulated_ports(self.table, machine=True)
        registry = self.table.registry
        if habits.second_set:
            registry = with_second_set(registry, tags_of(rules.tile_set.tiles, set_number=1))
        setup = TableSetup({**registry, **(enrolled or {})}, options or RefereeOptions())
        self.runtime: Final = TableRuntime(setup, ports, journal)
        self.glance: Final = Glance(lambda: self.runtime.state)
        self.runtime.observe(lambda effects, _: self.glance.hear(effects))
        self.journal: Final = journal

    @property
    def now(self) -> Millis:
        """Table time."""
        return self.table.now

    @property
    def world(self) -> World:
        """The tiles and hands."""
        return self.table.world

    @property
    def state(self) -> TableState:
        """What the table believes."""
        return self.runtime.state

    def close(self) -> None:
        """Let go of what the table's depth holds: lines, processes."""
        self.table.close()

    def observe(self, observer: Callable[[Sequence[Effect]], None]) -> None:
        """Call `observer` with everything the referee decides, in order."""
        self.runtime.observe(lambda effects, _: observer(effects))

    def seat(self, people: Iterable[Player]) -> None:
        """These people sit down."""
        self.table.seat_people(people)

    def set_up(self, what: str, **details: Any) -> None:
        """Change the set-up, as the referee page would; it is done when this returns."""

        def make(now: Millis) -> Input:
            return SetupChanged(at=now, what=what, details=details)

        self.runtime.submit(make)
        self.step()

    def start_match(self, rules: RuleSet, names: Sequence[str], first_dealer: Seat, bots: Sequence[Seat] = ()) -> None:
        """Begin a match. `bots`: the seats that are a bot's in the journal, not a person's."""
        self.set_up(
            "match",
            rules=rules.model_dump(mode="json"),
            players=[str(name) for name in names],
            first_dealer=first_dealer,
            bots=list(bots),
        )

    def step(self) -> None:
        """Let a little time pass."""
        now = self.table.now + STEP
        self.table.advance(now)
        self.runtime.step(now)

    def run_until(self, done: Callable[[], bool], limit: Millis) -> bool:
        """Let time pass until something is so; False if it is not within `limit` ms of table time."""
        end = self.now + limit
        while not done():
            if self.now >= end:
                return False
            self.step()
        return True
