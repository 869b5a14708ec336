"""Tiles that stand in a shadow: what was dealt stays dealt, what is missing is asked for, nothing is read too early."""

from controller.inputs import Pressed, TileLost
from controller.referee.state import TablePhase
from controller.scenarios.table import Table
from engine.events import Chi, Discard, Draw
from engine.tiles import Tile
from hal.ports import Button
from hal.zones import DORA_PAD, ELSEWHERE, hand_of, melds_of, river_of
from tests.controller.referee.test_secondreading import RULES, dealt, discard, draw, events, lose, open_incidents


def racked(table: Table, *, but: Tile) -> dict[int, list[Tile]]:
    """Rack four hands, all but one tile, and turn the indicator; gives the hands."""
    hands = {seat: [Tile(4 * n + seat) for n in range(13)] for seat in range(4)}
    table.move(Tile(135), DORA_PAD)
    for seat, hand in hands.items():
        for tile in hand:
            if tile != but:
                table.move(tile, hand_of(seat))
    table.wait(4_000)
    return hands


def phase(table: Table) -> TablePhase:
    """What the table is doing now."""
    return table.referee.state.phase


def gone(table: Table, tile: Tile) -> None:
    """No antenna sees a tile any more, although it lies where it lay."""
    after = table.now - 1_000
    table.tell(TileLost(at=table.now, tile=tile, source=table.places[tile], after=after))
    table.places[tile] = ELSEWHERE
    table.wait(500)


def test_a_dealt_tile_in_a_shadow_is_still_dealt_when_the_last_one_is_seen() -> None:
    table = Table(RULES)
    hands = racked(table, but=Tile(2))
    assert phase(table) is TablePhase.DEALING
    for tile in (hands[0][0], hands[1][0], Tile(135)):
        gone(table, tile)
    assert phase(table) is TablePhase.DEALING
    table.move(Tile(2), hand_of(2))
    assert phase(table) is TablePhase.PLAYING
    deal = table.referee.state.deal
    assert deal is not None
    assert [set(player.hand) for player in deal.players] == [set(hands[seat]) for seat in range(4)]
    assert deal.indicators == (Tile(135),)


def test_tiles_taken_off_again_before_the_deal_has_begun_are_dealt_no_more() -> None:
    table = Table(RULES)
    hands = racked(table, but=Tile(2))
    for seat in range(4):
        for tile in hands[seat]:
            if tile != Tile(2):
                gone(table, tile)
    table.move(Tile(2), hand_of(2))
    table.wait(30_000)
    assert phase(table) is TablePhase.DEALING
    assert not open_incidents(table)


def test_a_missing_tile_is_one_incident_while_others_come_and_go() -> None:
    table = dealt()
    nine = table.named("9m", hand_of(0))
    lose(table, nine)
    south = draw(table, 1, "2p")
    for name in ("1m", "1p", "4p", "7p"):
        flickering = table.named(name, hand_of(0))
        lose(table, flickering)
        table.move(flickering, hand_of(0))
        table.wait(1_500)
    assert open_incidents(table) == {"tile_missing"}
    (incident,) = table.referee.state.incidents.values()
    assert incident.tiles == (nine,)
    table.move(nine, river_of(0))
    table.wait(2_000)
    assert not open_incidents(table)
    assert events(table)[1:] == [Discard(0, nine), Draw(1, south)]


def test_of_two_discards_the_one_that_left_its_rack_before_others_played_on_is_read_first() -> None:
    table = dealt()
    nine = table.named("9m", hand_of(0))
    lose(table, nine)
    west = table.fresh("2p")
    seven, eight = (table.named(name, hand_of(1)) for name in ("7m", "8m"))
    for tile in (seven, eight):
        table.move(tile, melds_of(1))
    table.wait(4_000)
    one = discard(table, 1, "1z")
    table.move(west, river_of(2))
    table.wait(6_000)
    later = discard(table, 0, "1m")
    table.move(nine, melds_of(1))
    table.wait(3_000)
    assert events(table)[1:6] == [
        Discard(0, nine),
        Chi(1, nine, (seven, eight)),
        Discard(1, one),
        Draw(2, west),
        Discard(2, west),
    ]
    assert Discard(0, later) not in events(table)


def test_a_win_that_waits_for_a_tile_nobody_sees_makes_the_table_ask_for_it() -> None:
    table = dealt()
    discard(table, 0, "9m")
    lose(table, table.named("8m", hand_of(1)))
    table.tell(Pressed(at=table.now, seat=3, button=Button.WIN))
    table.wait(14_000)
    assert not open_incidents(table)
    table.wait(3_000)
    (incident,) = table.referee.state.incidents.values()
    assert (incident.kind, incident.seats) == ("tile_missing", (1,))
