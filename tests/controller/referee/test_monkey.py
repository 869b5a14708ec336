"""A monkey at the table: any tile anywhere, any button at any time. The referee never falters, points always add up,
and a ruling always leads back to play."""

import random
from typing import Any

import pytest

from controller.inputs import MoveRetracted, Pressed, Ruling, TileLost, UnknownTagSeen, ZoneReadable
from controller.referee import RefereeOptions
from controller.referee.ledger import total_of
from controller.referee.state import TablePhase
from controller.scenarios.table import Table
from engine.deal import Phase
from engine.rules import RuleSet, load_rules
from engine.tiles import SEATS, Tile, is_flower
from hal.ports import Button
from hal.zones import DORA_PAD, ELSEWHERE, POOL, Zone, hand_of, melds_of, river_of

ZONES = (*(zone(seat) for zone in (hand_of, river_of, melds_of) for seat in SEATS), POOL, DORA_PAD, ELSEWHERE)


class Monkey:
    """Two thirds of the time it plays on somehow, otherwise it does anything."""

    def __init__(self, rules: RuleSet, seed: int, options: RefereeOptions | None = None) -> None:
        self.table = Table(rules, options)
        self.random = random.Random(seed)
        self.tiles = rules.tile_set.tiles
        self.deal()

    def deal(self) -> None:
        """Clear the table, shuffle, deal, and let the referee see it."""
        table = self.table
        for tile in [tile for tile, zone in table.places.items() if zone != ELSEWHERE]:
            table.move(tile, ELSEWHERE)
        wall = self.random.sample(self.tiles, len(self.tiles))
        if table.rules.family == "riichi":
            table.move(wall.pop(), DORA_PAD)
        for n in range(52):
            table.move(wall.pop(), hand_of(n % 4))
        table.wait(8_000)

    def act(self) -> None:
        if self.random.random() < 0.67:
            self._play_on()
        else:
            self._do_anything()

    def _play_on(self) -> None:
        state, table = self.table.referee.state, self.table
        match state.phase:
            case TablePhase.DEALING:
                self.deal()
            case TablePhase.PLAYING if state.deal is not None:
                self._next_motion()
            case TablePhase.URA:
                table.move(self._of_the_wall(), DORA_PAD)
            case _:
                for seat in SEATS:
                    table.tell(Pressed(at=table.now, seat=seat, button=Button.MENU))
        table.wait(self.random.choice([100, 400, 1_500, 4_000]))

    def _next_motion(self) -> None:
        deal = self.table.referee.state.deal
        assert deal is not None
        for seat, player in enumerate(deal.players):
            for tile in player.hand:
                if self.table.places.get(tile) != hand_of(seat) and self.table.referee.state.deal is deal:
                    self.table.move(tile, hand_of(seat))
        if self.table.referee.state.deal is not deal:
            return
        flowers = [tile for tile in deal.players[deal.turn].hand if is_flower(tile)]
        if flowers:
            self.table.move(flowers[0], melds_of(deal.turn))
        elif deal.phase in (Phase.ACT, Phase.RIICHI):
            self.table.move(self.random.choice(deal.players[deal.turn].hand), river_of(deal.turn))
        else:
            self.table.move(self._of_the_wall(), hand_of(deal.turn))

    def _of_the_wall(self) -> Tile:
        standing = [tile for tile in self.tiles if self._zone(tile) == ELSEWHERE]
        return self.random.choice(standing or self.tiles)

    def _do_anything(self) -> None:
        table, now = self.table, self.table.now
        tile, zone, seat = self.random.choice(self.tiles), self.random.choice(ZONES), self.random.choice(SEATS)
        button, yes = self.random.choice(tuple(Button)), self.random.random() < 0.3
        match self.random.choice(["move"] * 4 + ["press"] * 4 + ["wait", "lose", "retract", "tag", "zone"]):
            case "move":
                table.move(tile, zone)
            case "press":
                table.tell(Pressed(at=now, seat=seat, button=button))
            case "wait":
                table.wait(self.random.choice([10, 1_000, 16_000, 60_000]))
            case "lose":
                table.tell(TileLost(at=now, tile=tile, source=self._zone(tile), after=now))
            case "retract":
                table.tell(MoveRetracted(at=now, tile=tile))
            case "tag":
                table.tell(UnknownTagSeen(at=now, tag="E004", zone=zone, gone=not yes))
            case "zone":
                table.tell(ZoneReadable(at=now, zone=zone, readable=not yes, reason="reader_offline" if yes else ""))

    def _zone(self, tile: Tile) -> Zone:
        return self.table.places.get(tile, ELSEWHERE)


def points(table: Table) -> int:
    """All points at the table, deposits among them."""
    state = table.referee.state
    assert state.match is not None
    if state.deal is not None and state.deal.result is None and state.phase in (TablePhase.PLAYING, TablePhase.URA):
        return total_of(state.deal)
    return sum(state.match.scores) + 1_000 * state.match.deposits


@pytest.mark.parametrize(
    ("name", "seed", "acts"), [("tenhou", 5, 200), ("m-league", 2, 200), ("ema", 7, 200), ("fan-online", 6, 100)]
)
def test_whatever_people_do_the_points_add_up_and_play_goes_on(name: str, seed: int, acts: int) -> None:
    monkey = Monkey(load_rules(name), seed)
    table, state = monkey.table, monkey.table.referee.state
    whole = points(table)
    for _ in range(acts):
        monkey.act()
        assert all(incident.kind != "ledger" for incident in state.incidents.values())
        if state.final is None:
            assert points(table) == whole
    for zone in ZONES:
        table.tell(ZoneReadable(at=table.now, zone=zone, readable=True))
    if state.final is None:
        table.tell(Ruling(at=table.now, who="organiser", what="replay_deal"))
        monkey.deal()
        assert state.phase is TablePhase.PLAYING


RULINGS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("undo", {"count": 1}),
    ("unread", {"zone": "hand:3"}),
    ("read_again", {"zone": "hand:3"}),
    ("indicator", {"tile": "5z"}),
    ("score", {"end": "win", "wins": [{"seat": 1, "source": 2, "han": 5}]}),
    ("accept", {"incident": 1}),
    ("pause", {}),
    ("resume", {}),
    ("replay_deal", {}),
)


@pytest.mark.parametrize(
    ("name", "unread"),
    [
        ("tenhou", ("hand:1",)),
        ("ema", ("melds:1", "river:0", "dora")),
        ("fan-online", ("hand:2", "river:2")),
    ],
)
def test_with_zones_nobody_reads_and_rulings_at_random_the_books_still_add_up(
    name: str, unread: tuple[str, ...]
) -> None:
    monkey = Monkey(load_rules(name), 1, RefereeOptions(unread=unread))
    table = monkey.table
    for _ in range(100):
        monkey.act()
        if monkey.random.random() < 0.08:
            what, details = monkey.random.choice(RULINGS)
            table.tell(Ruling(at=table.now, who="organiser", what=what, details=details))
        assert all(incident.kind != "ledger" for incident in table.referee.state.incidents.values())
