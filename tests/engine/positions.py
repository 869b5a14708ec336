"""Positions for tests of bots and advice: what one seat sees, written down directly."""

from collections.abc import Mapping

from engine.advice.view import SeatView, ShownSeat
from engine.deal import Phase, RiverTile
from engine.events import Action, AddedKan, Chi, ConcealedKan, Discard, OpenKan, Pon, Riichi
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
        """The last tile of the hand was drawn; every discard is open, and riichi and kans where they are possible."""
        legal: list[Action] = [Discard(0, tile) for tile in dict.fromkeys(self.hand)]
        by_kind = {
            kind: [tile for tile in self.hand if KIND_OF[tile] == kind] for kind in map(KIND_OF.__getitem__, self.hand)
        }
        legal += [ConcealedKan(0, (a, b, c, d)) for a, b, c, d in (four for four in by_kind.values() if len(four) == 4)]
        pons = [meld.kind for meld in self.melds.get(0, ()) if meld.type is MeldType.PON]
        legal += [AddedKan(0, tile) for tile in self.hand if KIND_OF[tile] in pons]
        closed = all(not meld.is_open for meld in self.melds.get(0, ()))
        counts = counts_of(self.hand)
        if self.rules.family == "riichi" and closed and shanten(counts, len(self.melds.get(0, ()))) <= 0:
            legal.insert(0, Riichi(0))
        return self._view(tuple(legal), self.hand[-1], None, Phase.ACT)

    def offered(self, tile: str, source: Seat, claims: Mapping[str, str]) -> SeatView:
        """A discard of another; `claims` are the tiles used by `chi...`, `pon...`, `kan` (`{"chi": "34m"}`)."""
        taken = self.bag.take(tile)
        legal: list[Action] = []
        for name, used in claims.items():
            own = list(self.hand)
            first, second, *third = (self._pick(own, rank + used[-1]) for rank in used[:-1])
            if third:
                legal.append(OpenKan(0, taken, (first, second, third[0])))
            else:
                call = Chi if name.startswith("chi") else Pon
                legal.append(call(0, taken, (first, second)))
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
