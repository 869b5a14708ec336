"""Which antenna of a reader is read next: half of the turns for the favoured, half for a sweep over all."""

from collections.abc import Sequence
from typing import Final

from hal.ports import TagId

REPEATS: Final = 2
"""How often an antenna is read again after a change: what must be seen twice is seen twice soon."""


class Rota:
    """The order of one reader's inventories. `favour` may be called from another thread."""

    def __init__(self, antennas: Sequence[str]) -> None:
        self._names: Final = frozenset(antennas)
        self._order: Final = list(antennas)
        self._favoured: tuple[str, ...] = ()
        self._favoured_at = 0
        self._favour_turn = True
        self._again: Final[dict[str, int]] = {}
        self._last: Final[dict[str, frozenset[TagId]]] = {}

    def favour(self, antennas: Sequence[str]) -> None:
        """These antennas first, as far as the reader has them."""
        self._favoured = tuple(antenna for antenna in antennas if antenna in self._names)

    def next(self) -> str:
        """The antenna to read now."""
        for antenna, times in self._again.items():
            if times:
                return antenna
        favoured = self._favoured
        self._favour_turn = not self._favour_turn
        if favoured and self._favour_turn:
            self._favoured_at = (self._favoured_at + 1) % len(favoured)
            return favoured[self._favoured_at]
        return self._order[0]

    def done(self, antenna: str, tags: frozenset[TagId]) -> None:
        """The antenna was read."""
        self._order.remove(antenna)
        self._order.append(antenna)
        left = self._again.get(antenna, 0)
        changed = self._last.get(antenna, tags) != tags
        self._last[antenna] = tags
        self._again[antenna] = REPEATS if changed and not left else max(0, left - 1)
