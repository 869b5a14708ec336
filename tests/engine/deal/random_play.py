"""Deals played at random, though towards a win, so that every rule comes up."""

import random
from collections.abc import Iterator

from engine.claims import resolve
from engine.deal import Deal, Phase
from engine.events import (
    Action,
    AddedKan,
    Chi,
    ConcealedKan,
    Discard,
    Draw,
    DrawnDeal,
    Event,
    Flower,
    Indicator,
    OpenKan,
    Pon,
    Riichi,
    Win,
)
from engine.rules import RuleSet
from engine.shapes import shanten
from engine.tiles import KIND_OF, SEATS, Seat, Tile, Wind

CHANCES: dict[type[Action], float] = {
    Win: 0.7,
    Riichi: 0.7,
    ConcealedKan: 0.8,
    AddedKan: 0.8,
    OpenKan: 0.5,
    DrawnDeal: 0.3,
    Pon: 0.25,
    Chi: 0.15,
    Flower: 1,
}


def start(rules: RuleSet, rng: random.Random) -> tuple[Deal, list[Tile]]:
    """A deal and its wall, the next tile last."""
    wall = list(rules.tile_set.tiles)
    rng.shuffle(wall)
    hands = [[wall.pop() for _ in range(13)] for _ in SEATS]
    deal = Deal.start(
        rules,
        round_wind=Wind(rng.randrange(2)),
        dealer=rng.randrange(4),
        hands=hands,
        indicator=wall.pop(0) if rules.family == "riichi" else None,
        honba=rng.randrange(3),
        deposits=rng.randrange(2) if rules.family == "riichi" else 0,
        scores=[rng.randrange(-2, 40) * 1_000 for _ in SEATS],
    )
    return deal, wall


def play(rules: RuleSet, seed: int) -> Iterator[tuple[Event | None, Deal]]:
    """Every event of a deal and the deal after it; first the deal as dealt."""
    rng = random.Random(seed)
    deal, wall = start(rules, rng)
    yield None, deal
    while deal.phase is not Phase.OVER:
        event = next_event(deal, wall, rng)
        deal = deal.apply(event)
        yield event, deal


def next_event(deal: Deal, wall: list[Tile], rng: random.Random) -> Event:
    if deal.may_turn_indicator:
        return Indicator(wall.pop(0))
    if deal.phase in (Phase.ACT, Phase.RIICHI):
        return own_action(deal, rng)
    wishes = {seat: wish for seat in SEATS if (wish := choose(deal, seat, rng)) is not None}
    claim = next(iter(wishes.values())) if deal.phase is Phase.FLOWERS and wishes else resolve(deal, wishes)
    if claim is not None:
        return claim
    return Draw(deal.turn, wall.pop()) if deal.draw_due is None else DrawnDeal(deal.draw_due)


def choose(deal: Deal, seat: Seat, rng: random.Random) -> Action | None:
    """Something other than a discard, or nothing."""
    for action in deal.legal(seat):
        if rng.random() < CHANCES.get(type(action), 0):
            return action
    return None


def own_action(deal: Deal, rng: random.Random) -> Action:
    wish = choose(deal, deal.turn, rng)
    return best_discard(deal, rng) if wish is None else wish


def best_discard(deal: Deal, rng: random.Random) -> Discard:
    player = deal.players[deal.turn]
    discards = [action for action in deal.legal(deal.turn) if isinstance(action, Discard)]
    return min(discards, key=lambda action: (shanten_without(player.counts, len(player.melds), action), rng.random()))


def shanten_without(counts: bytes, melds: int, action: Discard) -> int:
    rest = bytearray(counts)
    rest[KIND_OF[action.tile]] -= 1
    return shanten(rest, melds)
