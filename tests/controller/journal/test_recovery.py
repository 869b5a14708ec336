"""Damaged journals: the good copy is restored, newer entries that can be read are saved, the damaged file is kept."""

import os
import shutil
import sqlite3
import threading
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from controller.errors import JournalDamaged
from controller.inputs import Input
from controller.journal import Journal, JournalReader, open_journal, recover
from controller.journal import recovery as recovery_module
from controller.journal.clockmark import ClockMark
from controller.journal.copying import CopyKeeper, back_up, copy_of, is_sound, keep_copy, renew_copy
from controller.journal.journal import LONGEST_STANDSTILL
from controller.journal.schema import PAGE_BYTES, connect
from controller.journal.writer import GroupWriter
from tests.controller.journal.samples import NAMES, forget_names, moves, start


def played(path: Path, inputs: list[Input], *, clean: bool = True) -> None:
    """A journal with these inputs, one fact after each."""
    journal = Journal.open(path)
    for item in inputs:
        journal.append(item)
        journal.record([("event_accepted", {"at": item.at})], item.at)
    journal.flush()
    if clean:
        journal.close()


def spoil(path: Path, first_page: int, pages: int = 1) -> None:
    with path.open("r+b") as file:
        file.seek(PAGE_BYTES * first_page)
        file.write(b"\xa5" * PAGE_BYTES * pages)


def counts(path: Path) -> tuple[int, int]:
    with JournalReader(path) as reader:
        return len(reader.inputs(1)), len(reader.facts(1))


def test_a_sound_journal_is_opened_as_it_is(tmp_path: Path) -> None:
    played(tmp_path / "j.sqlite", [start(), *moves(3)])
    journal, recovery = open_journal(tmp_path / "j.sqlite")
    assert recovery is None
    assert journal.last_input == 4
    journal.close()


def test_the_copy_is_restored_and_what_came_after_it_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    played(path, [start(), *moves(60)])
    keep_copy(path)
    journal = Journal.open(path)
    for item in moves(10, at=5_000):
        journal.append(item)
    journal.close()
    spoil(path, first_page=2)  # the root of a table, with most rows elsewhere
    with pytest.raises(JournalDamaged):
        Journal.open(path)
    journal, recovery = open_journal(path)
    assert recovery is not None
    assert recovery.from_copy
    found = journal.unfinished()
    assert found is not None
    assert len(found.inputs) == 61 + recovery.inputs
    assert found.inputs[:61] == (start(), *moves(60))
    assert recovery.aside.exists()
    assert "last good copy was restored" in recovery.sentence
    journal.close()


def test_everything_after_the_copy_is_saved_where_only_old_pages_are_damaged(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    played(path, [start(), *moves(136)])
    keep_copy(path)
    journal = Journal.open(path)
    later = moves(50, at=5_000)
    for item in later:
        journal.append(item)
        journal.record([("event_accepted", {"at": item.at})], item.at)
    journal.close()
    database = sqlite3.connect(path)
    pages = database.execute(
        "SELECT pageno FROM dbstat WHERE name = 'input' AND pagetype = 'leaf' ORDER BY pageno"
    ).fetchall()
    database.close()
    spoil(path, first_page=pages[1][0] - 1)
    journal, recovery = open_journal(path)
    assert recovery is not None
    assert recovery.inputs == 50
    found = journal.unfinished()
    assert found is not None
    assert found.inputs == (start(), *moves(136), *later)
    assert len(journal.facts(1)) == 187
    journal.close()


def test_a_file_that_is_garbage_throughout(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    played(path, [start(), *moves(20)])
    keep_copy(path)
    path.write_bytes(b"\x5a" * 40_960)
    journal, recovery = open_journal(path)
    assert recovery is not None
    assert (recovery.from_copy, recovery.inputs) == (True, 0)
    assert journal.last_input == 21
    journal.close()


def test_a_file_that_never_was_a_journal_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letters.txt"
    path.write_text("Dear Aki, this is no journal but something that nobody else keeps. " * 20)
    before = path.read_bytes()
    with pytest.raises(JournalDamaged):
        open_journal(path)
    assert path.read_bytes() == before


def test_without_a_copy_a_new_journal_is_begun(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    played(path, [start(), *moves(3)])
    path.write_bytes(b"\x5a" * 40_960)
    journal, recovery = open_journal(path)
    assert recovery is not None
    assert not recovery.from_copy
    assert "a new journal was begun" in recovery.sentence
    assert recovery.aside.read_bytes() == b"\x5a" * 40_960
    assert journal.unfinished() is None
    journal.append(start())
    journal.close()
    assert counts(path) == (1, 0)


def test_a_damaged_copy_is_not_restored(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    played(path, [start(), *moves(20)])
    keep_copy(path)
    spoil(copy_of(path), first_page=2, pages=2)
    path.write_bytes(b"\x5a" * 40_960)
    journal, recovery = open_journal(path)
    assert recovery is not None
    assert not recovery.from_copy
    journal.close()


def test_damage_twice_within_a_second_keeps_both_files(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    asides = []
    played(path, [start(), *moves(3)])
    for _ in range(2):
        path.write_bytes(b"\x5a" * 40_960)
        journal, recovery = open_journal(path)
        journal.close()
        assert recovery is not None
        asides.append(recovery.aside)
    assert len(set(asides)) == 2


# The copy


def test_the_copy_follows_cheaply(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    played(path, [start(), *moves(20)])
    keep_copy(path)
    first = copy_of(path).stat().st_ino
    journal = Journal.open(path)
    for item in moves(5, at=900):
        journal.append(item)
    journal.record([("deal_ended", {})], 950, snapshot={"deal": 2})
    journal.flush()
    keep_copy(path)  # while the journal is being written
    journal.close()
    assert copy_of(path).stat().st_ino == first, "added to, not made anew"
    with JournalReader(copy_of(path)) as copy, JournalReader(path) as original:
        assert copy.inputs(1) == original.inputs(1)
        assert copy.facts(1) == original.facts(1)
        assert copy.matches() == original.matches()


def test_forgotten_names_are_forgotten_in_the_copy_too(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    played(path, [start()])
    keep_copy(path)
    forget_names(path)
    keep_copy(path)
    database = sqlite3.connect(copy_of(path))
    everything = "".join(database.iterdump())
    database.close()
    assert not any(name in everything for name in NAMES)


def test_a_copy_of_another_journal_is_made_anew(tmp_path: Path) -> None:
    played(tmp_path / "other.sqlite", [start(), *moves(30)])
    path = tmp_path / "j.sqlite"
    played(path, [start(), *moves(3)])
    shutil.copy(tmp_path / "other.sqlite", copy_of(path))
    keep_copy(path)
    assert counts(copy_of(path)) == (4, 4)
    copy_of(path).write_bytes(b"rubbish " * 1000)
    keep_copy(path)
    assert counts(copy_of(path)) == (4, 4)


def test_the_journal_keeps_its_copy_between_deals(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    journal = Journal.open(path, keep_copy=True)
    journal.append(start())
    journal.flush()
    journal.record([("deal_ended", {})], 5, snapshot={"deal": 1})
    journal.flush()
    journal.close()
    assert is_sound(copy_of(path))
    assert counts(copy_of(path))[0] == 1


def test_a_backup_is_one_file(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    played(path, [start(), *moves(5)])
    database = connect(path, read_only=True)
    back_up(database, tmp_path / "backup.sqlite")
    database.close()
    assert counts(tmp_path / "backup.sqlite") == (6, 6)
    assert not list(tmp_path.glob("backup.sqlite?*"))


# Torn writes and failing media


def test_a_torn_write_loses_nothing_that_was_committed(tmp_path: Path) -> None:
    """The log ends anywhere within what was being written when the power went."""
    path = tmp_path / "j.sqlite"
    journal = Journal.open(path, side_log_bytes=0)
    log = path.with_name("j.sqlite-wal")
    journal.append(start())
    journal.flush()
    sizes = []
    for item in moves(6):
        journal.append(item)
        journal.flush()
        sizes.append(log.stat().st_size)
    cuts = [
        (known, size)
        for known, (before, after) in enumerate(pairwise(sizes), 2)
        for size in (before, before + 24, (before + after) // 2, after - 1)
    ]
    assert len(cuts) == 20
    for number, (known, size) in enumerate(cuts):
        folder = tmp_path / str(number)
        folder.mkdir()
        shutil.copy(path, folder / "j.sqlite")
        (folder / "j.sqlite-wal").write_bytes(log.read_bytes()[:size] + b"\xff" * (number % 3 * 500))
        after = Journal.open(folder / "j.sqlite", side_log_bytes=0)
        found = after.unfinished()
        assert found is not None
        assert len(found.inputs) == known
        after.close()
    journal.close()


def test_damage_while_playing_is_told_apart_from_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.journal.writer.RETRY_SECONDS", 0.05)
    monkeypatch.setattr("controller.journal.writer.CLOSE_SECONDS", 0.5)
    path = tmp_path / "j.sqlite"
    played(path, [start(), *moves(136)])
    spoil(path, first_page=1, pages=9)
    database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    writer = GroupWriter(database, path)
    ticket = writer.put([("INSERT INTO input VALUES (?, ?, ?)", (9_999, 1, "{}"))])
    with pytest.raises(JournalDamaged, match="is damaged"):
        writer.wait(ticket)
    writer.close()


@pytest.mark.parametrize(
    ("mark", "at", "lost"),
    [
        pytest.param(b"%019d\n" % 60_000, 60_000, False, id="a minute after the last move"),
        pytest.param(b"%019d\n" % 5, 102, False, id="before the last move, as after a power cut"),
        pytest.param(b"", 102, False, id="none yet"),
        pytest.param(b"%019d\n" % (LONGEST_STANDSTILL + 103), 102, True, id="days later"),
        pytest.param(b"9" * 19 + b"\n", 102, True, id="never"),
        pytest.param(b"%019d" % 60_000, 102, True, id="cut off"),
        pytest.param(b"\0" * 20, 102, True, id="zeros"),
        pytest.param(b"-000000000000060000\n", 102, True, id="negative"),
        pytest.param("\u0664".encode() * 10, 102, True, id="digits of another script"),
    ],
)
def test_a_damaged_clock_costs_the_time_since_the_last_move_and_is_told(
    tmp_path: Path, mark: bytes, at: int, lost: bool
) -> None:
    path = tmp_path / "j.sqlite"
    played(path, [start(), *moves(3)])
    path.with_name("j.sqlite.clock").write_bytes(mark)
    journal = Journal.open(path)
    assert (journal.at, journal.has_lost_time) == (at, lost)
    journal.observe([], at + 7)
    journal.close()
    again = Journal.open(path)
    assert (again.at, again.has_lost_time) == (at + 7, False), "marked anew"
    again.close()


def test_between_two_matches_there_is_no_time_to_lose(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    journal = Journal.open(path)
    journal.append(start())
    journal.record([], 90, final={"places": [1, 2, 3, 4]})
    journal.close()
    path.with_name("j.sqlite.clock").write_bytes(b"?")
    again = Journal.open(path)
    assert not again.has_lost_time
    again.close()


def test_a_clock_that_cannot_be_marked_stops_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = ClockMark(tmp_path / "clock")
    mark.mark(5_000)

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.pwrite", full)
    mark.mark(7_000)
    mark.mark(9_000)
    monkeypatch.undo()
    mark.mark(11_000)
    assert mark.read() == 11_000
    mark.release()


def test_copies_made_at_once_do_not_spoil_each_other(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    played(path, [start(), *moves(200)])
    failures: list[Exception] = []

    def copy(make: Callable[[Path], None]) -> None:
        try:
            make(path)
        except (OSError, sqlite3.Error) as error:
            failures.append(error)

    copy(keep_copy)
    makers = [threading.Thread(target=copy, args=(make,)) for make in (renew_copy, keep_copy, renew_copy) * 4]
    for maker in makers:
        maker.start()
    for maker in makers:
        maker.join(30)
    assert failures == []
    assert is_sound(copy_of(path))
    assert not list(path.parent.glob("*.new"))


def test_a_file_that_is_taken_away_while_it_is_written_is_written_anew(tmp_path: Path) -> None:
    path, elsewhere = tmp_path / "state" / "j.sqlite", tmp_path / "elsewhere"
    path.parent.mkdir()
    journal = Journal.open(path)
    for item in (start(), *moves(5)):
        journal.append(item)
    path.parent.rename(elsewhere)
    assert journal.has_lost_file
    journal.append(moves(6)[5])
    journal.put_back()
    journal.close()
    again = Journal.open(path)
    assert len(again.inputs(1)) == 7
    again.close()


def test_what_took_the_place_of_a_journal_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    journal = Journal.open(path)
    journal.append(start())
    path.unlink()  # and not its log, which belongs to no other file
    path.write_bytes(b"somebody else's")
    assert journal.has_lost_file
    journal.put_back()
    journal.close()
    assert counts(path) == (1, 0)
    (found,) = (file for file in tmp_path.glob("j.sqlite.found-*") if not file.name.endswith(("-wal", "-shm")))
    assert found.read_bytes() == b"somebody else's"


def test_a_journal_that_lies_where_it_was_has_lost_nothing(tmp_path: Path) -> None:
    for journal in (Journal.open(tmp_path / "j.sqlite"), Journal.memory()):
        assert not journal.has_lost_file
        journal.close()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes files for somebody else")
def test_a_copy_that_root_makes_is_for_the_services_user(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    played(path, [start(), *moves(3)])
    keep_copy(path)
    os.chown(tmp_path, 12_345, 12_346)
    renew_copy(path)
    owner = copy_of(path).stat()
    assert (owner.st_uid, owner.st_gid) == (12_345, 12_346)


def test_a_copy_that_cannot_be_made_is_told_until_it_can_be(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    played(path, [start()])
    keeper = CopyKeeper(path)
    obstacle = tmp_path / "j.sqlite.copy.new"
    obstacle.mkdir()
    told = []
    for _ in range(2):
        keeper.request()
        keeper.close(30)
        told.append(keeper.trouble)
        if obstacle.exists():
            obstacle.rmdir()
    assert "Is a directory" in told[0]
    assert told[1] == ""
    assert is_sound(copy_of(path))


class PowerCut(BaseException):
    """The process ends here: nothing more of it runs."""


@pytest.mark.parametrize("at", ["made", "aside", "named"])
def test_power_that_fails_during_a_recovery_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    path = tmp_path / "j.sqlite"
    played(path, [start(), *moves(60)])
    keep_copy(path)
    spoil(path, first_page=2)

    def cut(*_: object) -> None:
        raise PowerCut

    with monkeypatch.context() as patch:
        if at == "made":
            patch.setattr(recovery_module, "_save_rest", cut)
        elif at == "aside":
            patch.setattr(recovery_module, "_take_place", cut)
        else:
            patch.setattr(recovery_module, "flush", lambda file: cut() if file == path.parent else None)
        with pytest.raises(PowerCut):
            recover(path)
    journal, _ = open_journal(path)
    assert journal.last_input >= 61
    journal.close()
    keep_copy(path)
    assert counts(copy_of(path))[0] >= 61
    assert not path.with_name("j.sqlite.recovered").exists()


def test_a_recovery_that_finds_no_room_leaves_everything_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "j.sqlite"
    played(path, [start(), *moves(60)])
    keep_copy(path)
    spoil(path, first_page=2)
    before = [file.read_bytes() for file in (path, copy_of(path))]

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(recovery_module, "back_up", full)
        with pytest.raises(OSError, match="No space"):
            open_journal(path)
    assert [file.read_bytes() for file in (path, copy_of(path))] == before
    journal, recovery = open_journal(path)
    assert recovery is not None
    assert recovery.from_copy
    journal.close()


def test_the_copy_of_a_journal_that_somebody_took_away_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    played(path, [start(), *moves(60)])
    keep_copy(path)
    path.unlink()
    played(path, [start()])
    keep_copy(path)
    assert counts(copy_of(path))[0] == 1
    (kept,) = tmp_path.glob("j.sqlite.copy.other-*")
    assert counts(kept)[0] == 61
