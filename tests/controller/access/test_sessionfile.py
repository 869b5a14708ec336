"""Sessions over a restart of the service: nobody signs in again, and whatever ends a session still does."""

import asyncio
import threading
from pathlib import Path

import pytest

from controller.access import sessionfile
from controller.access.door import Door
from controller.access.roles import NOBODY, Role, Visitor
from controller.access.sessionfile import SessionFile
from controller.access.sessions import KEEP_SECONDS, LIFE_SECONDS, Sessions
from controller.access.store import AccessStore, write_private

REFEREE_PIN, OTHER_PIN = "482917", "715283"
AKI = Visitor(frozenset({Role.REFEREE}), name="Aki")


class Clocks:
    """The two clocks of a service; a restart begins the monotonic one anew."""

    def __init__(self) -> None:
        self.monotonic, self.wall = 500.0, 1_800_000_000.0
        self.file: SessionFile | None = None

    def pass_by(self, seconds: float) -> None:
        self.monotonic += seconds
        self.wall += seconds

    def start(self, path: Path) -> Sessions:
        """A service that starts, once the one before has ended."""
        self.stop()
        self.monotonic, self.file = 3.0, SessionFile(path)
        return Sessions(lambda: self.monotonic, lambda _: True, self.file, lambda: self.wall)

    def stop(self) -> None:
        """The service ends, and has written what it had to."""
        if self.file is not None:
            self.file.flush()


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine writes late."""
    monkeypatch.setattr(sessionfile, "WAIT_SECONDS", 30.0)


@pytest.fixture
def clocks() -> Clocks:
    return Clocks()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "j.sqlite.access.sessions"


def test_who_was_signed_in_is_signed_in_after_a_restart(clocks: Clocks, path: Path) -> None:
    sessions = clocks.start(path)
    cookie = sessions.begin(AKI, "proof", None)
    cookie = sessions.begin(Visitor(frozenset({Role.SEAT}), 2), "seat", cookie)
    clocks.pass_by(3_600)
    found = clocks.start(path).visitor(cookie)
    assert (found.roles, found.seat, found.name) == (frozenset({Role.REFEREE, Role.SEAT}), 2, "Aki")


def test_a_session_ends_while_the_service_is_down(clocks: Clocks, path: Path) -> None:
    cookie = clocks.start(path).begin(AKI, "proof", None)
    clocks.pass_by(LIFE_SECONDS - 1)
    assert clocks.start(path).visitor(cookie) == AKI
    clocks.pass_by(2 * LIFE_SECONDS)
    assert clocks.start(path).visitor(cookie) == NOBODY


def test_use_prolongs_it_over_a_restart_too(clocks: Clocks, path: Path) -> None:
    sessions = clocks.start(path)
    cookie = sessions.begin(AKI, "proof", None)
    for _ in range(3):
        clocks.pass_by(LIFE_SECONDS - 1)
        assert sessions.visitor(cookie) == AKI
    assert clocks.start(path).visitor(cookie) == AKI


def test_the_card_is_not_written_at_every_request(clocks: Clocks, path: Path) -> None:
    sessions = clocks.start(path)
    cookie = sessions.begin(AKI, "proof", None)
    clocks.stop()
    path.unlink()
    clocks.pass_by(KEEP_SECONDS - 1)
    sessions.visitor(cookie)
    clocks.stop()
    assert not path.exists()
    clocks.pass_by(2)
    sessions.visitor(cookie)
    clocks.stop()
    assert path.exists()


def test_a_clock_that_has_lost_its_time_lengthens_no_life(clocks: Clocks, path: Path) -> None:
    cookie = clocks.start(path).begin(AKI, "proof", None)
    clocks.wall = 0.0
    sessions = clocks.start(path)
    clocks.pass_by(LIFE_SECONDS + 1)
    assert sessions.visitor(cookie) == NOBODY


def test_who_signed_out_stays_out(clocks: Clocks, path: Path) -> None:
    sessions = clocks.start(path)
    cookie = sessions.begin(AKI, "proof", None)
    sessions.end(cookie)
    assert clocks.start(path).visitor(cookie) == NOBODY


def test_the_file_opens_nothing_and_is_the_services_alone(clocks: Clocks, path: Path) -> None:
    cookie = clocks.start(path).begin(AKI, "scrypt$the-hash-of-a-pin", None)
    clocks.stop()
    assert path.stat().st_mode & 0o777 == 0o600
    text = path.read_text("utf-8")
    assert cookie not in text
    assert "scrypt" not in text


def test_nobody_waits_for_a_card_that_does_not_answer(
    clocks: Clocks, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, answers = threading.Event(), threading.Event()

    def slow(target: Path, text: str) -> None:
        asked.set()
        assert answers.wait(30)
        write_private(target, text)

    monkeypatch.setattr(sessionfile, "write_private", slow)
    sessions = clocks.start(path)
    first = sessions.begin(AKI, "proof", None)
    assert asked.wait(30)
    others = [sessions.begin(AKI, "proof", None) for _ in range(3)]
    assert all(sessions.visitor(cookie) == AKI for cookie in (first, *others))
    assert not path.exists()
    answers.set()
    again = clocks.start(path)
    assert all(again.visitor(cookie) == AKI for cookie in (first, *others)), "the newest is what is written in the end"


@pytest.mark.parametrize("content", ["", "{", '{"version": 9}', '{"version": 1, "sessions": [{"cookie": 3}]}'])
def test_a_broken_file_signs_everybody_out_and_no_more(clocks: Clocks, path: Path, content: str) -> None:
    path.write_text(content)
    sessions = clocks.start(path)
    cookie = sessions.begin(AKI, "proof", None)
    assert clocks.start(path).visitor(cookie) == AKI


@pytest.fixture
def store(tmp_path: Path) -> AccessStore:
    store = AccessStore(tmp_path / "j.sqlite.access")
    store.set_pin(Role.REFEREE, REFEREE_PIN)
    return store


def signed_in(store: AccessStore) -> str:
    """The cookie of a referee who signed in at a service that has ended since."""
    door = Door(store)
    cookie = asyncio.run(door.sign_in_by_pin("a", "Aki", REFEREE_PIN, None))
    door.close()
    return cookie


def who(store: AccessStore, cookie: str) -> Visitor:
    """Who holds a cookie at a service that has just started."""
    return Door(AccessStore(store.path)).visitor(cookie=cookie, bearer=None, local=False)


def test_a_pin_changed_while_the_service_was_down_ends_its_sessions(store: AccessStore) -> None:
    cookie = signed_in(store)
    assert who(store, cookie) == AKI
    store.set_pin(Role.REFEREE, OTHER_PIN)
    assert who(store, cookie) == NOBODY


def test_the_same_pin_set_anew_ends_them_too(store: AccessStore) -> None:
    cookie = signed_in(store)
    store.set_pin(Role.REFEREE, REFEREE_PIN)
    assert who(store, cookie) == NOBODY


def test_a_token_revoked_while_the_service_was_down_ends_its_sessions(store: AccessStore) -> None:
    token, secret = store.add_token(Role.OVERLAY, "OBS")
    door = Door(store)
    cookie = door.sign_in_by_token("a", secret, None)
    door.close()
    assert who(store, cookie).may(Role.OVERLAY)
    store.revoke(token.id)
    assert who(store, cookie) == NOBODY
