"""`jantaku doctor`: what is wrong with this machine as a table's computer, and with the table behind it."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.texts import counted

if TYPE_CHECKING:
    from controller.bringup.bench import Bench
    from controller.cli import Subparsers
    from controller.config import Config
    from hal.findings import Finding

SYSTEM_CONFIG: Final = Path("/etc/jantaku/jantaku.toml")
"""Where the installer puts the configuration."""

LONGEST_WATCH: Final = 3_600.0
"""Most seconds the antennas are watched."""

_MARKS: Final = {"ok": "ok     ", "warning": "WARNING", "fault": "FAULT  "}


def add_parser(subparsers: "Subparsers") -> None:
    """Add `doctor` and its options."""
    parser: ArgumentParser = subparsers.add_parser(
        "doctor",
        help="what is wrong with this machine's configuration, wiring and permissions",
        description="Look at the configuration, the page's port, the journal and its disk, the clock, and what the "
        "drivers need of this machine (groups, devices, buses); then open the table (the service must not run) and see "
        "which boards answer and how well each antenna reads. Each finding says what to do. Exit status 1 if there is "
        "a fault.",
    )
    parser.add_argument(
        "--config", metavar="FILE", type=Path, help=f"configuration file (default: {SYSTEM_CONFIG}, if it exists)"
    )
    parser.add_argument("--no-table", action="store_true", help="look at this machine alone, do not open the table")
    parser.add_argument("--simulate", action="store_true", help="a simulated table instead of the configured one")
    parser.add_argument("--seconds", type=float, default=6.0, help="how long to watch the antennas (6)")
    parser.add_argument("--picture", metavar="FILE", type=Path, help="how well each antenna reads, as an SVG")
    parser.add_argument("--buttons", action="store_true", help="test the buttons: press each, it lights up when heard")
    parser.add_argument("--displays", action="store_true", help="test displays, digits, lights, lamps and sound")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: Namespace) -> int:
    """Examine the machine. With a configuration that is wrong itself the rest is examined as if there were none."""
    from controller.bringup.doctor import examine
    from controller.config import Config, read_config
    from controller.errors import ConfigError, UsageError
    from hal.findings import Finding, Machine

    if not 0 < args.seconds <= LONGEST_WATCH:
        raise UsageError(f"--seconds: {args.seconds:g} is no time to watch; take up to {LONGEST_WATCH:,.0f}")
    path: Path | None = args.config or (SYSTEM_CONFIG if SYSTEM_CONFIG.exists() else None)
    config, about_config = Config(), Finding("Configuration", "ok", "none; everything has its default")
    if path is not None:
        try:
            config, about_config = read_config(path), Finding("Configuration", "ok", str(path))
        except ConfigError as error:
            about_config = Finding("Configuration", "fault", str(error), "put the file right")
    if args.simulate:
        config = config.model_copy(update={"driver": "simulated", "options": {}, "other_ports": {}})
    faults = _print((about_config, *examine(config, Machine())), as_json=args.json)
    if config.driver is not None and (args.simulate or not args.no_table):
        faults += _print(_table(args, config), as_json=args.json)
    if not args.json:
        print(f"{counted(faults, 'fault')} found" if faults else "no faults")
    return 1 if faults else 0


def _print(findings: "Iterable[Finding]", *, as_json: bool) -> int:
    """Print findings as they come; gives how many are faults."""
    faults = 0
    for finding in findings:
        faults += finding.verdict == "fault"
        if as_json:
            print(json.dumps(asdict(finding), ensure_ascii=False), flush=True)
        else:
            advice = f"\n         -> {finding.advice}" if finding.advice else ""
            print(f"{_MARKS[finding.verdict]}  {finding.subject}: {finding.text}{advice}", flush=True)
    return faults


def _table(args: Namespace, config: "Config") -> "Iterator[Finding]":
    from controller.bringup.bench import Bench
    from controller.bringup.paneltest import check_buttons, check_displays
    from hal.errors import DriverError
    from hal.findings import Finding

    try:
        bench = Bench.open((config.driver or "", config.options), config.other_ports)
    except DriverError as error:
        yield Finding("Table", "fault", f"the table cannot be opened: {error}", "see above")
        return
    with bench:
        yield from _antennas(args, bench)
        if args.buttons:
            yield from check_buttons(bench, _say)
        if args.displays:
            yield from check_displays(bench, _ask)


def _antennas(args: Namespace, bench: "Bench") -> "Iterator[Finding]":
    from controller.bringup.tablecheck import TableCheck, antenna_rows
    from hal.findings import Finding

    check = TableCheck(bench.ports.layout)
    _say(f"watching the antennas for {args.seconds:g} s ...")
    while bench.now < args.seconds * 1_000:
        for observed in bench.step():
            check.take(observed, bench.now)
    yield from check.findings()
    for board, figures in bench.ports.figures().items():
        yield Finding("Boards", "ok", f"{board} {figures}")
    for problem in bench.ports.problems().values():
        if not any(reason and reason in problem for reason in bench.away.values()):  # said of the board already
            yield Finding("Hardware", "warning", problem, "put it right and look again")
    if args.json:
        for row in antenna_rows(check):
            print(json.dumps(row))
    else:
        print("\n".join(check.text_picture()))
    if args.picture is not None:
        args.picture.write_text(check.picture("How well each antenna reads"), encoding="utf-8")


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _ask(question: str) -> bool:
    try:
        return input(f"{question} [Y/n] ").strip().lower() in ("", "y", "yes")
    except EOFError:
        raise KeyboardInterrupt from None
