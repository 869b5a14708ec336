"""What the doctor says: findings, and where its checks look."""

import grp
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

Verdict = Literal["ok", "warning", "fault"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. `advice` says what to do; it is empty where all is well."""

    subject: str
    verdict: Verdict
    text: str
    advice: str = ""


def _own_groups() -> frozenset[str]:
    names = set()
    for number in {*os.getgroups(), os.getegid()}:
        try:
            names.add(grp.getgrgid(number).gr_name)
        except KeyError:
            names.add(str(number))
    return frozenset(names)


@dataclass(frozen=True)
class Machine:
    """Where the checks look; tests put other places here."""

    devices: Path = Path("/dev")
    sys: Path = Path("/sys")
    processes: Path = Path("/proc")
    device_tree: Path = Path("/proc/device-tree")
    udev_rules: tuple[Path, ...] = (Path("/usr/lib/udev/rules.d"), Path("/etc/udev/rules.d"))
    clock_synchronised: Path = Path("/run/systemd/timesync/synchronized")
    wall_clock: Callable[[], float] = time.time
    groups: frozenset[str] = field(default_factory=_own_groups)
    """Groups this user is in."""
    root: bool = field(default_factory=lambda: os.geteuid() == 0)
    """Whether this user may use everything anyway."""


def group_advice(path: Path) -> str:
    """What to do about a device this user may not use."""
    try:
        group = grp.getgrgid(path.stat().st_gid).gr_name
    except (KeyError, OSError):
        return f"give this user the right to read and write {path}"
    return f"sudo adduser $USER {group}, then log in again"
