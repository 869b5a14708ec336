"""`python -m tests.benchmarks [NAME ...]`: run the benches of every `bench_*.py` here and print their figures."""

import argparse
import json
import platform
import sys
from collections.abc import Iterator
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

from tests.benchmarks.framework import Bench, Result, run


def benches() -> Iterator[Bench]:
    """The benches of all modules, in the order of their names."""
    for path in sorted(Path(__file__).parent.glob("bench_*.py")):
        yield from import_module(f"tests.benchmarks.{path.stem}").BENCHES


def main() -> int:
    """Run the benches asked for; exit code 2 if there is none of that name."""
    known = {bench.name: bench for bench in benches()}
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("names", metavar="NAME", nargs="*", help=f"of {', '.join(known)}; default all")
    parser.add_argument("--json", action="store_true", help="one JSON object a contender")
    args = parser.parse_args()
    unknown = [name for name in args.names if name not in known]
    if unknown:
        parser.error(f"there is no bench {unknown[0]!r}")
    print(f"Python {platform.python_version()} on {platform.machine()}", file=sys.stderr)
    for name in args.names or known:
        results = run(known[name])
        if args.json:
            for result in results:
                print(json.dumps({"bench": name} | asdict(result)))
        else:
            print("\n".join(table(known[name], results)), flush=True)
    return 0


def table(bench: Bench, results: list[Result]) -> list[str]:
    """A bench's figures as lines for people."""
    goal = f", goal {bench.goal:g}x {bench.baseline}" if bench.goal else ""
    lines = [f"\n{bench.name}: microseconds a {bench.unit}{goal}"]
    for result in results:
        if result.microseconds is None:
            lines.append(f"  {result.contender:<12} {result.reason}")
            continue
        ratio = f"{result.ratio:8.1f}x" if result.ratio is not None else ""
        agreement = f"   same answers {result.agreement:.2%}" if result.agreement is not None else ""
        lines.append(f"  {result.contender:<12}{result.microseconds:9.2f}{ratio}{agreement}")
    return lines


if __name__ == "__main__":
    sys.exit(main())
