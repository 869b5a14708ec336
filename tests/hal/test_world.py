"""The world's promises: every tile at exactly one place, time that only goes forward, one story a tile."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tiles import SEATS, Tile, TileSet
from hal.errors import WorldError
from hal.ports import Button
from hal.sim.tags import ghost_tag, tag_of
from hal.sim.wall import Wall
from hal.sim.world import ButtonChanged, Change, Place, Spot, TileMoved, World
from hal.zones import DORA_PAD, ELSEWHERE, hand_of, melds_of, river_of

PLACES: tuple[Place, ...] = (
    Spot.BOX,
    DORA_PAD,
    *(zone(seat) for zone in (hand_of, river_of, melds_of) for seat in SEATS),
)

motions = st.lists(
    st.tuples(
        st.integers(0, 135).map(Tile),
        st.sampled_from(PLACES),
        st.integers(1, 2_000),
        st.integers(0, 3_000),
        st.integers(0, 1_500),
    ),
    max_size=40,
)


def shuffled(seed: int, tile_set: TileSet | None = None) -> list[Tile]:
    order = list((tile_set or TileSet()).tiles)
    Random(seed).shuffle(order)
    return order


def assert_each_tile_once(world: World) -> None:
    places = (*PLACES, Spot.WALL, Spot.AIR)
    found = [tile for place in places for tile in world.tiles_at(place)]
    assert sorted(found) == list(world.tile_set.tiles)
    for place in places:
        assert all(world.where(tile) == place for tile in world.tiles_at(place))
    assert all(world.where(tile) is Spot.WALL for tile in world.wall.order if tile in world.wall)


@given(motions, st.integers(0, 5))
def test_every_tile_is_always_at_exactly_one_place(plan: list[tuple[Tile, Place, int, int, int]], seed: int) -> None:
    world = World(TileSet())
    changes: list[Change] = []
    world.watch(changes.append)
    world.build_wall(shuffled(seed))
    for tile, target, duration, delay, pause in plan:
        world.move(tile, target, duration=duration, delay=delay)
        world.advance(world.now + pause)
        assert_each_tile_once(world)
    world.advance(world.now + 500_000)
    assert_each_tile_once(world)
    assert world.next_at() is None
    assert not world.tiles_at(Spot.AIR)
    times = [change.at for change in changes]
    assert times == sorted(times)
    place: dict[Tile, Place] = dict.fromkeys(world.tile_set.tiles, Spot.BOX)
    for change in changes:
        assert isinstance(change, TileMoved)
        assert change.source == place[change.tile]
        place[change.tile] = change.target
    assert all(world.where(tile) == where for tile, where in place.items())


def test_a_move_lifts_flies_and_lands() -> None:
    world = World(TileSet())
    world.move(Tile(5), hand_of(2), duration=600, delay=100, pad=True)
    world.advance(99)
    assert world.where(Tile(5)) is Spot.BOX
    world.advance(100)
    assert world.where(Tile(5)) is Spot.AIR
    assert not world.idle(Tile(5))
    world.advance(699)
    assert world.where(Tile(5)) is Spot.AIR
    world.advance(700)
    assert world.where(Tile(5)) == hand_of(2)
    assert world.on_pad(Tile(5))
    assert world.idle(Tile(5))
    world.move(Tile(5), hand_of(2))
    world.advance(2_000)
    assert not world.on_pad(Tile(5))


def test_a_moving_tile_is_lifted_again_after_it_landed() -> None:
    world = World(TileSet())
    first = world.move(Tile(0), hand_of(0), duration=500)
    second = world.move(Tile(0), river_of(0), duration=400)
    assert (first, second) == (500, 900)
    seen: list[Place] = []
    world.watch(lambda change: seen.append(change.target) if isinstance(change, TileMoved) else None)
    world.advance(1_000)
    assert seen == [Spot.AIR, hand_of(0), Spot.AIR, river_of(0)]


def test_tiles_lie_in_the_order_they_came() -> None:
    world = World(TileSet())
    for n, tile in enumerate((7, 3, 5)):
        world.move(Tile(tile), river_of(1), duration=100, delay=100 * n)
    world.advance(1_000)
    assert world.tiles_at(river_of(1)) == (7, 3, 5)


def test_building_the_wall_ends_all_motions() -> None:
    world = World(TileSet())
    world.build_wall(shuffled(1))
    world.move(Tile(9), hand_of(0), duration=10_000)
    world.press(0, Button.WIN, delay=50)
    world.advance(10)
    pressed: list[Change] = []
    world.watch(pressed.append)
    world.build_wall(shuffled(2))
    assert world.where(Tile(9)) is Spot.WALL
    world.advance(60_000)
    assert world.where(Tile(9)) is Spot.WALL
    assert [change.closed for change in pressed if isinstance(change, ButtonChanged)] == [True, False]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda w: w.move(Tile(140), hand_of(0)), "no tile 140"),
        (lambda w: w.where(Tile(140)), "no tile 140"),
        (lambda w: w.move(Tile(1), hand_of(0), duration=0), "at least 1 ms"),
        (lambda w: w.move(Tile(1), hand_of(0), delay=-1), "no earlier than now"),
        (lambda w: w.move(Tile(1), Spot.AIR), "set down in a zone"),
        (lambda w: w.move(Tile(1), ELSEWHERE), "set down in a zone"),
        (lambda w: w.move(Tile(1), Spot.WALL), "no place in this wall"),
        (lambda w: w.press(0, Button.CHI, held=0), "at least 1 ms"),
        (lambda w: w.build_wall([Tile(1), Tile(1)], dead=0), "same tile twice"),
        (lambda w: w.build_wall([Tile(143)], dead=0), "does not have"),
        (lambda w: w.build_wall([Tile(1)], dead=14), "dead wall"),
        (lambda w: w.advance(-1), "cannot run back"),
    ],
)
def test_the_world_says_what_it_cannot_do(call: object, message: str) -> None:
    assert callable(call)
    with pytest.raises(WorldError, match=message):
        call(World(TileSet()))


# ---- the wall


def test_wall_gives_live_tiles_replacements_and_indicators() -> None:
    wall = Wall([Tile(t) for t in range(136)])
    assert wall.next() == 0
    wall.take(Tile(0))
    assert wall.next() == 1
    assert wall.upcoming(3) == (1, 2, 3)
    assert wall.replacement() == 122
    wall.take(wall.replacement())
    assert wall.replacement() == 123
    assert [wall.indicator(n) for n in range(5)] == [126, 128, 130, 132, 134]
    assert [wall.ura(n) for n in range(5)] == [127, 129, 131, 133, 135]
    assert wall.live_left == 136 - 14 - 1 - 1


def test_a_tile_put_back_is_the_next_one_again() -> None:
    world = World(TileSet())
    world.build_wall([Tile(t) for t in range(136)])
    world.move(Tile(0), hand_of(1))
    assert world.wall.next() == 1, "a tile reached for is no longer the next"
    world.advance(1_000)
    world.move(Tile(0), Spot.WALL)
    world.advance(2_000)
    assert world.where(Tile(0)) is Spot.WALL
    assert world.wall.next() == 0


def test_without_a_dead_wall_replacements_come_from_the_far_end() -> None:
    wall = Wall([Tile(t) for t in range(144)], dead=0)
    assert wall.replacement() == 143
    wall.take(Tile(143))
    assert wall.replacement() == 142
    assert wall.live_left == 143
    with pytest.raises(WorldError, match="no dead wall"):
        wall.indicator(0)


def test_an_empty_wall_says_so() -> None:
    wall = Wall()
    with pytest.raises(WorldError, match="no live tile"):
        wall.next()
    with pytest.raises(WorldError, match="no replacement"):
        wall.replacement()
    with pytest.raises(WorldError, match="does not belong"):
        wall.put_back(Tile(3))
    with pytest.raises(WorldError, match="0 to 4"):
        Wall([Tile(t) for t in range(136)]).ura(5)


# ---- tags


def test_tags_are_unique_stable_and_look_like_tags() -> None:
    tags = [tag_of(Tile(t), number) for number in (0, 1) for t in range(144)]
    assert len(set(tags)) == 288
    assert all(len(tag) == 16 and tag.startswith("E0") and int(tag, 16) for tag in tags)
    assert tag_of(Tile(0)) == tag_of(Tile(0))
    assert not set(tags) & {ghost_tag(n) for n in range(1_000)}
    assert len({tag[-1] for tag in tags}) == 16
