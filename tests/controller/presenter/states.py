"""States of a table in the middle of deals played at random: every kind of event comes up within some seeds."""

import random
from collections.abc import Iterator

from controller.referee.state import Step, TablePhase, TableState
from engine.claims import resolve
from engine.deal import Deal, Phase
from engine.events import Action, Discard, Draw, DrawnDeal, DrawReason, Event, Indicator, Riichi, Win
from engine.match import Match
from engine.rules import RuleSet
from engine.rules.load import load_rules
from engine.shapes import shanten
from engine.tiles import SEATS, Tile, counts_of

NAMES = ("Ai", "Bo", "Chie", "Dan")
TENHOU = load_rules("tenhou")


def random_states(seed: int, rules: RuleSet = TENHOU) -> Iterator[TableState]:
    """The state after each event of one deal, up to its result. The same object is given each time."""
    rng = random.Random(seed)
    wall = list(rules.tile_set.tiles)
    rng.shuffle(wall)
    hands = [[wall.pop() for _ in range(13)] for _ in SEATS]
    match = Match.start(rules, seed % 4)
    deal = match.deal(hands, wall.pop() if rules.dead_wall else None)
    state = TableState(phase=TablePhase.PLAYING, rules=rules, players=NAMES, match=match, start=deal, deal=deal)
    yield state
    while deal.result is None:
        event = _next_event(rng, deal, wall)
        deal = deal.apply(event)
        state.now += rng.randrange(300, 4_000)
        state.steps.append(Step(event, deal, state.now, banks=None))
        state.deal = deal
        if deal.result is not None:
            state.phase = TablePhase.RESULT
            state.result = deal.result
            state.match = match.after(deal.result)
        yield state


def _next_event(rng: random.Random, deal: Deal, wall: list[Tile]) -> Event:
    if deal.indicators_due:
        return Indicator(wall.pop())
    wishes: dict[int, Action] = {}
    for seat in SEATS:
        choice = _choice(rng, deal, seat)
        if choice is not None:
            wishes[seat] = choice
    event = resolve(deal, wishes) if deal.phase in (Phase.CLAIM, Phase.ROB) else wishes.get(deal.turn)
    if isinstance(event, Win):
        needs_ura = deal.rules.ura_dora and any(deal.players[seat].riichi for seat in event.winners)
        return Win(event.winners, tuple(wall.pop() for _ in deal.indicators) if needs_ura else ())
    if event is not None:
        return event
    if deal.draw_due is not None:
        return DrawnDeal(deal.draw_due)
    if deal.wall_left == 0 and deal.phase in (Phase.CLAIM, Phase.DRAW):
        return DrawnDeal(DrawReason.EXHAUSTIVE)
    return Draw(deal.turn, wall.pop())


def _choice(rng: random.Random, deal: Deal, seat: int) -> Action | None:
    legal = deal.legal(seat)
    if not legal:
        return None
    for wanted in (Win, Riichi):
        found = [action for action in legal if isinstance(action, wanted)]
        if found and rng.random() < 0.8:
            return found[0]
    discards = [action for action in legal if isinstance(action, Discard)]
    others = [action for action in legal if not isinstance(action, Discard)]
    if others and rng.random() < (0.12 if deal.phase in (Phase.CLAIM, Phase.ROB) else 0.5):
        return rng.choice(others)
    if not discards:
        return None if deal.phase in (Phase.CLAIM, Phase.ROB) else rng.choice(legal)
    return min(discards, key=lambda discard: (_distance(deal, seat, discard.tile), rng.random()))


def _distance(deal: Deal, seat: int, without: Tile) -> int:
    """Shanten of the hand after a discard, so that hands get ready and win."""
    player = deal.players[seat]
    counts = counts_of(tile for tile in player.hand if tile != without)
    return shanten(counts, len(player.melds), seven_pairs=deal.rules.family == "riichi")
