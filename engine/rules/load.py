"""A rule set by its name, by a file of house rules, and by `FIELD=VALUE` settings."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from engine.errors import RulesError
from engine.rules.faults import build_rules
from engine.rules.presets import PRESETS
from engine.rules.ruleset import RuleSet


def load_rules(name_or_path: str, sets: Sequence[str] = ()) -> RuleSet:
    """The rule set of a preset's name or of a rules file, changed by `sets` (each `FIELD=VALUE`).

    A rules file is TOML with `base = "tenhou"` and the fields that differ (rules.md). Raises `RulesError`.
    """
    if name_or_path in PRESETS:
        rules = PRESETS[name_or_path]
    elif _is_path(name_or_path):
        rules = read_rules_file(Path(name_or_path)).rules
    else:
        close = get_close_matches(name_or_path, PRESETS, n=1, cutoff=0.5)
        hint = f": did you mean {close[0]}? There" if close else "; there"
        raise RulesError(
            f"there is no rule set {name_or_path!r}{hint} are {', '.join(PRESETS)}, or give a file (house.toml)"
        )
    return with_settings(rules, sets)


def with_settings(rules: RuleSet, sets: Sequence[str]) -> RuleSet:
    """Rules changed by `sets` (each `FIELD=VALUE`); raises `RulesError`."""
    if not sets:
        return rules
    return build_rules(rules, dict(map(_setting, sets)), "these settings do not fit")


@dataclass(frozen=True)
class RulesFile:
    """What a rules file says: its rules, and the preset it builds on."""

    rules: RuleSet
    base: str


def read_rules_file(path: Path) -> RulesFile:
    """Read a TOML file of house rules; raises `RulesError`, with `faults` if its values are what is wrong."""
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RulesError(f"there is no rules file {path}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise RulesError(f"the rules file {path} cannot be read: {error}") from error
    except (ValueError, RecursionError) as error:  # nested too deeply, or a number of thousands of digits
        raise RulesError(f"the rules file {path} is not valid TOML: {error}") from error
    faults = []
    base = values.pop("base", None)
    if not isinstance(base, str) or base not in PRESETS:
        wrong = "is missing" if base is None else f"{base!r} is no preset"
        faults.append(("base", f"{wrong}: write the preset this file builds on, one of {', '.join(PRESETS)}"))
        base = "tenhou"
    rules = build_rules(PRESETS[base], {"name": path.stem} | values, f"{path} has wrong values", faults)
    return RulesFile(rules, base)


def _is_path(text: str) -> bool:
    path = Path(text)
    return path.suffix == ".toml" or len(path.parts) > 1 or path.is_file()


def _setting(text: str) -> tuple[str, object]:
    """`FIELD=VALUE` with a TOML value; bare words are texts."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not name:
        raise RulesError(f"{text!r} is no setting: write FIELD=VALUE, for example open_tanyao=false")
    try:
        return name, tomllib.loads(f"value = {value}")["value"]
    except (ValueError, RecursionError):
        return name, value
