"""The simulated table of a scenario: real motions, antennas that miss, perception, and the whole controller."""

from random import Random
from typing import Any, Final

from controller.inputs import Ruling
from controller.journal import Journal
from controller.referee import RefereeOptions, TablePhase, TableState
from controller.replay.table import VirtualTable
from controller.scenarios.tabletop import DOUBLED_TAG, Tabletop
from controller.scenarios.words import Unmet, expect
from engine.rules import RuleSet
from engine.tiles import SEATS, Seat, Tile
from hal.layout import Antenna, Layout
from hal.ports import Button, Millis, TagId
from hal.sim.noise import NoiseProfile
from hal.sim.world import Spot
from hal.zones import DORA_PAD, Zone, ZoneKind, hand_of

MOTION: Final[Millis] = 400
"""A tile is in the air so long."""
ROUND: Final[Millis] = 1_600
"""So long it takes to deal everybody a tile."""
DEALT_WITHIN: Final[Millis] = 30_000
"""So long people wait until the table has seen the deal; where it reads no racks it sees only the first discard."""
UNHURRIED: Final[Millis] = 10_000
"""At most so long people wait until the table has read a tile."""

_FOREIGN_TAG: Final[TagId] = "E00401500F02E160"
_FOR_EVER: Final[Millis] = 1 << 40


class SensedTable(Tabletop):
    """The controller at depth ports: it gets nothing but scans and presses."""

    step = 1_000
    patience = 180_000

    def __init__(self, rules: RuleSet, options: RefereeOptions, layout: Layout, noise: NoiseProfile, seed: int) -> None:
        super().__init__(rules)
        enrolled = {_FOREIGN_TAG: self.foreign, DOUBLED_TAG: Tile(0)}
        self._table: Final = VirtualTable(
            rules, noise, seed, Journal.memory(), layout=layout, options=options, enrolled=enrolled
        )
        self._table.observe(self.effects.extend)
        self._table.start_match(rules, ("", "", "", ""), first_dealer=0)
        self._laid: dict[Tile, Zone] = {}
        """What was laid down since the last line."""
        self._random = Random(f"people {seed}")  # noqa: S311 - people, not secrets
        order = list(rules.tile_set.tiles)
        self._random.shuffle(order)
        self._table.world.build_wall(order, dead=14 if rules.dead_wall else 0)

    # ---- the table's side

    @property
    def state(self) -> TableState:
        """What the referee believes."""
        return self._table.state

    @property
    def now(self) -> Millis:
        """Table time."""
        return self._table.now

    def wait(self, millis: Millis) -> None:
        """Let time pass."""
        self._table.run_until(lambda: False, millis)

    def finish_line(self) -> None:
        """Nobody hurries: people look whether the table has read what they have laid down."""
        super().finish_line()
        self._table.run_until(self._has_read, UNHURRIED)
        self._laid.clear()

    def close(self) -> None:
        """Let go of the table and its journal."""
        self._table.close()
        self._table.journal.close()

    def _has_read(self) -> bool:
        place_of = self._table.runtime.perception.place_of
        return all(place_of(tile) == zone for tile, zone in self._laid.items())

    # ---- what people do

    def move(self, tile: Tile, zone: Zone) -> None:
        """A hand takes a tile and lays it down."""
        self.put(tile, zone)
        if self.left.pop(tile, None) is not None:
            faults = self._table.table.faults
            self._table.table.schedule(self.now + MOTION // 2, lambda: faults.unshade(tile))
        back = zone.kind is ZoneKind.ELSEWHERE
        if not back:
            self._laid[tile] = zone
        self.acts.append(self._table.world.move(tile, Spot.WALL if back else zone, duration=MOTION))

    def press(self, seat: Seat, button: Button) -> None:
        """A finger presses a button."""
        self.acts.append(self._table.world.press(seat, button))

    def rule(self, who: str, what: str, details: dict[str, Any]) -> None:
        """A person gives a ruling."""
        self._table.runtime.submit(lambda now: Ruling(at=now, who=who, what=what, details=details))
        self._act()

    def begin_with(self, scores: list[int]) -> None:
        """The match begins with these points."""
        self._table.set_up("position", round_wind="E", dealer=0, scores=scores)

    def set_out(self, racks: dict[Seat, list[Tile]], indicators: list[Tile]) -> None:
        """The tiles are dealt one by one round the table; then people look whether the table has seen it."""
        delay = 0
        for number in range(13):
            for seat in SEATS:
                self._deal_tile(racks[seat][number], hand_of(seat), delay)
            delay += ROUND
        for tile in indicators:
            self._deal_tile(tile, DORA_PAD, delay)
        self.wait(delay + MOTION + self._random.randrange(self.step))
        self._table.run_until(lambda: self.state.phase is not TablePhase.DEALING, DEALT_WITHIN)

    def _deal_tile(self, tile: Tile, zone: Zone, delay: Millis) -> None:
        self.put(tile, zone)
        self._table.world.move(tile, zone, duration=MOTION, delay=delay)

    # ---- what goes wrong

    def lose(self, tile: Tile) -> None:
        """The tile lies in a shadow."""
        self._table.table.faults.shade(tile)
        self.left[tile] = self.now
        self._act()

    def find(self, tile: Tile) -> None:
        """It is seen again where it lies."""
        if self.left.pop(tile, None) is not None:
            self._table.table.faults.unshade(tile)
        self._act()

    def misread(self, tile: Tile) -> None:
        """Nobody can make a simulated antenna err to order."""
        raise Unmet("what is misread cannot be said beforehand of the simulated table; run it without noise")

    def cover(self, zone: Zone, *, by_board: bool) -> None:
        """Something lies on the antennas of a zone, or their board is silent."""
        faults = self._table.table.faults
        for antenna in self._antennas(zone):
            if by_board:
                faults.silence(antenna.board)
            else:
                faults.blind(antenna.name, _FOR_EVER)
        self._act()

    def uncover(self, zone: Zone) -> None:
        """The antennas are free again, their board answers."""
        faults = self._table.table.faults
        for antenna in self._antennas(zone):
            faults.blind(antenna.name, 0)
            faults.restore(antenna.board)
        self._act()

    def lay_tag(self, tag: TagId, zone: Zone) -> None:
        """A tag that is no tile's is laid down."""
        self._table.table.faults.lay_tag(tag, zone)
        self._act()

    def take_tag(self, tag: TagId, zone: Zone) -> None:
        """It is taken away."""
        self._table.table.faults.take_tag(tag)
        self._act()

    def lay_foreign(self, zone: Zone) -> None:
        """A tile of another set is laid down, or taken away."""
        if zone.kind is ZoneKind.ELSEWHERE:
            self.take_tag(_FOREIGN_TAG, zone)
        else:
            self.lay_tag(_FOREIGN_TAG, zone)

    def silence_panel(self, seat: Seat) -> None:
        """A seat's panel does not answer."""
        self._table.table.faults.silence_panel(seat)
        self._act()

    def restore_panel(self, seat: Seat) -> None:
        """It answers again."""
        self._table.table.faults.restore_panel(seat)
        self._act()

    def jam(self) -> None:
        """The machine jams."""
        self._table.table.faults.jam()
        self._act()

    def clear_jam(self) -> None:
        """The machine runs."""
        self._table.table.faults.clear_jam()
        self._act()

    def _antennas(self, zone: Zone) -> tuple[Antenna, ...]:
        antennas = self._table.table.layout.antennas_of(zone)
        expect(antennas, f"no antenna reads {zone}")
        return antennas

    def _act(self) -> None:
        self.acts.append(self.now)
