"""The people of a simulated table play on after a pause, whatever each was about to do when it began."""

from collections.abc import Callable

import pytest

from controller.inputs import Ruling
from controller.journal import Journal
from controller.referee.state import TablePhase, TableState
from engine.advice.view import SeatView
from engine.bots.levels import make_bot
from engine.deal import Phase
from engine.events import Action, Pon, Riichi, Win
from engine.tiles import SEATS, Seat
from hal.ports import Millis
from tests.controller.simulated import SINGLE, Game

_LONG: Millis = 300_000
"""Longer than anybody waits for the table to understand something."""

_DECIDED: Millis = 300
"""After so long people have looked at the displays and know what they will do, but have not done it."""


def is_granted(state: TableState) -> bool:
    return state.window is not None and state.window.granted is not None


def may(state: TableState, action: type[Action]) -> bool:
    deal = state.deal
    return deal is not None and any(
        isinstance(legal, action) for seat in SEATS for legal in SeatView.of(deal, seat).legal
    )


def may_win(state: TableState) -> bool:
    return is_in_window(state) and may(state, Win)


def may_declare(state: TableState) -> bool:
    return is_to_act(state) and may(state, Riichi)


def is_ura(state: TableState) -> bool:
    return state.phase is TablePhase.URA


def is_in_window(state: TableState) -> bool:
    return state.phase is TablePhase.PLAYING and state.deal is not None and state.deal.phase is Phase.CLAIM


def is_to_act(state: TableState) -> bool:
    return state.deal is not None and state.deal.phase is Phase.ACT and len(state.steps) > 8


@pytest.mark.parametrize("moment", [is_granted, is_in_window, is_to_act])
@pytest.mark.parametrize("length", [6_000, _LONG], ids=["short", "long"])
def test_what_a_pause_interrupts_is_done_after_it(moment: Callable[[TableState], bool], length: Millis) -> None:
    game = begun(3, moment)
    rule(game, "pause")
    game.run(length)
    steps = len(game.state.steps)
    rule(game, "resume")
    game.run(30_000)
    assert len(game.state.steps) > steps + 4
    assert not game.state.incidents


@pytest.mark.parametrize("length", [6_000, _LONG], ids=["short", "long"])
def test_a_win_not_yet_pressed_is_pressed_after_the_pause(length: Millis) -> None:
    game = begun(3, may_win)
    game.run(_DECIDED)
    rule(game, "pause")
    game.run(length)
    rule(game, "resume")
    game.run(10_000)
    assert game.state.winners or game.state.result is not None, "the tile was won on and no other drawn"
    assert isinstance(game.state.steps[-1].event, Win)


def test_a_riichi_not_yet_declared_is_declared_after_the_pause() -> None:
    game = begun(3, may_declare)
    game.run(2 * _DECIDED)  # first it is seen that the table has read the draw
    assert game.state.deal is not None
    seat = game.state.deal.turn
    rule(game, "pause")
    game.run(20_000)
    rule(game, "resume")
    game.run(15_000)
    assert game.state.deal.players[seat].riichi


def test_whoever_turns_the_ura_indicators_has_patience_with_a_long_pause() -> None:
    game = begun(3, is_ura)
    rule(game, "pause")
    game.run(_LONG)
    rule(game, "resume")
    game.run(20_000)
    assert game.state.result is not None


def test_a_call_entered_for_somebody_who_wanted_none_is_laid() -> None:
    game = begun(3, lambda state: unwilling(state) is not None)
    seat = unwilling(game.state)
    assert seat is not None
    before = sets_of(game, seat)
    game.run(_DECIDED)
    rule(game, "press", seat=seat, button="PON")
    assert is_granted(game.state)
    game.run(15_000)
    assert sets_of(game, seat) == before + 1
    assert not game.state.incidents


def unwilling(state: TableState) -> Seat | None:
    """Who might call a pon now and does not want to."""
    if not is_in_window(state) or is_granted(state) or state.deal is None:
        return None
    views = (SeatView.of(state.deal, seat) for seat in SEATS)
    may_pon = [view for view in views if any(isinstance(legal, Pon) for legal in view.legal)]
    return next((view.seat for view in may_pon if make_bot("novice", 3).decide(view) is None), None)


def sets_of(game: Game, seat: Seat) -> int:
    assert game.state.deal is not None
    return len(game.state.deal.players[seat].melds)


def rule(game: Game, what: str, **details: object) -> None:
    game.runtime.submit(lambda now: Ruling(at=now, who="Aki", what=what, details=details))
    game.run(50)


def begun(seed: int, moment: Callable[[TableState], bool]) -> Game:
    """A match played up to a moment."""
    game = Game(Journal.memory(), seed)
    game.start(SINGLE)
    for _ in range(20_000):
        if moment(game.state):
            return game
        game.run(50)
    raise AssertionError("the moment never came")
