"""Non-interference through the whole service: scans, perception, referee, lamps, sounds, displays, logs, metrics.

A recorded deal is played twice on the simulated table, with other tiles wherever nobody ever sees a face: in the hands
that are not shown, and in the wall. Until the deal ends every public output is the same, byte for byte and moment for
moment.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, cast

import pytest
from fastapi.routing import APIRoute
from structlog.testing import capture_logs

from controller.displays import SeatDisplays, panel_words
from controller.effects import DealStarted, Effect, EventAccepted, EventsWithdrawn
from controller.journal import Journal
from controller.journal.facts import as_json
from controller.people.recorded import RecordedTable
from controller.people.tempo import Pace
from controller.presenter.lines import seat_lines
from controller.presenter.public import public_view
from controller.records.files import read_games
from controller.referee.rewriting import event_with
from controller.referee.state import TablePhase, TableState
from controller.replay.table import VirtualTable
from controller.service.clock import TableClock
from controller.service.gauges import Gauges
from controller.service.loop import TableLoop
from controller.service.opening import OpenTable
from controller.web.contract import Health
from controller.web.routes.metrics import router
from engine.events import AddedKan, Chi, ConcealedKan, Discard, Draw, Flower, Indicator, OpenKan, Pon, Riichi, Win
from engine.records.model import RecordedDeal
from engine.rules import load_rules
from engine.tiles import SEATS, Seat, Tile, is_flower
from hal.drivers import simulated_ports
from hal.sim.noise import noise_named

if TYPE_CHECKING:
    from controller.service.hub import ViewHub

EXAMPLES = Path(__file__).parents[2] / "examples"
PROCESS = ("process_", "# TYPE process_")
WORDS = panel_words("ja")
SECRET = (EventAccepted, EventsWithdrawn, DealStarted)


def shown_tiles(deal: RecordedDeal) -> set[Tile]:
    """Every tile whose face somebody sees, and the hands of those whose acts depend on them (riichi, the winner)."""
    shown: set[Tile] = set() if deal.indicator is None else {deal.indicator}
    telling: set[Seat] = set()
    for event in deal.events:
        match event:
            case Discard(_, tile) | AddedKan(_, tile) | Flower(_, tile) | Indicator(tile):
                shown.add(tile)
            case Chi(_, tile, used) | Pon(_, tile, used) | OpenKan(_, tile, used):
                shown |= {tile, *used}
            case ConcealedKan(_, tiles):
                shown |= set(tiles)
            case Riichi(seat):
                telling.add(seat)
            case Win(winners, ura):
                telling |= set(winners)
                shown |= set(ura)
    for seat in telling:
        shown |= set(deal.hands[seat])
        shown |= {event.tile for event in deal.events if isinstance(event, Draw) and event.seat == seat}
    return shown


def with_other_faces(deal: RecordedDeal, seed: int) -> tuple[RecordedDeal, int]:
    """The deal with its unseen tiles changed for each other, and how many of them lie in a hand now."""
    shown = shown_tiles(deal)
    hidden = [tile for tile in deal.tile_set.tiles if tile not in shown and not is_flower(tile)]
    others = hidden[:]
    Random(seed).shuffle(others)
    faces: Mapping[Tile, Tile] = dict(zip(hidden, others, strict=True))
    hands = tuple(tuple(faces.get(tile, tile) for tile in hand) for hand in deal.hands)
    events = tuple(event_with(event, faces) for event in deal.events)
    changed = sum(
        one != other for pair in zip(deal.hands, hands, strict=True) for one, other in zip(*pair, strict=True)
    )
    return replace(deal, hands=hands, events=events), changed


class NothingWrong:
    """A hub of which the gauges ask only what `/health` says, and which is told only that all is well."""

    def health(self) -> Health:
        return Health("", ())

    def report(self, part: str, problem: str | None) -> None:
        assert problem is None, part


def metrics_of(table: VirtualTable) -> Callable[[], str]:
    """The text of `/metrics` as the service writes it, whenever asked.

    What the library adds of the process itself (memory, processor) is left out: it differs from run to run.
    """
    runtime = table.runtime
    hub = cast("ViewHub", NothingWrong())
    gauges = Gauges(hub, Path("no such journal"), "simulated")
    loop = TableLoop(runtime, TableClock(0, 1.0), hub)
    ports = simulated_ports(table.table)
    gauges.attach(OpenTable(loop, runtime, ports, SeatDisplays(ports.display)), table.journal)
    (route,) = [route for route in router(gauges.read).routes if isinstance(route, APIRoute)]

    def text() -> str:
        lines: list[str] = route.endpoint().body.decode().splitlines()
        return "\n".join(line for line in lines if not line.removeprefix("# HELP ").startswith(PROCESS))

    return text


class Audience:
    """Keeps everything that can be seen or heard at a table until the deal has its result."""

    def __init__(self, table: VirtualTable) -> None:
        self.table = table
        self.seen: list[str] = []
        self.metrics: list[str] = []
        self._metrics = metrics_of(table)

    def observe(self, effects: Sequence[Effect], state: TableState) -> None:
        if state.phase not in (TablePhase.DEALING, TablePhase.PLAYING):
            return
        said = [(type(effect).__name__, as_json(effect)) for effect in effects if not isinstance(effect, SECRET)]
        panels = self.table.table.panels
        view = public_view(state, now=self.table.now).model_dump_json()
        lines = [seat_lines(state, seat, WORDS) for seat in SEATS]
        lamps = sorted((seat, button.value) for seat, button in panels.lit)
        self.seen.append(f"{self.table.now} {view} {lines} {lamps} {panels.tunes} {said}")
        self.metrics.append(self._metrics())


def played(deal: RecordedDeal, rules_name: str, noise: str) -> tuple[Audience, list[str]]:
    """All public outputs of a deal on the simulated table, and what was logged at INFO and above."""
    rules = load_rules(rules_name)
    with capture_logs() as logs:
        table = VirtualTable(rules, noise_named(noise), 7, Journal.memory())
        audience = Audience(table)
        table.runtime.observe(audience.observe)
        pace = Pace(Random("people"))
        people = RecordedTable(table.world, table.glance, pace, dead_wall=rules.dead_wall, ura=rules.ura_dora)
        table.start_match(rules, ("A", "B", "C", "D"), deal.dealer)
        people.play(deal)
        table.seat([people])
        assert table.run_until(lambda: table.state.phase not in (TablePhase.DEALING, TablePhase.PLAYING), 3_600_000)
    return audience, _told(logs)


def _told(logs: Iterable[Mapping[str, object]]) -> list[str]:
    return [str(sorted(entry.items())) for entry in logs if entry["log_level"] != "debug"]


def deals() -> list[RecordedDeal]:
    """A few deals of our own bots' games."""
    games = read_games(EXAMPLES / "tonpuusen.mjai.jsonl", load_rules("tenhou"))
    return [deal for game in games for deal in game.deals][:3]


@pytest.mark.parametrize("number", range(3))
def test_two_tables_with_other_hidden_tiles_show_the_same(number: int) -> None:
    deal = deals()[number]
    other, changed = with_other_faces(deal, number)
    assert changed > 8
    one_heard, one_logged = played(deal, "tenhou", "none")
    other_heard, other_logged = played(other, "tenhou", "none")
    for one, two in zip(one_heard.seen, other_heard.seen, strict=True):
        assert one == two
    assert one_logged == other_logged
    assert len(one_heard.seen) > 40
    assert one_heard.metrics == other_heard.metrics
    assert len(set(one_heard.metrics)) > 40, "they count what happens"
    assert "jantaku_journal_inputs_total" in one_heard.metrics[-1]
