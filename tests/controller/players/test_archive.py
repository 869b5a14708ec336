"""The journal's matches for pages: computed once, kept beside the journal, anew when a name changes."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.errors import PlayerError, UsageError
from controller.inputs import SetupChanged
from controller.journal import Journal
from controller.journal.roster import Roster
from controller.players import archive as archives
from controller.players.archive import Archive
from controller.players.history import matches_of, opponents_of, statistics_of
from controller.players.ratings import table_ratings
from controller.players.standings import PlayerKey
from controller.presenter.ratings import Rated
from engine.rules import PRESETS
from tests.controller.simulated import Game

DOMAN = PRESETS["doman"].with_changes(match_length="single")
NAMES = ("Aki", "Ben", "Chie", "Dan")
AKI, BEN = PlayerKey("Aki", False), PlayerKey("Ben", False)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with one ranked deal played at the table, and one match given up."""
    path = tmp_path_factory.mktemp("club") / "j.sqlite"
    journal = Journal.open(path)
    game = Game(journal, seed=1)
    game.start(DOMAN)
    game.run(3_600_000)
    journal.append(SetupChanged(at=game.table.now, what="match", details={"rules": DOMAN.model_dump(mode="json")}))
    journal.close()
    return path


@pytest.fixture
def path(played: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "j.sqlite"
    copy.write_bytes(played.read_bytes())
    return copy


@pytest.fixture
def archive(path: Path) -> Iterator[Archive]:
    archive = Archive(path)
    yield archive
    archive.close()


def test_a_match_counts_for_standings_and_statistics(archive: Archive) -> None:
    players = archive.players()
    assert sorted(player.key.name for player in players) == list(NAMES)
    assert sorted(player.rating for player in players) == [1470, 1490, 1510, 1530]
    (chapter,) = archive.chapters()
    numbers = statistics_of([chapter], AKI, "riichi")
    assert (numbers.matches, numbers.deals) == (1, 1)
    assert statistics_of([chapter], AKI, "fan").matches == 0
    wins = sum(tally.wins for tally in chapter.tally.seats)
    assert wins == len(archive.game(chapter.row).deals[0].result.wins)


def test_a_players_matches_and_opponents(archive: Archive) -> None:
    (entry,) = matches_of(archive.chapters(), AKI)
    player = archive.player(AKI)
    assert player is not None
    assert entry.rating == (1500, player.rating)
    opponents = opponents_of(archive.chapters(), AKI)
    assert [opponent.key.name for opponent in opponents] == ["Ben", "Chie", "Dan"]
    assert all(opponent.matches == opponent.above + opponent.below == 1 for opponent in opponents)
    theirs = opponents_of(archive.chapters(), BEN)[0]
    ours = opponents[0]
    assert (ours.above, ours.rons, ours.ron_points) == (theirs.below, theirs.deal_ins, theirs.deal_in_points)


def test_what_is_computed_is_computed_once(archive: Archive, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chapters = archive.chapters()
    assert archive.chapters() is chapters
    monkeypatch.setattr(archives, "tally_match", lambda game: pytest.fail("a match is tallied a second time"))
    again = Archive(path)
    assert again.chapters()[0].tally == chapters[0].tally, "read from the file beside the journal"
    again.close()
    assert "Aki" not in (path.with_name("j.sqlite.tallies")).read_text()


def test_a_broken_file_of_tallies_is_made_again(archive: Archive, path: Path) -> None:
    path.with_name("j.sqlite.tallies").write_text('{"format": "jantaku-tallies-3", "counts": 3}')
    assert archive.chapters()[0].tally.seats[0].deals == 1


def test_a_new_name_is_known_at_once(archive: Archive, path: Path) -> None:
    archive.players()
    with Roster(path) as roster:
        roster.rename("Aki", "Akiko")
    assert archive.player(AKI) is None
    assert archive.player(PlayerKey("Akiko", False)) is not None
    assert archive.game(archive.row(1)).names[0] == "Akiko"
    with Roster(path) as roster:
        roster.delete("Akiko")
    assert {player.key.name for player in archive.players()} == {"Ben", "Chie", "Dan"}
    assert archive.game(archive.row(1)).names[0] == "Player 1"


def test_a_journal_that_was_put_back_is_read_anew(archive: Archive, path: Path, tmp_path: Path) -> None:
    assert len(archive.rows()) == 2
    path.rename(tmp_path / "old.sqlite")
    Journal.open(path).close()
    assert archive.rows() == []
    assert archive.chapters() == []


def test_what_another_match_of_the_same_number_counted_is_not_taken_for_this_one(path: Path) -> None:
    """As after a restored backup, when the table goes on to play."""
    first = Archive(path)
    (counted,) = first.chapters()
    first.close()
    with sqlite3.connect(path) as database:
        database.execute("UPDATE match SET started = '2031-01-01T00:00:00+00:00' WHERE id = 1")
        database.execute("DELETE FROM fact WHERE kind = 'deal_ended'")
    again = Archive(path)
    assert again.chapters()[0].tally != counted.tally
    again.close()


def test_unknown_matches_and_seasons_are_named(archive: Archive) -> None:
    with pytest.raises(UsageError, match="the journal has no match 7"):
        archive.row(7)
    for name in ("winter", "../j", "/etc/passwd"):
        with pytest.raises(PlayerError, match="there is no season"):
            archive.players(name)


def test_seasons_lie_beside_the_journal(archive: Archive, path: Path) -> None:
    assert archive.running_season() is None
    (path.parent / "seasons").mkdir()
    (path.parent / "seasons" / "always.toml").write_text('name = "Always"\nstarts = 2000-01-01\nends = 2999-12-31\n')
    assert archive.running_season() == "always"
    assert [player.season_rating for player in archive.players("always")] == [1500] * 4


def test_a_seasons_file_with_faults_is_left_out_and_said_where_it_is_asked_for(archive: Archive, path: Path) -> None:
    (path.parent / "seasons").mkdir()
    (path.parent / "seasons" / "broken.toml").write_text("name = 3")
    assert archive.running_season() is None
    assert set(archive.by_number()) == {1}
    with pytest.raises(PlayerError, match=r"broken\.toml has"):
        archive.players("broken")


def test_a_match_of_the_fan_family_counts_for_the_season_it_was_played_in(path: Path) -> None:
    journal = Journal.open(path)
    rules = PRESETS["fan-online"].model_dump(mode="json")
    journal.append(SetupChanged(at=9_000_000, what="match", details={"rules": rules, "players": NAMES}))
    final = {"final": {"places": [1, 2, 3, 4]}, "why": "played_out", "left": [], "absent": [], "bots": []}
    journal.record([], 9_000_001, final=final)
    journal.close()
    archive = Archive(path)
    assert archive.by_number()[3].account.refusal == "no season is active"
    (path.parent / "seasons").mkdir()
    (path.parent / "seasons" / "always.toml").write_text('name = "Always"\nstarts = 2000-01-01\nends = 2999-12-31\n')
    account = archive.by_number()[3].account
    assert account.refusal is None
    assert account.ratings()[0] == (1500, 1530)
    archive.close()


def test_ratings_for_the_displays(archive: Archive) -> None:
    player = archive.player(AKI)
    assert player is not None
    now = table_ratings(archive, ("Aki", "Ben", "New", None), DOMAN, over=False)
    assert now.before[0] == Rated(player.rating, player.standing.rank)
    assert now.before[2:] == (Rated(1500, 0), None)
    assert now.after == (None,) * 4
    fan = table_ratings(archive, NAMES, PRESETS["fan-online"], over=False)
    assert fan.before == (None,) * 4, "no season is running"


def test_ratings_after_a_match(path: Path) -> None:
    journal = Journal.open(path)
    journal.append(
        SetupChanged(at=9_000_000, what="match", details={"rules": DOMAN.model_dump(mode="json"), "players": NAMES})
    )
    final = {"final": {"places": [1, 2, 3, 4]}, "why": "played_out", "left": [], "absent": [], "bots": []}
    journal.record([], 9_000_001, final=final)
    journal.close()
    archive = Archive(path)
    account = archive.chapters()[-1].account
    assert account.refusal is None, account.refusal
    ratings = table_ratings(archive, NAMES, DOMAN, over=True)
    archive.close()
    assert [rated and rated.rating for rated in ratings.before] == [player.rating for player in account.before]
    assert [rated and rated.rating for rated in ratings.after] == [player.rating for player in account.after]
