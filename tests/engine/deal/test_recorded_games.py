"""Every recorded deal through the engine: the same calls are legal, the same points move, the same deal follows."""

from controller.cli.legal import walk
from engine.deal import Deal
from engine.match import Match
from engine.records.mjai import read_mjai
from engine.records.model import RecordedDeal, RecordedGame
from engine.rules import PRESETS, RuleSet
from engine.tiles import SEATS
from tests.cases import case_lines

TENHOU = PRESETS["tenhou"]

STOPS_HERE = ("g0500", "S4.1")
"""The leading dealer was ready at the last deal's exhausted wall, yet this game went on: older games knew no stop by
a ready hand. rules.md ("the last deal") has it, and so have the recorded transitions."""


def end_of(rules: RuleSet, recorded: RecordedDeal) -> Deal:
    *_, (_, _, deal) = walk(rules, recorded)
    return deal


def test_recorded_deals_end_as_recorded() -> None:
    games = list(read_mjai(case_lines("riichi_games.mjai.jsonl.gz")))
    assert sum(len(game.deals) for game in games) == 165
    for game in games:
        rules = TENHOU.with_changes(match_length=game.match_length)
        for recorded in game.deals:
            check_result(end_of(rules, recorded), recorded)
        check_succession(rules, game)


def check_result(deal: Deal, recorded: RecordedDeal) -> None:
    told, result = recorded.result, deal.result
    assert result is not None
    where = recorded.label, recorded.line
    assert result.deltas == told.deltas, where
    assert result.scores_after == recorded.scores_after, where
    assert result.reason == told.reason, where
    assert set(result.riichi) == set(recorded.accepted), where
    if told.tenpai is not None:
        assert result.tenpai == tuple(seat for seat in SEATS if told.tenpai[seat]), where
    assert [(win.seat, win.source, win.tile) for win in result.wins] == [
        (win.seat, win.source, win.tile) for win in told.wins
    ], where
    for mine, theirs in zip(result.wins, told.wins, strict=True):
        score = mine.score
        assert mine.deltas == theirs.deltas, where
        assert (score.han, score.yakuman) == (theirs.han, theirs.yakuman), where
        assert theirs.yakuman or score.fu == theirs.fu, where
        assert tuple(sorted(name for name, _ in score.yaku)) == theirs.yaku, where


def check_succession(rules: RuleSet, game: RecordedGame) -> None:
    """Each deal is followed by the recorded one."""
    for recorded, following in zip(game.deals, game.deals[1:], strict=False):
        match = Match.at(
            rules,
            recorded.round_wind,
            recorded.dealer,
            recorded.honba,
            recorded.deposits,
            recorded.scores,
            game.first_dealer,
        )
        result = end_of(rules, recorded).result
        assert result is not None
        match = match.after(result)
        assert match.finished == ((game.id, recorded.label) == STOPS_HERE)
        if match.finished:
            continue
        assert (match.deal_label, match.dealer, match.deposits, match.scores) == (
            following.label,
            following.dealer,
            following.deposits,
            following.scores,
        )
