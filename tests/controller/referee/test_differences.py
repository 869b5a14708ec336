"""DIFF: the differences to the seat that pressed it, for a while or until it presses again; play goes on."""

from controller.inputs import Pressed
from controller.presenter.public import public_view
from controller.referee import Referee
from controller.scenarios.table import Table
from engine.tiles import Seat
from hal.ports import Button
from tests.controller.referee.test_referee import RULES


def compared(table: Table) -> Seat | None:
    return public_view(table.referee.state, now=table.now).comparing


def diff(table: Table, seat: Seat) -> None:
    table.tell(Pressed(at=table.now, seat=seat, button=Button.DIFF))


def dealt() -> Table:
    table = Table(RULES)
    table.deal({}, "5z")
    return table


def test_differences_are_shown_for_a_while() -> None:
    table = dealt()
    assert compared(table) is None
    diff(table, 2)
    assert compared(table) == 2
    table.wait(7_000)
    assert compared(table) == 2
    table.wait(2_500)
    assert compared(table) is None
    assert table.referee.state.comparing == {}
    assert table.referee.state.presses == []


def test_a_second_press_ends_them_and_the_newest_seat_counts() -> None:
    table = dealt()
    diff(table, 2)
    table.wait(1_000)
    diff(table, 3)
    assert compared(table) == 3
    table.wait(1_000)
    diff(table, 3)
    assert compared(table) == 2


def test_scores_can_be_compared_before_the_first_deal_too() -> None:
    referee = Referee(RULES)
    referee.handle(Pressed(at=1_000, seat=1, button=Button.DIFF))
    assert public_view(referee.state).comparing == 1
