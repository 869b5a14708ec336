"""The scan model: air time as in the hardware notes, errors at their rates, boards that come and go."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random
from statistics import median

import pytest

from engine.tiles import Tile, TileSet
from hal.errors import LayoutError, WorldError
from hal.layout import standard_layout
from hal.ports import BoardStatus, Scan
from hal.sim.noise import HARSH, NONE, TYPICAL, NoiseProfile
from hal.sim.scanner import air_time
from hal.sim.table import SimulatedTable
from hal.sim.world import Spot
from hal.zones import DORA_PAD, hand_of, river_of


def late_in_a_deal(noise: NoiseProfile = NONE, seed: int = 1) -> SimulatedTable:
    """Hands of 13, rivers of 9, an indicator; everything at rest at 3 s."""
    table = SimulatedTable(TileSet(), noise=noise, seed=seed)
    world = table.world
    order = list(world.tile_set.tiles)
    Random(seed).shuffle(order)
    world.build_wall(order)
    for seat in range(4):
        world.move_together(world.wall.upcoming(13), hand_of(seat))
        world.move_together(world.wall.upcoming(9), river_of(seat))
    world.move(world.wall.indicator(0), DORA_PAD)
    table.advance(3_000)
    table.reader.poll(3_000)
    return table


def observe(table: SimulatedTable, seconds: int) -> list[Scan | BoardStatus]:
    seen: list[Scan | BoardStatus] = []
    end = table.now + 1_000 * seconds
    while table.now < end:
        table.advance(table.now + 100)
        seen.extend(table.reader.poll(table.now))
    return seen


def scans(table: SimulatedTable, seconds: int) -> list[Scan]:
    return [item for item in observe(table, seconds) if isinstance(item, Scan)]


def truth(table: SimulatedTable) -> dict[str, frozenset[str]]:
    return {name: coil.whole for name, coil in table.field.coils.items()}


def test_air_time_follows_the_measured_table() -> None:
    assert air_time(1) == 19
    assert air_time(8) == 68
    assert air_time(14) == 151
    assert air_time(24) == 271
    assert air_time(136) == 1436
    assert all(air_time(n) < air_time(n + 1) for n in range(500))


def test_a_perfect_table_reports_what_is_there() -> None:
    table = late_in_a_deal()
    there = truth(table)
    assert sum(len(tags) for tags in there.values()) == 4 * 22 + 1
    for scan in scans(table, 20):
        assert scan.tags == there[scan.antenna]
        assert scan.reference is True


def test_lane_and_sweep_share_the_air_as_in_the_hardware_notes() -> None:
    table = late_in_a_deal()
    favoured = ("seat1.drawn", "seat1.hand1", "seat0.river1", "seat0.river2")
    table.reader.favour(favoured)
    gaps = Counter[str]()
    seen = scans(table, 60)
    for scan in seen:
        gaps[scan.antenna] += 1
    for name in table.layout.by_name:
        interval = 60_000 / gaps[name]
        assert 300 <= interval <= 550 if name in favoured else 1_200 <= interval <= 2_100
    for name in table.layout.by_name:
        mine = [scan for scan in seen if scan.antenna == name]
        assert [later.sequence - earlier.sequence for earlier, later in pairwise(mine)] == [1] * (len(mine) - 1)
        assert all(earlier.ended < later.started for earlier, later in pairwise(mine))
        assert all(scan.started < scan.ended for scan in mine)


def test_without_favour_the_sweep_has_all_the_air() -> None:
    table = late_in_a_deal()
    per_antenna = Counter(scan.antenna for scan in scans(table, 60))
    assert 500 <= 60_000 / median(per_antenna.values()) <= 900


def test_favouring_unknown_antennas_is_harmless() -> None:
    table = late_in_a_deal()
    table.reader.favour(("seat9.hand1",))
    assert scans(table, 2)


def test_a_tile_landing_during_a_scan_is_seen_if_its_slot_is_still_to_come() -> None:
    shares: dict[bool, list[float]] = {True: [], False: []}
    for seed in range(3):
        table = late_in_a_deal(seed=seed)
        table.reader.favour(("seat0.river2",))
        table.world.move_together(table.world.wall.upcoming(12), river_of(0))  # more tags, longer scans
        observe(table, 2)
        for tile in table.world.wall.upcoming(60):
            landed = table.world.move(tile, river_of(0), duration=700)
            for scan in scans(table, 2):
                if scan.antenna == "seat0.river2" and scan.started < landed < scan.ended:
                    share = (landed - scan.started) / (scan.ended - scan.started)
                    shares[table.world.tags[tile] in scan.tags].append(share)
            table.world.move(tile, Spot.BOX)
    assert len(shares[True]) > 5
    assert len(shares[False]) > 5
    assert median(shares[True]) < median(shares[False]), "the later it lands, the less likely it is seen"


@pytest.mark.parametrize(("noise", "seconds"), [(TYPICAL, 300), (replace(HARSH, blind_every=0, shadow=0, edge=0), 600)])
def test_misses_and_strays_come_at_their_rates(noise: NoiseProfile, seconds: int) -> None:
    table = late_in_a_deal(noise, seed=7)
    there = truth(table)
    real = set(table.registry)
    read = missed = foreign = ghosts = count = 0
    for scan in scans(table, seconds):
        count += 1
        read += len(there[scan.antenna])
        missed += len(there[scan.antenna] - scan.tags)
        extra = scan.tags - there[scan.antenna]
        assert len(extra) <= 1
        foreign += len(extra & real)
        ghosts += len(extra - real)
    assert missed / read == pytest.approx(noise.miss, rel=0.1)
    assert ghosts / count == pytest.approx(noise.ghost, rel=0.3)
    assert foreign / count <= (noise.neighbour + noise.wall) * 1.2
    assert foreign / count >= noise.neighbour * 0.7


def test_harsh_misses_come_in_bursts() -> None:
    def mean_run(noise: NoiseProfile) -> float:
        table = late_in_a_deal(noise, seed=3)
        tag = next(iter(table.field.coils["seat0.hand1"].whole))
        pattern = "".join("x."[tag in scan.tags] for scan in scans(table, 900) if scan.antenna == "seat0.hand1")
        runs = [len(run) for run in pattern.split(".") if run]
        return sum(runs) / len(runs)

    assert mean_run(TYPICAL) < 1.3
    assert mean_run(replace(HARSH, blind_every=0, reboot_every=0)) > 2.2


def test_the_same_seed_gives_the_same_course_of_events() -> None:
    first, again, other = (observe(late_in_a_deal(HARSH, seed=seed), 60) for seed in (5, 5, 6))
    assert first == again
    assert first != other


def test_late_scans_may_be_overtaken() -> None:
    table = late_in_a_deal(replace(NONE, late=900))
    table.reader.favour(("seat0.drawn",))
    ended = [scan.ended for scan in scans(table, 60) if scan.antenna == "seat0.drawn"]
    assert any(earlier > later for earlier, later in pairwise(ended))


def statuses(items: list[Scan | BoardStatus]) -> list[tuple[str, bool, str]]:
    return [(item.board, item.online, item.reason) for item in items if isinstance(item, BoardStatus)]


def test_boards_report_in_at_the_start() -> None:
    table = SimulatedTable(TileSet())
    table.advance(0)
    assert [status[:2] for status in statuses(list(table.reader.poll(0)))] == [
        (board, True) for board in standard_layout().boards
    ]


def test_a_silent_board_is_noticed_after_two_seconds_and_returns() -> None:
    table = late_in_a_deal()
    table.faults.silence("seat2")
    early = observe(table, 1)
    assert not statuses(early)
    assert not any(isinstance(item, Scan) and item.antenna.startswith("seat2") for item in early)
    assert statuses(observe(table, 2)) == [("seat2", False, "silent")]
    assert statuses(observe(table, 5)) == []
    table.faults.restore("seat2")
    back = observe(table, 3)
    assert statuses(back) == [("seat2", True, "restarted")]
    first = next(item for item in back if isinstance(item, Scan) and item.antenna == "seat2.hand1")
    assert first.sequence == 1


def test_an_unplugged_board_is_noticed_at_once() -> None:
    table = late_in_a_deal()
    table.faults.unplug("centre")
    assert statuses(list(table.reader.poll(table.now))) == [("centre", False, "unplugged")]


def test_a_blinded_antenna_sees_neither_tiles_nor_reference() -> None:
    table = late_in_a_deal()
    table.faults.blind("seat0.river1", 3_000)
    until = table.now + 3_000
    seen = [scan for scan in scans(table, 6) if scan.antenna == "seat0.river1"]
    dark = [scan for scan in seen if scan.ended < until]
    assert dark
    assert all(scan.reference is False and not scan.tags for scan in dark)
    assert all(scan.reference and len(scan.tags) == 9 for scan in seen if scan.started > until)


def test_shaded_tiles_are_seen_nowhere_until_unshaded() -> None:
    table = late_in_a_deal()
    tile = table.world.tiles_at(hand_of(0))[0]
    tag = table.world.tags[tile]
    table.faults.shade(tile)
    table.world.move(tile, river_of(0))
    observe(table, 1)
    assert not any(tag in scan.tags for scan in scans(table, 5))
    table.faults.unshade(tile)
    observe(table, 1)
    assert any(tag in scan.tags for scan in scans(table, 3) if scan.antenna.startswith("seat0.river"))


def test_faults_of_things_the_table_does_not_have() -> None:
    faults = late_in_a_deal().faults
    for switch in (faults.silence, faults.unplug, faults.restore):
        with pytest.raises(LayoutError, match="no board 'seat7'; it has seat0"):
            switch("seat7")
    with pytest.raises(LayoutError, match="no antenna 'seat0'"):
        faults.blind("seat0")
    with pytest.raises(WorldError, match="no tile 140"):
        faults.shade(Tile(140))


def test_shadows_by_noise_end_by_themselves() -> None:
    noise = replace(NONE, shadow=0.9, shadow_for=(2_000, 4_000))
    table = SimulatedTable(TileSet(), noise=noise, seed=1)
    for tile in range(13):
        table.world.move(Tile(tile), hand_of(0))
    table.advance(600)
    table.reader.poll(600)
    seen_soon = {tag for scan in scans(table, 1) for tag in scan.tags}
    observe(table, 5)
    assert len(seen_soon) < 8
    assert len({tag for scan in scans(table, 3) for tag in scan.tags}) == 13


def test_wall_tiles_are_seen_weakly_only_near_the_wall() -> None:
    table = late_in_a_deal(replace(NONE, wall=0.3), seed=2)
    there = truth(table)
    standing = {table.world.tags[tile] for tile in table.world.wall.order if tile in table.world.wall}
    strays = Counter[str]()
    for scan in scans(table, 200):
        for tag in scan.tags - there[scan.antenna]:
            assert tag in standing
            assert scan.antenna.split(".")[1].startswith(("hand", "river", "drawn"))
            strays[f"{scan.antenna} {tag}"] += 1
    assert strays
    assert max(strays.values()) > 5, "it is the same few tiles that are near"
