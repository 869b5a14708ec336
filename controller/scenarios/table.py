"""A referee under exact perception: every motion is told at once, and deadlines come when they are due."""

import random

from controller.effects import Effect
from controller.inputs import Deadline, Input, MoveSeen, Ruling
from controller.referee import Referee, RefereeOptions
from controller.scenarios.words import Unmet
from engine.rules import RuleSet
from engine.tiles import SEATS, Seat, Tile, TileBag
from hal.ports import Millis
from hal.zones import DORA_PAD, ELSEWHERE, POOL, Zone, hand_of, river_of

LAG: Millis = 1_000


class Table:
    """Tiles by name and place, the time, and everything the referee has said."""

    def __init__(self, rules: RuleSet, options: RefereeOptions | None = None) -> None:
        self.rules = rules
        self.referee = Referee(rules, options)
        self.now: Millis = 0
        self.places: dict[Tile, Zone] = {}
        self.bag: TileBag = rules.tile_set.bag()
        self.left: dict[Tile, Millis] = {}
        """When a tile that is lost was last seen in its place."""
        self.reserved: list[tuple[str, Tile]] = []
        """Tiles that will be drawn, kept out of the hands."""
        self.effects: list[Effect] = []
        self.inputs: list[Input] = []

    @property
    def tile_count(self) -> int:
        """How many tiles the set in play has."""
        return len(self.rules.tile_set.tiles)

    # time and inputs

    def tell(self, event: Input) -> None:
        """The referee takes an input."""
        self.inputs.append(event)
        self.effects += self.referee.handle(event)

    def wait(self, millis: Millis) -> None:
        """Let time pass; deadlines come on their way."""
        end = self.now + millis
        while (due := self.referee.next_deadline()) is not None and due[1] <= end:
            self.now = max(self.now, due[1])
            self.tell(Deadline(at=self.now, timer=due[0]))
        self.now = end

    def move(self, tile: Tile, zone: Zone) -> None:
        """A tile is seen in a new zone; it may have come there up to `LAG` before."""
        source = self.places.get(tile, ELSEWHERE)
        self.places[tile] = zone
        after = self.left.pop(tile, max(0, self.now - LAG))
        self.tell(MoveSeen(at=self.now, tile=tile, source=source, target=zone, after=after, before=self.now))

    # dealing

    def reserve(self, names: list[str]) -> None:
        """Keep tiles in the wall that the scenario draws later."""
        self.reserved += [(name, self.bag.take(name)) for name in names]

    def fresh(self, name: str) -> Tile:
        """The next tile of this name from the wall."""
        for index, (other, tile) in enumerate(self.reserved):
            if other == name:
                del self.reserved[index]
                return tile
        return self.bag.take(name)

    def deal(self, hands: dict[Seat, list[Tile]], indicator: str) -> None:
        """Deal named hands and fill up the rest from the set, always the same."""
        racks = dict(hands)
        turned = self.bag.take_text(indicator) if self.rules.family == "riichi" else []
        rest = [tile for tile in self.bag if tile < 136]
        random.Random(7).shuffle(rest)  # noqa: S311 - always the same deal
        for seat in SEATS:
            rack = racks.setdefault(seat, [])
            while len(rack) < 13:
                tile = rest.pop()
                self.bag.remove(tile)
                rack.append(tile)
        for tile in turned:
            self.move(tile, DORA_PAD)
        for seat in SEATS:
            for tile in racks[seat]:
                self.move(tile, hand_of(seat))

    # naming

    def named(self, name: str, *zones: Zone) -> Tile:
        """The tile of this name in one of the zones, the one longest there."""
        for tile, zone in self.places.items():
            if zone in zones and self.rules.tile_set.name(tile) == name:
                return tile
        raise Unmet(f"there is no {name} at {', '.join(map(str, zones))}")

    def last_discard(self, name: str) -> Tile:
        """The discard of this name that may be claimed now, else one in a river."""
        deal = self.referee.state.deal
        rivers = [*(river_of(seat) for seat in SEATS), POOL]
        if deal is not None and deal.last_discard is not None and self.rules.tile_set.name(deal.last_discard) == name:
            return deal.last_discard
        return self.named(name, *rivers)

    def leave_in_wall(self, count: int) -> None:
        """Only so many live tiles are left: as if the others had been drawn. Needs a deal that has begun."""
        self.tell(Ruling(at=self.now, who="scenario", what="wall", details={"left": count}))
