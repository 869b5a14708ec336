"""The page of a seat: no hidden tile and no telling button outside training mode, all help in it."""

import pytest

from controller.presenter.public import public_view
from controller.presenter.seat import seat_page_view
from controller.presenter.training import Coach, readiness
from controller.presenter.views import SeatView
from controller.referee.state import Place
from engine.rules.load import load_rules
from engine.tiles import KIND_OF, SEATS
from hal.ports import Button
from hal.zones import hand_of
from tests.controller.presenter.states import random_states


def test_without_training_the_page_is_the_same_whatever_is_held() -> None:
    for seed in range(3):
        for state in random_states(seed):
            for seat in SEATS:
                view = seat_page_view(state, seat, Coach())
                assert view == SeatView(seat=seat, panel=tuple(Button))


def test_the_fan_family_has_no_riichi_button() -> None:
    state = next(random_states(1, load_rules("fan-practice")))
    assert Button.RIICHI not in seat_page_view(state, 0, Coach()).panel


def test_in_training_the_page_shows_the_hand_as_the_table_reads_it() -> None:
    helped = 0
    for state in random_states(2):
        state.training = True
        assert state.deal is not None
        for seat in SEATS:
            for order, tile in enumerate(state.deal.players[seat].hand):
                state.places[tile] = Place(hand_of(seat), order=order)
            view = seat_page_view(state, seat, Coach())
            if state.deal.result is None:
                assert {tile.id for tile in view.hand} >= set(state.deal.players[seat].hand)
            assert view.training is not None
            helped += view.training.hint is not None
        state.places.clear()
    assert helped


@pytest.mark.parametrize("rules", ["tenhou", "fan-practice"])
def test_waits_and_furiten_are_those_of_the_deal(rules: str) -> None:
    ready = furiten = 0
    for seed in range(12):
        for state in random_states(seed, load_rules(rules)):
            deal = state.deal
            assert deal is not None
            for seat in SEATS:
                player, view = deal.players[seat], readiness(deal, seat)
                if not view.waits:
                    assert view.furiten is None
                    continue
                ready += 1
                assert len(view.waits) == len(player.waits)
                assert (view.furiten is not None) == player.furiten
                furiten += player.furiten
                own = [KIND_OF[tile] for tile in player.hand]
                for wait, kind in zip(view.waits, player.waits, strict=True):
                    assert 0 <= wait.left <= 4 - own.count(kind)
    assert ready
    assert bool(furiten) == (rules == "tenhou")


def test_the_public_view_never_tells_of_waits_or_furiten() -> None:
    for state in random_states(4):
        state.training = True
        text = public_view(state).model_dump_json()
        assert "waits" not in text
        assert "furiten" not in text
