"""From han and fu to points, and who pays them (rules.md, Riichi: what is common)."""

from functools import lru_cache
from typing import Final

from engine.rules import RuleSet
from engine.scoring.context import Limit, Payments

MANGAN: Final = 2_000
"""Basic points of a mangan."""
YAKUMAN: Final = 8_000
DEPOSIT: Final = 1_000
"""A riichi stick."""
HONBA_RON: Final = 300
HONBA_TSUMO: Final = 100

_LIMITS: Final[tuple[tuple[int, int, Limit], ...]] = (
    (11, 6_000, "sanbaiman"),
    (8, 4_000, "baiman"),
    (6, 3_000, "haneman"),
    (5, MANGAN, "mangan"),
)


def basic_points(rules: RuleSet, han: int, fu: int) -> tuple[int, Limit | None]:
    """Basic points of a hand that is no yakuman, and its limit by name."""
    if han >= 5:
        if han >= 13 and rules.kazoe_yakuman:
            return YAKUMAN, "yakuman"
        for least, points, name in _LIMITS:
            if han >= least:
                return points, name
    basic: int = fu << (2 + han)
    if basic >= MANGAN or (rules.kiriage_mangan and basic == 1_920):
        return MANGAN, "mangan"
    return basic, None


@lru_cache(maxsize=4096)
def payments(basic: int, dealer: bool, tsumo: bool, honba: int) -> tuple[Payments, int]:
    """Who pays what for `basic` points, and the sum; `dealer`: the winner is the dealer."""
    if not tsumo:
        ron = _rounded(basic * (6 if dealer else 4)) + HONBA_RON * honba
        return Payments(ron=ron), ron
    each = _rounded(basic * (2 if dealer else 1)) + HONBA_TSUMO * honba
    if dealer:
        return Payments(other=each), 3 * each
    from_dealer = _rounded(basic * 2) + HONBA_TSUMO * honba
    return Payments(dealer=from_dealer, other=each), from_dealer + 2 * each


def pao_payments(part: int, rest: int, dealer: bool, tsumo: bool, honba: int) -> tuple[Payments, int]:
    """Payments when another seat than the discarder is liable for `part` of the basic points, not for the `rest`.

    A tsumo of the part is paid by the liable seat alone, a ron of it by the liable seat and the discarder by
    halves; the liable seat pays the honba (rules.md, pao). The rest is paid as ever.
    """
    liable = part * (6 if dealer else 4)
    bonus = HONBA_RON * honba
    shared, sum_of_rest = payments(rest, dealer, tsumo, 0)
    whole = liable + bonus + sum_of_rest
    if tsumo:
        return Payments(dealer=shared.dealer, other=shared.other, liable=liable + bonus), whole
    return Payments(ron=whole, liable=liable // 2 + bonus), whole


def _rounded(points: int) -> int:
    return (points + 99) // 100 * 100
