"""How deals follow each other, and how a match ends and is settled (rules.md: between deals, final points)."""

from engine.deal import DealResult
from engine.deal.ends import continuation
from engine.events import DrawReason
from engine.match import Match
from engine.rules import PRESETS
from engine.tiles import Seat, Wind
from tests.cases import case_objects

TENHOU = PRESETS["tenhou"]
Points = tuple[int, int, int, int]


def result_of(
    match: Match,
    scores: Points,
    *,
    winners: tuple[Seat, ...] = (),
    reason: DrawReason | None = None,
    tenpai: tuple[Seat, ...] = (),
    riichi: tuple[Seat, ...] = (),
) -> DealResult:
    """A result of the match's next deal that leads to `scores`."""
    reason = reason or (None if winners else DrawReason.EXHAUSTIVE)
    repeats, honba = continuation(match.rules, match.dealer, match.honba, winners=winners, reason=reason, tenpai=tenpai)
    return DealResult(
        kind="win" if winners else "draw",
        reason=reason,
        wins=tuple(_Winner(seat) for seat in winners),  # type: ignore[misc]
        deltas=(0, 0, 0, 0),
        tenpai=tenpai,
        nagashi=(),
        riichi=riichi,
        scores_after=scores,
        deposits_after=0 if winners else match.deposits + len(riichi),
        dealer_repeats=repeats,
        honba_after=honba,
    )


class _Winner:
    """All a match asks of a winner."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat


def test_all_recorded_transitions() -> None:
    count = 0
    for case in case_objects("riichi_transitions.jsonl.gz"):
        count += 1
        rules = TENHOU.with_changes(match_length=case["match_length"])
        first_dealer = (case["dealer"] - (case["kyoku"] - 1)) % 4
        match = Match.at(
            rules,
            Wind.from_letter(case["round_wind"]),
            case["dealer"],
            case["honba"],
            case["kyotaku"],
            case["scores"],
            first_dealer,
        )
        result = result_of(
            match,
            tuple(case["scores_after"]),
            winners=tuple(win["seat"] for win in case["result"].get("wins", ())),
            reason=None if case["result"]["kind"] == "win" else DrawReason(case["result"]["kind"].replace(" ", "_")),
            tenpai=tuple(case["result"].get("tenpai", ())),
            riichi=tuple(case["riichi"]),
        )
        after = match.after(result)
        if "game_end" in case:
            final = after.final()
            assert after.finished, case
            assert list(final.scores) == case["game_end"]["scores"], case
            assert final.points == tuple(case["game_end"]["uma_points"]), case
        else:
            told = case["next"]
            assert not after.finished, case
            assert (after.round_wind.letter, after.number, after.dealer) == (
                told["round_wind"],
                told["kyoku"],
                told["dealer"],
            ), case
            assert (after.honba, after.deposits, list(after.scores)) == (
                told["honba"],
                told["kyotaku"],
                told["scores"],
            ), case
    assert count == 2_157
