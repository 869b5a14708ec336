"""The broadcast's view: all hands with what they wait for, and nothing between deals."""

from controller.presenter.overlay import overlay_view
from controller.presenter.public import public_view
from controller.referee.state import TablePhase
from engine.tiles import KIND_NAMES, SEATS
from tests.controller.presenter.states import random_states


def test_hands_are_those_of_the_deal_with_the_drawn_tile_apart() -> None:
    for state in random_states(3):
        assert state.rules is not None
        assert state.deal is not None
        view = overlay_view(state, public_view(state))
        assert [hand.seat for hand in view.hands] == list(SEATS)
        for hand, player in zip(view.hands, state.deal.players, strict=True):
            drawn = () if hand.drawn is None else (hand.drawn,)
            held = sorted(state.rules.tile_set.name(tile) for tile in player.hand)
            assert sorted((*hand.hand, *drawn)) == held
            assert len(hand.hand) == len(player.hand) - len(drawn)


def test_waits_are_counted_by_what_lies_in_no_hand() -> None:
    ready = 0
    for seed in range(6):
        for state in random_states(seed):
            assert state.deal is not None
            for hand in overlay_view(state, public_view(state)).hands:
                waits = state.deal.players[hand.seat].waits
                assert {wait.tile for wait in hand.waits} <= {KIND_NAMES[kind] for kind in waits}
                ready += bool(hand.waits)
                assert all(0 <= wait.left <= 4 for wait in hand.waits)
                assert hand.waits or not hand.furiten
    assert ready


def test_between_deals_no_hand_is_shown() -> None:
    *_, state = random_states(1)
    state.phase = TablePhase.DEALING
    assert overlay_view(state, public_view(state)).hands == ()
