"""What the end of a match says about its seats: who had left, and where no person sat."""

import json
from typing import Any

import pytest

from controller.effects import Effect, MatchEnded
from controller.inputs import Ruling, SetupChanged
from controller.referee import Referee
from controller.referee.desk import SetupError
from engine.rules import PRESETS


def started(bots: Any) -> Referee:
    referee = Referee()
    details = {"rules": PRESETS["doman"].model_dump(mode="json"), "bots": bots}
    referee.handle(SetupChanged(at=0, what="match", details=details))
    return referee


def rule(referee: Referee, what: str, **details: int) -> list[Effect]:
    return referee.handle(Ruling(at=referee.state.now + 1, who="organiser", what=what, details=details))


def ended(referee: Referee) -> MatchEnded:
    (end,) = (effect for effect in rule(referee, "end_match") if isinstance(effect, MatchEnded))
    return end


def test_the_end_says_who_had_left_and_where_bots_sat() -> None:
    referee = started([3, 1])
    rule(referee, "absent", seat=2)
    end = ended(referee)
    assert (end.absent, end.bots) == ((2,), (1, 3))


def test_who_came_back_had_not_left() -> None:
    referee = started([])
    rule(referee, "absent", seat=2)
    rule(referee, "present", seat=2)
    end = ended(referee)
    assert (end.absent, end.bots) == ((), ())


def test_a_restart_forgets_neither() -> None:
    referee = started([1])
    rule(referee, "absent", seat=2)
    end = ended(Referee.restore(json.loads(json.dumps(referee.snapshot()))))
    assert (end.absent, end.bots) == ((2,), (1,))


def test_a_new_match_has_its_own_seats() -> None:
    referee = started([1])
    rule(referee, "absent", seat=2)
    details = {"rules": PRESETS["doman"].model_dump(mode="json")}
    referee.handle(SetupChanged(at=referee.state.now, what="match", details=details))
    end = ended(referee)
    assert (end.absent, end.bots) == ((), ())


@pytest.mark.parametrize("bots", [[4], ["East"], [[1]], 3])
def test_bots_sit_at_seats(bots: Any) -> None:
    with pytest.raises(SetupError, match="bots: seats 0-3"):
        started(bots)
