"""`jantaku doctor`: what it finds on machines that lack something."""

import json
import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.cli import main
from controller.config import Config, JournalSection, TableSection, WebSection
from controller.doctor import Finding, Machine, examine
from controller.journal import Journal
from controller.registry import Registry, write_registry
from engine.tiles import Tile

NO_ROOT = pytest.mark.skipif(os.geteuid() == 0, reason="root may read and write everything")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    for folder in ("dev", "rules"):
        (tmp_path / folder).mkdir()
    return Machine(
        devices=tmp_path / "dev",
        udev_rules=(tmp_path / "rules",),
        clock_synchronised=tmp_path / "synchronised",
        wall_clock=lambda: 1_800_000_000.0,
    )


@pytest.fixture
def look(tmp_path: Path, machine: Machine) -> Callable[..., list[Finding]]:
    def findings(subject: str, **changes: object) -> list[Finding]:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        config = Config(
            driver="simulated",
            web=WebSection(port=port),
            journal=JournalSection(path=tmp_path / "state" / "journal.sqlite"),
        ).model_copy(update=changes)
        return [finding for finding in examine(config, machine) if finding.subject == subject]

    return findings


Look = Callable[..., list[Finding]]


def test_a_machine_without_faults(look: Look) -> None:
    for subject in ("Python", "Packages", "Table", "Tags", "Page", "Journal", "Clock", "Serial ports", "GPIO"):
        assert [finding.verdict for finding in look(subject)] == ["ok"], subject


def test_everything_wrong_has_advice(look: Look, machine: Machine) -> None:
    (machine.udev_rules[0] / "90-brltty-device.rules").write_text("")
    for finding in (
        *look("Serial ports", driver="boards"),
        *look("Tags", driver="boards"),
        *look("Table", driver=None),
    ):
        assert finding.advice or finding.verdict == "ok"
        assert finding.verdict != "ok"


def test_a_port_in_use(look: Look) -> None:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        (finding,) = look("Page", web=WebSection(port=listening.getsockname()[1]))
    assert finding.verdict == "warning"
    assert "cannot be used now" in finding.text


def test_the_journal(look: Look, tmp_path: Path) -> None:
    folder = tmp_path / "state"
    folder.mkdir()
    Journal.open(folder / "journal.sqlite").close()
    (finding,) = look("Journal")
    assert "sound, 0 matches" in finding.text
    (folder / "journal.sqlite").write_bytes(b"rubbish " * 1000)
    (finding,) = look("Journal")
    assert finding.verdict == "fault"
    assert "damaged" in finding.text


@NO_ROOT
def test_a_folder_that_cannot_be_written(look: Look, tmp_path: Path) -> None:
    (tmp_path / "state").mkdir(mode=0o500)
    (finding,) = look("Journal")
    assert finding.verdict == "fault"


def test_a_full_disk(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    class Usage:
        free = 0

    monkeypatch.setattr("shutil.disk_usage", lambda _: Usage)
    (finding,) = look("Disk")
    assert finding.verdict == "fault"
    Usage.free = 200 * 1024 * 1024
    (finding,) = look("Disk")
    assert finding.verdict == "warning"


def test_a_clock_that_was_never_set(tmp_path: Path) -> None:
    config = Config(journal=JournalSection(path=tmp_path / "j.sqlite"))
    (finding,) = (finding for finding in examine(config, Machine(wall_clock=lambda: 0.0)) if finding.subject == "Clock")
    assert finding.verdict == "warning"
    assert "1970-01-01" in finding.text


def test_tags(look: Look, tmp_path: Path) -> None:
    path = tmp_path / "tags.json"
    (finding,) = look("Tags", table=TableSection(registry=path))
    assert finding.verdict == "fault"
    registry = Registry().with_tag("green", "E004015012345678", Tile(0))
    write_registry(path, registry)
    (finding,) = look("Tags", table=TableSection(registry=path))
    assert finding.verdict == "warning"
    assert "green: 1 tiles" in finding.text
    for tile in range(1, 136):
        registry = registry.with_tag("green", f"E0040150{tile:08X}", Tile(tile))
    write_registry(path, registry)
    (finding,) = look("Tags", table=TableSection(registry=path))
    assert finding.verdict == "ok"


def test_ports_that_are_there(look: Look, machine: Machine) -> None:
    (machine.devices / "ttyACM0").write_text("")
    (machine.devices / "gpiochip4").write_text("")
    assert [finding.text for finding in look("Serial ports", driver="boards")] == [str(machine.devices / "ttyACM0")]
    assert look("GPIO")[0].text == str(machine.devices / "gpiochip4")


@NO_ROOT
def test_ports_without_rights(look: Look, machine: Machine) -> None:
    (machine.devices / "ttyUSB0").touch(mode=0)
    (finding,) = look("Serial ports")
    assert finding.verdict == "fault"
    assert "sudo adduser" in finding.advice


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "jantaku.toml"
    path.write_text('[hal]\ndriver = "simulated"\n[journal]\npath = "j.sqlite"\n')
    code = main(["doctor", "--json", "--config", str(path)])
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert code == (1 if any(row["verdict"] == "fault" for row in rows) else 0)
    assert rows[0] == {"subject": "Configuration", "verdict": "ok", "text": str(path), "advice": ""}
    path.write_text("[web]\nport = 0\n")
    assert main(["doctor", "--config", str(path)]) == 1
    out = capsys.readouterr().out
    assert "FAULT    Configuration" in out
    assert "Python" in out
