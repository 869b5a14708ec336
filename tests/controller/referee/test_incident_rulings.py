"""Every kind of incident happens, says what it must, stops the clocks or not, and takes every ruling it offers."""

from typing import Any

import pytest

from controller.effects import RulingApplied, RulingRefused
from controller.inputs import Ruling
from controller.referee.audit import audit
from controller.referee.incidents import KINDS
from controller.referee.rulingforms import PENALTIES
from controller.referee.state import Incident, TablePhase
from controller.scenarios.language import COMMANDS
from controller.scenarios.runner import Run, do_line
from controller.scenarios.script import scenarios_of
from controller.scenarios.table import Table
from engine.tiles import Tile
from hal.zones import ELSEWHERE, ZoneKind

EAST = "given East has 123m456p789s1112z\nwhen East draws 9m\n"
RIICHI_ROUND = (
    "and East presses RIICHI\nand East discards 9m\nand 1 seconds pass\nand South draws and discards 8m\n"
    "and 1 seconds pass\nand West draws and discards 8m\nand 1 seconds pass\nand North draws and discards 8m\n"
    "and 1 seconds pass\n"
)
CHI = "given East has 127m456p789s1112z\ngiven South has 2345m123456789p\nwhen East draws 3m\nand East discards 3m\n"

MAKERS = {
    "draw_out_of_turn": EAST + "and West draws 8p\nand 6 seconds pass",
    "discard_out_of_turn": "given West has 33z12345678m99p1s\n" + EAST + "and West discards 1s\nand 6 seconds pass",
    "too_many_tiles": EAST + "and East draws 8p\nand 5 seconds pass",
    "too_few_tiles": "given East has 123m456p789s1112z\nwhen East discards 1m\nand 7 seconds pass",
    "forbidden_discard": EAST + RIICHI_ROUND + "and East draws 5m\nand East discards 1m\nand 2 seconds pass",
    "riichi_refused": "given East has 147m147p147s1234z\nwhen East draws 9m\nand East presses RIICHI\n"
    "and 3 seconds pass",
    "claim_without_call": "given East has 123m456p789s1112z\ngiven West has 33z12345678m99p1s\nwhen East draws 3z\n"
    "and East discards 3z\nand West racks 3z\nand 5 seconds pass",
    "wrong_meld": CHI + "and South presses CHI\nand South lays 12p with 3m\nand 5 seconds pass",
    "wrong_meld_after_discard": CHI
    + "and South presses CHI\nand South lays 12p with 3m\nand South discards 9p\nand 5 seconds pass",
    "exposed_tiles": "given rules wrc\ngiven West has 34m123m567p22p345s\n"
    + EAST
    + "and West lays 2p\nand West lays 2p\nand 4 seconds pass",
    "claim_unfinished": CHI + "and South presses CHI\nand 16 seconds pass",
    "illegal_kan": "given rules riichi-single-deal\n"
    + EAST
    + RIICHI_ROUND
    + "and East draws 1z\nand East presses KAN\nand East lays 1111z\nand 4 seconds pass",
    "false_win": "given rules tenhou with false_win=chombo\n" + EAST + "and East presses WIN\nand 6 seconds pass",
    "tile_missing": EAST + "and 9m of East is lost\nand South draws 8p\nand 9 seconds pass",
    "tile_returned": EAST + "and East discards 9m\nand 1 seconds pass\nand South draws 8p\nand East racks 9m\n"
    "and 5 seconds pass",
    "wrong_indicator": EAST + "and the dora pad gets 4s\nand 6 seconds pass",
    "foreign_tile": EAST + "and a tile of another set comes to river:2\nand 3 seconds pass",
    "unknown_tag": EAST + "and a strange tag comes to hand:0\nand 3 seconds pass",
    "duplicate_tag": EAST + "and a doubled tag comes to hand:0\nand 1 seconds pass",
    "antenna_blind": EAST + "and river:1 cannot be read\nand 2 seconds pass",
    "reader_offline": EAST + "and river:1 cannot be read by its board\nand 2 seconds pass",
    "panel_offline": EAST + "and the panel of West falls silent\nand 1 seconds pass",
    "machine_jam": EAST + "and the machine jams\nand 1 seconds pass",
    "time_expired": "given rules tenhou with turn_seconds=5 bank_seconds=3\n" + EAST + "and 11 seconds pass",
    "seat_absent": EAST + "and ruling absent seat=East",
    "score_needed": "given the table has no racks\ngiven East has 5m\nwhen East discards 5m\nand 2 seconds pass\n"
    "and West presses WIN\nand 8 seconds pass",
    "put_back": EAST + "and East discards 9m\nand 1 seconds pass\nand ruling undo count=1",
    "ledger": EAST,
}
"""What people do so that each kind of incident happens."""


def happening(kind: str) -> tuple[Table, Incident]:
    """A table at which an incident of this kind is open."""
    scenario = scenarios_of(f"# {kind}\n{MAKERS[kind]}\nthen incident {kind}\n")[0]
    run = Run(scenario)
    for line in scenario.lines[:-1]:
        do_line(run, line, COMMANDS)
    table = run.table
    assert isinstance(table, Table)
    if kind == "ledger":
        steal_points(table)
    found = [incident for incident in table.referee.state.incidents.values() if incident.kind == kind]
    assert found, run.tell()
    return table, found[0]


def steal_points(table: Table) -> None:
    """A thousand points vanish behind the referee's back; its next look at the books finds out."""
    state = table.referee.state
    assert state.deal is not None
    a, b, c, d = state.deal.scores
    state.deal = state.deal._replace(scores=(a - 1_000, b, c, d))
    table.wait(400)
    table.tell(Ruling(at=table.now, who="organiser", what="press", details={"seat": 1, "button": "DIFF"}))
    table.wait(400)


def details_of(ruling: str, incident: Incident, table: Table) -> dict[str, Any]:
    """What a person would write into the form of a ruling for this incident."""
    state = table.referee.state
    seat = incident.seats[0] if incident.seats else 0
    tile = incident.tiles[0] if incident.tiles else Tile(0)
    forms: dict[str, dict[str, Any]] = {
        "accept": {"incident": incident.number},
        "undo": {"to": max(0, len(state.steps) - 1)},
        "set_turn": {"seat": seat},
        "place": {"tile": int(tile), "zone": str(ELSEWHERE)},
        "penalty": {"seat": seat, "kind": "warning"},
        "replay_deal": {},
        "present": {"seat": seat, "now": True},
        "unread": {"zone": "river:1"},
        "score": {"end": "win", "wins": [{"seat": 2, "source": 0, "han": 5}]},
        "press": {"seat": seat, "button": "PASS"},
        "swap_tile": {"tile": 7, "tag": "E0040150DEADBEE0"},
    }
    return forms[ruling]


LASTING = ("seat_absent", "antenna_blind", "reader_offline", "machine_jam")
"""What a new deal does not put right."""

CASES = [(kind.name, ruling) for kind in KINDS.values() for ruling in kind.rulings]


def test_every_kind_has_a_maker() -> None:
    assert MAKERS.keys() == KINDS.keys()


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_an_incident_says_what_is_wrong_and_what_to_do(kind: str) -> None:
    table, incident = happening(kind)
    assert incident.stops_clocks == KINDS[kind].stops_clocks
    assert table.referee.state.clocks_stopped >= incident.stops_clocks
    assert "{" not in incident.sentence + incident.remedy
    names = ("East", "South", "West", "North")
    assert all(names[seat] in incident.sentence for seat in incident.seats if "{seats}" in KINDS[kind].sentence)
    hidden = [tile for tile in incident.tiles if table.places.get(tile, ELSEWHERE).kind is ZoneKind.HAND]
    assert not set(hidden) & set(incident.public_tiles)


@pytest.mark.parametrize(("kind", "ruling"), CASES, ids=[f"{kind}: {ruling}" for kind, ruling in CASES])
def test_every_ruling_an_incident_offers_is_carried_out(kind: str, ruling: str) -> None:
    table, incident = happening(kind)
    table.effects.clear()
    table.tell(Ruling(at=table.now, who="Aoi", what=ruling, details=details_of(ruling, incident, table)))
    assert not [effect for effect in table.effects if isinstance(effect, RulingRefused)]
    applied = [effect for effect in table.effects if isinstance(effect, RulingApplied)]
    assert [(effect.who, effect.what) for effect in applied] == [("Aoi", ruling)]
    table.wait(2_000)
    if ruling == "accept" or (ruling in ("replay_deal", "score") and kind not in LASTING):
        assert incident.number not in table.referee.state.incidents
    audit(table.referee._desk)
    assert ruling == "place" or kind == "ledger" or not table.referee._desk.broken


@pytest.mark.parametrize("penalty", PENALTIES)
def test_every_penalty_of_the_rules_can_be_given(penalty: str) -> None:
    table, _ = happening("false_win")
    points = {"points": 1_000} if penalty == "points" else {}
    table.tell(Ruling(at=table.now, who="Aoi", what="penalty", details={"seat": 0, "kind": penalty, **points}))
    assert not [effect for effect in table.effects if isinstance(effect, RulingRefused)]
    state = table.referee.state
    assert not state.incidents
    assert state.phase is (TablePhase.DEALING if penalty == "chombo" else TablePhase.PLAYING)
    assert state.match is not None
    scores = state.match.scores if state.deal is None else state.deal.scores
    assert sum(scores) == 100_000
    assert (scores[0] < 25_000) == (penalty in ("points", "chombo"))


def test_a_breach_of_the_books_stops_the_deal_until_a_ruling() -> None:
    table, incident = happening("ledger")
    assert "99,000 points instead of 100,000" in incident.sentence
    table.move(table.named("9m", *table.places.values()), table.places[table.named("1m", *table.places.values())])
    assert len(table.referee.state.steps) == 1
    table.tell(Ruling(at=table.now, who="Aoi", what="undo", details={"to": 0}))
    assert all(found.kind != "ledger" for found in table.referee.state.incidents.values())
    assert table.referee.state.deal is not None
    assert sum(table.referee.state.deal.scores) == 100_000
