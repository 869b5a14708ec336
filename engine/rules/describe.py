"""Every field of a rule set explained: its meaning, its value, where it comes from, where it differs."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.rules.faults import allowed_values, may_be_none
from engine.rules.load import load_rules, read_rules_file
from engine.rules.preset import Origin
from engine.rules.presets import CATALOGUE
from engine.rules.ruleset import SECTIONS, RuleSet
from engine.rules.section import SOURCES, source_of


@dataclass(frozen=True)
class FieldInfo:
    """One field of a rule set, ready to be shown. Values are plain JSON values; sets are sorted lists."""

    section: str
    name: str
    meaning: str
    value: Any
    base_value: Any
    """What the rule set it is compared with has."""
    allowed: tuple[Any, ...]
    """The values to choose from; empty if it is free."""
    origin: Origin
    source: str
    """The part of rules.md and the row there."""

    @property
    def differs(self) -> bool:
        """Whether the value is not the base's; every rule set has a name of its own, so that does not count."""
        return self.name != "name" and bool(self.value != self.base_value)


@dataclass(frozen=True)
class Description:
    """A rule set explained."""

    name: str
    about: str
    base: str
    fields: tuple[FieldInfo, ...]


def describe(name_or_path: str, sets: tuple[str, ...] = ()) -> Description:
    """Explain a preset or a rules file, changed by `sets`; raises `RulesError` as `load_rules` does."""
    rules = load_rules(name_or_path, sets)
    if name_or_path in CATALOGUE:
        inherited = CATALOGUE[name_or_path]
        about, compared = inherited.about, inherited.base
    else:
        inherited = CATALOGUE[read_rules_file(Path(name_or_path)).base]
        about, compared = f"house rules of {name_or_path}", inherited.rules.name
    fields = []
    for section in SECTIONS:
        for field in section.__annotations__:
            value = getattr(rules, field)
            origin: Origin = inherited.origins[field] if value == getattr(inherited.rules, field) else "house"
            fields.append(_explain(section.__doc__ or "", field, value, CATALOGUE[compared].rules, origin))
    return Description(rules.name, about, compared, tuple(fields))


def _explain(section: str, field: str, value: object, base: RuleSet, origin: Origin) -> FieldInfo:
    source, cited = source_of(RuleSet, field)
    allowed = allowed_values(field)
    if allowed and may_be_none(field):
        allowed = (*allowed, None)
    return FieldInfo(
        section=section,
        name=field,
        meaning=RuleSet.model_fields[field].description or "",
        value=_plain(value),
        base_value=_plain(getattr(base, field)),
        allowed=allowed,
        origin=origin,
        source=f"{SOURCES[source]}: {cited}",
    )


def _plain(value: object) -> Any:
    """A value as JSON has it."""
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return value
