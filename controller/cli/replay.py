"""`jantaku replay`: recorded games played on the simulated table, tile by tile, and compared with the record."""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from controller.cli.rules_args import add_rules_arguments, rules_from
from controller.texts import counted

if TYPE_CHECKING:
    from controller.cli import Subparsers
    from controller.journal import Journal
    from controller.replay.bundled import Bundle
    from controller.replay.session import ReplayedDeal
    from engine.records.model import RecordedGame
    from engine.rules import RuleSet
    from hal.sim.table import SimulatedTable

NOISES: Final = ("none", "typical", "harsh")
DEPTHS: Final = ("ports", "wire", "firmware")


def add_parser(subparsers: "Subparsers") -> None:
    """Add `replay FILE…`."""
    parser = subparsers.add_parser(
        "replay",
        help="play recorded games on the simulated table and compare what the table scored",
        description="Plays recorded games (mjai, tenhou.net/6 JSON or our own records, plain or .gz) on the simulated "
        "table: simulated people draw, discard, press and lay as recorded, and the table sees nothing but tags and "
        "presses. Then what it made of each deal is compared with the record.",
        epilog="A support bundle (jantaku bundle) needs no people: what the table was told is refereed again, and what "
        "that leads to is compared with what was decided. Exit codes: 0 every deal is the same, 1 a deal differs, 2 "
        "wrong usage or a record that cannot be read",
    )
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path)
    add_rules_arguments(parser)
    parser.set_defaults(rules=None)
    parser.add_argument(
        "--depth", choices=DEPTHS, default="ports", help="how much of the table is simulated (default: ports)"
    )
    parser.add_argument(
        "--fault",
        action="append",
        default=[],
        metavar="SECONDS:KIND:BOARD[:AMOUNT]",
        help="something goes wrong this long into each game (repeatable): silence, unplug, restore, blind; at depth "
        "wire and firmware also corrupt, drop, duplicate, delay, reboot, version, clone, unclone",
    )
    parser.add_argument("--deals", type=int, metavar="N", help="play only the first N deals")
    parser.add_argument("--noise", choices=NOISES, default="none", help="how wrong antennas and buttons are")
    parser.add_argument(
        "--habits",
        default="tidy",
        metavar="NAME",
        help="what the people do: tidy, club, lively, or single habits (club,pool,phone=0.05; default: tidy)",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="one seed gives one course of events")
    parser.add_argument(
        "--journal", type=Path, metavar="DIR", help="keep the journals as files, one a game (default: in memory)"
    )
    parser.add_argument("--json", action="store_true", help="one object a deal, then a summary")


def run(args: argparse.Namespace) -> int:
    """Exit code 0 if every deal is the same, otherwise 1; raises `RecordError` or `UsageError` (exit code 2)."""
    given = args.rules is not None
    args.rules = args.rules or "tenhou"
    rules = rules_from(args)
    bundles = _read_bundles(args.files)
    games = _first(_read_all([path for path in args.files if path not in bundles], rules), args.deals)
    keep_tanyao = any(setting.startswith("open_tanyao=") for setting in args.rule_settings)
    ruled = [(path, n, game, _rules_for(rules, game, given, keep_tanyao)) for path, n, game in games]
    start = time.perf_counter()
    tally = _Tally()
    played = chain(_play_bundles(bundles), _play(ruled, args))
    total = sum(len(game.deals) for _, _, game, _ in ruled) + sum(len(found.game.deals) for found in bundles.values())
    for path, number, deal in _with_progress(played, total, args.json):
        tally.add(deal)
        print(_json_line(path, number, deal) if args.json else _text_line(path, number, deal))
    summary = tally.summary(time.perf_counter() - start)
    print(json.dumps({"summary": summary}) if args.json else _summary_text(summary, tally.table_seconds))
    return 0 if tally.same == tally.deals else 1


def _read_bundles(paths: list[Path]) -> "dict[Path, Bundle]":
    """The support bundles among the files."""
    from controller.replay.bundled import is_bundle, read_bundle

    return {path: read_bundle(path) for path in paths if is_bundle(path)}


def _play_bundles(bundles: "dict[Path, Bundle]") -> "Iterator[tuple[Path, int, ReplayedDeal]]":
    """What a bundle's inputs lead to is decided again; nobody has to play."""
    from controller.replay.bundled import replay_bundle

    for path, bundle in bundles.items():
        for deal in replay_bundle(bundle):
            yield path, 1, deal


def _read_all(paths: list[Path], rules: "RuleSet") -> list[tuple[Path, int, "RecordedGame"]]:
    """Every game of every file, read before any is played: a broken record gives an error and nothing half-done."""
    from controller.records.files import read_games

    return [(path, number, game) for path in paths for number, game in enumerate(read_games(path, rules), 1)]


def _first(games: "list[tuple[Path, int, RecordedGame]]", deals: int | None) -> "list[tuple[Path, int, RecordedGame]]":
    """The games as far as the first so many deals go; all of them without a number."""
    if deals is None:
        return games
    from dataclasses import replace

    short: list[tuple[Path, int, RecordedGame]] = []
    for path, number, game in games:
        if deals >= len(game.deals):
            short.append((path, number, game))
        elif deals > 0:
            short.append((path, number, replace(game, deals=game.deals[:deals], final_scores=None)))
        deals -= len(game.deals)
    return short


def _rules_for(rules: "RuleSet", game: "RecordedGame", given: bool, keep_tanyao: bool) -> "RuleSet":
    """The rules a game is played by: a record of our own brings them along unless others are asked for."""
    from engine.records.start import rules_of_game

    return rules_of_game(game.rules if game.rules is not None and not given else rules, game, keep_tanyao=keep_tanyao)


def _play(
    games: "list[tuple[Path, int, RecordedGame, RuleSet]]", args: argparse.Namespace
) -> "Iterator[tuple[Path, int, ReplayedDeal]]":
    from controller.errors import UsageError
    from controller.people.habits import habits_named
    from controller.replay.session import Replay
    from hal.errors import DriverError, HalError
    from hal.sim.noise import noise_named

    def prepare(table: "SimulatedTable") -> None:
        try:
            table.faults.plan(args.fault)
        except HalError as error:
            raise UsageError(f"--fault: {error}") from error

    replay = Replay(
        noise_named(args.noise),
        args.seed,
        _journals(args.journal),
        depth=args.depth,
        prepare=prepare,
        habits=habits_named(args.habits),
    )
    try:
        for path, number, game, rules in games:
            for deal in replay.play(game, rules):
                yield path, number, deal
    except DriverError as error:
        raise UsageError(f"--depth {args.depth}: {error}") from error


def _journals(directory: Path | None) -> "Callable[[int], Journal]":
    from controller.journal import Journal

    if directory is None:
        return lambda _: Journal.memory()
    directory.mkdir(parents=True, exist_ok=True)
    return lambda number: Journal.open(directory / f"game-{number}.journal")


def _with_progress(
    played: "Iterator[tuple[Path, int, ReplayedDeal]]", total: int, as_json: bool
) -> "Iterator[tuple[Path, int, ReplayedDeal]]":
    """The same, with a bar on standard error where that is a terminal and standard output is not."""
    if not sys.stderr.isatty() or sys.stdout.isatty():
        return played
    from tqdm import tqdm

    return iter(tqdm(played, total=total, unit=" deals", file=sys.stderr))


class _Tally:
    """Counts the deals."""

    def __init__(self) -> None:
        self.deals = self.same = self.incidents = 0
        self.table_seconds = 0.0

    def add(self, deal: "ReplayedDeal") -> None:
        self.deals += 1
        self.same += deal.same
        self.incidents += len(deal.incidents)
        self.table_seconds += deal.took / 1_000

    def summary(self, seconds: float) -> dict[str, Any]:
        return {
            "deals": self.deals,
            "same": self.same,
            "different": self.deals - self.same,
            "incidents": self.incidents,
            "seconds": round(seconds, 3),
        }


def _json_line(path: Path, number: int, deal: "ReplayedDeal") -> str:
    data: dict[str, Any] = {
        "file": str(path),
        "game": number,
        "deal": deal.label,
        "events": deal.events,
        "record": deal.record,
        "table": deal.table,
        "same": deal.same,
        "incidents": list(deal.incidents),
    }
    if not deal.same:
        data |= {"differs": list(deal.differs), "note": deal.note}
    return json.dumps(data)


def _text_line(path: Path, number: int, deal: "ReplayedDeal") -> str:
    verdict = "same" if deal.same else "DIFFERENT in " + ", ".join(deal.differs)
    parts = [f"{path} game {number} {deal.label}: {verdict}"]
    if not deal.same:
        parts.append(f"  record {json.dumps(deal.record)}\n  table  {json.dumps(deal.table)}")
        if deal.note:
            parts.append(f"  {deal.note}")
    if deal.incidents:
        parts.append(f"  incidents: {', '.join(deal.incidents)}")
    return "\n".join(parts)


def _summary_text(summary: dict[str, Any], table_seconds: float) -> str:
    seconds = summary["seconds"]
    speed = table_seconds / max(seconds, 1e-9)
    incidents = counted(summary["incidents"], "incident")
    return (
        f"{summary['same']} of {counted(summary['deals'], 'deal')} the same, {incidents}; "
        f"{table_seconds / 60:.0f} minutes at the table in {seconds:.1f} s, {speed:.0f} times as fast"
    )
