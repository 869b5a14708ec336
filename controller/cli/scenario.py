"""`jantaku scenario FILE...`: what people do at a table, written down and run through the referee."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from controller.cli.replay import NOISES

if TYPE_CHECKING:
    from controller.cli import Subparsers


def add_parser(subparsers: "Subparsers") -> None:
    """Add `scenario FILE...`."""
    parser = subparsers.add_parser(
        "scenario",
        help="run scenarios through the referee",
        description="Run scenario files (docs/scenarios.md): given / when / then over seats, tiles, zones, presses and "
        "seconds, through the real referee. Write down what happened at your table, and you have a bug report that "
        "can be replayed.",
        epilog="exit codes: 0 every scenario holds, 1 one does not, 2 a file or line that cannot be read",
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument(
        "--noise",
        choices=NOISES,
        help="play on the simulated table, with its antennas and buttons so wrong (without this option what is done is "
        "seen at once and exactly)",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="with --noise: one seed gives one course")
    parser.add_argument("--json", action="store_true", help="one object a scenario, then a summary")


def run(args: argparse.Namespace) -> int:
    """Exit code 0 if every scenario holds, otherwise 1."""
    from controller.scenarios.language import play
    from controller.scenarios.runner import Run
    from controller.scenarios.script import read_scenarios
    from hal.sim.noise import noise_named

    noise = None if args.noise is None else noise_named(args.noise)
    scenarios = [scenario for file in args.files for scenario in read_scenarios(file)]
    failed = 0
    for scenario in scenarios:
        failure = play(Run(scenario, noise, args.seed))
        failed += failure is not None
        where = "" if failure is None else f"{scenario.file}:{failure.line.number}"
        if args.json:
            told = None if failure is None else {"line": failure.line.number, "why": failure.why, "told": failure.told}
            print(json.dumps({"file": scenario.file, "title": scenario.title, "failure": told}), flush=True)
        elif failure is not None:
            print(f"{where}: {scenario.title}", file=sys.stderr)
            print(f"  {failure.line.keyword} {failure.line.text}: {failure.why}", file=sys.stderr)
            print("  " + failure.told.replace("\n", "\n  "), file=sys.stderr)
    summary = {"scenarios": len(scenarios), "failed": failed}
    print(json.dumps({"summary": summary}) if args.json else f"scenarios: {len(scenarios)}, failed: {failed}")
    return 1 if failed else 0
