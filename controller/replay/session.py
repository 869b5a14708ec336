"""Plays the deals of recorded games on a simulated table, one after another, and compares."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from controller.effects import Effect
from controller.journal import Journal
from controller.people.habits import TIDY, Habits
from controller.people.recorded import RecordedTable
from controller.people.tempo import Pace
from controller.referee.state import TablePhase
from controller.replay.outcome import DealOutcome, differences, record_facts, table_facts
from controller.replay.table import VirtualTable
from engine.deal import Phase
from engine.errors import IllegalAction, RulesError
from engine.events import DrawnDeal, DrawReason
from engine.records.model import RecordedDeal, RecordedGame
from engine.records.start import start_deal
from engine.rules import RuleSet
from engine.tiles import Seat
from hal.ports import Millis
from hal.sim.depths import Depth
from hal.sim.noise import NoiseProfile
from hal.sim.table import SimulatedTable

DEAL_LIMIT: Final[Millis] = 2 * 3_600_000
"""A deal that takes longer at the table has got stuck."""


@dataclass(frozen=True, slots=True)
class ReplayedDeal:
    """One deal: what the record says, what the table made of it, and what differs."""

    label: str
    events: int
    record: dict[str, Any]
    table: dict[str, Any]
    differs: tuple[str, ...]
    incidents: tuple[str, ...]
    note: str
    """Why people gave up, or what the record has that the rules forbid."""
    took: Millis
    """Table time from clearing the table to the last OK."""

    @property
    def same(self) -> bool:
        """Whether the table made of it what the record says."""
        return not self.differs


class Replay:
    """Plays recorded games, each at a table of its own with its own journal, people and noise.

    `open_journal` is given the game's number, from 1; the journal takes everything the table is told and decides.
    `prepare` is given each game's table before the game begins, to plan faults, and `watch` the whole of it with its
    service, to observe them.
    """

    def __init__(
        self,
        noise: NoiseProfile,
        seed: int,
        open_journal: Callable[[int], Journal] = lambda _: Journal.memory(),
        *,
        depth: Depth = "ports",
        prepare: Callable[[SimulatedTable], None] = lambda _: None,
        habits: Habits = TIDY,
        watch: Callable[[VirtualTable], object] = lambda _: None,
    ) -> None:
        self._watch: Final = watch
        self._habits: Final = habits
        self._depth: Final[Depth] = depth
        self._prepare: Final = prepare
        self._noise: Final = noise
        self._seed: Final = seed
        self._open_journal: Final = open_journal
        self._games = 0
        self._outcome = DealOutcome()

    def play(self, game: RecordedGame, rules: RuleSet) -> Iterator[ReplayedDeal]:
        """Play every deal of a game. Raises `RecordError` for a deal no wall can give."""
        self._games += 1
        journal = self._open_journal(self._games)
        try:
            yield from self._play_game(game, rules, journal)
        finally:
            journal.close()

    def _play_game(self, game: RecordedGame, rules: RuleSet, journal: Journal) -> Iterator[ReplayedDeal]:
        table = VirtualTable(rules, self._noise, self._seed * 1_000 + self._games, journal, self._depth, self._habits)
        try:
            self._prepare(table.table)
            self._watch(table)
            yield from self._play_deals(table, game, rules)
        finally:
            table.close()

    def _play_deals(self, table: VirtualTable, game: RecordedGame, rules: RuleSet) -> Iterator[ReplayedDeal]:
        table.observe(self._take)
        pace = Pace(Random(f"people {self._seed} {self._games}"))  # noqa: S311 - people, not secrets
        people = RecordedTable(
            table.world, table.glance, pace, self._habits, dead_wall=rules.dead_wall, ura=rules.ura_dora
        )
        table.start_match(rules, game.names, game.first_dealer)
        for index, deal in enumerate(game.deals):
            yield self._play_deal(table, people, game, index, with_noten(rules, deal))

    def _take(self, effects: Sequence[Effect]) -> None:
        self._outcome.take(effects)

    def _play_deal(
        self, table: VirtualTable, people: RecordedTable, game: RecordedGame, index: int, deal: RecordedDeal
    ) -> ReplayedDeal:
        _take_position(table, game, deal)
        self._outcome = DealOutcome()
        start = table.now
        people.play(deal)
        table.seat([people])
        finished = table.run_until(lambda: people.done, DEAL_LIMIT)
        outcome = self._outcome
        note = people.gave_up if finished else "the deal never ended"
        differs = tuple(differences(deal, outcome, _next_scores(game, index)))
        took = table.now - start
        if outcome.result is None:
            _abandon(table, game)
        return ReplayedDeal(
            label=deal.label,
            events=len(deal.events),
            record=record_facts(deal),
            table=table_facts(outcome),
            differs=differs,
            incidents=tuple(outcome.incidents),
            note=note,
            took=took,
        )


def _take_position(table: VirtualTable, game: RecordedGame, deal: RecordedDeal) -> None:
    """Bring the table to where the record's next deal starts, if it is not there by itself."""
    match = table.state.match
    if match is None or match.finished or table.state.phase is not TablePhase.DEALING:
        table.start_match(_rules(table), game.names, game.first_dealer)
        match = None
    position = (deal.round_wind, deal.dealer, deal.honba, deal.deposits, deal.scores)
    here = None if match is None else (match.round_wind, match.dealer, match.honba, match.deposits, match.scores)
    if position != here:
        table.set_up(
            "position",
            round_wind=int(deal.round_wind),
            dealer=deal.dealer,
            honba=deal.honba,
            deposits=deal.deposits,
            scores=list(deal.scores),
            first_dealer=game.first_dealer,
        )


def _abandon(table: VirtualTable, game: RecordedGame) -> None:
    """A deal got stuck: start anew, so that the next one has a fair chance."""
    table.start_match(_rules(table), game.names, game.first_dealer)


def _rules(table: VirtualTable) -> RuleSet:
    rules = table.state.rules
    if rules is None:
        raise RuntimeError("no match was set up at this table")
    return rules


def _next_scores(game: RecordedGame, index: int) -> tuple[int, ...] | None:
    """The scores the next deal starts with; after the last one, or before a gap, what the deal itself leads to."""
    if index + 1 < len(game.deals):
        if game.deals[index + 1].sitting != game.deals[index].sitting:
            return game.deals[index].scores_after  # the players changed places with their points
        return game.deals[index + 1].scores
    return game.final_scores or game.deals[index].scores_after


def with_noten(rules: RuleSet, deal: RecordedDeal) -> RecordedDeal:
    """The deal with those named who held a ready hand at the exhausted wall and did not show it.

    Records tell who was paid as ready; who could have been is told by the engine. A record that the rules forbid is
    left as it is: the table will refuse what is wrong with it.
    """
    last, tenpai = deal.events[-1], deal.result.tenpai
    if not isinstance(last, DrawnDeal) or last.reason is not DrawReason.EXHAUSTIVE or tenpai is None:
        return deal
    try:
        position = start_deal(rules, deal)
        for event in deal.events[:-1]:
            position = position.apply(event)
    except (IllegalAction, RulesError):
        return deal
    if position.phase is Phase.OVER:
        return deal
    noten: tuple[Seat, ...] = tuple(
        seat for seat, player in enumerate(position.players) if player.waits and not tenpai[seat]
    )
    return replace(deal, events=(*deal.events[:-1], replace(last, noten=noten))) if noten else deal
