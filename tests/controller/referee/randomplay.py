"""Deals played at random, but legally: many calls, kans, flowers, riichi and wins that real games rarely show."""

import random
from collections.abc import Sequence

from engine.claims import resolve
from engine.deal import Deal, Phase
from engine.events import (
    Action,
    AddedKan,
    ConcealedKan,
    Discard,
    Draw,
    DrawnDeal,
    Event,
    Flower,
    Indicator,
    Riichi,
    Win,
)
from engine.records.model import RecordedDeal, RecordedResult
from engine.rules import RuleSet
from engine.tiles import SEATS, Seat, Tile, Wind


class RandomPlay:
    """One deal. `events` is what happened, `deal` the position at its end."""

    def __init__(self, rules: RuleSet, seed: int, *, dealer: Seat = 0) -> None:
        self.random = random.Random(seed)
        self.rules = rules
        wall = list(rules.tile_set.tiles)
        self.random.shuffle(wall)
        self.hands = [[wall.pop() for _ in range(13)] for _ in SEATS]
        self.indicator = self._plain(wall) if rules.family == "riichi" else None
        self.wall = wall
        self.deal = Deal.start(
            rules, round_wind=Wind.EAST, dealer=dealer, hands=self.hands, indicator=self.indicator, honba=0
        )
        self.events: list[Event] = []
        while self.deal.phase is not Phase.OVER:
            self._apply(self._next())

    def _plain(self, wall: list[Tile]) -> Tile:
        return wall.pop(next(index for index, tile in enumerate(wall) if tile < 136))

    def _apply(self, event: Event) -> None:
        self.deal = self.deal.apply(event)
        self.events.append(event)

    def _next(self) -> Event:
        deal = self.deal
        if deal.indicators_due:
            return Indicator(self._plain(self.wall))
        if deal.phase in (Phase.CLAIM, Phase.ROB):
            claim = self._claim()
            if claim is not None:
                return claim
        elif deal.phase in (Phase.ACT, Phase.RIICHI) or (deal.phase is Phase.FLOWERS and deal.legal(deal.turn)):
            action = self._action(deal.legal(deal.turn))
            if action is not None:
                return action
        if deal.draw_due is not None:
            return DrawnDeal(deal.draw_due)
        return Draw(deal.turn, self.wall.pop())

    def _claim(self) -> Action | None:
        wishes: dict[Seat, Action] = {}
        for seat in SEATS:
            legal = self.deal.legal(seat)
            wins = [action for action in legal if isinstance(action, Win)]
            if wins and self.random.random() < 0.8:
                wishes[seat] = wins[0]
            elif legal and self.random.random() < 0.4:
                wishes[seat] = self.random.choice(legal)
        return self._with_ura(resolve(self.deal, wishes))

    def _action(self, legal: Sequence[Action]) -> Action | None:
        for kinds, chance in (
            (Win, 0.9),
            ((Flower,), 1.0),
            ((ConcealedKan, AddedKan), 0.7),
            ((Riichi,), 0.7),
            ((DrawnDeal,), 0.3),
            ((Discard,), 1.0),
        ):
            found = [action for action in legal if isinstance(action, kinds)]
            if found and self.random.random() < chance:
                return self._with_ura(self.random.choice(found))
        return None

    def _with_ura(self, action: Action | None) -> Action | None:
        if not isinstance(action, Win) or not self.rules.ura_dora:
            return action
        if not any(self.deal.players[seat].riichi for seat in action.winners):
            return action
        shown = self.deal.rinshan_indicators if self.deal.rinshan else len(self.deal.indicators)
        return Win(action.winners, tuple(self._plain(self.wall) for _ in range(shown)))

    def recorded(self) -> RecordedDeal:
        """The deal as a record."""
        return RecordedDeal(
            tile_set=self.rules.tile_set,
            round_wind=Wind.EAST,
            number=1,
            dealer=0,
            honba=0,
            deposits=0,
            scores=(self.rules.start_points,) * 4,
            hands=tuple(tuple(hand) for hand in self.hands),
            indicator=self.indicator,
            events=tuple(self.events),
            lines=(),
            accepted=(),
            result=RecordedResult(),
        )
