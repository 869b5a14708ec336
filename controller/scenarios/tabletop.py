"""The table of a scenario, whoever reads it: tiles by name and place, and everything people can do there."""

import random
from abc import ABC, abstractmethod
from typing import Any, Final

from controller.effects import Effect
from controller.referee import TableState
from controller.scenarios.words import Unmet
from engine.rules import RuleSet
from engine.tiles import SEATS, Seat, Tile, TileBag
from hal.ports import Button, Millis, TagId
from hal.zones import ELSEWHERE, POOL, Zone, river_of

STRANGE_TAG: Final[TagId] = "E0040150DEADBEEF"
"""A tag nobody has enrolled."""
DOUBLED_TAG: Final[TagId] = "E0040150DEADBEE0"
"""A second tag enrolled for a tile that has one."""


class Tabletop(ABC):
    """What lies where, and what the table says to it. How a motion becomes known is for those who inherit."""

    step: Millis
    """So long every `when` line takes at least."""
    patience: Millis
    """So long a `then` line may take to come true."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules: Final = rules
        self.foreign: Final = Tile(len(rules.tile_set.tiles))
        """A tile of another set: one this game has not, a flower."""
        self.places: Final[dict[Tile, Zone]] = {}
        """Where each tile was laid; the one moved last comes last."""
        self.bag: Final[TileBag] = rules.tile_set.bag()
        self.left: Final[dict[Tile, Millis]] = {}
        """Tiles no antenna sees, and when each was last seen."""
        self.reserved: list[tuple[str, Tile]] = []
        """Tiles that will be drawn, kept out of the hands."""
        self.effects: list[Effect] = []
        """Everything the referee has said."""
        self.acts: list[Millis] = []
        """When each thing was done: a tile landed, a button was pressed, a ruling was given, a fault began."""

    # ---- the table's side

    @property
    @abstractmethod
    def state(self) -> TableState:
        """What the referee believes."""

    @property
    @abstractmethod
    def now(self) -> Millis:
        """Table time."""

    @abstractmethod
    def wait(self, millis: Millis) -> None:
        """Let time pass."""

    def finish_line(self) -> None:
        """The time a `when` line takes passes."""
        self.wait(self.step)

    def close(self) -> None:  # noqa: B027 - most have nothing to let go of
        """Nothing more is done at this table; what it says may still be looked at."""

    # ---- what people do

    @abstractmethod
    def move(self, tile: Tile, zone: Zone) -> None:
        """A tile is laid in a zone; `ELSEWHERE` is back into the wall."""

    @abstractmethod
    def press(self, seat: Seat, button: Button) -> None:
        """A button is pressed."""

    @abstractmethod
    def rule(self, who: str, what: str, details: dict[str, Any]) -> None:
        """A person gives a ruling."""

    @abstractmethod
    def begin_with(self, scores: list[int]) -> None:
        """The match begins with these points."""

    @abstractmethod
    def set_out(self, racks: dict[Seat, list[Tile]], indicators: list[Tile]) -> None:
        """The hands are dealt, the indicators turned."""

    # ---- what goes wrong

    @abstractmethod
    def lose(self, tile: Tile) -> None:
        """No antenna sees a tile any more, until it is moved or found."""

    @abstractmethod
    def find(self, tile: Tile) -> None:
        """It is seen again where it lies."""

    @abstractmethod
    def misread(self, tile: Tile) -> None:
        """Its last move turns out not to have happened."""

    @abstractmethod
    def cover(self, zone: Zone, *, by_board: bool) -> None:
        """Something lies on the antennas of a zone, or their board is silent."""

    @abstractmethod
    def uncover(self, zone: Zone) -> None:
        """The zone can be read."""

    @abstractmethod
    def lay_tag(self, tag: TagId, zone: Zone) -> None:
        """`STRANGE_TAG` or `DOUBLED_TAG` comes to a zone."""

    @abstractmethod
    def take_tag(self, tag: TagId, zone: Zone) -> None:
        """It leaves."""

    @abstractmethod
    def lay_foreign(self, zone: Zone) -> None:
        """A tile of another set is laid in a zone; `ELSEWHERE` takes it away."""

    @abstractmethod
    def silence_panel(self, seat: Seat) -> None:
        """A seat's panel does not answer."""

    @abstractmethod
    def restore_panel(self, seat: Seat) -> None:
        """It answers again."""

    @abstractmethod
    def jam(self) -> None:
        """The machine jams."""

    @abstractmethod
    def clear_jam(self) -> None:
        """The machine runs."""

    def lose_points(self, seat: Seat, points: int) -> None:
        """A fault of the program: points of a seat vanish behind the referee's back."""
        deal = self.state.deal
        if deal is None:
            raise Unmet("no deal is being played")
        a, b, c, d = (score - points * (other == seat) for other, score in enumerate(deal.scores))
        self.state.deal = deal._replace(scores=(a, b, c, d))

    # ---- dealing

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
        self.set_out(racks, turned)

    def leave_in_wall(self, count: int) -> None:
        """Only so many live tiles are left: as if the others had been drawn. Needs a deal that has begun."""
        self.rule("scenario", "wall", {"left": count})

    def put(self, tile: Tile, zone: Zone) -> Zone:
        """Note where a tile was laid; gives where it lay before."""
        before = self.places.pop(tile, ELSEWHERE)
        self.places[tile] = zone
        return before

    # ---- naming tiles

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

    def named(self, name: str, *zones: Zone) -> Tile:
        """The tile of this name in one of the zones, the one longest there."""
        for tile, zone in self.places.items():
            if zone in zones and self.rules.tile_set.name(tile) == name:
                return tile
        raise Unmet(f"there is no {name} at {', '.join(map(str, zones))}")

    def last_discard(self, name: str) -> Tile:
        """The discard of this name that may be claimed now, else one in a river."""
        deal = self.state.deal
        rivers = [*(river_of(seat) for seat in SEATS), POOL]
        if deal is not None and deal.last_discard is not None and self.rules.tile_set.name(deal.last_discard) == name:
            return deal.last_discard
        return self.named(name, *rivers)
