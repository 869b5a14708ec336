"""Tiles that nobody reads while people play on: the table asks, and once all is seen it finds the true course."""

from dataclasses import replace

import pytest

from controller.inputs import Pressed, TileLost
from controller.referee import reading
from controller.referee.explanation import explain
from controller.referee.state import Place
from controller.scenarios.table import Table
from engine.events import Chi, Discard, Draw, Event, Pon, Riichi
from engine.rules import load_rules
from engine.tiles import Seat, Tile
from hal.ports import Button, Millis
from hal.zones import ELSEWHERE, hand_of, melds_of, river_of

NO_CLOCKS = {"turn_seconds": None, "claim_seconds": None, "bank_seconds": 0, "pause_seconds": None}
RULES = load_rules("tenhou").with_changes(**NO_CLOCKS)
HANDS = {0: "19m147p258s12345z", 1: "78m2336p4568s177z", 2: "1122m99p1177s333z", 3: "1235m45688p99s66z"}


def dealt(hands: dict[Seat, str] | None = None) -> Table:
    """A table with these hands, East to discard after the draw of 6m."""
    table = Table(RULES)
    table.reserve(["6m", "2p", "3s", "4p", "5p"])
    named = {seat: table.bag.take_text(tiles) for seat, tiles in (hands or HANDS).items()}
    table.deal(named, "9s")
    table.wait(1_000)
    draw(table, 0, "6m")
    return table


def draw(table: Table, seat: Seat, name: str) -> Tile:
    """A seat draws a tile; the next thing happens later."""
    tile = table.fresh(name)
    table.move(tile, hand_of(seat))
    table.wait(2_000)
    return tile


def discard(table: Table, seat: Seat, name: str) -> Tile:
    """A seat discards a tile of its rack."""
    tile = table.named(name, hand_of(seat))
    table.move(tile, river_of(seat))
    table.wait(2_000)
    return tile


def lose(table: Table, tile: Tile) -> None:
    """A tile leaves its place, and no antenna sees where it goes."""
    table.left[tile] = table.now - 500
    table.tell(TileLost(at=table.now, tile=tile, source=table.places[tile], after=table.now - 500))
    table.places[tile] = ELSEWHERE
    table.wait(1_000)


def press(table: Table, seat: Seat, button: Button, at: Millis | None = None) -> None:
    table.tell(Pressed(at=table.now if at is None else at, seat=seat, button=button))


def events(table: Table) -> list[Event]:
    return [step.event for step in table.referee.state.steps]


def open_incidents(table: Table) -> set[str]:
    return {incident.kind for incident in table.referee.state.incidents.values()}


def an_unseen_discard_is_called(table: Table) -> tuple[Tile, list[Event]]:
    """East's 9m is called by South before any antenna saw it, and lies unread in the set; all play on.

    Gives the tile, and what has truly happened.
    """
    nine = table.named("9m", hand_of(0))
    lose(table, nine)
    seven, eight = (table.named(name, hand_of(1)) for name in ("7m", "8m"))
    for tile in (seven, eight):
        table.move(tile, melds_of(1))
    table.wait(1_500)
    south = discard(table, 1, "1z")
    west = draw(table, 2, "2p")
    table.move(west, river_of(2))
    table.wait(2_000)
    north = draw(table, 3, "3s")
    table.move(north, river_of(3))
    table.wait(2_000)
    east = draw(table, 0, "4p")
    seven_pin = discard(table, 0, "7p")
    first = events(table)[0]
    return nine, [
        first,
        Discard(0, nine),
        Chi(1, nine, (seven, eight)),
        Discard(1, south),
        Draw(2, west),
        Discard(2, west),
        Draw(3, north),
        Discard(3, north),
        Draw(0, east),
        Discard(0, seven_pin),
    ]


def test_a_later_discard_is_not_taken_for_the_one_that_nobody_saw() -> None:
    table = dealt()
    nine, truth = an_unseen_discard_is_called(table)
    table.wait(20_000)
    assert events(table) == truth[:1]
    assert "tile_missing" in open_incidents(table)
    table.move(nine, melds_of(1))
    table.wait(5_000)
    assert events(table) == truth
    assert not open_incidents(table)


def test_what_was_read_wrongly_is_read_again_once_the_tile_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that takes any tile for the one it waits for still comes to the truth."""
    monkeypatch.setattr(reading, "others_played_first", lambda *_: False)
    table = dealt()
    nine, truth = an_unseen_discard_is_called(table)
    table.wait(20_000)
    assert events(table)[1] != truth[1]
    assert open_incidents(table)
    table.move(nine, melds_of(1))
    table.wait(5_000)
    assert events(table) == truth
    assert not open_incidents(table)


def test_a_real_fault_is_explained_by_nothing() -> None:
    table = dealt()
    discard(table, 0, "9m")
    draw(table, 2, "2p")
    table.wait(20_000)
    assert "draw_out_of_turn" in open_incidents(table)
    assert len(events(table)) == 2


def test_riichi_pressed_while_the_table_is_behind_is_declared_with_its_discard() -> None:
    """East's discard is not read when RIICHI is pressed for it, and for a long time after."""
    hands = {**HANDS, 0: "123m456p789s1155z"}
    table = dealt(hands)
    six = table.named("6m", hand_of(0))
    lose(table, six)
    press(table, 0, Button.RIICHI)
    table.wait(20_000)
    assert not table.referee.state.riichi_pressed or events(table)[-1] != Riichi(0)
    table.move(six, river_of(0))
    table.wait(3_000)
    assert events(table)[-2:] == [Riichi(0), Discard(0, six)]


def test_impatient_presses_before_the_table_has_answered_take_nothing_back() -> None:
    table = dealt({**HANDS, 1: "456m456p789s1155z", 3: "1235m88p99s66z123p"})
    nine = table.named("9m", hand_of(0))
    lose(table, nine)
    south = table.fresh("2p")
    table.wait(1_000)
    for _ in range(2):
        press(table, 1, Button.RIICHI)
        table.wait(3_000)
    table.move(nine, river_of(0))
    table.wait(2_000)
    table.move(south, hand_of(1))
    table.wait(500)
    table.move(south, river_of(1))
    table.wait(3_000)
    assert events(table)[-1] == Discard(1, south)
    assert table.referee.state.deal is not None
    assert table.referee.state.riichi_pressed == {}


def test_a_spoken_call_that_overtook_the_draw_stands_when_the_tile_is_back_in_the_wall() -> None:
    table = dealt()
    white = discard(table, 0, "3z")
    drawn = draw(table, 1, "2p")
    assert events(table)[-1] == Draw(1, drawn)
    pair = [tile for tile in table.places if table.places[tile] == hand_of(2) and RULES.tile_set.name(tile) == "3z"][:2]
    for tile in (white, *pair):
        table.move(tile, melds_of(2))
    table.wait(1_000)
    lose(table, drawn)
    table.wait(5_000)
    assert isinstance(events(table)[-1], Pon)
    assert not open_incidents(table)


# ---- the search itself


def test_only_a_course_in_the_order_of_time_explains() -> None:
    """Two discards of East and South that lie in their rivers, with South's draw between them."""
    table = dealt()
    deal = table.referee.state.deal
    assert deal is not None
    nine, two = table.named("9m", hand_of(0)), table.fresh("2p")
    later = dict(table.referee.state.places)
    later[nine] = Place(river_of(0), after=10_000, before=11_000, order=900)
    later[two] = Place(river_of(1), after=12_000, before=13_000, order=901)
    course, _ = explain(deal, 9_000, later, (), 100)
    assert course is not None
    assert [happened.event for happened in course] == [Discard(0, nine), Draw(1, two), Discard(1, two)]
    # Seen in South's river long before East's tile left the rack, it cannot have been drawn after that.
    later[two] = Place(river_of(1), after=1_000, before=2_000, order=899)
    assert explain(deal, 0, later, (), 100)[0] is None


def test_a_tile_of_the_wall_that_was_seen_on_a_rack_was_not_discarded_before() -> None:
    """East's discard, then South's and West's, each drawn from the wall and thrown away."""
    table = dealt()
    deal = table.referee.state.deal
    assert deal is not None
    nine, two, six = table.named("9m", hand_of(0)), table.fresh("2p"), table.fresh("6s")
    later = dict(table.referee.state.places)
    later[nine] = Place(river_of(0), after=10_000, before=11_000, order=900)
    later[two] = Place(river_of(1), after=30_000, before=31_000, order=901)
    later[six] = Place(river_of(2), after=12_000, before=13_000, order=902)
    assert explain(deal, 9_000, later, (), 100)[0] is not None, "South's tile lay in a shadow"
    later[two] = replace(later[two], moved=True)
    assert explain(deal, 9_000, later, (), 100)[0] is None, "South held it when West's tile lay in the river already"
