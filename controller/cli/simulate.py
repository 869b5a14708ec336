"""`jantaku simulate`: whole matches by bots on the simulated table."""

import argparse
import json
import resource
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from controller.cli.rules_args import add_rules_arguments, rules_from
from controller.errors import UsageError
from controller.texts import counted

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
    totals = _Totals()
    kept = None if args.journal is None else Journal.open(args.journal)
    try:
        for number in range(1, args.matches + 1):
            journal = Journal.memory() if kept is None else kept
            played = simulate_match(rules, noise_named(args.noise), args.seed, number, journal, args.level, habits)
            if kept is None:
                journal.close()
            print(json.dumps(_object(played)) if args.json else _text(played), flush=True)
            for fault in played.faults:
                print(f"jantaku simulate: match {number}, {fault}", file=sys.stderr)
            totals.add(played)
    finally:
        if kept is not None:
            kept.close()
    print(json.dumps({"summary": totals.summary()}) if args.json else totals.text())
    return 1 if totals.broken else 0


class _Totals:
    """What all matches came to."""

    def __init__(self) -> None:
        self.broken = 0
        self._start: Final = time.perf_counter()
        self._deals = 0
        self._table_seconds = 0.0
        self._incidents: Final[Counter[str]] = Counter()
        self._memory: Final[list[float]] = []
        """After each match."""

    def add(self, played: "SimulatedMatch") -> None:
        self.broken += bool(played.faults)
        self._deals += played.deals
        self._table_seconds += played.took / 1_000
        self._incidents.update(played.incidents)
        self._memory.append(resident_megabytes())

    def summary(self) -> dict[str, Any]:
        """`memory_mb`: of this process after the first match, after half of them, and after the last."""
        memory = self._memory
        return {
            "matches": len(memory),
            "deals": self._deals,
            "broken": self.broken,
            "incidents": self._incidents.total(),
            "incidents_by_kind": dict(sorted(self._incidents.items())),
            "seconds": round(time.perf_counter() - self._start, 3),
            "table_seconds": round(self._table_seconds, 3),
            "memory_mb": {"first": memory[0], "half": memory[(len(memory) - 1) // 2], "last": memory[-1]},
        }

    def text(self) -> str:
        """The summary in two lines."""
        summary = self.summary()
        seconds, memory = summary["seconds"], summary["memory_mb"]
        kinds = ", ".join(f"{number} {kind}" for kind, number in summary["incidents_by_kind"].items())
        incidents = counted(summary["incidents"], "incident") + (f" ({kinds})" if kinds else "")
        lines = [
            f"{counted(summary['matches'], 'match', 'matches')}, {counted(self._deals, 'deal')}, {self.broken} broken, "
            f"{incidents}; "
            f"{self._table_seconds / 60:.0f} minutes at the table in {seconds:.1f} s, "
            f"{self._table_seconds / max(seconds, 1e-9):.0f} times as fast"
        ]
        if memory["last"]:
            lines.append(
                f"memory: {memory['first']:.0f} MB after the first match, {memory['half']:.0f} MB after half of them, "
                f"{memory['last']:.0f} MB after the last"
            )
        return "\n".join(lines)


def resident_megabytes() -> float:
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
    return (
        f"match {played.number}: {counted(played.deals, 'deal')}, {played.took / 60_000:.0f} min, {scores}{incidents}"
    )
