"""Places on the table that have a meaning."""

from dataclasses import dataclass
from enum import StrEnum

from engine.tiles import Seat


class ZoneKind(StrEnum):
    """What a place is for. `ELSEWHERE` is everything no antenna is meant to read: wall, fingers, box, floor."""

    HAND = "hand"
    RIVER = "river"
    MELDS = "melds"
    DORA = "dora"
    POOL = "pool"
    ELSEWHERE = "elsewhere"


@dataclass(frozen=True, slots=True, order=True)
class Zone:
    """A place on the table: `hand`, `river` and `melds` belong to a seat, the others to the table (seat None)."""

    kind: ZoneKind
    seat: Seat | None = None

    def __str__(self) -> str:
        return self.kind.value if self.seat is None else f"{self.kind.value}:{self.seat}"

    @classmethod
    def parse(cls, text: str) -> "Zone":
        """The zone of `hand:0`, `dora` ...; raises `ValueError` naming what is allowed."""
        kind_text, _, seat_text = text.partition(":")
        try:
            kind = ZoneKind(kind_text)
        except ValueError:
            raise ValueError(f"{text!r} is no zone: write hand:0, river:3, melds:1, dora, pool or elsewhere") from None
        seated = kind in (ZoneKind.HAND, ZoneKind.RIVER, ZoneKind.MELDS)
        if seated != bool(seat_text) or (seated and seat_text not in ("0", "1", "2", "3")):
            raise ValueError(f"{text!r}: hand, river and melds take a seat 0-3 (hand:0), the other zones none")
        return cls(kind, int(seat_text) if seated else None)


ELSEWHERE = Zone(ZoneKind.ELSEWHERE)
DORA_PAD = Zone(ZoneKind.DORA)
POOL = Zone(ZoneKind.POOL)


def hand_of(seat: Seat) -> Zone:
    """The rack of a seat."""
    return Zone(ZoneKind.HAND, seat)


def river_of(seat: Seat) -> Zone:
    """The discards of a seat."""
    return Zone(ZoneKind.RIVER, seat)


def melds_of(seat: Seat) -> Zone:
    """The shown sets of a seat."""
    return Zone(ZoneKind.MELDS, seat)
