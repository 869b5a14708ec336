"""What people take for the same position: an indicator turned meanwhile is no reason to draw or decide anew."""

from controller.people.glance import is_as_before
from engine.rules import PRESETS
from tests.engine.deal.scene import Scene


def after_a_kan() -> Scene:
    scene = Scene(PRESETS["tenhou"], (None, "6666s99s147p258m1z", None, None), later="9s5z1p")
    return scene.turn().draw().concealed_kan("6s")


def test_an_indicator_turned_while_the_replacement_is_drawn_changes_nothing() -> None:
    scene = after_a_kan()
    before = scene.deal
    assert is_as_before(before, scene.indicator("9s").deal)


def test_what_the_seat_has_done_does() -> None:
    scene = after_a_kan()
    before = scene.deal
    drawn = scene.draw("5z").deal
    assert not is_as_before(before, drawn)
    assert not is_as_before(before, scene.indicator("9s").deal), "drawn, and an indicator turned"
    assert not is_as_before(drawn, scene.discard("5z").deal)


def test_a_position_that_was_taken_back_and_came_again_is_thought_over() -> None:
    deal = after_a_kan().deal
    assert not is_as_before(deal, deal._replace())


def test_before_and_after_a_deal() -> None:
    deal = after_a_kan().deal
    assert is_as_before(None, None)
    assert not is_as_before(deal, None)
    assert not is_as_before(None, deal)
