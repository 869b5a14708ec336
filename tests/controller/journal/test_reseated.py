"""A match in which the players change places between two deals: everybody keeps their own name, deals and points."""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.inputs import Ruling, SetupChanged
from controller.journal import Journal
from controller.journal.matchrecord import game_from_facts
from controller.players.archive import Archive
from controller.players.history import matches_of, statistics_of
from controller.players.standings import PlayerKey
from controller.players.tally import tally_deal
from controller.presenter.recorded import replay_deal
from controller.records.exports import written
from controller.records.matches import match_view
from controller.referee.state import TablePhase
from engine.records.model import AS_NAMED, RecordedGame
from engine.records.own import read_own
from engine.records.seats import by_person
from engine.records.tenhou import read_tenhou
from engine.rules import PRESETS
from tests.controller.simulated import Game

DOMAN = PRESETS["doman"].with_changes(match_length="tonpuusen")
BEFORE = ("Aki", "Ben", "Chie", "Dan")
AFTER = ("Ben", "Dan", "Aki", "Eri")
"""Ben takes seat 0, Dan seat 1, Aki seat 2, Chie seat 3; then Eri is written down for Chie."""
ORDER = [1, 3, 0, 2]


def play(game: Game, *phases: TablePhase) -> None:
    for _ in range(200_000):
        if game.state.phase in phases:
            return
        game.table.advance(game.table.now + 50)
        game.runtime.step(game.table.now)
    pytest.fail(f"the table did not come to {phases}")


def ruling(game: Game, what: str, **details: object) -> None:
    game.runtime.submit(lambda now: Ruling(at=now, who="Emi", what=what, details=details))
    game.run(100)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with one deal before the change of places, one after it, and the match ended then."""
    path = tmp_path_factory.mktemp("club") / "j.sqlite"
    journal = Journal.open(path)
    game = Game(journal, seed=1)
    game.start(DOMAN)
    game.run(100)
    play(game, TablePhase.RESULT)
    play(game, TablePhase.DEALING)
    ruling(game, "reseat", order=ORDER)
    names = ["Ben", "Dan", "Aki", "Eri"]
    game.runtime.submit(lambda now: SetupChanged(at=now, what="players", details={"players": names}))
    game.run(100)
    play(game, TablePhase.RESULT)
    ruling(game, "end_match")
    assert game.state.players == AFTER
    journal.close()
    return path


@pytest.fixture
def archive(path: Path) -> Iterator[Archive]:
    archive = Archive(path)
    yield archive
    archive.close()


@pytest.fixture
def game(archive: Archive) -> RecordedGame:
    return archive.game(archive.row(1))


def test_a_name_changed_after_it_is_that_of_the_seat(archive: Archive) -> None:
    row = archive.row(1)
    assert tuple(row.players[seat] for seat in range(4)) == AFTER


def test_each_deal_knows_who_sat_where(game: RecordedGame) -> None:
    first, second = game.deals
    assert game.names == AFTER
    assert game.names_in(first) == ("Aki", "Ben", "Eri", "Dan")
    assert game.names_in(second) == AFTER
    assert second.sitting == AS_NAMED
    assert first.scores_after is not None
    assert second.scores == tuple(first.scores_after[source] for source in ORDER)


def test_a_restart_gives_everybody_the_names_they_had(path: Path, tmp_path: Path) -> None:
    with_names = tmp_path / "j.sqlite"
    with_names.write_bytes(path.read_bytes())
    journal = Journal.open(with_names)
    started, *_ = named = [i for i in journal.inputs(1) if isinstance(i, SetupChanged) and "players" in i.details]
    assert tuple(started.details["players"]) == ("Aki", "Ben", "Eri", "Dan")
    assert tuple(named[-1].details["players"]) == AFTER
    again = Game(Journal.memory(), seed=1)
    for item in journal.inputs(1):
        again.runtime.submit(lambda now, item=item: item)  # type: ignore[misc]
    again.run(50)
    assert again.state.players == AFTER
    journal.close()


def test_names_are_written_by_the_seat_after_a_restart_too(path: Path, tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "k.sqlite")
    game = Game(journal, seed=2)
    game.start(DOMAN)
    ruling(game, "reseat", order=ORDER)
    journal.close()
    journal = Journal.open(tmp_path / "k.sqlite")
    game.resume(journal)
    names = ["Ben", "Dan", "Aki", "Eri"]
    game.runtime.submit(lambda now: SetupChanged(at=now, what="players", details={"players": names}))
    game.run(100)
    journal.close()
    journal = Journal.open(tmp_path / "k.sqlite")
    game.resume(journal)
    assert game.state.players == AFTER
    assert tuple(journal.matches()[0].players[seat] for seat in range(4)) == AFTER
    journal.close()


def test_statistics_follow_the_person(archive: Archive, game: RecordedGame) -> None:
    (chapter,) = archive.chapters()
    assert chapter.row.final is not None
    final = chapter.row.final["final"]
    for name in AFTER:
        (entry,) = matches_of([chapter], PlayerKey(name, False))
        assert (entry.seat, entry.score) == (AFTER.index(name), final["scores"][AFTER.index(name)])
        mine = [tally_deal(deal, game.names_in(deal).index(name)) for deal in game.deals]
        told = statistics_of([chapter], PlayerKey(name, False), "riichi")
        assert told.deals == 2
        assert chapter.tally.seats[AFTER.index(name)] == mine[0] + mine[1]


def test_the_sheet_has_a_column_a_person(archive: Archive, game: RecordedGame) -> None:
    rows = list(csv.reader(io.StringIO(written(game, "csv"))))
    assert rows[0][8:12] == ["Ben (0)", "Dan (1)", "Aki (2)", "Eri (3)"]
    kinds = [row[2] for row in rows[1:]]
    assert kinds == ["start", game.deals[0].result.end, "reseated", game.deals[1].result.end]
    assert rows[3][3] == "0 1 2 3"
    assert rows[3][8:12] == rows[2][8:12], "points stay with their owner"
    view = match_view(archive.row(1), game, None)
    assert view.fault is None
    assert view.rows[1].dealer == AFTER.index("Aki"), "East of the first deal, by the column of the name"


def test_each_player_keeps_one_number_by_person(game: RecordedGame) -> None:
    turned = by_person(game).deals[0]
    dealt = {game.names_in(game.deals[0])[seat]: hand for seat, hand in enumerate(game.deals[0].hands)}
    assert turned.hands == tuple(dealt[name] for name in AFTER)
    assert sum(turned.scores) + 1000 * turned.deposits == 4 * DOMAN.start_points


def test_exports_name_the_seats_of_each_deal(game: RecordedGame) -> None:
    lines = [json.loads(line) for line in written(game, "mjai").splitlines()]
    starts = [line["names"] for line in lines if line["type"] == "start_game"]
    assert starts == [["Aki", "Ben", "Eri", "Dan"], list(AFTER)]
    assert [line["type"] for line in lines].count("end_game") == 2
    tenhou = list(read_tenhou(written(game, "tenhou")))
    assert [part.names for part in tenhou] == [("Aki", "Ben", "Eri", "Dan"), AFTER]
    (own,) = read_own(written(game, "json"))
    assert [own.names_in(deal) for deal in own.deals] == [game.names_in(deal) for deal in game.deals]


def test_the_viewer_names_who_sat_there_then(game: RecordedGame) -> None:
    names = [[seat.name for seat in replay_deal(game, index, hands=True).steps[0].view.seats] for index in (0, 1)]
    assert names == [["Aki", "Ben", "Eri", "Dan"], list(AFTER)]


def test_a_penalty_between_two_deals_is_whose_it_was() -> None:
    journal = Journal.memory()
    game = Game(journal, seed=1)
    game.start(DOMAN)
    ruling(game, "points", deltas=[1_000, 0, 0, -1_000])
    ruling(game, "reseat", order=ORDER)
    ruling(game, "points", deltas=[0, 500, -500, 0])
    play(game, TablePhase.RESULT)
    (row,) = journal.matches()
    record = game_from_facts(journal.facts(1), row)
    changes = [item["deltas"] for item in by_person(record).deals[0].penalties]
    assert changes == [[0, -1_000, 1_000, 0], [0, 500, -500, 0]], "the first by the seats of then"
