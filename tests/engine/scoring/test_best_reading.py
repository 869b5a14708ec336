"""Properties of scoring: the best reading counts, points add up, the order of tiles does not matter."""

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.rules import load_rules
from engine.scoring import Refusal, Score, WinContext, could_win, score_win
from engine.scoring.fan_patterns import patterns_of
from engine.scoring.fu import fu_of, pair_fu
from engine.scoring.hand import Hand
from engine.scoring.points import basic_points
from engine.scoring.yaku import CLOSED_HAN, OPEN_HAN, hand_yaku, reading_yaku
from tests.hands import random_win

TENHOU = load_rules("tenhou")
FAN = load_rules("fan-practice")

wins = st.integers(0, 2**32).map(lambda seed: random_win(random.Random(seed)))


@given(wins)
@settings(deadline=None)
def test_no_reading_is_worth_more_than_the_score(win: WinContext) -> None:
    score = score_win(TENHOU, win)
    if isinstance(score, Refusal) or score.yakuman:
        return
    hand = Hand(win)
    han_of = CLOSED_HAN if hand.closed else OPEN_HAN
    for reading in hand.readings():
        names = hand_yaku(TENHOU, hand) + reading_yaku(hand, reading)
        if not names:
            continue
        han = sum(han_of[name] for name in names) + score.dora + score.aka + score.ura
        for wait in reading.waits(hand.win_kind):
            fu = fu_of(TENHOU, hand, reading, wait, pair_fu(TENHOU, hand, reading))
            assert basic_points(TENHOU, han, fu)[0] <= score.base


@given(wins)
@settings(deadline=None)
def test_no_fan_reading_is_worth_more_than_the_score(win: WinContext) -> None:
    score = score_win(FAN, win)
    assert isinstance(score, Score) or not Hand(win).readings()
    if isinstance(score, Refusal):
        return
    hand = Hand(win)
    for reading in hand.readings():
        for wait in reading.waits(hand.win_kind):
            assert min(10, sum(patterns_of(FAN, hand, reading, wait).values())) <= score.han


@given(wins, st.randoms(use_true_random=False))
@settings(deadline=None)
def test_the_order_of_tiles_and_melds_does_not_matter(win: WinContext, rng: random.Random) -> None:
    hand, melds = list(win.hand), list(win.melds)
    rng.shuffle(hand)
    rng.shuffle(melds)
    shuffled = replace(win, hand=tuple(hand), melds=tuple(melds))
    assert score_win(TENHOU, shuffled) == score_win(TENHOU, win)
    assert score_win(FAN, shuffled) == score_win(FAN, win)


@given(wins)
@settings(deadline=None)
def test_the_parts_paid_add_up(win: WinContext) -> None:
    score = score_win(TENHOU, win)
    assert could_win(TENHOU, win) == isinstance(score, Score)
    if isinstance(score, Refusal):
        return
    paid = score.payments
    if paid.ron is not None:
        assert score.total == paid.ron + score.deposits
    else:
        assert paid.other is not None
        shares = 3 * paid.other if paid.dealer is None else paid.dealer + 2 * paid.other
        assert score.total == shares + score.deposits
    assert score.total % 100 == 0
