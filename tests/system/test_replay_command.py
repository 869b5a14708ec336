"""`jantaku replay`, `simulate` and `export` as people call them: what they print, and their exit codes."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from controller.cli import main

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
TONPUUSEN = EXAMPLES / "tonpuusen.mjai.jsonl"


def _deal_with(*yaku: str) -> list[dict[str, Any]]:
    """The example's deal won with just these yaku, or (none given) its first one, alone."""
    lines = [json.loads(line) for line in TONPUUSEN.read_text(encoding="utf-8").splitlines()]
    deal: list[dict[str, Any]] = []
    for line in lines[1:]:
        deal = [line] if line["type"] == "start_kyoku" else [*deal, line]
        if line["type"] == "end_kyoku" and (not yaku or deal[-2].get("yakus") == list(yaku)):
            return [lines[0], *deal]
    raise AssertionError(f"no deal of the example is won with {yaku}")


def _write(path: Path, lines: list[dict[str, Any]]) -> str:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return str(path)


def test_each_deal_is_an_object_and_a_summary_ends_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = _write(tmp_path / "deal.mjai", _deal_with())
    assert main(["replay", file, "--rules", "tenhou", "--json"]) == 0
    out = capsys.readouterr()
    deal, summary = map(json.loads, out.out.splitlines())
    assert set(deal) == {"file", "game", "deal", "events", "record", "table", "same", "incidents"}
    assert (deal["file"], deal["game"], deal["deal"], deal["same"]) == (file, 1, "E1.0", True)
    assert set(deal["table"]["wins"][0]) == {"seat", "from", "yaku", "han", "fu", "yakuman"}
    assert deal["record"]["end"] == deal["table"]["end"] == "hora"
    assert deal["record"]["deltas"] == deal["table"]["deltas"]
    assert {"deals": 1, "same": 1, "different": 0, "incidents": 0}.items() <= summary["summary"].items()
    assert isinstance(summary["summary"]["seconds"], float)


def test_a_compressed_file_is_read_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "deal.mjai.gz"
    file.write_bytes(gzip.compress("".join(json.dumps(line) + "\n" for line in _deal_with()).encode()))
    assert main(["replay", str(file)]) == 0
    assert "1 of 1 deal the same" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("field", "value", "differs"),
    [
        ("deltas", [1, -1, 0, 0], ["deltas", "scores"]),
        ("fan", 9, ["han"]),
        ("fu", 110, ["fu"]),
        ("yakuman", 1, ["yakuman"]),
        ("yakus", ["pinfu"], ["yaku"]),
    ],
)
def test_a_record_that_scores_otherwise_is_different(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], field: str, value: object, differs: list[str]
) -> None:
    lines = _deal_with()
    win = next(line for line in lines if line["type"] == "hora")
    win[field] = value
    assert main(["replay", _write(tmp_path / "wrong.mjai", lines), "--json"]) == 1
    deal, summary = map(json.loads, capsys.readouterr().out.splitlines())
    assert deal["same"] is False
    assert deal["differs"] == differs
    assert summary["summary"]["different"] == 1


def test_a_record_with_the_next_scores_otherwise_is_different(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [*_deal_with(), {"type": "end_game", "scores": [25000] * 4}]
    assert main(["replay", _write(tmp_path / "wrong.mjai", lines), "--json"]) == 1
    assert json.loads(capsys.readouterr().out.splitlines()[0])["differs"] == ["scores"]


def test_what_the_rules_forbid_is_different_and_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without open tanyao the recorded win has no yaku: the table refuses it, and people give up."""
    file = _write(tmp_path / "deal.mjai", _deal_with("tanyao"))
    assert main(["replay", file, "--set", "open_tanyao=false"]) == 1
    out = capsys.readouterr().out
    assert "DIFFERENT in end" in out
    assert "waited in vain for the result" in out


BROKEN = {
    "nothing": ("", "there is no deal in this record"),
    "a game without a deal": (
        '{"type":"start_game","names":["A","B","C","D"],"kyoku_first":4,"aka_flag":true}\n{"type":"end_game"}\n',
        "there is no deal in this record",
    ),
    "no_json": ("hello\n", "line 1: this is not JSON"),
    "cut": ("".join(json.dumps(line) + "\n" for line in _deal_with()[:30]), "breaks off here without a result"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_record_is_an_error_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    text, message = BROKEN[name]
    file = tmp_path / f"{name}.mjai"
    file.write_text(text, encoding="utf-8")
    assert main(["replay", str(TONPUUSEN), str(file), "--json"]) == 2
    out = capsys.readouterr()
    assert out.out == ""
    assert str(file) in out.err
    assert message in out.err


def test_a_cut_off_or_binary_file_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cut = tmp_path / "cut.gz"
    cut.write_bytes(gzip.compress(TONPUUSEN.read_bytes())[:-20])
    binary = tmp_path / "binary.mjai"
    binary.write_bytes(b"\xff\xfe\x00")
    for file, message in ((cut, "is broken or cut off"), (binary, "is no text file")):
        assert main(["replay", str(file)]) == 2
        assert f"{file}: " in (err := capsys.readouterr().err)
        assert message in err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["replay"], "FILE"),
        (["replay", "no-such-file.mjai"], "no-such-file.mjai: No such file"),
        (["replay", str(TONPUUSEN), "--rules", "chess"], "chess"),
        (["replay", str(TONPUUSEN), "--set", "umbrella=1"], "umbrella"),
        (["replay", str(TONPUUSEN), "--fault", "3:drop:seat1:0.5"], "depth wire or firmware"),
        (["replay", str(TONPUUSEN), "--noise", "loud"], "loud"),
        (["simulate"], "--matches"),
        (["simulate", "--matches", "0"], "play at least one"),
        (["simulate", "--matches", "1", "--rules", "chess"], "chess"),
        (["export", "1"], "--format"),
        (["export", "one", "--format", "mjai"], "one"),
        (["export", "1", "--format", "mjai", "--journal", "no-such.sqlite"], "there is no journal no-such.sqlite"),
    ],
)
def test_wrong_usage_ends_with_code_2_and_says_why(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    out = capsys.readouterr()
    assert out.out == ""
    assert message in out.err


def test_bots_play_a_match_that_is_exported_and_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "games.sqlite"
    options = ["--set", "match_length=tonpuusen", "--level", "novice", "--noise", "typical", "--seed", "3"]
    assert main(["simulate", "--matches", "1", "--json", "--journal", str(journal), *options]) == 0
    match, summary = map(json.loads, capsys.readouterr().out.splitlines())
    assert match["faults"] == []
    assert sum(match["scores"]) == 100_000
    assert sorted(match["places"]) == [1, 2, 3, 4]
    assert summary["summary"]["deals"] == match["deals"] >= 4

    assert main(["matches", "--journal", str(journal), "--json"]) == 0
    number = str(json.loads(capsys.readouterr().out)["match"])
    files = []
    for form in ("mjai", "tenhou", "json"):
        file = tmp_path / f"game.{form}"
        assert main(["export", number, "--format", form, "--journal", str(journal), "-o", str(file)]) == 0
        files.append(str(file))
    capsys.readouterr()
    assert main(["replay", *files]) == 0
    assert f"{3 * match['deals']} of {3 * match['deals']} deals the same" in capsys.readouterr().out

    assert main(["export", number, "--format", "csv", "--journal", str(journal)]) == 0
    sheet = capsys.readouterr().out.splitlines()
    assert all(line.endswith(",100000") for line in sheet[1:])

    assert main(["export", "99", "--format", "csv", "--journal", str(journal)]) == 2
    assert f"the journal has no match 99; it has {number}" in capsys.readouterr().err


def test_a_fan_match_with_flowers_is_played_again_from_our_own_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal, record = tmp_path / "fan.sqlite", tmp_path / "fan.json"
    options = ["--rules", "fan-online", "--set", "match_length=east", "--level", "novice", "--seed", "2"]
    assert main(["simulate", "--matches", "1", "--journal", str(journal), "--json", *options]) == 0
    deals = json.loads(capsys.readouterr().out.splitlines()[-1])["summary"]["deals"]
    assert main(["export", "1", "--format", "json", "--journal", str(journal), "-o", str(record)]) == 0
    assert main(["replay", str(record)]) == 0
    assert f"{deals} of {deals} deals the same" in capsys.readouterr().out
    for form in ("mjai", "tenhou"):
        assert main(["export", "1", "--format", form, "--journal", str(journal)]) == 2
        out = capsys.readouterr()
        assert out.out == ""
        assert "export this one as json or csv" in out.err
