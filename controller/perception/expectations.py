"""What the referee tells perception: plain data, no rule of mahjong."""

from dataclasses import dataclass

from engine.tiles import Tile
from hal.zones import Zone


@dataclass(frozen=True, slots=True)
class LikelyMove:
    """A move that would be no surprise now, so fewer sightings settle it.

    `tile` None means any tile of `source`; `source` None means from wherever it lies. A tile of the wall is at
    `ELSEWHERE`. `LikelyMove(ELSEWHERE, hand_of(1))` is "a draw by seat 1".
    """

    source: Zone | None
    target: Zone
    tile: Tile | None = None


@dataclass(frozen=True, slots=True)
class Expectations:
    """What is likely to happen next.

    - `moves`: the likely moves; the order is of no matter.
    - `favour`: zones to spend air time on, the most urgent first; what is scanned more often settles sooner.
    - `needed`: tiles the game cannot go on without, or not before they are gone. Only these are reported lost
      (`TileLost`) when they have been away from their zone for longer than perception's patience.
    - `absent_is_gone`: between deals tiles go into the box and the wall. A tile no longer seen is then believed
      elsewhere. That is told (`TileLost`) only where tiles are dealt to, and of those that came meanwhile. In a deal
      absence alone never moves a tile.
    """

    moves: frozenset[LikelyMove] = frozenset()
    favour: tuple[Zone, ...] = ()
    needed: frozenset[Tile] = frozenset()
    absent_is_gone: bool = False


NOTHING_EXPECTED = Expectations()
"""Every move is a surprise and all zones are equal."""
