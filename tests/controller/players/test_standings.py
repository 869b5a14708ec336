"""Standings from finished matches: worked examples of rules.md (doman: rating, rank, empty seats; season rating)."""

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest

from controller.effects import MatchStarted
from controller.errors import JournalError
from controller.journal import Journal, MatchRow
from controller.journal.facts import fact_of
from controller.players.season import Season
from controller.players.standings import PlayedMatch, Player, Standings, played_match
from controller.players.standingstext import account_lines, table_lines
from engine.ranks import Standing
from engine.rules import PRESETS
from tests.controller.simulated import Game

DOMAN = PRESETS["doman"]
PARTY = DOMAN.with_changes(ranked=False, level=None)
FAN = PRESETS["fan-online"]
NOON = datetime(2026, 2, 10, 12, tzinfo=UTC)
MATCH = PlayedMatch(1, NOON, NOON, DOMAN, ("Aki", "Ben", "Chie", "Dan"), (1, 2, 3, 4), "played_out")
SHORT = DOMAN.with_changes(match_minutes=75)
IN_TIME = SHORT.with_changes(time_up="finish_deal")
FAN_MATCH = replace(MATCH, rules=FAN)
WINTER = Season(name="winter", starts=date(2026, 1, 1), ends=date(2026, 3, 31))


def by_name(standings: Standings) -> dict[str, Player]:
    return {player.key.name: player for player in standings.players()}


def ratings(standings: Standings) -> list[int]:
    players = by_name(standings)
    return [players[name].rating for name in MATCH.names]


def season_ratings(standings: Standings) -> list[int]:
    players = by_name(standings)
    return [players[name].season_rating for name in MATCH.names]


def test_two_matches_of_new_players() -> None:
    standings = Standings.of([MATCH, MATCH])
    # First 30 10 -10 -30; then e.g. Aki 30 + (1500 - 1530) / 40 = 29.25.
    assert ratings(standings) == [1559, 1519, 1481, 1441]
    players = by_name(standings)
    # 30 of 20 points win 9th kyu, which starts with 10; 40 of 20 the next.
    assert players["Aki"].standing == Standing(2, 10)
    assert players["Ben"].standing == Standing(1, 10)
    assert players["Chie"].standing == players["Dan"].standing == Standing(0, 0)
    assert (players["Aki"].matches, players["Aki"].ranked, players["Aki"].places) == (2, 2, (2, 0, 0, 0))
    assert [player.key.name for player in standings.players()] == ["Aki", "Ben", "Chie", "Dan"]


def test_a_player_keeps_the_rating_at_another_seat() -> None:
    moved = replace(MATCH, names=("Dan", "Chie", "Ben", "Aki"), places=(4, 3, 2, 1))
    assert ratings(Standings.of([MATCH, moved])) == ratings(Standings.of([MATCH, MATCH]))


@pytest.mark.parametrize(
    ("match", "why"),
    [
        (replace(MATCH, rules=PARTY), "a match among friends"),
        (replace(MATCH, rules=PRESETS["tenhou"]), "a match among friends"),
        (replace(MATCH, rules=DOMAN.with_changes(level=None)), "name no table"),
        (replace(MATCH, why="time_limit"), "past 120 minutes"),
        (replace(MATCH, why="time_limit", rules=SHORT), "past 75 minutes"),
        (replace(MATCH, why="time_limit", rules=IN_TIME, minutes=120.5), "past 120 minutes"),
        (replace(MATCH, why="played_out", rules=IN_TIME, minutes=121), "past 120 minutes"),
        (replace(MATCH, why="time_limit", rules=DOMAN.with_changes(time_up="finish_deal")), "past 120 minutes"),
        (replace(MATCH, why="ruling"), "before it was played out"),
        (replace(MATCH, deserted=None), "does not say who had left"),
        (replace(MATCH, bots=None), "does not say who had left"),
        (replace(MATCH, names=("", "", "", "")), "names are not in the journal"),
        (replace(MATCH, names=("Aki", "Aki", "Chie", "Dan")), "same name"),
        (FAN_MATCH, "no season is active"),
    ],
)
def test_what_changes_neither_rating_nor_rank(match: PlayedMatch, why: str) -> None:
    standings = Standings()
    account = standings.add(match)
    assert account.refusal is not None
    assert why in account.refusal
    assert all(player.rating == 1500 and player.standing == Standing() for player in standings.players())
    assert all(player.ranked == 0 for player in standings.players())
    assert [why in line for line in account_lines(account)] == [True]


@pytest.mark.parametrize("minutes", [None, 75, 119.9])
def test_a_match_whose_last_deal_was_finished_in_time_counts(minutes: float | None) -> None:
    account = Standings().add(replace(MATCH, why="time_limit", rules=IN_TIME, minutes=minutes))
    assert account.refusal is None
    assert [player.rating for player in account.after] == [1530, 1510, 1490, 1470]


def test_unranked_matches_are_counted_and_nobody_is_counted_twice() -> None:
    players = by_name(Standings.of([replace(MATCH, rules=PARTY), replace(MATCH, names=("Aki", "Aki", "Chie", "Dan"))]))
    assert players["Aki"].matches == 1
    assert players["Chie"].matches == 2
    assert players["Chie"].places == (0, 0, 2, 0)


def test_who_has_left_is_fourth() -> None:
    standings = Standings()
    account = standings.add(replace(MATCH, deserted=(0,)))
    assert account.places == (4, 1, 2, 3)
    assert account.left == (0,)
    assert ratings(standings) == [1470, 1530, 1510, 1490]
    assert by_name(standings)["Aki"].places == (0, 0, 0, 1)
    assert "Aki: 4th for having left the match" in list(account_lines(account))


def test_leaving_bots_costs_nothing() -> None:
    account = Standings().add(replace(MATCH, deserted=(0,), bots=(1, 2, 3)))
    assert account.places == (1, 2, 3, 4)
    assert account.left == ()


def test_a_bot_is_not_the_person_of_that_name() -> None:
    standings = Standings.of([MATCH, replace(MATCH, names=("Aki", "Ben", "Chie", "Dan"), bots=(3,))])
    assert sorted(player.key for player in standings.players() if player.key.name == "Dan") == [
        ("Dan", False),
        ("Dan", True),
    ]
    assert any("Dan (bot)" in line for line in table_lines(standings.players(), None))


def test_who_has_no_name_counts_as_new_and_is_not_kept() -> None:
    standings = Standings.of([replace(MATCH, names=("Aki", "", "Chie", "Dan"))] * 2)
    assert [player.key.name for player in standings.players()] == ["Aki", "Chie", "Dan"]
    # 1530, 1500, 1490, 1470: the average is 1497.5, so Aki gains 30 - 0.8125.
    assert by_name(standings)["Aki"].rating == 1559


def test_the_advanced_table_gives_points_to_dan_ranks_alone() -> None:
    advanced = replace(MATCH, rules=DOMAN.with_changes(level="advanced"))
    standings = Standings.of([MATCH] * 14)
    first = by_name(standings)["Aki"].standing
    # One match wins each rank up to 4th kyu; from there (40 of 80, then 50 of 100 points) it takes two.
    assert first == Standing(10, 200)
    account = standings.add(advanced)
    assert account.after[0].standing == Standing(10, 260)
    assert account.after[3].standing == account.before[3].standing
    lines = list(account_lines(account))
    assert "  rank 1st dan 200/400, +60: 260/400" in lines
    assert lines[-1] == "  rank Novice 0/20: unchanged, the advanced table is for dan ranks"


def test_the_account_of_a_match_in_words() -> None:
    standings = Standings.of([MATCH])
    assert list(account_lines(standings.add(replace(MATCH, number=2)))) == [
        "Match 2, 2026-02-10, doman, novice table: changes rating and rank.",
        "Aki: 1st",
        "  rating 1,530 -> 1,559: base +30 + (average 1,500 - own 1,530) / 40 = 29.25, the fraction dropped: +29",
        "  rank 9th kyu 10/20, +30: promoted to 8th kyu, which starts with 10/20",
        "Ben: 2nd",
        "  rating 1,510 -> 1,519: base +10 + (average 1,500 - own 1,510) / 40 = 9.75, the fraction dropped: +9",
        "  rank Novice 15/20, +15: promoted to 9th kyu, which starts with 10/20",
        "Chie: 3rd",
        "  rating 1,490 -> 1,481: base -10 + (average 1,500 - own 1,490) / 40 = -9.75, the fraction dropped: -9",
        "  rank Novice 0/20, +0: 0/20",
        "Dan: 4th",
        "  rating 1,470 -> 1,441: base -30 + (average 1,500 - own 1,470) / 40 = -29.25, the fraction dropped: -29",
        "  rank Novice 0/20, +0: 0/20",
    ]


def test_the_table() -> None:
    fourfold = Standings.of([MATCH] * 4, WINTER)
    assert table_lines(fourfold.players()[:2], WINTER) == [
        "player  matches  1st  2nd  3rd  4th  ranked  rating  rank     points  season matches  season rating",
        "Aki           4    4    0    0    0       4  1,614*  6th kyu   20/40               0          1,500",
        "Ben           4    0    4    0    0       4   1,537  7th kyu   10/20               0          1,500",
    ]


# Seasons


@pytest.mark.parametrize(
    ("changes", "gains", "said"),
    [
        ({}, [30, 10, -10, -30], "in full"),
        ({"minimum_fan": 1}, [15, 5, -5, -15], "halved once (x 1/2)"),
        ({"minimum_fan": 1, "flowers": False}, [7, 2, -2, -7], "halved twice (x 1/4)"),
        ({"minimum_fan": 0, "flowers": False, "match_length": "east"}, [3, 1, -1, -3], "halved three times (x 1/8)"),
    ],
)
def test_each_setting_that_differs_halves_what_a_season_match_changes(
    changes: dict[str, Any], gains: list[int], said: str
) -> None:
    standings = Standings(WINTER)
    account = standings.add(replace(FAN_MATCH, rules=FAN.with_changes(**changes)))
    assert season_ratings(standings) == [1500 + gain for gain in gains]
    assert ratings(standings) == [1500] * 4
    assert by_name(standings)["Aki"].season_matches == 1
    assert by_name(standings)["Aki"].ranked == 0
    assert said in next(account_lines(account))


def test_halving_comes_before_the_fraction_is_dropped() -> None:
    halved = replace(FAN_MATCH, rules=FAN.with_changes(minimum_fan=1))
    standings = Standings.of([FAN_MATCH, FAN_MATCH], WINTER)
    assert season_ratings(standings) == [1559, 1519, 1481, 1441]
    lines = list(account_lines(standings.add(halved)))
    # (30 - 59 / 40) / 2 = 14.2625; -30 + 59 / 40 the same below.
    assert lines[2] == (
        "  rating 1,559 -> 1,573: (base +30 + (average 1,500 - own 1,559) / 40) x 1/2 = 14.2625, "
        "the fraction dropped: +14"
    )
    assert season_ratings(standings)[3] == 1427


@pytest.mark.parametrize(
    ("match", "why"),
    [
        (replace(FAN_MATCH, rules=FAN.with_changes(ranked=False)), "practice"),
        (replace(FAN_MATCH, bots=(2,)), "four people"),
        (replace(FAN_MATCH, deserted=(1,)), "abandoned"),
        (replace(FAN_MATCH, why="ruling"), "abandoned"),
        (replace(FAN_MATCH, started=datetime(2025, 12, 30, 12, tzinfo=UTC)), "no season is active"),
        (replace(FAN_MATCH, ended=datetime(2026, 4, 2, 12, tzinfo=UTC)), "no season is active"),
        (replace(FAN_MATCH, deserted=None), "does not say"),
    ],
)
def test_what_does_not_count_for_a_season(match: PlayedMatch, why: str) -> None:
    standings = Standings(WINTER)
    account = standings.add(match)
    assert account.refusal is not None
    assert why in account.refusal
    assert season_ratings(standings) == [1500] * 4


def test_a_season_of_named_rules_counts_no_others() -> None:
    standings = Standings(WINTER.model_copy(update={"rules": ("club",)}))
    assert standings.add(FAN_MATCH).refusal == "the season winter does not play by fan-online"
    assert standings.add(replace(FAN_MATCH, rules=FAN.with_changes(name="club"))).refusal is None


# What the journal holds


def test_matches_that_were_not_finished_are_none() -> None:
    row = MatchRow(1, NOON.isoformat(), None, DOMAN.model_dump_json(), "1", 0, None)
    assert played_match(row) is None
    assert played_match(replace(row, ended=NOON.isoformat())) is None


def test_an_older_journal_does_not_say_who_had_left() -> None:
    final = {"final": {"places": [1, 2, 3, 4]}, "why": "played_out"}
    match = played_match(MatchRow(1, NOON.isoformat(), NOON.isoformat(), DOMAN.model_dump_json(), "1", 4, final))
    assert match is not None
    assert match.deserted is None
    assert match.bots is None


def test_rules_that_cannot_be_read_are_named() -> None:
    row = MatchRow(7, NOON.isoformat(), NOON.isoformat(), '{"name": 1}', "1", 4, {"final": {"places": [1, 2, 3, 4]}})
    with pytest.raises(JournalError, match="match 7: this version cannot read its rules"):
        played_match(row)


def test_names_stand_nowhere_but_in_their_own_table() -> None:
    fact = fact_of(MatchStarted("doman", ("Aki", "Ben", "Chie", "Dan"), 2))
    assert fact == ("match_started", {"rules": "doman", "first_dealer": 2})


def test_a_ranked_match_from_the_table_to_the_standings() -> None:
    journal = Journal.memory()
    game = Game(journal, seed=1)
    game.start(DOMAN.with_changes(match_length="single"))
    game.run(3_600_000)
    (row,) = journal.matches()
    match = played_match(row)
    assert match is not None
    assert (match.rules.ranked, match.rules.level, match.why) == (True, "novice", "played_out")
    assert (match.deserted, match.bots) == ((), ())
    standings = Standings.of([match])
    assert sorted(player.rating for player in standings.players()) == [1470, 1490, 1510, 1530]


def test_the_table_tells_how_long_a_match_with_a_limit_was_played() -> None:
    journal = Journal.memory()
    game = Game(journal, seed=1)
    game.start(DOMAN.with_changes(match_length="tonpuusen", match_minutes=1, time_up="finish_deal"))
    game.run(1_800_000)
    (row,) = journal.matches()
    match = played_match(row)
    assert match is not None
    assert (row.deals, match.why) == (1, "time_limit")
    assert match.minutes is not None
    assert 1 < match.minutes < 20
    assert Standings().add(match).refusal is None
