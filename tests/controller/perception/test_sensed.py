"""The picture of what perception believes, for the referee page."""

from controller.perception import Perception
from engine.tiles import Tile, TileSet
from hal.layout import standard_layout
from hal.ports import BoardStatus, Scan
from hal.sim.tags import tag_of, tags_of
from hal.zones import hand_of, river_of


def scanned(perception: Perception, antenna: str, sequence: int, *tiles: int) -> None:
    at = 60_000 + 100 * sequence
    perception.see(Scan(antenna, sequence, at, at + 90, frozenset(tag_of(Tile(tile)) for tile in tiles), True), at + 90)


def test_tiles_doubts_and_antennas_are_told() -> None:
    perception = Perception(standard_layout(), tags_of(TileSet().tiles))
    perception.see(BoardStatus("seat1", online=False, at=1), 1)
    for sequence in range(1, 6):
        scanned(perception, "seat0.hand1", sequence, 3, 7)
    for sequence in range(6, 10):
        scanned(perception, "seat0.hand1", sequence, 3)
    scanned(perception, "seat0.river1", 10, 3)
    sensed = perception.sensed()
    tiles = {sensed_tile.tile: sensed_tile for sensed_tile in sensed.tiles}
    assert tiles.keys() == {3, 7}
    assert tiles[Tile(3)].zone == hand_of(0)
    assert tiles[Tile(3)].in_sight
    assert tiles[Tile(3)].sighted == (river_of(0),)
    assert tiles[Tile(3)].confidence == 0.5
    assert not tiles[Tile(7)].in_sight
    assert tiles[Tile(7)].absences == 4
    assert tiles[Tile(7)].confidence == 0.5
    antennas = {antenna.name: antenna for antenna in sensed.antennas}
    assert (antennas["seat0.hand1"].live, antennas["seat0.hand1"].tags, antennas["seat0.hand1"].scans) == (True, 1, 9)
    assert antennas["seat0.hand1"].last_scan == 60_990
    assert not antennas["seat1.hand1"].live
    assert antennas["centre.dora1"].last_scan == -1
