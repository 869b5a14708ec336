"""`jantaku survey`: walk one tile over the table, and see what each antenna reads where."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from controller.bringup.bench import Bench
    from controller.bringup.survey import Finding, Spot
    from controller.cli import Subparsers
    from controller.config import Config
    from hal.ports import TagId


def add_parser(subparsers: "Subparsers") -> None:
    """Add `survey` and its options."""
    parser: ArgumentParser = subparsers.add_parser(
        "survey",
        help="walk one tile over the table, and see what each antenna reads where",
        description="Walk one tile over the table, from spot to spot as you are told, with no other tile on it. What "
        "each antenna reads is written to a file after each spot, and drawn as a picture. Press Enter, or OK at any "
        "seat, when the tile lies. Exit status 1 if a spot is read badly or overheard.",
    )
    parser.add_argument("--config", metavar="FILE", type=Path, help="configuration file")
    parser.add_argument("--out", metavar="FILE", type=Path, default=Path("survey.json"), help="default: survey.json")
    parser.add_argument("--picture", metavar="FILE", type=Path, help="the picture, SVG (default: beside --out)")
    parser.add_argument("--scans", type=int, default=20, metavar="N", help="inventories of each antenna a spot (20)")
    parser.add_argument("--only", metavar="TEXT", default="", help="only spots with this in their name, as seat0.river")
    parser.add_argument(
        "--simulate", action="store_true", help="try it on a simulated table, whose hands walk the tile"
    )
    parser.add_argument("--noise", default="typical", help="noise of the simulated table (default: typical)")
    parser.add_argument("--json", action="store_true", help="one JSON object a line for each spot")


def run(args: Namespace) -> int:
    """Survey the table. Raises `ConfigError`, `UsageError`, `DriverError`."""
    from datetime import UTC, datetime

    from controller.bringup.survey import advice, as_json, picture, spots_of
    from controller.config import Config, read_config
    from controller.errors import UsageError

    config = Config() if args.config is None else read_config(args.config)
    svg = args.picture or args.out.with_suffix(".svg")
    found: list[Finding] = []
    with _bench(args, config) as bench:
        layout = bench.ports.layout
        spots = [spot for spot in spots_of(layout) if args.only in spot.name]
        if not spots:
            raise UsageError(f"--only: no spot has {args.only!r} in its name; names are like seat0.river1 left, wall")
        driver = "simulated" if args.simulate else str(config.driver)
        tag = ""
        for tag, finding in _walk(bench, spots, args):
            found.append(finding)
            when = datetime.now(UTC).isoformat(timespec="seconds")
            survey = as_json(found, tag=tag, driver=driver, when=when, scans=args.scans)
            args.out.write_text(json.dumps(survey, indent=1) + "\n", encoding="utf-8")
            if args.json:
                print(json.dumps(survey["spots"][-1]), flush=True)
    svg.write_text(picture(found, layout, f"Survey of {len(found)} spots with tag {tag}"), encoding="utf-8")
    faults = advice(found)
    for line in faults:
        print(line, file=sys.stderr)
    good = sum(finding.verdict in ("good", "quiet") and not finding.strangers for finding in found)
    print(f"{good} of {len(found)} spots are all right; {args.out}, {svg}", file=sys.stderr)
    return 1 if faults else 0


def _bench(args: Namespace, config: "Config") -> "Bench":
    from controller.bringup.bench import Bench
    from controller.errors import UsageError

    if args.simulate:
        return Bench.open(("simulated", {"noise": args.noise}))
    if config.driver is None:
        raise UsageError("which table? Name its driver in a configuration file (--config), or try it with --simulate")
    return Bench.open((config.driver, config.options), config.other_ports)


def _walk(bench: "Bench", spots: "list[Spot]", args: Namespace) -> "Iterator[tuple[TagId, Finding]]":
    from controller.bringup.bench import find_tag
    from controller.bringup.survey import Tally, judge
    from hal.ports import Scan

    layout = bench.ports.layout
    tag = ""
    for number, spot in enumerate(spots, 1):
        print(f"{number} of {len(spots)}: lay the tile at {spot.name}, {spot.how}", file=sys.stderr)
        bench.put_down(spot.zone, pad=spot.pad)
        _wait_for_the_person(bench)
        if not tag:
            tag = find_tag(bench, lambda text: print(text, file=sys.stderr))
        tally = Tally(spot)
        # A table that is being built has boards that are not there yet: they are not waited for.
        while not tally.enough((a.name for a in layout.antennas if a.board not in bench.away), args.scans):
            for observed in bench.step():
                if isinstance(observed, Scan):
                    tally.take(observed, tag)
        yield tag, judge(tally, layout)


def _wait_for_the_person(bench: "Bench") -> None:
    """Until Enter or OK; a simulated hand needs a moment only."""
    import select

    from hal.ports import Button, Press

    if bench.simulated:
        bench.settle(1_500)
        return
    while True:
        for observed in bench.step():
            if isinstance(observed, Press) and observed.button is Button.MENU:
                return
        if select.select([sys.stdin], [], [], 0)[0]:
            if not sys.stdin.readline():
                raise KeyboardInterrupt
            return
