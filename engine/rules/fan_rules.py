"""The fan family (Hong Kong style): minimum, base points, payments and patterns."""

from typing import Literal, TypeAlias

from engine.rules.section import Section, rule

FanPattern: TypeAlias = Literal[
    "all_chows",
    "all_pungs",
    "half_flush",
    "full_flush",
    "mixed_terminals",
    "four_concealed_pungs",
    "dragon_pung:white",
    "dragon_pung:green",
    "dragon_pung:red",
    "small_three_dragons",
    "great_three_dragons",
    "seat_wind",
    "round_wind",
    "small_four_winds",
    "self_draw",
    "concealed_hand",
    "last_tile",
    "kong_replacement",
    "robbing_kong",
    "no_flowers",
    "seat_flower",
    "seat_season",
    "all_flowers",
    "all_seasons",
    "thirteen_orphans",
    "nine_gates",
    "all_honors",
    "all_terminals",
    "great_four_winds",
    "four_kongs",
]
"""Every pattern of the fan family by name (rules.md, Fan family)."""


class FanRules(Section):
    """Fan family: winning and its value"""

    minimum_fan: Literal[0, 1, 3] = rule(0, "Fan a hand needs to win; flowers count.", "fan", "minimum 0, 1 or 3 fan")
    fan_base: Literal["curve", "doubling", "stepped"] = rule(
        "curve",
        "Base points by fan 0-10: 1 2 4 8 16 24 32 48 64 96 128; two to the power of fan; "
        "or 1 2 4 8 16 16 16 32 32 32 64.",
        "fan",
        "payments: fan_base",
    )
    discard_factor: int = rule(4, "A discard win takes this many times the base.", "fan", "payments", ge=1)
    self_draw_factor: int = rule(2, "A self-draw takes this many times the base from each.", "fan", "payments", ge=1)
    patterns_off: frozenset[FanPattern] = rule(frozenset(), "Fan patterns not counted.", "own", "house patterns")
