"""What the end of a match says about its seats: who was away, who had left, and where no person sat."""

import json
from typing import Any

import pytest

from controller.effects import Effect, MatchEnded, RulingRefused
from controller.inputs import Pressed, Ruling, SetupChanged
from controller.referee import Referee
from controller.referee.desk import SetupError
from engine.rules import PRESETS
from hal.ports import Button

NAMES = ["Aki", "Ben", "Chie", "Dan"]


def start(referee: Referee, **details: Any) -> None:
    match = {"rules": PRESETS["doman"].model_dump(mode="json"), "players": NAMES, **details}
    referee.handle(SetupChanged(at=referee.state.now, what="match", details=match))


def started(bots: Any) -> Referee:
    referee = Referee()
    start(referee, bots=bots)
    return referee


def press_ok(referee: Referee, seat: int) -> None:
    referee.handle(Pressed(at=referee.state.now + 1, seat=seat, button=Button.MENU))


def rule(referee: Referee, what: str, **details: Any) -> list[Effect]:
    return referee.handle(Ruling(at=referee.state.now + 1, who="organiser", what=what, details=details))


def ended(referee: Referee) -> MatchEnded:
    (end,) = (effect for effect in rule(referee, "end_match") if isinstance(effect, MatchEnded))
    return end


def seats_of(end: MatchEnded) -> tuple[tuple[int, ...], ...]:
    return end.absent, end.left, end.bots


def test_the_end_says_who_is_away_who_has_left_and_where_bots_sat() -> None:
    referee = started([3])
    rule(referee, "absent", seat=1)
    rule(referee, "absent", seat=2, case="abandoned")
    assert seats_of(ended(referee)) == ((1, 2), (2,), (3,))


def test_who_was_away_and_is_back_has_lost_nothing() -> None:
    referee = started([])
    rule(referee, "absent", seat=2)
    press_ok(referee, 2)
    assert seats_of(ended(referee)) == ((), (), ())


def test_a_match_once_left_stays_left_though_its_owner_plays_on() -> None:
    referee = started([])
    rule(referee, "absent", seat=2, case="abandoned")
    press_ok(referee, 2)
    assert referee.state.absent == set()
    assert seats_of(ended(referee)) == ((), (2,), ())


def test_who_is_away_may_still_leave() -> None:
    referee = started([])
    rule(referee, "absent", seat=2)
    rule(referee, "absent", seat=2, case="abandoned")
    assert seats_of(ended(referee)) == ((2,), (2,), ())


def test_a_referee_may_say_that_nobody_has_left() -> None:
    referee = started([])
    rule(referee, "absent", seat=2, case="abandoned")
    rule(referee, "present", seat=2)
    assert seats_of(ended(referee)) == ((), (), ())


def test_there_are_no_other_cases() -> None:
    (refused,) = (e for e in rule(started([]), "absent", seat=2, case="asleep") if isinstance(e, RulingRefused))
    assert "none of away, abandoned, inactive" in refused.message


def test_a_restart_forgets_none_of_it() -> None:
    referee = started([1])
    rule(referee, "absent", seat=2)
    rule(referee, "absent", seat=3, case="abandoned")
    restored = Referee.restore(json.loads(json.dumps(referee.snapshot())))
    assert seats_of(ended(restored)) == ((2, 3), (3,), (1,))


def test_who_has_left_a_match_cannot_be_seated_in_another_until_it_ends() -> None:
    """rules.md, doman: "its owner may not start another match until this one ends"."""
    referee = started([])
    rule(referee, "absent", seat=2, case="abandoned")
    with pytest.raises(SetupError, match="Chie left the match that is being played"):
        start(referee, players=["Chie", "Eri", "Fumi", "Gen"])
    start(referee, players=["Eri", "Fumi", "Gen", "Hana"])
    assert referee.state.players[0] == "Eri"


def test_after_the_end_or_when_only_away_another_match_may_begin() -> None:
    referee = started([])
    rule(referee, "absent", seat=2, case="abandoned")
    rule(referee, "end_match")
    start(referee)
    assert seats_of(ended(referee)) == ((), (), ())
    start(referee)
    rule(referee, "absent", seat=1)
    start(referee)
    assert referee.state.absent == set()


def test_leaving_bots_bars_nobody() -> None:
    referee = started([0, 1, 3])
    rule(referee, "absent", seat=2, case="abandoned")
    start(referee)
    assert referee.state.left == set()


@pytest.mark.parametrize("bots", [[4], ["East"], [[1]], 3])
def test_bots_sit_at_seats(bots: Any) -> None:
    with pytest.raises(SetupError, match="bots: seats 0-3"):
        started(bots)
