"""A recorded deal as the engine starts it, and the rules it is played by."""

from typing import Any

from engine.deal import Deal
from engine.records.model import RecordedDeal, RecordedGame
from engine.rules import RuleSet


def start_deal(rules: RuleSet, recorded: RecordedDeal) -> Deal:
    """The deal as dealt, with the record's own tiles, scores, honba and deposits; `recorded.events` follow it.

    The record knows which fives were red: where the rules say otherwise, the tiles on the table decide.
    """
    if rules.red_fives != recorded.tile_set.red_fives:
        rules = rules.with_changes(red_fives=recorded.tile_set.red_fives)
    return Deal.start(
        rules,
        round_wind=recorded.round_wind,
        dealer=recorded.dealer,
        hands=recorded.hands,
        indicator=recorded.indicator,
        honba=recorded.honba,
        deposits=recorded.deposits,
        scores=recorded.scores,
    )


def rules_of_game(rules: RuleSet, game: RecordedGame, *, keep_tanyao: bool = False) -> RuleSet:
    """The rules with what the record itself tells: its length, its red fives and (unless kept) its open tanyao."""
    changes: dict[str, Any] = {}
    if game.match_length is not None and rules.family == "riichi" and rules.match_length != "single":
        changes["match_length"] = game.match_length
    if game.tile_set != rules.tile_set:
        changes |= {"red_fives": game.tile_set.red_fives, "flowers": game.tile_set.flowers}
    if game.open_tanyao is not None and not keep_tanyao:
        changes["open_tanyao"] = game.open_tanyao
    return rules.with_changes(**changes) if changes else rules
