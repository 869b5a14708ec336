"""An automatic table has two tile sets, played in turn: which one is dealt is told by the racks, deal by deal.

The set played with has the tile numbers of the rules; those of the other set are `SECOND_SET` higher, which the
referee knows as tiles that do not belong on the table.
"""

from collections.abc import Mapping
from typing import Final

from controller.inputs import MoveSeen, SetupChanged, TileLost
from controller.perception.believed import Percept
from controller.perception.perception import Perception
from controller.perception.settings import PerceptionSettings
from engine.tiles import Tile
from hal.layout import Layout
from hal.ports import BoardStatus, Millis, Scan, TagId
from hal.zones import ELSEWHERE, ZoneKind

SECOND_SET: Final = 144
"""What a tile number of the set not played with is higher by."""

_SURE: Final = 8
"""So many tiles of the other set on the racks, more than of this one, are a deal of that set."""


def with_second_set(first: Mapping[TagId, Tile], second: Mapping[TagId, Tile]) -> dict[TagId, Tile]:
    """The registry of a table with two sets: each tag's tile number, those of the second set higher."""
    return {**first, **{tag: Tile(tile + SECOND_SET) for tag, tile in second.items()}}


def has_second_set(registry: Mapping[TagId, Tile]) -> bool:
    """Whether a registry is of two sets."""
    return any(tile >= SECOND_SET for tile in registry.values())


class TwoSetPerception(Perception):
    """Perception of a table with two tile sets. The set of a deal is fixed once it has been dealt."""

    def __init__(
        self, layout: Layout, registry: Mapping[TagId, Tile], settings: PerceptionSettings | None = None
    ) -> None:
        super().__init__(layout, registry, settings)
        self.tile_set = 0
        """Which set is played with: 0, or 1 for the one enrolled as the second."""
        self._racked: dict[Tile, MoveSeen] = {}
        """Moves told since the last deal was over, of tiles that lie there still."""

    def play_with(self, tile_set: int) -> None:
        """Go on with a set, as the journal says."""
        if tile_set != self.tile_set:
            self._renumber()

    def see(self, observation: Scan | BoardStatus, now: Millis) -> list[Percept]:
        """Take one observation. While tiles are dealt the set may change: what was told is then told anew."""
        told = super().see(observation, now)
        if not self._expectations.absent_is_gone:
            self._racked.clear()
            return told
        for percept in told:
            if isinstance(percept, MoveSeen):
                self._racked[percept.tile] = percept
            elif not isinstance(percept, SetupChanged):
                self._racked.pop(getattr(percept, "tile", Tile(-1)), None)
        return told + self._change_set(now) if self._other_set_is_dealt() else told

    def _other_set_is_dealt(self) -> bool:
        dealt = [tile for tile, move in self._racked.items() if move.target.kind is ZoneKind.HAND]
        other = sum(tile >= SECOND_SET for tile in dealt)
        return other >= _SURE and 2 * other > len(dealt)

    def _change_set(self, now: Millis) -> list[Percept]:
        """The tiles of the set before are gone; those of the other one lie where they were seen."""
        told: list[Percept] = [SetupChanged(at=now, what="tile_set", details={"number": 1 - self.tile_set})]
        moves, self._racked = self._racked, {}
        for belief in self._beliefs.values():
            if belief.zone != ELSEWHERE:
                told.append(TileLost(at=now, tile=belief.tile, source=belief.zone, after=belief.seen_at))
            if belief.zone != ELSEWHERE and belief.tile < SECOND_SET:
                self._believed.close(belief)
                self._believed.settle(belief, ELSEWHERE, None)
        self._renumber()
        for tile, move in moves.items():
            if tile >= SECOND_SET:
                again = move.model_copy(update={"at": now, "tile": Tile(tile - SECOND_SET), "source": ELSEWHERE})
                self._racked[again.tile] = again
                told.append(again)
        return told

    def _renumber(self) -> None:
        self.tile_set = 1 - self.tile_set
        for belief in self._beliefs.values():
            belief.tile = Tile((belief.tile + SECOND_SET) % (2 * SECOND_SET))
        self._by_tile.clear()
        self._by_tile.update({belief.tile: belief for belief in self._beliefs.values()})
