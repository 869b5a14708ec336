"""Which antenna to read next within a turn: the air belongs where the game is, and nothing is forgotten.

The host grants turns, because neighbouring boards disturb each other, and names the antennas where the next move is
expected: those are read first, in its order. What is left of the turn sweeps over the others, longest unread first and
each once.
An antenna whose inventory has changed is read again soon: what the table must see twice it sees twice in one turn.
Runs on MicroPython and CPython; times are milliseconds.
"""

REPEATS = 2
"""How often within a turn an antenna is read again because it changes."""


class Scheduler:
    """The order of inventories of one board's antennas, numbered from 0."""

    def __init__(self, antennas: int) -> None:
        self._read_at: list[int] = [-1] * antennas
        self._swept: list[bool] = [True] * antennas
        self._queue: list[int] = []
        self._again: list[int] = []
        self._repeats: list[int] = [0] * antennas
        self._read: list[bool] = [False] * antennas
        self._sweep_ends = 0
        self._turn_ends = 0
        self.turn: int | None = None
        """The number of the turn that is running; None: the field must be off."""

    def sweep_only(self, antennas: int) -> None:
        """From now on sweeps pass over the antennas whose bit in `antennas` is not set."""
        self._swept = [bool(antennas >> n & 1) for n in range(len(self._swept))]

    def grant(self, now: int, number: int, sweep_ms: int, most_ms: int, first: "list[int]") -> None:
        """Turn `number` begins: the field may be on for `most_ms`; unknown antennas are passed over."""
        self.turn = number
        self._turn_ends = now + most_ms
        self._sweep_ends = now + sweep_ms
        self._queue = [antenna for antenna in first if 0 <= antenna < len(self._read_at)]
        self._again = []
        self._repeats = [0] * len(self._read_at)
        self._read = [False] * len(self._read_at)

    def may_read(self, now: int) -> bool:
        """Whether the field may be on now."""
        return self.turn is not None and now < self._turn_ends

    def next(self, now: int) -> "int | None":
        """The antenna to read now; None: there is no turn, or nothing is left to do in it and `over` may be called."""
        if not self.may_read(now):
            return None
        if self._queue:
            return self._queue.pop(0)
        if self._again:
            return self._again.pop(0)
        if now >= self._sweep_ends:
            return None
        swept = [n for n in range(len(self._read_at)) if self._swept[n] and not self._read[n]]
        return min(swept, key=lambda antenna: self._read_at[antenna]) if swept else None

    def over(self) -> "int | None":
        """End the turn; gives its number, None if there was none."""
        number, self.turn = self.turn, None
        return number

    def done(self, antenna: int, now: int, changed: bool) -> None:
        """An inventory of the antenna is finished; `changed` if it differs from the one before."""
        self._read_at[antenna] = now
        self._read[antenna] = True
        if changed and self._repeats[antenna] < REPEATS:
            self._repeats[antenna] += 1
            self._again.append(antenna)
