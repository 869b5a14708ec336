"""The service manager's notify protocol, against a real socket."""

import os
import socket
from pathlib import Path

import pytest

from controller.notify import Notifier


@pytest.fixture
def manager(tmp_path: Path) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    listener.bind(str(tmp_path / "notify"))
    listener.settimeout(5)
    return listener


def test_the_manager_hears_the_whole_life(manager: socket.socket) -> None:
    notifier = Notifier({"NOTIFY_SOCKET": manager.getsockname()})
    notifier.ready("page at http://127.0.0.1:8080")
    notifier.alive()
    notifier.status("deal E1.0")
    notifier.stopping()
    heard = [manager.recv(1000).decode() for _ in range(4)]
    assert heard == [
        "READY=1\nSTATUS=page at http://127.0.0.1:8080",
        "WATCHDOG=1",
        "STATUS=deal E1.0",
        "STOPPING=1",
    ]


def test_an_abstract_socket_is_understood() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(f"\0jantaku-test-{os.getpid()}")
        listener.settimeout(5)
        Notifier({"NOTIFY_SOCKET": f"@jantaku-test-{os.getpid()}"}).alive()
        assert listener.recv(1000) == b"WATCHDOG=1"


def test_without_or_with_a_dead_manager_nothing_happens(tmp_path: Path) -> None:
    Notifier({}).ready("on a laptop")
    Notifier({"NOTIFY_SOCKET": str(tmp_path / "gone")}).alive()
