"""The reader chip's driver and the inventory, against a chip and tags simulated at register level."""

import random
import statistics

import pytest

from firmware import pn5180
from firmware.inventory import PROBES, Figures, Memory, inventory, inventory_steps
from hal.sim.chip import SimulatedChip, SimulatedTag, VirtualClock


def uids(seed: int, count: int) -> list[bytes]:
    source = random.Random(seed)
    return [b"\xe0\x04\x01" + source.randbytes(5) for _ in range(count)]


class Bench:
    """A driver on a simulated chip."""

    def __init__(
        self,
        tags: list[bytes],
        *,
        seed: int = 0,
        miss: float = 0.0,
        capture: float = 0.0,
        irq: bool = True,
        frame_us: int = 100,
        busy_sending: bool = False,
    ) -> None:
        self.clock = VirtualClock()
        self.chip = SimulatedChip(self.clock, random.Random(seed), frame_us, capture, busy_sending)
        self.chip.tags = [SimulatedTag(uid, miss) for uid in tags]
        chip = self.chip
        self.driver = pn5180.PN5180(
            chip, chip.nss, chip.busy, chip.reset, self.clock.sleep_us, self.clock.ticks_us, chip.irq if irq else None
        )

    def started(self) -> "Bench":
        assert self.driver.begin() == (4, 5)
        self.driver.field(True)
        return self

    def inventory(self) -> set[bytes]:
        return inventory(self.driver, Figures())


@pytest.mark.parametrize("count", [0, 1, 2, 8, 14, 24, 60, 136])
@pytest.mark.parametrize("irq", [True, False])
@pytest.mark.parametrize("busy_sending", [True, False])
@pytest.mark.parametrize("frame_us", [5, 100, 400])
def test_all_tags_are_found(count: int, irq: bool, busy_sending: bool, frame_us: int) -> None:
    """However quick the bus, whether BUSY covers the air or not: the tags' own times are kept."""
    tags = uids(count, count)
    bench = Bench(tags, irq=irq, busy_sending=busy_sending, frame_us=frame_us).started()
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
    memory = Memory()
    steps = inventory_steps(bench.driver, Figures(), memory)
    for _ in range(20):
        next(steps)
    bench.chip.tags = bench.chip.tags[1:]
    for _ in steps:
        pass
    assert memory.tags is not None
    assert set(tags[1:]) <= memory.tags


def test_a_chip_that_is_not_there_is_named_with_what_to_check() -> None:
    bench = Bench([])
    bench.chip.dead = True
    with pytest.raises(pn5180.ReaderError, match="BUSY"):
        bench.driver.begin()


@pytest.mark.parametrize("level", [0, 1])
def test_an_interrupt_wire_that_hangs_in_the_air_is_named(level: int) -> None:
    bench = Bench([])
    chip, clock = bench.chip, bench.clock
    driver = pn5180.PN5180(chip, chip.nss, chip.busy, chip.reset, clock.sleep_us, clock.ticks_us, irq=lambda: level)
    with pytest.raises(pn5180.ReaderError, match="IRQ does not follow"):
        driver.begin()


def test_a_chip_that_lost_its_settings_is_named_and_does_not_look_empty() -> None:
    """After a dip of the supply it takes every command and sends nothing."""
    tags, memory = uids(14, 3), Memory()
    bench = Bench(tags).started()
    bench.chip.restart()
    with pytest.raises(pn5180.ReaderError, match="sends nothing"):
        inventory(bench.driver, Figures(), memory)
    memory.tags = set()  # it had been empty: only probed
    with pytest.raises(pn5180.ReaderError, match="sends nothing"):
        inventory(bench.driver, Figures(), memory)
    assert bench.started().inventory() == set(tags)


def test_a_field_that_is_off_may_be_switched_off() -> None:
    bench = Bench([])
    bench.driver.begin()
    assert not bench.chip.field_is_on()
    bench.driver.field(False)
    bench.driver.field(True)
    assert bench.chip.field_is_on()
    bench.driver.halt()
    assert not bench.chip.field_is_on()


def test_tags_that_are_hurried_lose_their_place() -> None:
    """What the driver's times are for: the simulated tags keep to the standard."""
    tags = uids(15, 40)
    bench = Bench(tags, frame_us=5).started()
    bench.driver.begin_inventory(0, 0, 16)
    for _ in range(15):
        bench.driver.next_slot()
        bench.clock.sleep_us(4_000)
        assert bench.driver.crowded_slot() == (pn5180.EMPTY, b"")


def measured(count: int, *, remembered: bool) -> tuple[float, float, float]:
    """Medians over 40 sets of tags: time by pure air time, SPI frames a slot, milliseconds; 0.1 ms an SPI frame."""
    ratios, frames, times = [], [], []
    for seed in range(40):
        bench, memory, figures = Bench(uids(seed, count)).started(), Memory(), Figures()
        if remembered:
            inventory(bench.driver, Figures(), memory)
        began, air, sent = bench.clock.now, bench.chip.air_us, bench.driver.frames
        assert inventory(bench.driver, figures, memory) == set(uids(seed, count))
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
        assert inventory(bench.driver, Figures(), memory) == set(tags[:there])
    bench.chip.tags = [SimulatedTag(uid) for uid in tags[: there + 1]]
    assert inventory(bench.driver, Figures(), memory) == set(tags[: there + 1])
    bench.chip.tags = []
    assert inventory(bench.driver, Figures(), memory) == set()


def test_a_tag_swapped_for_another_under_a_probe_is_told_apart() -> None:
    tags, memory = uids(12, 2), Memory()
    bench = Bench(tags[:1]).started()
    assert inventory(bench.driver, Figures(), memory) == {tags[0]}
    bench.chip.tags = [SimulatedTag(tags[1])]
    assert inventory(bench.driver, Figures(), memory) == {tags[1]}


def test_a_collision_no_probe_notices_is_found_by_the_next_whole_inventory() -> None:
    tags, memory = uids(13, 2), Memory()
    bench = Bench(tags[:1], capture=1.0).started()
    assert inventory(bench.driver, Figures(), memory) == {tags[0]}
    bench.chip.tags = [SimulatedTag(uid) for uid in tags]
    seen = [inventory(bench.driver, Figures(), memory) for _ in range(PROBES + 1)]
    assert set(tags) in seen


def test_what_was_crowded_is_forgotten_when_its_tags_are_gone() -> None:
    tags, memory = [b"\xe0\x04\x01\x00\x00\x00" + bytes([n, 0x37]) for n in range(3)], Memory()
    bench = Bench(tags).started()
    assert inventory(bench.driver, Figures(), memory) == set(tags)
    assert memory.crowded
    bench.chip.tags = [SimulatedTag(tags[0])]
    assert inventory(bench.driver, Figures(), memory) == {tags[0]}
    assert not memory.crowded
