"""The named rule sets. What a preset does not name stays at `RuleSet`'s default."""

from typing import Final

from engine.rules.ruleset import RuleSet

_TENHOU: Final = RuleSet(
    name="tenhou",
    return_points=30_000,
    oka=20_000,
    uma=(20, 10, -10, -20),
    agari_yame="automatic",
    agari_yame_points=30_000,
    extra_round_until=30_000,
    triple_ron_draws=True,
    nine_terminals_draw=True,
    four_winds_draw=True,
    four_riichi_draw=True,
    four_kans_draw="after_discard",
    kan_indicator="after_replacement",
    nagashi_mangan=True,
    pao_yakuman=frozenset({"daisangen", "daisuushii"}),
    turn_seconds=5,
    bank_seconds=10,
)

PRESETS: Final[dict[str, RuleSet]] = {rules.name: rules for rules in (_TENHOU,)}
"""All presets by name."""
