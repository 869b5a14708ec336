"""Privacy by construction: what everybody can see, hear and time does not depend on hidden tiles.

Two tables are told the same inputs, but for the faces of tiles that nobody has seen: hands, wall, indicators not yet
turned. Until something is revealed every public output must be the same, byte for byte, at every moment.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence

import pytest

from controller.displays import panel_words
from controller.effects import DealStarted, Effect, EventAccepted, EventsWithdrawn
from controller.inputs import Deadline, DeviceSeen, Input, MoveSeen, Pressed, TileLost, ZoneReadable
from controller.journal.facts import as_json
from controller.presenter.lines import seat_lines
from controller.presenter.public import public_view
from controller.referee import Referee, TablePhase
from controller.scenarios.language import COMMANDS
from controller.scenarios.runner import Run, do_line
from controller.scenarios.script import scenarios_of
from controller.scenarios.table import Table
from engine.deal import Phase
from engine.events import Discard, Pon
from engine.rules import RuleSet, load_rules
from engine.tiles import SEATS, Tile, is_flower
from hal.ports import Button, Millis
from hal.zones import DORA_PAD, ELSEWHERE, Zone, ZoneKind, hand_of, melds_of, river_of

WORDS = panel_words("ja")
SECRET_EFFECTS = (EventAccepted, EventsWithdrawn, DealStarted)
"""For the journal alone: they tell how hidden tiles were read, and never reach a page."""


def public_output(referee: Referee, effects: Sequence[Effect]) -> str:
    """Everything people can see and hear after an input: pages, small displays, lamps, tunes, messages."""
    state = referee.state
    said = [(type(effect).__name__, as_json(effect)) for effect in effects if not isinstance(effect, SECRET_EFFECTS)]
    lines = [seat_lines(state, seat, WORDS) for seat in SEATS]
    return f"{public_view(state).model_dump_json()} {lines} {said}"


def outputs(rules: RuleSet, inputs: Sequence[Input], until: Millis) -> Iterator[tuple[Millis, str]]:
    """What a table shows, and when, for these inputs; it is looked at every tenth of a second too."""
    referee = Referee(rules)
    now: Millis = 0
    waiting = list(inputs)
    for tick in range(0, until, 100):
        for at in [item.at for item in waiting if item.at <= tick]:
            yield from _deadlines(referee, at)
            yield at, public_output(referee, referee.handle(waiting.pop(0)))
        yield from _deadlines(referee, tick)
        now = tick
    yield now, public_output(referee, [])


def _deadlines(referee: Referee, until: Millis) -> Iterator[tuple[Millis, str]]:
    while (due := referee.next_deadline()) is not None and due[1] <= until:
        before = public_output(referee, [])
        effects = referee.handle(Deadline(at=due[1], timer=due[0]))
        after = public_output(referee, effects)
        if after != before:
            yield due[1], after


class Players:
    """Somebody plays at random, always legally, and keeps what the table was told."""

    def __init__(self, rules: RuleSet, seed: int) -> None:
        self.rules = rules
        self.random = random.Random(seed)
        self.referee = Referee(rules)
        self.inputs: list[Input] = []
        self.places: dict[Tile, Zone] = {}
        self.shown: set[Tile] = set()
        self.now: Millis = 0
        self.wall = [tile for tile in rules.tile_set.tiles if not is_flower(tile)]
        self.random.shuffle(self.wall)

    def tell(self, item: Input) -> None:
        self.inputs.append(item)
        self.referee.handle(item)

    def wait(self, millis: Millis) -> None:
        end = self.now + millis
        while (due := self.referee.next_deadline()) is not None and due[1] <= end:
            self.referee.handle(Deadline(at=due[1], timer=due[0]))
        self.now = end

    def move(self, tile: Tile, zone: Zone) -> None:
        source = self.places.get(tile, ELSEWHERE)
        self.places[tile] = zone
        if zone.kind not in (ZoneKind.HAND, ZoneKind.ELSEWHERE):
            self.shown.add(tile)
        self.tell(
            MoveSeen(at=self.now, tile=tile, source=source, target=zone, after=max(0, self.now - 600), before=self.now)
        )

    def deal(self) -> None:
        for n in range(52):
            self.move(self.wall.pop(), hand_of(n % 4))
        if self.rules.family == "riichi":
            self.move(self.wall.pop(), DORA_PAD)
        self.wait(500)

    def play(self, turns: int) -> None:
        for _ in range(turns):
            self._disturb()
            self._turn()

    def _turn(self) -> None:
        deal = self.referee.state.deal
        assert deal is not None
        if deal.phase not in (Phase.ACT, Phase.RIICHI):
            self.move(self.wall.pop(), hand_of(deal.turn))
            self.wait(self.random.choice([300, 900, 2_500]))
        deal = self.referee.state.deal
        assert deal is not None
        choices = [action.tile for action in deal.legal(deal.turn) if isinstance(action, Discard)]
        self.move(self.random.choice(choices), river_of(deal.turn))
        self.wait(self.random.choice([200, 700]))
        self._call()
        self.wait(self.random.choice([900, 1_600, 4_000]))

    def _call(self) -> None:
        """Now and then a pon is laid without a press: its tiles are seen by all."""
        deal = self.referee.state.deal
        assert deal is not None
        for seat in SEATS:
            pons = [action for action in deal.legal(seat) if isinstance(action, Pon)]
            if pons and self.random.random() < 0.5:
                for tile in (*pons[0].used, pons[0].tile):
                    self.move(tile, melds_of(seat))
                self.wait(2_000)
                return

    def _disturb(self) -> None:
        seat = self.random.choice(SEATS)
        rack = [tile for tile, zone in self.places.items() if zone == hand_of(seat)]
        match self.random.choice(["pass", "differences", "lift", "stray", "phone", "panel", "kan", "nothing"]):
            case "pass":
                self.tell(Pressed(at=self.now, seat=seat, button=Button.PASS))
            case "differences":
                self.tell(Pressed(at=self.now, seat=seat, button=Button.DIFF))
            case "lift":
                tile = self.random.choice(rack)
                self.tell(TileLost(at=self.now, tile=tile, source=hand_of(seat), after=self.now))
                self.wait(self.random.choice([500, 9_000]))
                self.move(tile, hand_of(seat))
            case "stray":
                tile = self.wall[0]
                self.move(tile, hand_of(seat))
                self.wait(7_000)
                self.move(tile, ELSEWHERE)
                self.wait(500)
            case "phone":
                self.tell(ZoneReadable(at=self.now, zone=hand_of(seat), readable=False, reason="antenna_blind"))
                self.wait(3_000)
                self.tell(ZoneReadable(at=self.now, zone=hand_of(seat), readable=True))
            case "panel":
                self.tell(DeviceSeen(at=self.now, device=f"panel:{seat}", ok=False, reason="silent"))
                self.wait(1_000)
                self.tell(DeviceSeen(at=self.now, device=f"panel:{seat}", ok=True))
            case _:
                pass


def other_faces(players: Players, seed: int) -> Mapping[Tile, Tile]:
    """Tiles nobody saw in the whole game, changed for each other."""
    hidden = [tile for tile in players.rules.tile_set.tiles if tile not in players.shown and not is_flower(tile)]
    others = hidden[:]
    random.Random(seed).shuffle(others)
    return dict(zip(hidden, others, strict=True))


def with_faces(item: Input, faces: Mapping[Tile, Tile]) -> Input:
    """The same input with other hidden tiles."""
    tile = getattr(item, "tile", None)
    return item if tile is None else item.model_copy(update={"tile": faces.get(tile, tile)})


FAMILIES = (
    "doman",
    "riichi-single-deal",
    "tenhou",
    "mahjong-soul",
    "m-league",
    "wrc",
    "ema",
    "fan-online",
    "fan-practice",
)


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("seed", range(2))
def test_nothing_public_depends_on_hidden_tiles(name: str, seed: int) -> None:
    rules = load_rules(name)
    players = Players(rules, seed)
    players.deal()
    players.play(10)
    assert players.referee.state.phase is TablePhase.PLAYING
    faces = other_faces(players, seed)
    assert sum(tile != face for tile, face in faces.items()) > 60
    until = players.now + 3_000
    first = outputs(rules, players.inputs, until)
    second = outputs(rules, [with_faces(item, faces) for item in players.inputs], until)
    for (at, one), (then, other) in zip(first, second, strict=True):
        assert (at, one) == (then, other), f"at {at} and {then}"


def shown(given: str, when: str) -> list[tuple[Millis, str]]:
    """All public outputs of a scenario, with their times."""
    run = Run(scenarios_of(f"# a scenario\n{given}\n{when}\nthen no incident\n")[0])
    found: list[tuple[Millis, str]] = []
    for line in run.scenario.lines[:-1]:
        if line.keyword == "when" and not found:
            found.append((0, ""))
            _watch(told_exactly(run), found)
        do_line(run, line, COMMANDS)
        if line.keyword == "when":
            found.append((run.table.now, public_output(told_exactly(run).referee, [])))
    return found


def told_exactly(run: Run) -> Table:
    """The table of a scenario that is run without noise."""
    assert isinstance(run.table, Table)
    return run.table


def _watch(table: Table, found: list[tuple[Millis, str]]) -> None:
    """Keep what the table shows after each input; a deadline counts only when it shows something."""
    tell: Callable[[Input], None] = table.tell

    def told(item: Input) -> None:
        before, said = public_output(table.referee, []), len(table.effects)
        tell(item)
        after = public_output(table.referee, table.effects[said:])
        if after != before or not isinstance(item, Deadline):
            found.append((table.now, after))

    table.tell = told  # type: ignore[method-assign, assignment]


CLOCKED = "given rules tenhou with turn_seconds=5 bank_seconds=3 claim_seconds=4\n"
DEALER = "given East has 1199m1199p1199s1z\n"
READY = DEALER + "given West has 34m123m567p22p345s"
UNREADY = DEALER + "given West has 34p123m567p22p345s"
DISCARD = "when East draws 5m\nand East discards 5m\nand 2 seconds pass\nand South draws 8p\nand 1 seconds pass"
RIICHI = (
    "when East draws 9m\nand East presses RIICHI\nand East discards 9m\nand 1 seconds pass\n"
    "and South draws and discards 2z\nand 2 seconds pass\nand West draws and discards 7s\nand 2 seconds pass\n"
    "and North draws and discards 3z\nand 2 seconds pass\nand East draws 8s\nand 1 seconds pass\nand East discards 8s\n"
    "and 2 seconds pass"
)

PAIRS = {
    "a discard somebody could win on": (READY, UNREADY, DISCARD),
    "the same with clocks": (CLOCKED + READY, CLOCKED + UNREADY, DISCARD + "\nand 30 seconds pass"),
    "a discard somebody could pon": (
        DEALER + "given West has 55m123s456p789p12s",
        DEALER + "given West has 66m123s456p789p12s",
        DISCARD,
    ),
    "a discard somebody could kan": (
        DEALER + "given West has 550m123s456p789p1s",
        DEALER + "given West has 666m123s456p789p1s",
        DISCARD,
    ),
    "a discard the next seat could chi": (
        DEALER + "given South has 46m123s456p789p12s",
        DEALER + "given South has 77m123s456p789p12s",
        DISCARD,
    ),
    "riichi with other waits, and a winning tile passed": (
        "given East has 123m456p789s1112z",
        "given East has 123m456p789s1115z",
        RIICHI,
    ),
    "the last discard, somebody could win on it": (
        "given the wall has 1 tiles left\n" + READY,
        "given the wall has 1 tiles left\n" + UNREADY,
        "when East draws 5m\nand East discards 5m\nand 3 seconds pass",
    ),
    "a first draw of nine terminals": (
        "given East has 19m19p19s1234567z",
        "given East has 19m19p14s1235667z",
        "when East draws 9m\nand 3 seconds pass\nand East discards 9m\nand 2 seconds pass",
    ),
    "a hand that could declare a kan": (
        "given East has 1111m456p789s123z",
        "given East has 1112m456p789s123z",
        "when East draws 9m\nand 9 seconds pass\nand East discards 9m\nand 2 seconds pass",
    ),
    "a tile of four laid open, and another discarded": (
        "given East has 1111m456p789s123z",
        "given East has 1112m456p789s123z",
        "when East draws 9m\nand East lays 1m\nand East discards 9m\nand 12 seconds pass\nand East racks 1m\n"
        "and 3 seconds pass",
    ),
    "an added kan that could be robbed": (
        "given East has 127m456p789s33m1z\ngiven South has 12m123456p123s99p\ngiven West has 179s179p11s12347z",
        "given East has 127m456p789s33m1z\ngiven South has 78m123456p123s99p\ngiven West has 179s179p11s12347z",
        "when East draws 8s\nand East discards 1z\nand 2 seconds pass\nand South draws and discards 8s\n"
        "and 2 seconds pass\nand West draws and discards 3m\nand East presses PON\nand East lays 33m with 3m\n"
        "and East discards 7m\nand 2 seconds pass\nand South draws and discards 2s\nand 2 seconds pass\n"
        "and West draws and discards 2s\nand 2 seconds pass\nand North draws and discards 2s\nand 2 seconds pass\n"
        "and East draws 3m\nand East presses KAN\nand East lays 3m\nand 4 seconds pass\nand East draws 6s\n"
        "and 2 seconds pass",
    ),
    "furiten by an own discard": (
        "given East has 123m456p789s1112z",
        "given East has 123m456p789s1122z",
        "when East draws 5z\nand East discards 5z\nand 1 seconds pass\nand South draws and discards 2z\n"
        "and 3 seconds pass\nand West draws 7m\nand 1 seconds pass",
    ),
    "a hand complete on the draw, discarded": (
        "given East has 23m456p789s11122z",
        "given East has 23p456p789s11122z",
        "when East draws 4m\nand 4 seconds pass\nand East discards 4m\nand 2 seconds pass",
    ),
    "hands nobody reads": (
        "given the table has no racks\n" + READY,
        "given the table has no racks\n" + UNREADY,
        "when East discards 6z\nand 3 seconds pass\nand South discards 5m\nand 3 seconds pass",
    ),
}
"""Two sets of hidden hands under the same public moves."""


@pytest.mark.parametrize("name", PAIRS)
def test_what_a_hand_could_do_is_told_by_nothing(name: str) -> None:
    one, other, when = PAIRS[name]
    assert shown(one, when) == shown(other, when)


def test_training_mode_may_tell_only_the_seat_itself() -> None:
    """Training mode changes what a seat's own page shows; the public view stays what it is."""
    trained = "given the option training is true\n"
    assert shown(trained + READY, DISCARD) == shown(trained + UNREADY, DISCARD)


def test_a_press_that_is_judged_is_public_and_this_test_would_notice() -> None:
    win = "when East draws 5m\nand East discards 5m\nand West presses WIN\nand 8 seconds pass"
    assert shown(READY, win) != shown(UNREADY, win)
