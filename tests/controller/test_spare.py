"""A spare swapped in by ruling while a game is played: perception reads it, the registry keeps it."""

from pathlib import Path

from controller.effects import RulingApplied, RulingRefused
from controller.inputs import Ruling
from controller.journal import Journal
from controller.referee import TablePhase
from controller.registry import Registry, read_registry, write_registry
from controller.runtime import TableRuntime, TableSetup
from controller.service.registrykeeper import RegistryKeeper
from engine.tiles import Tile
from tests.controller.simulated import Game

BROKEN = "E004015099999999"


def test_a_spare_is_read_from_the_ruling_on(tmp_path: Path) -> None:
    """Tile 0's tag broke, and a spare that nobody enrolled was put into its place."""
    path = tmp_path / "tags.json"
    game = Game(Journal.memory(), seed=5)
    tile, spare = Tile(0), game.table.world.tags[Tile(0)]
    registry = {tag: other for tag, other in game.table.registry.items() if other != tile} | {BROKEN: tile}
    write_registry(path, Registry({"green": registry}))
    game.setup = TableSetup(registry)
    game.take_over(TableRuntime(game.setup, game.ports, Journal.memory()))
    told: list[str | None] = []
    game.runtime.observe(RegistryKeeper(path, None, told.append))
    game.start()
    for _ in range(600):
        game.run(1_000)
        if spare in game.state.unknown_tags:
            break
    assert spare in game.state.unknown_tags
    details = {"tile": tile, "tag": spare.lower()}
    game.runtime.submit(lambda now: Ruling(at=now, who="Ref", what="swap_tile", details=details))
    perception, world = game.runtime.perception, game.table.world
    for _ in range(10):  # play goes on meanwhile
        game.run(1_000)
        if perception.place_of(tile) == world.where(tile):
            break
    assert any(isinstance(effect, RulingApplied) for effect in game.effects)
    assert perception.place_of(tile) == world.where(tile)
    assert perception.in_sight(tile)
    assert spare not in game.state.unknown_tags
    assert read_registry(path).place_of(spare) == ("green", tile)
    assert read_registry(path).place_of(BROKEN) is None
    assert told == [None]


def test_a_tag_that_is_none_is_refused() -> None:
    game = Game(Journal.memory(), seed=5)
    game.start()
    while game.state.phase is not TablePhase.PLAYING:
        game.run(1_000)
    game.runtime.submit(lambda now: Ruling(at=now, who="Ref", what="swap_tile", details={"tile": 3, "tag": "E00"}))
    game.run(100)
    refused = [effect for effect in game.effects if isinstance(effect, RulingRefused)]
    assert "16 hexadecimal digits" in refused[0].message


def test_a_registry_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    told: list[str | None] = []
    keeper = RegistryKeeper(tmp_path / "none.json", None, told.append)
    game = Game(Journal.memory(), seed=5)
    keeper([RulingApplied("Ref", "swap_tile", {"tile": Tile(3), "tag": BROKEN})], game.state)
    assert told[0] is not None
    assert "not in the tag registry" in told[0]
