"""Perception on the simulated table: every move found, no move invented, in time."""

import pytest

from controller.inputs import MoveRetracted, MoveSeen
from hal.sim.noise import HARSH, NONE, TYPICAL, NoiseProfile
from tests.controller.perception.random_play import Outcome, RandomPlay

RUNS = 4


def outcomes(noise: NoiseProfile) -> list[Outcome]:
    return [RandomPlay(noise, seed).play(60) for seed in range(RUNS)]


def latency(results: list[Outcome], kind: str, share: float) -> int:
    times = sorted(time for outcome in results for name, time in outcome.settled if name == kind)
    return times[min(len(times) - 1, int(len(times) * share))]


@pytest.mark.parametrize("noise", [NONE, TYPICAL], ids=lambda noise: noise.name)
def test_no_wrong_move_and_none_missing(noise: NoiseProfile) -> None:
    results = outcomes(noise)
    assert sum(len(outcome.settled) for outcome in results) > RUNS * 160
    for outcome in results:
        assert outcome.never_made == []
        assert outcome.misplaced == []
        assert outcome.others == []
    assert latency(results, "draw", 0.5) <= 1_000
    assert latency(results, "discard", 0.5) <= 1_000
    assert latency(results, "draw", 0.95) <= 2_500
    assert latency(results, "discard", 0.95) <= 2_500
    assert 2_000 <= latency(results, "surprise", 0.5) <= 5_000


def test_harsh_noise_costs_time_and_invents_next_to_nothing() -> None:
    results = outcomes(HARSH)
    told = sum(len(outcome.settled) for outcome in results)
    wrong = sum(isinstance(item, MoveSeen) for outcome in results for item in outcome.never_made)
    retracted = sum(isinstance(item, MoveRetracted) for outcome in results for item in outcome.others)
    assert told > RUNS * 150
    assert wrong <= 2
    assert retracted <= 4
    assert latency(results, "draw", 0.5) <= 2_000
    assert latency(results, "discard", 0.5) <= 2_800


def test_the_same_seed_gives_the_same_moves() -> None:
    first, again = (RandomPlay(HARSH, 11).play(20) for _ in range(2))
    assert first == again
