"""Recorded deals at the depths wire and firmware: the same as at ports, whatever happens to boards and cables."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest

from controller.records.files import read_games
from controller.replay.session import Replay, ReplayedDeal
from engine.records.model import RecordedGame
from engine.records.start import rules_of_game
from engine.rules import load_rules
from hal.sim.bench import BoardBench
from hal.sim.depths import Depth
from hal.sim.noise import noise_named
from hal.sim.table import SimulatedTable
from tests.cases import CASES, case_path
from tests.firmware.interpreter import needs_micropython

RULES = load_rules("tenhou")
EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "hanchan-with-kans.mjai.jsonl"
GAMES = "riichi_games.mjai.jsonl.gz"

needs_cases = pytest.mark.skipif(
    not (CASES / GAMES).exists(), reason=f"the handed games are not beside the checkout: {CASES / GAMES}"
)


@lru_cache(maxsize=1)
def short_game() -> RecordedGame:
    """The shortest deal of the example, as a game of its own."""
    game = next(iter(read_games(EXAMPLE, RULES)))
    return replace(game, deals=(min(game.deals, key=lambda deal: len(deal.events)),), final_scores=None)


def play(
    game: RecordedGame, depth: Depth, noise: str = "none", prepare: Callable[[SimulatedTable], None] = lambda _: None
) -> list[ReplayedDeal]:
    replay = Replay(noise_named(noise), 1, depth=depth, prepare=prepare)
    return list(replay.play(game, rules_of_game(RULES, game)))


def assert_same(deals: list[ReplayedDeal]) -> None:
    for deal in deals:
        assert deal.same, f"{deal.label} differs in {deal.differs}: {deal.table}; {deal.note}; {deal.incidents}"


def bench_of(table: SimulatedTable) -> BoardBench:
    assert isinstance(table.bench, BoardBench)
    return table.bench


OFFLINE = [
    ["35:silence:seat1", "45:restore:seat1"],
    ["35:unplug:seat2", "42:restore:seat2"],
    ["35:version:seat3:1", "45:version:seat3"],
    ["35:unplug:centre", "45:restore:centre"],
]
UNNOTICED = [
    ["35:reboot:seat0", "50:reboot:seat2"],
    ["35:clone:seat1", "55:unclone:seat1"],
]


@pytest.mark.parametrize("faults", OFFLINE, ids=lambda faults: faults[0].split(":")[1] + "-" + faults[0].split(":")[2])
def test_a_board_that_is_away_pauses_the_game_and_is_named(faults: list[str]) -> None:
    problems: list[str] = []

    def prepare(table: SimulatedTable) -> None:
        table.faults.plan(faults)
        table.schedule(40_000, lambda: problems.extend(bench_of(table).boards_table.problems.values()))

    deals = play(short_game(), "wire", prepare=prepare)
    assert_same(deals)
    assert deals[0].incidents == ("reader_offline",)
    board = faults[0].split(":")[2]
    assert any(f"Board {board}:" in problem for problem in problems), problems


@pytest.mark.parametrize("faults", UNNOTICED, ids=["reboot", "clone"])
def test_a_restart_and_a_second_board_of_the_same_name_change_nothing(faults: list[str]) -> None:
    problems: list[str] = []

    def prepare(table: SimulatedTable) -> None:
        table.faults.plan(faults)
        table.schedule(40_000, lambda: problems.extend(bench_of(table).boards_table.problems.values()))

    deals = play(short_game(), "wire", prepare=prepare)
    assert_same(deals)
    assert deals[0].incidents == ()
    if "clone" in faults[0]:
        assert any("two boards say they are seat1" in problem for problem in problems), problems


def test_bytes_that_are_garbled_lost_doubled_and_late_change_nothing() -> None:
    counted = {"errors": 0, "resent": 0, "repeated": 0}

    def count(bench: BoardBench) -> None:
        for session in bench.boards_table.sessions():
            for name in counted:
                counted[name] += getattr(session.link, name)

    def prepare(table: SimulatedTable) -> None:
        table.faults.plan(["5:corrupt:seat0:0.05", "5:drop:seat1:0.05", "5:duplicate:seat2:0.2", "5:delay:seat3:80"])
        table.faults.plan(["5:corrupt:centre:0.02", "5:drop:centre:0.02", "5:duplicate:centre:0.1"])
        table.schedule(60_000, lambda: count(bench_of(table)))

    deals = play(short_game(), "wire", prepare=prepare)
    assert_same(deals)
    assert deals[0].incidents == ()
    assert all(count >= 20 for count in counted.values()), counted


def test_typical_noise_on_the_wire_and_the_same_run_again() -> None:
    first, second = (play(short_game(), "wire", "typical") for _ in range(2))
    assert_same(first)
    assert first == second


@needs_micropython
def test_the_real_firmware_on_micropython_with_faults() -> None:
    faults = ["30:corrupt:seat0:0.02", "35:unplug:seat1", "40:restore:seat1", "45:reboot:seat2"]
    deals = play(short_game(), "firmware", prepare=lambda table: table.faults.plan(faults))
    assert_same(deals)
    assert deals[0].incidents == ("reader_offline",)


@pytest.mark.long
@needs_micropython
@pytest.mark.parametrize("faults", [*OFFLINE, *UNNOTICED], ids=lambda faults: "-".join(faults[0].split(":")[1:3]))
def test_every_fault_with_the_real_firmware(faults: list[str]) -> None:
    assert_same(play(short_game(), "firmware", prepare=lambda table: table.faults.plan(faults)))


@pytest.mark.long
@needs_cases
def test_handed_games_on_the_wire() -> None:
    games = list(read_games(case_path(GAMES), RULES))
    for game in games[:3]:
        assert_same(play(game, "wire"))


@pytest.mark.long
@needs_cases
@needs_micropython
def test_handed_deals_with_the_real_firmware() -> None:
    game = next(iter(read_games(case_path(GAMES), RULES)))
    assert_same(play(replace(game, deals=game.deals[:4], final_scores=None), "firmware"))


def test_a_fault_that_means_nothing_is_refused() -> None:
    for text, why in (
        ("soon:unplug:seat1", "SECONDS"),
        ("3:explode:seat1", "unplug"),
        ("3:unplug:seat9", "seat9"),
        ("3:drop:seat1:7", "share"),
    ):
        with pytest.raises(ValueError, match=why):
            play(short_game(), "wire", prepare=lambda table, text=text: table.faults.plan([text]))  # type: ignore[misc]
    with pytest.raises(ValueError, match="depth wire"):
        play(short_game(), "ports", prepare=lambda table: table.faults.plan(["3:drop:seat1:0.5"]))
