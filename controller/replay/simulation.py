"""Whole matches by bots on the simulated table, with everything that must always hold checked."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from controller.effects import DealEnded, Effect, EventAccepted, IncidentOpened, MatchEnded
from controller.journal import Journal
from controller.people.bots import BOT_NAMES, BotPlayer
from controller.people.habits import TIDY, Habits
from controller.people.host import Host
from controller.people.tempo import Pace
from controller.referee.state import TablePhase
from controller.replay.table import VirtualTable
from engine.bots import Level, make_bot
from engine.match import FinalResult
from engine.rules import RuleSet
from engine.scoring.points import DEPOSIT
from engine.tiles import SEATS
from hal.ports import Millis
from hal.sim.noise import NoiseProfile
from hal.sim.people import Player

STUCK_AFTER: Final[Millis] = 15 * 60_000
"""A match in which nothing is decided for so long has got stuck."""


@dataclass(slots=True)
class SimulatedMatch:
    """What became of a match. `faults` are sentences; none means that everything held."""

    number: int
    deals: int = 0
    events: int = 0
    final: FinalResult | None = None
    incidents: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    took: Millis = 0
    """Table time."""


def simulate_match(
    rules: RuleSet,
    noise: NoiseProfile,
    seed: int,
    number: int,
    journal: Journal,
    level: Level = "intermediate",
    habits: Habits = TIDY,
) -> SimulatedMatch:
    """Let four bots play match `number` of a series with this seed; it is the same match every time."""
    table = VirtualTable(rules, noise, seed * 1_000 + number, journal, habits=habits)
    return _Simulation(rules, table, f"{seed} {number}", number, level, habits).run()


class _Simulation:
    def __init__(
        self, rules: RuleSet, table: VirtualTable, name: str, number: int, level: Level, habits: Habits
    ) -> None:
        self._rules: Final = rules
        self._report: Final = SimulatedMatch(number)
        self._table: Final = table
        self._habits: Final = habits
        self._last_decided: Millis = 0
        self._first_dealer = Random(f"dice {name}").randrange(4)  # noqa: S311 - dice, not secrets
        self._table.observe(self._take)
        self._table.seat(self._people(name, level))

    def _people(self, name: str, level: Level) -> list[Player]:
        table, world = self._table, self._table.world
        randoms = [Random(f"{who} {name}") for who in ("host", "walls", *SEATS)]  # noqa: S311 - play, not secrets
        people: list[Player] = [Host(world, table.glance, Pace(randoms[0]), randoms[1], self._habits)]
        for seat in SEATS:
            own = randoms[2 + seat]
            mind = make_bot(level, own.randrange(1 << 30))
            people.append(BotPlayer(world, seat, mind, lambda: table.state, Pace(own), self._habits))
        return people

    def run(self) -> SimulatedMatch:
        table, report = self._table, self._report
        table.start_match(self._rules, BOT_NAMES, self._first_dealer, bots=SEATS)
        while table.state.phase is not TablePhase.FINISHED:
            table.step()
            if table.now - self._last_decided > STUCK_AFTER:
                report.faults.append(self._stuck())
                break
        report.took = table.now
        return report

    def _take(self, effects: Sequence[Effect]) -> None:
        report = self._report
        for effect in effects:
            match effect:
                case EventAccepted():
                    self._last_decided = self._table.now
                    report.events += 1
                case IncidentOpened(kind=kind):
                    report.incidents.append(kind)
                    if kind == "ledger":
                        report.faults.append("the books did not add up: the table stopped the deal")
                case DealEnded(label, result):
                    self._last_decided = self._table.now
                    report.deals += 1
                    self._check_points(label, result.scores_after, result.deposits_after)
                    self._check_tiles(label)
                case MatchEnded(final, _):
                    report.final = final
                    self._check_points("the end", final.scores, 0)

    def _check_points(self, label: str, scores: Sequence[int], deposits: int) -> None:
        whole, start = sum(scores) + DEPOSIT * deposits, 4 * self._rules.start_points
        if whole != start and not (label == "the end" and self._leaves_deposits()):
            self._report.faults.append(f"{label}: points and deposits sum to {whole}, not {start}")

    def _leaves_deposits(self) -> bool:
        """Whether the rules give deposits left at the end to nobody, or to a last winner that there was not."""
        rule, match = self._rules.leftover_deposits, self._table.state.match
        return rule == "not_awarded" or (rule == "last_winner" and match is not None and match.last_winner is None)

    def _check_tiles(self, label: str) -> None:
        """Each tile the table believes to be somewhere in the deal is there once, and none is of another set."""
        deal = self._table.state.deal
        if deal is None:
            return
        tiles: Counter[int] = Counter(deal.indicators)
        for player in deal.players:
            tiles.update(player.hand)
            tiles.update(player.flowers)
            tiles.update(tile for meld in player.melds for tile in meld.tiles)
            tiles.update(discard.tile for discard in player.river if discard.claimed_by is None)
        doubled = sorted(tile for tile, count in tiles.items() if count > 1)
        strange = sorted(set(tiles) - set(self._rules.tile_set.tiles))
        if doubled or strange:
            self._report.faults.append(f"{label}: tiles at two places {doubled}, tiles of no set {strange}")

    def _stuck(self) -> str:
        state = self._table.state
        where = state.match.deal_label if state.match is not None else "the start"
        deal = state.deal
        waiting = "" if deal is None else f", seat {deal.turn} to {deal.phase.value}"
        wrong = ", ".join(incident.kind for incident in state.incidents.values()) or "nothing"
        return f"{where}: stuck in {state.phase.value}{waiting}; the table complains of {wrong}"
