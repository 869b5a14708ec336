"""`jantaku standings` on small journals: tables, JSON, wrong input."""

import json
from pathlib import Path

import pytest

from controller.cli import main
from controller.inputs import SetupChanged
from controller.journal import Journal
from engine.rules import PRESETS, RuleSet
from tests.controller.journal.samples import forget_names

Capture = pytest.CaptureFixture[str]
NAMES = ["Aki", "Ben", "Chie", "Dan"]
DOMAN = PRESETS["doman"]


def play(path: Path, *rules: RuleSet, end: bool = True) -> None:
    journal = Journal.open(path)
    for one in rules:
        details = {"rules": one.model_dump(mode="json"), "players": NAMES}
        journal.append(SetupChanged(at=0, what="match", details=details))
        final = {"final": {"places": [2, 1, 3, 4]}, "why": "played_out", "absent": [], "bots": []}
        journal.record([], 0, final=final if end else None)
    journal.close()


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "j.sqlite"
    play(path, DOMAN, PRESETS["fan-online"])
    seasons = tmp_path / "seasons"
    seasons.mkdir()
    (seasons / "always.toml").write_text('name = "Always"\nstarts = 2000-01-01\nends = 2999-12-31\n')
    return path


def test_the_table_of_players(capsys: Capture, journal: Path) -> None:
    assert main(["standings", "--journal", str(journal)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["player", "Ben", "Aki", "Chie", "Dan"]
    assert lines[1].split() == ["Ben", "2", "2", "0", "0", "0", "1", "1,530", "9th", "kyu", "10/20"]
    assert "season" not in lines[0]


def test_a_season_by_name_as_json(capsys: Capture, journal: Path) -> None:
    assert main(["standings", "--journal", str(journal), "--season", "always", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["player"] for row in rows] == ["Ben", "Aki", "Chie", "Dan"]
    assert [row["season_rating"] for row in rows] == [1530, 1510, 1490, 1470]
    assert rows[0] == {
        "player": "Ben",
        "bot": False,
        "matches": 2,
        "places": [2, 0, 0, 0],
        "ranked": 1,
        "rating": 1530,
        "shown": False,
        "marks": 0,
        "rank": "9th kyu",
        "rank_points": 10,
        "rank_needs": 20,
        "season": "Always",
        "season_matches": 1,
        "season_rating": 1530,
    }


def test_one_match(capsys: Capture, journal: Path) -> None:
    assert main(["standings", "--journal", str(journal), "--match", "1"]) == 0
    text = capsys.readouterr().out
    assert "novice table: changes rating and rank" in text
    assert "rating 1,500 -> 1,530: base +30" in text
    assert main(["standings", "--journal", str(journal), "--match", "2"]) == 0
    assert "changes nothing, because no season is active" in capsys.readouterr().out
    assert main(["standings", "--journal", str(journal), "--match", "1", "--json"]) == 0
    seats = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [seat["rating"] for seat in seats] == [[1500, 1510], [1500, 1530], [1500, 1490], [1500, 1470]]
    assert seats[1]["rank"] == ["Novice", "9th kyu"]


def test_names_that_were_deleted_count_for_nobody(capsys: Capture, journal: Path) -> None:
    forget_names(journal)
    assert main(["standings", "--journal", str(journal)]) == 0
    assert "no match with named players" in capsys.readouterr().out
    assert main(["standings", "--journal", str(journal), "--json"]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--match", "9"], "the journal has no match 9"),
        (["--match", "3"], "match 3 has not been finished"),
        (["--match", "one"], "invalid int value"),
        (["--season", "never"], "(there: always)"),
        (["--season", "/nowhere/season.toml"], "there is no season file /nowhere/season.toml"),
    ],
)
def test_wrong_input(capsys: Capture, journal: Path, words: list[str], message: str) -> None:
    play(journal, DOMAN, end=False)
    assert main(["standings", "--journal", str(journal), *words]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.out == ""


def test_no_journal(capsys: Capture) -> None:
    assert main(["standings", "--journal", "/nowhere/j.sqlite"]) == 2
    assert "there is no journal /nowhere/j.sqlite" in capsys.readouterr().err
