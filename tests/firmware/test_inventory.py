"""The reader chip's driver and the inventory, against a chip and tags simulated at register level."""

import random
import statistics

import pytest

from firmware import pn5180
from firmware.inventory import PROBES, Figures, Memory, inventory
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


def measured(count: int, *, remembered: bool) -> tuple[float, float, float]:
    """Medians over 40 sets of tags: time by pure air time, SPI frames a slot, milliseconds; 0.1 ms an SPI frame."""
    ratios, frames, times = [], [], []
    for seed in range(40):
        bench, memory, figures = Bench(uids(seed, count)).started(), Memory(), Figures()
        if remembered:
            inventory(bench.driver, Figures(), None, memory)
        began, air, sent = bench.clock.now, bench.chip.air_us, bench.driver.frames
        assert inventory(bench.driver, figures, None, memory) == set(uids(seed, count))
        ratios.append((bench.clock.now - began) / (bench.chip.air_us - air))
        frames.append((bench.driver.frames - sent) / figures.slots)
        times.append((bench.clock.now - began) / 1_000)
    return statistics.median(ratios), statistics.median(frames), statistics.median(times)


def test_a_scan_of_a_hand_stays_near_the_air_time() -> None:
    """hardware.md: 0.1 ms an SPI frame, at most 4 frames a slot, median of 14 tags within 1.35 of pure air time."""
    ratio, frames, _ = measured(14, remembered=False)
    assert ratio <= 1.2
    assert frames <= 3


def test_remembered_masks_save_frames() -> None:
    fresh, known = measured(14, remembered=False), measured(14, remembered=True)
    assert known[1] < fresh[1] * 0.98
    assert known[0] < fresh[0]


def test_an_antenna_with_nothing_but_its_reference_is_only_probed() -> None:
    assert measured(1, remembered=False)[2] > 14
    assert measured(1, remembered=True)[2] < 7
    assert measured(0, remembered=True)[2] < 3


@pytest.mark.parametrize("there", [0, 1])
def test_a_tag_that_comes_to_a_probed_antenna_is_found_at_once(there: int) -> None:
    tags, memory = uids(11, 3), Memory()
    bench = Bench(tags[:there]).started()
    for _ in range(2 * PROBES):
        assert inventory(bench.driver, Figures(), None, memory) == set(tags[:there])
    bench.chip.tags = [SimulatedTag(uid) for uid in tags[: there + 1]]
    assert inventory(bench.driver, Figures(), None, memory) == set(tags[: there + 1])
    bench.chip.tags = []
    assert inventory(bench.driver, Figures(), None, memory) == set()


def test_a_tag_swapped_for_another_under_a_probe_is_told_apart() -> None:
    tags, memory = uids(12, 2), Memory()
    bench = Bench(tags[:1]).started()
    assert inventory(bench.driver, Figures(), None, memory) == {tags[0]}
    bench.chip.tags = [SimulatedTag(tags[1])]
    assert inventory(bench.driver, Figures(), None, memory) == {tags[1]}


def test_a_collision_no_probe_notices_is_found_by_the_next_whole_inventory() -> None:
    tags, memory = uids(13, 2), Memory()
    bench = Bench(tags[:1], capture=1.0).started()
    assert inventory(bench.driver, Figures(), None, memory) == {tags[0]}
    bench.chip.tags = [SimulatedTag(uid) for uid in tags]
    seen = [inventory(bench.driver, Figures(), None, memory) for _ in range(PROBES + 1)]
    assert set(tags) in seen


def test_what_was_crowded_is_forgotten_when_its_tags_are_gone() -> None:
    tags, memory = [b"\xe0\x04\x01\x00\x00\x00" + bytes([n, 0x37]) for n in range(3)], Memory()
    bench = Bench(tags).started()
    assert inventory(bench.driver, Figures(), None, memory) == set(tags)
    assert memory.crowded
    bench.chip.tags = [SimulatedTag(tags[0])]
    assert inventory(bench.driver, Figures(), None, memory) == {tags[0]}
    assert not memory.crowded
