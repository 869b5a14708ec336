"""Which fan patterns a hand has, and which replace which (rules.md, the table of the fan family)."""

from typing import Final

from engine.rules import RuleSet
from engine.scoring.hand import (
    DRAGON_MASK,
    HONOUR_MASK,
    ORPHAN_MASK,
    TERMINAL_MASK,
    WIND_MASK,
    Arrangement,
    Hand,
    Wait,
)
from engine.scoring.yaku import concealed_triplets
from engine.tiles import DRAGONS, FIRST_FLOWER, KIND_OF

FAN: Final[dict[str, int]] = {
    "all_chows": 1,
    "all_pungs": 3,
    "half_flush": 3,
    "full_flush": 7,
    "mixed_terminals": 4,
    "four_concealed_pungs": 8,
    "dragon_pung:white": 1,
    "dragon_pung:green": 1,
    "dragon_pung:red": 1,
    "small_three_dragons": 5,
    "great_three_dragons": 8,
    "seat_wind": 1,
    "round_wind": 1,
    "small_four_winds": 6,
    "self_draw": 1,
    "concealed_hand": 1,
    "last_tile": 1,
    "kong_replacement": 1,
    "robbing_kong": 1,
    "no_flowers": 1,
    "seat_flower": 1,
    "seat_season": 1,
    "all_flowers": 2,
    "all_seasons": 2,
}
"""Fan of each pattern that is no limit."""

LIMITS: Final[dict[str, int]] = dict.fromkeys(
    ("thirteen_orphans", "nine_gates", "all_honors", "all_terminals", "great_four_winds", "four_kongs"), 10
)
"""Limit patterns: they count alone."""

_DRAGON_PUNGS: Final = ("dragon_pung:white", "dragon_pung:green", "dragon_pung:red")

DROPS: Final[dict[str, tuple[str, ...]]] = {
    "full_flush": ("half_flush",),
    "mixed_terminals": ("all_pungs",),
    "four_concealed_pungs": ("all_pungs",),
    "small_three_dragons": _DRAGON_PUNGS,
    "great_three_dragons": _DRAGON_PUNGS,
    "small_four_winds": ("half_flush",),
    "robbing_kong": ("self_draw",),
    "all_flowers": ("seat_flower",),
    "all_seasons": ("seat_season",),
}
"""What each pattern replaces or is never counted with."""


def limit_patterns(rules: RuleSet, hand: Hand) -> dict[str, int]:
    """The limit patterns of a complete hand, with their fan; they do not depend on the reading."""
    kinds = hand.kinds
    found = []
    if hand.is_thirteen_orphans:
        found.append("thirteen_orphans")
    else:
        if hand.is_nine_sided:
            found.append("nine_gates")
        if not kinds & ~HONOUR_MASK:
            found.append("all_honors")
        if not kinds & ~TERMINAL_MASK:
            found.append("all_terminals")
        if _pungs(hand) & WIND_MASK == WIND_MASK:
            found.append("great_four_winds")
        if hand.kans == 4:
            found.append("four_kongs")
    return {name: LIMITS[name] for name in found if name not in rules.patterns_off}


def patterns_of(rules: RuleSet, hand: Hand, reading: Arrangement, wait: Wait) -> dict[str, int]:
    """The patterns of one reading with their fan, after all replacements; no limit patterns."""
    names = [
        *_sets(hand, reading, wait),
        *_honours(hand),
        *_circumstances(hand),
        *(_flowers(hand) if rules.flowers else ()),
    ]
    counted = [name for name in names if name not in rules.patterns_off]
    dropped = {other for name in counted for other in DROPS.get(name, ())}
    return {name: FAN[name] for name in counted if name not in dropped}


def _pungs(hand: Hand) -> int:
    """Mask of the honour pungs and kongs, which are the same in every reading."""
    pungs = hand.meld_triplets & HONOUR_MASK
    for kind in range(27, 34):
        if hand.counts[kind] >= 3:
            pungs |= 1 << kind
    return pungs


def _sets(hand: Hand, reading: Arrangement, wait: Wait) -> list[str]:
    kinds, names = hand.kinds, []
    if not reading.triplets | hand.meld_triplets:
        names.append("all_chows")
    if not reading.runs | hand.meld_runs:
        names.append("all_pungs")
        if not kinds & ~ORPHAN_MASK and kinds & TERMINAL_MASK and kinds & HONOUR_MASK:
            names.append("mixed_terminals")
        if concealed_triplets(hand, reading, wait) == 4:
            names.append("four_concealed_pungs")
    if hand.suits == 1:
        names.append("half_flush" if kinds & HONOUR_MASK else "full_flush")
    return names


def _honours(hand: Hand) -> list[str]:
    pungs, win = _pungs(hand), hand.win
    names: list[str] = []
    dragons = pungs & DRAGON_MASK
    pairs = [kind for kind in range(27, 34) if hand.counts[kind] == 2]
    names.extend(name for kind, name in zip(DRAGONS, _DRAGON_PUNGS, strict=True) if dragons >> kind & 1)
    if dragons.bit_count() == 3:
        names.append("great_three_dragons")
    elif dragons.bit_count() == 2 and pairs and pairs[0] in DRAGONS:
        names.append("small_three_dragons")
    if pungs >> win.seat_wind.kind & 1:
        names.append("seat_wind")
    if pungs >> win.round_wind.kind & 1:
        names.append("round_wind")
    if (pungs & WIND_MASK).bit_count() == 3 and pairs and pairs[0] not in DRAGONS:
        names.append("small_four_winds")
    return names


def _circumstances(hand: Hand) -> list[str]:
    win = hand.win
    facts = (
        ("self_draw", win.tsumo),
        ("concealed_hand", hand.closed),
        ("last_tile", win.last_tile),
        ("kong_replacement", win.rinshan),
        ("robbing_kong", win.chankan),
    )
    return [name for name, given in facts if given]


def _flowers(hand: Hand) -> list[str]:
    """Bonus tiles: the first four are the flowers of the winds, the others the seasons."""
    shown = {KIND_OF[tile] - FIRST_FLOWER for tile in hand.win.flowers}
    if not shown:
        return ["no_flowers"]
    seat = hand.win.seat_wind
    facts = (
        ("seat_flower", seat in shown),
        ("seat_season", 4 + seat in shown),
        ("all_flowers", shown.issuperset(range(4))),
        ("all_seasons", shown.issuperset(range(4, 8))),
    )
    return [name for name, given in facts if given]
