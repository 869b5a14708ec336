"""Perception on the simulated table: every move found, no move invented, in time."""

import pytest

from controller.inputs import MoveRetracted, MoveSeen, ZoneReadable
from engine.tiles import Tile
from hal.sim.noise import HARSH, NONE, TYPICAL, NoiseProfile
from hal.sim.table import SimulatedTable
from hal.zones import hand_of
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


def readability(outcome: Outcome) -> list[tuple[str, bool, str]]:
    return [(str(item.zone), item.readable, item.reason) for item in outcome.others if isinstance(item, ZoneReadable)]


def test_a_phone_on_an_antenna_is_noticed_and_moves_nothing() -> None:
    def cover(turn: int, table: SimulatedTable) -> None:
        if turn == 10:
            table.faults.blind("seat2.hand1", 6_000)

    outcome = RandomPlay(NONE, 3).play(25, cover)
    assert readability(outcome) == [("hand:2", False, "antenna_blind"), ("hand:2", True, "")]
    assert outcome.never_made == []
    assert outcome.misplaced == []


@pytest.mark.parametrize("how", ["silence", "unplug"])
def test_a_board_away_for_a_while_costs_only_time(how: str) -> None:
    def away(turn: int, table: SimulatedTable) -> None:
        if turn == 8:
            getattr(table.faults, how)("seat1")
        if turn == 11:
            table.faults.restore("seat1")

    outcome = RandomPlay(NONE, 5).play(25, away)
    seen = readability(outcome)
    assert sorted(seen) == sorted(
        (f"{zone}:1", readable, "" if readable else "reader_offline")
        for zone in ("hand", "river", "melds")
        for readable in (False, True)
    )
    assert outcome.never_made == []
    assert outcome.misplaced == []


def test_a_tile_in_a_shadow_is_found_when_it_comes_out() -> None:
    shaded: list[Tile] = []

    def shade(turn: int, table: SimulatedTable) -> None:
        if turn == 5:
            shaded.append(table.world.tiles_at(hand_of(3))[0])
            table.faults.shade(shaded[0])
        if turn == 20:
            table.faults.unshade(shaded[0])

    outcome = RandomPlay(NONE, 9).play(25, shade)
    assert outcome.never_made == []
    assert outcome.misplaced == []


def test_the_same_seed_gives_the_same_moves() -> None:
    first, again = (RandomPlay(HARSH, 11).play(20) for _ in range(2))
    assert first == again
