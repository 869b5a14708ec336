"""Results entered by hand: payments by the rules, from han and fu, yakuman, fan or the points alone."""

import pytest

from engine.deal import Deal
from engine.deal.entered import EnteredWin, drawn, score_of_points, score_of_value, unread_deal, with_riichi, won
from engine.errors import RulesError
from engine.events import DrawReason
from engine.match import Match
from engine.rules import load_rules
from engine.scoring.context import Score
from engine.tiles import Seat, Wind

TENHOU = load_rules("tenhou")


def deal(rules: str = "tenhou", honba: int = 0, deposits: int = 0) -> Deal:
    """A deal of which nothing is known, seat 0 dealing."""
    loaded = load_rules(rules)
    points = (loaded.start_points,) * 4
    return unread_deal(Match.at(loaded, Wind.EAST, 0, honba, deposits, points, 0))


def deltas(of: Deal, *wins: EnteredWin) -> tuple[int, ...]:
    result = won(of, wins).result
    assert result is not None
    return result.deltas


def value(of: Deal, seat: Seat, source: Seat | None, han: int, fu: int = 30) -> EnteredWin:
    return EnteredWin(seat, source, score_of_value(of, seat, tsumo=source is None, han=han, fu=fu))


@pytest.mark.parametrize(
    ("han", "fu", "seat", "source", "expected"),
    [
        (3, 40, 1, 2, (0, 5_200, -5_200, 0)),
        (3, 40, 0, 2, (7_700, 0, -7_700, 0)),
        (2, 30, 1, None, (-1_000, 2_000, -500, -500)),
        (4, 40, 0, None, (12_000, -4_000, -4_000, -4_000)),
        (13, 30, 3, 0, (-32_000, 0, 0, 32_000)),
    ],
)
def test_han_and_fu_become_points(
    han: int, fu: int, seat: Seat, source: Seat | None, expected: tuple[int, ...]
) -> None:
    of = deal()
    assert deltas(of, value(of, seat, source, han, fu)) == expected


def test_honba_and_deposits_go_to_the_first_winner() -> None:
    of = deal(honba=2, deposits=1)
    assert deltas(of, value(of, 1, 2, 1)) == (0, 2_600, -1_600, 0)
    first = value(of, 3, 2, 1)
    second = EnteredWin(0, 2, score_of_value(of, 0, tsumo=False, han=1, first=False))
    assert deltas(of, first, second) == (1_500, 0, -3_100, 2_600)


def test_a_yakuman_with_pao_is_shared() -> None:
    of = deal()
    score = score_of_value(of, 1, tsumo=False, han=0, yakuman=1, pao=True)
    assert deltas(of, EnteredWin(1, 2, score, liable=3)) == (0, 32_000, -16_000, -16_000)
    alone = score_of_value(of, 1, tsumo=True, han=0, yakuman=1, pao=True)
    assert deltas(of, EnteredWin(1, None, alone, liable=3)) == (0, 32_000, 0, -32_000)


def test_fan_pay_by_their_base() -> None:
    of = deal("fan-practice")
    assert deltas(of, value(of, 1, 2, 3)) == (0, 32, -32, 0)
    assert deltas(of, value(of, 1, None, 3)) == (-16, 48, -16, -16)


@pytest.mark.parametrize(
    ("points", "seat", "source", "expected"),
    [
        (3_900, 1, 2, (0, 3_900, -3_900, 0)),
        (12_000, 0, None, (12_000, -4_000, -4_000, -4_000)),
        (8_000, 1, None, (-4_000, 8_000, -2_000, -2_000)),
        (2_700, 1, None, (-1_300, 2_700, -700, -700)),
    ],
)
def test_points_alone_are_shared_as_a_draw_is_paid(
    points: int, seat: Seat, source: Seat | None, expected: tuple[int, ...]
) -> None:
    of = deal()
    score = score_of_points(of, seat, points, tsumo=source is None)
    assert deltas(of, EnteredWin(seat, source, score)) == expected


def test_points_no_draw_pays_are_refused() -> None:
    with pytest.raises(RulesError, match="8000 points cannot be paid by three seats"):
        score_of_points(deal(), 0, 8_000, tsumo=True)


@pytest.mark.parametrize(
    "wins",
    [
        (),
        (EnteredWin(1, 1, Score((), 1)),),
        (EnteredWin(1, 2, Score((), 1)), EnteredWin(1, 2, Score((), 1))),
        (EnteredWin(1, 2, Score((), 1)), EnteredWin(3, 0, Score((), 1))),
        (EnteredWin(1, None, Score((), 1)), EnteredWin(3, None, Score((), 1))),
    ],
)
def test_winners_that_cannot_be(wins: tuple[EnteredWin, ...]) -> None:
    with pytest.raises(RulesError):
        won(deal(), wins)


def test_draws() -> None:
    exhausted = drawn(deal(), DrawReason.EXHAUSTIVE, [0, 2]).result
    assert exhausted is not None
    assert (exhausted.deltas, exhausted.dealer_repeats) == ((1_500, -1_500, 1_500, -1_500), True)
    nagashi = drawn(deal(), DrawReason.NAGASHI_MANGAN, [], [1]).result
    assert nagashi is not None
    assert (nagashi.deltas, nagashi.dealer_repeats) == ((-4_000, 8_000, -2_000, -2_000), False)
    with pytest.raises(RulesError, match="nagashi"):
        drawn(deal(), DrawReason.NAGASHI_MANGAN, [1])


def test_deposits_nobody_saw_are_booked_once() -> None:
    booked = with_riichi(with_riichi(deal(), [2]), [2])
    assert (booked.scores, booked.deposits) == ((25_000, 25_000, 24_000, 25_000), 1)
