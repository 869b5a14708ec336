"""What is wrong with this machine as a table's computer, each finding with what to do about it.

Checks look and try, they change nothing: a port is bound for a moment, a journal is opened for reading.
"""

import grp
import os
import shutil
import socket
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal

from controller.config import Config
from controller.errors import JournalError, RegistryError
from controller.journal import JournalReader
from controller.registry import read_registry

Verdict = Literal["ok", "warning", "fault"]

ENOUGH_BYTES: Final = 500 * 1024 * 1024
"""Free space below which a table's disk is worth a warning; a tenth of it is a fault."""

_BUILT: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""No clock that is set shows an earlier time."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. `advice` says what to do; it is empty where all is well."""

    subject: str
    verdict: Verdict
    text: str
    advice: str = ""


@dataclass(frozen=True)
class Machine:
    """Where the checks look; tests put other places here."""

    devices: Path = Path("/dev")
    udev_rules: tuple[Path, ...] = (Path("/usr/lib/udev/rules.d"), Path("/etc/udev/rules.d"))
    clock_synchronised: Path = Path("/run/systemd/timesync/synchronized")
    wall_clock: Callable[[], float] = time.time


def examine(config: Config, machine: Machine) -> Iterator[Finding]:
    """All findings, in the order in which one would put things right."""
    yield _python()
    yield from _packages()
    yield _driver(config)
    yield _registry(config)
    yield _page(config)
    yield from _journal(config)
    yield _clock(machine)
    yield from _serial_ports(config, machine)
    yield _gpio(config, machine)


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    if (3, 11) <= sys.version_info < (3, 14):
        return Finding("Python", "ok", version)
    return Finding("Python", "fault", f"{version} is not supported", "install Python 3.11, 3.12 or 3.13")


def _packages() -> Iterator[Finding]:
    missing = [name for name in ("fastapi", "pydantic", "serial", "structlog", "uvicorn") if find_spec(name) is None]
    if missing:
        text = f"missing: {', '.join(missing)}"
        yield Finding("Packages", "fault", text, "install Jantaku again, in an environment of its own")
    if find_spec("websockets") is None:
        yield Finding("Packages", "fault", "websockets is missing: pages would not follow the game", "install it")
    if not missing:
        yield Finding("Packages", "ok", "all there")


def _driver(config: Config) -> Finding:
    if config.driver is None:
        advice = "name it as [hal] driver in the configuration; `jantaku demo` and `run --simulate` need none"
        return Finding("Table", "warning", "no driver is configured", advice)
    return Finding("Table", "ok", f"driver {config.driver!r}")


def _registry(config: Config) -> Finding:
    path = config.table.registry
    if path is None:
        if config.driver in (None, "simulated"):
            return Finding("Tags", "ok", "a simulated table needs no registry")
        return Finding("Tags", "fault", "no tag registry is configured", "name the file as [table] registry")
    try:
        registry = read_registry(path)
    except RegistryError as error:
        return Finding("Tags", "fault", str(error), "put the file right or enrol the tiles again")
    sizes = ", ".join(f"{name}: {len(tags)} tiles" for name, tags in registry.sets.items()) or "no set"
    short = [name for name, tags in registry.sets.items() if len(tags) < 136]
    if short or not registry.sets:
        return Finding("Tags", "warning", f"not all tiles are enrolled ({sizes})", "enrol the rest")
    return Finding("Tags", "ok", sizes)


def _page(config: Config) -> Finding:
    host, port = config.web.host, config.web.port
    where = f"{host} port {port}"
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            advice = "all right if the service is running; otherwise stop what uses it or change [web] port"
            return Finding("Page", "warning", f"{where} cannot be used now ({error.strerror})", advice)
    return Finding("Page", "ok", f"{where} is free")


def _journal(config: Config) -> Iterator[Finding]:
    path = config.journal.path
    folder = next(parent for parent in (path.parent, *path.parents) if parent.exists())
    if not os.access(folder, os.W_OK | os.X_OK):
        advice = "give this user the right to write there, or name another [journal] path"
        yield Finding("Journal", "fault", f"{folder} cannot be written", advice)
    elif not path.exists():
        yield Finding("Journal", "ok", f"{path} will be made by the first game")
    else:
        yield _open_journal(path)
    free = shutil.disk_usage(folder).free
    text = f"{free // (1024 * 1024):,} MB free at {folder}"
    if free >= ENOUGH_BYTES:
        yield Finding("Disk", "ok", text)
    else:
        verdict: Verdict = "fault" if free < ENOUGH_BYTES // 10 else "warning"
        yield Finding("Disk", verdict, text, "delete what is not needed: a full disk stops the game")


def _open_journal(path: Path) -> Finding:
    try:
        with JournalReader(path) as reader:
            count = len(reader.matches())
    except JournalError as error:
        return Finding("Journal", "fault", str(error), "see above")
    size = path.stat().st_size / (1024 * 1024)
    return Finding("Journal", "ok", f"{path}: sound, {count} matches, {size:.1f} MB")


def _clock(machine: Machine) -> Finding:
    now = datetime.fromtimestamp(machine.wall_clock(), UTC)
    text = f"{now:%Y-%m-%d %H:%M} UTC"
    advice = "connect to the internet once, or set it by hand; games are only dated by it, play does not need it"
    if now < _BUILT:
        return Finding("Clock", "warning", f"the clock shows {text}: it was never set", advice)
    if not machine.clock_synchronised.exists():
        return Finding("Clock", "ok", f"{text} (not kept by systemd-timesyncd)")
    return Finding("Clock", "ok", f"{text}, synchronised")


def _serial_ports(config: Config, machine: Machine) -> Iterator[Finding]:
    ports = sorted(path for pattern in ("ttyACM*", "ttyUSB*") for path in machine.devices.glob(pattern))
    if not ports:
        needed = config.driver not in (None, "simulated")
        advice = "plug the boards in and look again" if needed else ""
        yield Finding("Serial ports", "fault" if needed else "ok", "none plugged in", advice)
    for path in ports:
        if os.access(path, os.R_OK | os.W_OK):
            yield Finding("Serial ports", "ok", str(path))
        else:
            yield Finding("Serial ports", "fault", f"{path} may not be used by this user", _group_advice(path))
    for folder in machine.udev_rules:
        for rules in sorted(folder.glob("*brltty*.rules")):
            advice = "if no braille display is used: sudo apt remove brltty"
            yield Finding("Serial ports", "warning", f"{rules}: brltty takes USB serial adapters (CH340) away", advice)


def _gpio(config: Config, machine: Machine) -> Finding:
    chips = sorted(machine.devices.glob("gpiochip*"))
    if not chips:
        return Finding("GPIO", "ok", "no GPIO chip here: buttons and lamps must hang on the boards")
    closed = [chip for chip in chips if not os.access(chip, os.R_OK | os.W_OK)]
    if closed:
        needed: Verdict = "fault" if config.driver not in (None, "simulated") else "warning"
        return Finding("GPIO", needed, f"{closed[0]} may not be used by this user", _group_advice(closed[0]))
    return Finding("GPIO", "ok", ", ".join(map(str, chips)))


def _group_advice(path: Path) -> str:
    try:
        group = grp.getgrgid(path.stat().st_gid).gr_name
    except (KeyError, OSError):
        return f"give this user the right to read and write {path}"
    return f"sudo adduser $USER {group}, then log in again"
