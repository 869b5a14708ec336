"""Bots of every level play every family by the rules, alike for the same seed, and see nothing hidden."""

from dataclasses import replace
from random import Random

import pytest

from engine.bots import LEVELS, Bot, Level, SeatView, make_bot
from engine.deal import Deal, Phase
from engine.events import Discard, Event, Flower, Pon, Riichi, Win
from engine.rules import PRESETS, load_rules
from engine.tiles import SEATS, Wind
from tests.engine.arena import Wall, next_event, play_deal, play_match
from tests.engine.positions import Position


def table(level: Level, seed: int = 0) -> list[Bot]:
    return [make_bot(level, seed + seat) for seat in SEATS]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("preset", PRESETS)
def test_deals_end_by_the_rules(preset: str, level: Level) -> None:
    """The engine refuses any illegal act, so a deal that ends was played by the rules; points are conserved."""
    rules = load_rules(preset)
    random = Random(f"{preset} {level}")
    for dealer in (0, 1):
        result = play_deal(rules, table(level), random, dealer)
        total = sum(result.scores_after) + 1_000 * result.deposits_after
        assert total == 4 * rules.start_points


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_plays_the_same(level: Level) -> None:
    rules = load_rules("tenhou")
    results = {play_deal(rules, table(level, 5), Random(11), 2) for _ in range(2)}
    assert len(results) == 1


@pytest.mark.parametrize("preset", ["tenhou", "fan-practice"])
def test_a_short_match_ends_with_four_places(preset: str) -> None:
    rules = load_rules(preset, ["match_length=" + ("tonpuusen" if preset == "tenhou" else "east")])
    final = play_match(rules, table("novice"), Random(3), first_dealer=1)
    assert sorted(final.places) == [1, 2, 3, 4]


def middle(rules_name: str, seed: int, events: int) -> Deal:
    """A position in the middle of a deal."""
    deal, wall = started(rules_name, seed)
    bots = table("novice")
    for _ in range(events):
        if deal.phase is Phase.OVER:
            break
        deal = deal.apply(next_event(deal, wall, bots))
    return deal


@pytest.mark.parametrize("preset", ["tenhou", "fan-online"])
@pytest.mark.parametrize("seed", range(4))
def test_a_view_depends_on_nothing_hidden(preset: str, seed: int) -> None:
    """Two positions that differ only in what a seat cannot see give the same view, so the same decision."""
    deal = middle(preset, seed, 30 + seed)
    for seat in SEATS:
        others = [other for other in SEATS if other != seat]
        players = list(deal.players)
        first, second = others[0], others[1]
        # Swap the hidden hands of two others, tiles, counts, waits, drawn tile and all.
        hidden = ("hand", "counts", "waits", "drawn", "furiten_own", "furiten_temporary", "furiten_riichi")
        for one, other in ((first, second), (second, first)):
            taken = {name: getattr(deal.players[other], name) for name in hidden}
            players[one] = deal.players[one]._replace(**taken)
        swapped = deal._replace(players=(players[0], players[1], players[2], players[3]))
        legal = deal.legal(seat)
        views = [SeatView.with_legal(position, seat, legal) for position in (deal, swapped)]
        assert views[0] == views[1]
        if legal:
            for level in LEVELS:
                assert make_bot(level, 1).decide(views[0]) == make_bot(level, 1).decide(views[1])


@pytest.mark.parametrize("level", LEVELS)
def test_a_win_is_taken(level: Level) -> None:
    view = Position("123m456p789s34599p").own_turn()
    winning = replace(view, legal=(*view.legal, Win((0,))))
    assert make_bot(level).decide(winning) == Win((0,))


@pytest.mark.parametrize("level", LEVELS)
def test_a_closed_ready_hand_declares_riichi(level: Level) -> None:
    assert make_bot(level).decide(Position("123m456p789s34s99p4z", indicator="1m").own_turn()) == Riichi(0)


@pytest.mark.parametrize("level", LEVELS)
def test_value_honours_are_called(level: Level) -> None:
    view = Position("55z234m68m57p24s9s1z", indicator="3m").left(50).offered("5z", 2, {"pon": "55z"})
    assert isinstance(make_bot(level).decide(view), Pon)


@pytest.mark.parametrize("level", LEVELS)
def test_no_call_of_a_worthless_hand(level: Level) -> None:
    view = Position("19m19p23m444z99s567s", indicator="3p").left(50).offered("1m", 3, {"chi": "23m"})
    assert make_bot(level).decide(view) is None


@pytest.mark.parametrize("level", LEVELS)
def test_a_hopeless_hand_throws_a_safe_tile_against_a_riichi(level: Level) -> None:
    view = Position("147m258p369s1234z5p", indicator="9p").river(2, "9m1z8s", riichi_at=2).left(24).own_turn()
    action = make_bot(level).decide(view)
    assert isinstance(action, Discard)
    assert view.rules.tile_set.name(action.tile) == "1z"


def test_riichi_is_not_declared_without_a_ready_hand_where_nobody_checks() -> None:
    """Tournament rules offer riichi to any closed hand; a wrong one would be chombo at the draw."""
    assert load_rules("wrc").riichi_check == "at_draw"
    for seed in range(6):
        for level in LEVELS:
            deal, wall = started("wrc", seed)
            bots = table(level)
            while deal.phase is not Phase.OVER:
                event = next_event(deal, wall, bots)
                if deal.phase is Phase.RIICHI and isinstance(event, Discard):
                    deal = deal.apply(event)
                    assert deal.players[event.seat].waits
                else:
                    deal = deal.apply(event)


def started(rules_name: str, seed: int) -> tuple[Deal, Wall]:
    rules = load_rules(rules_name)
    wall = Wall(rules, Random(seed))
    indicator = wall.indicator() if wall.has_dora else None
    return Deal.start(rules, round_wind=Wind.EAST, dealer=0, hands=wall.hands(0), indicator=indicator), wall


def test_flowers_are_set_aside_before_anything_else() -> None:
    deal, wall = started("fan-practice", 2)
    bots = table("advanced")
    shown = 0
    while deal.phase is not Phase.OVER:
        event = next_event(deal, wall, bots)
        holder = deal.players[deal.turn].hand
        if deal.phase is Phase.ACT and holder[-1] >= 136:
            assert isinstance(event, Flower | Win)
        shown += isinstance(event, Flower)
        deal = deal.apply(event)
    assert shown == sum(len(player.flowers) for player in deal.players)


def test_a_wall_gives_every_tile_once() -> None:
    for preset in ("tenhou", "fan-practice"):
        rules = load_rules(preset)
        wall = Wall(rules, Random(1))
        tiles = [tile for hand in wall.hands(2) for tile in hand]
        live = len(rules.tile_set.tiles) - rules.dead_wall - 52
        tiles += [wall.draw() for _ in range(live - 4)] + [wall.replacement() for _ in range(4)]
        if wall.has_dora:
            tiles += [wall.indicator() for _ in range(5)] + list(wall.ura(5))
        assert len(set(tiles)) == len(tiles)


def test_riichi_wins_turn_the_ura_indicators() -> None:
    """Over some deals every winner in riichi was scored with as many ura as there were indicators."""
    seen = 0
    for seed in range(30):
        deal, wall = started("tenhou", seed)
        bots = table("novice")
        last: Event | None = None
        while deal.phase is not Phase.OVER:
            before, last = deal, next_event(deal, wall, bots)
            deal = deal.apply(last)
        if isinstance(last, Win):
            riichi = any(before.players[seat].riichi for seat in last.winners)
            assert len(last.ura) == (len(before.indicators) if riichi else 0)
            seen += riichi
    assert seen
