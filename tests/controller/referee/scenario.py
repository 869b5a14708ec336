"""Scenarios: short texts of what people do at the table and what the referee must make of it.

A scenario file holds scenarios, each under a `# title`. Lines begin with `given`, `when`, `then` or `and` (as the
line before). Seats are named by their winds, East (seat 0) deals; tiles are mpsz. Every `when` takes 0.4 s.

    given rules tenhou with turn_seconds=5  no clocks but those named; without this line tenhou
    given East has 123m 456p 789s 1112z     13 tiles; what is not said is dealt from the rest of the set
    given the indicator is 5z
    given West has 20000 points
    given the wall has 4 tiles left         so many live tiles
    given the wall keeps 3z                 no hand is dealt it

    when East draws 3z                      from the wall to the rack
    when East discards 3z                   from the rack to the river [of West | to the pool]
    when East draws and discards 3z         from the wall straight to the river
    when West lays 33z with 3z              own tiles, and the last discard, to the melds zone
    when West racks 3z / takes 3z           the tile, from where it lies, to the rack / to the melds zone
    when West puts back 3z                  off the table
    when West returns 3z to the river of East
    when West snatches 3z of East           from East's rack to West's melds: nobody saw it in the river
    when the dora pad gets 4s               from the wall
    when West presses PON
    when 3z of West is lost / is found / is misread
    when a strange tag comes to hand:0 / leaves hand:0
    when river:1 cannot be read / can be read
    when 2.5 seconds pass
    when ruling undo to=3

    then the last event is West pon 333z    see `event_text`
    then there are 5 events
    then it is West's turn to act           draw, act, claim, rob, replace, over
    then incident tile_missing [of West]    it is open; `then no incident` that none is
    then West's WIN was refused [no_yaku]
    then East pays 8000 / West gains 8000   against the start of the deal
    then West wins [from East] / the deal is drawn as suufon_renda
    then the clocks stand / run
    then East's score is 24000
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.effects import IncidentOpened, PressRefused, RulingRefused
from controller.inputs import (
    MoveRetracted,
    Pressed,
    Ruling,
    SetupChanged,
    TileLost,
    UnknownTagSeen,
    ZoneReadable,
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
from hal.ports import Button, Millis
from hal.zones import DORA_PAD, ELSEWHERE, POOL, Zone, hand_of, melds_of, river_of
from tests.controller.referee.exact import Table

WINDS = ("East", "South", "West", "North")
STEP: Millis = 400
NO_CLOCKS: Mapping[str, Any] = {"turn_seconds": None, "claim_seconds": None, "bank_seconds": 0, "pause_seconds": None}
_SEAT = "(East|South|West|North)"
_TILES = "([0-9mpszf ]+?)"


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
    return WINDS.index(word)


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
            match = re.fullmatch(f"(?:{_SEAT} draws(?: and discards)?|the dora pad gets) {_TILES}", line)
            if keyword == "when" and match is not None:
                found.append(match.group(2))
        return found

    def run(self) -> None:
        for keyword, line in self.scenario.lines:
            commands = _COMMANDS[keyword]
            for pattern, act in commands:
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


def _value(text: str) -> Any:
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    if text.startswith("["):
        return [_value(part) for part in text[1:-1].split(",")]
    return text


# ---- given


def _rules(run: Runner, name: str, changes: str | None) -> None:
    run.rules = load_rules(name).with_changes(**NO_CLOCKS)
    if changes:
        fields = dict(part.split("=") for part in changes.split())
        run.rules = run.rules.with_changes(**{field: _value(value) for field, value in fields.items()})


def _has(run: Runner, seat: str, tiles: str) -> None:
    run.hands[seat_of(seat)] = tiles


def _points(run: Runner, seat: str, points: str) -> None:
    run.scores[seat_of(seat)] = int(points)


def _indicator(run: Runner, tile: str) -> None:
    run.indicator = tile


def _wall(run: Runner, count: str) -> None:
    run.live_tiles = int(count)


def _keeps(run: Runner, tiles: str) -> None:
    run.kept += _names(tiles)


# ---- when


def _draws(run: Runner, seat: str, tile: str) -> None:
    run.table.move(run.table.fresh(tile), hand_of(seat_of(seat)))


def _discards(run: Runner, seat: str, tile: str, river: str | None) -> None:
    rack = hand_of(seat_of(seat))
    target = POOL if river == "pool" else river_of(seat_of(river or seat))
    run.table.move(run.table.named(tile, rack), target)


def _one_motion(run: Runner, seat: str, tile: str) -> None:
    run.table.move(run.table.fresh(tile), river_of(seat_of(seat)))


def _lays(run: Runner, seat: str, tiles: str, claimed: str | None) -> None:
    table, zone = run.table, melds_of(seat_of(seat))
    for name in _names(tiles):
        try:
            tile = table.named(name, hand_of(seat_of(seat)))
        except AssertionError:
            tile = table.fresh(name)
        table.move(tile, zone)
    if claimed:
        table.move(table.last_discard(claimed), zone)


def _names(tiles: str) -> list[str]:
    names: list[str] = []
    digits = ""
    for char in tiles.replace(" ", ""):
        if char.isdigit():
            digits += char
        else:
            names += [digit + char for digit in digits]
            digits = ""
    return names


def _racks(run: Runner, seat: str, tile: str) -> None:
    run.table.move(_lying(run, tile, except_zone=hand_of(seat_of(seat))), hand_of(seat_of(seat)))


def _takes(run: Runner, seat: str, tile: str) -> None:
    run.table.move(run.table.last_discard(tile), melds_of(seat_of(seat)))


def _puts_back(run: Runner, seat: str, tile: str) -> None:
    number = seat_of(seat)
    zones = (hand_of(number), river_of(number), melds_of(number))
    tiles = [other for other, zone in run.table.places.items() if zone in zones]
    deal = run.table.referee.state.deal
    known = set() if deal is None else {t for player in deal.players for t in player.hand}
    fresh = [other for other in tiles if run.rules.tile_set.name(other) == tile]
    fresh.sort(key=lambda other: other in known)
    assert fresh, f"{seat} has no {tile}"
    run.table.move(fresh[0], ELSEWHERE)


def _returns(run: Runner, seat: str, tile: str, river: str) -> None:
    taken = run.table.last_discard(tile)
    assert run.table.places[taken].seat == seat_of(seat), f"{seat} has not taken it"
    run.table.move(taken, river_of(seat_of(river)))


def _snatches(run: Runner, seat: str, tile: str, source: str) -> None:
    run.table.move(run.table.named(tile, hand_of(seat_of(source))), melds_of(seat_of(seat)))


def _lying(run: Runner, name: str, except_zone: Zone | None = None) -> Tile:
    tiles = [
        tile
        for tile, zone in run.table.places.items()
        if run.rules.tile_set.name(tile) == name and zone not in (ELSEWHERE, except_zone)
    ]
    assert tiles, f"there is no {name} on the table"
    state = run.table.referee.state
    return max(tiles, key=lambda tile: state.place(tile).order)


def _dora_pad(run: Runner, tile: str) -> None:
    run.table.move(run.table.fresh(tile), DORA_PAD)


def _presses(run: Runner, seat: str, button: str) -> None:
    run.table.tell(Pressed(at=run.table.now, seat=seat_of(seat), button=Button(button)))


def _own(run: Runner, tile: str, seat: str) -> Tile:
    """A tile of a seat: of its rack, else of its melds, else of its river."""
    number = seat_of(seat)
    for zone in (hand_of(number), melds_of(number), river_of(number)):
        for other, place in run.table.places.items():
            if place == zone and run.rules.tile_set.name(other) == tile:
                return other
    raise AssertionError(f"{seat} has no {tile}")


def _zones_of(where: str) -> tuple[Zone, ...]:
    if where not in WINDS:
        return (DORA_PAD,)
    return hand_of(seat_of(where)), river_of(seat_of(where)), melds_of(seat_of(where))


def _lost(run: Runner, tile: str, seat: str) -> None:
    table = run.table
    lost = _own(run, tile, seat)
    table.left[lost] = max(0, table.now - 2_000)
    table.tell(TileLost(at=table.now, tile=lost, source=table.places[lost], after=table.left[lost]))


def _found(run: Runner, tile: str, seat: str) -> None:
    found = _own(run, tile, seat)
    run.table.move(found, run.table.places[found])


def _misread(run: Runner, tile: str, where: str) -> None:
    table = run.table
    zones = _zones_of(where)
    state = table.referee.state
    tiles = [t for t, zone in table.places.items() if zone in zones and run.rules.tile_set.name(t) == tile]
    wrong = max(tiles, key=lambda t: state.place(t).order)
    table.tell(MoveRetracted(at=table.now, tile=wrong))
    table.places[wrong] = state.place(wrong).zone


def _strange(run: Runner, what: str, zone: str) -> None:
    gone = what == "leaves"
    run.table.tell(UnknownTagSeen(at=run.table.now, tag="E0040150DEADBEEF", zone=Zone.parse(zone), gone=gone))


def _readable(run: Runner, zone: str, readable: str) -> None:
    can = readable == "can"
    run.table.tell(
        ZoneReadable(at=run.table.now, zone=Zone.parse(zone), readable=can, reason="" if can else "antenna_blind")
    )


def _pass_time(run: Runner, seconds: str) -> None:
    run.table.wait(round(float(seconds) * 1_000) - STEP)


def _ruling(run: Runner, what: str, details: str | None) -> None:
    pairs = dict(part.split("=") for part in (details or "").split())
    given = {key: _value(value) for key, value in pairs.items()}
    if given.get("seat") in WINDS:
        given["seat"] = seat_of(given["seat"])
    if "incident" in given:
        given["incident"] = next(
            number for number, i in run.table.referee.state.incidents.items() if i.kind == given["incident"]
        )
    if "tile" in given:
        given["tile"] = _lying(run, given["tile"]) if given["tile"] != "new" else run.table.fresh("1z")
    run.table.tell(Ruling(at=run.table.now, who="organiser", what=what, details=given))


# ---- then


def _event(run: Runner, which: str, text: str) -> None:
    steps = run.table.referee.state.steps
    found = event_text(steps[0 if which == "first" else -1].event, run.rules.tile_set) if steps else "nothing"
    assert found == text, f"the {which} event is {found}"


def _events(run: Runner, count: str) -> None:
    assert len(run.table.referee.state.steps) == int(count)


def _turn(run: Runner, seat: str, phase: str) -> None:
    deal = run.table.referee.state.deal
    assert deal is not None
    assert (WINDS[deal.turn], deal.phase.value) == (seat, phase), f"it is {WINDS[deal.turn]}'s turn to {deal.phase}"


def _incident(run: Runner, kind: str, seat: str | None) -> None:
    found = [i for i in run.table.referee.state.incidents.values() if i.kind == kind]
    assert found, "no such incident is open"
    assert found[0].sentence
    assert found[0].remedy
    if seat is not None:
        assert found[0].seats == (seat_of(seat),), f"it concerns {found[0].seats}"
        assert seat in found[0].sentence


def _no_incident(run: Runner) -> None:
    assert not run.table.referee.state.incidents


def _never(run: Runner) -> None:
    assert not [effect for effect in run.table.effects if isinstance(effect, IncidentOpened)]


def _refused(run: Runner, seat: str, button: str, reason: str | None) -> None:
    refusals = [e for e in run.table.effects if isinstance(e, PressRefused) and e.seat == seat_of(seat)]
    found = [refusal.reason for refusal in refusals if refusal.button is Button(button)]
    assert found, "it was not refused"
    assert reason is None or reason in found, f"it was refused as {found}"


def _not_refused(run: Runner, seat: str, button: str) -> None:
    refusals = [e for e in run.table.effects if isinstance(e, PressRefused) and e.seat == seat_of(seat)]
    assert not [refusal for refusal in refusals if refusal.button is Button(button)]


def _ruling_refused(run: Runner) -> None:
    assert any(isinstance(effect, RulingRefused) for effect in run.table.effects)


def _change(run: Runner, seat: str, verb: str, points: str) -> None:
    state = run.table.referee.state
    assert state.start is not None
    scores = state.deal.scores if state.deal is not None else state.start.scores
    change = scores[seat_of(seat)] - state.start.scores[seat_of(seat)]
    assert change == (int(points) if verb == "gains" else -int(points)), f"the change is {change}"


def _wins(run: Runner, seat: str, source: str | None) -> None:
    result = run.table.referee.state.result
    assert result is not None, "the deal goes on"
    wins = {win.seat: win.source for win in result.wins}
    assert seat_of(seat) in wins
    assert wins[seat_of(seat)] == (None if source is None else seat_of(source))


def _drawn(run: Runner, reason: str) -> None:
    result = run.table.referee.state.result
    assert result is not None, "the deal goes on"
    assert result.reason is not None
    assert result.reason.value == reason, f"drawn as {result.reason}"


def _second_indicator(run: Runner, tile: str) -> None:
    deal = run.table.referee.state.deal
    assert deal is not None
    assert run.rules.tile_set.name(deal.indicators[1]) == tile


def _clocks(run: Runner, what: str) -> None:
    assert run.table.referee.state.clocks_stopped == (what == "stand")


def _last_deal(run: Runner, no: str | None) -> None:
    match = run.table.referee.state.match
    assert match is not None
    assert match.next_is_last == (no is None)


def _score(run: Runner, seat: str, points: str) -> None:
    state = run.table.referee.state
    assert state.match is not None
    scores = state.deal.scores if state.deal is not None else state.match.scores
    assert scores[seat_of(seat)] == int(points), f"the scores are {scores}"


def _phase(run: Runner, phase: str) -> None:
    assert run.table.referee.state.phase.value == phase, f"it is {run.table.referee.state.phase}"


def _granted(run: Runner, seat: str, call: str) -> None:
    window = run.table.referee.state.window
    assert window is not None
    assert window.granted is not None, "nothing is granted"
    assert (WINDS[window.granted.seat], window.granted.call.value) == (seat, call)


_Command = tuple[str, Callable[..., None]]
_COMMANDS: dict[str, list[_Command]] = {
    "given": [
        (r"rules ([\w-]+)(?: with (.+))?", _rules),
        (f"{_SEAT} has {_TILES}", _has),
        (f"{_SEAT} has (\\d+) points", _points),
        (f"the indicator is {_TILES}", _indicator),
        (r"the wall has (\d+) tiles left", _wall),
        (f"the wall keeps {_TILES}", _keeps),
    ],
    "when": [
        (f"{_SEAT} draws {_TILES}", _draws),
        (f"{_SEAT} discards {_TILES}(?: (?:in the river of|to the) (\\w+))?", _discards),
        (f"{_SEAT} draws and discards {_TILES}", _one_motion),
        (f"{_SEAT} lays {_TILES}(?: with {_TILES})?", _lays),
        (f"{_SEAT} racks {_TILES}", _racks),
        (f"{_SEAT} takes {_TILES}", _takes),
        (f"{_SEAT} puts back {_TILES}", _puts_back),
        (f"{_SEAT} returns {_TILES} to the river of {_SEAT}", _returns),
        (f"{_SEAT} snatches {_TILES} of {_SEAT}", _snatches),
        (f"the dora pad gets {_TILES}", _dora_pad),
        (f"{_SEAT} presses (\\w+)", _presses),
        (f"{_TILES} of {_SEAT} is lost", _lost),
        (f"{_TILES} of {_SEAT} is found", _found),
        (f"{_TILES} of (East|South|West|North|the dora pad) is misread", _misread),
        (r"a strange tag (comes to|leaves) ([\w:]+)", _strange),
        (r"([\w:]+) (cannot|can) be read", _readable),
        (r"([\d.]+) seconds? pass", _pass_time),
        (r"ruling (\w+)(?: (.+))?", _ruling),
    ],
    "then": [
        (r"the (first|last) event is (.+)", _event),
        (r"there are (\d+) events", _events),
        (f"it is {_SEAT}'s turn to (\\w+)", _turn),
        (f"incident (\\w+)(?: of {_SEAT})?", _incident),
        (r"no incident", _no_incident),
        (r"there was no incident", _never),
        (f"{_SEAT}'s (\\w+) was refused(?: as (\\w+))?", _refused),
        (f"{_SEAT}'s (\\w+) was not refused", _not_refused),
        (r"the ruling was refused", _ruling_refused),
        (f"{_SEAT} (gains|pays) (\\d+)", _change),
        (f"{_SEAT} wins(?: from {_SEAT})?", _wins),
        (r"the deal is drawn as (\w+)", _drawn),
        (r"the clocks (stand|run)", _clocks),
        (f"the second indicator is {_TILES}", _second_indicator),
        (f"{_SEAT}'s score is (-?\\d+)", _score),
        (r"the table is (\w+)", _phase),
        (r"the next deal is( not)? the last", _last_deal),
        (f"{_SEAT} is granted (\\w+)", _granted),
    ],
}


def run_scenario(scenario: Scenario) -> Runner:
    """Run a scenario; raises `AssertionError` with what had happened so far."""
    runner = Runner(scenario)
    runner.run()
    return runner
