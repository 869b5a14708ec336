"""A season of the fan family: a small TOML file that says its name, its days, and which rules count."""

from collections.abc import Sequence
from datetime import date, datetime, tzinfo
from pathlib import Path
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from controller.config import load_toml
from controller.errors import ConfigError
from engine.errors import RulesError
from engine.rules import load_rules


class Season(BaseModel):
    """When a season runs and what is played in it. Its first and last day belong to it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(min_length=1)
    starts: date = Field(strict=True)
    ends: date = Field(strict=True)
    rules: tuple[str, ...] = ()
    """Names of the rule sets that count; none: all ranked ones of the fan family."""

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.ends < self.starts:
            raise ValueError(f"ends: the last day, {self.ends}, is before the first, {self.starts}")
        return self

    def covers(self, when: datetime, zone: tzinfo | None = None) -> bool:
        """Whether a moment is within the season, by the days of a time zone (None: this machine's)."""
        return self.starts <= when.astimezone(zone).date() <= self.ends

    def plays(self, rules: str) -> bool:
        """Whether matches under a rule set of this name count."""
        return not self.rules or rules in self.rules


def find_season(name_or_file: str, folder: Path) -> Season:
    """The season in a file, or the one of that name (`NAME.toml`) in a folder; raises `ConfigError`."""
    path = Path(name_or_file)
    if path.suffix == ".toml" or len(path.parts) > 1:
        return read_season(path)
    path = folder / f"{name_or_file}.toml"
    if not path.is_file():
        known = ", ".join(sorted(file.stem for file in folder.glob("*.toml"))) or "none yet"
        raise ConfigError(f"there is no season {name_or_file!r} in {folder} (there: {known}); name one, or give a file")
    return read_season(path)


def read_season(path: Path) -> Season:
    """The season in a TOML file; raises `ConfigError` naming every key that is wrong.

    `rules` may be names of presets or rules files, those seen from the season's own folder.
    """
    values = load_toml(path, "season file")
    if isinstance(values.get("rules"), str):
        values["rules"] = [values["rules"]]
    try:
        season = Season.model_validate(values)
    except ValidationError as error:
        raise _season_error(path, [_fault(detail) for detail in error.errors()]) from None
    names, faults = [], []
    for name in season.rules:
        try:
            names.append(_fan_rules(name, path.parent))
        except RulesError as error:
            faults.append(f"rules: {error}")
    if faults:
        raise _season_error(path, faults)
    return season.model_copy(update={"rules": tuple(names)})


def _fan_rules(name: str, folder: Path) -> str:
    """The name of a rule set of the fan family; raises `RulesError`."""
    rules = load_rules(str(folder / name) if (folder / name).is_file() else name)
    if rules.family != "fan":
        raise RulesError(f"{name} is not of the fan family; only that has seasons")
    return rules.name


def _fault(detail: Any) -> str:
    key = ".".join(map(str, detail["loc"]))
    match detail["type"]:
        case "missing":
            return f"{key}: this must be there"
        case "extra_forbidden":
            return f"{key}: there is no such key; there are {', '.join(Season.model_fields)}"
        case "value_error":
            return str(detail["ctx"]["error"])
        case kind if kind.startswith("date"):
            return f"{key}: {detail['input']!r} is no day; write it like 2026-03-31, without quotes"
        case _:
            message = detail["msg"]
            return f"{key}: {detail['input']!r} is not possible: {message[0].lower()}{message[1:]}"


def _season_error(path: Path, faults: Sequence[str]) -> ConfigError:
    return ConfigError(f"{path} has {len(faults)} fault{'s' if len(faults) > 1 else ''}:\n  " + "\n  ".join(faults))
