"""Which antenna to read next: the air belongs where the game is, and nothing is forgotten.

Half of the turns go round the favoured antennas (where the next move is expected), half sweep over all, longest
unread first. An antenna whose last inventory changed is read again at once, a few times: what the table must see
twice it sees twice soon. Runs on MicroPython and CPython; times are milliseconds.
"""

REPEATS = 2
"""How often an antenna is read again after a change."""


class Scheduler:
    """The order of inventories of one board's antennas, numbered from 0.

    The field may be on only during turns the host grants, because neighbouring boards disturb each other.
    """

    def __init__(self, antennas: int) -> None:
        self._read_at: list[int] = [-1] * antennas
        self._again: list[int] = [0] * antennas
        self._favoured: list[int] = []
        self._next_favoured = 0
        self._favour_turn = True
        self._turn_ends: int | None = None

    def grant(self, now: int, milliseconds: int, favoured: list[int]) -> None:
        """The field may be on for `milliseconds` from now (0 ends a turn); unknown antennas are passed over."""
        self._turn_ends = now + milliseconds
        self._favoured = [antenna for antenna in favoured if 0 <= antenna < len(self._read_at)]

    def may_read(self, now: int) -> bool:
        """Whether the field may be on now."""
        return self._turn_ends is not None and now < self._turn_ends

    def next(self, now: int) -> "int | None":
        """The antenna to read now, or None while it is another board's turn."""
        if not self.may_read(now) or not self._read_at:
            return None
        for antenna, times in enumerate(self._again):
            if times:
                return antenna
        self._favour_turn = not self._favour_turn
        if self._favoured and self._favour_turn:
            self._next_favoured = (self._next_favoured + 1) % len(self._favoured)
            return self._favoured[self._next_favoured]
        return min(range(len(self._read_at)), key=lambda antenna: self._read_at[antenna])

    def done(self, antenna: int, now: int, changed: bool) -> None:
        """An inventory of the antenna is finished; `changed` if it differs from the one before."""
        self._read_at[antenna] = now
        self._again[antenna] = REPEATS if changed and not self._again[antenna] else max(0, self._again[antenna] - 1)
