"""A recorded deal as the engine starts it."""

from engine.deal import Deal
from engine.records.model import RecordedDeal
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
