"""A match played here, exported, and replayed through the table: the same scores, in every riichi rule set."""

import json
from pathlib import Path

import pytest
from jansou.validation.cli import check_file

from controller.records.exports import formats_of, written
from controller.records.files import read_games
from controller.replay.session import Replay
from engine.errors import RecordError
from engine.records.model import RecordedGame
from engine.records.own import read_own
from engine.records.seats import from_first_dealer
from engine.records.start import rules_of_game
from engine.rules import PRESETS
from hal.sim.noise import NONE
from tests.controller.records.games import played

RIICHI = sorted(name for name, rules in PRESETS.items() if rules.family == "riichi")
QUICK = {"tenhou"}
PRESETS_TO_TRY = [pytest.param(name, marks=() if name in QUICK else pytest.mark.long) for name in RIICHI]


def scores(game: RecordedGame) -> list[tuple[int, ...] | None]:
    return [deal.scores_after for deal in game.deals]


@pytest.mark.parametrize("form", ["mjai", "tenhou", "json"])
@pytest.mark.parametrize("name", PRESETS_TO_TRY)
def test_what_is_exported_replays_to_the_same_scores(tmp_path: Path, name: str, form: str) -> None:
    rules = PRESETS[name]
    _, game = played(name, "single" if rules.match_length == "single" else "tonpuusen")
    file = tmp_path / "record"
    file.write_text(written(game, form), encoding="utf-8")
    (again,) = read_games(file, rules)
    turned = game if form == "json" else from_first_dealer(game)
    assert [deal.label for deal in again.deals] == [deal.label for deal in game.deals]
    replayed = list(Replay(NONE, 0).play(again, rules_of_game(rules, again)))
    for deal, original in zip(replayed, turned.deals, strict=True):
        assert deal.same, f"{deal.label} differs in {deal.differs}: {deal.table}; {deal.note}"
        assert tuple(deal.table["deltas"]) == original.result.deltas
    assert scores(again) == scores(turned)


@pytest.mark.parametrize("form", ["mjai", "tenhou"])
@pytest.mark.parametrize("name", PRESETS_TO_TRY)
def test_a_public_checker_of_logs_finds_the_same_values(tmp_path: Path, name: str, form: str) -> None:
    """As `jansou-validate` does: it plays the log and scores every win."""
    _, game = played(name, "single" if PRESETS[name].match_length == "single" else "tonpuusen")
    file = tmp_path / "record"
    file.write_text(written(game, form), encoding="utf-8")
    report = check_file(str(file))
    assert (report.error, report.failures) == (None, ())
    assert report.passed == sum(len(deal.result.wins) for deal in game.deals)


def test_online_formats_count_seats_from_the_first_dealer() -> None:
    _, game = played("tenhou", "tonpuusen")
    lines = [json.loads(line) for line in written(game, "mjai").splitlines()]
    first = game.first_dealer
    assert lines[0]["names"] == [game.names[(seat + first) % 4] for seat in range(4)]
    assert lines[1]["oya"] == 0
    assert json.loads(written(game, "tenhou"))["name"] == lines[0]["names"]


def test_a_fan_game_is_written_as_json_and_csv_alone() -> None:
    _, game = played("fan-online", "single")
    assert formats_of("fan", over=True) == ("csv", "json")
    (again,) = read_own(written(game, "json"))
    assert scores(again) == scores(game)
    for form in ("mjai", "tenhou"):
        with pytest.raises(RecordError, match="json or csv"):
            written(game, form)


def test_only_the_score_sheet_is_told_while_a_match_is_played() -> None:
    assert formats_of("riichi", over=False) == formats_of("fan", over=False) == ("csv",)
