"""What happens in a deal, as plain values.

The same values are the actions `Deal.legal` offers to a seat, the events `Deal.apply` takes, and what records
are made of. A *tile* in an event is always the physical tile.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from engine.tiles import Seat, Tile


class DrawReason(StrEnum):
    """Why a deal ended without a winner (names as in mjai records)."""

    EXHAUSTIVE = "exhaustive"
    NAGASHI_MANGAN = "nagashi_mangan"
    NINE_TERMINALS = "kyuushu_kyuuhai"
    FOUR_WINDS = "suufon_renda"
    FOUR_KANS = "suukan_sanra"
    FOUR_RIICHI = "suucha_riichi"
    TRIPLE_RON = "sanchahou"


@dataclass(frozen=True, slots=True)
class Draw:
    """A seat takes a tile from the wall, or the replacement after a kan or a flower."""

    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class Discard:
    """A seat lays a tile of its hand in its river. It is tsumogiri if `tile` is the drawn tile."""

    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class Riichi:
    """A seat declares riichi; its next event is the discard. The deposit is booked when that discard passes."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Chi:
    """A seat takes the discard `tile` for a sequence with two tiles of its hand."""

    seat: Seat
    tile: Tile
    used: tuple[Tile, Tile]


@dataclass(frozen=True, slots=True)
class Pon:
    """A seat takes the discard `tile` for a triplet with two tiles of its hand."""

    seat: Seat
    tile: Tile
    used: tuple[Tile, Tile]


@dataclass(frozen=True, slots=True)
class OpenKan:
    """A seat takes the discard `tile` for a kan with three tiles of its hand (daiminkan)."""

    seat: Seat
    tile: Tile
    used: tuple[Tile, Tile, Tile]


@dataclass(frozen=True, slots=True)
class ConcealedKan:
    """A seat shows four equal tiles of its hand (ankan)."""

    seat: Seat
    tiles: tuple[Tile, Tile, Tile, Tile]


@dataclass(frozen=True, slots=True)
class AddedKan:
    """A seat adds the fourth tile from its hand to its pon (kakan). It may be robbed."""

    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class Flower:
    """A seat sets a flower or season aside; a replacement draw follows."""

    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class Indicator:
    """A kan's dora indicator is turned."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class Win:
    """One or more seats win: on their own draw (one seat), or on the last discard or robbed kan.

    `winners` in turn order from the discarder. `ura` are the ura-dora indicators turned, under the dora
    indicators in the same order; needed (one under each) only if a winner is in riichi and the rules use ura.
    """

    winners: tuple[Seat, ...]
    ura: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnDeal:
    """The deal ends without a winner.

    `seat` is who declares nine terminals. `noten` are seats that choose not to show a ready hand at an
    exhaustive draw; all other ready hands are shown. EXHAUSTIVE becomes NAGASHI_MANGAN in the result by itself.
    """

    reason: DrawReason
    seat: Seat | None = None
    noten: tuple[Seat, ...] = ()


Action: TypeAlias = Discard | Riichi | Chi | Pon | OpenKan | ConcealedKan | AddedKan | Flower | Win | DrawnDeal
"""What a seat may decide."""

Event: TypeAlias = Draw | Action | Indicator
"""Everything that can happen in a deal."""
