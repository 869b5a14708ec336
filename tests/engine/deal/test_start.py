"""How a deal starts, and what is refused from the outset."""

import pytest

from engine.deal import Deal, Phase
from engine.errors import IllegalAction, RulesError
from engine.events import Draw, Event
from engine.rules import PRESETS
from engine.tiles import SEATS, Tile, Wind

TENHOU, FAN = PRESETS["tenhou"], PRESETS["fan-practice"]
HANDS = [[Tile(13 * seat + index) for index in range(13)] for seat in SEATS]


def start(hands: list[list[Tile]], indicator: int | None = 135, **more: object) -> Deal:
    turned = None if indicator is None else Tile(indicator)
    return Deal.start(TENHOU, round_wind=Wind.EAST, dealer=1, hands=hands, indicator=turned, **more)  # type: ignore[arg-type]


def test_as_dealt() -> None:
    deal = start(HANDS)
    assert (deal.phase, deal.turn, deal.wall_left) == (Phase.DRAW, 1, 70)
    assert deal.scores == (25_000,) * 4
    assert all(deal.legal(seat) == () for seat in SEATS)
    fan = Deal.start(FAN, round_wind=Wind.EAST, dealer=0, hands=HANDS, indicator=None)
    assert (fan.wall_left, fan.indicators, fan.scores) == (92, (), (1_000,) * 4)


@pytest.mark.parametrize(
    "hands",
    [
        HANDS[:3],
        [*HANDS[:3], HANDS[3][:12]],
        [*HANDS[:3], [*HANDS[3][:12], HANDS[0][0]]],
        [*HANDS[:3], [*HANDS[3][:12], Tile(140)]],
        [*HANDS[:3], [*HANDS[3][:12], Tile(135)]],
    ],
)
def test_impossible_hands(hands: list[list[Tile]]) -> None:
    with pytest.raises(RulesError):
        start(hands)


def test_scores_of_four() -> None:
    with pytest.raises(RulesError):
        start(HANDS, scores=(1, 2, 3))


def test_an_earlier_deal_stays_valid() -> None:
    deal = start(HANDS)
    after = deal.apply(Draw(1, Tile(60)))
    assert deal.phase is Phase.DRAW
    assert after.phase is Phase.ACT
    assert deal.apply(Draw(1, Tile(61))).players[1].drawn == 61


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (Draw(0, Tile(60)), "not_your_turn"),
        (Draw(1, Tile(0)), "tile_in_use"),
        (Draw(1, Tile(135)), "tile_in_use"),
        (Draw(1, Tile(140)), "foreign_tile"),
        (Draw(1, Tile(-1)), "tile_in_use"),
        ("pass", "unknown_event"),
    ],
)
def test_impossible_first_events(event: Event, rule: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        start(HANDS).apply(event)
    assert refused.value.rule == rule
    assert refused.value.message
