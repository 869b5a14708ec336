"""The running service is killed at random moments and started again: same deal, same scores, same clock."""

import signal
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.facts import fact_of
from controller.journal import JournalReader
from controller.presenter.public import public_view
from controller.referee import Referee
from tests.system.service import Service, labels

SPEED = 25

Decided = list[tuple[str, dict[str, Any]]]


def refereed_again(path: Path) -> tuple[Referee, Decided, Decided]:
    """A referee that took the journal's inputs without a break, what it decided, and what the journal holds."""
    with JournalReader(path) as reader:
        match = reader.matches()[-1].id
        inputs, facts = reader.inputs(match), reader.facts(match)
    referee = Referee()
    decided = [fact for item in inputs for effect in referee.handle(item) if (fact := fact_of(effect)) is not None]
    return referee, decided, [(fact.kind, fact.body) for fact in facts]


@pytest.mark.parametrize("kills", [3, pytest.param(60, marks=pytest.mark.long)])
def test_killed_at_random_moments(tmp_path: Path, kills: int) -> None:
    path = tmp_path / "journal.sqlite"
    words = ["run", "--simulate", "--port", "0", "--journal", str(path), "--speed"]
    random = Random(kills)
    for _ in range(kills):
        with Service(*words, str(SPEED)) as service:
            service.view()
            time.sleep(random.uniform(0.1, 3.0))
            service.process.send_signal(signal.SIGKILL)
            service.process.wait()
        referee, decided, stored = refereed_again(path)
        assert stored == decided[: len(stored)]
        stood_at = int((path.parent / "journal.sqlite.clock").read_text())
        with Service(*words, "0.25") as service:
            after = service.view()
            took = time.monotonic() - service.started
            assert labels(after) == labels(public_view(referee.state).model_dump(mode="json"))
            assert -1 <= after["now"] - max(stood_at, referee.state.now) <= took * 1000
            service.process.send_signal(signal.SIGKILL)
            service.process.wait()
        _, decided, stored = refereed_again(path)
        assert stored == decided[: len(stored)]
