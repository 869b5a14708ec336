"""The reader chip's driver and the inventory, against a chip and tags simulated at register level."""

import random
import statistics

import pytest

from firmware import pn5180
from firmware.inventory import Figures, inventory
from hal.sim.chip import SimulatedChip, SimulatedTag, VirtualClock


def uids(seed: int, count: int) -> list[bytes]:
    source = random.Random(seed)
    return [b"\xe0\x04\x01" + source.randbytes(5) for _ in range(count)]


class Bench:
    """A driver on a simulated chip."""

    def __init__(
        self, tags: list[bytes], *, seed: int = 0, miss: float = 0.0, capture: float = 0.0, irq: bool = True
    ) -> None:
        self.clock = VirtualClock()
        self.chip = SimulatedChip(self.clock, random.Random(seed), capture=capture)
        self.chip.tags = [SimulatedTag(uid, miss) for uid in tags]
        chip = self.chip
        self.driver = pn5180.PN5180(
            chip, chip.nss, chip.busy, chip.reset, self.clock.sleep_us, self.clock.ticks_us, chip.irq if irq else None
        )

    def started(self) -> "Bench":
        assert self.driver.begin() == (4, 5)
        return self

    def inventory(self) -> set[bytes]:
        found = inventory(self.driver, Figures())
        assert found is not None
        return found


@pytest.mark.parametrize("count", [0, 1, 2, 8, 14, 24, 60, 136])
@pytest.mark.parametrize("irq", [True, False])
def test_all_tags_are_found(count: int, irq: bool) -> None:
    tags = uids(count, count)
    bench = Bench(tags, irq=irq).started()
    assert bench.inventory() == set(tags)
    assert bench.inventory() == set(tags)


def test_a_lone_tag_ending_in_a_zero_nibble_and_near_twins_are_told_apart() -> None:
    tags = [
        bytes.fromhex("E004010000000000"),
        bytes.fromhex("E004010000000010"),
        bytes.fromhex("E004010000000100"),
        bytes.fromhex("E014010000000000"),
    ]
    assert Bench(tags[:1]).started().inventory() == set(tags[:1])
    assert Bench(tags).started().inventory() == set(tags)


def test_an_unnoticed_collision_never_invents_a_tag() -> None:
    tags = uids(5, 30)
    bench = Bench(tags, capture=0.5).started()
    for _ in range(20):
        assert bench.inventory() <= set(tags)


def test_missed_tags_are_missing_and_nothing_else() -> None:
    tags = uids(6, 14)
    bench = Bench(tags, seed=1, miss=0.05).started()
    seen = [bench.inventory() for _ in range(40)]
    assert all(one <= set(tags) for one in seen)
    assert set().union(*seen) == set(tags)
    assert any(len(one) < 14 for one in seen)


def test_a_tag_that_vanishes_in_mid_inventory_does_not_stop_it() -> None:
    tags = uids(7, 14)
    bench = Bench(tags).started()
    asked = 0

    def take_one_away() -> bool:
        nonlocal asked
        asked += 1
        if asked == 2:
            bench.chip.tags = bench.chip.tags[1:]
        return True

    found = inventory(bench.driver, Figures(), take_one_away)
    assert found is not None
    assert set(tags[1:]) <= found


def test_an_inventory_that_runs_out_of_time_says_so_instead_of_missing_tags() -> None:
    bench = Bench(uids(8, 30)).started()
    assert inventory(bench.driver, Figures(), lambda: False) is None


def test_a_chip_that_is_not_there_is_named_with_what_to_check() -> None:
    bench = Bench([])
    bench.chip.dead = True
    with pytest.raises(pn5180.ReaderError, match="BUSY"):
        bench.driver.begin()


def test_a_scan_of_a_hand_stays_near_the_air_time() -> None:
    """hardware.md: 0.1 ms an SPI frame, at most 4 frames a slot, median of 14 tags within 1.35 of pure air time."""
    ratios, frames = [], []
    for seed in range(40):
        bench = Bench(uids(seed, 14)).started()
        figures = Figures()
        began, air, sent = bench.clock.now, bench.chip.air_us, bench.driver.frames
        assert inventory(bench.driver, figures) is not None
        ratios.append((bench.clock.now - began) / (bench.chip.air_us - air))
        frames.append((bench.driver.frames - sent) / figures.slots)
    assert statistics.median(ratios) <= 1.35
    assert statistics.median(frames) <= 4
