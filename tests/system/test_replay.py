"""Recorded games through the whole table, from tags to scores: every deal must come out as it was recorded."""

import time
from functools import lru_cache
from pathlib import Path

import pytest

from controller.records.files import read_games
from controller.replay.session import Replay, ReplayedDeal
from engine.records.model import RecordedGame
from engine.records.start import rules_of_game
from engine.rules import load_rules
from hal.sim.noise import noise_named
from tests.cases import CASES, case_path

GAMES = "riichi_games.mjai.jsonl.gz"
GAME_COUNT = 17
DEAL_COUNT = 165
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
RULES = load_rules("tenhou")

needs_cases = pytest.mark.skipif(
    not (CASES / GAMES).exists(), reason=f"the handed games are not beside the checkout: {CASES / GAMES}"
)


@lru_cache(maxsize=4)
def _games(path: Path) -> list[RecordedGame]:
    return list(read_games(path, RULES))


def _play(game: RecordedGame, noise: str, seed: int) -> list[ReplayedDeal]:
    return list(Replay(noise_named(noise), seed).play(game, rules_of_game(RULES, game)))


def _check(deals: list[ReplayedDeal], game: RecordedGame, *, incidents: bool) -> None:
    assert len(deals) == len(game.deals)
    for deal in deals:
        assert deal.same, f"{deal.label} differs in {deal.differs}: {deal.table}; {deal.note}; {deal.incidents}"
        assert incidents or not deal.incidents, f"{deal.label}: {deal.incidents}"


@needs_cases
def test_there_are_as_many_handed_deals_as_we_think() -> None:
    games = _games(case_path(GAMES))
    assert len(games) == GAME_COUNT
    assert sum(len(game.deals) for game in games) == DEAL_COUNT


@needs_cases
@pytest.mark.parametrize("number", range(GAME_COUNT))
def test_every_handed_deal_is_the_same_on_a_perfect_table(number: int) -> None:
    game = _games(case_path(GAMES))[number]
    _check(_play(game, "none", seed=0), game, incidents=False)


@needs_cases
@pytest.mark.parametrize("number", [0, 5, 9])
def test_handed_games_are_the_same_on_a_noisy_table(number: int) -> None:
    game = _games(case_path(GAMES))[number]
    _check(_play(game, "typical", seed=number), game, incidents=True)


@needs_cases
@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("number", range(GAME_COUNT))
def test_every_handed_deal_is_the_same_on_noisy_tables(number: int, seed: int) -> None:
    game = _games(case_path(GAMES))[number]
    _check(_play(game, "typical", seed=seed), game, incidents=True)


@needs_cases
@pytest.mark.long
@pytest.mark.parametrize("part", range(8))
def test_every_handed_deal_with_offers_is_the_same(part: int) -> None:
    for game in _games(case_path("riichi_offers.mjai.jsonl.gz"))[part::8]:
        _check(_play(game, "none", seed=part), game, incidents=False)


@pytest.mark.parametrize("name", ["hanchan-with-kans", "hanchan-nine-terminals", "tonpuusen"])
@pytest.mark.parametrize("noise", ["none", "typical"])
def test_the_examples_are_the_same(name: str, noise: str) -> None:
    (game,) = _games(EXAMPLES / f"{name}.mjai.jsonl")
    _check(_play(game, noise, seed=4), game, incidents=noise != "none")


def test_one_seed_gives_one_course_of_events_and_another_seed_another() -> None:
    (game,) = _games(EXAMPLES / "tonpuusen.mjai.jsonl")
    first, again, other = (_play(game, "typical", seed)[0] for seed in (7, 7, 8))
    assert first == again
    assert first.took != other.took


def test_a_match_is_200_times_faster_than_at_a_table_of_people() -> None:
    """40 minutes a match, journal in memory; CPU time, so that other work on the machine does not count."""
    (game,) = _games(EXAMPLES / "hanchan-nine-terminals.mjai.jsonl")
    start = time.process_time()
    deals = _play(game, "none", seed=1)
    spent = time.process_time() - start
    assert all(deal.same for deal in deals)
    assert spent < 40 * 60 / 200
