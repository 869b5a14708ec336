"""A draw that a call overtakes: its seat is told at once, nobody learns which tile it was."""

from controller.displays import panel_words
from controller.presenter.lights import seat_look
from controller.presenter.lines import seat_lines
from controller.presenter.public import public_view
from controller.referee.expect import expectations
from controller.referee.overtaken import overtaken_draw
from controller.scenarios.table import Table
from engine.rules import load_rules
from engine.tiles import SEATS, Tile
from hal.ports import Button
from hal.zones import ELSEWHERE, hand_of, melds_of, river_of

RULES = load_rules("tenhou").with_changes(turn_seconds=None, claim_seconds=None, bank_seconds=0, pause_seconds=None)
HANDS = {0: "123m456p789s1112z", 1: "78m2336p4568s177z", 2: "33z12345678m99p1s", 3: "235m4568p9s66z123p"}
WORDS = panel_words("en")


def called_after_a_draw() -> tuple[Table, Tile, list[Tile]]:
    """East has discarded 3z, South has drawn 9m, West has pressed PON; and West's three tiles."""
    table = Table(RULES)
    table.reserve(["3z", "9m"])
    table.deal({seat: table.bag.take_text(tiles) for seat, tiles in HANDS.items()}, "9s")
    table.wait(1_000)
    white = table.fresh("3z")
    table.move(white, hand_of(0))
    table.wait(400)
    table.move(white, river_of(0))
    table.wait(400)
    drawn = table.fresh("9m")
    table.move(drawn, hand_of(1))
    assert told(table) == [], "nobody has called"
    table.press(2, Button.PON)
    pair = [tile for tile, zone in table.places.items() if zone == hand_of(2) and RULES.tile_set.name(tile) == "3z"]
    return table, drawn, [white, *pair[:2]]


def told(table: Table) -> list[int]:
    """The seats whose panel asks for the draw back."""
    state = table.state
    panels = [seat for seat in SEATS if WORDS.text("panel.put_back") in seat_lines(state, seat, WORDS)]
    assert panels == [seat for seat in SEATS if seat == public_view(state).put_back], "the pages say the same"
    return panels


def test_its_seat_is_told_at_once_and_until_the_tile_is_back() -> None:
    table, drawn, tiles = called_after_a_draw()
    assert overtaken_draw(table.state) == (1, (drawn,))
    assert told(table) == [1]
    assert seat_look(table.state, 1) == "asked"
    assert drawn in expectations(table.state).needed, "perception must tell when it is gone"
    for tile in tiles:
        table.move(tile, melds_of(2))
    table.wait(400)
    assert told(table) == [1], "also when the call is laid"
    table.lose(drawn)
    table.places[drawn] = ELSEWHERE
    table.wait(20_000)
    assert told(table) == []
    assert not table.state.incidents


def test_it_is_an_incident_only_when_it_stays() -> None:
    table, _, tiles = called_after_a_draw()
    for tile in tiles:
        table.move(tile, melds_of(2))
    table.wait(table.referee.options.overtaken_draw - 1_000)
    assert not table.state.incidents
    table.wait(2_000)
    assert [incident.kind for incident in table.state.incidents.values()] == ["draw_out_of_turn"]


def test_a_draw_stands_when_the_call_is_withdrawn() -> None:
    table, drawn, _ = called_after_a_draw()
    table.press(2, Button.PASS)
    table.wait(2_000)
    assert told(table) == []
    assert table.state.deal is not None
    assert table.state.deal.players[1].drawn == drawn
