"""Rulings in the journal: who ruled what and when, also those the players agreed on; and what follows from them."""

from collections.abc import Sequence

import pytest

from controller.inputs import Input, Pressed, Ruling, SetupChanged
from controller.journal import Journal
from controller.journal.matchrecord import game_from_facts
from controller.replay.table import VirtualTable
from engine.errors import RecordError
from engine.records.mjai_writer import write_mjai
from engine.rules import load_rules
from engine.tiles import Seat
from hal.ports import Button, Millis
from hal.sim.noise import noise_named

RULES = load_rules("tenhou")
NAMES = ("Aoi", "Ben", "Chie", "Dai")


def table() -> VirtualTable:
    """A table at which a match begins."""
    virtual = VirtualTable(RULES, noise_named("none"), 1, Journal.memory())
    virtual.start_match(RULES, NAMES, 0)
    return virtual


def rule(virtual: VirtualTable, what: str, **details: object) -> None:
    virtual.runtime.submit(lambda now: Ruling(at=now, who="Emi", what=what, details=details))
    virtual.step()


def facts(virtual: VirtualTable, kind: str) -> list[dict[str, object]]:
    return [dict(fact.body) for fact in virtual.journal.facts(1) if fact.kind == kind]


def test_a_ruling_is_kept_as_input_and_as_what_it_did() -> None:
    virtual = table()
    rule(virtual, "points", deltas=[1_000, -1_000, 0, 0])
    (kept,) = [item for item in virtual.journal.inputs(1) if isinstance(item, Ruling)]
    assert (kept.who, kept.what, kept.details, kept.at) == ("Emi", "points", {"deltas": [1_000, -1_000, 0, 0]}, 100)
    (applied,) = facts(virtual, "ruling_applied")
    assert (applied["who"], applied["what"]) == ("Emi", "points")
    (moved,) = facts(virtual, "points_changed")
    assert (moved["cause"], moved["scores"]) == ("correction", [26_000, 24_000, 25_000, 25_000])


def test_a_refused_ruling_is_kept_too() -> None:
    virtual = table()
    rule(virtual, "undo")
    (refused,) = facts(virtual, "ruling_refused")
    assert refused["who"] == "Emi"
    assert "no deal" in str(refused["message"])


def test_what_players_agree_on_at_their_panels_names_them() -> None:
    virtual = table()
    for seat in (2, 2, 0):
        press(virtual, seat, Button.MENU)
    (applied,) = facts(virtual, "ruling_applied")
    assert (applied["who"], applied["what"]) == ("seat 2 and seat 0", "pause")
    assert virtual.state.paused


def press(virtual: VirtualTable, seat: Seat, button: Button) -> None:
    def make(now: Millis) -> Input:
        return Pressed(at=now, seat=seat, button=button, origin="page")

    virtual.runtime.submit(make)
    virtual.step()
    for _ in range(10):
        virtual.step()


def test_who_changed_places_is_named_where_they_sit_now() -> None:
    virtual = table()
    rule(virtual, "reseat", order=[3, 0, 1, 2])
    assert virtual.state.players == ("Dai", "Aoi", "Ben", "Chie")
    (row,) = virtual.journal.matches()
    assert [row.players[seat] for seat in range(4)] == ["Dai", "Aoi", "Ben", "Chie"]
    assert names_again(virtual) == ("Aoi", "Ben", "Chie", "Dai")


def names_again(virtual: VirtualTable) -> Sequence[str]:
    """The names with which the match began, as its inputs still say."""
    (first, *_) = virtual.journal.inputs(1)
    assert isinstance(first, SetupChanged)
    return tuple(first.details["players"])


def test_dice_are_kept_with_their_seed() -> None:
    virtual = table()
    rule(virtual, "dice", seed=42, purpose="wall_break")
    (rolled,) = facts(virtual, "dice_rolled")
    assert rolled == {"rolled": [6, 1], "purpose": "wall_break", "seed": 42}


def test_a_result_entered_without_tiles_is_exported_as_such() -> None:
    virtual = table()
    rule(virtual, "score", end="win", wins=[{"seat": 1, "source": 2, "han": 3, "fu": 40}])
    (row,) = virtual.journal.matches()
    game = game_from_facts(virtual.journal.facts(1), row)
    assert [deal.is_read for deal in game.deals] == [False]
    assert game.deals[0].result.deltas == (0, 5_200, -5_200, 0)
    with pytest.raises(RecordError, match=r"did not read every hand of E1\.0"):
        list(write_mjai(game))
