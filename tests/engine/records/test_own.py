"""Our own JSON record, the score sheet, turned seats, and events as JSON."""

import csv
import io
import json
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine.errors import RecordError
from engine.events import (
    AddedKan,
    Chi,
    ConcealedKan,
    Discard,
    Draw,
    DrawnDeal,
    DrawReason,
    Event,
    Flower,
    Indicator,
    OpenKan,
    Pon,
    Riichi,
    Win,
)
from engine.records.codec import event_from_json, event_to_json
from engine.records.mjai import read_mjai
from engine.records.mjai_writer import write_mjai
from engine.records.model import RecordedDeal, RecordedGame, RecordedResult
from engine.records.own import read_own, write_own
from engine.records.seats import from_first_dealer
from engine.records.sheet import write_sheet
from engine.records.tenhou_writer import write_tenhou
from engine.rules import load_rules
from engine.tiles import Tile, TileSet, Wind

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
T = [Tile(n) for n in range(144)]

EVENTS: list[Event] = [
    Draw(0, T[17]),
    Discard(1, T[17]),
    Riichi(2),
    Chi(3, T[0], (T[4], T[8])),
    Pon(0, T[0], (T[1], T[2])),
    OpenKan(0, T[0], (T[1], T[2], T[3])),
    ConcealedKan(1, (T[0], T[1], T[2], T[3])),
    AddedKan(2, T[3]),
    Flower(3, T[140]),
    Indicator(T[99]),
    Win((1, 2), (T[5],)),
    DrawnDeal(DrawReason.EXHAUSTIVE, None, (2,)),
    DrawnDeal(DrawReason.NINE_TERMINALS, 1),
]


def _game() -> RecordedGame:
    text = (EXAMPLES / "hanchan-with-kans.mjai.jsonl").read_text(encoding="utf-8")
    (game,) = read_mjai(text.splitlines())
    return game


def _fan_deal() -> RecordedDeal:
    tile_set = TileSet(red_fives=0, flowers=True)
    hands = tuple(tuple(T[13 * seat : 13 * seat + 13]) for seat in range(4))
    history = (
        {"at": 5, "kind": "ruling_applied", "who": "Rin", "what": "undo"},
        {"at": 6, "kind": "points_changed", "cause": "penalty", "deltas": [-30, 10, 10, 10], "deposits": 0},
    )
    return RecordedDeal(
        tile_set=tile_set,
        round_wind=Wind.WEST,
        number=2,
        dealer=1,
        honba=0,
        deposits=0,
        scores=(1000, 900, 1100, 1000),
        hands=hands,
        indicator=None,
        events=(Draw(1, T[60]), Flower(1, T[140]), Draw(1, T[61]), DrawnDeal(DrawReason.EXHAUSTIVE)),
        lines=(0, 0, 0, 0),
        accepted=(),
        result=RecordedResult(reason=DrawReason.EXHAUSTIVE, deltas=(0,) * 4, scores_after=(970, 910, 1110, 1010)),
        times=(1, 2, 3, 4),
        history=history,
    )


def _fan_game() -> RecordedGame:
    return RecordedGame(
        deals=(_fan_deal(),), tile_set=TileSet(red_fives=0, flowers=True), rules=load_rules("fan-practice"), id="m7"
    )


@pytest.mark.parametrize("event", EVENTS, ids=[event_to_json(event)["type"] for event in EVENTS])
def test_every_event_is_the_same_after_json(event: Event) -> None:
    assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "None is no event"),
        ({"type": "dance"}, "'dance' is no event: known are added_kan"),
        ({"type": "draw", "seat": 0}, "event 'draw' lacks the field 'tile'"),
        ({"type": "draw", "seat": 4, "tile": 0}, "event 'draw': there is no seat 4"),
        ({"type": "draw", "seat": 0, "tile": 144}, "event 'draw': there is no tile 144"),
        ({"type": "draw", "seat": 0, "tile": True}, "event 'draw': there is no tile True"),
        ({"type": "chi", "seat": 0, "tile": 0, "used": [1]}, "event 'chi': [1] are not 2 tiles"),
        ({"type": "win", "winners": []}, "event 'win': somebody must win"),
        ({"type": "drawn_deal", "reason": "rain"}, "event 'drawn_deal': 'rain' is not a valid DrawReason"),
    ],
)
def test_a_broken_event_says_what_is_wrong(data: dict[str, Any], message: str) -> None:
    with pytest.raises(RecordError) as caught:
        event_from_json(data)
    assert message in str(caught.value)


@pytest.mark.parametrize("game", [_game(), _fan_game()], ids=["riichi", "fan"])
def test_our_own_record_keeps_everything(game: RecordedGame) -> None:
    (again,) = read_own(write_own(game), "own.json")
    deals = tuple(replace(deal, lines=(0,) * len(deal.events), line=0) for deal in game.deals)
    assert again == replace(game, deals=deals, line=0)


def _change(edit: Callable[[dict[str, Any]], Any]) -> str:
    data = json.loads(write_own(_fan_game()))
    edit(data)
    return json.dumps(data)


def _first(data: dict[str, Any]) -> Any:
    return data["deals"][0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "line 1: this is not JSON"),
        ("{}", 'line 1: this is no Jantaku record ("format" must be "jantaku-record")'),
        (_change(lambda data: data.update(version=9)), "the record is of version 9, this program reads up to 2"),
        (_change(lambda data: data.pop("names")), "line 1: the field 'names' is missing"),
        (_change(lambda data: data.update(names=["A"])), "line 1: ['A'] should be a list of four"),
        (_change(lambda data: data["rules"].update(flowers="maybe")), "line 1: flowers: Input should be"),
        (_change(lambda data: _first(data).pop("scores")), "deal 1: the field 'scores' is missing"),
        (_change(lambda data: _first(data)["hands"][0].append(999)), "deal 1: there is no tile 999 in this set"),
        (_change(lambda data: _first(data)["hands"][0].append(20)), "deal 1: tile 20 (6m) comes from the wall twice"),
        (_change(lambda data: _first(data)["events"].pop()), "deal 1: deal W2.0 has no end"),
        (_change(lambda data: _first(data).update(round_wind="X")), "deal 1: 'X' is no wind"),
        (_change(lambda data: _first(data)["events"][0].update(type="dance")), "deal 1: 'dance' is no event"),
        (
            _change(lambda data: _first(data)["result"].update(reason="rain")),
            "deal 1: 'rain' is not a valid DrawReason",
        ),
    ],
)
def test_a_broken_record_of_our_own_names_the_place(text: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        list(read_own(text, "own.json"))
    assert str(caught.value).startswith("own.json, line 1")
    assert message in str(caught.value)


def test_flowers_can_only_be_written_as_our_own_record_and_as_a_sheet() -> None:
    with pytest.raises(RecordError, match="export this one as json or csv"):
        list(write_mjai(_fan_game()))
    with pytest.raises(RecordError, match="export this one as json or csv"):
        write_tenhou(_fan_game())
    assert write_sheet(_fan_game())


def _sheet(game: RecordedGame) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(write_sheet(game), newline="")))


def test_the_sheet_always_sums_and_follows_from_line_to_line() -> None:
    game = replace(_game(), names=("Ann", "Bo, Jr.", "Cy", "Dee"))
    rows = _sheet(game)
    assert len(rows) == 1 + len(game.deals)
    assert {row["sum"] for row in rows} == {"100000"}
    players = [f"{name} ({seat})" for seat, name in enumerate(game.names)]
    for before, after in pairwise(rows):
        for player in players:
            assert int(before[player]) + int(after[f"{player} change"]) == int(after[player])
    assert [int(rows[-1][player]) for player in players] == list(game.final_scores or ())


def test_penalties_have_lines_of_their_own() -> None:
    between = {
        "at": 1,
        "kind": "points_changed",
        "cause": "chombo",
        "between": True,
        "deltas": [0, -100, 100, 0],
        "scores": [1000, 900, 1100, 1000],
        "deposits": 0,
    }
    deal = _fan_deal()
    rows = _sheet(replace(_fan_game(), deals=(replace(deal, history=(between, *deal.history)),)))
    assert [(row["end"], row["detail"], row["sum"]) for row in rows] == [
        ("penalty", "chombo", "4000"),
        ("penalty", "penalty", "4000"),
        ("ryukyoku", "exhaustive", "4000"),
    ]


def test_a_sheet_that_does_not_sum_is_refused() -> None:
    deal = _game().deals[0]
    wrong = replace(deal, result=replace(deal.result, scores_after=(1, 2, 3, 4)))
    with pytest.raises(RecordError, match=r"points and deposits sum to 1010, before it to 100000"):
        write_sheet(replace(_game(), deals=(wrong,)))
    unknown = replace(deal, result=replace(deal.result, deltas=None))
    with pytest.raises(RecordError, match="does not tell the points"):
        write_sheet(replace(_game(), deals=(unknown,)))


def test_turned_seats_are_counted_from_the_first_dealer() -> None:
    game = _game()
    turned = replace(
        game, deals=tuple(replace(deal, number=deal.number % 4 + 1) for deal in game.deals), names=("A", "B", "C", "D")
    )
    assert turned.first_dealer == 3
    again = from_first_dealer(turned)
    assert again.first_dealer == 0
    assert again.names == ("D", "A", "B", "C")
    assert [deal.dealer for deal in again.deals] == [deal.number - 1 for deal in again.deals]
    for old, new in zip(turned.deals, again.deals, strict=True):
        assert [new.scores[(seat + 1) % 4] for seat in range(4)] == list(old.scores)
        assert [(win.seat - 1) % 4 for win in new.result.wins] == [win.seat for win in old.result.wins]
        assert len(new.events) == len(old.events)


def test_a_name_is_no_formula_in_the_sheet() -> None:
    game = replace(_game(), names=("=1+1", "@SUM(A1)", "-2", "Aoi = Ai"))
    header = write_sheet(game).splitlines()[0].split(",")
    assert not [cell for cell in header if cell.startswith(("=", "@", "-", "+"))]
    assert "'=1+1 (0)" in header
    assert "Aoi = Ai (3)" in header
