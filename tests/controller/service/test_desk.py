"""Rulings from a page: answered with what the referee said, signed, and in the audit list."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import pytest

from controller.effects import RulingApplied
from controller.inputs import Pressed
from controller.journal import Journal
from controller.referee.rulingfields import RulingError
from controller.referee.state import Place, TablePhase
from controller.service.desk import RefereeDesk, with_tile_numbers
from controller.web.contract import CommandRefused
from engine.tiles import Tile
from hal.ports import Button
from hal.zones import ELSEWHERE, hand_of
from tests.controller.simulated import Game


class Bench:
    """A game some way into its first deal, and a desk. Whatever the desk asks for is done at once, and one step."""

    def __init__(self, seed: int = 3) -> None:
        self.journal = Journal.memory()
        self.game = Game(self.journal, seed)
        self.game.start()
        while self.game.state.phase is not TablePhase.PLAYING or len(self.game.state.steps) < 12:
            self.game.run(200)
        self.desk = RefereeDesk()
        self.desk.attach(self, self.game.runtime, self.journal)  # type: ignore[arg-type]

    def call(self, do: Callable[[], Any]) -> "Future[Any]":
        done: Future[Any] = Future()
        try:
            done.set_result(do())
        except Exception as error:  # noqa: BLE001 - as the loop does
            done.set_exception(error)
        self.game.runtime.step(self.game.table.now)
        return done

    def rule(self, what: str, **details: Any) -> None:
        asyncio.run(self.desk.rule("Aki", what, details))


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_before_the_table_is_there_everything_is_told_so() -> None:
    desk = RefereeDesk()
    for asked in (desk.rule("Aki", "pause", {}), desk.press(0, Button.WIN), desk.undo_preview(0), desk.audit(5)):
        with pytest.raises(CommandRefused, match="being set up"):
            asyncio.run(asked)


def test_a_ruling_is_carried_out_and_signed(bench: Bench) -> None:
    bench.rule("pause")
    assert bench.game.state.paused
    (applied,) = [effect for effect in bench.game.effects if isinstance(effect, RulingApplied)]
    assert (applied.who, applied.what) == ("Aki", "pause")


def test_a_ruling_at_which_the_program_fails_is_answered_and_the_next_one_too(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise KeyError("a fault of the program")

    with monkeypatch.context() as patch:
        patch.setattr("controller.referee.referee.rule", fails)
        with pytest.raises(KeyError):  # the loop tells the page of it; here it comes through `call`
            bench.rule("pause")
        bench.game.runtime.step(bench.game.table.now)
    (line,) = bench.journal.audit(5)
    assert line.refused == "the program failed at this ruling (KeyError): see what has changed before you go on"
    bench.rule("pause")
    assert bench.game.state.paused


@pytest.mark.parametrize(
    ("what", "details", "reason"),
    [
        ("fly", {}, "there is no ruling 'fly'"),
        ("set_turn", {"seat": 9}, "seat"),
        ("set_turn", {}, "seat is missing"),
        ("next_deal", {}, "no result"),
        ("accept", {"incident": 99}, "nothing is wrong"),
        ("place", {"tile": "5p5p", "zone": "hand:0"}, "mpsz"),
        ("place", {"tile": "nonsense", "zone": "hand:0"}, "mpsz"),
        ("place", {"tile": "1f", "zone": "hand:0"}, "mpsz"),
        ("undo", {"to": 999}, "0-"),
    ],
)
def test_what_the_referee_refuses_is_answered_with_the_reason(
    bench: Bench, what: str, details: dict[str, Any], reason: str
) -> None:
    with pytest.raises(CommandRefused, match=reason):
        bench.rule(what, **details)


def test_the_audit_list_has_who_when_and_what_newest_first(bench: Bench) -> None:
    bench.rule("points", deltas=[1000, -1000, 0, 0], why="a mistake")
    with pytest.raises(CommandRefused):
        bench.rule("set_turn", seat=9)
    first, second = asyncio.run(bench.desk.audit(10))
    assert (first.who, first.what, first.details) == ("Aki", "set_turn", {"seat": 9})
    assert first.refused is not None
    assert "seat" in first.refused
    assert (second.what, second.refused) == ("points", None)
    assert second.details == {"deltas": [1000, -1000, 0, 0], "why": "a mistake"}
    assert second.when is not None
    assert second.when.startswith("20")
    assert len(asyncio.run(bench.desk.audit(1))) == 1


def test_an_undo_is_previewed_and_then_done(bench: Bench) -> None:
    steps = len(bench.game.state.steps)
    preview = asyncio.run(bench.desk.undo_preview(steps - 2))
    assert (preview.to, preview.taken_back) == (steps - 2, 2)
    assert len(bench.game.state.steps) == steps, "a preview changes nothing"
    bench.rule("undo", to=steps - 2)
    assert len(bench.game.state.steps) == steps - 2
    with pytest.raises(CommandRefused, match="0-"):
        asyncio.run(bench.desk.undo_preview(steps + 50))


def test_turning_tiles_over_is_told_to_everybody_and_ends_with_the_deal(bench: Bench) -> None:
    bench.rule("reveal", on=True)
    assert bench.game.state.revealed
    assert [line.what for line in asyncio.run(bench.desk.audit(5))] == ["reveal"]
    bench.rule("replay_deal")
    assert not bench.game.state.revealed


def test_a_page_may_press_for_its_seat(bench: Bench) -> None:
    asyncio.run(bench.desk.press(2, Button.DIFF))
    taken = bench.journal.inputs(1)[-1]
    assert isinstance(taken, Pressed)
    assert (taken.seat, taken.button, taken.origin) == (2, Button.DIFF, "page")


def test_a_tile_named_is_the_copy_the_table_misses(bench: Bench) -> None:
    state = bench.game.state
    assert state.deal is not None
    tile_set = state.deal.rules.tile_set
    lost = next(t for t in state.deal.players[1].hand if tile_set.name(t) not in ("0m", "0p", "0s"))
    state.places[lost] = Place(ELSEWHERE, lost_from=hand_of(1))
    details = with_tile_numbers(state, "place", {"tile": tile_set.name(lost), "zone": "hand:1"})
    assert details == {"tile": lost, "zone": "hand:1"}
    assert with_tile_numbers(state, "place", {"tile": 7}) == {"tile": 7}
    assert with_tile_numbers(state, "pause", {"tile": "5p"}) == {"tile": "5p"}
    with pytest.raises(RulingError, match="mpsz"):
        with_tile_numbers(state, "place", {"tile": "9z"})


def test_without_a_lost_copy_one_off_the_table_is_meant(bench: Bench) -> None:
    state = bench.game.state
    assert state.rules is not None
    tile_set = state.rules.tile_set
    lying = {tile for tile, place in state.places.items() if place.zone != ELSEWHERE}
    name = next(
        name
        for name in map(tile_set.name, tile_set.tiles)
        if name[0] != "0" and 0 < sum(tile_set.name(tile) == name for tile in lying) < 3
    )
    meant = with_tile_numbers(state, "place", {"tile": name})["tile"]
    assert tile_set.name(Tile(meant)) == name
    assert meant not in lying
