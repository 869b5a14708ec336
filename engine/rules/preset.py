"""What a preset is: a rule set whose every value says where it comes from."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from engine.rules.ruleset import RuleSet
from engine.rules.section import Source, source_of

Origin: TypeAlias = Literal["seed", "public", "choice", "own", "house"]
"""`seed`: the table's own specification; `public`: published rules; `choice`: our reading of an open point (rules.md);
`own`: a setting of this table that no rules know; `house`: a rules file or a setting of one's own."""

Origins: TypeAlias = Mapping[Source, Origin]
Values: TypeAlias = Mapping[str, Any]

PUBLISHED: Final[Origins] = {"table": "public", "common": "public", "fan": "public", "fouls": "choice", "own": "own"}
"""Origin by source of what a preset with published rules does not name."""
SEED_RIICHI: Final[Origins] = {**PUBLISHED, "table": "choice"}
"""The same for the specified riichi presets: table cells without "(seed)" are choices."""
SEED_FAN: Final[Origins] = {**SEED_RIICHI, "common": "choice", "fan": "seed"}
"""The same for the specified fan presets."""


@dataclass(frozen=True)
class Preset:
    """A named rule set: what it is, what it is compared with, and the origin of every field."""

    rules: RuleSet
    about: str
    base: str
    """The preset `jantaku rules show` compares it with."""
    origins: Mapping[str, Origin]


def preset(
    name: str,
    about: str,
    *,
    base: str,
    unnamed: Origins,
    seed: Values | None = None,
    public: Values | None = None,
    choice: Values | None = None,
) -> Preset:
    """A preset from its values by origin; what it does not name has the field's default and an `unnamed` origin."""
    by_origin: dict[Origin, Values] = {"seed": seed or {}, "public": public or {}, "choice": choice or {}}
    values: dict[str, Any] = {"name": name}
    origins = {field: unnamed[source_of(RuleSet, field)[0]] for field in RuleSet.model_fields}
    for origin, part in by_origin.items():
        values |= part
        origins |= dict.fromkeys(part, origin)
    return Preset(RuleSet(**values), about, base, origins)
