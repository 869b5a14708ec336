"""The yakuman (rules.md, Riichi: yakuman)."""

from typing import Final

from engine.rules import RuleSet
from engine.scoring.hand import (
    DRAGON_MASK,
    GREEN_MASK,
    HONOUR_MASK,
    ORPHAN_MASK,
    SUIT_MASKS,
    TERMINAL_MASK,
    WIND_MASK,
    Hand,
)
from engine.tiles import WINDS, Wind

DOUBLE: Final = frozenset({"kokushi_13", "suuankou_tanki", "chuuren_9", "daisuushii"})
"""Yakuman that count twice where the rules have double yakuman."""


def yakuman_value(rules: RuleSet, name: str) -> int:
    """How many times a yakuman counts."""
    return 2 if rules.double_yakuman and name in DOUBLE else 1


def hand_yakuman(rules: RuleSet, hand: Hand) -> list[str]:
    """The yakuman that do not depend on how the closed tiles are read (all but suuankou)."""
    win, kinds = hand.win, hand.kinds
    names = []
    if win.first_draw:
        names.append("tenhou" if win.seat_wind is Wind.EAST else "chiihou")
    if win.renhou and rules.renhou == "yakuman":
        names.append("renhou")
    if kinds == ORPHAN_MASK and hand.is_thirteen_orphans:
        names.append("kokushi_13" if hand.counts[hand.win_kind] == 2 else "kokushi")
        return names
    if kinds & HONOUR_MASK:
        _add_honours(names, hand)
    elif not kinds & ~TERMINAL_MASK:
        names.append("chinroutou")
    elif kinds in SUIT_MASKS and hand.is_nine_gates:
        names.append("chuuren_9" if hand.is_nine_sided else "chuuren")
    if not kinds & ~GREEN_MASK:
        names.append("ryuuiisou")
    if hand.kans == 4:
        names.append("suukantsu")
    return names


def _add_honours(names: list[str], hand: Hand) -> None:
    kinds = hand.kinds
    if kinds & DRAGON_MASK == DRAGON_MASK and all(_is_set(hand, kind) for kind in (31, 32, 33)):
        names.append("daisangen")
    if kinds & WIND_MASK == WIND_MASK:
        winds = sum(1 for kind in WINDS if _is_set(hand, kind))
        if winds == 4:
            names.append("daisuushii")
        elif winds == 3:  # the fourth is there, so it is the pair
            names.append("shousuushii")
    if not kinds & ~HONOUR_MASK:
        names.append("tsuuiisou")


def _is_set(hand: Hand, honour: int) -> bool:
    return hand.counts[honour] >= 3 or bool(hand.meld_triplets >> honour & 1)
