"""How a rule is written down: a pydantic field that also knows where its text comes from."""

from typing import Any, Final, Literal, TypeAlias, cast

from pydantic import BaseModel, ConfigDict, Field

Source: TypeAlias = Literal["table", "common", "fan", "fouls", "own"]
"""The part of rules.md a field comes from: a row of the preset table, the text common to riichi, the fan family,
the fouls; or the table's own setting, which no published rule knows."""

SOURCES: Final[dict[Source, str]] = {
    "table": "rules.md, table",
    "common": "rules.md, Riichi: what is common",
    "fan": "rules.md, Fan family",
    "fouls": "rules.md, Fouls",
    "own": "this table's own",
}


class Section(BaseModel):
    """A part of the rules. Frozen; unknown fields are refused. The docstring of each part is its heading."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


def rule(default: Any, description: str, source: Source, cited: str, **limits: Any) -> Any:
    """One field: its default, its meaning, and its source (`cited` is the row or subject there).

    `limits` are pydantic's constraints (`ge`, `le`, `multiple_of`).
    """
    extra: dict[str, Any] = {"source": source, "cited": cited}
    return Field(default, description=description, json_schema_extra=extra, **limits)


def source_of(model: type[BaseModel], name: str) -> tuple[Source, str]:
    """Where a field comes from: the part of rules.md and the row or subject there."""
    extra = model.model_fields[name].json_schema_extra
    if not isinstance(extra, dict):
        raise TypeError(f"{name} is no rule: it was not made by rule()")
    return cast(Source, extra["source"]), cast(str, extra["cited"])
