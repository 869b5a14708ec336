"""Running the service: numbers for a monitor, a configuration read anew, the service manager kept informed."""

import re
import signal
import socket
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from controller.inputs import SetupChanged
from controller.journal import JournalReader
from tests.system.service import Service

CONFIG = """
[hal]
driver = "simulated"
[web]
port = {port}
[journal]
path = "j.sqlite"
[referee]
grace = {grace}
[logging]
level = "info"
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def metrics(service: Service) -> dict[str, float]:
    with urllib.request.urlopen(f"{service.address()}/metrics", timeout=5) as answer:  # noqa: S310 - http
        assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
        text = answer.read().decode()
    return {name: float(value) for name, value in re.findall(r"^(\w+(?:\{[^}]*\})?) (\S+)$", text, re.MULTILINE)}


def test_the_service_in_numbers(tmp_path: Path) -> None:
    words = ("demo", "--auto", "--speed", "50", "--seed", "3", "--port", "0", "--journal", str(tmp_path / "j.sqlite"))
    with Service(*words) as service:
        service.wait_until(lambda: metrics(service).get("jantaku_events_total", 0) > 60)
        first = metrics(service)
        service.wait_until(lambda: metrics(service)["jantaku_events_total"] > first["jantaku_events_total"])
        mapped = Path(f"/proc/{service.process.pid}/maps").read_text()
        assert "python" in mapped
        assert "/numpy" not in mapped, "it would take 30 MB and half a second of every start"
    assert first["jantaku_table_opened_total"] == 1
    assert first["jantaku_problems"] == 0
    assert first["jantaku_journal_commits_total"] > 20
    assert first["jantaku_journal_inputs_total"] > 60
    assert first['jantaku_journal_bytes{file="log"}'] > 4096
    assert first["jantaku_loop_turns_total"] > first["jantaku_loop_busy_seconds_total"] > 0
    assert first["process_resident_memory_bytes"] > 1e7


class Manager:
    """The service manager's end of the notify protocol."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "notify"
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(self.path))
        self.heard: list[str] = []

    def environment(self) -> dict[str, str]:
        return {"NOTIFY_SOCKET": str(self.path), "WATCHDOG_USEC": "20000000"}

    def hear(self, wanted: str, seconds: float = 20) -> None:
        """Listen until a message with these words has come."""
        end = time.monotonic() + seconds
        while not any(wanted in message for message in self.heard):
            self._socket.settimeout(max(0.01, end - time.monotonic()))
            self.heard.append(self._socket.recv(4096).decode())

    def count(self, wanted: str, seconds: float) -> int:
        """How often these words come in so many seconds."""
        end, count = time.monotonic() + seconds, 0
        while (left := end - time.monotonic()) > 0:
            self._socket.settimeout(left)
            try:
                count += wanted in self._socket.recv(4096).decode()
            except TimeoutError:
                break
        return count

    def close(self) -> None:
        self._socket.close()


@contextmanager
def managed(folder: Path) -> Iterator[Manager]:
    manager = Manager(folder)
    try:
        yield manager
    finally:
        manager.close()


def configured(folder: Path, port: int, grace: int = 1_000, more: str = "") -> None:
    (folder / "jantaku.toml").write_text(CONFIG.format(port=port, grace=grace) + more)


def test_a_configuration_is_read_anew_without_losing_the_game(tmp_path: Path) -> None:
    port = free_port()
    configured(tmp_path, port)
    words = ("run", "--config", str(tmp_path / "jantaku.toml"), "--speed", "10")
    with managed(tmp_path) as manager, Service(*words, environment=manager.environment()) as service:
        service.wait_until(lambda: service.view()["stage"] == "playing")
        manager.hear("READY=1")
        before = service.view()["round"]

        configured(tmp_path, free_port(), grace=1_500, more="\n[perception]\nexpected_hits = 3\n")
        manager.heard.clear()
        service.process.send_signal(signal.SIGHUP)
        manager.hear("RELOADING=1")
        assert "MONOTONIC_USEC=" in manager.heard[-1]
        manager.hear("READY=1")
        service.wait_until(lambda: any("[web] port" in problem for problem in service.problems()))
        service.wait_until(lambda: metrics(service)["jantaku_table_opened_total"] == 2)
        service.wait_until(lambda: service.view()["stage"] == "playing")
        assert service.view()["round"] == before

        configured(tmp_path, port, grace=-5)
        service.process.send_signal(signal.SIGHUP)
        service.wait_until(lambda: any("grace" in problem for problem in service.problems()))
        assert metrics(service)["jantaku_table_opened_total"] == 2

        configured(tmp_path, port, grace=1_700, more="\n[perception]\nexpected_hits = 3\n")
        service.process.send_signal(signal.SIGHUP)
        service.wait_until(lambda: service.problems() == [])
        assert metrics(service)["jantaku_table_opened_total"] == 2, "the referee's options need no table opened anew"
        now = service.view()["now"]
        service.wait_until(lambda: service.view()["now"] > now + 1_000)
        service.stop()
    with JournalReader(tmp_path / "j.sqlite") as reader:
        (match,) = reader.matches()
        changes = [item for item in reader.inputs(match.id) if isinstance(item, SetupChanged)]
    assert [(item.what, item.details.get("options", item.details)) for item in changes] == [
        ("match", {}),
        ("options", {"grace": 1_500}),
        ("options", {"grace": 1_700}),
    ]


def test_a_service_without_a_configuration_file_says_so(tmp_path: Path) -> None:
    words = ("run", "--simulate", "--port", "0", "--journal", str(tmp_path / "j.sqlite"))
    with Service(*words) as service:
        service.view()
        service.process.send_signal(signal.SIGHUP)
        service.wait_until(lambda: any("without a configuration file" in text for text in service.problems()))
        assert service.stop()[0] == 0


def test_the_watchdog_is_fed_while_hardware_is_waited_for_too(tmp_path: Path) -> None:
    script = f"""
import sys
import hal.drivers as drivers
from controller.cli import main
from hal.errors import DriverError
def away(options, tile_set):
    raise DriverError("board seat2 does not answer; is it plugged in?")
drivers.DRIVERS["simulated"] = drivers.Driver(drivers.SimulatedOptions, away)
sys.exit(main(["run", "--simulate", "--port", "0", "--journal", {str(tmp_path / "j.sqlite")!r}]))
"""
    with managed(tmp_path) as manager, Service(script=script, environment=manager.environment()) as service:
        manager.hear("READY=1")
        service.wait_until(lambda: any("seat2" in problem for problem in service.problems()))
        assert manager.count("WATCHDOG=1", 3.5) >= 2
        assert service.stop()[0] == 0
        manager.hear("STOPPING=1")


def test_a_table_that_hangs_is_no_longer_kept_alive(tmp_path: Path) -> None:
    """Then the service manager kills and restarts the service, and the game goes on from the journal."""
    hang = tmp_path / "hang"
    script = f"""
import sys, time
from pathlib import Path
from controller.cli import main
from controller.runtime import TableRuntime
step = TableRuntime.step
def hangs(self, now):
    while Path({str(hang)!r}).exists():
        time.sleep(0.05)
    step(self, now)
TableRuntime.step = hangs
sys.exit(main(["run", "--simulate", "--port", "0", "--journal", {str(tmp_path / "j.sqlite")!r}]))
"""
    with managed(tmp_path) as manager, Service(script=script, environment=manager.environment()) as service:
        service.view()
        manager.hear("WATCHDOG=1")
        hang.touch()
        service.wait_until(lambda: any("does not react" in problem for problem in service.problems()))
        manager.count("WATCHDOG=1", 0.5)  # what was sent before
        assert manager.count("WATCHDOG=1", 2.5) == 0
        hang.unlink()
        service.wait_until(lambda: service.problems() == [])
        assert manager.count("WATCHDOG=1", 2.5) >= 1


def test_a_stop_does_not_wait_for_hardware_that_hangs(tmp_path: Path) -> None:
    script = f"""
import sys, time
import hal.drivers as drivers
from controller.cli import main
def hangs(options, tile_set):
    time.sleep(60)
drivers.DRIVERS["simulated"] = drivers.Driver(drivers.SimulatedOptions, hangs)
sys.exit(main(["run", "--simulate", "--port", "0", "--journal", {str(tmp_path / "j.sqlite")!r}]))
"""
    with Service(script=script) as service:
        assert service.problems() == ["The table is being set up."]
        code, _ = service.stop()
        assert code == 0
