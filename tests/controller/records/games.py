"""Matches that our own bots play at the simulated table, as records."""

from functools import cache

from controller.journal import Journal, MatchRow
from controller.journal.matchrecord import game_from_facts
from controller.replay.simulation import simulate_match
from engine.records.model import RecordedGame
from engine.rules import PRESETS, RuleSet
from hal.sim.noise import NONE


@cache
def played(preset: str, length: str, seed: int = 3) -> tuple[MatchRow, RecordedGame]:
    """A match under a preset, as the journal's row and as a record."""
    rules: RuleSet = PRESETS[preset].with_changes(match_length=length)
    journal = Journal.memory()
    match = simulate_match(rules, NONE, seed, 1, journal)
    assert not match.faults, match.faults
    (row,) = journal.matches()
    return row, game_from_facts(journal.facts(row.id), row)
