"""Soak: whole matches by bots on the simulated table, the books audited after every input.

Samples of all rule families here; two hundred matches in `make test-long`.
"""

import pytest

from controller.cli.simulate import resident_megabytes
from controller.journal import Journal
from controller.people.habits import LIVELY, TIDY, Habits
from controller.replay.simulation import SimulatedMatch, simulate_match
from engine.rules import RuleSet, load_rules
from hal.sim.noise import noise_named

FAMILIES = {
    "doman": "tonpuusen",
    "tenhou": "single",
    "mahjong-soul": "single",
    "m-league": "single",
    "wrc": "single",
    "ema": "single",
    "fan-online": "east",
    "fan-practice": "single",
}
"""The rule sets, each with the length of the match that samples it here."""
MATCHES = 200
STEADY_MB = 8
"""What the second half of so many matches may add: memos that are not full yet. A leak of 10 kB a deal is more."""


def match(
    rules: RuleSet, number: int, *, seed: int = 4, noise: str = "typical", habits: Habits = TIDY
) -> SimulatedMatch:
    journal = Journal.memory()
    try:
        return simulate_match(rules, noise_named(noise), seed, number, journal, "novice", habits)
    finally:
        journal.close()


def held(played: SimulatedMatch) -> None:
    assert played.faults == []
    assert played.final is not None
    assert played.deals > 0
    assert "ledger" not in played.incidents


def test_a_single_deal() -> None:
    held(match(load_rules("riichi-single-deal"), 1))


@pytest.mark.parametrize("name", FAMILIES)
def test_a_short_match_of_each_family(name: str) -> None:
    rules = load_rules(name)
    held(match(rules.with_changes(match_length=FAMILIES[name]), 2))


def test_a_call_that_nobody_hears_holds_nothing_up() -> None:
    """Here a press is lost: its seat is the next to draw, and has to do so in the end."""
    rules = load_rules("tenhou").with_changes(match_length="single")
    held(match(rules, 2, seed=30760, noise="harsh", habits=LIVELY))


@pytest.mark.long
def test_two_hundred_matches() -> None:
    rules = load_rules("tenhou")
    memory = []
    for number in range(1, MATCHES + 1):
        held(match(rules, number))
        memory.append(resident_megabytes())
    assert memory[-1] - memory[MATCHES // 2 - 1] <= STEADY_MB, memory
