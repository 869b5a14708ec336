"""A journal of bots' play, with the second deal broken off in its midst."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from controller.inputs import Ruling
from controller.journal import Journal
from controller.referee import TablePhase
from hal.ports import Millis
from tests.controller.simulated import TONPUUSEN, Game

NAMES = ("Aki", "Ben", "Chie", "Dan")


@contextmanager
def being_played(path: Path, ended_deals: int = 2, more: Millis = 60_000) -> Iterator[Journal]:
    """A journal still open, in which so many deals have ended and the next is being played."""
    journal = Journal.open(path)
    game = Game(journal, seed=21)
    game.start(TONPUUSEN)
    journal_at = journal
    game.runtime.submit(lambda now: Ruling(at=now, who="Mr Sakai", what="note", details={"text": "tea is served"}))
    while len([fact for fact in journal_at.facts(1) if fact.kind == "deal_ended"]) < ended_deals:
        game.run(5_000)
    while game.state.phase is not TablePhase.PLAYING:
        game.run(1_000)
    game.run(more)
    journal.flush()
    yield journal
    journal.close()
