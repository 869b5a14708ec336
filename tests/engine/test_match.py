"""How deals follow each other, and how a match ends and is settled (rules.md: between deals, final points)."""

import pytest

from engine.deal import DealResult, WinResult
from engine.deal.ends import continuation
from engine.errors import RulesError
from engine.events import DrawReason
from engine.match import Match
from engine.rules import PRESETS
from engine.scoring.context import Score
from engine.tiles import SEATS, Seat, Tile, Wind
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
        wins=tuple(WinResult(seat, None, Tile(0), Score((), 0), (0, 0, 0, 0)) for seat in winners),
        deltas=(0, 0, 0, 0),
        tenpai=tenpai,
        nagashi=(),
        riichi=riichi,
        scores_after=scores,
        deposits_after=0 if winners else match.deposits + len(riichi),
        dealer_repeats=repeats,
        honba_after=honba,
    )


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


def at(
    label: str, scores: Points, *, rules: str = "tenhou", deposits: int = 0, first_dealer: Seat = 0, **changes: object
) -> Match:
    """A match before the deal `label` (`S4`)."""
    dealer = (first_dealer + int(label[1]) - 1) % 4
    wind = Wind.from_letter(label[0])
    return Match.at(PRESETS[rules].with_changes(**changes), wind, dealer, 0, deposits, scores, first_dealer)


EVEN = (25_000, 25_000, 25_000, 25_000)
BELOW_30 = (29_900, 23_100, 24_000, 23_000)
LEADER = (31_000, 23_000, 23_000, 23_000)


def test_dealers_and_rounds_follow_each_other() -> None:
    match = Match.start(PRESETS["tenhou"], 2)
    assert (match.deal_label, match.dealer, match.scores) == ("E1.0", 2, EVEN)
    match = match.after(result_of(match, EVEN, winners=(2,)))
    assert (match.deal_label, match.dealer) == ("E1.1", 2)
    labels = []
    for _ in range(5):
        match = match.after(result_of(match, EVEN, winners=((match.dealer + 1) % 4,)))
        labels.append((match.deal_label, match.dealer))
    assert labels == [("E2.0", 3), ("E3.0", 0), ("E4.0", 1), ("S1.0", 2), ("S2.0", 3)]


def test_a_drawn_deal_keeps_deposits_and_counts_honba() -> None:
    match = Match.start(PRESETS["tenhou"], 0)
    match = match.after(result_of(match, EVEN, tenpai=(1,), riichi=(1,)))
    assert (match.deal_label, match.deposits, match.deposit_owners) == ("E2.1", 1, (1,))
    match = match.after(result_of(match, EVEN, reason=DrawReason.FOUR_WINDS))
    assert (match.deal_label, match.deposits) == ("E2.2", 1)
    match = match.after(result_of(match, EVEN, winners=(0,)))
    assert (match.deal_label, match.deposits, match.deposit_owners) == ("E3.0", 0, ())


@pytest.mark.parametrize(
    ("rules", "length", "deals"),
    [
        ("riichi-single-deal", "single", 1),
        ("doman", "tonpuusen", 4),
        ("doman", "hanchan", 8),
        ("fan-practice", "east", 4),
        ("fan-practice", "full", 16),
    ],
)
def test_length_of_a_match(rules: str, length: str, deals: int) -> None:
    match = Match.start(PRESETS[rules].with_changes(match_length=length), 0)
    played = 0
    while not match.finished:
        match = match.after(result_of(match, match.scores, winners=((match.dealer + 1) % 4,)))
        played += 1
    assert played == deals


def test_a_dealers_win_extends_the_last_deal() -> None:
    for rules in ("m-league", "fan-practice"):
        last = "S4" if rules == "m-league" else "N4"
        match = at(last, LEADER, rules=rules)
        repeated = match.after(result_of(match, (0, 0, 0, 100_000), winners=(3,)))
        assert (repeated.finished, repeated.deal_label) == (False, f"{last}.1")


def test_a_leading_dealer_stops_in_the_last_deal() -> None:
    match = at("S4", EVEN)
    ahead, tied = (20_000, 20_000, 20_000, 40_000), (35_000, 15_000, 15_000, 35_000)
    assert match.after(result_of(match, ahead, winners=(3,))).finished
    assert match.after(result_of(match, ahead, tenpai=(3,))).finished, "by a ready hand too"
    assert not match.after(result_of(match, ahead, reason=DrawReason.FOUR_WINDS)).finished
    assert not match.after(result_of(match, tied, winners=(3,))).finished, "equal points: the earlier dealer is first"
    assert not match.after(result_of(match, (24_000, 23_500, 23_000, 29_500), winners=(3,))).finished
    doman = at("S4", EVEN, rules="doman")
    assert doman.after(result_of(doman, (24_000, 23_500, 23_000, 29_500), winners=(3,))).finished


def test_extra_round_with_sudden_death() -> None:
    match = at("S4", BELOW_30)
    extra = match.after(result_of(match, BELOW_30, winners=(0,)))
    assert (extra.finished, extra.deal_label) == (False, "W1.0")
    assert extra.after(result_of(extra, LEADER, winners=(0,))).finished, "even as the dealer wins"
    on = extra.after(result_of(extra, BELOW_30, winners=(1,)))
    assert (on.finished, on.deal_label) == (False, "W2.0")
    last = at("W4", BELOW_30)
    assert last.after(result_of(last, BELOW_30, winners=(1,))).finished
    assert not last.after(result_of(last, BELOW_30, winners=(3,))).finished
    quick = at("E4", BELOW_30, match_length="tonpuusen")
    assert quick.after(result_of(quick, BELOW_30, winners=(1,))).deal_label == "S1.0"
    doman = at("S4", BELOW_30, rules="doman")
    assert doman.after(result_of(doman, BELOW_30, winners=(1,))).finished


def test_bankruptcy() -> None:
    match = at("E1", EVEN)
    assert match.after(result_of(match, (-100, 50_100, 25_000, 25_000), winners=(1,))).finished
    assert not match.after(result_of(match, (0, 50_000, 25_000, 25_000), winners=(1,))).finished, "exactly 0 plays on"
    for rules in ("wrc", "m-league", "fan-practice"):
        match = at("E1", EVEN, rules=rules)
        assert not match.after(result_of(match, (-100, 50_100, 25_000, 25_000), winners=(1,))).finished


def test_a_match_may_be_ended_or_given_a_last_deal() -> None:
    match = at("E1", EVEN)
    assert match.ended().finished
    assert match.with_last_deal().after(result_of(match, EVEN, winners=(0,))).finished


@pytest.mark.parametrize(
    ("rules", "scores", "points"),
    [
        ("tenhou", (40_000, 30_000, 20_000, 10_000), (50, 10, -20, -40)),
        ("tenhou", (41_500, 28_500, 20_500, 9_500), (50, 9, -19, -40)),
        ("mahjong-soul", (40_000, 30_000, 20_000, 10_000), (30, 10, -10, -30)),
        ("m-league", (40_000, 30_000, 20_000, 10_000), (60, 10, -20, -50)),
        ("wrc", (45_000, 35_000, 25_000, 15_000), (30, 10, -10, -30)),
    ],
)
def test_settlement(rules: str, scores: Points, points: tuple[float, ...]) -> None:
    final = at("S4", scores, rules=rules).ended().final()
    assert (final.places, final.points) == ((1, 2, 3, 4), points)


def test_settlement_of_a_tonpuusen() -> None:
    final = at("E4", (40_000, 30_000, 20_000, 10_000), match_length="tonpuusen").final()
    assert final.points == (40, 5, -15, -30)


def test_no_settlement_where_places_feed_ratings() -> None:
    assert at("S4", LEADER, rules="doman").final().points is None


def test_halves_are_rounded_away_from_zero() -> None:
    final = at("S4", (90_500, 32_500, -1_500, -21_500)).final()
    assert final.points is not None
    assert final.points[2:] == (-2 - 30 - 10, -22 - 30 - 20)
    assert sum(final.points) == 0


def test_ties_by_the_order_of_the_first_dealers() -> None:
    final = at("S4", (20_000, 30_000, 30_000, 20_000), first_dealer=2).final()
    assert final.places == (4, 2, 1, 3)


def test_ties_split() -> None:
    final = at("S4", (30_000, 30_000, 30_000, 30_000), rules="wrc").final()
    assert (final.places, final.points) == ((1, 1, 1, 1), (0, 0, 0, 0))
    final = at("S4", (35_000, 35_000, 30_000, 20_000), rules="wrc").final()
    assert (final.places, final.points) == ((1, 1, 3, 4), (15, 15, -5, -25))


def test_leftover_deposits() -> None:
    scores = (30_000, 28_000, 20_000, 20_000)
    assert at("S4", scores, deposits=2).final().scores == (32_000, 28_000, 20_000, 20_000)
    nobodys = (38_500, 31_500, 28_000, 20_000)
    wrc = at("S4", nobodys, rules="wrc", deposits=2).final()
    # 32 - 30 + 5, 28 - 30 - 5, 20 - 30 - 15; the first has what is left, less two sticks.
    assert (wrc.scores, wrc.points) == (nobodys, (25 - 2, 7, -7, -25))
    ema = at("S3", EVEN, rules="ema")
    ema = ema.after(result_of(ema, EVEN, winners=(1,)))
    ema = ema.after(result_of(ema, (24_000, 25_000, 25_000, 25_000), tenpai=(0,), riichi=(0,)))
    assert ema.finished
    assert ema.final().scores == (24_000, 26_000, 25_000, 25_000), "to the last winner"


def test_single_deal_returns_deposits_after_a_draw() -> None:
    match = Match.start(PRESETS["riichi-single-deal"], 0)
    drawn = match.after(result_of(match, (24_000, 24_000, 26_000, 24_000), tenpai=(2,), riichi=(0, 1)))
    assert drawn.finished
    assert drawn.final().scores == (25_000, 25_000, 26_000, 24_000)


def test_penalties_and_corrections() -> None:
    match = at("S4", (40_000, 30_000, 20_000, 10_000)).with_penalty(0, 20_000).with_penalty(0, 5_000)
    assert match.final().points == (25, 10, -20, -40)
    assert match.with_scores(EVEN).scores == EVEN


def test_impossible_positions_are_refused() -> None:
    with pytest.raises(RulesError):
        Match.at(PRESETS["tenhou"], Wind.EAST, 4, 0, 0, EVEN, 0)
    with pytest.raises(RulesError):
        Match.at(PRESETS["tenhou"], Wind.EAST, 0, -1, 0, EVEN, 0)
    with pytest.raises(RulesError):
        Match.at(PRESETS["tenhou"], Wind.EAST, 0, 0, 0, (1, 2, 3), 0)


def test_the_next_deal_is_dealt_with_the_matchs_facts() -> None:
    match = at("S2", LEADER, deposits=2)
    hands = [[Tile(13 * seat + index) for index in range(13)] for seat in SEATS]
    deal = match.deal(hands, Tile(135))
    assert (deal.round_wind, deal.dealer, deal.deposits, deal.scores) == (Wind.SOUTH, 1, 2, LEADER)


def test_a_house_without_oka_keeps_nothing_back_for_the_first() -> None:
    scores = (40_000, 30_000, 20_000, 10_000)
    assert at("S4", scores, oka=0).final().points == (30, 10, -20, -40)


def test_a_deal_that_is_not_dealt_again_goes_to_the_next_dealer() -> None:
    """A chombo where the deal is not replayed (rules.md, table: chombo)."""
    assert at("E1", EVEN).passed_on().deal_label == "E2.0"
    assert at("E4", EVEN).passed_on().deal_label == "S1.0"
    assert at("S4", BELOW_30).passed_on().deal_label == "W1.0"
    assert at("S4", LEADER).passed_on().finished
    assert at("E1", (-100, 25_000, 25_000, 50_100)).passed_on().finished
    assert at("E1", EVEN).with_last_deal().passed_on().finished
