"""`jantaku doctor`: what it finds on machines that lack something."""

import json
import os
import socket
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from controller.bringup.bench import Bench
from controller.bringup.doctor import examine
from controller.bringup.paneltest import check_buttons, check_displays
from controller.bringup.tablecheck import TableCheck
from controller.cli import main
from controller.config import Config, JournalSection, TableSection, WebSection
from controller.journal import Journal
from controller.registry import Registry, write_registry
from engine.tiles import SEATS, Tile
from hal.findings import Finding, Machine
from hal.layout import scoring_pad
from hal.ports import BoardStatus, Button, Scan

NO_ROOT = pytest.mark.skipif(os.geteuid() == 0, reason="root may read and write everything")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    for folder in ("dev", "rules"):
        (tmp_path / folder).mkdir()
    return Machine(
        devices=tmp_path / "dev",
        sys=tmp_path / "sys",
        processes=tmp_path / "proc",
        device_tree=tmp_path / "device-tree",
        udev_rules=(tmp_path / "rules",),
        clock_synchronised=tmp_path / "synchronised",
        wall_clock=lambda: 1_800_000_000.0,
        groups=frozenset({"users"}),
        root=False,
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
    assert "in use" in finding.text
    assert "all right if the service is running; else stop what uses it" in finding.advice


@pytest.mark.parametrize("host", ["192.0.2.9", "2001:db8::9", "not a host"])
def test_an_address_that_is_not_this_computers(look: Look, host: str) -> None:
    (finding,) = look("Page", web=WebSection(host=host))
    assert finding.verdict == "fault"
    assert "[web] host: 127.0.0.1, or 0.0.0.0" in finding.advice


@pytest.mark.parametrize("seconds", ["0", "-3", "nan", "inf", "1e9"])
def test_a_time_that_cannot_be_watched(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--simulate", "--seconds", seconds]) == 2
    assert "is no time to watch; take up to 3,600" in capsys.readouterr().err


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


def test_a_journal_that_was_damaged_once(look: Look, tmp_path: Path) -> None:
    folder = tmp_path / "state"
    folder.mkdir()
    Journal.open(folder / "journal.sqlite").close()
    (folder / "journal.sqlite.damaged-20260501-193000").write_bytes(b"")
    sound, before = look("Journal")
    assert sound.verdict == "ok"
    assert before.verdict == "warning"
    assert "replace the card" in before.advice


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
    (machine.devices / "serial" / "by-id").mkdir(parents=True)
    (machine.devices / "serial" / "by-id" / "usb-Pico-if00").symlink_to(machine.devices / "ttyACM0")
    (finding,) = look("Serial ports", driver="boards")
    assert finding.verdict == "ok"
    assert finding.text.endswith("ttyACM0 is " + str(machine.devices / "serial" / "by-id" / "usb-Pico-if00"))


def test_a_port_that_another_program_has(look: Look, machine: Machine) -> None:
    (machine.devices / "ttyUSB3").touch()
    process = machine.processes / "4711"
    (process / "fd").mkdir(parents=True)
    (process / "comm").write_text("brltty\n")
    (process / "fd" / "5").symlink_to(machine.devices / "ttyUSB3")
    (machine.processes / "4712").mkdir()
    (finding,) = look("Serial ports")
    assert finding.verdict == "warning"
    assert "in use by brltty (process 4711)" in finding.text


@pytest.mark.parametrize(
    ("number", "driver", "model"),
    [
        (0, "raspberrypi,bcm2835-gpio", "Raspberry Pi 3 Model B Plus"),
        (0, "raspberrypi,bcm2711-gpio", "Raspberry Pi 4 Model B"),
        (4, "raspberrypi,rp1-gpio", "Raspberry Pi 5 Model B"),
        (15, "raspberrypi,rp1-gpio", "Raspberry Pi 5 Model B"),
    ],
)
def test_the_headers_chip_is_found_by_name(look: Look, machine: Machine, number: int, driver: str, model: str) -> None:
    for other in (0, number, number + 1):
        (machine.devices / f"gpiochip{other}").touch()
        folder = machine.sys / "bus" / "gpio" / "devices" / f"gpiochip{other}" / "of_node"
        folder.mkdir(parents=True, exist_ok=True)
        compatible = f"{driver}\0" if other == number else "brcm,brcmstb-gpio\0"
        (folder / "compatible").write_text(compatible)
    machine.device_tree.mkdir()
    (machine.device_tree / "model").write_text(f"{model}\0")
    (finding,) = look("GPIO", driver="gpio")
    assert finding.verdict == "ok"
    assert finding.text == f"{machine.devices / f'gpiochip{number}'} has the header's pins ({model})"


def test_a_chip_without_the_headers_pins(look: Look, machine: Machine) -> None:
    (machine.devices / "gpiochip0").touch()
    (finding,) = look("GPIO", other_ports={"buttons": ("gpio", {})})
    assert finding.verdict == "fault"
    assert "RPI_LGPIO_CHIP" in finding.advice


def test_what_drivers_need(look: Look, machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    others = {"display": ("oled", {"seats": {"0": {"bus": 3}}}), "score": ("max7219", {}), "buttons": ("gpio", {})}
    monkeypatch.setattr("hal.checks.find_spec", lambda name: None)
    assert [finding.verdict for finding in look("Driver", other_ports=others)] == ["fault"] * 3
    (groups,) = look("Groups", other_ports=others)
    assert groups.text == "this user is not in gpio, i2c, spi"
    assert "adduser" in groups.advice
    (bus,) = look("I2C", other_ports=others)
    assert bus.verdict == "fault"
    assert "raspi-config" in bus.advice
    (machine.devices / "i2c-3").touch()
    (machine.devices / "spidev0.0").touch()
    assert [look(subject, other_ports=others)[0].verdict for subject in ("I2C", "SPI")] == ["ok", "ok"]


def test_ports_of_boards_that_are_not_there(look: Look, machine: Machine) -> None:
    (machine.devices / "ttyUSB0").touch()
    ports = [f"{machine.devices}/ttyUSB*", f"{machine.devices}/ttyACM*"]
    for options, missing in (({"ports": ports}, ports[1:]), ({"ports": "auto"}, []), ({}, [])):
        named = [one for one in look("Serial ports", driver="boards", options=options) if "hal" in one.text]
        assert [finding.text for finding in named] == [f"[hal.boards] {name} is not there" for name in missing]


def test_a_port_whose_name_does_not_stay(look: Look, machine: Machine) -> None:
    (machine.devices / "ttyUSB0").touch()
    readers = [{"port": str(machine.devices / "ttyUSB0")}, {"port": str(machine.devices / "by-path")}]
    named = [one for one in look("Serial ports", driver="pepper_c1", options={"readers": readers}) if "hal" in one.text]
    assert [finding.verdict for finding in named] == ["fault", "warning"]
    assert "no name that stays" in named[1].text


def test_a_supply_that_is_too_weak(look: Look, machine: Machine) -> None:
    monitor = machine.sys / "class" / "hwmon" / "hwmon1"
    monitor.mkdir(parents=True)
    (monitor / "name").write_text("rpi_volt\n")
    (monitor / "in0_lcrit_alarm").write_text("1\n")
    (finding,) = look("Power")
    assert finding.verdict == "warning"
    (monitor / "in0_lcrit_alarm").write_text("0\n")
    assert look("Power")[0].verdict == "ok"


@NO_ROOT
def test_ports_without_rights(look: Look, machine: Machine) -> None:
    (machine.devices / "ttyUSB0").touch(mode=0)
    (finding,) = look("Serial ports")
    assert finding.verdict == "fault"
    assert "sudo adduser" in finding.advice


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "jantaku.toml"
    path.write_text('[hal]\ndriver = "simulated"\n[journal]\npath = "j.sqlite"\n')
    code = main(["doctor", "--json", "--no-table", "--config", str(path)])
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert code == (1 if any(row["verdict"] == "fault" for row in rows) else 0)
    assert rows[0] == {"subject": "Configuration", "verdict": "ok", "text": str(path), "advice": ""}
    path.write_text("[web]\nport = 0\n")
    assert main(["doctor", "--config", str(path)]) == 1
    out = capsys.readouterr().out
    assert "FAULT    Configuration" in out
    assert "Python" in out


def test_the_table_at_work(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "table.svg"
    main(["doctor", "--simulate", "--seconds", "4", "--picture", str(picture)])
    out = capsys.readouterr().out
    assert "Table: driver 'simulated'" in out
    assert "no driver" not in out
    assert "Boards: seat0: found" in out
    assert "Antennas: 26 read" in out
    assert out.count("100%") == 26
    assert picture.read_text().count("<rect") == 26 + 2
    main(["doctor", "--simulate", "--seconds", "4", "--json"])
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    antennas = [row for row in rows if "antenna" in row]
    assert len(antennas) == 26
    assert all(row["per_second"] > 0.3 and row["rate"] == 1 for row in antennas)


def test_a_table_that_cannot_be_opened(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "jantaku.toml"
    path.write_text('[hal]\ndriver = "simulated"\nsound = "gpio"\n[hal.gpio]\nbuzzer = 5\n[journal]\npath = "j"\n')
    assert main(["doctor", "--config", str(path)]) == 1
    assert "FAULT    Table: the table cannot be opened: " in capsys.readouterr().out


# ---- antennas, buttons and displays


LAYOUT = scoring_pad()


def watched(hand: Sequence[tuple[frozenset[str], bool | None]], melds: int = 10) -> TableCheck:
    check = TableCheck(LAYOUT)
    check.take(BoardStatus("pad", online=True, at=0, reason="build 20261130"), 0)
    for number, (tags, reference) in enumerate(hand):
        check.take(Scan("pad.hand", number, 0, 1, tags, reference), number * 100)
    for number in range(melds):
        check.take(Scan("pad.melds", number, 0, 1, frozenset()), 1_000)
    return check


A = frozenset({"E004015000000001"})


@pytest.mark.parametrize(
    ("check", "verdicts", "text"),
    [
        (watched([(A, True)] * 10), ["ok", "ok"], "2 read"),
        (watched([(A, None)] * 7 + [(frozenset(), None)] * 3), ["ok", "warning"], "in 70% of"),
        (watched([(A, None)] * 9 + [(frozenset(), None)] * 1), ["ok", "ok"], "2 read"),
        (watched([(A, None)] * 5 + [(frozenset(), None)] * 5), ["ok", "fault"], "in 50% of"),
        (watched([(frozenset(), False)] * 10), ["ok", "fault"], "it is blind"),
        (watched([(A, True)] * 10, melds=0), ["ok", "fault"], "pad.melds is never read"),
        (TableCheck(LAYOUT), ["fault"], "has not been heard of"),
    ],
)
def test_what_antennas_show(check: TableCheck, verdicts: list[str], text: str) -> None:
    findings = [finding for finding in check.findings() if "read, " not in finding.text or "2 read" in finding.text]
    assert [finding.verdict for finding in findings] == verdicts
    assert any(text in finding.text for finding in findings)
    assert all(finding.advice for finding in findings if finding.verdict != "ok")


def test_a_board_that_is_away_is_named_once() -> None:
    check = TableCheck(LAYOUT)
    check.take(BoardStatus("pad", online=False, at=0, reason="protocol 1, this computer speaks 2"), 0)
    (finding,) = check.findings()
    assert finding.verdict == "fault"
    assert "protocol 1" in finding.text
    assert check.text_picture().count("--") == 0
    assert sum(line.count("--") for line in check.text_picture()) == 2


def test_every_button_is_heard_once() -> None:
    bench = Bench.open(("simulated", {"noise": "typical"}))
    assert bench.ports.simulation is not None
    world = bench.ports.simulation.world
    for number, (seat, button) in enumerate((seat, button) for seat in SEATS for button in Button):
        if (seat, button) != (2, Button.CHI):
            world.press(seat, button, delay=500 + 300 * number)
    said: list[str] = []
    findings = list(check_buttons(bench, said.append))
    assert [finding.verdict for finding in findings] == ["ok", "ok", "warning", "ok"]
    assert findings[2].text == "seat 2: not heard: CHI"
    assert len([text for text in said if "left" in text]) >= 31
    assert not bench.ports.simulation.panels.lit


def test_displays_are_shown_and_asked_for() -> None:
    bench = Bench.open(("simulated", {}))
    assert bench.ports.simulation is not None
    panels = bench.ports.simulation.panels
    seen: list[object] = []

    def ask(question: str) -> bool:
        seat = int(question[5])
        seen.append((panels.lines[seat][0], panels.points[seat], panels.looks[seat], len(panels.lit)))
        return seat != 3

    findings = list(check_displays(bench, ask))
    assert [finding.verdict for finding in findings] == ["ok", "ok", "ok", "fault"]
    assert seen == [(f"Jantaku  seat {seat}", 25_000 + seat, "turn", 8) for seat in SEATS]
    assert panels.lines[0] == ()
    assert [seat for seat, _ in panels.tunes] == list(SEATS)
