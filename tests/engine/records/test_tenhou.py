"""The JSON of tenhou.net/6, read and written; an independent reader must agree."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jansou.io.tenhou_json import parse_tenhou_json
from jansou.validation.check import check_paifu

from engine.errors import RecordError
from engine.events import AddedKan, Chi, ConcealedKan, DrawReason, OpenKan, Pon
from engine.records.mjai import read_mjai
from engine.records.mjai_writer import write_mjai
from engine.records.model import RecordedGame
from engine.records.seats import from_first_dealer
from engine.records.tenhou import read_tenhou
from engine.records.tenhou_writer import write_tenhou
from engine.tiles import TileSet
from tests.cases import case_lines

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


def _example(name: str = "hanchan-with-kans") -> RecordedGame:
    (game,) = read_mjai((EXAMPLES / f"{name}.mjai.jsonl").read_text(encoding="utf-8").splitlines())
    return game


def _without_ties_to_copies(game: RecordedGame) -> list[dict[str, Any]]:
    """The game as mjai says it: names, not physical copies, and without what tenhou.net/6 leaves out."""
    lines = [json.loads(line) for line in write_mjai(game)]
    for line in lines:
        line.pop("yakus", None)
        if line["type"] == "ryukyoku":
            line.pop("tenpais", None)
    return lines


@pytest.mark.parametrize("name", ["hanchan-with-kans", "hanchan-nine-terminals", "tonpuusen"])
def test_a_game_survives_the_round_trip(name: str) -> None:
    game = _example(name)
    (again,) = read_tenhou(write_tenhou(game))
    assert _without_ties_to_copies(again) == _without_ties_to_copies(from_first_dealer(game))
    assert [deal.result.wins for deal in again.deals] == [deal.result.wins for deal in game.deals]


@pytest.mark.parametrize(("reds", "told"), [(1, [1, 0, 0]), (2, [1, 1, 0]), (4, [1, 2, 1])])
def test_other_numbers_of_red_fives(reds: int, told: list[int]) -> None:
    """tenhou.net/6 tells the number by suit; mjai does not, there the rules do."""
    game = _example()
    tiles = TileSet(red_fives=reds)
    game = replace(game, tile_set=tiles, deals=tuple(replace(deal, tile_set=tiles) for deal in game.deals))
    text = write_tenhou(game)
    rule = json.loads(text)["rule"]
    assert [rule[f"aka{code}"] for code in (51, 52, 53)] == told
    (again,) = read_tenhou(text)
    assert again.tile_set == tiles
    assert _without_ties_to_copies(again) == _without_ties_to_copies(from_first_dealer(game))
    lines = list(write_mjai(game))
    (again,) = read_mjai(lines, red_fives=reds)
    assert again.tile_set == tiles
    assert list(write_mjai(again)) == lines


@pytest.mark.parametrize("name", ["riichi_games.mjai.jsonl.gz", "riichi_offers.mjai.jsonl.gz"])
def test_every_handed_game_survives_and_another_reader_scores_the_same(name: str) -> None:
    wins = 0
    kinds = set()
    for game in read_mjai(case_lines(name), name):
        text = write_tenhou(game)
        (again,) = read_tenhou(text)
        assert _without_ties_to_copies(again)[:-1] == _without_ties_to_copies(from_first_dealer(game))[:-1]
        kinds |= {type(event) for deal in again.deals for event in deal.events}
        verdicts = list(check_paifu(parse_tenhou_json(text)))
        assert all(verdict.passed for verdict in verdicts)
        wins += len(verdicts)
    assert wins > 100
    assert {Chi, Pon, ConcealedKan, AddedKan} <= kinds
    assert OpenKan in kinds or "games" in name


def test_the_draws_have_their_reasons_and_ready_seats() -> None:
    found = {}
    for game in read_mjai(case_lines("riichi_games.mjai.jsonl.gz")):
        (again,) = read_tenhou(write_tenhou(game))
        for deal, other in zip(from_first_dealer(game).deals, again.deals, strict=True):
            assert deal.result.reason == other.result.reason
            if other.result.tenpai is not None:
                assert other.result.tenpai == deal.result.tenpai
                found[deal.result.reason] = True
    assert DrawReason.EXHAUSTIVE in found


def test_a_viewer_address_and_several_games_in_one_text_are_read() -> None:
    game = _example("tonpuusen")
    text = write_tenhou(game)
    assert [len(found.deals) for found in read_tenhou(f"{text}\n{text}\n")] == [6, 6]
    (found,) = read_tenhou(f"https://tenhou.net/6/#json={text}&ts=0\n")
    assert found.match_length == "tonpuusen"


def _change(edit: Callable[[dict[str, Any]], Any]) -> str:
    data = json.loads(write_tenhou(_example("tonpuusen")))
    edit(data)
    return json.dumps(data)


def _deal(data: dict[str, Any]) -> Any:
    return data["log"][0]


BROKEN: list[tuple[str, str]] = [
    ("{", "line 1: this is not JSON"),
    ('{"name": []}', 'a JSON object with a list "log"'),
    (_change(lambda data: data.update(name=["A", "B", "C"])), "four players only"),
    (_change(lambda data: _deal(data).pop()), "deal 1: a deal is a list of 17 parts"),
    (_change(lambda data: _deal(data)[4].__setitem__(0, 77)), "deal 1: 77 is no tile code"),
    (_change(lambda data: _deal(data)[4].append(11)), "deal 1: four hands of 13 tiles"),
    (_change(lambda data: _deal(data)[5].clear()), "deal 1: no order of turns explains"),
    (_change(lambda data: _deal(data)[6].__setitem__(0, "x11")), "deal 1: 'x11' is no call"),
    (_change(lambda data: _deal(data)[5].__setitem__(0, None)), "deal 1: draws and discards are lists"),
    (_change(lambda data: _deal(data).__setitem__(16, ["雨"])), "deal 1: '雨' is no known end"),
    (_change(lambda data: _deal(data).__setitem__(16, [])), "deal 1: the deal has no result"),
    (_change(lambda data: _deal(data)[16].__setitem__(1, [1])), "deal 1: [1] are not the points of four seats"),
    (_change(lambda data: _deal(data)[16][2].__setitem__(0, 9)), "are no seats"),
]


@pytest.mark.parametrize(("text", "message"), BROKEN, ids=[message for _, message in BROKEN])
def test_what_cannot_be_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        list(read_tenhou(text, "bad.json"))
    assert str(caught.value).startswith("bad.json")
    assert message in str(caught.value)
