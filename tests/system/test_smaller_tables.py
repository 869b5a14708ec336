"""Whole deals on smaller tables: rivers without racks, no dora pad, neither, one pool.

People play recorded deals of our own bots as the smaller table asks them to: who wins shows the hand, indicators are
entered by hand, ready hands are declared, nine terminals are entered. What the table scores is what the record says.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from controller.effects import DealEnded, Effect, IncidentOpened
from controller.inputs import Input, Ruling
from controller.journal import Journal
from controller.people.choreography import Script
from controller.people.habits import Habits
from controller.people.recorded import RecordedTable
from controller.people.tempo import Pace
from controller.records.files import read_games
from controller.replay.table import VirtualTable
from engine.deal import DealResult
from engine.events import Draw, DrawnDeal, DrawReason, Event, Indicator
from engine.records.model import RecordedDeal
from engine.rules import load_rules
from engine.tiles import SEATS, Seat, Tile
from hal.layout import Layout, standard_layout
from hal.ports import Button, Millis
from hal.sim.noise import noise_named
from hal.zones import DORA_PAD, POOL, hand_of, melds_of

EXAMPLES = Path(__file__).parents[2] / "examples"
RULES = load_rules("tenhou")

LAYOUTS: Final[Mapping[str, Layout]] = {
    "rivers without racks": standard_layout(racks=False),
    "no dora pad": standard_layout(dora_pad=False),
    "neither racks nor dora pad": standard_layout(racks=False, dora_pad=False),
    "one pool": standard_layout(pool=True),
}


class SmallTablePeople(RecordedTable):
    """People who know what their table does not read."""

    def __init__(self, table: VirtualTable, layout: Layout, ready: set[Seat]) -> None:
        habits = Habits(pool=layout.reads(POOL))
        pace = Pace(Random("people"))
        super().__init__(table.world, table.glance, pace, habits, dead_wall=RULES.dead_wall, ura=RULES.ura_dora)
        self._table = table
        self._racks = layout.reads(hand_of(0))
        self._pad = layout.reads(DORA_PAD)
        self._ready = ready

    def _rule(self, what: str, details: dict[str, Any]) -> None:
        def make(now: Millis) -> Input:
            return Ruling(at=now, who="the table", what=what, details=details)

        self._table.runtime.submit(make)

    def _enter(self, tile: Tile) -> None:
        self._rule("indicator", {"tile": RULES.tile_set.name(tile)})

    def _perform(self, event: Event) -> Script:
        yield from super()._perform(event)
        if isinstance(event, Indicator) and not self._pad:
            self._enter(self.world.wall.indicator(self._indicators - 1))

    def _win(self, winners: Sequence[Seat]) -> Script:
        if self._racks:
            yield from super()._win(winners)
            return
        for seat in winners:
            self.hands.press(seat, Button.WIN)
            yield 600
            drawn = self._drawn_last(seat)
            for tile in sorted(self.world.tiles_at(hand_of(seat)), key=lambda tile: tile == drawn):
                if tile == drawn:
                    yield 2_500  # the winning tile comes last, so that the table knows it
                yield self.until(self.world.move(tile, melds_of(seat), duration=300))
        yield 10_000

    def _drawn_last(self, seat: Seat) -> Tile | None:
        """The tile a seat drew last, as its owner knows."""
        draws = [event.tile for event in self._events[: self._at] if isinstance(event, Draw) and event.seat == seat]
        return draws[-1] if draws else None

    def _drawn_deal(self, event: DrawnDeal) -> Script:
        if self._racks:
            yield from super()._drawn_deal(event)
        elif event.reason is DrawReason.EXHAUSTIVE:
            for seat in SEATS:
                self.hands.press(seat, Button.MENU if seat in self._ready else Button.PASS, 500 * (1 + seat))
            yield 4_000
        else:
            self._rule("score", {"end": event.reason.value})
            yield 1_000

    def _end(self, deal: RecordedDeal) -> Script:
        if not self._pad:
            yield from self.wait_for(lambda: self.glance.deal_over or self.glance.wants_ura, "the result")
            for n in range(self._indicators if self.glance.wants_ura else 0):
                self._enter(self.world.wall.ura(n))
                yield 2_500
        yield from super()._end(deal)


def deals(number: int) -> list[RecordedDeal]:
    """Some deals of our own bots' games: nine terminals, riichi, kans, wins by draw and by discard, exhausted walls."""
    games = [game for path in sorted(EXAMPLES.glob("*.mjai.jsonl")) for game in read_games(path, RULES)]
    return [deal for game in games for deal in game.deals][:number]


def played(deal: RecordedDeal, layout: Layout) -> tuple[DealResult | None, list[str], str]:
    """The result at a table of this layout, its incidents, and why people gave up, if they did."""
    table = VirtualTable(RULES, noise_named("none"), 3, Journal.memory(), layout=layout)
    results: list[DealResult] = []
    incidents: list[str] = []

    def take(effects: Sequence[Effect]) -> None:
        results.extend(effect.result for effect in effects if isinstance(effect, DealEnded))
        incidents.extend(effect.kind for effect in effects if isinstance(effect, IncidentOpened))

    table.observe(take)
    table.start_match(RULES, ("A", "B", "C", "D"), deal.dealer)
    table.set_up(
        "position",
        round_wind=deal.round_wind.letter,
        dealer=deal.dealer,
        honba=deal.honba,
        deposits=deal.deposits,
        scores=list(deal.scores),
        first_dealer=(deal.dealer - deal.number + 1) % 4,
    )
    ready = {seat for seat in SEATS if deal.result.tenpai is not None and deal.result.tenpai[seat]}
    people = SmallTablePeople(table, layout, ready)
    people.play(deal)
    table.seat([people])
    table.run_until(lambda: people.done or bool(results), 2 * 3_600_000)
    return (results[0] if results else None), incidents, people.gave_up


def check(deal: RecordedDeal, layout: Layout) -> None:
    """The smaller table scores what the record says, and complains of nothing but what it must ask for."""
    result, incidents, gave_up = played(deal, layout)
    assert result is not None, gave_up
    assert result.deltas == deal.result.deltas
    assert result.reason is deal.result.reason
    assert {(win.seat, win.source) for win in result.wins} == {(win.seat, win.source) for win in deal.result.wins}
    assert not set(incidents) - {"score_needed", "wrong_indicator", "time_expired"}


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_a_few_deals_end_as_they_were_recorded(layout: Layout) -> None:
    for deal in deals(6):
        check(deal, layout)


@pytest.mark.long
@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_all_deals_end_as_they_were_recorded(layout: Layout) -> None:
    for deal in deals(100):
        check(deal, layout)
