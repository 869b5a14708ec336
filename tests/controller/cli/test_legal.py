"""`jantaku legal` as formats.md describes it."""

import gzip
import json
from pathlib import Path

import pytest

from controller.cli import main

START = {
    "type": "start_kyoku",
    "bakaze": "E",
    "dora_marker": "9p",
    "kyoku": 1,
    "honba": 0,
    "kyotaku": 0,
    "oya": 0,
    "scores": [25_000] * 4,
    "tehais": [
        ["1m", "4m", "7m", "2p", "5p", "8p", "3s", "6s", "9s", "E", "S", "W", "N"],
        ["6s", "6s", "2m", "5m", "8m", "3p", "6p", "9p", "1s", "E", "S", "W", "N"],
        ["2m", "3m", "4m", "5m", "6m", "7m", "2p", "2p", "3p", "4p", "5p", "7s", "8s"],
        ["6s", "1m", "1m", "5mr", "9m", "1p", "5pr", "9p", "1s", "P", "P", "F", "F"],
    ],
}
LINES: list[dict[str, object]] = [
    {"type": "start_game", "names": ["A", "B", "C", "D"], "kyoku_first": 4, "aka_flag": True},
    START,
    {"type": "tsumo", "actor": 0, "pai": "5s"},
    {"type": "dahai", "actor": 0, "pai": "6s", "tsumogiri": False},
    {"type": "pon", "actor": 1, "target": 0, "pai": "6s", "consumed": ["6s", "6s"]},
    {"type": "dahai", "actor": 1, "pai": "E", "tsumogiri": False},
    {"type": "tsumo", "actor": 2, "pai": "9s"},
    {"type": "hora", "actor": 2, "target": 2, "pai": "9s"},
    {"type": "end_kyoku"},
    {"type": "end_game"},
]
EXPECTED: list[dict[str, object]] = [
    {"line": 2, "can": {"0": ["dahai"]}},
    {"line": 3, "can": {"1": ["pon"], "2": ["hora"]}},
    {"line": 4, "can": {"1": ["dahai"]}},
    {"line": 6, "can": {"2": ["dahai", "hora", "reach"]}},
]


def record(path: Path, lines: list[dict[str, object]] = LINES) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def objects(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_one_object_for_each_event_that_gives_a_choice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["legal", str(record(tmp_path / "game.mjai")), "--json"]) == 0
    told = capsys.readouterr()
    assert objects(told.out) == EXPECTED
    assert told.err == ""


def test_gzip_and_several_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain = record(tmp_path / "a.mjai")
    packed = tmp_path / "b.mjai.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    assert main(["legal", str(packed), "--json"]) == 0
    assert objects(capsys.readouterr().out) == EXPECTED
    assert main(["legal", str(plain), str(packed), "--json"]) == 0
    files = [row["file"] for row in objects(capsys.readouterr().out)]
    assert files == [str(plain)] * 4 + [str(packed)] * 4


def test_lines_run_on_through_all_games_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["legal", str(record(tmp_path / "two.mjai", LINES + LINES)), "--json"]) == 0
    lines = [row["line"] for row in objects(capsys.readouterr().out)]
    assert lines == [2, 3, 4, 6, 12, 13, 14, 16]


def test_a_table_for_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["legal", str(record(tmp_path / "game.mjai"))]) == 0
    out = capsys.readouterr().out
    assert "E1.0" in out
    assert "seat 1 pon 6s with 66s" in out


def test_rules_decide(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(record(tmp_path / "game.mjai"))
    assert main(["legal", path, "--json", "--set", "riichi_min_points=30000"]) == 0
    assert objects(capsys.readouterr().out)[-1] == {"line": 6, "can": {"2": ["dahai", "hora"]}}


def test_a_record_against_the_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [*LINES[:7], {"type": "hora", "actor": 3, "target": 3, "pai": "9s"}, *LINES[8:]]
    lines[6] = {"type": "tsumo", "actor": 2, "pai": "S"}
    lines[7] = {"type": "hora", "actor": 2, "target": 2, "pai": "S"}
    assert main(["legal", str(record(tmp_path / "bad.mjai", lines)), "--json"]) == 1
    told = capsys.readouterr()
    assert "line 8" in told.err
    assert "no_shape" in told.err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no deal"),
        ("not json\n", "line 1"),
        (json.dumps(LINES[0]) + "\n" + json.dumps(START) + "\n", "breaks off"),
        (json.dumps(LINES[0]) + "\n" + json.dumps({**START, "tehais": [["?"] * 13] * 4}) + "\n", "hides tiles"),
        (json.dumps(LINES[0]) + "\n" + json.dumps({**START, "dora_marker": "10p"}) + "\n", "line 2"),
    ],
)
def test_broken_records(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, says: str) -> None:
    path = tmp_path / "broken.mjai"
    path.write_text(text, encoding="utf-8")
    assert main(["legal", str(path), "--json"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert says in told.err
    assert str(path) in told.err


def test_nothing_is_printed_if_any_file_is_broken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = record(tmp_path / "good.mjai")
    cut = tmp_path / "cut.mjai.gz"
    cut.write_bytes(gzip.compress(good.read_bytes())[:-20])
    assert main(["legal", str(good), str(cut), "--json"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "cut off" in told.err


def test_wrong_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(record(tmp_path / "game.mjai"))
    assert main(["legal"]) == 2
    assert main(["legal", str(tmp_path / "missing.mjai")]) == 2
    assert main(["legal", path, "--rules", "no-such-rules"]) == 2
    assert main(["legal", path, "--set", "riichi_min_points=many"]) == 2
    assert capsys.readouterr().out == ""
