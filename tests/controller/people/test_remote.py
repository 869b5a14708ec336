"""A person in a web page can do what hands can do, and no more."""

from random import Random

import pytest

from controller.people.remote import MotionRefused, RemotePerson
from controller.people.tempo import Pace
from engine.tiles import Tile, TileSet
from hal.ports import Button
from hal.sim.world import ButtonChanged, Change, Spot, World
from hal.zones import DORA_PAD, hand_of, melds_of, river_of


@pytest.fixture
def world() -> World:
    world = World(TileSet())
    world.build_wall(world.tile_set.tiles)
    return world


@pytest.fixture
def person(world: World) -> RemotePerson:
    return RemotePerson(world, 1, Pace(Random(1)))


def _lay(world: World, tile: int, *places: object) -> None:
    for place in places:
        world.move(Tile(tile), place, duration=10)  # type: ignore[arg-type]
    world.advance(world.now + 1_000)


def test_it_takes_from_the_wall_and_lays_what_it_holds(world: World, person: RemotePerson) -> None:
    tile = person.take("wall")
    assert tile == Tile(0)
    world.advance(world.now + 2_000)
    assert world.where(tile) == hand_of(1)
    person.move([tile], river_of(1))
    world.advance(world.now + 2_000)
    assert world.where(tile) == river_of(1)
    replacement = person.take("replacement")
    assert replacement == Tile(122)
    world.advance(world.now + 2_000)
    person.move([replacement, tile], melds_of(1))
    world.advance(world.now + 2_000)
    assert world.tiles_at(melds_of(1)) == (replacement, tile)
    person.move([tile], hand_of(1))
    world.advance(world.now + 2_000)
    assert world.where(tile) == hand_of(1)


def test_it_presses_the_buttons_of_its_own_panel(world: World, person: RemotePerson) -> None:
    seen: list[Change] = []
    world.watch(seen.append)
    person.press(Button.PON)
    world.advance(1_000)
    pressed = [(change.seat, change.button) for change in seen if isinstance(change, ButtonChanged) and change.closed]
    assert pressed == [(1, Button.PON)]


def test_the_last_discard_of_another_may_be_taken_but_nothing_else(world: World, person: RemotePerson) -> None:
    for tile in (10, 11):
        _lay(world, tile, river_of(3))
    _lay(world, 12, hand_of(2))
    _lay(world, 13, DORA_PAD)
    with pytest.raises(MotionRefused, match="your own tiles, or the last discard"):
        person.move([Tile(10)], melds_of(1))
    for out_of_reach in (12, 13, 50):
        with pytest.raises(MotionRefused, match="your own tiles, or the last discard"):
            person.move([Tile(out_of_reach)], hand_of(1))
    person.move([Tile(11)], melds_of(1))
    world.advance(world.now + 2_000)
    assert world.where(Tile(11)) == melds_of(1)


def test_what_hands_cannot_do_is_refused_with_the_reason(world: World, person: RemotePerson) -> None:
    _lay(world, 20, hand_of(1))
    with pytest.raises(MotionRefused, match="its own rack, river and melds only"):
        person.move([Tile(20)], hand_of(2))
    with pytest.raises(MotionRefused, match="no such tile"):
        person.move([Tile(140)], hand_of(1))
    person.move([Tile(20)], river_of(1))
    with pytest.raises(MotionRefused, match="still moving"):
        person.move([Tile(20)], hand_of(1))


def test_an_empty_wall_gives_nothing(world: World, person: RemotePerson) -> None:
    for tile in world.tile_set.tiles[:122]:
        world.move(tile, Spot.BOX, duration=1)
    with pytest.raises(MotionRefused, match="the wall has no live tile left"):
        person.take("wall")


def test_a_tile_taken_is_on_its_way_until_it_lies_on_the_rack(world: World, person: RemotePerson) -> None:
    on_its_way = [person.drawing]
    person.take("wall")
    on_its_way.append(person.drawing)
    world.advance(world.now + 2_000)
    on_its_way.append(person.drawing)
    assert on_its_way == [False, True, False]


def test_tiles_go_back_to_their_old_place_in_the_wall(world: World, person: RemotePerson) -> None:
    first, second = person.take("wall"), person.take("wall")
    with pytest.raises(MotionRefused, match="still moving"):
        person.put_back([second])
    world.advance(world.now + 2_000)
    person.put_back([second])
    world.advance(world.now + 2_000)
    assert (world.where(first), world.where(second)) == (hand_of(1), Spot.WALL)
    assert world.wall.next() == second
    _lay(world, 30, hand_of(2))
    with pytest.raises(MotionRefused, match="your own tiles"):
        person.put_back([Tile(30)])


def test_it_never_acts_by_itself(world: World, person: RemotePerson) -> None:
    assert person.wake(world, 0) is None
