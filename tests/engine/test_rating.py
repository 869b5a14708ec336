"""rules.md, doman: rating, rank, empty seats; season rating."""

from fractions import Fraction

import pytest

from engine.absence import Absence, consequence, unrated_because
from engine.ranks import Standing, after_match, fourth_loss, may_sit_at, points_needed, rank_name, start_points
from engine.rating import START, is_shown, mark, new_ratings, places_with_leavers, rating_change
from engine.rules import load_rules
from engine.seasons import SeasonMatch, season_refusal, season_weight


@pytest.mark.parametrize(
    ("place", "own", "table", "change"),
    [
        (1, 1500, (1500, 1500, 1500, 1500), 30),
        (4, 1500, (1500, 1500, 1500, 1500), -30),
        (1, 1500, (1500, 1700, 1700, 1700), 33),  # +30 + 150/40 = 33.75
        (3, 1500, (1500, 1700, 1700, 1700), -6),  # -10 + 3.75 = -6.25, toward zero
        (4, 1700, (1700, 1500, 1500, 1500), -33),  # -30 - 3.75 = -33.75, toward zero
        (2, 2100, (2100, 1500, 1500, 1500), -1),  # 10 - 11.25 = -1.25
        (2, 1500, (1500, 1501, 1500, 1500), 10),  # 10.00625
    ],
)
def test_change_is_base_plus_a_fortieth_of_the_distance(
    place: int, own: int, table: tuple[int, ...], change: int
) -> None:
    assert rating_change(place, own, table) == change


def test_all_ratings_change_from_the_ratings_before_the_match() -> None:
    assert new_ratings((1500, 1700, 1700, 1700), (1, 2, 3, 4)) == (1533, 1708, 1689, 1669)
    assert START == 1500


def test_no_match_has_such_a_place_or_table() -> None:
    with pytest.raises(ValueError, match="places 1-4"):
        rating_change(5, 1500, (1500,) * 4)
    with pytest.raises(ValueError, match="four ratings"):
        rating_change(1, 1500, (1500,) * 3)


def test_shown_above_1600_with_marks_at_1600_1800_2000() -> None:
    assert [is_shown(rating) for rating in (1599, 1600, 1601)] == [False, False, True]
    assert [mark(rating) for rating in (1599, 1600, 1799, 1800, 2000)] == [0, 1, 1, 2, 3]


def test_who_left_is_fourth_and_the_others_move_up() -> None:
    assert places_with_leavers((1, 2, 3, 4), [0]) == (4, 1, 2, 3)
    assert places_with_leavers((2, 1, 4, 3), [1, 2]) == (1, 4, 4, 2)
    assert places_with_leavers((2, 1, 4, 3), []) == (2, 1, 4, 3)


NEEDED = [20, 20, 20, 20, 40, 60, 80, 100, 100, 100, 400, 800, 1200, 1600, 2000, 2400, 2800, 3200, 3600, None]
LOSSES = [0, 0, 0, 0, 0, 0, 0, 0, 10, 20, 30, 45, 60, 75, 90, 105, 120, 135, 150, 165]


def test_points_for_the_next_rank_and_losses_by_rank() -> None:
    assert [points_needed(rank) for rank in range(20)] == NEEDED
    assert [fourth_loss(rank) for rank in range(20)] == LOSSES


def test_a_new_rank_starts_with_half_of_what_it_needs() -> None:
    halves = [0] + [needed // 2 for needed in NEEDED[1:] if needed is not None] + [2000]
    assert [start_points(rank) for rank in range(20)] == halves


def test_names_of_ranks() -> None:
    names = [rank_name(rank) for rank in range(20)]
    assert names[:3] == ["Novice", "9th kyu", "8th kyu"]
    assert names[7:13] == ["3rd kyu", "2nd kyu", "1st kyu", "1st dan", "2nd dan", "3rd dan"]
    assert names[-1] == Standing(19).name == "10th dan"


@pytest.mark.parametrize(
    ("before", "level", "place", "after"),
    [
        (Standing(), "novice", 1, Standing(1, 10)),  # 30 points win 9th kyu; it starts with half of 20
        (Standing(), "novice", 2, Standing(0, 15)),
        (Standing(), "novice", 4, Standing(0, 0)),  # below 2nd kyu nobody loses points
        (Standing(7, 3), "novice", 4, Standing(7, 3)),
        (Standing(8, 10), "novice", 4, Standing(8, 0)),
        (Standing(8, 9), "novice", 4, Standing(7, 50)),  # below 0: 3rd kyu, half of its 100
        (Standing(9, 85), "novice", 2, Standing(10, 200)),  # 1st kyu to 1st dan
        (Standing(10, 200), "advanced", 1, Standing(10, 260)),
        (Standing(10, 200), "novice", 1, Standing(10, 230)),
        (Standing(10, 29), "advanced", 4, Standing(9, 50)),
        (Standing(10, 30), "advanced", 4, Standing(10, 0)),
        (Standing(18, 3590), "advanced", 2, Standing(19, 2000)),
        (Standing(19, 5000), "advanced", 1, Standing(19, 5060)),  # there is nothing above 10th dan
        (Standing(19, 100), "advanced", 4, Standing(18, 1800)),
        (Standing(12, 300), "advanced", 3, Standing(12, 300)),
    ],
)
def test_rank_after_a_match(before: Standing, level: str, place: int, after: Standing) -> None:
    assert after_match(before, level, place) == after  # type: ignore[arg-type]


def test_impossible_ranks_and_places() -> None:
    with pytest.raises(ValueError, match="10th dan"):
        Standing(20)
    with pytest.raises(ValueError, match="places"):
        after_match(Standing(), "novice", 0)


def test_the_advanced_table_is_for_dan_ranks() -> None:
    assert [may_sit_at("advanced", rank) for rank in (9, 10)] == [False, True]
    assert may_sit_at("novice", 0)


def test_only_abandoning_people_costs() -> None:
    away = consequence(Absence.AWAY, other_people=3)
    assert (away.counts_as_fourth, away.barred_until_end) == (False, False)
    for absence in (Absence.ABANDONED, Absence.INACTIVE):
        left = consequence(absence, other_people=1)
        assert (left.counts_as_fourth, left.barred_until_end) == (True, True)
        free = consequence(absence, other_people=0)
        assert (free.counts_as_fourth, free.barred_until_end) == (False, False)


def test_party_matches_and_long_ones_are_unrated() -> None:
    doman = load_rules("doman")
    assert unrated_because(doman, 119.9) is None
    assert "120 minutes" in (unrated_because(doman, 120) or "")
    assert "friends" in (unrated_because(load_rules("doman", ["ranked=false", "level=none"]), 10) or "")


def season_match(*sets: str, **facts: bool | int) -> SeasonMatch:
    usual: dict[str, bool | int] = {"people": 4, "completed": True, "recorded": True, "in_season": True}
    return SeasonMatch(load_rules("fan-online", sets), **(usual | facts))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("sets", "weight"),
    [
        ((), Fraction(1)),
        (("minimum_fan=1",), Fraction(1, 2)),
        (("minimum_fan=0", "flowers=false"), Fraction(1, 4)),
        (("minimum_fan=0", "flowers=false", "match_length=east"), Fraction(1, 8)),
    ],
)
def test_each_different_setting_halves_gains_and_losses(sets: tuple[str, ...], weight: Fraction) -> None:
    assert season_weight(load_rules("fan-online", sets)) == weight


def test_season_halving_comes_before_the_fraction_is_discarded() -> None:
    ratings = (1500, 1700, 1700, 1700)  # +33.75, +8.75, -11.25, -31.25 in full
    full, half = (season_weight(load_rules("fan-online", sets)) for sets in ((), ("flowers=false",)))
    assert new_ratings(ratings, (1, 2, 3, 4), full) == (1533, 1708, 1689, 1669)
    assert new_ratings(ratings, (1, 2, 3, 4), half) == (1516, 1704, 1695, 1685)


@pytest.mark.parametrize(
    ("match", "reason"),
    [
        (season_match(people=3), "four people"),
        (season_match(completed=False), "abandoned"),
        (season_match(recorded=False), "recorded"),
        (season_match(in_season=False), "no season"),
        (season_match("ranked=false"), "practice"),
    ],
)
def test_matches_that_do_not_count(match: SeasonMatch, reason: str) -> None:
    assert reason in (season_refusal(match) or "")


def test_riichi_has_no_season() -> None:
    assert "fan" in (season_refusal(SeasonMatch(load_rules("doman"), 4, True, True, True)) or "")
    assert season_refusal(season_match()) is None
