"""Deals and matches of bots without a table: the engine alone, as fast as it goes."""

from collections.abc import Sequence
from random import Random

from engine.advice.view import SeatView
from engine.bots.bot import Bot
from engine.claims import resolve
from engine.deal import Deal, DealResult, Phase
from engine.deal.wins import indicators_for
from engine.events import Action, Draw, DrawnDeal, Event, Indicator, Win
from engine.match import FinalResult, Match
from engine.rules import RuleSet
from engine.tiles import SEATS, Seat, Tile, Wind

_DEALT = 52


class Wall:
    """A shuffled set. The first 52 tiles are dealt, draws follow; replacements and indicators come from the end."""

    def __init__(self, rules: RuleSet, random: Random) -> None:
        self._tiles = list(rules.tile_set.tiles)
        random.shuffle(self._tiles)
        self._next = _DEALT
        self._replacements = 0
        self._indicators = 0
        live = len(self._tiles) - rules.dead_wall
        self._live, self._dead = self._tiles[:live], self._tiles[live:]
        self.has_dora = rules.family == "riichi"

    def hands(self, dealer: Seat) -> list[list[Tile]]:
        """Four hands of 13 by seat; the dealer's are the first."""
        return [self._tiles[13 * ((seat - dealer) % 4) :][:13] for seat in SEATS]

    def draw(self) -> Tile:
        """The next tile."""
        self._next += 1
        return self._live[self._next - 1]

    def replacement(self) -> Tile:
        """The next replacement: of the dead wall's first four tiles, or from the end of the wall."""
        self._replacements += 1
        if self._dead:
            return self._dead[self._replacements - 1]
        return self._live.pop()

    def indicator(self) -> Tile:
        """The next dora indicator."""
        self._indicators += 1
        return self._dead[2 * self._indicators + 2]

    def ura(self, count: int) -> tuple[Tile, ...]:
        """What lies under the first `count` indicators."""
        return tuple(self._dead[2 * index + 5] for index in range(count))


def play_match(rules: RuleSet, bots: Sequence[Bot], random: Random, first_dealer: Seat = 0) -> FinalResult:
    """A whole match; the bots sit at seats 0-3, `random` shuffles every wall."""
    match = Match.start(rules, first_dealer)
    while not match.finished:
        wall = Wall(rules, random)
        deal = match.deal(wall.hands(match.dealer), wall.indicator() if wall.has_dora else None)
        match = match.after(play_out(deal, wall, bots))
    return match.final()


def play_deal(rules: RuleSet, bots: Sequence[Bot], random: Random, dealer: Seat = 0) -> DealResult:
    """One deal of the East round."""
    wall = Wall(rules, random)
    indicator = wall.indicator() if wall.has_dora else None
    deal = Deal.start(rules, round_wind=Wind.EAST, dealer=dealer, hands=wall.hands(dealer), indicator=indicator)
    return play_out(deal, wall, bots)


def play_out(deal: Deal, wall: Wall, bots: Sequence[Bot]) -> DealResult:
    """Play a deal to its end."""
    while deal.phase is not Phase.OVER:
        deal = deal.apply(next_event(deal, wall, bots))
    if deal.result is None:
        raise AssertionError("the deal stopped without a result")
    return deal.result


def next_event(deal: Deal, wall: Wall, bots: Sequence[Bot]) -> Event:
    """What happens next: a decision of the bots, or what the table does by itself."""
    if deal.indicators_due:
        return Indicator(wall.indicator())
    if deal.phase in (Phase.CLAIM, Phase.ROB):
        wishes = {seat: wish for seat in SEATS if (wish := _ask(deal, seat, bots)) is not None}
        claim = resolve(deal, wishes)
        if claim is not None:
            return _complete(deal, claim, wall)
    elif deal.phase in (Phase.ACT, Phase.RIICHI) or (deal.phase is Phase.FLOWERS and not deal.replacements_due):
        action = _ask(deal, deal.turn, bots)
        if action is None:
            raise AssertionError(f"seat {deal.turn} passes on its own turn")
        return _complete(deal, action, wall)
    if deal.draw_due is not None:
        return DrawnDeal(deal.draw_due)
    if deal.phase in (Phase.DRAW, Phase.CLAIM):
        return Draw(deal.turn, wall.draw())
    return Draw(deal.turn, wall.replacement())


def _ask(deal: Deal, seat: Seat, bots: Sequence[Bot]) -> Action | None:
    legal = deal.legal(seat)
    return bots[seat].decide(SeatView.with_legal(deal, seat, legal)) if legal else None


def _complete(deal: Deal, action: Action, wall: Wall) -> Action:
    """A win in riichi turns the ura indicators."""
    if isinstance(action, Win) and deal.rules.ura_dora:
        riichi = [seat for seat in action.winners if deal.players[seat].riichi]
        if riichi:
            return Win(action.winners, wall.ura(max(indicators_for(deal, seat) for seat in action.winners)))
    return action
