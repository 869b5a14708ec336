"""The access file: its rights, what it holds, and two processes that use it."""

import os
import stat
import threading
from pathlib import Path

import pytest

from controller.access.roles import Role
from controller.access.store import MOST_TOKENS, AccessStore
from controller.errors import AccessError


@pytest.fixture
def store(tmp_path: Path) -> AccessStore:
    return AccessStore.beside(tmp_path / "games.sqlite")


def test_nothing_is_kept_that_opens_anything(store: AccessStore) -> None:
    store.set_pin(Role.REFEREE, "482917")
    token, secret = store.add_token(Role.OVERLAY, "OBS")
    assert store.path is not None
    text = store.path.read_text()
    assert "482917" not in text
    assert secret not in text
    assert token.id in text
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600


def test_a_file_that_others_could_read_is_closed_with_the_next_change(store: AccessStore) -> None:
    store.set_pin(Role.ADMIN, "482917")
    assert store.path is not None
    store.path.chmod(0o644)
    store.add_token(Role.OVERLAY, "OBS")
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600


def test_a_change_by_another_process_is_seen_at_once(store: AccessStore) -> None:
    assert store.read().pins == {}
    assert store.path is not None
    other = AccessStore(store.path)
    other.set_pin(Role.ADMIN, "482917")
    assert set(store.read().pins) == {Role.ADMIN}
    token, _ = store.add_token(Role.REFEREE, "A program")
    assert [kept.id for kept in other.read().tokens] == [token.id]
    other.revoke(token.id)
    other.set_pin(Role.ADMIN, None)
    assert store.read().tokens == ()
    assert store.read().pins == {}


def test_changes_at_once_lose_nothing(store: AccessStore) -> None:
    assert store.path is not None
    writers = [
        threading.Thread(target=AccessStore(store.path).add_token, args=(Role.OVERLAY, f"OBS {n}")) for n in range(12)
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert len(store.read().tokens) == 12


@pytest.mark.parametrize("text", ["", "{", '{"version": 2}', '{"pins": {"seat": "x"}}', "[]", "\xff"])
def test_a_broken_file_is_told_without_its_content(store: AccessStore, text: str) -> None:
    assert store.path is not None
    store.path.write_text(text + "secret" * 3, encoding="latin-1")
    with pytest.raises(AccessError, match="cannot be used") as told:
        store.read()
    assert "secret" not in str(told.value)


def test_a_file_that_cannot_be_read_is_told(store: AccessStore) -> None:
    assert store.path is not None
    store.path.mkdir()
    with pytest.raises(AccessError, match="cannot be used"):
        store.read()


def test_what_cannot_be_done_is_told(store: AccessStore) -> None:
    with pytest.raises(AccessError, match="easily guessed"):
        store.set_pin(Role.ADMIN, "111111")
    with pytest.raises(AccessError, match="no token 'abc'"):
        store.revoke("abc")
    for n in range(MOST_TOKENS):
        store.add_token(Role.OVERLAY, f"OBS {n}")
    with pytest.raises(AccessError, match="revoke some"):
        store.add_token(Role.OVERLAY, "one more")


def test_a_change_that_cannot_be_written_is_told_and_leaves_the_old_file(
    store: AccessStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.set_pin(Role.ADMIN, "482917")
    before = store.read()
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    for change in (lambda: store.set_pin(Role.ADMIN, None), lambda: store.add_token(Role.OVERLAY, "OBS")):
        with pytest.raises(AccessError, match=r"cannot be written: No space .*nothing has been changed"):
            change()
    monkeypatch.undo()
    assert store.read() == before
