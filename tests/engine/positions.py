"""Positions for tests of bots and advice: what one seat sees, written down directly."""

from collections.abc import Mapping

from engine.advice.view import SeatView, ShownSeat
from engine.deal import Phase, RiverTile
from engine.events import Action, Chi, Discard, Pon, Riichi
from engine.melds import Meld, MeldType
from engine.rules import RuleSet, load_rules
from engine.shapes import shanten, waits
from engine.tiles import KIND_OF, Seat, Tile, TileBag, Wind, counts_of

_TYPES = {"chi": MeldType.CHI, "pon": MeldType.PON, "kan": MeldType.DAIMINKAN, "ankan": MeldType.ANKAN}


class Position:
    """Builds the view of seat 0; every tile named is taken from one set, so none is used twice."""

    def __init__(self, hand: str, *, rules: RuleSet | None = None, indicator: str = "9m", dealer: Seat = 0) -> None:
        self.rules = load_rules("tenhou") if rules is None else rules
        self.bag: TileBag = self.rules.tile_set.bag()
        self.dealer = dealer
        self.indicators = tuple(self.bag.take_text(indicator)) if self.rules.family == "riichi" else ()
        self.hand = tuple(self.bag.take_text(hand))
        self.rivers: dict[Seat, tuple[RiverTile, ...]] = {}
        self.melds: dict[Seat, tuple[Meld, ...]] = {}
        self.riichi: dict[Seat, int] = {}
        self.wall_left = 40
        self.scores = (self.rules.start_points,) * 4

    def river(self, seat: Seat, tiles: str, riichi_at: int | None = None) -> "Position":
        """Discards of a seat, with a riichi declared by the discard of that index."""
        taken = self.bag.take_text(tiles)
        self.rivers[seat] = tuple(RiverTile(tile, False, index == riichi_at) for index, tile in enumerate(taken))
        if riichi_at is not None:
            self.riichi[seat] = 1
        return self

    def meld(self, seat: Seat, kind: str, tiles: str) -> "Position":
        """A meld of a seat: `chi`, `pon`, `kan` or `ankan`."""
        taken = tuple(self.bag.take_text(tiles))
        shown = Meld(_TYPES[kind], taken, None if kind == "ankan" else taken[0], None if kind == "ankan" else 3)
        self.melds[seat] = (*self.melds.get(seat, ()), shown)
        return self

    def left(self, tiles: int) -> "Position":
        """So many live tiles are left in the wall."""
        self.wall_left = tiles
        return self

    def own_turn(self) -> SeatView:
        """The last tile of the hand was drawn; every discard is open, and riichi if it is possible."""
        legal: list[Action] = [Discard(0, tile) for tile in dict.fromkeys(self.hand)]
        closed = all(not meld.is_open for meld in self.melds.get(0, ()))
        counts = counts_of(self.hand)
        if self.rules.family == "riichi" and closed and shanten(counts, len(self.melds.get(0, ()))) <= 0:
            legal.insert(0, Riichi(0))
        return self._view(tuple(legal), self.hand[-1], None, Phase.ACT)

    def offered(self, tile: str, source: Seat, claims: Mapping[str, str]) -> SeatView:
        """A discard of another; `claims` are the tiles used by `chi...` and `pon...` (`{"chi": "34m"}`)."""
        taken = self.bag.take(tile)
        legal: list[Action] = []
        for name, used in claims.items():
            own = list(self.hand)
            tiles = [self._pick(own, text) for text in (used[0] + used[-1], used[1] + used[-1])]
            pair = (tiles[0], tiles[1])
            legal.append(Chi(0, taken, pair) if name.startswith("chi") else Pon(0, taken, pair))
        self.rivers[source] = (*self.rivers.get(source, ()), RiverTile(taken, False))
        return self._view(tuple(legal), None, (taken, source), Phase.CLAIM)

    def _pick(self, own: list[Tile], name: str) -> Tile:
        tile = next(tile for tile in own if self.rules.tile_set.name(tile) == name)
        own.remove(tile)
        return tile

    def _view(
        self, legal: tuple[Action, ...], drawn: Tile | None, discard: tuple[Tile, Seat] | None, phase: Phase
    ) -> SeatView:
        shown = []
        for seat in range(4):
            river = self.rivers.get(seat, ())
            discarded = 0
            for entry in river:
                discarded |= 1 << KIND_OF[entry.tile]
            shown.append(ShownSeat(self.melds.get(seat, ()), river, (), self.riichi.get(seat, 0), discarded))
        closed = [tile for tile in self.hand if tile != drawn]
        return SeatView(
            rules=self.rules,
            seat=0,
            dealer=self.dealer,
            round_wind=Wind.EAST,
            honba=0,
            deposits=sum(self.riichi.values()),
            scores=self.scores,
            wall_left=self.wall_left,
            phase=phase,
            turn=0,
            indicators=self.indicators,
            last_discard=discard[0] if discard else None,
            last_discarder=discard[1] if discard else None,
            hand=tuple(sorted(self.hand)),
            counts=bytes(counts_of(self.hand)),
            drawn=drawn,
            waits=waits(counts_of(closed), len(self.melds.get(0, ()))),
            furiten=False,
            shown=tuple(shown),
            legal=legal,
        )
