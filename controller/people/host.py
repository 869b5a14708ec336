"""Whoever clears the table, builds the wall, deals, and turns indicators: at a real table whoever is nearest."""

from random import Random
from typing import Final

from controller.people.choreography import Company, Script
from controller.people.glance import Glance
from controller.people.habits import TIDY, Habits
from controller.people.tempo import Pace
from controller.people.walls import random_wall
from controller.referee.state import TablePhase
from engine.rules import RuleSet
from engine.tiles import Tile
from hal.sim.world import Spot, World
from hal.zones import DORA_PAD, ELSEWHERE, Zone, ZoneKind

_SEEN_BY: Final = 4_000
"""Milliseconds after which tiles that were put back and are not seen are looked at again."""


class Host(Company):
    """Serves a table of bots or of people in a web page, for as many deals as are played.

    The walls come from `shuffler`, so that a seed gives the same deals at every pace.
    """

    def __init__(self, world: World, glance: Glance, pace: Pace, shuffler: Random, habits: Habits = TIDY) -> None:
        super().__init__(world, glance, pace, habits)
        self._shuffler: Final = shuffler
        self._dealt = False
        self.perform(self._live(), world.now)

    def _live(self) -> Script:
        while True:
            yield from self._serve()
            yield self.pace.time(self.pace.tempo.look)

    def _serve(self) -> Script:
        glance, rules = self.glance, self.glance.rules
        if rules is None:
            return
        if glance.phase is TablePhase.DEALING and not self._dealt:
            self._dealt = True
            yield from self._deal(rules)
        elif glance.restoring:
            yield from self._put_back()
        elif glance.phase in (TablePhase.PLAYING, TablePhase.URA):
            if glance.indicators_due:
                yield from self._turn(self.world.wall.indicator(len(self.world.tiles_at(DORA_PAD))))
            elif glance.wants_ura:
                for n in range(len(self.world.tiles_at(DORA_PAD))):
                    yield from self._turn(self.world.wall.ura(n))
                yield from self.wait_for(lambda: not glance.wants_ura, "the result")
        elif glance.deal_over:
            self._dealt = False
        yield from self.help_out()

    def _put_back(self) -> Script:
        """After an undo: every tile goes back to where it lay, in one motion a tile, and is looked at again."""
        yield self.pace.time(self.pace.tempo.look)
        done = self.world.now
        for tile, home in self.glance.to_put_back.items():
            if not self.world.idle(tile):
                continue
            place: Zone | Spot = Spot.WALL if home == ELSEWHERE else home
            if home.kind is ZoneKind.RIVER and home.seat is not None:
                place = self.hands.discards_of(home.seat)
            done = max(done, self.world.move(tile, place, duration=self.pace.time(self.pace.tempo.reach)))
        yield self.until(done)
        start = self.world.now
        while self.glance.restoring and self.world.now - start < _SEEN_BY:
            yield self.pace.time(self.pace.tempo.look)

    def _deal(self, rules: RuleSet) -> Script:
        wall = random_wall(rules.tile_set, self._shuffler)
        yield from self.clear_table(wall, rules.dead_wall)
        yield from self.deal_tiles(self.glance.dealer)
        if rules.family == "riichi":
            yield from self._turn(self.world.wall.indicator(0))

    def _turn(self, tile: Tile) -> Script:
        yield self.pace.time(self.pace.tempo.small)
        yield self.until(self.hands.turn_indicator(tile))
        start, seen = self.world.now, self.glance.indicators_due
        while seen and self.glance.indicators_due == seen and self.world.now - start < 10_000:
            yield self.pace.time(self.pace.tempo.look)
