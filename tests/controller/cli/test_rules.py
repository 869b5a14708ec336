"""`jantaku rules` and the `--rules` options every command shares."""

import argparse
import json
from pathlib import Path

import pytest

from controller.cli import main
from controller.cli.rules_args import add_rules_arguments, rules_from
from engine.rules import PRESETS, RuleSet


def test_list_names_every_preset(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "list", "--json"]) == 0
    listed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [entry["name"] for entry in listed] == list(PRESETS)
    assert main(["rules", "list"]) == 0
    assert "Doman's menu" in capsys.readouterr().out


def test_show_explains_every_field(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "show", "wrc", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    fields = {field["name"]: field for field in shown["fields"]}
    assert set(fields) == set(RuleSet.model_fields)
    assert fields["double_wind_pair_fu"] == {
        "section": "Riichi: winning and its value",
        "name": "double_wind_pair_fu",
        "meaning": "Fu of a pair that is both seat and round wind.",
        "value": 2,
        "base_value": 4,
        "allowed": [2, 4],
        "origin": "public",
        "source": "rules.md, table: double-wind pair fu",
        "differs": True,
    }
    assert shown["base"] == "tenhou"


def test_show_for_people_marks_differences_and_choices(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "show", "doman", "--set", "red_fives=4"]) == 0
    shown = capsys.readouterr().out
    assert "* red_fives = 4   [house]   (tenhou: 3)" in shown
    assert '* four_kans_draw = "at_once"   [seed]   (tenhou: "after_discard")' in shown
    assert "  triple_ron_draws = true   [choice]\n" in shown


def test_show_of_a_file_compares_with_its_base(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text('base = "ema"\nred_fives = 3\n', encoding="utf-8")
    assert main(["rules", "show", str(path), "--differences"]) == 0
    shown = capsys.readouterr().out
    assert "* red_fives = 3   [house]   (ema: 0)" in shown
    assert shown.count("\n*") == 2  # the legend and the one field


def test_unknown_rules_are_wrong_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "show", "tenhuo"]) == 2
    assert "did you mean tenhou?" in capsys.readouterr().err


def test_check_says_all_that_is_wrong(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    good, bad, broken = (tmp_path / name for name in ("good.toml", "bad.toml", "broken.toml"))
    good.write_text('base = "tenhou"\nopen_tanyao = false\n', encoding="utf-8")
    bad.write_text('base = "tenhou"\nred_fives = 9\nrenhou = "maybe"\n', encoding="utf-8")
    broken.write_text("base = \n", encoding="utf-8")
    assert main(["rules", "check", str(good)]) == 0
    assert "builds on tenhou, differs in open_tanyao" in capsys.readouterr().out
    assert main(["rules", "check", str(good), str(bad)]) == 1
    said = capsys.readouterr().err
    assert "red_fives: 9" in said
    assert 'renhou: "maybe"' in said
    assert main(["rules", "check", str(broken)]) == 2
    assert "not valid TOML" in capsys.readouterr().err
    assert main(["rules", "check", str(tmp_path / "none.toml")]) == 2
    capsys.readouterr()
    assert main(["rules", "check", str(bad), "--json"]) == 1
    output = capsys.readouterr()
    assert [fault["field"] for fault in json.loads(output.out)["faults"]] == ["red_fives", "renhou"]
    assert output.err == ""


@pytest.mark.parametrize("words", [["rules"], ["rules", "show"], ["rules", "check"], ["rules", "explain"]])
def test_wrong_usage(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert "usage" in capsys.readouterr().err


def test_shared_options(capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    add_rules_arguments(parser, default="wrc")
    assert rules_from(parser.parse_args([])) == PRESETS["wrc"]
    given = parser.parse_args(["--rules", "tenhou", "--set", "red_fives=0", "--set", "open_tanyao=false"])
    assert rules_from(given) == PRESETS["tenhou"].with_changes(red_fives=0, open_tanyao=False)
    with pytest.raises(SystemExit) as left:
        rules_from(parser.parse_args(["--set", "red_fives=9"]))
    assert left.value.code == 2
    assert "red_fives" in capsys.readouterr().err
