"""ISO 15693 inventory: which tags are in the field of one antenna, by a tree of masks.

A round asks all tags whose UID ends in a mask; each answers in the one of 16 slots that its next four bits name.
Where two answer at once the mask grows by that slot. Runs on MicroPython and CPython.
"""

try:
    from collections.abc import Callable
except ImportError:  # MicroPython, which never looks at a quoted annotation
    pass

from firmware import pn5180

MAX_MASK_BITS = 60


class Figures:
    """What one inventory took: rounds, slots, and how many slots held one tag, or several."""

    def __init__(self) -> None:
        self.rounds = 0
        self.slots = 0
        self.tags = 0
        self.collisions = 0


def inventory(
    chip: pn5180.PN5180, figures: Figures, keep_going: "Callable[[], bool] | None" = None
) -> "set[bytes] | None":
    """The UIDs (8 bytes, most significant first) of all tags that answered.

    `keep_going` is asked before each round; when it says no, the inventory is given up and None returned, for half
    an inventory would look like missing tags. A UID that answers differently from its mask and slot is dropped: a
    collision the chip did not notice can look like a tag that does not exist.
    """
    found: set[bytes] = set()
    masks = [(0, 0)]
    while masks:
        if keep_going is not None and not keep_going():
            return None
        mask, bits = masks.pop()
        figures.rounds += 1
        chip.begin_inventory(mask, bits, 16)
        for slot in range(16):
            if slot:
                chip.next_slot()
            figures.slots += 1
            kind, uid = chip.slot()
            ending = mask | slot << bits
            if kind == pn5180.TAG:
                figures.tags += 1
                if int.from_bytes(uid, "big") & ((16 << bits) - 1) == ending and uid[0] == 0xE0:
                    found.add(uid)
            elif kind == pn5180.COLLISION:
                figures.collisions += 1
                if bits + 4 <= MAX_MASK_BITS:
                    masks.append((ending, bits + 4))
    return found
