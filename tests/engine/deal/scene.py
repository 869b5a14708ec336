"""A deal set up by hand, played on by naming tiles as people do."""

from collections.abc import Sequence

from controller.cli.legal import choices
from engine.deal import Deal, DealResult, Phase, PlayerState
from engine.errors import IllegalAction
from engine.events import (
    AddedKan,
    Chi,
    ConcealedKan,
    Discard,
    Draw,
    DrawnDeal,
    DrawReason,
    Event,
    Flower,
    Indicator,
    OpenKan,
    Pon,
    Riichi,
    Win,
)
from engine.rules import RuleSet
from engine.tiles import KIND_OF, SEATS, TERMINALS_AND_HONOURS, Kind, Seat, Tile, Wind, split_mpsz

JUNK = (
    "147m258p369s1234z",
    "258m369p147s1234z",
    "369m147p258s1234z",
    "159m159p159s1234z",
)
"""Hands that are far from anything."""


class Scene:
    """A deal in which tests name what happens. Tiles are mpsz names; equal ones are taken in a fixed order.

    Hands not given are junk, and draws not named are harmless; `later` keeps tiles out of both for draws to come.
    """

    def __init__(
        self,
        rules: RuleSet,
        hands: Sequence[str | None] = (None,) * 4,
        *,
        indicator: str | None = "9p",
        dealer: Seat = 0,
        round_wind: Wind = Wind.EAST,
        honba: int = 0,
        deposits: int = 0,
        scores: Sequence[int] | None = None,
        wall_left: int | None = None,
        later: str = "",
    ) -> None:
        self.rules = rules
        self._bag = rules.tile_set.bag()
        turned = None if indicator is None else self._bag.take(indicator)
        dealt = {seat: self._bag.take_text(text) for seat, text in enumerate(hands) if text is not None}
        self._later = self._bag.take_text(later)
        for seat in SEATS:
            if seat not in dealt:
                dealt[seat] = self._junk(JUNK[seat])
        self.deal = Deal.start(
            rules,
            round_wind=round_wind,
            dealer=dealer,
            hands=[dealt[seat] for seat in SEATS],
            indicator=turned,
            honba=honba,
            deposits=deposits,
            scores=scores,
        )
        if wall_left is not None:
            self.deal = self.deal._replace(wall_left=wall_left)

    def _junk(self, text: str) -> list[Tile]:
        """A far-off hand; what other hands have used up is replaced by what is left."""
        tiles: list[Tile] = []
        for name in split_mpsz(text):
            left = list(self._bag)
            tile = next((t for t in left if self.rules.tile_set.name(t) == name), None)
            if tile is None:
                tile = next(t for t in left if KIND_OF[t] not in {KIND_OF[own] for own in tiles})
            self._bag.remove(tile)
            tiles.append(tile)
        return tiles

    def apply(self, event: Event) -> "Scene":
        self.deal = self.deal.apply(event)
        return self

    def draw(self, name: str | None = None) -> "Scene":
        """The seat in turn draws; without a name some tile nobody waits for."""
        tile = self._harmless() if name is None else self.take(name)
        return self.apply(Draw(self.deal.turn, tile))

    def take(self, name: str) -> Tile:
        """A tile from the wall by name."""
        kept = next((tile for tile in self._later if self.rules.tile_set.name(tile) == name), None)
        if kept is None:
            return self._bag.take(name)
        self._later.remove(kept)
        return kept

    def _harmless(self) -> Tile:
        waited: set[Kind] = {kind for player in self.deal.players for kind in player.waits}
        own = self.deal.players[self.deal.turn]
        held = {KIND_OF[tile] for tile in own.hand}
        left = [tile for tile in self._bag if KIND_OF[tile] not in waited and KIND_OF[tile] not in held]
        # Simple tiles first, so that nobody's river is all terminals and honours by chance.
        tile = min(left, key=lambda tile: KIND_OF[tile] in TERMINALS_AND_HONOURS)
        self._bag.remove(tile)
        return tile

    def discard(self, name: str | None = None) -> "Scene":
        """The seat in turn discards a tile of its hand, or the drawn one."""
        seat = self.deal.turn
        drawn = self.deal.players[seat].drawn
        if name is None:
            assert drawn is not None
            return self.apply(Discard(seat, drawn))
        return self.apply(Discard(seat, self.own(seat, name)))

    def turn(self, draw: str | None = None, discard: str | None = None) -> "Scene":
        """The seat in turn draws and discards."""
        return self.draw(draw).discard(discard)

    def turns(self, count: int) -> "Scene":
        """So many turns in which nothing happens."""
        for _ in range(count):
            self.turn()
        return self

    def riichi(self, discard: str | None = None) -> "Scene":
        return self.apply(Riichi(self.deal.turn)).discard(discard)

    def chi(self, seat: Seat, used: str) -> "Scene":
        a, b = self.owns(seat, used)
        return self.apply(Chi(seat, self.claimed, (a, b)))

    def pon(self, seat: Seat) -> "Scene":
        a, b, *_ = self.alike(seat)
        return self.apply(Pon(seat, self.claimed, (a, b)))

    def open_kan(self, seat: Seat) -> "Scene":
        a, b, c = self.alike(seat)
        return self.apply(OpenKan(seat, self.claimed, (a, b, c)))

    def concealed_kan(self, name: str) -> "Scene":
        return self.apply(ConcealedKan(self.deal.turn, self.alike_in_hand(self.deal.turn, name)))

    def added_kan(self, name: str) -> "Scene":
        return self.apply(AddedKan(self.deal.turn, self.own(self.deal.turn, name)))

    def flower(self, name: str) -> "Scene":
        return self.apply(Flower(self.deal.turn, self.own(self.deal.turn, name)))

    def indicator(self, name: str) -> "Scene":
        return self.apply(Indicator(self.take(name)))

    def win(self, *winners: Seat, ura: str = "") -> DealResult:
        self.apply(Win(winners, tuple(map(self.take, split_mpsz(ura)))))
        return self.result

    def drawn_deal(self, reason: DrawReason, seat: Seat | None = None, noten: tuple[Seat, ...] = ()) -> DealResult:
        self.apply(DrawnDeal(reason, seat, noten))
        return self.result

    def can(self, seat: Seat) -> list[str]:
        """What a seat may do, by mjai's names."""
        return choices(self.deal).get(seat, [])

    def refusal(self, event: Event) -> str:
        """The rule that an event would break (empty: none)."""
        try:
            self.deal.apply(event)
        except IllegalAction as error:
            return error.rule
        return ""

    def discards(self, seat: Seat) -> str:
        """The tiles a seat may discard, as mpsz text."""
        tiles = sorted(action.tile for action in self.deal.legal(seat) if isinstance(action, Discard))
        return self.rules.tile_set.text(tiles)

    @property
    def result(self) -> DealResult:
        assert self.deal.phase is Phase.OVER
        assert self.deal.result is not None
        return self.deal.result

    @property
    def claimed(self) -> Tile:
        assert self.deal.last_discard is not None
        return self.deal.last_discard

    def player(self, seat: Seat) -> PlayerState:
        return self.deal.players[seat]

    def own(self, seat: Seat, name: str) -> Tile:
        """A tile of a hand; the drawn one only if there is no other."""
        hand = self.deal.players[seat].hand
        drawn = self.deal.players[seat].drawn
        mine = [tile for tile in hand if self.rules.tile_set.name(tile) == name]
        assert mine, f"seat {seat} has no {name} in {self.rules.tile_set.text(hand)}"
        return min(mine, key=lambda tile: tile == drawn)

    def alike_in_hand(self, seat: Seat, name: str) -> tuple[Tile, Tile, Tile, Tile]:
        """All four tiles of a kind that a hand holds."""
        kind = KIND_OF[self.own(seat, name)]
        a, b, c, d = (tile for tile in self.deal.players[seat].hand if KIND_OF[tile] == kind)
        return a, b, c, d

    def owns(self, seat: Seat, text: str) -> list[Tile]:
        return [self.own(seat, name) for name in split_mpsz(text)]

    def alike(self, seat: Seat) -> list[Tile]:
        """The tiles of a hand that equal the claimed one."""
        return [tile for tile in self.deal.players[seat].hand if KIND_OF[tile] == KIND_OF[self.claimed]]


def yaku(result: DealResult, winner: int = 0) -> dict[str, int]:
    """The yaku of a winner with their han."""
    return dict(result.wins[winner].score.yaku)
