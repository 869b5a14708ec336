"""Rule sets by name, file and setting, and what is said when they are wrong."""

import re
from pathlib import Path

import pytest

from engine.errors import RulesError
from engine.rules import PRESETS, load_rules
from engine.rules.load import read_rules_file


def write(folder: Path, text: str, name: str = "club.toml") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_presets_by_name() -> None:
    assert load_rules("wrc") is PRESETS["wrc"]


def test_a_file_changes_its_base(tmp_path: Path) -> None:
    rules = load_rules(write(tmp_path, 'base = "ema"\nred_fives = 4\nreturn_points = "none"\numa = [0, 0, 0, 0]\n'))
    assert rules == PRESETS["ema"].with_changes(name="club", red_fives=4, return_points=None, uma=(0, 0, 0, 0))


def test_settings_take_toml_values_and_bare_words() -> None:
    rules = load_rules(
        "tenhou",
        [
            "open_tanyao = false",
            "renhou=mangan",
            'multiple_ron="head_bump"',
            "extra_round_until=none",
            "agari_yame=none",
        ],
    )
    assert (rules.open_tanyao, rules.renhou, rules.multiple_ron) == (False, "mangan", "head_bump")
    assert (rules.extra_round_until, rules.agari_yame) == (None, "none")


def test_settings_come_after_the_file(tmp_path: Path) -> None:
    path = write(tmp_path, 'base = "tenhou"\nred_fives = 4\n')
    assert load_rules(path, ["red_fives=1", "red_fives=2"]).red_fives == 2


def test_a_wrong_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(RulesError, match=r"did you mean tenhou\?"):
        load_rules("tenhuo")


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("open_tanyo=true", r"open_tanyo: there is no such field; did you mean open_tanyao\?"),
        ("noten_payments=1000", "it must be a multiple of 600"),
        ("red_fives=9", "red_fives: 9 is not possible: it must be less than or equal to 4"),
        ("red_fives=many", 'red_fives: "many" is not possible: it must be a valid integer'),
        ("renhou=maybe", 'renhou: "maybe" is not possible: allowed are "none", "mangan", "yakuman"'),
        ("minimum_fan=2", "minimum_fan: 2 is not possible: allowed are 0, 1, 3"),
        ("uma=[1,2]", "uma: .* too few values"),
        ("uma=[20,10,-10,-10]", "uma: the four bonuses must add up to 0, not 10"),
        ("match_length=east", "match_length: the riichi family plays single, tonpuusen, hanchan, not east"),
        ("flowers=true", "flowers: riichi is played without flowers"),
        ("dead_wall=9", "dead_wall: riichi needs 10 tiles there"),
        ("exposed_tiles=[[3,'warning'],[1,'chombo']]", "exposed_tiles: numbers of tiles go up from 1"),
        ("chombo=points_to_table", "chombo_points: a chombo in points needs to say how many"),
        ("level=master", 'level: "master" is not possible: allowed are "novice", "advanced", none'),
        ("red_fives", "no setting: write FIELD=VALUE"),
        ("=3", "no setting: write FIELD=VALUE"),
    ],
)
def test_wrong_settings(setting: str, said: str) -> None:
    with pytest.raises(RulesError, match=said):
        load_rules("tenhou", [setting])


def test_fan_has_no_red_fives() -> None:
    with pytest.raises(RulesError, match="the fan family has no red fives"):
        load_rules("fan-practice", ["red_fives=3"])


def test_all_faults_of_a_file_at_once(tmp_path: Path) -> None:
    path = write(tmp_path, 'base = "tenho"\nopen_tanyo = 1\nred_fives = 9\nflowers = true\numa = [1]\n')
    with pytest.raises(RulesError) as caught:
        load_rules(path)
    assert [field for field, _message in caught.value.faults] == ["base", "open_tanyo", "red_fives", "uma", "flowers"]
    assert str(caught.value).count("\n") == 5


def test_a_file_without_base(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="base: is missing"):
        load_rules(write(tmp_path, "red_fives = 0\n"))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"base = ", "not valid TOML"),
        (b"\xff\xfe", "cannot be read"),
        (b'base = "tenhou"\numa = ' + b"[" * 50_000, "not valid TOML"),
        (b'base = "tenhou"\nstart_points = ' + b"9" * 5_000, "not valid TOML"),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "club.toml"
    path.write_bytes(content)
    with pytest.raises(RulesError, match=said) as caught:
        load_rules(str(path))
    assert caught.value.faults == ()


def test_missing_files_and_folders(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="there is no rules file"):
        load_rules(str(tmp_path / "none.toml"))
    with pytest.raises(RulesError, match="cannot be read"):
        load_rules(str(tmp_path))


def test_the_base_of_a_file(tmp_path: Path) -> None:
    assert read_rules_file(Path(write(tmp_path, 'base = "wrc"\n'))).base == "wrc"


def test_changes_are_checked_as_a_whole() -> None:
    with pytest.raises(RulesError, match="no red fives"):
        PRESETS["fan-online"].with_changes(red_fives=1)


def test_the_example_of_house_rules_is_good() -> None:
    rules = load_rules(str(Path(__file__).parents[3] / "examples" / "house-rules.toml"))
    assert (rules.name, rules.start_points, rules.open_tanyao, rules.extra_round_until) == (
        "Tuesday club",
        30_000,
        False,
        None,
    )
    assert rules.exposed_tiles == ((1, "warning"), (4, "dead_hand"))


def test_a_long_value_is_not_repeated_in_full() -> None:
    with pytest.raises(RulesError) as caught:
        load_rules("tenhou", ["uma=" + "[" * 30_000])
    assert "uma: " in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("value", ["turn_seconds=inf", "bank_seconds=1e400", "start_points=nan"])
def test_a_number_is_finite(value: str) -> None:
    with pytest.raises(RulesError, match="it must be a finite number"):
        load_rules("tenhou", [value])


@pytest.mark.parametrize(
    ("name", "said"),
    [("nope", "'nope'; there are doman, "), ("tenhuo", "'tenhuo': did you mean tenhou? There are doman, ")],
)
def test_an_unknown_name_is_told_which_there_are(name: str, said: str) -> None:
    with pytest.raises(RulesError, match=re.escape(f"there is no rule set {said}")):
        load_rules(name)
