"""Switches for what goes wrong at the simulated table, to be thrown while it runs."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from engine.tiles import Seat, Tile
from hal.errors import WorldError
from hal.ports import Millis, TagId
from hal.sim.panels import SimulatedButtons
from hal.zones import Zone

if TYPE_CHECKING:
    from hal.sim.table import PanelledApparatus, SimulatedTable

_SHARES: Final = ("corrupt", "drop", "duplicate")
_WIRED: Final = (*_SHARES, "delay", "reboot", "version", "clone", "unclone")
KINDS: Final = (*_WIRED, "silence", "unplug", "restore", "blind")
"""What `plan` knows."""


class Faults:
    """Boards and antennas the table does not have raise `LayoutError`, tiles `WorldError`.

    What happens to bytes and programs (`corrupt` to `unclone`) needs a table of depth wire or firmware; elsewhere it
    raises `WorldError`.
    """

    def __init__(self, table: "SimulatedTable") -> None:
        self._table: Final = table

    # ---- at every depth

    def silence(self, board: str) -> None:
        """A board stops answering; the driver notices after 2 s. Its seat's buttons are dead too."""
        self._table.reader.silence(board)

    def unplug(self, board: str) -> None:
        """A board's cable is pulled; the driver notices at once."""
        self._table.reader.unplug(board)

    def restore(self, board: str) -> None:
        """A silent or unplugged board works again; on a wire it comes back under another device name."""
        self._table.reader.restore(board)

    def blind(self, antenna: str, duration: Millis = 3_000) -> None:
        """Lay a phone on an antenna for a while."""
        self._table.reader.blind(antenna, self._table.now + duration)

    def shade(self, tile: Tile) -> None:
        """Nobody reads the tile's tag any more, wherever it lies, until `unshade`."""
        self._table.field.shade(tile)

    def unshade(self, tile: Tile) -> None:
        """The tile's tag can be read again."""
        self._table.field.unshade(tile)

    def lay_tag(self, tag: TagId, zone: Zone) -> None:
        """A tag that is in no tile of the table's set lies in a zone, until `take_tag`."""
        self._table.field.lay_tag(tag, zone)

    def take_tag(self, tag: TagId) -> None:
        """It is taken away."""
        self._table.field.take_tag(tag)

    def silence_panel(self, seat: Seat) -> None:
        """A seat's panel, a board of its own at depth ports, stops answering; the driver notices after 2 s."""
        self._panels.silence(seat)

    def restore_panel(self, seat: Seat) -> None:
        """A silent panel works again."""
        self._panels.restore(seat)

    def jam(self) -> None:
        """The shuffler jams, until `clear_jam`."""
        self._table.machine.jam()

    def clear_jam(self) -> None:
        """The shuffler is free again."""
        self._table.machine.clear()

    # ---- on the wire

    def corrupt(self, board: str, share: float) -> None:
        """So large a share of all writes, both ways, has a byte changed, lost or added."""
        self._bench.disturb(board, "corrupt", share)

    def drop(self, board: str, share: float) -> None:
        """So large a share of all writes is lost."""
        self._bench.disturb(board, "drop", share)

    def duplicate(self, board: str, share: float) -> None:
        """So large a share of all writes arrives twice."""
        self._bench.disturb(board, "duplicate", share)

    def delay(self, board: str, most: Millis) -> None:
        """Every write takes up to so long."""
        self._bench.disturb(board, "delay", most)

    def reboot(self, board: str) -> None:
        """A board starts again."""
        self._bench.reboot(board)

    def wrong_version(self, board: str, version: int | None) -> None:
        """A board starts again with firmware of another protocol version; None: with the right one."""
        self._bench.pretend(board, version)

    def clone(self, board: str) -> None:
        """A second board that says it is this one is plugged in."""
        self._bench.clone(board)

    def unclone(self, board: str) -> None:
        """It is pulled again."""
        self._bench.unplug(f"clone of {board}")

    @property
    def _panels(self) -> SimulatedButtons:
        buttons = self._table.buttons
        if not isinstance(buttons, SimulatedButtons):
            raise WorldError("the panels of these boards are on them: silence the board, or choose depth ports")
        return buttons

    @property
    def _bench(self) -> "PanelledApparatus":
        bench = self._table.bench
        if bench is None:
            raise WorldError("this fault happens to bytes: simulate the table at depth wire or firmware")
        return bench

    # ---- by the clock

    def plan(self, texts: Sequence[str]) -> None:
        """Throw switches at given times: each text is SECONDS:KIND:BOARD[:AMOUNT], seconds from now.

        KIND is one of `KINDS`; `blind` takes an antenna and seconds, `corrupt`, `drop` and `duplicate` a share from 0
        to 1, `delay` milliseconds, `version` a protocol version (none: the right one). Raises `WorldError` for a
        text that means nothing, before anything is planned.
        """
        planned = [self._read(text) for text in texts]
        for seconds, action in planned:
            self._table.schedule(self._table.now + round(seconds * 1_000), action)

    def _read(self, text: str) -> tuple[float, Callable[[], None]]:
        parts = [*text.split(":"), "", ""]
        try:
            seconds, kind, where = float(parts[0]), parts[1], parts[2]
            amount = float(parts[3]) if parts[3] else None
        except ValueError:
            raise WorldError(
                f"fault {text!r}: write SECONDS:KIND:BOARD[:AMOUNT], for example 60:unplug:seat1"
            ) from None
        if kind not in KINDS or seconds < 0:
            raise WorldError(f"fault {text!r}: there are {', '.join(KINDS)}")
        boards = self._bench.boards if kind in _WIRED else self._table.reader.boards
        if kind != "blind" and where not in boards:
            raise WorldError(f"fault {text!r}: this table has no board {where!r}; it has {', '.join(boards)}")
        if kind == "blind":
            self._table.layout.antenna(where)
        if kind in _SHARES and not 0 <= (amount or 0) <= 1:
            raise WorldError(f"fault {text!r}: the amount is a share from 0 to 1")
        return seconds, self._action(kind, where, amount)

    def _action(self, kind: str, where: str, amount: float | None) -> Callable[[], None]:
        if kind in (*_SHARES, "delay"):
            return lambda: self._bench.disturb(where, kind, amount or 0)
        if kind == "version":
            return lambda: self.wrong_version(where, None if amount is None else int(amount))
        if kind == "blind":
            return lambda: self.blind(where, round((amount or 3) * 1_000))
        switches: dict[str, Callable[[str], None]] = {
            "silence": self.silence,
            "unplug": self.unplug,
            "restore": self.restore,
            "reboot": self.reboot,
            "clone": self.clone,
            "unclone": self.unclone,
        }
        return lambda: switches[kind](where)
