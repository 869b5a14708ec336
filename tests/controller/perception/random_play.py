"""Random but plausible play on the simulated table, with the truth of every move kept beside what perception tells.

python -m tests.controller.perception.random_play 20      # latency from landing to MoveSeen, each noise level
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Final

from controller.inputs import MoveSeen
from controller.perception import Expectations, LikelyMove, Percept, Perception, zones_to_favour
from engine.tiles import SEATS, Seat, Tile, TileSet
from hal.ports import Millis
from hal.sim.noise import PROFILES, NoiseProfile
from hal.sim.table import SimulatedTable
from hal.sim.world import Place
from hal.zones import ELSEWHERE, Zone, ZoneKind, hand_of, melds_of, river_of

STEP: Final = 50
"""Milliseconds between two polls."""


@dataclass
class Outcome:
    """What one run of random play gave. A settled move is (kind, milliseconds from landing to being told)."""

    settled: list[tuple[str, Millis]] = field(default_factory=list)
    never_made: list[Percept] = field(default_factory=list)
    """Moves told that nobody made."""
    others: list[Percept] = field(default_factory=list)
    """Retractions, unknown zones and the like."""
    misplaced: list[Tile] = field(default_factory=list)
    """Tiles believed to be elsewhere than they are, long after the last move."""


class RandomPlay:
    """One deal's worth of draws, discards, calls, sorting, lifting and putting back, and a few surprises."""

    def __init__(self, noise: NoiseProfile, seed: int) -> None:
        self.random = Random(seed)
        self.table = SimulatedTable(TileSet(), noise=noise, seed=seed)
        self.world = self.table.world
        order = list(self.world.tile_set.tiles)
        self.random.shuffle(order)
        self.world.build_wall(order)
        self.perception = Perception(self.table.layout, self.table.registry)
        self.outcome = Outcome()
        self._made: dict[tuple[Tile, Place], tuple[str, Millis]] = {}
        """Moves made and not yet told: what kind, and when the tile landed."""
        self._all_made: set[tuple[Tile, Place]] = set()

    def play(self, turns: int, meanwhile: Callable[[int, SimulatedTable], None] | None = None) -> Outcome:
        """Deal, play some turns, wait, and compare beliefs with the world. `meanwhile` is called before each turn."""
        self._deal()
        seat = 0
        for turn in range(turns):
            if meanwhile is not None:
                meanwhile(turn, self.table)
            seat = self._turn(seat)
        self._spend(20_000)
        self.outcome.misplaced = [tile for tile in self.world.tile_set.tiles if not self._believed(tile)]
        return self.outcome

    def _deal(self) -> None:
        self._expect([LikelyMove(ELSEWHERE, hand_of(seat)) for seat in SEATS], [hand_of(seat) for seat in SEATS])
        for handful in range(13):
            for seat in SEATS:
                delay = handful // 4 * 4_000 + seat * 1_000
                self._move("deal", self.world.wall.next(), hand_of(seat), delay=delay)
        self._spend(24_000)

    def _turn(self, seat: Seat) -> Seat:
        random, world = self.random, self.world
        self._expect_turn(seat)
        self._move("draw", world.wall.next(), hand_of(seat), pad=random.random() < 0.7)
        self._spend(random.randint(1_500, 3_500))
        self._fidget(seat)
        self._settle("draw")
        tile = random.choice(self._rack(seat))
        self._move("discard", tile, river_of(seat))
        caller = random.choice([other for other in SEATS if other != seat])
        if random.random() < 0.12 and len(self._rack(caller)) > 5:
            seat = self._call(caller, seat, tile)
        following = (seat + 1) % 4
        self._expect(
            [LikelyMove(ELSEWHERE, hand_of(following)), LikelyMove(hand_of(seat), river_of(seat))],
            [river_of(seat), hand_of(following)],
        )
        self._spend(random.randint(1_000, 1_800))
        self._settle("discard")
        if random.random() < 0.05:
            self._surprise()
        return following

    def _expect_turn(self, seat: Seat) -> None:
        own_river = river_of(seat)
        moves = [LikelyMove(ELSEWHERE, hand_of(seat)), LikelyMove(hand_of(seat), own_river)]
        self._expect([*moves, LikelyMove(ELSEWHERE, own_river)], [hand_of(seat), own_river])

    def _fidget(self, seat: Seat) -> None:
        """Sort some tiles of the hand; somebody else lifts a tile and puts it back."""
        random = self.random
        if random.random() < 0.3:
            rack = self._rack(seat)
            for tile in random.sample(rack, min(3, len(rack))):
                self.world.move(tile, hand_of(seat), duration=random.randint(300, 1_500))
            self._spend(1_600)
        if random.random() < 0.2:
            other = random.choice(SEATS)
            self.world.move(random.choice(self._rack(other)), hand_of(other), duration=random.randint(500, 3_000))

    def _call(self, caller: Seat, discarder: Seat, tile: Tile) -> Seat:
        """The discard is taken for a set with two tiles of the hand, then the caller discards."""
        self._spend(1_500)
        self._settle("discard")
        melds, rack = melds_of(caller), hand_of(caller)
        self._expect(
            [LikelyMove(river_of(discarder), melds), LikelyMove(rack, melds), LikelyMove(rack, river_of(caller))],
            [melds, river_of(discarder), rack],
        )
        for called in (tile, *self.random.sample(self._rack(caller), 2)):
            self._move("call", called, melds)
        self._spend(2_500)
        self._settle("call")
        self._move("discard", self.random.choice(self._rack(caller)), river_of(caller))
        return caller

    def _surprise(self) -> None:
        """A tile goes where nobody expects it."""
        seat = self.random.choice(SEATS)
        if len(self._rack(seat)) > 5:
            self._move("surprise", self.random.choice(self._rack(seat)), river_of((seat + 2) % 4))
            self._spend(6_000)
            self._settle("surprise")

    # ---- hands and time

    def _rack(self, seat: Seat) -> list[Tile]:
        return [tile for tile in self.world.tiles_at(hand_of(seat)) if self.world.idle(tile)]

    def _move(self, kind: str, tile: Tile, target: Zone, *, delay: Millis = 0, pad: bool = False) -> None:
        landing = self.world.move(tile, target, duration=self.random.randint(400, 900), delay=delay, pad=pad)
        self._made[tile, target] = (kind, landing)
        self._all_made.add((tile, target))

    def _expect(self, moves: Iterable[LikelyMove], favour: Iterable[Zone]) -> None:
        zones = tuple(favour)
        self.perception.expect(Expectations(frozenset(moves), zones))
        self.table.reader.favour(zones_to_favour(self.table.layout, zones))

    def _settle(self, kind: str) -> None:
        """Wait up to 4 s for moves of a kind to be told, as people wait for a table that is behind."""
        for _ in range(4_000 // STEP):
            if not any(made == kind for made, _ in self._made.values()):
                return
            self._spend(STEP)

    def _spend(self, duration: Millis) -> None:
        end = self.table.now + duration
        while self.table.now < end:
            self.table.advance(min(end, self.table.now + STEP))
            for told in self._observe():
                self._judge(told)

    def _observe(self) -> Iterator[Percept]:
        now = self.table.now
        for observation in self.table.reader.poll(now):
            yield from self.perception.see(observation, now)

    def _judge(self, told: Percept) -> None:
        if not isinstance(told, MoveSeen):
            self.outcome.others.append(told)
            return
        key = (told.tile, told.target)
        if key not in self._all_made:
            self.outcome.never_made.append(told)
        if key in self._made:
            kind, landing = self._made.pop(key)
            self.outcome.settled.append((kind, told.at - landing))

    def _believed(self, tile: Tile) -> bool:
        place = self.world.where(tile)
        believed = self.perception.place_of(tile)
        return believed == place if isinstance(place, Zone) else believed.kind is ZoneKind.ELSEWHERE


def main(runs: int) -> None:
    """Print the latency of moves by noise level and kind."""
    for noise in PROFILES.values():
        outcomes = [RandomPlay(noise, seed).play(70) for seed in range(runs)]
        wrong = sum(len(outcome.never_made) for outcome in outcomes)
        print(f"{noise.name}: {wrong} moves nobody made")
        for kind in ("deal", "draw", "discard", "call", "surprise"):
            times = sorted(time for outcome in outcomes for name, time in outcome.settled if name == kind)
            if times:
                middle, late = times[len(times) // 2], times[len(times) * 99 // 100]
                print(f"  {kind:9}{len(times):6} moves   median {middle:6} ms   p99 {late:6} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
