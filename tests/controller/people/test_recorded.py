"""Four people who play a recorded deal again: what they do, and how they react to the table."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from controller.effects import PressRefused
from controller.people.glance import Glance
from controller.people.recorded import RecordedTable
from controller.people.tempo import Pace
from controller.records.files import read_games
from controller.referee.state import TablePhase, TableState
from engine.events import ConcealedKan, Discard, Draw, Pon, Riichi
from engine.records.model import RecordedDeal
from engine.records.start import start_deal
from engine.rules import load_rules
from engine.tiles import SEATS
from hal.ports import Button, Millis
from hal.sim.world import ButtonChanged, Change, Spot, TileMoved, World
from hal.zones import DORA_PAD, hand_of, melds_of, river_of

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
RULES = load_rules("tenhou")
DEALS = [deal for file in sorted(EXAMPLES.glob("*.jsonl")) for game in read_games(file, RULES) for deal in game.deals]


class KnowingTable:
    """Stands in for the table: it understands every motion the moment it is made, and shows what it should."""

    def __init__(self, deal: RecordedDeal) -> None:
        self.state = TableState()
        self.glance = Glance(lambda: self.state)
        self.presses: list[tuple[int, Button]] = []
        self._deal = start_deal(RULES, deal)
        self.state.phase = TablePhase.PLAYING
        self.state.deal = self._deal

    def see(self, change: Change) -> None:
        if isinstance(change, ButtonChanged) and change.closed:
            self.presses.append((change.seat, change.button))
            if change.button is Button.MENU and self.state.phase is TablePhase.RESULT:
                self.state.ready.add(change.seat)
            if change.button is Button.WIN:
                self.state.phase = TablePhase.RESULT
            if change.button is Button.RIICHI:
                self._show_riichi(change.seat)

    def _show_riichi(self, seat: int) -> None:
        first, second, third, fourth = (
            player._replace(riichi=1) if n == seat else player for n, player in enumerate(self._deal.players)
        )
        self._deal = self._deal._replace(players=(first, second, third, fourth))
        self.state.deal = self._deal


def _perform(deal: RecordedDeal, seed: int = 1) -> tuple[World, KnowingTable, list[Change]]:
    world = World(deal.tile_set)
    table = KnowingTable(deal)
    people = RecordedTable(world, table.glance, Pace(Random(seed)))
    changes: list[Change] = []
    world.watch(changes.append)
    world.watch(table.see)
    people.play(deal)
    wish: Millis | None = people.wake(world, world.now)
    while wish is not None:
        world.advance(max(wish, world.now + 1))
        wish = people.wake(world, world.now)
    world.advance(world.now + 5_000)
    return world, table, changes


def _won(deal: RecordedDeal) -> bool:
    return bool(deal.result.wins)


@pytest.mark.parametrize("deal", [deal for deal in DEALS if _won(deal)][:8], ids=lambda deal: deal.label)
def test_in_the_end_every_tile_lies_where_the_deal_has_it(deal: RecordedDeal) -> None:
    """Up to hands that were laid open: an opened hand may lie before its player."""
    world, table, _ = _perform(deal)
    position = start_deal(RULES, deal)
    for event in deal.events[:-1]:
        position = position.apply(event)
    for seat, player in zip(SEATS, position.players, strict=True):
        river = [discard.tile for discard in player.river if discard.claimed_by is None]
        melded = {tile for meld in player.melds for tile in meld.tiles}
        shown = set(world.tiles_at(melds_of(seat)))
        assert list(world.tiles_at(river_of(seat))) == river
        assert melded <= shown
        assert set(player.hand) == set(world.tiles_at(hand_of(seat))) | (shown - melded)
    assert set(position.indicators) <= set(world.tiles_at(DORA_PAD))
    assert [seat for seat, button in table.presses if button is Button.WIN] == [win.seat for win in deal.result.wins]
    assert {seat for seat, button in table.presses if button is Button.MENU} == set(SEATS)


def test_presses_are_those_of_the_record() -> None:
    for deal in [deal for deal in DEALS if _won(deal)][:6]:
        _, table, _ = _perform(deal)
        riichi = [event.seat for event in deal.events if isinstance(event, Riichi)]
        pons = [event.seat for event in deal.events if isinstance(event, Pon)]
        assert [seat for seat, button in table.presses if button is Button.RIICHI] == riichi
        assert [seat for seat, button in table.presses if button is Button.PON] == pons


def test_the_same_seed_gives_the_same_motions_and_another_seed_others() -> None:
    deal = next(deal for deal in DEALS if _won(deal))
    first, again, other = (_perform(deal, seed)[2] for seed in (1, 1, 2))
    assert first == again
    assert first != other


def _taken(changes: Sequence[Change], draw: Draw) -> Millis:
    """When a hand took the tile from the wall."""
    return next(
        change.at
        for change in changes
        if isinstance(change, TileMoved) and change.tile == draw.tile and change.source is Spot.WALL
    )


def test_nobody_draws_before_the_discard_lies() -> None:
    deal = next(deal for deal in DEALS if _won(deal))
    _, _, changes = _perform(deal)
    landed: Millis = 0
    for event in deal.events:
        if isinstance(event, Draw):
            assert _taken(changes, event) >= landed
        elif isinstance(event, Discard):
            landed = next(
                change.at
                for change in changes
                if isinstance(change, TileMoved) and change.tile == event.tile and change.target == river_of(event.seat)
            )


def test_a_refused_press_of_a_call_is_made_again() -> None:
    deal = next(deal for deal in DEALS if any(isinstance(event, Pon) for event in deal.events) and _won(deal))
    world = World(deal.tile_set)
    table = KnowingTable(deal)
    people = RecordedTable(world, table.glance, Pace(Random(1)))
    world.watch(table.see)

    def refuse(change: Change) -> None:
        first = table.presses.count((getattr(change, "seat", -1), Button.PON)) == 1
        if isinstance(change, ButtonChanged) and change.closed and change.button is Button.PON and first:
            table.glance.hear([PressRefused(change.seat, Button.PON, "nothing_to_call", "Nothing to call.")])

    world.watch(refuse)
    people.play(deal)
    wish = people.wake(world, 0)
    while wish is not None:
        world.advance(max(wish, world.now + 1))
        wish = people.wake(world, world.now)
    pon = next(event for event in deal.events if isinstance(event, Pon))
    assert table.presses.count((pon.seat, Button.PON)) == 2


def test_people_give_up_when_the_table_never_understands() -> None:
    deal = next(deal for deal in DEALS if _won(deal))
    world = World(deal.tile_set)
    table = KnowingTable(deal)
    people = RecordedTable(world, table.glance, Pace(Random(1)))  # nobody tells the table of any press
    people.play(deal)
    wish = people.wake(world, 0)
    while wish is not None:
        world.advance(max(wish, world.now + 1))
        wish = people.wake(world, world.now)
    assert people.done
    assert people.gave_up == "waited in vain for the result"


def test_a_record_that_no_wall_can_give_is_given_up_with_the_reason() -> None:
    """A kan without its replacement: what is drawn next stands elsewhere in the wall than the record has it."""
    deal = DEALS[0]
    four = tuple(sorted(deal.hands[deal.dealer]))[:4]
    kan = ConcealedKan(deal.dealer, (four[0], four[1], four[2], four[3]))
    world = World(deal.tile_set)
    table = KnowingTable(deal)
    people = RecordedTable(world, table.glance, Pace(Random(1)))
    people.play(replace(deal, events=(deal.events[0], kan, *deal.events[1:])))
    wish: Millis | None = people.wake(world, world.now)
    while wish is not None:
        world.advance(max(wish, world.now + 1))
        wish = people.wake(world, world.now)
    assert "the wall gives" in people.gave_up
