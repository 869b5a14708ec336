"""What is wrong with this machine as a table's computer, each finding with what to do about it.

Checks look and try, they change nothing: a port is bound for a moment, a journal is opened for reading.
"""

import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from controller.config import Config
from controller.errors import JournalError, RegistryError
from controller.journal import JournalReader
from controller.registry import read_registry
from controller.service.listening import PageUnavailable, listen
from controller.texts import counted
from hal.checks import examine_hardware
from hal.findings import Finding, Machine, Verdict

ENOUGH_BYTES: Final = 500 * 1024 * 1024
"""Free space below which a table's disk is worth a warning; a tenth of it is a fault."""

_BUILT: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""No clock that is set shows an earlier time."""


def examine(config: Config, machine: Machine) -> Iterator[Finding]:
    """All findings, in the order in which one would put things right."""
    yield _python()
    yield from _packages()
    yield _driver(config)
    yield _registry(config)
    yield _page(config)
    yield from _journal(config)
    yield _clock(machine)
    yield from examine_hardware(_drivers(config), machine)


def _drivers(config: Config) -> dict[str, Mapping[str, Any]]:
    """Every driver the configuration names, with its options."""
    drivers: dict[str, Mapping[str, Any]] = {} if config.driver is None else {config.driver: config.options}
    return drivers | dict(config.other_ports.values())


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
    others = "".join(f", {port} by {driver!r}" for port, (driver, _) in config.other_ports.items())
    return Finding("Table", "ok", f"driver {config.driver!r}{others}")


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
        return Finding(
            "Tags", "warning", f"not all tiles are enrolled ({sizes})", "jantaku enroll goes on with the rest"
        )
    return Finding("Tags", "ok", sizes)


def _page(config: Config) -> Finding:
    host, port = config.web.host, config.web.port
    try:
        listen(host, port).close()
    except PageUnavailable as error:
        if error.is_taken:
            return Finding("Page", "warning", error.reason, f"all right if the service is running; else {error.advice}")
        return Finding("Page", "fault", error.reason, error.advice)
    return Finding("Page", "ok", f"{host} port {port} is free")


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
    aside = sorted(path.parent.glob(f"{path.name}.damaged-????????-??????*")) if path.parent.exists() else []
    if aside:
        advice = "a memory card that is worn out, or power that failed: replace the card; the files may be deleted"
        yield Finding("Journal", "warning", f"damaged before, kept as {aside[-1].name}", advice)
    free = shutil.disk_usage(folder).free
    text = f"{free // (1024 * 1024):,} MB free at {folder}"
    if free >= ENOUGH_BYTES:
        yield Finding("Disk", "ok", text)
    else:
        verdict: Verdict = "fault" if free < ENOUGH_BYTES // 10 else "warning"
        yield Finding("Disk", verdict, text, "delete what is not needed: a full disk stops the game")


def _open_journal(path: Path) -> Finding:
    try:
        with JournalReader(path, check=True) as reader:
            count = len(reader.matches())
    except JournalError as error:
        return Finding("Journal", "fault", str(error), "see above")
    size = path.stat().st_size / (1024 * 1024)
    return Finding("Journal", "ok", f"{path}: sound, {counted(count, 'match', 'matches')}, {size:.1f} MB")


def _clock(machine: Machine) -> Finding:
    now = datetime.fromtimestamp(machine.wall_clock(), UTC)
    text = f"{now:%Y-%m-%d %H:%M} UTC"
    advice = "connect to the internet once, or set it by hand; games are only dated by it, play does not need it"
    if now < _BUILT:
        return Finding("Clock", "warning", f"the clock shows {text}: it was never set", advice)
    if not machine.clock_synchronised.exists():
        return Finding("Clock", "ok", f"{text} (not kept by systemd-timesyncd)")
    return Finding("Clock", "ok", f"{text}, synchronised")
