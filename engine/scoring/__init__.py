"""Scoring a win: a pure function from rules and circumstances to its value."""

from engine.rules import RuleSet
from engine.scoring.checks import check_possible
from engine.scoring.context import Payments, Refusal, Score, WinContext
from engine.scoring.fan import score_fan
from engine.scoring.riichi import score_riichi

__all__ = ["Payments", "Refusal", "Score", "WinContext", "could_win", "score_win"]


def score_win(rules: RuleSet, win: WinContext) -> Score | Refusal:
    """What a finished hand is worth by `rules`, by its best reading, or why it may not win.

    Raises `ImpossibleHand` for a hand that cannot exist or whose circumstances contradict each other.
    """
    check_possible(rules, win)
    return score_riichi(rules, win) if rules.family == "riichi" else score_fan(rules, win)


def could_win(rules: RuleSet, win: WinContext) -> bool:
    """Whether a finished hand may win by `rules`: shape, yaku, minimum. Furiten is the deal's business."""
    return isinstance(score_win(rules, win), Score)
