"""What a deal consists of, as plain immutable values.

The values are named tuples: a new state shares every part that did not change with the one before it.
"""

from enum import StrEnum
from typing import Literal, NamedTuple

from engine.events import DrawReason
from engine.melds import Meld
from engine.scoring.context import Score
from engine.tiles import Kind, Seat, Tile

Four = tuple[int, int, int, int]
"""One number a seat."""


class Phase(StrEnum):
    """What the deal waits for. `Deal.turn` is the seat it waits for."""

    FLOWERS = "flowers"
    """Before the first turn: `turn` sets flowers aside and draws their replacements."""
    DRAW = "draw"
    """`turn` must draw from the wall (the dealer's first tile; or a call window that has closed)."""
    ACT = "act"
    """`turn` holds a full hand: after a draw, or after a chi or pon (then `drawn` is None)."""
    RIICHI = "riichi"
    """`turn` has declared riichi and must discard so that it keeps a ready hand."""
    CLAIM = "claim"
    """After a discard. `turn` is the next to draw; its draw closes the window, if no draw of the deal is due."""
    ROB = "rob"
    """After a kan that may be robbed. `turn` made it; its replacement draw closes the window."""
    REPLACE = "replace"
    """`turn` must draw a replacement tile."""
    OVER = "over"
    """`result` is there."""


class RiverTile(NamedTuple):
    """One discard as it lies in a river. Claimed tiles stay listed: they still make furiten."""

    tile: Tile
    drawn: bool
    """Discarded as drawn (tsumogiri)."""
    riichi: bool = False
    """The discard riichi was declared with."""
    claimed_by: Seat | None = None


class PlayerState(NamedTuple):
    """One seat in a deal."""

    hand: tuple[Tile, ...]
    """The closed tiles, the drawn one included, in ascending order."""
    counts: bytes
    """How many of each of the 34 kinds `hand` holds."""
    waits: tuple[Kind, ...] = ()
    """Kinds that complete the hand without its drawn tile; kinds it holds four of itself are left out."""
    drawn: Tile | None = None
    """The tile drawn in this turn, still in the hand."""
    melds: tuple[Meld, ...] = ()
    river: tuple[RiverTile, ...] = ()
    flowers: tuple[Tile, ...] = ()
    """Flowers and seasons set aside."""
    riichi: Literal[0, 1, 2] = 0
    """1 once riichi is declared, 2 for a double riichi."""
    riichi_accepted: bool = False
    """The declaring discard has passed and the deposit is paid."""
    ippatsu: bool = False
    discarded: int = 0
    """Bit k is set if kind k was ever discarded."""
    furiten_own: bool = False
    """Waits for a kind it has discarded."""
    furiten_temporary: bool = False
    furiten_riichi: bool = False
    """Passed a winning tile after riichi."""
    liable: tuple[tuple[str, Seat], ...] = ()
    """Pao: yakuman and the seat that fed its last part."""
    barred: bool = False
    """By a ruling the hand may neither call nor win."""
    dead: bool = False
    """By a ruling the hand is barred, counts as not ready at a draw and loses its deposit."""

    @property
    def furiten(self) -> bool:
        """Whether the seat may win only on its own draw."""
        return self.furiten_own or self.furiten_temporary or self.furiten_riichi

    @property
    def is_closed(self) -> bool:
        """Whether it has no open meld."""
        return not any(meld.is_open for meld in self.melds)


class WinResult(NamedTuple):
    """One winner. `source` is the seat the tile came from, None for a win on one's own draw."""

    seat: Seat
    source: Seat | None
    tile: Tile | None
    """None only in a result entered by hand without its tiles."""
    score: Score
    deltas: Four
    """Points this win moves, honba and won deposits included."""


class DealResult(NamedTuple):
    """How a deal ended and what the next one takes from it."""

    kind: Literal["win", "draw"]
    reason: DrawReason | None
    """Why it was drawn; None after a win."""
    wins: tuple[WinResult, ...]
    deltas: Four
    """Points moved by the end of the deal; riichi deposits were taken before."""
    tenpai: tuple[Seat, ...]
    """Seats that showed a ready hand at an exhausted wall."""
    nagashi: tuple[Seat, ...]
    riichi: tuple[Seat, ...]
    """Seats that paid a riichi deposit in this deal and have not lost it by a dead hand."""
    scores_after: Four
    deposits_after: int
    """Deposits that stay on the table, in sticks."""
    dealer_repeats: bool
    honba_after: int
