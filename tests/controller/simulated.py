"""A simulated table with four bots, for tests that need a game being played."""

from collections.abc import Sequence
from random import Random

from controller.effects import Effect
from controller.inputs import SetupChanged
from controller.journal import Journal
from controller.people.bots import BotPlayer
from controller.people.glance import Glance
from controller.people.host import Host
from controller.people.tempo import Pace
from controller.referee import TablePhase, TableState
from controller.runtime import TableRuntime, TableSetup
from engine.bots.levels import make_bot
from engine.rules import PRESETS, RuleSet
from engine.tiles import SEATS, TileSet
from hal.drivers import simulated_ports
from hal.ports import Millis
from hal.sim.noise import NONE, NoiseProfile
from hal.sim.table import SimulatedTable

TONPUUSEN = PRESETS["tenhou"].with_changes(match_length="tonpuusen")
SINGLE = PRESETS["tenhou"].with_changes(match_length="single")


class Game:
    """Four bots at a simulated table. The controller may be taken away and put back; the table stays."""

    def __init__(self, journal: Journal, seed: int, noise: NoiseProfile = NONE) -> None:
        self.table = SimulatedTable(TileSet(), noise=noise, seed=seed)
        self.ports = simulated_ports(self.table)
        self.setup = TableSetup(self.table.registry)
        self.effects: list[Effect] = []
        self.take_over(TableRuntime(self.setup, self.ports, journal))
        self.sit_down(seed)

    def sit_down(self, seed: int) -> None:
        """Four bots and a host take their places; whoever sat there before is gone."""
        self.table.seat_people(
            [
                Host(self.table.world, Glance(lambda: self.state), Pace(Random(seed)), Random(f"wall {seed}")),
                *(
                    BotPlayer(
                        self.table.world, seat, make_bot("novice", seed), lambda: self.state, Pace(Random(10 + seat))
                    )
                    for seat in SEATS
                ),
            ]
        )

    @property
    def state(self) -> TableState:
        return self.runtime.state

    def take_over(self, runtime: TableRuntime) -> None:
        """Another runtime serves the table from now on."""
        self.runtime = runtime
        runtime.observe(self._see)

    def resume(self, journal: Journal) -> None:
        """A new controller goes on with what the journal holds."""
        self.take_over(TableRuntime.resume(self.setup, self.ports, journal))

    def start(self, rules: RuleSet = TONPUUSEN, first_dealer: int = 0) -> None:
        details = {
            "rules": rules.model_dump(mode="json"),
            "players": ["Aki", "Ben", "Chie", "Dan"],
            "first_dealer": first_dealer,
        }
        self.runtime.submit(lambda now: SetupChanged(at=now, what="match", details=details))

    def run(self, millis: Millis, tick: Millis = 50) -> None:
        """Play for so long, or until the match is over."""
        end = self.table.now + millis
        while self.table.now < end and self.state.phase is not TablePhase.FINISHED:
            self.table.advance(min(end, self.table.now + tick))
            self.runtime.step(self.table.now)

    def _see(self, effects: Sequence[Effect], state: TableState) -> None:
        self.effects.extend(effects)
