"""After an undo the people of a simulated table put the tiles back, and play goes on from there."""

import pytest

from controller.inputs import Ruling
from controller.journal import Journal
from controller.referee.state import TablePhase
from engine.tiles import Seat
from hal.sim.noise import NONE, TYPICAL, NoiseProfile
from hal.zones import hand_of, river_of
from tests.controller.simulated import Game


@pytest.mark.parametrize("noise", [NONE, TYPICAL], ids=["none", "typical"])
@pytest.mark.parametrize("count", [1, 2, 7])
def test_what_an_undo_takes_back_is_put_back_and_played_again(count: int, noise: NoiseProfile) -> None:
    game = Game(Journal.memory(), 3, noise)
    game.start()
    while game.state.phase is not TablePhase.PLAYING or len(game.state.steps) < 14:
        game.run(100)
    steps = len(game.state.steps)
    game.runtime.submit(lambda now: Ruling(at=now, who="Aki", what="undo", details={"count": count}))
    game.run(50)
    assert len(game.state.steps) == steps - count
    assert is_restoring(game)
    spent = 0
    while is_restoring(game) and spent < 30_000:
        game.run(200)
        spent += 200
    assert not is_restoring(game), "the tiles were put back"
    game.run(60_000)
    assert len(game.state.steps) > steps or game.state.phase is not TablePhase.PLAYING, "and play went on"
    assert not game.state.incidents


def is_restoring(game: Game) -> bool:
    return game.state.restoring


def test_a_tile_drawn_out_of_turn_goes_back_to_the_wall_when_the_table_asks_for_it() -> None:
    game = Game(Journal.memory(), 3)
    game.start()
    while game.state.phase is not TablePhase.PLAYING or len(game.state.steps) < 14:
        game.run(100)
    seat, world = (deal_turn(game) + 2) % 4, game.table.world
    tile = world.wall.next()
    world.move(tile, hand_of(seat))
    spent = 0
    while "draw_out_of_turn" not in kinds(game) and spent < 30_000:
        game.run(100)
        spent += 100
    assert "draw_out_of_turn" in kinds(game)
    game.run(30_000)
    assert not game.state.incidents


def test_a_discard_taken_back_to_the_rack_goes_to_the_river_again_when_the_table_asks_for_it() -> None:
    game = Game(Journal.memory(), 3)
    game.start()
    while game.state.phase is not TablePhase.PLAYING or len(game.state.steps) < 14:
        game.run(100)
    seat, world = (deal_turn(game) + 2) % 4, game.table.world
    tile = world.tiles_at(river_of(seat))[0]
    world.move(tile, hand_of(seat))
    spent = 0
    while "tile_returned" not in kinds(game) and spent < 30_000:
        game.run(100)
        spent += 100
    assert "tile_returned" in kinds(game)
    game.run(30_000)
    assert not game.state.incidents
    assert tile in world.tiles_at(river_of(seat))


def deal_turn(game: Game) -> Seat:
    deal = game.state.deal
    assert deal is not None
    return deal.turn


def kinds(game: Game) -> set[str]:
    return {incident.kind for incident in game.state.incidents.values()}
