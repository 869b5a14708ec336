"""A deal step by step: as the displays showed it, hands only when they may be seen, booked points at the end."""

from dataclasses import replace

import pytest

from controller.presenter.recorded import replay_deal
from controller.presenter.recordviews import DealReplayView
from engine.errors import RecordError
from engine.records.model import RecordedGame
from tests.controller.records.games import played


@pytest.fixture(scope="module")
def game() -> RecordedGame:
    return played("tenhou", "tonpuusen")[1]


def hidden_tiles(view: DealReplayView) -> bool:
    return any(step.hands for step in view.steps) or any(step.event == "draw" and step.tile for step in view.steps)


@pytest.mark.parametrize("preset", ["tenhou", "fan-online"])
def test_every_deal_has_a_step_for_each_event_and_ends_with_the_booked_result(preset: str) -> None:
    _, game = played(preset, "tonpuusen" if preset == "tenhou" else "single")
    for index, deal in enumerate(game.deals):
        view = replay_deal(game, index, hands=True)
        assert view.whole, view.label
        assert len(view.steps) == len(deal.events) + 1
        result = view.steps[-1].view.result
        assert result is not None
        assert result.scores == deal.scores_after
        assert all(step.view.result is None for step in view.steps[:-1])
        assert [step.at for step in view.steps] == sorted(step.at for step in view.steps)
        if result.kind == "win":
            assert {win.seat for win in result.wins} == {win.seat for win in deal.result.wins}
            assert all(win.yaku for win in result.wins)


def test_hands_are_shown_only_when_they_may_be_seen(game: RecordedGame) -> None:
    closed, opened = replay_deal(game, 0, hands=False), replay_deal(game, 0, hands=True)
    assert not hidden_tiles(closed)
    assert [step.view for step in closed.steps] == [step.view for step in opened.steps]
    assert all(len(step.hands) == 4 for step in opened.steps)
    first = opened.steps[0].hands[0]
    assert sorted(first.hand) == sorted(game.tile_set.name(tile) for tile in game.deals[0].hands[0])


def test_each_step_says_what_happened(game: RecordedGame) -> None:
    view = replay_deal(game, 0, hands=True)
    assert view.steps[0].event == "deal"
    discards = [step for step in view.steps if step.event == "discard"]
    for step in discards:
        assert step.seat is not None
        river = step.view.seats[step.seat].river
        assert river[-1].tile == step.tile


def test_a_deal_that_a_ruling_changed_ends_early_but_with_what_was_booked(game: RecordedGame) -> None:
    deal = game.deals[0]
    scores = (24_000, 26_000, 25_000, 25_000)
    ruled = replace(deal, result=replace(deal.result, scores_after=scores))
    view = replay_deal(replace(game, deals=(ruled,)), 0, hands=True)
    assert not view.whole
    result = view.steps[-1].view.result
    assert result is not None
    assert result.scores == scores
    missing = replace(deal, events=(deal.events[0], *deal.events[2:]))
    torn = replay_deal(replace(game, deals=(missing,)), 0, hands=True)
    assert not torn.whole
    assert torn.steps[-1].view.result is not None


def test_what_happened_besides_is_noted(game: RecordedGame) -> None:
    start = game.deals[0].times[0]
    history = (
        {"at": start + 500, "kind": "incident_opened", "number": 1, "seats": [2], "sentence": "x", "incident": "y"},
        {"at": start + 600, "kind": "points_changed", "cause": "riichi", "deltas": [0, 0, 0, 0]},
        {"at": start + 700, "kind": "ruling_applied", "who": "Referee", "what": "undo", "details": {}},
        {"at": start + 800, "kind": "points_changed", "cause": "chombo", "deltas": [0, 0, 0, 0]},
        {"at": start + 900, "kind": "press_refused", "seat": 1},
    )
    noted = replace(game, deals=(replace(game.deals[0], history=history),))
    notes = replay_deal(noted, 0, hands=False).notes
    assert [(note.at, note.kind, note.name) for note in notes] == [
        (500, "incident_opened", "incident_opened"),
        (700, "ruling_applied", "undo"),
        (800, "points_changed", "chombo"),
    ]
    assert notes[0].seats == (2,)
    assert all("Referee" not in str(note) for note in notes), "who ruled is for the referee's audit list"


def test_a_deal_whose_hands_were_not_read_says_so(game: RecordedGame) -> None:
    unread = replace(game, deals=(replace(game.deals[0], hands=((), (), (), ())),))
    with pytest.raises(RecordError, match="only its result is known"):
        replay_deal(unread, 0, hands=True)
