"""A seat whose rack and river nobody reads: its discards are entered by hand, and may be called."""

import pytest

from controller.inputs import Pressed, Ruling
from controller.scenarios.table import Table
from engine.events import Discard, Draw, Pon
from engine.tiles import Tile
from hal.ports import Button
from hal.zones import hand_of, melds_of, river_of
from tests.controller.referee.test_secondreading import HANDS, RULES, events, open_incidents

WEST = "11244m11779s333z"


def entered() -> tuple[Table, Tile, Tile]:
    """South's 4m is entered by hand; gives the copy that was taken for it, and another one of the wall."""
    table = Table(RULES)
    table.reserve(["6m", "4m", "4m", "8s", "2p", "3s", "5s"])
    hands = {**HANDS, 2: WEST, 3: "1235m456788p9s66z"}
    named = {seat: table.bag.take_text(tiles) for seat, tiles in hands.items()}
    table.deal(named, "9s")
    table.wait(1_000)
    six = table.fresh("6m")
    table.move(six, hand_of(0))
    table.wait(2_000)
    table.move(six, river_of(0))
    table.wait(1_500)
    taken, other = table.fresh("4m"), table.fresh("4m")
    for what, details in (
        ("unread", {"zone": "hand:1"}),
        ("unread", {"zone": "river:1"}),
        ("place", {"tile": taken, "zone": "river:1"}),
    ):
        table.tell(Ruling(at=table.now, who="organiser", what=what, details=details))
    table.wait(1_500)
    assert events(table)[2:] == [Draw(1, taken), Discard(1, taken)]
    return table, taken, other


def test_play_goes_on_when_a_discard_is_entered() -> None:
    table, _, later = entered()
    for seat, name in ((2, "2p"), (3, "3s"), (0, "5s")):
        drawn = table.fresh(name)
        table.move(drawn, hand_of(seat))
        table.wait(2_000)
        table.move(drawn, river_of(seat))
        table.wait(2_000)
        assert events(table)[-2:] == [Draw(seat, drawn), Discard(seat, drawn)]
    table.tell(Ruling(at=table.now, who="organiser", what="place", details={"tile": later, "zone": "river:1"}))
    table.wait(2_000)
    assert events(table)[-2:] == [Draw(1, later), Discard(1, later)]
    west = table.fresh("8s")
    table.move(west, hand_of(2))
    table.wait(2_000)
    assert events(table)[-1] == Draw(2, west)
    assert not open_incidents(table)


@pytest.mark.parametrize("same", [True, False], ids=["the same copy", "another copy"])
@pytest.mark.parametrize("pressed", [True, False], ids=["pressed", "spoken"])
def test_an_entered_discard_is_called_whichever_copy_of_the_tile_it_was(same: bool, pressed: bool) -> None:
    table, taken, other = entered()
    true = taken if same else other
    pair = [tile for tile, zone in table.places.items() if zone == hand_of(2) and RULES.tile_set.name(tile) == "4m"]
    if pressed:
        table.tell(Pressed(at=table.now, seat=2, button=Button.PON))
        table.wait(300)
    for tile in (*pair, true):
        table.move(tile, melds_of(2))
    table.wait(9_000)
    assert events(table)[2:] == [Draw(1, true), Discard(1, true), Pon(2, true, (pair[0], pair[1]))]
    assert not open_incidents(table)
    thrown = table.named("1m", hand_of(2))
    table.move(thrown, river_of(2))
    table.wait(3_000)
    assert events(table)[-1] == Discard(2, thrown)
    if not same:  # the copy that was thought to be it stands in the wall
        table.move(table.fresh("8s"), hand_of(3))
        table.wait(1_000)
        assert isinstance(events(table)[-1], Draw)
    assert not open_incidents(table)
