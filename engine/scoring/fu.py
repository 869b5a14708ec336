"""Fu of a reading (rules.md, Riichi: fu)."""

from typing import Final

from engine.rules import RuleSet
from engine.scoring.hand import DRAGON_MASK, ORPHAN_MASK, WIND_MASK, Arrangement, Hand, Wait

SEVEN_PAIRS_FU: Final = 25
PINFU_TSUMO_FU: Final = 20


def pair_fu(rules: RuleSet, hand: Hand, reading: Arrangement) -> int:
    """Fu of the pair: dragons, seat and round wind have 2, a wind that is both what the rules say."""
    pair = reading.pair
    if pair & DRAGON_MASK:
        return 2
    if not pair & WIND_MASK:
        return 0
    seat = pair == 1 << 27 + hand.win.seat_wind
    round_ = pair == 1 << 27 + hand.win.round_wind
    if seat and round_:
        return rules.double_wind_pair_fu
    return 2 if seat or round_ else 0


def fu_of(rules: RuleSet, hand: Hand, reading: Arrangement, wait: Wait, pair: int) -> int:
    """Fu of a reading that is not pinfu, rounded up to ten; `pair` is what `pair_fu` says."""
    win = hand.win
    fu = 20 + reading.fu + hand.meld_fu + pair + wait.fu
    if win.tsumo:
        if not win.rinshan or rules.rinshan_tsumo_fu:
            fu += 2
    else:
        if hand.closed:
            fu += 10
        if wait.triplet:  # the triplet finished by ron is open: half the fu
            fu -= 4 if ORPHAN_MASK >> hand.win_kind & 1 else 2
    return max(30, (fu + 9) // 10 * 10)
