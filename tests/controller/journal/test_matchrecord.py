"""A match read back from the journal's facts, with everything that went wrong in it."""

import json
from typing import Any

import pytest

from controller.errors import UsageError
from controller.inputs import Ruling
from controller.journal import Fact, Journal, MatchRow
from controller.journal.matchrecord import game_from_facts, match_numbered
from controller.operations.privacy import last_ended_deal
from controller.referee import TablePhase
from engine.events import Discard, Draw, DrawnDeal, DrawReason
from engine.records.codec import event_to_json
from engine.records.sheet import write_sheet
from engine.rules import load_rules
from engine.tiles import Tile
from tests.controller.simulated import Game

RULES = load_rules("tenhou")
ROW = MatchRow(
    id=7,
    started="2026-01-01T00:00:00+00:00",
    ended=None,
    rules=json.dumps(RULES.model_dump(mode="json")),
    version="1",
    deals=0,
    final=None,
    players={0: "Ann", 1: "Bo", 3: "Dee"},
)
HANDS = [list(range(seat * 13, seat * 13 + 13)) for seat in range(4)]


def _facts(*told: tuple[str, dict[str, Any]]) -> list[Fact]:
    return [Fact(n, n, n * 100, kind, body, "1", ROW.rules) for n, (kind, body) in enumerate(told, 1)]


def _start(label: str = "E1.0", scores: tuple[int, ...] = (25000,) * 4) -> tuple[str, dict[str, Any]]:
    return "deal_started", {
        "label": label,
        "round_wind": 0,
        "dealer": 2,
        "honba": 0,
        "deposits": 0,
        "scores": list(scores),
        "hands": HANDS,
        "indicator": 60,
    }


def _event(index: int, event: Draw | Discard | DrawnDeal) -> tuple[str, dict[str, Any]]:
    return "event_accepted", {"index": index, "event": event_to_json(event), "at": 1000 + index}


def _end(scores: tuple[int, ...] = (24000, 24000, 28000, 24000)) -> tuple[str, dict[str, Any]]:
    return "deal_ended", {
        "label": "E1.0",
        "result": {
            "kind": "draw",
            "reason": "exhaustive",
            "wins": [],
            "deltas": [-1000, -1000, 3000, -1000],
            "tenpai": [2],
            "nagashi": [],
            "riichi": [],
            "scores_after": list(scores),
            "deposits_after": 0,
            "dealer_repeats": True,
            "honba_after": 1,
        },
    }


DRAW, DISCARD, END = Draw(2, Tile(80)), Discard(2, Tile(80)), DrawnDeal(DrawReason.EXHAUSTIVE)
PLAYED = [_event(0, DRAW), _event(1, DISCARD), _event(2, END)]


def test_a_deal_is_what_was_decided() -> None:
    game = game_from_facts(_facts(("match_started", {}), _start(), *PLAYED, _end()), ROW)
    (deal,) = game.deals
    assert game.names == ("Ann", "Bo", "Player 3", "Dee")
    assert (game.rules, game.match_length, game.id) == (RULES, "hanchan", "match-7")
    assert deal.events == (DRAW, DISCARD, END)
    assert deal.times == (1000, 1001, 1002)
    assert (deal.dealer, deal.number, deal.scores) == (2, 1, (25000,) * 4)
    assert deal.result.tenpai == (False, False, True, False)
    assert deal.scores_after == game.final_scores == (24000, 24000, 28000, 24000)


def test_an_unfinished_deal_is_left_out() -> None:
    game = game_from_facts(_facts(_start(), *PLAYED, _end(), _start("E1.1"), PLAYED[0]), ROW)
    assert [deal.label for deal in game.deals] == ["E1.0"]


def test_events_taken_back_are_history() -> None:
    undone = ("events_withdrawn", {"count": 2, "why": "undo"})
    facts = _facts(_start(), PLAYED[0], PLAYED[1], undone, *PLAYED, _end())
    (deal,) = game_from_facts(facts, ROW).deals
    assert deal.events == (DRAW, DISCARD, END)
    (taken,) = deal.history
    assert (taken["kind"], taken["why"]) == ("events_withdrawn", "undo")
    assert taken["events"] == [event_to_json(DRAW), event_to_json(DISCARD)]


def test_a_deal_begun_again_keeps_what_happened_before_it() -> None:
    facts = _facts(_start(), PLAYED[0], _start(), *PLAYED, _end())
    (deal,) = game_from_facts(facts, ROW).deals
    assert deal.events == (DRAW, DISCARD, END)
    assert [(item["kind"], item["why"]) for item in deal.history] == [("events_withdrawn", "dealt_anew")]


def test_a_ruling_that_goes_back_behind_the_result_reopens_the_deal() -> None:
    undone = ("events_withdrawn", {"count": 1, "why": "undo"})
    other = _end(scores=(25000,) * 4)
    facts = _facts(_start(), *PLAYED, _end(), ("ruling_applied", {"who": "Rin"}), undone, PLAYED[2], other)
    (deal,) = game_from_facts(facts, ROW).deals
    assert deal.events == (DRAW, DISCARD, END)
    assert deal.scores_after == (25000,) * 4
    assert [item["kind"] for item in deal.history] == ["ruling_applied", "events_withdrawn"]


def test_an_abandoned_deal_and_its_penalty_are_history_of_the_next() -> None:
    chombo = {"cause": "chombo", "deltas": [-12000, 4000, 4000, 4000], "deposits": 0}
    facts = _facts(
        _start(),
        PLAYED[0],
        ("deal_abandoned", {"label": "E1.0", "why": "chombo"}),
        ("points_changed", {**chombo, "scores": [13000, 29000, 29000, 29000]}),
        _start(scores=(13000, 29000, 29000, 29000)),
        *PLAYED,
        _end(scores=(12000, 28000, 32000, 28000)),
    )
    (deal,) = game_from_facts(facts, ROW).deals
    assert [item["kind"] for item in deal.history] == ["deal_abandoned", "events_withdrawn", "points_changed"]
    (penalty,) = deal.penalties
    assert (penalty["cause"], penalty["between"]) == ("chombo", True)
    rows = write_sheet(game_from_facts(facts, ROW)).splitlines()[1:]
    assert [row.split(",")[2:4] for row in rows] == [["penalty", "chombo"], ["ryukyoku", "exhaustive"]]
    assert all(row.endswith(",100000") for row in rows)


def test_what_happens_after_the_last_deal_is_history_of_the_game() -> None:
    facts = _facts(_start(), *PLAYED, _end(), ("match_ended", {"why": "played_out"}))
    assert [item["kind"] for item in game_from_facts(facts, ROW).history] == ["match_ended"]


def test_a_match_that_is_not_there_names_those_that_are() -> None:
    assert match_numbered([ROW], 7) is ROW
    with pytest.raises(UsageError, match="the journal has no match 8; it has 7"):
        match_numbered([ROW], 8)
    with pytest.raises(UsageError, match="it has none at all"):
        match_numbered([], 1)


def phase_of(game: Game) -> TablePhase:
    return game.state.phase


def test_an_entered_result_that_is_taken_back_leaves_no_deal_behind() -> None:
    journal = Journal.memory()
    game = Game(journal, seed=3)
    game.start()
    game.run(60_000)

    def rule(what: str, **details: Any) -> None:
        game.runtime.submit(lambda now: Ruling(at=now, who="Rin", what=what, details=details))
        game.run(50)

    rule("score", end="win", wins=[{"seat": 0, "source": 1, "han": 3, "fu": 40}])
    assert phase_of(game) is TablePhase.RESULT
    rule("undo", to=len(game.state.steps))
    assert phase_of(game) is TablePhase.PLAYING
    facts = list(journal.facts(1))
    assert not game_from_facts(facts, ROW).deals
    assert last_ended_deal(facts) is None
    while phase_of(game) is not TablePhase.RESULT:
        game.run(1_000)
    (deal,) = game_from_facts(journal.facts(1), ROW).deals
    assert game.state.match is not None
    assert deal.scores_after == game.state.match.scores
    assert len(write_sheet(game_from_facts(journal.facts(1), ROW)).splitlines()) == 3
