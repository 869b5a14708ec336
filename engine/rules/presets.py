"""The named rule sets, cell by cell of the table in rules.md.

A preset names every value that differs from `RuleSet`'s default, or whose origin differs from its other cells'.
"""

from collections.abc import Mapping
from typing import Any, Final

from engine.rules.preset import PUBLISHED, SEED_FAN, SEED_RIICHI, Preset, preset
from engine.rules.ruleset import RuleSet

_BIG_DRAGONS_AND_WINDS: Final = frozenset({"daisangen", "daisuushii"})
_WITH_FOUR_KANS: Final = _BIG_DRAGONS_AND_WINDS | {"suukantsu"}

_DOMAN: Final = preset(
    "doman",
    "Doman mahjong: eight menu types, ratings and ranks",
    base="tenhou",
    unnamed=SEED_RIICHI,
    seed={
        "four_kans_draw": "at_once",
        "fifth_kan": "draw",
        "dealer_repeats_on": "win_or_tenpai",
        "kazoe_yakuman": True,
        "yakuman_add": False,
        "nagashi_mangan": True,
        "nagashi_closed_only": True,
        "kan_indicator": "at_once",
        "swap_calling": "both_ends",
        "kokushi_robs_concealed_kan": True,
        "temporary_furiten_until": "own_discard",
        "novice_seconds": 15,
        "advanced_seconds": 10,
        "last_deal_after_minutes": 80,
        "match_minutes": 120,
    },
    choice={
        "triple_ron_draws": True,
        "nine_terminals_draw": True,
        "four_winds_draw": True,
        "agari_yame": "automatic",
        "pao_yakuman": _BIG_DRAGONS_AND_WINDS,
        "abandon_minutes": 5,
        "match_length": "hanchan",
        "ranked": True,
        "level": "novice",
    },
)

_RIICHI_SINGLE_DEAL: Final = preset(
    "riichi-single-deal",
    "One deal of riichi in the East round, without settlement",
    base="tenhou",
    unnamed=SEED_RIICHI,
    seed={
        "match_length": "single",
        "dead_wall": 14,
        "multiple_ron": "head_bump",
        "four_kans_draw": "none",
        "fifth_kan": "forbidden",
        "riichi_kan": "forbidden",
        "swap_calling": "both_ends",
        "kan_after_call": False,
        "kokushi_robs_concealed_kan": False,
        "riichi_min_points": 1_000,
        "riichi_min_wall": 4,
        "temporary_furiten_from": "legal_ron",
        "temporary_furiten_until": "own_draw",
        "leftover_deposits": "returned",
    },
    choice={"bankruptcy_ends": False},
)

_TENHOU: Final = preset(
    "tenhou",
    "Tenhou.net, four players, red fives, open tanyao",
    base="tenhou",
    unnamed=PUBLISHED,
    public={
        "return_points": 30_000,
        "oka": 20_000,
        "uma": (20, 10, -10, -20),
        "uma_tonpuusen": (10, 5, -5, -10),
        "triple_ron_draws": True,
        "nine_terminals_draw": True,
        "four_winds_draw": True,
        "four_riichi_draw": True,
        "four_kans_draw": "after_discard",
        "agari_yame": "automatic",
        "agari_yame_points": 30_000,
        "extra_round_until": 30_000,
        "nagashi_mangan": True,
        "pao_yakuman": _BIG_DRAGONS_AND_WINDS,
        "kan_indicator": "after_replacement",
        "turn_seconds": 5,
        "claim_seconds": 5,
        "bank_seconds": 10,
    },
)

_MAHJONG_SOUL: Final = preset(
    "mahjong-soul",
    "Mahjong Soul, four players, ranked rooms",
    base="tenhou",
    unnamed=PUBLISHED,
    public={
        "return_points": 25_000,
        "uma": (15, 5, -5, -15),
        "nine_terminals_draw": True,
        "four_winds_draw": True,
        "four_riichi_draw": True,
        "four_kans_draw": "after_discard",
        "agari_yame": "automatic",
        "agari_yame_points": 30_000,
        "extra_round_until": 30_000,
        "double_yakuman": True,
        "nagashi_mangan": True,
        "pao_yakuman": _BIG_DRAGONS_AND_WINDS,
        "pao_part_only": True,
        "kan_indicator": "after_replacement",
        "kokushi_robs_concealed_kan": True,
        "turn_seconds": 5,
        "claim_seconds": 5,
        "bank_seconds": 20,
    },
)

_M_LEAGUE: Final = preset(
    "m-league",
    "M.League, Japan's professional team league",
    base="tenhou",
    unnamed=PUBLISHED,
    public={
        "return_points": 30_000,
        "oka": 20_000,
        "uma": (30, 10, -10, -30),
        "tied_places": "split",
        "multiple_ron": "head_bump",
        "bankruptcy_ends": False,
        "kazoe_yakuman": False,
        "kiriage_mangan": True,
        "pao_yakuman": _WITH_FOUR_KANS,
        "riichi_kan": "reading_unchanged",
        "riichi_min_points": None,
        "double_wind_pair_fu": 2,
        "claim_until": "wall_touched",
        "wrong_meld": "no_calls_or_wins",
        "too_many_tiles": "no_calls_or_wins",
        "too_few_tiles": "no_calls_or_wins",
        "chombo": "points_after_uma",
        "chombo_points": 20_000,
    },
    choice={
        "wrong_meld_after_discard": "no_calls_or_wins",
        "claim_without_call": "no_calls_or_wins",
        "riichi_check": "at_draw",
        "false_win": "chombo",
    },
)

_WRC: Final = preset(
    "wrc",
    "World Riichi Championship rules, 2025",
    base="tenhou",
    unnamed=PUBLISHED,
    public={
        "start_points": 30_000,
        "return_points": 30_000,
        "uma": (15, 5, -5, -15),
        "red_fives": 0,
        "tied_places": "split",
        "multiple_ron": "head_bump",
        "bankruptcy_ends": False,
        "kiriage_mangan": True,
        "renhou": "mangan",
        "pao_yakuman": _WITH_FOUR_KANS,
        "riichi_kan": "drawn_reading_unchanged",
        "riichi_min_points": None,
        "riichi_min_wall": 1,
        "leftover_deposits": "not_awarded",
        "double_wind_pair_fu": 2,
        "claim_order": "first_call",
        "claim_until": "next_draw",
        "call_change": False,
        "false_win": "chombo",
        "wrong_meld": "refused",
        "wrong_meld_after_discard": "dead_hand",
        "too_many_tiles": "chombo",
        "too_few_tiles": "chombo",
        "draw_out_of_turn": "refused",
        "exposed_tiles": ((1, "warning"), (3, "dead_hand"), (7, "chombo")),
        "chombo": "points_after_uma",
        "chombo_points": 30_000,
    },
    choice={"riichi_check": "at_draw"},
)

_EMA: Final = preset(
    "ema",
    "European Mahjong Association, riichi rules of 2016",
    base="tenhou",
    unnamed=PUBLISHED,
    public={
        "start_points": 30_000,
        "return_points": 30_000,
        "uma": (15, 5, -5, -15),
        "red_fives": 0,
        "tied_places": "split",
        "bankruptcy_ends": False,
        "kazoe_yakuman": False,
        "yakuman_add": False,
        "renhou": "mangan",
        "pao_yakuman": _BIG_DRAGONS_AND_WINDS,
        "riichi_kan": "reading_unchanged",
        "leftover_deposits": "last_winner",
        "claim_order": "rank",
        "ron_until": "next_discard",
        "call_change": True,
        "too_many_tiles": "dead_hand",
        "too_few_tiles": "dead_hand",
        "chombo": "points_after_uma",
        "chombo_points": 20_000,
    },
    choice={"false_win": "chombo", "riichi_check": "at_draw"},
)

_FAN_COMMON: Final[Mapping[str, Any]] = {
    "family": "fan",
    "match_length": "full",
    "start_points": 1_000,
    "red_fives": 0,
    "flowers": True,
    "multiple_ron": "head_bump",
    "dealer_repeats_on": "win",
    "noten_payments": 0,
    "ura_dora": False,
    "kan_dora": False,
    "kan_after_call": False,
    "furiten": False,
}
_FAN_CHOICES: Final[Mapping[str, Any]] = {
    "bankruptcy_ends": False,
    "dead_wall": 0,
    "swap_calling": "allowed",
    "fifth_kan": "allowed",
    "fan_base": "curve",
    "wrong_riichi": "refused",
    "chombo": "points_to_table",
    "chombo_points": 512,
    "too_many_tiles": "dead_hand",
    "too_few_tiles": "dead_hand",
}

_FAN_PRACTICE: Final = preset(
    "fan-practice",
    "Hong Kong style practice: no minimum, no clock",
    base="fan-practice",
    unnamed=SEED_FAN,
    seed=_FAN_COMMON,
    choice=_FAN_CHOICES,
)

_FAN_ONLINE: Final = preset(
    "fan-online",
    "Hong Kong style with 3 fan minimum, clocks and rated seasons",
    base="fan-practice",
    unnamed=SEED_FAN,
    seed={
        **_FAN_COMMON,
        "minimum_fan": 3,
        "ranked": True,
        "turn_seconds": 20,
        "claim_seconds": 10,
        "pause_seconds": 20,
    },
    choice={**_FAN_CHOICES, "time_out_after_claim": "last_tile"},
)

CATALOGUE: Final[dict[str, Preset]] = {
    entry.rules.name: entry
    for entry in (
        _DOMAN,
        _RIICHI_SINGLE_DEAL,
        _TENHOU,
        _MAHJONG_SOUL,
        _M_LEAGUE,
        _WRC,
        _EMA,
        _FAN_PRACTICE,
        _FAN_ONLINE,
    )
}
"""All presets by name, with the origin of their values."""

PRESETS: Final[dict[str, RuleSet]] = {name: entry.rules for name, entry in CATALOGUE.items()}
"""The rules of all presets by name."""

DOMAN_MENU: Final[Mapping[str, Mapping[str, Any]]] = {
    f"{title} ({length_title} {'Ranked ' if ranked else ''}Match{kuitan})": {
        "level": level,
        "ranked": ranked,
        "match_length": length,
        "open_tanyao": kuitan != ", no kuitan",
    }
    for title, level, ranked, modes in (
        ("Novice Mahjong", "novice", True, ("",)),
        ("Advanced Mahjong", "advanced", True, ("",)),
        ("Four-player Mahjong", None, False, (", kuitan", ", no kuitan")),
    )
    for length_title, length in (("Quick", "tonpuusen"), ("Full", "hanchan"))
    for kuitan in modes
}
"""Doman's eight menu types and the fields of each (rules.md, doman)."""
