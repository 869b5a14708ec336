"""How soon the table knows: measured on recorded games at every noise level, and written into docs/latency.md.

python -m tests.latency_page            # measure and print
python -m tests.latency_page --write    # measure and renew the tables of docs/latency.md
"""

import sys
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final

from controller.effects import Effect, EventAccepted
from controller.records.files import read_games
from controller.replay.session import Replay
from controller.replay.table import VirtualTable
from engine.events import AddedKan, Chi, ConcealedKan, Discard, Draw, Event, OpenKan, Pon
from engine.records.start import rules_of_game
from engine.rules import load_rules
from engine.tiles import Tile
from hal.ports import Millis
from hal.sim.noise import PROFILES, NoiseProfile
from hal.sim.world import Change, Spot, TileMoved
from tests.controller.perception.random_play import RandomPlay
from tests.incident_latency import table_of_incidents

ROOT: Final = Path(__file__).resolve().parents[1]
PAGE: Final = ROOT / "docs" / "latency.md"
GAMES: Final = tuple(ROOT / "examples" / name for name in ("tonpuusen.mjai.jsonl", "hanchan-with-kans.mjai.jsonl"))
BEGIN: Final = "<!-- measured: begin -->"
END: Final = "<!-- measured: end -->"
_SURPRISES: Final = 12
"""Runs of random play that give the surprising moves."""


class Stopwatch:
    """Notes when each tile was set down, and how much later the referee accepted the event it made."""

    def __init__(self, table: VirtualTable) -> None:
        self.taken: dict[str, list[Millis]] = defaultdict(list)
        self._table: Final = table
        self._landed: dict[Tile, Millis] = {}
        self._known: set[tuple[str, Event]] = set()
        table.world.watch(self._see)
        table.observe(self._hear)

    def _see(self, change: Change) -> None:
        if isinstance(change, TileMoved) and change.target not in (Spot.AIR, Spot.BOX, Spot.WALL):
            self._landed[change.tile] = change.at

    def _hear(self, effects: Sequence[Effect]) -> None:
        match = self._table.state.match
        label = match.deal_label if match is not None else ""
        for effect in effects:
            if not isinstance(effect, EventAccepted) or (label, effect.event) in self._known:
                continue
            self._known.add((label, effect.event))
            kind, tiles = _tiles_of(effect.event)
            if kind and all(tile in self._landed for tile in tiles):
                self.taken[kind].append(max(0, self._table.now - max(self._landed[tile] for tile in tiles)))


def _tiles_of(event: Event) -> tuple[str, tuple[Tile, ...]]:
    match event:
        case Draw(tile=tile):
            return "draw", (tile,)
        case Discard(tile=tile):
            return "discard", (tile,)
        case Chi(_, tile, used) | Pon(_, tile, used) | OpenKan(_, tile, used):
            return "call", (tile, *used)
        case ConcealedKan(_, tiles):
            return "kan", tiles
        case AddedKan(_, tile):
            return "kan", (tile,)
        case _:
            return "", ()


def measure(noise: NoiseProfile) -> dict[str, list[Millis]]:
    """Milliseconds from the last tile's landing to the event, by kind of event, over the example games."""
    watches: list[Stopwatch] = []
    rules = load_rules("tenhou")
    replay = Replay(noise, 1, watch=lambda table: watches.append(Stopwatch(table)))
    for path in GAMES:
        for game in read_games(path, rules):
            list(replay.play(game, rules_of_game(rules, game)))
    taken: dict[str, list[Millis]] = defaultdict(list)
    for watch in watches:
        for kind, times in watch.taken.items():
            taken[kind] += times
    taken["surprise"] = [
        time
        for seed in range(_SURPRISES)
        for kind, time in RandomPlay(noise, seed).play(60).settled
        if kind == "surprise"
    ]
    return taken


def _share(times: Sequence[Millis], share: float) -> str:
    ordered = sorted(times)
    return f"{ordered[min(len(ordered) - 1, int(len(ordered) * share))] / 1_000:.1f}"


def tables() -> str:
    """Both tables as Markdown: from tile to event, and from what goes wrong to its incident and back."""
    with ProcessPoolExecutor() as workers:
        events = workers.map(measure, PROFILES.values())
        incidents = table_of_incidents(workers)
        measured = dict(zip(PROFILES, events, strict=True))
    kinds = ("draw", "discard", "call", "kan", "surprise")
    lines = ["| seconds, median / p99 | " + " | ".join(PROFILES) + " |", "| --- |" + " --- |" * len(PROFILES)]
    for kind in kinds:
        cells = [
            f"{_share(taken[kind], 0.5)} / {_share(taken[kind], 0.99)} ({len(taken[kind])})" if taken[kind] else "-"
            for taken in measured.values()
        ]
        lines.append(f"| {kind} | " + " | ".join(cells) + " |")
    return "\n".join([*lines, "", *incidents])


def main(write: bool) -> None:
    """Measure, and print or write the tables."""
    text = tables()
    print(text)
    if write:
        page = PAGE.read_text(encoding="utf-8")
        head, _, rest = page.partition(BEGIN)
        _, _, tail = rest.partition(END)
        PAGE.write_text(f"{head}{BEGIN}\n{text}\n{END}{tail}", encoding="utf-8")


if __name__ == "__main__":
    main("--write" in sys.argv)
