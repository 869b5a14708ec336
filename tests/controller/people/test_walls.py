"""Walls in which the recorded tiles fall."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from controller.people.walls import dealing_order, random_wall, recorded_wall
from controller.records.files import read_games
from engine.errors import RecordError
from engine.events import AddedKan, ConcealedKan, Draw, DrawnDeal, DrawReason, Flower, Indicator, OpenKan, Win
from engine.records.model import RecordedDeal, RecordedResult
from engine.rules import load_rules
from engine.tiles import Tile, TileSet, Wind
from hal.sim.wall import Wall

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
DEALS = [
    deal
    for file in sorted(EXAMPLES.glob("*.jsonl"))
    for game in read_games(file, load_rules("tenhou"))
    for deal in game.deals
]


@pytest.mark.parametrize("deal", DEALS, ids=[f"{n}-{deal.label}" for n, deal in enumerate(DEALS)])
def test_every_tile_of_a_recorded_deal_falls_where_it_fell(deal: RecordedDeal) -> None:
    wall = Wall(recorded_wall(deal, 14, Random(1)))
    hands: list[list[Tile]] = [[], [], [], []]
    for seat, size in dealing_order(deal.dealer):
        for tile in wall.upcoming(size):
            hands[seat].append(tile)
            wall.take(tile)
    assert [sorted(hand) for hand in hands] == [sorted(hand) for hand in deal.hands]
    assert wall.indicator(0) == deal.indicator
    turned, replacing = 1, False
    for event in deal.events:
        if isinstance(event, OpenKan | ConcealedKan | AddedKan):
            replacing = True
        elif isinstance(event, Draw):
            tile = wall.replacement() if replacing else wall.next()
            assert tile == event.tile
            wall.take(tile)
            replacing = False
        elif isinstance(event, Indicator):
            assert wall.indicator(turned) == event.tile
            turned += 1
        elif isinstance(event, Win):
            assert tuple(wall.ura(n) for n in range(len(event.ura))) == event.ura


def test_the_wall_holds_the_whole_set_once_whatever_chance_does() -> None:
    first, second = (recorded_wall(DEALS[0], 14, Random(seed)) for seed in (1, 2))
    assert sorted(first) == sorted(second) == list(DEALS[0].tile_set.tiles)
    assert first != second
    assert sorted(random_wall(TileSet(0, flowers=True), Random(1))) == list(range(144))


def test_without_a_dead_wall_replacements_come_from_the_far_end() -> None:
    hands = tuple(tuple(Tile(13 * seat + n) for n in range(13)) for seat in range(4))
    events = (
        Draw(0, Tile(60)),
        Flower(0, Tile(140)),
        Draw(0, Tile(61)),
        Flower(0, Tile(141)),
        Draw(0, Tile(62)),
        DrawnDeal(DrawReason.EXHAUSTIVE),
    )
    deal = RecordedDeal(
        tile_set=TileSet(0, flowers=True),
        round_wind=Wind.EAST,
        number=1,
        dealer=0,
        honba=0,
        deposits=0,
        scores=(1000,) * 4,
        hands=hands,
        indicator=None,
        events=events,
        lines=(0,) * 6,
        accepted=(),
        result=RecordedResult(reason=DrawReason.EXHAUSTIVE),
    )
    order = recorded_wall(deal, 0, Random(1))
    assert sorted(order) == list(range(144))
    wall = Wall(order, dead=0)
    for tile in wall.upcoming(52):
        wall.take(tile)
    for number, replaces in ((60, False), (61, True), (62, True)):
        taken = wall.replacement() if replaces else wall.next()
        assert taken == number
        wall.take(taken)


def test_a_record_no_wall_can_give_is_refused() -> None:
    deal = DEALS[0]
    unused = sorted(set(deal.tile_set.tiles) - {tile for hand in deal.hands for tile in hand} - {deal.indicator})
    many = tuple(Indicator(Tile(tile)) for tile in unused[:5])
    with pytest.raises(RecordError, match="takes more from the dead wall than it holds"):
        recorded_wall(replace(deal, events=(*many, deal.events[-1])), 14, Random(1))
    draws = tuple(Draw(0, Tile(tile)) for tile in unused[:71])
    with pytest.raises(RecordError, match="draws more tiles than the wall has"):
        recorded_wall(replace(deal, events=(*draws, DrawnDeal(DrawReason.EXHAUSTIVE))), 14, Random(1))
