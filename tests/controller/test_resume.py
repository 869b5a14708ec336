"""A controller that is cut off at any moment goes on with the same deal, scores and clocks."""

import shutil
from pathlib import Path
from random import Random

import pytest

from controller.effects import MatchEnded
from controller.facts import fact_of
from controller.inputs import Deadline
from controller.journal import Journal
from controller.referee import Referee, TablePhase, TableState
from hal.sim.noise import NONE, TYPICAL, NoiseProfile
from tests.controller.simulated import Game


def copied(path: Path, number: int) -> Path:
    """The journal as a killed process leaves it: its files as they are on the disk at this moment."""
    target = path.parent / str(number) / path.name
    target.parent.mkdir()
    for file in path.parent.glob(path.name + "*"):
        shutil.copy(file, target.parent / file.name)
    return target


def same_game(left: TableState, right: TableState) -> None:
    """Everything a player would notice is the same."""
    for name in ("phase", "rules", "players", "match", "deal", "steps", "result", "winners", "ura", "ready", "ledger"):
        assert getattr(left, name) == getattr(right, name), name
    for name in (
        "window",
        "presses",
        "riichi_pressed",
        "incidents",
        "turn_clock",
        "banks",
        "claim_clock",
        "pause_clock",
    ):
        assert getattr(left, name) == getattr(right, name), name


@pytest.mark.parametrize(("seed", "noise"), [(1, NONE), (2, TYPICAL)])
def test_cut_off_at_random_moments(tmp_path: Path, seed: int, noise: NoiseProfile) -> None:
    path = tmp_path / "j.sqlite"
    journal = Journal.open(path)
    game = Game(journal, seed, noise)
    game.start()
    random = Random(seed)
    for cut in range(8):
        game.run(random.randint(1, 200_000))
        before, now = game.state, game.table.now
        path = copied(path, cut)
        journal.close()
        journal = Journal.open(path)
        assert now - 1_000 <= journal.at <= now
        game.resume(journal)
        same_game(before, game.state)
        if game.state.phase is TablePhase.FINISHED:
            break
    game.run(3_600_000)
    assert any(isinstance(effect, MatchEnded) for effect in game.effects)
    (match,) = journal.matches()
    assert match.final is not None
    assert facts_of_uninterrupted(journal, match.id) == [(fact.kind, fact.body) for fact in journal.facts(match.id)]
    journal.close()


def facts_of_uninterrupted(journal: Journal, match: int) -> list[tuple[str, object]]:
    """What a referee decides who takes the same inputs without a break."""
    referee = Referee()
    effects = [effect for item in journal.inputs(match) for effect in referee.handle(item)]
    return [fact for effect in effects if (fact := fact_of(effect)) is not None]


def test_cut_off_between_an_input_and_what_it_led_to(tmp_path: Path) -> None:
    """The newest input is stored, its facts are not: they are stored by the resumed runtime, once."""
    journal = Journal.memory()
    game = Game(journal, seed=3)
    game.start()
    game.run(60_000)
    inputs = journal.inputs(1)
    cut = Journal.memory()
    for item in inputs:  # as if no fact had been stored at all
        cut.append(item)
    game.resume(cut)
    assert [(fact.kind, fact.body) for fact in cut.facts(1)] == facts_of_uninterrupted(journal, 1)
    again = [(fact.kind, fact.body) for fact in cut.facts(1)]
    game.resume(cut)
    assert [(fact.kind, fact.body) for fact in cut.facts(1)] == again


def test_a_snapshot_this_version_cannot_read(tmp_path: Path) -> None:
    journal = Journal.memory()
    game = Game(journal, seed=4)
    game.start()
    game.run(90_000)
    before = game.state
    journal.record([], game.table.now, snapshot={"from": "another version"})
    game.resume(journal)
    same_game(before, game.state)


def test_nothing_to_resume(tmp_path: Path) -> None:
    game = Game(Journal.memory(), seed=5)
    game.resume(Journal.memory())
    assert game.state.phase is TablePhase.SETUP


def test_tiles_that_lie_where_they_lay_are_no_moves_after_a_restart(tmp_path: Path) -> None:
    journal = Journal.memory()
    game = Game(journal, seed=6)
    game.start()
    game.run(80_000)
    game.table.seat_people([])
    game.run(5_000)
    game.resume(journal)
    count = len(journal.inputs(1))
    game.run(5_000)
    later = journal.inputs(1)[count:]
    assert [item for item in later if not isinstance(item, Deadline)] == []
