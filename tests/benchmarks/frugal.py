"""`python -m tests.benchmarks.frugal`: how little the service takes, and what that means on a Raspberry Pi.

Starts the real service and reads its figures from /proc: time till the page is served and till the game shows,
processor time and memory at rest and with four bots at real speed, bytes written for the card, time to stop. Processor
time is measured, not real time, so that other work on the machine matters little; still, run it on a quiet one.

For each Pi an estimate: this machine's figure times how much slower that Pi runs the same Python loop (`SLOWER`).
"""

import argparse
import json
import os
import signal
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.system.service import Service

LOOP_SECONDS: Final = {"Pi 5": 0.075, "Pi 4": 0.19, "Pi 3": 0.42}
"""Seconds of `reference_loop` on each Pi. Estimated from published single-core figures of their Cortex-A76 at 2.4 GHz,
A72 at 1.8 GHz and A53 at 1.4 GHz, not measured on one: the figures for a Pi are good for a factor of 1.5 either way."""

MEGABYTE: Final = 1024 * 1024


def reference_loop() -> float:
    """Processor seconds of a loop that any Python runs much alike; the best of five."""
    best = float("inf")
    for _ in range(5):
        start = time.process_time()
        total = 0
        for number in range(1_000_000):
            total += number & 7
        best = min(best, time.process_time() - start)
    return best


@dataclass(frozen=True, slots=True)
class Usage:
    """What a process has taken so far."""

    at: float
    cpu: float
    rss: int
    written: int


def usage(service: Service) -> Usage:
    """Read from /proc: seconds, bytes."""
    folder = Path(f"/proc/{service.process.pid}")
    fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
    cpu = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    rss = int(fields[21]) * os.sysconf("SC_PAGE_SIZE")
    written = next(line for line in (folder / "io").read_text().splitlines() if line.startswith("write_bytes"))
    return Usage(time.monotonic(), cpu, rss, int(written.split()[1]))


@dataclass(slots=True)
class Figures:
    """What was measured, by name: value and unit."""

    values: dict[str, tuple[float, str]] = field(default_factory=dict)

    def add(self, name: str, value: float, unit: str) -> None:
        self.values[name] = value, unit


def measure(seconds: float, journal_speed: float) -> Figures:
    """Run the service three times: at rest, with bots at real speed, and fast for what it writes."""
    found = Figures()
    with tempfile.TemporaryDirectory(prefix="jantaku-frugal-", dir=Path.cwd()) as folder:
        _at_rest(Path(folder) / "rest.sqlite", seconds, found)
        _at_play(Path(folder) / "play.sqlite", seconds, found)
        _writing(Path(folder) / "write.sqlite", seconds, journal_speed, found)
    return found


def _at_rest(journal: Path, seconds: float, found: Figures) -> None:
    """A page that waits for its person: nobody moves, every antenna is read all the time."""
    with Service("demo", "--seed", "1", "--port", "0", "--journal", str(journal)) as service:
        address = service.address()
        with urllib.request.urlopen(address, timeout=5) as answer:  # noqa: S310 - http
            answer.read()
        page = time.monotonic()
        service.view()
        view = time.monotonic()
        ready = usage(service)
        found.add("page served after", page - service.started, "s")
        found.add("game shown after", view - service.started, "s")
        found.add("processor time till then", ready.cpu, "s")
        time.sleep(5)
        _steady(service, seconds, "at rest", found)
        found.add("stopped in", service.stop(signal.SIGTERM)[1], "s")


def _at_play(journal: Path, seconds: float, found: Figures) -> None:
    with Service("demo", "--auto", "--seed", "1", "--port", "0", "--journal", str(journal)) as service:
        service.view()
        time.sleep(10)
        _steady(service, seconds, "four bots", found)


def _steady(service: Service, seconds: float, what: str, found: Figures) -> None:
    before = usage(service)
    time.sleep(seconds)
    after = usage(service)
    found.add(f"{what}: of one core", 100 * (after.cpu - before.cpu) / (after.at - before.at), "%")
    found.add(f"{what}: memory", after.rss / MEGABYTE, "MB")


def _writing(journal: Path, seconds: float, speed: float, found: Figures) -> None:
    """Bytes an hour of play, counted over table time; commits are as frequent as at real speed or rarer."""
    words = ("--auto", "--seed", "1", "--port", "0", "--speed", f"{speed:g}", "--journal", str(journal))
    with Service("demo", *words) as service:
        service.view()
        before, began = usage(service), service.view()["now"]
        time.sleep(seconds)
        after, ended = usage(service), service.view()["now"]
        service.stop()
    hours = (ended - began) / 3_600_000
    found.add("written an hour of play", (after.written - before.written) / MEGABYTE / hours, "MB")
    sizes = {"journal": journal, "copy": journal.with_name(journal.name + ".copy")}
    for name, path in sizes.items():
        found.add(f"{name} grows an hour of play", path.stat().st_size / MEGABYTE / (ended / 3_600_000), "MB")


def report(found: Figures, loop: float) -> str:
    """A table: this machine, and an estimate for each Pi where processor time is what counts."""
    factors = {name: seconds / loop for name, seconds in LOOP_SECONDS.items()}
    scaled = ("of one core", "processor time till then")
    lines = [f"{'':<32}{'here':>10}" + "".join(f"{'~' + name:>10}" for name in factors)]
    for name, (value, unit) in found.values.items():
        line = f"{name:<32}{value:>7.2f} {unit:<2}"
        if name.endswith(scaled):
            line += "".join(f"{value * factor:>7.1f} {unit:<2}" for factor in factors.values())
        lines.append(line)
    lines.append(f"reference loop {loop:.4f} s here; " + ", ".join(f"{k} ~{v:.1f}x" for k, v in factors.items()))
    return "\n".join(lines)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.frugal", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="how long each state is watched (default: 60)")
    parser.add_argument("--speed", type=float, default=5, help="table speed while writing is counted (default: 5)")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    args = parser.parse_args()
    loop = reference_loop()
    found = measure(args.seconds, args.speed)
    if args.json:
        print(json.dumps({name: value for name, (value, _) in found.values.items()} | {"reference loop": loop}))
    else:
        print(report(found, loop))
    return 0


if __name__ == "__main__":
    sys.exit(main())
