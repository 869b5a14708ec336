"""`jantaku scenario`: what a club sees of its own scenarios, and of its mistakes in writing them."""

import json
import re
from pathlib import Path

import pytest

from controller.cli import main
from controller.scenarios.language import COMMANDS

DOCS = Path(__file__).parents[3] / "docs" / "scenarios.md"
GOOD = "# A draw\ngiven East has 123m456p789s1112z\nwhen East draws 9m\nthen the last event is East draws 9m\n"


def written(tmp_path: Path, text: str) -> str:
    file = tmp_path / "table.txt"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_a_scenario_that_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", written(tmp_path, GOOD)]) == 0
    assert capsys.readouterr().out == "scenarios: 1, failed: 0\n"


def test_a_scenario_that_does_not_hold_is_told_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["scenario", written(tmp_path, GOOD.replace("draws 9m\nthen", "draws 8m\nthen"))]) == 1
    told = capsys.readouterr().err
    assert "table.txt:4: A draw" in told
    assert "the last event is East draws 8m" in told


def test_results_as_objects(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "--json", written(tmp_path, GOOD + "\n" + GOOD.replace("9m\nthen", "8m\nthen"))]) == 1
    first, second, summary = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == {"file": "table.txt", "title": "A draw", "failure": None}
    assert second["failure"]["line"] == 9
    assert summary == {"summary": {"scenarios": 2, "failed": 1}}


def test_on_the_simulated_table_a_line_holds_when_the_table_has_read_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["scenario", "--noise", "typical", "--seed", "3", written(tmp_path, GOOD)]) == 0
    assert capsys.readouterr().out == "scenarios: 1, failed: 0\n"


def test_what_is_misread_cannot_be_ordered_of_the_simulated_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = GOOD.replace("then", "and 9m of East is misread\nthen")
    assert main(["scenario", "--noise", "none", written(tmp_path, text)]) == 1
    assert "run it without noise" in capsys.readouterr().err


def test_the_same_as_above_is_all_up_to_the_first_then(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    more = "when East discards 9m\nthen the last event is East discards 9m\n"
    text = f"{GOOD}{more}\n# Another discard\ngiven the same as above\n{more.replace('9m', '1m')}"
    assert main(["scenario", written(tmp_path, f"{text}\n# A third\ngiven the same as above\n{more}")]) == 0
    assert capsys.readouterr().out == "scenarios: 3, failed: 0\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no scenario in it"),
        ("# A\nwhen East draws 9m\n", "expects nothing: add a then line"),
        ("when East draws 9m\nthen no incident\n", "write a title"),
        ("# A\ngiven the same as above\nthen no incident\n", "table.txt:2: no scenario stands above this one"),
        ("# A\nEast draws 9m\n", "table.txt:2: 'East draws 9m' begins with none of given, when, then, and"),
        ("# A\nwhen East dances\nthen no incident\n", "table.txt:2: nobody knows what when 'East dances' means"),
    ],
)
def test_what_is_no_scenario_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, message: str
) -> None:
    assert main(["scenario", written(tmp_path, text)]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("given rules tenhou with kuikae", "'kuikae' is no setting"),
        ("given rules tenhou with start_points=many", "start_points:"),
        ("given the option unread is 7", "option unread: Input should be a valid tuple"),
        ("given nobody reads river:9", "'river:9': hand, river and melds take a seat 0-3"),
        ("when a strange tag comes to nowhere", "'nowhere' is no zone"),
        ("when ruling undo one", "'one' is no field=value"),
        ("when 9m of the dora pad is misread", "there is no 9m of the dora pad"),
    ],
)
def test_a_line_with_words_that_mean_nothing_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str, message: str
) -> None:
    assert main(["scenario", written(tmp_path, f"# A\n{line}\nwhen East draws 9m\nthen no incident\n")]) == 1
    told = capsys.readouterr().err
    assert "table.txt:2: A" in told
    assert message in told


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "nowhere.txt"]) == 2
    assert "there is no scenario file nowhere.txt" in capsys.readouterr().err


def examples(keyword: str) -> list[str]:
    """The lines docs/scenarios.md shows for a keyword, with and without what stands in brackets."""
    text = DOCS.read_text(encoding="utf-8").split(f"## {keyword}\n")[1].split("\n## ")[0]
    shown = re.findall(r"`([^`]+)`", text)
    return [*(re.sub(r" ?\[[^]]*\]", "", line) for line in shown), *(re.sub(r"[][]", "", line) for line in shown)]


@pytest.mark.parametrize("keyword", COMMANDS)
def test_every_line_of_the_language_has_an_example_in_the_docs(keyword: str) -> None:
    lines = examples(keyword)
    missing = [pattern for pattern, _ in COMMANDS[keyword] if not any(re.fullmatch(pattern, line) for line in lines)]
    assert not missing
