"""Disagreements that last: what is missed is asked for; then the times count less, and what lay about counts too."""

import pytest

from controller.referee import secondreading
from controller.referee.explanation import explain
from controller.referee.state import Place, TablePhase
from controller.scenarios.table import Table
from engine.events import Discard, Draw, Event, Pon
from engine.tiles import Seat, Tile
from hal.ports import Millis
from hal.zones import DORA_PAD, hand_of, melds_of, river_of
from tests.controller.referee.test_secondreading import HANDS, RULES, dealt, discard, draw, events, lose, open_incidents


def draw_and_discard(table: Table, seat: Seat, name: str) -> list[Event]:
    """A seat draws a tile and throws it away."""
    tile = draw(table, seat, name)
    table.move(tile, river_of(seat))
    table.wait(2_000)
    return [Draw(seat, tile), Discard(seat, tile)]


def a_round_nobody_could_read() -> tuple[Table, list[Event]]:
    """East's rack seems to hold its two discards long after all others have played on. Gives what truly happened."""
    table = dealt()
    nine, one = (table.named(name, hand_of(0)) for name in ("9m", "1z"))
    for tile in (nine, one):
        lose(table, tile)
    true: list[Event] = [*events(table), Discard(0, nine)]
    for seat, name in ((1, "2p"), (2, "3s"), (3, "4p")):
        true += draw_and_discard(table, seat, name)
    true.append(Draw(0, draw(table, 0, "5p")))
    for tile in (nine, one):
        table.left[tile] = table.now - 200
        table.move(tile, river_of(0))
        table.wait(400)
    return table, [*true, Discard(0, one)]


def test_the_longer_a_disagreement_lasts_the_less_the_times_count() -> None:
    table, true = a_round_nobody_could_read()
    table.wait(3_000)
    assert len(events(table)) == 1
    table.wait(60_000)
    assert not open_incidents(table)
    assert events(table) == true


def test_what_a_missed_tile_would_explain_is_explained_by_no_course_out_of_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """While a tile is missed the times count in full for a minute."""
    tried: list[tuple[Millis, bool]] = []

    def watched(*given: object, late: bool = True) -> tuple[None, int]:
        tried.append((table.now, late))
        return None, 1

    table = dealt()
    lose(table, table.named("9m", hand_of(0)))
    draw_and_discard(table, 1, "2p")
    monkeypatch.setattr(secondreading, "explain", watched)
    table.wait(20_000)
    assert open_incidents(table) == {"tile_missing"}
    assert tried
    assert not any(late for _, late in tried)
    table.wait(120_000)
    assert any(late for _, late in tried)
    assert min(at for at, late in tried if late) > 60_000


def test_of_two_calls_the_one_that_was_laid_first_was_made_first() -> None:
    """South draws and discards North's wind, East calls it; South discards a 6p, East calls that too."""
    table = dealt({**HANDS, 0: "66p44z19m14p25s123z"})
    discard(table, 0, "9m")
    deal = table.referee.state.deal
    assert deal is not None
    wind, drawn = table.fresh("4z"), table.fresh("2p")
    six = table.named("6p", hand_of(1))
    pair = [tile for tile in table.places if RULES.tile_set.name(tile) == "4z" and table.places[tile] == hand_of(0)]
    sixes = [tile for tile in table.places if RULES.tile_set.name(tile) == "6p" and table.places[tile] == hand_of(0)]
    one = table.named("1z", hand_of(0))
    lie = dict(table.referee.state.places)
    first, second = 20_000, 25_000
    lie[drawn] = Place(hand_of(1), after=first + 1_000, before=first + 2_000, order=900)
    lie[one] = Place(river_of(0), after=first + 500, before=first + 1_000, order=901)
    for number, tile in enumerate((six, *sixes)):
        lie[tile] = Place(melds_of(0), after=second - 1_000, before=second, order=902 + number)
    for number, tile in enumerate((*pair, wind)):
        lie[tile] = Place(melds_of(0), after=first - 1_000, before=first, order=905 + number)
    course, _ = explain(deal, 0, lie, (), 100)
    assert course is not None
    assert [happened.event for happened in course] == [
        Draw(1, wind),
        Discard(1, wind),
        Pon(0, wind, (pair[0], pair[1])),
        Discard(0, one),
        Draw(1, drawn),
        Discard(1, six),
        Pon(0, six, (sixes[0], sixes[1])),
    ]


def test_a_dealt_tile_that_was_only_read_beside_its_rack_is_remembered() -> None:
    """North's last tile is read by the antenna of its river while it stands on the rack, and then lies there indeed."""
    table = Table(RULES)
    hands = {seat: [Tile(4 * n + seat) for n in range(13)] for seat in range(4)}
    beside = hands[3].pop()
    table.move(beside, river_of(3))
    table.wait(1_000)
    table.move(Tile(135), DORA_PAD)
    for seat, hand in hands.items():
        for tile in hand:
            table.move(tile, hand_of(seat))
    table.wait(4_000)
    true: list[Event] = []
    for seat, tile in enumerate((Tile(60), Tile(64), Tile(68))):
        table.move(tile, hand_of(seat))
        table.wait(2_000)
        table.move(hands[seat][0], river_of(seat))
        table.wait(2_000)
        true += [Draw(seat, tile), Discard(seat, hands[seat][0])]
    table.move(Tile(72), hand_of(3))
    table.wait(2_000)
    assert table.referee.state.phase is TablePhase.PLAYING
    true += [Draw(3, beside), Discard(3, beside)]
    table.move(Tile(76), hand_of(0))
    table.wait(2_000)
    table.move(hands[0][1], river_of(0))
    table.wait(60_000)
    assert events(table) == [*true, Draw(0, Tile(76)), Discard(0, hands[0][1])]
    assert not open_incidents(table)
