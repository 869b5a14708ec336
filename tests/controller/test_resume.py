"""A controller that is cut off at any moment goes on with the same deal, scores and clocks."""

import json
import shutil
from pathlib import Path
from random import Random

import pytest

from controller.effects import Effect, MatchEnded
from controller.inputs import Deadline, Input, Pressed, Ruling, TileLost, UnknownTagSeen, ZoneReadable
from controller.journal import Journal
from controller.journal.facts import fact_of
from controller.referee import Referee, TablePhase, TableState
from controller.runtime import LOOK_AROUND
from engine.tiles import SEATS
from hal.ports import Button
from hal.sim.noise import NONE, TYPICAL, NoiseProfile
from hal.sim.world import Spot
from hal.zones import hand_of, melds_of, river_of
from tests.controller.simulated import SINGLE, Game


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


def test_a_restart_at_any_snapshot_decides_the_same(tmp_path: Path) -> None:
    """From each snapshot on, the rest of the inputs leads to what it led to without a break."""
    journal = Journal.memory()
    game = Game(journal, seed=7, noise=TYPICAL)
    game.start()
    game.run(3_600_000)
    inputs = journal.inputs(1)
    referee, decided, snapshots = Referee(), [], []
    for number, item in enumerate(inputs):
        phase = referee.state.phase
        decided.append([fact for effect in referee.handle(item) if (fact := fact_of(effect)) is not None])
        if referee.state.phase is TablePhase.DEALING and phase is not TablePhase.DEALING:
            snapshots.append((number, json.dumps(referee.snapshot())))
    assert len(snapshots) > 3
    for number, text in snapshots:
        restored = Referee.restore(json.loads(text))
        again = [
            [fact for effect in restored.handle(item) if (fact := fact_of(effect)) is not None]
            for item in inputs[number + 1 :]
        ]
        assert again == decided[number + 1 :]


# What changed on the table while the service was down


def interrupted(seed: int) -> tuple[Game, Journal]:
    """A deal being played, with everybody's hands off the table."""
    journal = Journal.memory()
    game = Game(journal, seed)
    game.start()
    game.run(150_000)
    while game.state.deal is None or len(game.state.deal.players[0].river) < 2:
        game.run(1_000)
    game.table.seat_people([])
    game.run(5_000)
    return game, journal


def wrong(game: Game) -> list[str]:
    """What the table complains of, but for somebody's time, which runs out with nobody there."""
    return [incident.kind for incident in game.state.incidents.values() if incident.kind != "time_expired"]


def test_a_tile_moved_while_the_service_was_down_is_an_incident(tmp_path: Path) -> None:
    game, journal = interrupted(8)
    assert game.state.deal is not None
    tile = game.state.deal.players[0].river[0].tile
    game.table.world.move(tile, hand_of(2), duration=1, delay=0)
    game.table.advance(game.table.now + 1_000)
    game.resume(journal)
    deal = game.state.deal
    game.run(15_000)
    assert game.state.deal == deal
    assert wrong(game) == ["tile_returned"]
    game.table.world.move(tile, river_of(0), duration=1, delay=0)
    game.run(10_000)
    assert wrong(game) == []


def test_a_tile_taken_away_while_the_service_was_down_is_missed(tmp_path: Path) -> None:
    """It may be in somebody's fingers: it is an incident as soon as play goes on without it."""
    game, journal = interrupted(9)
    assert game.state.deal is not None
    seat = game.state.deal.turn
    tile = game.state.deal.players[seat].hand[0]
    game.table.world.move(tile, Spot.BOX, duration=1, delay=0)
    game.table.advance(game.table.now + 1_000)
    restarted = game.table.now
    game.resume(journal)
    game.run(30_000)
    (lost,) = (item for item in journal.inputs(1) if isinstance(item, TileLost) and item.at > restarted)
    assert (lost.tile, lost.source) == (tile, hand_of(seat))
    assert lost.after >= restarted - 2_000
    assert game.state.places[tile].lost_from == hand_of(seat)
    game.table.world.move(tile, hand_of(seat), duration=1, delay=0)
    game.run(10_000)
    assert game.state.places[tile].zone == hand_of(seat)
    assert wrong(game) == []


def test_no_limit_lapses_before_the_table_was_looked_at(tmp_path: Path) -> None:
    """Readers that come late after a restart: nobody's time is up meanwhile."""
    game, journal = interrupted(10)
    game.resume(journal)
    due = game.runtime.next_deadline()
    assert due is not None
    now = game.table.now
    game.runtime.step(now + LOOK_AROUND - 1)
    assert game.runtime.next_deadline() == due


def test_a_board_that_was_silent_before_a_restart_is_well_afterwards(tmp_path: Path) -> None:
    game, journal = interrupted(11)
    zone = river_of(1)
    journal.append(ZoneReadable(at=game.table.now, zone=zone, readable=False, reason="reader_offline"))
    journal.append(UnknownTagSeen(at=game.table.now, tag="E004FFFFFFFFFFFF", zone=zone))
    game.resume(journal)
    assert zone in game.state.unreadable
    game.run(10_000)
    assert not game.state.unreadable
    assert not game.state.unknown_tags
    assert wrong(game) == []


def phase_of(game: Game) -> TablePhase:
    return game.state.phase


def until(game: Game, phase: TablePhase) -> None:
    """Play on until the table is in a phase."""
    end = game.table.now + 3_600_000
    while phase_of(game) is not phase:
        assert game.table.now < end
        game.run(50)


def test_a_restart_between_two_deals_mistakes_no_old_tile_for_one_dealt(tmp_path: Path) -> None:
    """The last deal's tiles lie there still when the service comes back; then they are cleared away and dealt."""
    journal = Journal.memory()
    game = Game(journal, seed=12)
    game.start()
    until(game, TablePhase.RESULT)
    until(game, TablePhase.DEALING)
    lying = sum(len(game.table.world.tiles_at(zone)) for seat in SEATS for zone in (hand_of(seat), river_of(seat)))
    assert lying > 60
    game.resume(journal)
    game.run(3_000)
    assert phase_of(game) is TablePhase.DEALING
    assert not game.state.places
    until(game, TablePhase.PLAYING)
    game.run(40_000)
    assert phase_of(game) is TablePhase.PLAYING
    assert wrong(game) == []
    assert facts_of_uninterrupted(journal, 1) == [(fact.kind, fact.body) for fact in journal.facts(1)]


def test_tiles_taken_off_while_the_service_was_down(tmp_path: Path) -> None:
    """It went down with the tiles of a deal on the table, and comes back to an empty one."""
    journal = Journal.memory()
    game = Game(journal, seed=13)
    game.start()
    until(game, TablePhase.RESULT)
    until(game, TablePhase.DEALING)
    for seat in SEATS:
        for zone in (hand_of(seat), river_of(seat), melds_of(seat)):
            for tile in game.table.world.tiles_at(zone):
                game.table.world.move(tile, Spot.BOX, duration=1, delay=0)
    game.table.advance(game.table.now + 1_000)
    game.resume(journal)
    until(game, TablePhase.PLAYING)
    game.run(20_000)
    assert phase_of(game) is TablePhase.PLAYING
    assert wrong(game) == []
    assert facts_of_uninterrupted(journal, 1) == [(fact.kind, fact.body) for fact in journal.facts(1)]


@pytest.mark.parametrize("wait", [0, 30_000])
def test_bots_that_sit_down_after_a_call_was_granted_lay_it(tmp_path: Path, wait: int) -> None:
    """The simulated table's people do not survive a restart, what they called does."""
    journal = Journal.memory()
    game = Game(journal, seed=14)
    game.start()
    while game.state.window is None or game.state.window.granted is None:
        game.run(50)
        assert game.state.phase is not TablePhase.FINISHED
    granted, deal = game.state.window.granted, game.state.deal
    assert deal is not None
    count = len(deal.players[granted.seat].melds)
    game.table.seat_people([])
    game.run(wait)
    game.resume(journal)
    game.sit_down(seed=99)
    game.run(30_000)
    assert game.state.deal is not None
    assert len(game.state.deal.players[granted.seat].melds) == count + 1
    assert wrong(game) == []


def test_an_input_the_referee_fails_at_neither_ends_the_game_nor_bars_the_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handle = Referee.handle

    def failing(referee: Referee, item: Input) -> list[Effect]:
        if isinstance(item, Pressed) and item.origin == "page":
            raise RuntimeError("a fault of the program")
        return handle(referee, item)

    monkeypatch.setattr(Referee, "handle", failing)
    path = tmp_path / "j.sqlite"
    journal = Journal.open(path)
    game = Game(journal, seed=3)
    game.start()
    game.run(60_000)
    game.runtime.submit(lambda now: Pressed(at=now, seat=2, button=Button.MENU, origin="page"))
    with pytest.raises(RuntimeError, match="a fault of the program"):
        game.run(50)
    steps = len(game.state.steps)
    game.run(60_000)
    assert len(game.state.steps) > steps
    before = game.state
    journal.close()
    journal = Journal.open(path)
    game.resume(journal)
    same_game(game.state, before)
    journal.close()


def ended_game(journal: Journal) -> Game:
    """A game whose only deal has just ended, its result still on show."""
    game = Game(journal, seed=1)
    game.start(SINGLE)
    while game.state.final is None:
        game.run(50)
    return game


def rule(game: Game, what: str, **details: object) -> None:
    game.runtime.submit(lambda now: Ruling(at=now, who="organiser", what=what, details=details))
    game.runtime.step(game.table.now)


def test_a_ruling_behind_the_end_of_a_match_reopens_it_in_the_journal_too() -> None:
    journal = Journal.memory()
    game = ended_game(journal)
    assert journal.unfinished() is None
    rule(game, "undo", count=1)
    (match,) = journal.matches()
    assert (match.ended, match.final) == (None, None)
    before = game.state
    assert before.phase is TablePhase.PLAYING
    game.resume(journal)
    same_game(before, game.state)
    rule(game, "score", end="exhaustive", tenpai=[1])
    (match,) = journal.matches()
    assert match.final is not None
    assert game.state.final is not None
    assert match.final["final"]["scores"] == list(game.state.final.scores)


def test_points_corrected_after_the_end_are_those_of_the_final_result() -> None:
    journal = Journal.memory()
    game = ended_game(journal)
    was = game.state.final
    assert was is not None
    rule(game, "points", deltas=[1_000, -1_000, 0, 0])
    (match,) = journal.matches()
    assert match.final is not None
    a, b, c, d = was.scores
    assert match.final["final"]["scores"] == [a + 1_000, b - 1_000, c, d]
    assert match.final["why"] == "played_out"
