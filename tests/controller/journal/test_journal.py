"""The journal: nothing committed is lost, names can be forgotten, and what is unsound is refused clearly."""

import os
import sqlite3
import threading
from pathlib import Path

import pytest

from controller.errors import JournalDamaged, JournalError, JournalTooNew
from controller.inputs import Input, Pressed, SetupChanged
from controller.journal import Journal, JournalReader
from controller.journal.schema import PAGE_BYTES
from controller.journal.sidelog import SideLog, read_side_log
from controller.journal.writer import GroupWriter
from hal.ports import BoardStatus, Button, Press, Scan
from tests.controller.journal.samples import NAMES, RULES, forget_names, moves, start


@pytest.fixture(params=["file", "memory"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Journal:
    return Journal.memory() if request.param == "memory" else Journal.open(tmp_path / "j.sqlite")


def test_what_is_appended_is_read_back_as_it_was(journal: Journal) -> None:
    given: list[Input] = [start(), *moves(20), Pressed(at=900, seat=3, button=Button.WIN, origin="page")]
    for item in given:
        journal.append(item)
    found = journal.unfinished()
    assert found is not None
    assert found.inputs == tuple(given)
    assert found.snapshot is None
    assert found.at == 900
    journal.close()


def test_a_snapshot_shortens_what_a_restart_reads(journal: Journal) -> None:
    for item in [start(), *moves(5)]:
        journal.append(item)
    journal.record([], 104, snapshot={"deal": 1})
    later = moves(3, at=200)
    for item in later:
        journal.append(item)
    found = journal.unfinished()
    assert found is not None
    assert found.snapshot == {"deal": 1}
    assert found.inputs == tuple(later)
    assert len(journal.inputs(found.match)) == 9
    journal.close()


def test_facts_carry_version_and_rules(journal: Journal) -> None:
    journal.append(start())
    journal.record([("deal_ended", {"deltas": [1, -1, 0, 0]})], 7, final={"places": [1, 2, 3, 4]})
    (match,) = journal.matches()
    (fact,) = journal.facts(match.id)
    assert (fact.kind, fact.body, fact.at, fact.rules) == (
        "deal_ended",
        {"deltas": [1, -1, 0, 0]},
        7,
        '{"name":"tenhou"}',
    )
    assert fact.version == match.version != ""
    assert match.deals == 1
    assert match.final == {"places": [1, 2, 3, 4]}
    assert journal.unfinished() is None
    journal.close()


def test_a_new_match_breaks_off_the_one_before(journal: Journal) -> None:
    journal.append(start())
    journal.append(start(at=50))
    first, second = journal.matches()
    assert first.ended is not None
    assert first.final is None
    assert second.ended is None
    journal.close()


def test_names_are_apart_and_can_be_forgotten(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "j.sqlite")
    journal.append(start())
    assert journal.matches()[0].players == dict(enumerate(NAMES))
    journal.close()
    forget_names(tmp_path / "j.sqlite")
    database = sqlite3.connect(tmp_path / "j.sqlite")
    everything = "".join(database.iterdump())
    assert not any(name in everything for name in NAMES)
    database.close()
    journal = Journal.open(tmp_path / "j.sqlite")
    found = journal.unfinished()
    assert found is not None
    (item,) = found.inputs
    assert isinstance(item, SetupChanged)
    assert item.details == {
        "rules": RULES,
        "first_dealer": 2,
        "players": ["Player 1", "Player 2", "Player 3", "Player 4"],
    }
    journal.close()


def test_a_waited_for_input_survives_a_process_that_vanishes(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    child = os.fork()
    if child == 0:  # the service, killed right after its commit
        journal = Journal.open(path)
        journal.append(start())
        journal.wait(journal.append(moves(1)[0]))
        journal.observe([], now=777_000)
        os._exit(9)
    os.waitpid(child, 0)
    journal = Journal.open(path)
    found = journal.unfinished()
    assert found is not None
    assert len(found.inputs) == 2
    assert found.at == 777_000
    journal.close()


def test_commits_come_in_groups(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "j.sqlite")
    journal.append(start())
    tickets = [journal.append(item) for item in moves(500, at=1)]
    journal.wait(tickets[-1])
    assert tickets == sorted(set(tickets))
    journal.close()
    reader = sqlite3.connect(tmp_path / "j.sqlite")
    assert reader.execute("SELECT count(*) FROM input").fetchone() == (501,)
    reader.close()


def test_a_full_disk_holds_the_effects_and_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.journal.writer.RETRY_SECONDS", 0.05)
    database = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    database.execute("CREATE TABLE t (n)")
    (pages,) = database.execute("PRAGMA page_count").fetchone()
    database.execute(f"PRAGMA max_page_count = {pages}")
    writer = GroupWriter(database)
    ticket = writer.put([("INSERT INTO t VALUES (?)", ("x" * 50_000,))])
    with pytest.raises(JournalError, match="free some space"):
        writer.wait(ticket)
    freed = threading.Event()

    def free() -> None:
        with writer._busy:
            database.execute("PRAGMA max_page_count = 1000")
        freed.set()

    free()
    for _ in range(100):
        try:
            writer.wait(ticket)
        except JournalError:
            freed.wait(0.05)
            threading.Event().wait(0.05)
        else:
            break
    with writer.reading() as reading:
        assert reading.execute("SELECT count(*) FROM t").fetchone() == (1,)
    writer.close()


def test_a_newer_journal_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    Journal.open(path).close()
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version = 99")
    database.close()
    before = path.read_bytes()
    with pytest.raises(JournalTooNew, match=r"journal version 99.*install that version again"):
        Journal.open(path)
    assert path.read_bytes() == before


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE bookmarks (url)")
    database.close()
    before = path.read_bytes()
    with pytest.raises(JournalError, match="another program"):
        Journal.open(path)
    assert path.read_bytes() == before


def test_a_damaged_journal_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    journal = Journal.open(path)
    journal.append(start())
    for item in moves(400):
        journal.append(item)
    journal.close()
    with path.open("r+b") as file:
        file.seek(PAGE_BYTES * 4)
        file.write(b"\xff" * PAGE_BYTES * 16)
    with pytest.raises(JournalDamaged, match="move it aside"):
        Journal.open(path)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    path.write_text("this is no database at all, but it is long enough to be read as one\n" * 20)
    with pytest.raises(JournalDamaged, match="is damaged"):
        Journal.open(path)


def test_a_folder_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="its folder exists"):
        Journal.open(tmp_path / "nowhere" / "j.sqlite")


def test_two_services_cannot_write_one_journal(tmp_path: Path) -> None:
    first = Journal.open(tmp_path / "j.sqlite")
    with pytest.raises(JournalError, match="another Jantaku is writing this journal"):
        Journal.open(tmp_path / "j.sqlite")
    first.close()
    Journal.open(tmp_path / "j.sqlite").close()


def test_a_reader_beside_the_writer(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "j.sqlite")
    journal.append(start())
    journal.wait(journal.record([("deal_ended", {})], 5))
    with JournalReader(tmp_path / "j.sqlite") as reader:
        (match,) = reader.matches()
        assert match.deals == 1
        assert [fact.kind for fact in reader.facts(match.id)] == ["deal_ended"]
        assert reader.inputs(match.id) == (start(),)
    journal.close()


def test_raw_observations_are_kept_apart_and_capped(tmp_path: Path) -> None:
    path = tmp_path / "scans"
    log = SideLog(path, cap_bytes=5_000)
    for n in range(100):
        tags = frozenset({f"E004{n:012X}", f"E005{n * 977:012X}"})
        log.add([Scan("seat0.river1", n, n * 100, n * 100 + 60, tags, True)] * 20)
        log.add([BoardStatus("seat0", online=False, at=n, reason="silent"), Press(1, Button.PON, n)])
        log.store(log.take(n))
    log.close()
    found = list(read_side_log(path))
    assert found[-1] == Press(1, Button.PON, 99)
    assert found[-2] == BoardStatus("seat0", online=False, at=99, reason="silent")
    newest = found[-3]
    assert isinstance(newest, Scan)
    assert newest.sequence == 99
    database = sqlite3.connect(path)
    (size, batches) = database.execute("SELECT sum(length(lines)), count(*) FROM batch").fetchone()
    database.close()
    assert size <= 5_000
    assert 1 < batches < 100


def test_the_side_log_fills_from_what_is_observed(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "j.sqlite")
    scan = Scan("seat0.river1", 1, 0, 60, frozenset({"E004000000000001"}), True)
    journal.observe([scan], now=60)
    journal.close()
    assert list(read_side_log(tmp_path / "j.sqlite.scans")) == [scan]


def test_a_journal_whose_tables_are_not_ours(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    journal = Journal.open(path)
    journal.append(start())
    journal.close()
    database = sqlite3.connect(path)
    database.execute("ALTER TABLE match DROP COLUMN input")
    database.close()
    journal = Journal.open(path)
    with pytest.raises(JournalDamaged, match="no such column"):
        journal.unfinished()
    journal.close()
    with JournalReader(path) as reader, pytest.raises(JournalDamaged, match="no such column"):
        reader.inputs(1)


def test_a_closed_journal_is_whole_in_its_one_file(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    journal = Journal.open(path)
    journal.append(start())
    journal.flush()
    with JournalReader(path) as reader:  # a page that shows records, still open while the service ends
        assert len(reader.matches()) == 1
        journal.close()
        assert path.with_name("j.sqlite-wal").stat().st_size == 0
        assert len(reader.inputs(1)) == 1
