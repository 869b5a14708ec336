"""Matches as the pages show them: list, score sheet, picture."""

import csv
import io
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from controller.presenter.recordviews import MatchLineView
from controller.records.exports import written
from controller.records.matches import match_line, match_view
from controller.records.picture import match_picture
from controller.texts import LANGUAGES, Language
from tests.controller.records.games import played


def test_the_score_sheet_always_sums() -> None:
    row, game = played("tenhou", "tonpuusen")
    view = match_view(row, game, None)
    assert view.fault is None
    assert {line.sum for line in view.rows} == {100_000}
    assert all(line.sum == sum(line.scores) + line.deposits for line in view.rows)
    assert [line.index for line in view.rows if line.index is not None] == list(range(len(game.deals)))
    before = None
    for line in view.rows:
        if before is not None:
            assert tuple(map(sum, zip(before, line.changes, strict=True))) == line.scores
        before = line.scores
    last = view.rows[-1]
    scores = tuple(seat.score for seat in view.match.seats)
    assert sum(score or 0 for score in scores) == 100_000
    assert sum(last.scores) + last.deposits == 100_000


def test_the_csv_says_the_same() -> None:
    row, game = played("tenhou", "tonpuusen")
    lines = list(csv.reader(io.StringIO(written(game, "csv"))))[1:]
    view = match_view(row, game, None)
    assert [[int(cell) for cell in line[8:12]] for line in lines] == [list(line.scores) for line in view.rows]
    assert {line[-1] for line in lines} == {"100000"}


def test_the_sheet_of_the_fan_family_sums_too() -> None:
    row, game = played("fan-online", "single")
    view = match_view(row, game, None)
    assert {line.sum for line in view.rows} == {4_000}
    assert view.formats == ("csv", "json")


def test_points_that_do_not_sum_are_said_and_the_sheet_ends_there() -> None:
    row, game = played("tenhou", "tonpuusen")
    first, second, *rest = game.deals
    wrong = replace(second, result=replace(second.result, scores_after=(25_100, 25_000, 25_000, 25_000)))
    view = match_view(row, replace(game, deals=(first, wrong, *rest)), None)
    assert view.fault is not None
    assert "sum to" in view.fault
    assert view.rows[-1].deal == first.label


def test_a_match_being_played_shows_no_hands_and_exports_only_its_sheet() -> None:
    row, game = played("tenhou", "tonpuusen")
    view = match_view(replace(row, ended=None, final=None), game, None)
    assert (view.match.state, view.hands, view.formats) == ("unfinished", False, ("csv",))
    broken_off = match_view(replace(row, final=None), game, None)
    assert (broken_off.match.state, broken_off.hands) == ("broken_off", True)


def line_with(name: str) -> MatchLineView:
    row, _ = played("tenhou", "tonpuusen")
    return match_line(replace(row, players={**row.players, 0: name}))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_tells_names_places_and_points(language: Language) -> None:
    line = line_with("<Aki> & Söhne 雀")
    picture = match_picture(line, language)
    words = [element.text or "" for element in ElementTree.fromstring(picture).iter()]  # noqa: S314 - our own text
    assert "<Aki> & Söhne 雀" in words
    for seat in line.seats:
        assert f"{seat.score:,}".replace("-", "−") in words
    assert not any("{" in word for word in words)


def test_a_forgotten_player_has_no_name_in_the_picture() -> None:
    row, _ = played("tenhou", "tonpuusen")
    players = {seat: name for seat, name in row.players.items() if seat != 2}
    picture = match_picture(match_line(replace(row, players=players)), "en")
    assert "(no name)" in picture
    assert row.players[2] not in picture
