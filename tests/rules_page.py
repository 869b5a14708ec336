"""The tables of presets in docs/rules.md, made from the presets: `python -m tests.rules_page` writes them anew."""

import re
import sys
from pathlib import Path
from typing import Final

from engine.rules import PRESETS, RuleSet
from engine.rules.section import source_of

PAGE: Final = Path(__file__).parents[1] / "docs" / "rules.md"
_TABLES: Final = re.compile(r"(?<=`–` stands for \"none\"\.\n\n).*?(?=\n## Doman)", re.DOTALL)
_NAMES_ONLY: Final = {"name", "description"}


def tables() -> str:
    """A table of each family: every field in which its presets differ from each other, one column a preset."""
    riichi = [rules for rules in PRESETS.values() if rules.family == "riichi"]
    fan = [rules for rules in PRESETS.values() if rules.family == "fan"]
    return _table(riichi) + "\n" + _table(fan)


def page_with_tables(text: str) -> str:
    """The page with its tables made anew."""
    return _TABLES.sub(lambda _: tables(), text)


def _table(presets: list[RuleSet]) -> str:
    lines = [
        "| subject | field | " + " | ".join(rules.name for rules in presets) + " |",
        "| --- | --- |" + " --- |" * len(presets),
    ]
    for field in RuleSet.model_fields:
        if field in _NAMES_ONLY:
            continue
        cells = [_cell(getattr(rules, field)) for rules in presets]
        if len(set(cells)) > 1:
            lines.append(f"| {source_of(RuleSet, field)[1]} | `{field}` | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, frozenset):
        return ", ".join(sorted(map(str, value))) or "–"
    if isinstance(value, tuple):
        return (", " if _is_nested(value) else "/").join(map(_cell, value)) or "–"
    if isinstance(value, float):
        return f"{value:g}"
    return "–" if value is None else str(value).replace("_", " ")


def _is_nested(value: tuple[object, ...]) -> bool:
    return any(isinstance(part, tuple) for part in value)


if __name__ == "__main__":
    PAGE.write_text(page_with_tables(PAGE.read_text()))
    sys.stdout.write(f"wrote {PAGE}\n")
