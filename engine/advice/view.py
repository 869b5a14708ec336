"""What one seat may see of a deal, and nothing more. Bots and advice get this instead of the `Deal`."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from engine.deal import Deal, Phase, RiverTile
from engine.events import Action
from engine.melds import Meld
from engine.rules import RuleSet
from engine.scoring.points import DEPOSIT, HONBA_RON
from engine.tiles import DRAGONS, KIND_OF, SEATS, Kind, Seat, Tile, Wind, dora_of, seat_wind

_RIICHI_SAVED: Final = 2_000.0
_FAN_SAVED: Final = 8.0
"""What a seat loses on average in a deal that another wins."""


class ShownSeat(NamedTuple):
    """What everybody sees of a seat."""

    melds: tuple[Meld, ...]
    river: tuple[RiverTile, ...]
    flowers: tuple[Tile, ...]
    riichi: int
    discarded: int
    """Bit k is set if kind k was ever discarded."""

    @property
    def is_closed(self) -> bool:
        """Whether it has no open meld."""
        return not any(meld.is_open for meld in self.melds)


@dataclass(frozen=True)
class SeatView:
    """A position as `seat` sees it: its own hand, and of the others only what lies open."""

    rules: RuleSet
    seat: Seat
    dealer: Seat
    round_wind: Wind
    honba: int
    deposits: int
    scores: tuple[int, ...]
    wall_left: int
    phase: Phase
    turn: Seat
    indicators: tuple[Tile, ...]
    last_discard: Tile | None
    last_discarder: Seat | None
    hand: tuple[Tile, ...]
    counts: bytes
    """How many of each of the 34 kinds `hand` holds."""
    drawn: Tile | None
    waits: tuple[Kind, ...]
    furiten: bool
    shown: tuple[ShownSeat, ...]
    """By seat, the own one included."""
    legal: tuple[Action, ...]

    @classmethod
    def of(cls, deal: Deal, seat: Seat) -> "SeatView":
        """The view of `seat`. Hidden are the others' hands, what they drew, and the wall."""
        return cls.with_legal(deal, seat, deal.legal(seat))

    @classmethod
    def with_legal(cls, deal: Deal, seat: Seat, legal: tuple[Action, ...]) -> "SeatView":
        """The same where `deal.legal(seat)` is known already."""
        own = deal.players[seat]
        return cls(
            rules=deal.rules,
            seat=seat,
            dealer=deal.dealer,
            round_wind=deal.round_wind,
            honba=deal.honba,
            deposits=deal.deposits,
            scores=deal.scores,
            wall_left=deal.wall_left,
            phase=deal.phase,
            turn=deal.turn,
            indicators=deal.indicators,
            last_discard=deal.last_discard,
            last_discarder=deal.last_discarder,
            hand=own.hand,
            counts=own.counts,
            drawn=own.drawn,
            waits=own.waits,
            furiten=own.furiten,
            shown=tuple(
                ShownSeat(player.melds, player.river, player.flowers, player.riichi, player.discarded)
                for player in deal.players
            ),
            legal=legal,
        )

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The seat's own melds."""
        return self.shown[self.seat].melds

    @property
    def is_closed(self) -> bool:
        """Whether the seat's own hand is closed."""
        return self.shown[self.seat].is_closed

    @property
    def others(self) -> tuple[Seat, ...]:
        """The other seats in turn order."""
        return tuple((self.seat + step) % 4 for step in (1, 2, 3))

    @property
    def own_wind(self) -> Wind:
        """The wind of the seat."""
        return seat_wind(self.seat, self.dealer)

    @cached_property
    def draws_left(self) -> int:
        """How often the seat will still draw if nobody calls."""
        return (self.wall_left + 3) // 4

    @cached_property
    def value_honours(self) -> tuple[Kind, ...]:
        """Kinds of which a triplet counts for this seat; a wind that counts twice is there twice."""
        return (*DRAGONS, self.own_wind.kind, self.round_wind.kind)

    @cached_property
    def dora(self) -> tuple[Kind, ...]:
        """The dora kinds, one an indicator."""
        return tuple(dora_of(KIND_OF[tile]) for tile in self.indicators)

    @cached_property
    def held(self) -> tuple[int, ...]:
        """How many of each kind the seat holds, melds included."""
        counts = list(self.counts)
        for meld in self.melds:
            for tile in meld.tiles:
                counts[KIND_OF[tile]] += 1
        return tuple(counts)

    @cached_property
    def unseen(self) -> tuple[int, ...]:
        """How many of each kind lie where the seat cannot see them: in the wall or in the others' hands."""
        left = [4 - count for count in self.counts]
        for tile in self.indicators:
            left[KIND_OF[tile]] -= 1
        for seat in SEATS:
            shown = self.shown[seat]
            for entry in shown.river:
                if entry.claimed_by is None:
                    left[KIND_OF[entry.tile]] -= 1
            for meld in shown.melds:
                for tile in meld.tiles:
                    left[KIND_OF[tile]] -= 1
        return tuple(left)

    @cached_property
    def unseen_total(self) -> int:
        """How many tiles the seat cannot see."""
        return sum(self.unseen)

    @cached_property
    def stake(self) -> float:
        """What a win of any value is worth beside its payment: deposits, honba, and that nobody else wins."""
        if self.rules.family == "fan":
            return _FAN_SAVED
        return _RIICHI_SAVED + HONBA_RON * self.honba + DEPOSIT * self.deposits

    def dora_count(self, tiles: tuple[Tile, ...]) -> int:
        """Dora and red fives among some tiles."""
        count = sum(self.rules.tile_set.is_red(tile) for tile in tiles)
        for dora in self.dora:
            count += sum(KIND_OF[tile] == dora for tile in tiles)
        return count
