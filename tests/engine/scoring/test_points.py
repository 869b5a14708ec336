"""From han and fu, or fan, to points: every step of rules.md."""

import pytest

from engine.rules import load_rules
from engine.scoring import Payments
from engine.scoring.fan import BASES
from engine.scoring.points import basic_points, payments

LIMITS = {
    4: (1_920, None),
    5: (2_000, "mangan"),
    6: (3_000, "haneman"),
    7: (3_000, "haneman"),
    8: (4_000, "baiman"),
    10: (4_000, "baiman"),
    11: (6_000, "sanbaiman"),
    12: (6_000, "sanbaiman"),
    13: (8_000, "yakuman"),
    14: (8_000, "yakuman"),
}
"""Basic points and limit by han, at 30 fu."""


@pytest.mark.parametrize(("han", "worth"), LIMITS.items())
def test_limits_by_han(han: int, worth: tuple[int, str | None]) -> None:
    assert basic_points(load_rules("tenhou"), han, 30) == worth
    sanbaiman = worth if han < 13 else (6_000, "sanbaiman")
    assert basic_points(load_rules("tenhou", ["kazoe_yakuman=false"]), han, 30) == sanbaiman


@pytest.mark.parametrize(
    ("han", "fu", "plain", "rounded_up"),
    [
        (1, 30, 240, 240),
        (2, 25, 400, 400),
        (3, 60, 1_920, 2_000),
        (3, 70, 2_000, 2_000),
        (4, 30, 1_920, 2_000),
        (4, 40, 2_000, 2_000),
        (4, 25, 1_600, 1_600),
        (3, 50, 1_600, 1_600),
    ],
)
def test_mangan_by_fu(han: int, fu: int, plain: int, rounded_up: int) -> None:
    """Basic points are fu x 2^(2+han) up to 2,000; kiriage mangan rounds up 1,920."""
    for settings, basic in (([], plain), (["kiriage_mangan=true"], rounded_up)):
        limit = "mangan" if basic == 2_000 else None
        assert basic_points(load_rules("tenhou", settings), han, fu) == (basic, limit)


@pytest.mark.parametrize(
    ("basic", "dealer", "tsumo", "honba", "paid", "whole"),
    [
        (240, False, False, 0, Payments(ron=1_000), 1_000),
        (240, True, False, 0, Payments(ron=1_500), 1_500),
        (240, False, True, 0, Payments(dealer=500, other=300), 1_100),
        (240, True, True, 0, Payments(other=500), 1_500),
        (1_920, False, False, 2, Payments(ron=8_300), 8_300),
        (1_920, False, True, 2, Payments(dealer=4_100, other=2_200), 8_500),
        (1_920, True, True, 2, Payments(other=4_100), 12_300),
        (8_000, True, False, 0, Payments(ron=48_000), 48_000),
    ],
)
def test_each_payment_is_rounded_up_to_100(
    basic: int, dealer: bool, tsumo: bool, honba: int, paid: Payments, whole: int
) -> None:
    assert payments(basic, dealer, tsumo, honba) == (paid, whole)


def test_base_by_fan() -> None:
    """rules.md, Fan family: payments."""
    assert BASES == {
        "curve": (1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128),
        "doubling": (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024),
        "stepped": (1, 2, 4, 8, 16, 16, 16, 32, 32, 32, 64),
    }
