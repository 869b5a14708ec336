"""`jantaku score`: exit codes, JSON lines, and one hand by options."""

import gzip
import io
import json
from pathlib import Path
from typing import Any

import pytest

from controller.cli import main

GOOD = {"id": "a", "hand": "123456m23478p99s6p", "win_tile": "6p", "tsumo": False, "riichi": 1, "seat_wind": "S"}


def answers(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def write(path: Path, *lines: object) -> str:
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress(text.encode()))
    else:
        path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("name", ["hands.jsonl", "hands.jsonl.gz"])
def test_a_file_of_hands(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert main(["score", write(tmp_path / name, GOOD, "", GOOD | {"id": 2, "riichi": 0, "honba": 1})]) == 0
    first, second = answers(capsys)
    assert first == {
        "id": "a",
        "valid": True,
        "yaku": [{"name": "riichi", "han": 1}, {"name": "pinfu", "han": 1}],
        "dora": 0,
        "aka": 0,
        "ura": 0,
        "han": 2,
        "fu": 30,
        "yakuman": 0,
        "limit": None,
        "payments": {"ron": 2000},
        "deposits": 0,
        "total": 2000,
    }
    assert second["id"] == 2
    assert second["payments"] == {"ron": 1300}


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(GOOD).encode() + b"\n\xff\n")))
    assert main(["score", "-"]) == 1
    first, second = answers(capsys)
    assert first["total"] == 2000
    assert second["error"]["code"] == "bad_json"


class Keyboard(io.StringIO):
    """What somebody types at a terminal."""

    def isatty(self) -> bool:
        return True


def test_at_a_terminal_it_says_what_it_waits_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", Keyboard(json.dumps(GOOD) + "\n"))
    assert main(["score", "-"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["total"] == 2000
    assert captured.err.startswith("reading hands from the keyboard, one JSON object a line")
    assert main(["score"]) == 2
    assert "give a FILE, - for standard input, or --hand TILES" in capsys.readouterr().err


def test_no_hand_at_all_is_said_and_no_fault(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\n")))
    assert main(["score"]) == 0
    captured = capsys.readouterr()
    assert (captured.out, "there is no hand to score" in captured.err) == ("", True)


def test_standard_input_with_a_byte_order_mark(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As Windows pipes it; files may begin with one as well."""
    monkeypatch.setattr(
        "sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbf" + json.dumps(GOOD).encode() + b"\r\n"))
    )
    assert main(["score"]) == 0
    assert answers(capsys)[0]["total"] == 2000


def test_impossible_hands_do_not_stop_the_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = GOOD | {"id": "b", "hand": "11111m23478p99s66p"}
    assert main(["score", write(tmp_path / "hands", bad, "[1]", "{", "[" * 100_000, GOOD)]) == 1
    found = answers(capsys)
    assert [line.get("error", {}).get("code") for line in found] == [
        "five_of_a_kind",
        "bad_value",
        "bad_json",
        "bad_json",
        None,
    ]
    assert found[0]["id"] == "b"
    assert found[-1]["valid"]


def test_a_hand_that_may_not_win_is_no_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    no_yaku = GOOD | {"riichi": 0, "hand": "123456m23468p99s7p", "win_tile": "7p"}
    no_shape = GOOD | {"hand": "123456m23478p98s6p"}
    assert main(["score", write(tmp_path / "hands", no_yaku, no_shape)]) == 0
    assert [line["reason"] for line in answers(capsys)] == ["no_yaku", "no_shape"]


def test_below_the_minimum_the_patterns_are_given(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hand = {"hand": "234678p5m5m123m555s", "win_tile": "5m", "tsumo": False, "flowers": "2f"}
    path = write(tmp_path / "hands", hand)
    assert main(["score", "--rules", "fan-online", path]) == 0
    assert main(["score", "--rules", "fan-online", "--set", "minimum_fan=1", path]) == 0
    refused, won = answers(capsys)
    assert refused["reason"] == "below_minimum"
    assert refused["fan"] == 1
    assert refused["patterns"] == [{"name": "concealed_hand", "fan": 1}]
    assert won["payments"] == {"ron": 8}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["score", "nowhere.jsonl"], "nowhere.jsonl"),
        (["score", "--rules", "tenho", "-"], "did you mean tenhou"),
        (["score", "--rules", "tenhou", "--set", "open_tanyao=perhaps", "-"], "open_tanyao"),
        (["score", "--hand", "123m", "-"], "not both"),
        (["score", "--round"], "--round"),
    ],
)
def test_wrong_usage(capsys: pytest.CaptureFixture[str], words: list[str], said: str) -> None:
    assert main(words) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.out == ""


def test_a_broken_compressed_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "hands.gz"
    path.write_bytes(gzip.compress(b"{}\n")[:10])
    assert main(["score", str(path)]) == 2
    assert "hands.gz" in capsys.readouterr().err


def test_one_hand_for_a_person(capsys: pytest.CaptureFixture[str]) -> None:
    words = "--hand 456m234678s45p33z3p --riichi --seat S --dora 3s --honba 1 --kyotaku 1"
    assert main(["score", *words.split()]) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert lines == [
        "riichi 1 han",
        "pinfu 1 han",
        "dora 1 han",
        "-------------------------------",
        "3 han 30 fu",
        "the discarder pays 4,200",
        "deposits 1,000",
        "the winner gains 5,200",
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--hand 123456m23478p99s6p --tsumo --seat S", "the dealer pays 700, the others 400 each"),
        ("--hand 123456m23478p99s6p --tsumo", "each pays 700"),
        ("--hand 67s22p8s --meld pon:555z --meld pon:666z --meld pon:777z --liable other", "liable player pays 24,000"),
        ("--hand 123456m23478p99s6p --tsumo --rules fan-practice", "4 fan, base 16"),
        ("--hand 123456m23478p98s6p", "No win: these tiles make no"),
    ],
)
def test_what_a_person_reads(capsys: pytest.CaptureFixture[str], words: str, said: str) -> None:
    assert main(["score", *words.split()]) == 0
    assert said in capsys.readouterr().out


def test_one_hand_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "--json", "--hand", "11z", "--meld", "chi:123m"]) == 1
    assert answers(capsys)[0]["error"]["code"] == "tile_count"


def test_an_impossible_hand_for_a_person(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "--hand", "11z", "--meld", "chi:123m"]) == 1
    captured = capsys.readouterr()
    assert "closed tiles" in captured.err
    assert captured.out == ""


def test_lines_that_only_python_reads_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = ['{"id": NaN}', "[" * 100_000, '{"id": ' + "9" * 5_000 + "}", GOOD]
    assert main(["score", write(tmp_path / "hands.jsonl", *lines)]) == 1
    *broken, good = answers(capsys)
    assert [answer["error"]["code"] for answer in broken] == ["bad_json"] * 3
    assert good["valid"]


def test_the_examples_of_the_help_are_hands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "--help"]) == 0
    examples = [line.split()[1:] for line in capsys.readouterr().out.splitlines() if line.startswith("  jantaku score")]
    assert len(examples) == 2
    for example in examples:
        assert main(example) == 0
        assert "the winner gains" in capsys.readouterr().out
