"""What scoring a win needs to know, and what it says."""

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from engine.melds import Meld
from engine.tiles import Tile, Wind


@dataclass(frozen=True, slots=True)
class WinContext:
    """One finished hand and how it was finished. Nothing here depends on a rule set.

    `hand` holds the closed tiles, the winning tile included; `melds` the shown sets. `liable` says who besides
    the winner is liable by pao: nobody, the discarder (or, on a tsumo, one other seat: "other"), or a seat that
    did not discard.
    """

    hand: tuple[Tile, ...]
    win_tile: Tile
    tsumo: bool
    melds: tuple[Meld, ...] = ()
    round_wind: Wind = Wind.EAST
    seat_wind: Wind = Wind.EAST
    riichi: Literal[0, 1, 2] = 0
    ippatsu: bool = False
    rinshan: bool = False
    chankan: bool = False
    last_tile: bool = False
    """The last tile of the wall (tsumo: haitei) or the discard after it (ron: houtei)."""
    first_draw: bool = False
    """Tsumo on the seat's first draw, no call before: tenhou for the dealer, chiihou for the others."""
    renhou: bool = False
    """Ron before the seat's own first draw, no call before."""
    dora_indicators: tuple[Tile, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()
    honba: int = 0
    deposits: int = 0
    """Riichi deposits on the table, in sticks of 1,000, the winner's own among them."""
    flowers: tuple[Tile, ...] = ()
    liable: Literal["discarder", "other"] | None = None


Limit: TypeAlias = Literal["mangan", "haneman", "baiman", "sanbaiman", "yakuman"]
WinRefusal: TypeAlias = Literal["no_shape", "no_yaku", "below_minimum"]


@dataclass(frozen=True, slots=True)
class Payments:
    """Who pays what, honba included, deposits not. Points.

    A ron has `ron` (all the payers' sum) of which `liable` is the liable seat's part if it is not the discarder.
    A tsumo has `dealer` (None when the dealer wins) and `other`, or with pao `liable` for the whole sum.
    """

    ron: int | None = None
    dealer: int | None = None
    other: int | None = None
    liable: int | None = None


@dataclass(slots=True, unsafe_hash=True)
class Score:
    """The value of a winning hand, in both families.

    Riichi: `yaku` are (name, han) without dora; `han` includes dora; `fu` is 0 for yakuman. Fan: `yaku` are
    (pattern, fan), `han` is the fan counted, `base` the base points.

    Its fields are final instead of the class frozen: the type checker keeps them as they are, and making one costs
    a third of what it costs for a frozen class, which shows in the time of a scored hand.
    """

    yaku: Final[tuple[tuple[str, int], ...]]
    han: Final[int]
    fu: Final[int] = 0
    dora: Final[int] = 0
    aka: Final[int] = 0
    ura: Final[int] = 0
    yakuman: Final[int] = 0
    limit: Final[Limit | None] = None
    base: Final[int] = 0
    payments: Final[Payments] = field(default_factory=Payments)
    deposits: Final[int] = 0
    """Points taken from the deposits on the table."""
    total: Final[int] = 0
    """What the winner gains, deposits included."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a hand may not win. Below the minimum, its fan and patterns are given."""

    reason: WinRefusal
    message: str
    han: int = 0
    yaku: tuple[tuple[str, int], ...] = ()
