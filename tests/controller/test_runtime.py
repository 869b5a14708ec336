"""The table's loop body: what is journalled before what is shown, and when deadlines act."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from controller.effects import Effect, EventAccepted, MatchEnded
from controller.errors import JournalError
from controller.inputs import Deadline, Pressed
from controller.journal import Journal
from controller.referee import TablePhase, TableState
from controller.runtime import LATEST_DEADLINE
from hal.ports import Button
from hal.sim.noise import TYPICAL
from tests.controller.simulated import SINGLE, Game


def test_a_match_from_tags_to_scores() -> None:
    journal = Journal.memory()
    game = Game(journal, seed=1)
    game.start(SINGLE)
    game.run(3_600_000)
    (match,) = journal.matches()
    assert match.final is not None
    scores = match.final["final"]["scores"]
    assert sum(scores) == 100_000
    assert game.state.final is not None
    assert tuple(scores) == game.state.final.scores
    kinds = [fact.kind for fact in journal.facts(match.id)]
    assert kinds[0] == "match_started"
    assert kinds[-1] == "match_ended"
    assert kinds.count("deal_started") == kinds.count("deal_ended") == match.deals


def test_the_same_table_gives_the_same_journal() -> None:
    journals = []
    for _ in range(2):
        journal = Journal.memory()
        game = Game(journal, seed=7, noise=TYPICAL)
        game.start(SINGLE)
        game.run(300_000)
        journals.append(journal.inputs(1))
    assert journals[0] == journals[1]


class FailingJournal:
    """Switches a journal's medium off and on."""

    def __init__(self, journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
        self.broken = False
        self.committed = 0
        monkeypatch.setattr(journal, "flush", self.flush)

    def flush(self) -> None:
        if self.broken:
            raise JournalError("the journal cannot be written (disk full)")
        self.committed += 1


def test_nothing_is_shown_before_the_journal_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal.memory()
    game = Game(journal, seed=1)
    medium = FailingJournal(journal, monkeypatch)
    game.start()
    game.run(60_000)
    shown = len(game.effects)
    medium.broken = True
    game.run(60_000)
    assert len(game.effects) == shown
    assert "disk full" in str(game.runtime.trouble)
    medium.broken = False
    game.run(5_000)
    assert str(game.runtime.trouble) == "None"
    assert len(game.effects) > shown
    accepted = [effect.index for effect in game.effects if isinstance(effect, EventAccepted)]
    assert accepted == list(range(len(accepted)))


def test_a_display_that_fails_does_not_stop_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    game = Game(Journal.memory(), seed=1)
    calls = 0

    def broken(effects: Sequence[Effect], state: TableState) -> None:
        nonlocal calls
        calls += 1
        raise RuntimeError("the display is on fire")

    game.runtime.observe(broken)
    game.start(SINGLE)
    game.run(60_000)
    assert calls > 10
    assert game.state.phase is TablePhase.PLAYING
    assert any(isinstance(effect, EventAccepted) for effect in game.effects)
    assert capsys.readouterr().out.count("the display is on fire") == 2  # once, in a traceback that quotes the line


def test_deadlines_wait_for_every_board_but_not_for_ever() -> None:
    """With one board silent (not yet known to be), a deadline acts a second late; then the board is left out."""
    journal = Journal.memory()
    game = Game(journal, seed=1)
    game.start()
    game.run(30_000)
    game.table.seat_people([])
    lates = []
    deadline = None
    for board in ("seat0", None):
        if board is not None:
            game.table.faults.silence(board)
        for _ in range(3_000):
            before = game.runtime.next_deadline()
            count = journal.last_input
            game.run(50)
            if journal.last_input == count:
                continue
            new = [item for item in journal.inputs(1)[count:] if isinstance(item, Deadline)]
            if new and before is not None and before <= new[0].at:
                deadline = new[0]
                lates.append(deadline.at - before)
                break
    assert deadline is not None
    assert all(0 <= late <= LATEST_DEADLINE + 100 for late in lates), lates


def test_what_is_submitted_is_stamped_and_journalled() -> None:
    journal = Journal.memory()
    game = Game(journal, seed=1)
    game.start()
    game.run(1_000)
    game.runtime.submit(lambda now: Pressed(at=now, seat=2, button=Button.PASS, origin="page"))
    game.run(50)
    pressed = [item for item in journal.inputs(1) if isinstance(item, Pressed) and item.origin == "page"]
    assert [(item.seat, item.at) for item in pressed] == [(2, game.table.now)]


def test_a_set_up_that_makes_no_sense_is_told_and_changes_nothing(tmp_path: Path) -> None:
    game = Game(Journal.memory(), seed=1)
    game.run(100)
    game.start(first_dealer=9)
    game.run(100)
    assert game.state.phase is TablePhase.SETUP
    assert any("first_dealer" in str(effect) for effect in game.effects)
    game.start(SINGLE)
    game.run(3_600_000)
    assert any(isinstance(effect, MatchEnded) for effect in game.effects)
