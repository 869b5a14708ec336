"""`jantaku simulate`: whole matches by bots on the simulated table."""

import argparse
import json
import resource
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from controller.cli.rules_args import add_rules_arguments, rules_from
from controller.errors import UsageError

if TYPE_CHECKING:
    from controller.cli import Subparsers
    from controller.replay.simulation import SimulatedMatch

NOISES: Final = ("none", "typical", "harsh")
LEVELS: Final = ("novice", "intermediate", "advanced")


def add_parser(subparsers: "Subparsers") -> None:
    """Add `simulate --matches N`."""
    parser = subparsers.add_parser(
        "simulate",
        help="whole matches by bots on the simulated table",
        description="Lets four bots play whole matches on the simulated table, and checks that points and tiles add "
        "up after every deal and that no match gets stuck.",
        epilog="exit codes: 0 every match held, 1 something did not, 2 wrong usage",
    )
    parser.add_argument("--matches", type=int, required=True, metavar="N", help="how many matches")
    add_rules_arguments(parser)
    parser.add_argument("--noise", choices=NOISES, default="none", help="how wrong antennas and buttons are")
    parser.add_argument(
        "--habits",
        default="tidy",
        metavar="NAME",
        help="what the people do: tidy, club, lively, or single habits (club,pool,phone=0.05; default: tidy)",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="one seed gives the same matches")
    parser.add_argument("--level", choices=LEVELS, default="intermediate", help="how well the bots play")
    parser.add_argument(
        "--journal", type=Path, metavar="FILE", help="keep the matches in a journal (default: none is kept)"
    )
    parser.add_argument("--json", action="store_true", help="one object a match, then a summary")


def run(args: argparse.Namespace) -> int:
    """Exit code 0 if every match held, otherwise 1."""
    from controller.journal import Journal
    from controller.people.habits import habits_named
    from controller.replay.simulation import simulate_match
    from hal.sim.noise import noise_named

    if args.matches < 1:
        raise UsageError(f"--matches {args.matches}: play at least one")
    rules = rules_from(args)
    habits = habits_named(args.habits)
    start = time.perf_counter()
    broken = deals = incidents = 0
    table_seconds = 0.0
    memory = [0.0, 0.0]
    kept = None if args.journal is None else Journal.open(args.journal)
    try:
        for number in range(1, args.matches + 1):
            journal = Journal.memory() if kept is None else kept
            played = simulate_match(rules, noise_named(args.noise), args.seed, number, journal, args.level, habits)
            if kept is None:
                journal.close()
            memory = [memory[0] or _megabytes(), _megabytes()]
            print(json.dumps(_object(played)) if args.json else _text(played), flush=True)
            for fault in played.faults:
                print(f"jantaku simulate: match {number}, {fault}", file=sys.stderr)
            broken += bool(played.faults)
            deals += played.deals
            incidents += len(played.incidents)
            table_seconds += played.took / 1_000
    finally:
        if kept is not None:
            kept.close()
    seconds = round(time.perf_counter() - start, 3)
    summary = {"matches": args.matches, "deals": deals, "broken": broken, "incidents": incidents, "seconds": seconds}
    summary |= {"memory_mb": memory}
    print(json.dumps({"summary": summary}) if args.json else _summary(summary, table_seconds))
    return 1 if broken else 0


def _megabytes() -> float:
    """Memory of this process now, in MB; 0 where the system does not tell (only Linux does)."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0.0
    return round(pages * resource.getpagesize() / 1_000_000, 1)


def _object(played: "SimulatedMatch") -> dict[str, Any]:
    final = played.final
    return {
        "match": played.number,
        "deals": played.deals,
        "events": played.events,
        "scores": None if final is None else list(final.scores),
        "places": None if final is None else list(final.places),
        "points": None if final is None or final.points is None else list(final.points),
        "incidents": played.incidents,
        "faults": played.faults,
        "table_seconds": played.took / 1_000,
    }


def _text(played: "SimulatedMatch") -> str:
    final = played.final
    scores = "not ended" if final is None else ", ".join(f"{score:,}" for score in final.scores)
    incidents = f"; incidents: {', '.join(played.incidents)}" if played.incidents else ""
    return f"match {played.number}: {played.deals} deals, {played.took / 60_000:.0f} min, {scores}{incidents}"


def _summary(summary: dict[str, Any], table_seconds: float) -> str:
    seconds = summary["seconds"]
    first, last = summary["memory_mb"]
    memory = f"; memory {first:.0f} MB after the first match, {last:.0f} MB after the last" if last else ""
    return (
        f"matches: {summary['matches']}, deals: {summary['deals']}, broken: {summary['broken']}, "
        f"incidents: {summary['incidents']}; {table_seconds / 60:.0f} minutes at the table in {seconds:.1f} s, "
        f"{table_seconds / max(seconds, 1e-9):.0f} times as fast{memory}"
    )
