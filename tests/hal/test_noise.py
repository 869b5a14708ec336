"""Noise happens at the rates the profile states, and the same way every time."""

from itertools import pairwise
from random import Random

import pytest

from engine.tiles import TileSet
from hal.errors import HalError
from hal.ports import Scan
from hal.sim.noise import HARSH, NONE, PROFILES, TYPICAL, Chance, NoiseProfile, noise_named
from hal.sim.table import SimulatedTable
from hal.zones import hand_of


def test_profiles_by_name() -> None:
    assert [noise_named(name) for name in PROFILES] == [NONE, TYPICAL, HARSH]
    with pytest.raises(HalError, match="'loud'; choose none, typical, harsh"):
        noise_named("loud")


def test_typical_is_what_the_product_promises() -> None:
    assert TYPICAL.miss == 0.05
    assert TYPICAL.neighbour + TYPICAL.ghost == pytest.approx(0.01)
    assert TYPICAL.bounce > 0
    assert TYPICAL.jitter > 0


@pytest.mark.parametrize(
    "wrong",
    [{"miss": 1.0}, {"ghost": -0.1}, {"burst": 0.5}, {"late": -1}, {"shadow_for": (5, 1)}, {"bounce": -3}],
)
def test_impossible_rates(wrong: dict[str, float]) -> None:
    with pytest.raises(HalError, match=f"noise {next(iter(wrong))}"):
        NoiseProfile(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("probability", [0.0, 0.01, 0.3])
def test_chance_has_its_probability_however_it_is_asked(probability: float) -> None:
    trials = 40_000
    single = Chance(probability, Random(1))
    one_by_one = sum(single.strikes() for _ in range(trials))
    many = Chance(probability, Random(2))
    blocks = sum(len(many.hits_in(8)) for _ in range(trials // 8))
    mixed = Chance(probability, Random(3))
    lazily = sum(0 if mixed.none_in(8) else len(mixed.hits_in(8)) for _ in range(trials // 8))
    tolerance = 5 * (trials * probability * (1 - probability)) ** 0.5
    for count in (one_by_one, blocks, lazily):
        assert abs(count - trials * probability) <= tolerance


def test_harsh_has_everything_that_goes_wrong() -> None:
    assert HARSH.miss == pytest.approx(0.15)
    assert HARSH.burst > 1
    assert HARSH.neighbour == pytest.approx(0.03)
    assert min(HARSH.ghost, HARSH.wall, HARSH.edge, HARSH.double, HARSH.jitter) > 0
    assert HARSH.blind_every > 0
    assert HARSH.blind_for == 3_000
    assert HARSH.reboot_every > 0
    assert HARSH.shadow > 0
    assert HARSH.shadow_for[1] >= 120_000
    assert HARSH.press_late > 0


def test_harsh_scans_arrive_late_and_out_of_order() -> None:
    table = SimulatedTable(TileSet(), noise=HARSH, seed=3)
    order = list(table.world.tile_set.tiles)
    for number, tile in enumerate(order[:52]):
        table.world.move(tile, hand_of(number % 4), duration=1)
    ends = []
    for now in range(50, 60_000, 50):
        table.advance(now)
        ends += [seen.ended for seen in table.reader.poll(now) if isinstance(seen, Scan)]
    overtaken = sum(later < earlier for earlier, later in pairwise(ends))
    assert overtaken > 50
