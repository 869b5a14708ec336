"""What a memory card does to a running table: full, read-only, damaged. Play goes on, or the page says what to do."""

import os
import shutil
import signal
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from controller.journal import JournalReader
from tests.system.service import Service
from tests.system.test_kill import refereed_again

PLAY = ("run", "--simulate", "--port", "0", "--speed", "20", "--journal")


def own_mounts() -> str:
    """Why this machine gives a test no file system of its own; empty if it does."""
    tried = subprocess.run(
        ["unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], capture_output=True, text=True, check=False
    )
    return (
        ""
        if tried.returncode == 0
        else f"no mount namespaces here ({tried.stderr.strip()}): run as root, or allow them"
    )


WHY_NOT = own_mounts()
needs_mounts = pytest.mark.skipif(bool(WHY_NOT) and "CI" not in os.environ, reason=WHY_NOT or "has them")


class Card:
    """A small file system that only the service sees; `options` as mount takes them."""

    def __init__(self, folder: Path, options: str) -> None:
        self.folder = folder
        mount = f'mount -t tmpfs -o {options} tmpfs {folder} && exec "$@"'
        self.within = ("unshare", "-rm", "sh", "-c", mount, "sh")

    def seen(self, service: Service) -> Path:
        """The file system from outside."""
        return Path(f"/proc/{service.process.pid}/root{self.folder}")

    def remount(self, service: Service, options: str) -> None:
        enter = ("nsenter", "-t", str(service.process.pid), "-U", "-m", "--preserve-credentials")
        subprocess.run([*enter, "mount", "-o", f"remount,{options}", self.folder], check=True)


def says(service: Service, words: str) -> Callable[[], bool]:
    return lambda: any(words in problem for problem in service.problems())


def goes_on(service: Service) -> None:
    """Time passes on the public view, and nothing is wrong."""
    service.wait_until(lambda: service.problems() == [])
    before = service.view()["now"]
    service.wait_until(lambda: service.view()["now"] > before + 2_000)


def fill(ballast: Path) -> None:
    """Write until the file system takes nothing more."""
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(b"x" * 4096):
            pass


@needs_mounts
def test_a_card_that_fills_up_holds_the_game_and_loses_nothing(tmp_path: Path) -> None:
    card = Card(tmp_path, "size=1500k")
    with Service(*PLAY, str(tmp_path / "j.sqlite"), within=card.within) as service:
        goes_on(service)
        ballast = card.seen(service) / "ballast"
        fill(ballast)
        service.wait_until(says(service, "free some space"))
        shown = service.view()
        service.wait_until(says(service, "free some space"))
        assert service.view() == shown, "effects are held back"
        ballast.unlink()
        goes_on(service)
        service.process.send_signal(signal.SIGSTOP)  # as it lies on the card at some moment
        kept = tmp_path / "kept"
        shutil.copytree(card.seen(service), kept)
    _, decided, stored = refereed_again(kept / "j.sqlite")
    assert stored == decided[: len(stored)]
    assert len(stored) > 0


@needs_mounts
def test_a_read_only_card_is_told_on_the_page_and_used_as_soon_as_it_can_be(tmp_path: Path) -> None:
    card = Card(tmp_path, "size=5m,ro")
    with Service(*PLAY, str(tmp_path / "state" / "j.sqlite"), within=card.within) as service:
        service.wait_until(says(service, "Read-only file system"))
        card.remount(service, "rw")
        goes_on(service)
        assert service.stop()[0] == 0


def test_a_damaged_journal_is_restored_and_the_page_says_so(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    with Service(*PLAY, str(path)) as service:
        service.wait_until(lambda: service.view()["stage"] == "playing")
        service.wait_until(path.with_name("j.sqlite.copy").exists)
        service.stop()
    with JournalReader(path) as reader:
        inputs = reader.inputs(1)
    path.write_bytes(b"\xff" * path.stat().st_size)
    with Service(*PLAY, str(path)) as service:
        service.wait_until(says(service, "the last good copy was restored"))
        service.view()
        service.stop()
    with JournalReader(path) as reader:
        again = reader.inputs(1)
    assert again[:1] == inputs[:1], "the same match goes on"
    assert len(list(tmp_path.glob("j.sqlite.damaged-????????-??????"))) == 1
    _, decided, stored = refereed_again(path)
    assert stored == decided[: len(stored)]


def test_a_damaged_clock_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    with Service(*PLAY, str(path)) as service:
        service.wait_until(lambda: service.view()["stage"] == "playing")
        service.stop()
    with JournalReader(path) as reader:
        last = reader.table_time()
    path.with_name("j.sqlite.clock").write_bytes(b"9" * 19 + b"\n")
    with Service(*PLAY, str(path)) as service:
        service.wait_until(says(service, "time goes on from the last thing that happened"))
        assert last <= service.view()["now"] < last + 3_600_000
        service.stop()


def test_damage_during_play_is_repaired_while_the_page_stays(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    script = f"""
import sqlite3, sys
from pathlib import Path
import controller.journal.writer as writer
from controller.cli import main
commit, count, path = writer._commit, 0, Path({str(path)!r})
def fails_once(database, statements):
    global count
    count += 1
    if count == 150:
        path.write_bytes(bytes(path.stat().st_size))
        path.with_name(path.name + "-wal").write_bytes(b"")
        error = sqlite3.DatabaseError("database disk image is malformed")
        error.sqlite_errorname = "SQLITE_CORRUPT"
        raise error
    commit(database, statements)
writer._commit = fails_once
sys.exit(main({[*PLAY, str(path)]!r}))
"""
    with Service(script=script) as service:
        service.wait_until(says(service, "The journal was damaged"), seconds=40)
        service.wait_until(lambda: service.view()["stage"] == "playing")
        assert service.stop()[0] == 0
    assert len(list(tmp_path.glob("j.sqlite.damaged-????????-??????"))) == 1
    _, decided, stored = refereed_again(path)
    assert stored == decided[: len(stored)]


@pytest.mark.long
def test_a_journal_that_is_deleted_under_the_running_table_is_written_anew(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    path = folder / "j.sqlite"
    with Service(*PLAY, str(path)) as service:
        service.wait_until(lambda: service.view()["stage"] == "playing")
        with JournalReader(path) as reader:
            before = reader.inputs(1)
        shutil.rmtree(folder)
        service.wait_until(says(service, "was moved or deleted while the table was running"))
        now = service.view()["now"]
        service.wait_until(lambda: service.view()["now"] > now + 2_000)
        assert service.stop()[0] == 0
    with JournalReader(path) as reader:
        assert reader.inputs(1)[: len(before)] == before
    _, decided, stored = refereed_again(path)
    assert stored == decided[: len(stored)]


def test_a_newer_journal_is_told_on_the_page_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    with Service(*PLAY, str(path)) as service:
        service.view()
        service.stop()
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version = 999")
    database.close()
    before = path.read_bytes()
    with Service(*PLAY, str(path)) as service:
        service.wait_until(says(service, "written by a newer Jantaku"))
        assert service.stop()[0] == 0
    assert path.read_bytes() == before


def test_the_system_clock_may_jump(tmp_path: Path) -> None:
    """Only dates are taken from it: hours forward and back at every look change nothing for the game."""
    path = tmp_path / "j.sqlite"
    script = f"""
import sys, time
from random import Random
from controller.cli import main
real, random = time.time, Random(1)
time.time = lambda: real() + random.choice((-86_400, -3_600, 0, 3_600, 86_400))
sys.exit(main({[*PLAY, str(path)]!r}))
"""
    with Service(script=script) as service:
        goes_on(service)
        first = service.view()["now"]
        service.wait_until(lambda: service.view()["now"] > first + 20_000)
        assert service.stop()[0] == 0
    referee, decided, stored = refereed_again(path)
    assert stored == decided[: len(stored)]
    assert referee.state.now < 10 * 60_000


@pytest.mark.long
def test_damage_that_play_did_not_meet_is_found_and_repaired_beside_the_game(tmp_path: Path) -> None:
    """A journal of years is not looked at as a whole before the table opens, but while it runs."""
    path = tmp_path / "j.sqlite"
    with Service(*PLAY, str(path)) as service:
        service.wait_until(lambda: service.view()["stage"] == "playing")
        service.stop()
    database = sqlite3.connect(path)
    # An old page that nobody reads any more: the schema's free list would do, a table of our own is surer.
    database.execute("CREATE TABLE old (body TEXT)")
    database.executemany("INSERT INTO old VALUES (?)", [("x" * 900,)] * 200)
    (page,) = database.execute("SELECT max(pageno) FROM dbstat WHERE name = 'old' AND pagetype = 'leaf'").fetchone()
    (size,) = database.execute("PRAGMA page_size").fetchone()
    database.commit()
    database.close()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xa5" * size)
    script = f"""
import sys
import controller.journal.recovery as recovery
from controller.cli import main
recovery.LARGE_BYTES = 10_000
sys.exit(main({[*PLAY, str(path)]!r}))
"""
    with Service(script=script) as service:
        service.view()
        service.wait_until(says(service, "The journal was damaged"))
        service.wait_until(lambda: service.view()["stage"] == "playing")
        assert service.stop()[0] == 0
    assert len(list(tmp_path.glob("j.sqlite.damaged-????????-??????"))) == 1
    _, decided, stored = refereed_again(path)
    assert stored == decided[: len(stored)]
