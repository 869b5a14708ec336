"""What every line of a scenario works on: the table, the words, and what has happened so far."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.inputs import (
    SetupChanged,
)
from engine.events import (
    AddedKan,
    Chi,
    ConcealedKan,
    Discard,
    Draw,
    DrawnDeal,
    Event,
    Flower,
    Indicator,
    OpenKan,
    Pon,
    Riichi,
    Win,
)
from engine.rules import load_rules
from engine.tiles import SEATS, Seat, Tile, TileSet
from hal.ports import Millis
from tests.controller.referee.exact import Table

WINDS = ("East", "South", "West", "North")
STEP: Millis = 400
NO_CLOCKS: Mapping[str, Any] = {"turn_seconds": None, "claim_seconds": None, "bank_seconds": 0, "pause_seconds": None}
SEAT = "(East|South|West|North)"
TILES = "([0-9mpszf ]+?)"


@dataclass(frozen=True)
class Scenario:
    """A title and its lines, each with its keyword."""

    title: str
    lines: tuple[tuple[str, str], ...]


def read_scenarios(path: Path) -> list[Scenario]:
    """The scenarios of a file."""
    scenarios: list[Scenario] = []
    title, keyword = "", ""
    lines: list[tuple[str, str]] = []
    for raw in [*path.read_text(encoding="utf-8").splitlines(), "# end"]:
        line = raw.strip()
        if line.startswith("#"):
            if lines:
                scenarios.append(Scenario(title, tuple(lines)))
            title, lines, keyword = line.lstrip("# "), [], ""
        elif line:
            word, _, rest = line.partition(" ")
            keyword = keyword if word == "and" else word
            if keyword not in ("given", "when", "then"):
                raise ValueError(f"{path.name}: {line!r} begins with none of given, when, then, and")
            lines.append((keyword, rest))
    return scenarios


def event_text(event: Event, tile_set: TileSet) -> str:
    """An event as a scenario writes it: `East draws 3z`, `West pon 333z`, `indicator 4s`, `drawn exhaustive`."""
    tiles: tuple[Tile, ...] = ()
    match event:
        case Riichi(seat):
            what = f"{WINDS[seat]} riichi"
        case Chi(seat, tile, used) | Pon(seat, tile, used) | OpenKan(seat, tile, used):
            what, tiles = f"{WINDS[seat]} {_VERBS[type(event)]}", tuple(sorted((tile, *used)))
        case ConcealedKan(seat, four):
            what, tiles = f"{WINDS[seat]} concealed kan", tuple(sorted(four))
        case Draw(seat, tile) | Discard(seat, tile) | AddedKan(seat, tile) | Flower(seat, tile):
            what, tiles = f"{WINDS[seat]} {_VERBS[type(event)]}", (tile,)
        case Indicator(tile):
            what, tiles = "indicator", (tile,)
        case Win(winners, ura):
            what = " and ".join(WINDS[seat] for seat in winners) + " wins" + (f" ura {len(ura)}" if ura else "")
        case DrawnDeal(reason):
            what = f"drawn {reason.value}"
    return f"{what} {tile_set.text(tiles)}".strip()


_VERBS = {
    Chi: "chi",
    Pon: "pon",
    OpenKan: "kan",
    Draw: "draws",
    Discard: "discards",
    AddedKan: "added kan",
    Flower: "flower",
}


def seat_of(word: str) -> Seat:
    """The seat of a wind: East deals."""
    return WINDS.index(word)


def value_of(text: str) -> Any:
    """A number, a list of numbers in brackets, or the text itself."""
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    if text.startswith("["):
        return [value_of(part) for part in text[1:-1].split(",")]
    return text


Command = tuple[str, Callable[..., None]]
"""The pattern of a line, and what it does with the runner and the words in the pattern's groups."""


class Runner:
    """Runs one scenario."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.rules = load_rules("tenhou").with_changes(**NO_CLOCKS)
        self.hands: dict[Seat, str] = {}
        self.scores: dict[Seat, int] = {}
        self.indicator = "5z"
        self.live_tiles: int | None = None
        self.kept: list[str] = []
        self._table: Table | None = None

    @property
    def table(self) -> Table:
        """The table, dealt with the first `when`."""
        if self._table is None:
            self._table = table = Table(self.rules)
            if self.scores:
                start = [self.scores.get(seat, self.rules.start_points) for seat in SEATS]
                details = {"round_wind": "E", "dealer": 0, "scores": start}
                table.tell(SetupChanged(at=0, what="position", details=details))
            hands = {seat: table.bag.take_text(tiles) for seat, tiles in self.hands.items()}
            table.reserve(self._drawn_later())
            table.deal(hands, self.indicator)
            state = table.referee.state
            if self.live_tiles is not None and state.deal is not None:
                table.referee._desk.replace_deal(state.deal._replace(wall_left=self.live_tiles))
        return self._table

    def _drawn_later(self) -> list[str]:
        """Tiles that come from the wall in the course of the scenario."""
        found = list(self.kept)
        for keyword, line in self.scenario.lines:
            match = re.fullmatch(f"(?:{SEAT} draws(?: and discards)?|the dora pad gets) {TILES}", line)
            if keyword == "when" and match is not None:
                found.append(match.group(2))
        return found

    def run(self, commands: Mapping[str, Sequence[Command]]) -> None:
        """Do what every line says; raises `AssertionError` with what had happened so far."""
        for keyword, line in self.scenario.lines:
            for pattern, act in commands[keyword]:
                match = re.fullmatch(pattern, line)
                if match is not None:
                    try:
                        act(self, *match.groups())
                    except AssertionError as error:
                        raise AssertionError(
                            f"{self.scenario.title}: {keyword} {line}: {error}\n{self.tell()}"
                        ) from error
                    break
            else:
                raise AssertionError(f"{self.scenario.title}: nobody knows what {keyword} {line!r} means")
            if keyword == "when":
                self.table.wait(STEP)

    def tell(self) -> str:
        """What has happened, for a failed scenario."""
        state = self.table.referee.state
        events = [event_text(step.event, self.rules.tile_set) for step in state.steps]
        incidents = [f"{incident.kind} {incident.seats}" for incident in state.incidents.values()]
        return f"events: {events}\nincidents: {incidents}\nphase: {state.phase}, presses: {state.presses}"
