"""ISO 15693 inventory: which tags are in the field of one antenna, by a tree of masks.

A round asks all tags whose UID ends in a mask; each answers in the one of 16 slots that its next four bits name.
Where two answer at once the mask grows by that slot. Runs on MicroPython and CPython.
"""

try:
    from collections.abc import Generator
except ImportError:  # MicroPython, which never looks at a quoted annotation
    pass

from firmware import pn5180

MAX_MASK_BITS = 60
PROBES = 3
"""After so many probes in a row with one slot the antenna gets a whole inventory again."""


class Figures:
    """What inventories took: slots, and how many of them held several tags."""

    def __init__(self) -> None:
        self.slots = 0
        self.collisions = 0


class Memory:
    """What the last inventory of one antenna found, to spend less on the next.

    Where several tags answered in one slot before, the chip is not asked again what it made of their collision. An
    antenna that had no more than one tag (its reference) is only probed: a single slot, to which all tags answer.
    """

    def __init__(self) -> None:
        self.crowded: set[tuple[int, int]] = set()
        self.tags: set[bytes] | None = None
        self.probes = 0

    def forget(self) -> None:
        """The next inventory begins from nothing."""
        self.crowded = set()
        self.tags = None
        self.probes = 0


def inventory(chip: pn5180.PN5180, figures: Figures, memory: "Memory | None" = None) -> "set[bytes]":
    """The UIDs (8 bytes, most significant first) of all tags that answered; see `inventory_steps`."""
    steps = inventory_steps(chip, figures, Memory() if memory is None else memory)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: set[bytes] = end.value
            return found


def inventory_steps(chip: pn5180.PN5180, figures: Figures, memory: Memory) -> "Generator[None, None, set[bytes]]":
    """An inventory that pauses (yields) after each slot, so that a board can do other things; returns the UIDs.

    Whoever has no more time for it lets it go: half an inventory would look like missing tags. A UID that answers
    differently from its mask and slot is dropped: a collision the chip did not notice can look like a tag that does
    not exist. Raises `ReaderError`.
    """
    if memory.tags is not None and len(memory.tags) <= 1 and memory.probes < PROBES:
        memory.probes += 1
        figures.slots += 1
        chip.begin_inventory(0, 0, 1)
        kind, uid = chip.slot()
        yield
        if kind == pn5180.EMPTY:
            chip.check_sent()
            memory.tags = set()
            return set()
        if kind == pn5180.TAG and uid in memory.tags:
            return {uid}
    memory.probes = 0
    found: set[bytes] = set()
    crowded: set[tuple[int, int]] = set()
    masks = [(0, 0)]
    while masks:
        mask, bits = masks.pop()
        chip.begin_inventory(mask, bits, 16)
        for slot in range(16):
            if slot:
                chip.next_slot()
            figures.slots += 1
            ending = mask | slot << bits
            longer = (ending, bits + 4)
            kind, uid = chip.crowded_slot() if longer in memory.crowded else chip.slot()
            if kind == pn5180.TAG:
                if int.from_bytes(uid, "big") & ((16 << bits) - 1) == ending and uid[0] == 0xE0:
                    found.add(uid)
            elif kind == pn5180.COLLISION:
                figures.collisions += 1
                if bits + 4 <= MAX_MASK_BITS:
                    masks.append(longer)
                    crowded.add(longer)
            yield
    if not found:
        chip.check_sent()
    memory.crowded = _still_crowded(crowded, found)
    memory.tags = found
    return found


def _still_crowded(crowded: "set[tuple[int, int]]", found: "set[bytes]") -> "set[tuple[int, int]]":
    """The masks that several of the tags found share: the others had a collision by a mere disturbance."""
    values = [int.from_bytes(uid, "big") for uid in found]
    return {(mask, bits) for mask, bits in crowded if sum([value & ((1 << bits) - 1) == mask for value in values]) > 1}
