"""Tiles that stand in a shadow: what was dealt stays dealt, what is missing is asked for, nothing is read too early."""

from controller.inputs import MoveRetracted, Pressed, TileLost
from controller.referee.state import TablePhase
from controller.scenarios.table import Table
from engine.events import Chi, ConcealedKan, Discard, Draw
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


def test_once_all_but_a_few_are_dealt_a_tile_no_longer_seen_is_not_taken_off() -> None:
    """The first discard lies alone in its river: that no antenna sees it for a moment does not mean that it is gone."""
    table = Table(RULES)
    assert table.referee.expectations().absent_is_gone
    hands = racked(table, but=Tile(2))
    expected = table.referee.expectations()
    assert not expected.absent_is_gone
    assert expected.needed == {Tile(135), *(tile for hand in hands.values() for tile in hand)} - {Tile(2)}
    first = hands[0][0]
    table.move(first, river_of(0))
    assert first not in table.referee.expectations().needed


def test_a_dealt_tile_that_flickers_when_it_is_racked_is_dealt_although_it_is_discarded_at_once() -> None:
    table = Table(RULES)
    hands = racked(table, but=Tile(2))
    first = hands[0][0]
    last = table.fresh("9s")
    table.move(last, hand_of(0))  # East's draw
    table.tell(TileLost(at=table.now, tile=first, source=hand_of(0), after=0))
    table.move(first, hand_of(0))
    table.move(first, river_of(0))
    table.move(Tile(2), hand_of(2))
    table.wait(2_000)
    assert phase(table) is TablePhase.PLAYING
    assert events(table) == [Draw(0, last), Discard(0, first)]


def test_a_wrong_count_of_dealt_tiles_is_asked_for_when_no_more_of_them_come() -> None:
    table = Table(RULES)
    hands = racked(table, but=Tile(2))
    late = hands[2][-1]
    table.tell(TileLost(at=table.now, tile=late, source=hand_of(2), after=table.now))
    for _ in range(4):  # taken up and racked again: somebody still sorts
        table.wait(3_500)
        table.move(late, hand_of(2))
        table.tell(TileLost(at=table.now, tile=late, source=hand_of(2), after=table.now))
    assert not open_incidents(table)
    table.move(late, hand_of(2))
    table.wait(7_900)
    assert not open_incidents(table)
    for number in range(2):  # that East and South play on is no reason to wait
        table.move(table.fresh(f"{number + 1}s"), hand_of(number))
    table.wait(200)
    assert open_incidents(table) == {"too_few_tiles"}
    table.move(Tile(2), hand_of(2))
    assert not open_incidents(table)


def test_the_first_indicator_may_be_turned_slowly() -> None:
    table = Table(RULES)
    for seat in range(4):
        for number in range(13):
            table.move(Tile(4 * number + seat), hand_of(seat))
    table.wait(19_000)
    assert not open_incidents(table)
    table.wait(2_000)
    assert open_incidents(table) == {"wrong_indicator"}


def test_a_draw_after_others_have_played_on_is_not_the_one_that_nobody_saw() -> None:
    """South draws and discards a tile that no antenna sees; when its turn comes again its next draw is seen."""
    table = dealt()
    discard(table, 0, "9m")
    unseen = table.fresh("2p")
    table.wait(4_000)
    west, north = table.fresh("3s"), table.fresh("4p")
    for seat, tile in ((2, west), (3, north)):
        table.move(tile, river_of(seat))
        table.wait(4_000)
    east = draw(table, 0, "5p")
    moved = discard(table, 0, "1z")
    table.wait(4_000)
    later = draw(table, 1, "6s")
    assert len(events(table)) == 2
    assert open_incidents(table)
    table.move(unseen, river_of(1))
    table.wait(8_000)
    assert not open_incidents(table)
    assert events(table)[2:] == [
        Draw(1, unseen),
        Discard(1, unseen),
        Draw(2, west),
        Discard(2, west),
        Draw(3, north),
        Discard(3, north),
        Draw(0, east),
        Discard(0, moved),
        Draw(1, later),
    ]


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


def test_a_kan_stands_although_its_last_tile_is_hardly_ever_seen() -> None:
    """The fourth tile is drawn, seen for a moment, laid down in a shadow; perception then takes its arrival back."""
    table = dealt({0: "19m147p258s2233z4z", 1: "78m2336p4568s177z", 2: "1122m99p1177s666z", 3: "1235m45688p99s55z"})
    discard(table, 0, "9m")
    south = draw(table, 1, "2p")
    table.move(south, river_of(1))
    table.wait(2_000)
    fourth = draw(table, 2, "6z")
    table.tell(Pressed(at=table.now, seat=2, button=Button.KAN))
    lose(table, fourth)
    rack = [tile for tile, zone in table.places.items() if zone == hand_of(2)]
    for tile in rack:
        if RULES.tile_set.name(tile) == "6z":
            table.move(tile, melds_of(2))
    table.wait(4_000)
    assert isinstance(events(table)[-1], ConcealedKan)
    table.tell(MoveRetracted(at=table.now, tile=fourth))
    assert isinstance(events(table)[-1], ConcealedKan)
    replacement = draw(table, 2, "3s")
    assert Draw(2, replacement) in events(table)


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
