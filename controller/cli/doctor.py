"""`jantaku doctor`: what is wrong with this machine as a table's computer."""

import json
from argparse import ArgumentParser, Namespace
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from controller.cli import Subparsers

SYSTEM_CONFIG: Final = Path("/etc/jantaku/jantaku.toml")
"""Where the installer puts the configuration."""

_MARKS: Final = {"ok": "ok     ", "warning": "WARNING", "fault": "FAULT  "}


def add_parser(subparsers: "Subparsers") -> None:
    """Add `doctor` and its options."""
    parser: ArgumentParser = subparsers.add_parser(
        "doctor",
        help="what is wrong with this machine's configuration, wiring and permissions",
        description="Look at the configuration, the page's port, the journal and its disk, the clock, serial ports and "
        "GPIO, and say what to do about what is wrong. Exit status 1 if there is a fault.",
    )
    parser.add_argument(
        "--config", metavar="FILE", type=Path, help=f"configuration file (default: {SYSTEM_CONFIG}, if it exists)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: Namespace) -> int:
    """Examine the machine. With a configuration that is wrong itself the rest is examined as if there were none."""
    from controller.config import Config, read_config
    from controller.doctor import Finding, Machine, examine
    from controller.errors import ConfigError

    path: Path | None = args.config or (SYSTEM_CONFIG if SYSTEM_CONFIG.exists() else None)
    config, about_config = Config(), Finding("Configuration", "ok", "none; everything has its default")
    if path is not None:
        try:
            config, about_config = read_config(path), Finding("Configuration", "ok", str(path))
        except ConfigError as error:
            about_config = Finding("Configuration", "fault", str(error), "put the file right")
    faults = 0
    for finding in (about_config, *examine(config, Machine())):
        faults += finding.verdict == "fault"
        if args.json:
            print(json.dumps(asdict(finding), ensure_ascii=False))
        else:
            advice = f"\n         -> {finding.advice}" if finding.advice else ""
            print(f"{_MARKS[finding.verdict]}  {finding.subject}: {finding.text}{advice}")
    if not args.json:
        print(f"{faults} fault{'' if faults == 1 else 's'} found" if faults else "no faults")
    return 1 if faults else 0
