"""Season files: what they may say, and clear errors for what they may not."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from controller.errors import ConfigError
from controller.players.season import Season, find_season, read_season

GOOD = 'name = "Winter"\nstarts = 2026-01-01\nends = 2026-03-31\n'


def written(folder: Path, text: str, name: str = "winter.toml") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def test_a_season(tmp_path: Path) -> None:
    season = read_season(written(tmp_path, GOOD + 'rules = "fan-online"\n'))
    assert season == Season(name="Winter", starts=date(2026, 1, 1), ends=date(2026, 3, 31), rules=("fan-online",))
    assert season.plays("fan-online")
    assert not season.plays("fan-practice")
    assert read_season(written(tmp_path, GOOD)).plays("anything")


def test_first_and_last_day_belong_to_it() -> None:
    season = Season(name="day", starts=date(2026, 3, 31), ends=date(2026, 3, 31))
    assert season.covers(datetime(2026, 3, 31, 23, 59, tzinfo=UTC), UTC)
    assert season.covers(datetime(2026, 3, 31, 0, 0, tzinfo=UTC), UTC)
    assert not season.covers(datetime(2026, 4, 1, 0, 0, tzinfo=UTC), UTC)
    assert not season.covers(datetime(2026, 3, 30, 23, 59, tzinfo=UTC), UTC)


def test_rules_files_are_meant_from_the_seasons_folder(tmp_path: Path) -> None:
    written(tmp_path, 'base = "fan-online"\nname = "club"\nminimum_fan = 1\n', "club.toml")
    season = read_season(written(tmp_path, GOOD + 'rules = ["club.toml", "fan-online"]\n'))
    assert season.rules == ("club", "fan-online")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name = ", "not valid TOML"),
        ('name = "x"\n', "2 faults"),
        ('name = "x"\nstarts = 2026-01-01\n', "ends: this must be there"),
        (GOOD + "prize = 5\n", "prize: there is no such key; there are name, starts, ends, rules"),
        (GOOD.replace("2026-03-31", "2025-03-31"), "ends: the last day, 2025-03-31, is before the first, 2026-01-01"),
        (GOOD.replace("2026-03-31", '"soon"'), "ends: 'soon' is no day; write it like 2026-03-31, without quotes"),
        (GOOD.replace("2026-03-31", "5"), "ends: 5 is no day"),
        (GOOD.replace('"Winter"', '""'), "name: '' is not possible"),
        (GOOD + "rules = 3\n", "rules: 3 is not possible"),
        (GOOD + 'rules = ["fan-onlin"]\n', "did you mean fan-online?"),
        (GOOD + 'rules = ["tenhou"]\n', "tenhou is not of the fan family"),
    ],
)
def test_wrong_seasons(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ConfigError) as refused:
        read_season(written(tmp_path, text))
    assert message in str(refused.value)
    assert "winter.toml" in str(refused.value)


def test_seasons_by_name(tmp_path: Path) -> None:
    written(tmp_path, GOOD)
    assert find_season("winter", tmp_path).name == "Winter"
    with pytest.raises(ConfigError, match=r"no season 'summer' in .* \(there: winter\)"):
        find_season("summer", tmp_path)
    with pytest.raises(ConfigError, match="there is no season file"):
        find_season(str(tmp_path / "summer.toml"), tmp_path)
