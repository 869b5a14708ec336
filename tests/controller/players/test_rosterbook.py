"""The roster of a running service: who waits for whom."""

import threading
from pathlib import Path

import pytest

from controller.errors import PlayerError
from controller.journal import Journal, roster
from controller.journal.copying import copy_of, keep_copy, renew_copy
from controller.players.rosterbook import RosterBook


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "j.sqlite"
    Journal.open(path).close()
    return path


def test_nobody_waits_while_the_copy_is_made_without_a_deleted_name(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = RosterBook(path)
    book.do(lambda people: people.add("Zbigniew"))
    keep_copy(path)
    copying, go_on = threading.Event(), threading.Event()

    def slow(journal: Path) -> None:
        copying.set()
        assert go_on.wait(30)
        renew_copy(journal)

    monkeypatch.setattr(roster, "renew_copy", slow)
    deleting = threading.Thread(target=book.delete, args=("Zbigniew",))
    deleting.start()
    assert copying.wait(30)
    assert book.do(lambda people: people.find("Zbigniew")) is None
    assert b"Zbigniew" in copy_of(path).read_bytes()
    go_on.set()
    deleting.join(30)
    book.close()
    assert b"Zbigniew" not in copy_of(path).read_bytes()


def test_a_copy_that_cannot_be_made_anew_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: Path) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(roster, "renew_copy", fails)
    book = RosterBook(path)
    book.do(lambda people: people.add("Zbigniew"))
    with pytest.raises(PlayerError, match=r"Zbigniew is forgotten .*j\.sqlite\.copy could not .*: delete it"):
        book.delete("Zbigniew")
    assert book.do(lambda people: people.people()) == []
    book.close()
