"""Reading and writing mjai records."""

import copy
import json
from typing import Any

import pytest

from engine.errors import RecordError
from engine.events import Discard, Draw, DrawnDeal, DrawReason, Pon, Riichi, Win
from engine.records.mjai import read_mjai
from engine.records.mjai_writer import write_mjai
from engine.tiles import KIND_OF, Wind
from tests.cases import case_lines
from tests.engine.records.samples import START_GAME, START_KYOKU, dahai, ron_of_the_second_tile, text, tsumo


def test_a_game_has_its_start_its_events_and_its_result() -> None:
    (game,) = read_mjai(text(ron_of_the_second_tile()), "g.mjai")
    (deal,) = game.deals
    assert (game.match_length, game.open_tanyao, game.first_dealer) == ("hanchan", True, 0)
    assert game.final_scores == (34600, 15400, 25000, 25000)
    assert (deal.label, deal.round_wind, deal.dealer, deal.scores) == ("E1.0", Wind.EAST, 0, (25000,) * 4)
    assert [type(event) for event in deal.events] == [Draw, Discard, Draw, Discard, Win]
    assert deal.lines == (2, 3, 4, 5, 6)
    (win,) = deal.result.wins
    assert (win.seat, win.source, win.han, win.deltas) == (0, 1, None, (9600, -9600, 0, 0))
    assert deal.scores_after == game.final_scores


def test_every_tile_is_a_different_physical_tile_and_reds_are_red() -> None:
    (game,) = read_mjai(text(ron_of_the_second_tile()), "g.mjai")
    deal = game.deals[0]
    dealt = [tile for hand in deal.hands for tile in hand]
    drawn = [event.tile for event in deal.events if isinstance(event, Draw)]
    assert len({*dealt, *drawn, deal.indicator}) == 52 + 2 + 1
    red = {deal.tile_set.name(tile) for tile in deal.hands[0] if deal.tile_set.is_red(tile)}
    assert red == {"0m"}


def test_tsumogiri_decides_between_two_equal_tiles() -> None:
    for tsumogiri in (True, False):
        lines = ron_of_the_second_tile()
        lines[2:4] = [tsumo(0, "E"), dahai(0, "E", tsumogiri)]
        (game,) = read_mjai(text(lines), "g.mjai")
        draw, discard = game.deals[0].events[:2]
        assert isinstance(draw, Draw)
        assert isinstance(discard, Discard)
        assert (discard.tile == draw.tile) is tsumogiri
        assert KIND_OF[discard.tile] == KIND_OF[draw.tile]


def test_riichi_is_accepted_only_where_the_record_says_so() -> None:
    lines = ron_of_the_second_tile()
    lines[3:4] = [{"type": "reach", "actor": 0}, dahai(0, "F"), {"type": "reach_accepted", "actor": 0}]
    (game,) = read_mjai(text(lines), "g.mjai")
    assert game.deals[0].accepted == (0,)
    assert Riichi(0) in game.deals[0].events
    assert game.deals[0].scores_after == (33600, 15400, 25000, 25000)


def test_several_games_and_a_missing_end_are_read_with_running_line_numbers() -> None:
    one = ron_of_the_second_tile()
    first, second = read_mjai(text(one[:-1] + one[:-2]), "two.mjai")
    assert (first.line, second.line) == (0, 8)
    assert first.final_scores is None
    assert second.deals[0].lines == (10, 11, 12, 13, 14)


def test_extra_fields_and_empty_lines_do_no_harm() -> None:
    lines = [line | {"extra": 1, "offer": []} for line in ron_of_the_second_tile()]
    (game,) = read_mjai([*text(lines[:3]), "", *text(lines[3:])], "g.mjai")
    assert game.deals[0].lines == (2, 4, 5, 6, 7)


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ([], DrawReason.NINE_TERMINALS),
        ([dahai(0, "E"), *(x for n in (1, 2, 3) for x in (tsumo(n, "E"), dahai(n, "E")))], DrawReason.FOUR_WINDS),
    ],
)
def test_a_draw_without_a_reason_is_told_by_the_position(lines: list[dict[str, Any]], reason: DrawReason) -> None:
    start = copy.deepcopy(START_KYOKU)
    start["tehais"][0] = ["1m", "9m", "1p", "9p", "1s", "9s", "S", "W", "P", "2m", "3m", "4m", "5m"]
    start["tehais"][1:] = [
        ["2m", "3m", "4m", "5m", "6m", "7m", "8m", "2p", "3p", "4p", "5p", "6p", "7p"],
        ["2s", "3s", "4s", "5s", "6s", "7s", "8s", "2p", "3p", "4p", "5p", "6p", "7p"],
        ["2s", "3s", "4s", "5s", "6s", "7s", "8s", "2p", "3p", "4p", "8p", "8p", "8p"],
    ]
    record = [START_GAME, start, tsumo(0, "E"), *lines, {"type": "ryukyoku", "deltas": [0, 0, 0, 0]}]
    (game,) = read_mjai(text(record), "g.mjai")
    assert game.deals[0].result.reason is reason
    event = game.deals[0].events[-1]
    assert event == DrawnDeal(reason, 0 if reason is DrawReason.NINE_TERMINALS else None)


def _changed(index: int, **fields: Any) -> list[dict[str, Any]]:
    lines = ron_of_the_second_tile()
    lines[index] = {key: value for key, value in (lines[index] | fields).items() if value is not ...}
    return lines


BROKEN: list[tuple[list[str], str]] = [
    (["{"], "line 1: this is not JSON"),
    (["[1]"], 'line 1: every line must be a JSON object with a "type"'),
    (text([tsumo(0, "E")]), "line 1: 'tsumo' comes before any 'start_game'"),
    (text([START_GAME, tsumo(0, "E")]), "line 2: 'tsumo' comes outside a deal: no 'start_kyoku'"),
    (text(_changed(2, type="dance")), "line 3: 'dance' is no mjai event type"),
    (text(_changed(2, pai=...)), "line 3: 'tsumo' lacks the field 'pai'"),
    (text(_changed(2, pai="5z")), "line 3: '5z' is no mjai tile name"),
    (text(_changed(2, pai="?")), "line 3: the record hides tiles"),
    (text(_changed(2, pai=5)), "line 3: a tile is written as text, not 5"),
    (text(_changed(2, actor=4)), "line 3: 'actor' must be a seat 0-3, not 4"),
    (text(_changed(2, actor=True)), "line 3: 'actor' must be a whole number, not True"),
    (text(_changed(2, actor=1)), "line 3: seat 1 draws, but it is seat 0's turn to draw"),
    (text(_changed(3, pai="9s")), "line 4: seat 0 discards 9s as drawn, but drew something else"),
    (text(_changed(3, pai="9s", tsumogiri=False)), "line 4: seat 0 discards 9s, which is not in its hand"),
    (text(_changed(3, tsumogiri="no")), "line 4: 'tsumogiri' must be true or false, not 'no'"),
    (text(_changed(3, actor=1)), "line 4: seat 1 discards, but it is seat 0's turn to discard"),
    (text(_changed(6, pai="2p")), "line 7: seat 0 wins on 2p, but the tile is 1p"),
    (text(_changed(6, target=2)), "line 7: seat 0 wins from seat 2, but the tile is seat 1's"),
    (text(_changed(6, deltas=[1, 2])), "line 7: 'deltas' must be four whole numbers"),
    (text(_changed(1, tehais=[["1m"] * 13] * 4)), "line 2: there are only 4 of 1m in this set"),
    (text(_changed(1, tehais=[["1m"]] * 4)), "line 2: four hands of 13 tiles are dealt"),
    (text(_changed(1, bakaze="X")), "line 2: 'X' is no wind"),
    (text(_changed(1, kyoku=5)), "line 2: there are four deals (1-4)"),
    (text(_changed(0, names=["A"])), "line 1: 'names' must be four names"),
    (text(_changed(0, kyoku_first=3)), "line 1: 'kyoku_first' must be 0 (tonpuusen) or 4 (hanchan), not 3"),
    (text(ron_of_the_second_tile()[:6]), "line 6: deal E1.0 (from line 2) breaks off here without a result"),
    (
        text([*ron_of_the_second_tile()[:4], {"type": "ryukyoku", "reason": "rain", "deltas": [0] * 4}]),
        "line 5: 'ryukyoku' for an unknown reason 'rain'",
    ),
    (
        text(
            [
                *ron_of_the_second_tile()[:4],
                {"type": "pon", "actor": 1, "target": 0, "pai": "F", "consumed": ["F", "F"]},
            ]
        ),
        "line 5: seat 1 shows 6z 6z, but its hand lacks 6z",
    ),
    (
        text(
            [
                *ron_of_the_second_tile()[:4],
                {"type": "chi", "actor": 1, "target": 0, "pai": "F", "consumed": ["1m", "2m"]},
            ]
        ),
        "line 5: seat 1 calls 6z with 1m 2m, which is no set",
    ),
    (
        text([*ron_of_the_second_tile()[:4], {"type": "ankan", "actor": 1, "consumed": ["1m"] * 4}]),
        "line 5: seat 1 declares a kan, but it is seat 1's turn to draw",
    ),
    (text([*ron_of_the_second_tile()[:3], {"type": "dora", "dora_marker": "9s"}]), "there was no kan"),
    (text([*ron_of_the_second_tile()[:4], {"type": "reach_accepted", "actor": 0}]), "has not just declared one"),
]


@pytest.mark.parametrize(("lines", "message"), BROKEN, ids=[message[:50] for _, message in BROKEN])
def test_what_cannot_be_is_refused_with_file_line_and_reason(lines: list[str], message: str) -> None:
    with pytest.raises(RecordError) as caught:
        list(read_mjai(lines, "bad.mjai"))
    assert str(caught.value).startswith("bad.mjai, line ")
    assert message in str(caught.value)


def test_pon_and_kan_keep_their_tiles() -> None:
    lines = ron_of_the_second_tile()
    lines[2:4] = [tsumo(0, "S"), dahai(0, "S"), {"type": "pon", "actor": 1, "target": 0, "pai": "S"}]
    lines[4] |= {"consumed": ["S", "S"]}
    lines[5:6] = [dahai(1, "2p", tsumogiri=False), tsumo(2, "1p")]
    lines[7] |= {"actor": 2}
    lines[8] |= {"target": 2}
    (game,) = read_mjai(text(lines), "g.mjai")
    pon = game.deals[0].events[2]
    assert isinstance(pon, Pon)
    assert {KIND_OF[tile] for tile in (pon.tile, *pon.used)} == {28}
    assert game.deals[0].result.wins[0].source == 2


@pytest.mark.parametrize("name", ["riichi_games.mjai.jsonl.gz", "riichi_offers.mjai.jsonl.gz"])
def test_the_handed_records_are_written_again_line_by_line(name: str) -> None:
    lines = case_lines(name)
    written = [json.loads(line) for game in read_mjai(lines, name) for line in write_mjai(game)]
    assert len(written) == len(lines)
    for given, again in zip(map(json.loads, lines), written, strict=True):
        for extra in ("id", "offer", "offers_to"):
            given.pop(extra, None)
        if given["type"] == "end_game":
            again = {key: value for key, value in again.items() if key in given}  # noqa: PLW2901
        assert given == again
