"""A plan of the table for pictures: where each antenna of a layout lies, in millimetres of the reference table.

Seat 0 sits at the bottom, the others follow counter-clockwise. The plan shows proportions; what an antenna really reads
is for `jantaku survey` to say.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Final

from engine.tiles import SEATS, Seat
from hal.layout import Antenna, Layout
from hal.zones import ZoneKind

SIZE: Final = 900
"""Length of the table's sides."""

_MIDDLE: Final = SIZE / 2

COLOURS: Final[Mapping[ZoneKind, tuple[str, str]]] = {
    ZoneKind.HAND: ("#ffffff", "#2d5d8a"),
    ZoneKind.RIVER: ("#e4eef8", "#2d5d8a"),
    ZoneKind.MELDS: ("#f0e6f7", "#7b4b9a"),
    ZoneKind.DORA: ("#fde3e0", "#b3402f"),
    ZoneKind.POOL: ("#e4eef8", "#2d5d8a"),
}
"""Fill and line of each kind of zone."""


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle on the plan."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def turned(self, seat: Seat) -> "Box":
        """The same box at another seat than 0."""
        x, y, width, height = self.x, self.y, self.width, self.height
        for _ in range(seat):
            x, y, width, height = y, SIZE - x - width, height, width
        return Box(x, y, width, height)


def at_seat(x: float, y: float, seat: Seat) -> tuple[float, float]:
    """A point given for seat 0, at another seat."""
    for _ in range(seat):
        x, y = y, SIZE - x
    return x, y


_OWN: Final = {
    (ZoneKind.HAND, False): Box(240, 785, 330, 34),
    (ZoneKind.HAND, True): Box(580, 785, 40, 34),
    (ZoneKind.RIVER, False): Box(345, 575, 210, 115),
    (ZoneKind.MELDS, False): Box(635, 762, 150, 57),
}
_SHARED: Final = {ZoneKind.DORA: Box(365, 415, 170, 70), ZoneKind.POOL: Box(280, 280, 340, 340)}


def plan_of(layout: Layout) -> dict[str, Box]:
    """Where each antenna of a layout lies; antennas of one zone share its place from left to right."""
    boxes: dict[str, Box] = {}
    for antenna in layout.antennas:
        alike = [other for other in layout.antennas_of(antenna.zone) if other.pad == antenna.pad]
        place = alike.index(antenna)
        seat = antenna.zone.seat
        whole = _SHARED[antenna.zone.kind] if seat is None else _OWN[antenna.zone.kind, antenna.pad]
        if antenna.zone.kind is ZoneKind.POOL:
            half = Box(whole.x, whole.y, whole.width / 2, whole.height / 2)
            box = Box(half.x + half.width * (place % 2), half.y + half.height * (place // 2), half.width, half.height)
        else:
            width = whole.width / len(alike)
            box = Box(whole.x + width * place, whole.y, width, whole.height)
        boxes[antenna.name] = box.turned(seat or 0)
    return boxes


class Picture:
    """An SVG of the table, drawn over the plan of a layout."""

    def __init__(self, layout: Layout, title: str) -> None:
        self.boxes: Final = plan_of(layout)
        self._parts: Final[list[str]] = []
        self._title: Final = title
        self._legend: Final[list[tuple[str, str]]] = []
        for seat in SEATS:
            self.text(*at_seat(_MIDDLE, 848, seat), f"seat {seat}", 14)

    def antenna(self, antenna: Antenna, fill: str | None = None, note: str = "") -> None:
        """An antenna, with a colour of its own, and a note in its middle."""
        box = self.boxes[antenna.name]
        plain, line = COLOURS[antenna.zone.kind]
        self._parts.append(
            f'<rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" rx="5" '
            f'fill="{fill or plain}" stroke="{line}" stroke-width="2"><title>{escape(antenna.name)}</title></rect>'
        )
        if note:
            self.text(*box.middle, note, 11)

    def text(self, x: float, y: float, text: str, size: int = 13) -> None:
        """Text around a point."""
        self._parts.append(f'<text x="{x:.1f}" y="{y + size / 3:.1f}" font-size="{size}">{escape(text)}</text>')

    def dot(self, x: float, y: float, fill: str, text: str, title: str) -> None:
        """A round mark with a short text in it."""
        self._parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="15" fill="{fill}" stroke="#1c2733"><title>{escape(title)}</title>'
            "</circle>"
        )
        self.text(x, y, text, 11)

    def line(self, start: tuple[float, float], end: tuple[float, float], colour: str) -> None:
        """A dashed line between two points."""
        (x1, y1), (x2, y2) = start, end
        self._parts.append(
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" stroke-width="2" '
            'stroke-dasharray="5 4"/>'
        )

    def legend(self, colour: str, text: str) -> None:
        """A line of the legend below the table."""
        self._legend.append((colour, text))

    def svg(self) -> str:
        """The picture as a file's content."""
        height = SIZE + 60 + 24 * len(self._legend)
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {height}" role="img" '
            f'aria-label="{escape(self._title)}">',
            "<style>text { font-family: system-ui, sans-serif; fill: #1c2733; text-anchor: middle } "
            ".legend { text-anchor: start }</style>",
            f'<rect width="{SIZE}" height="{height}" fill="#fff"/>',
            f'<rect x="20" y="20" width="{SIZE - 40}" height="{SIZE - 40}" rx="24" fill="#dcebe0" stroke="#4b7a5b" '
            'stroke-width="3"/>',
            *self._parts,
            f'<text x="{_MIDDLE}" y="{SIZE + 30}" font-size="20">{escape(self._title)}</text>',
        ]
        for place, (colour, text) in enumerate(self._legend):
            y = SIZE + 62 + 24 * place
            lines.append(f'<circle cx="40" cy="{y - 5}" r="9" fill="{colour}" stroke="#1c2733"/>')
            lines.append(f'<text class="legend" x="60" y="{y}" font-size="15">{escape(text)}</text>')
        return "\n".join([*lines, "</svg>", ""])


GOOD, WEAK, BAD, UNKNOWN = "#8fd19e", "#ffd257", "#f08a7c", "#d5dbe1"
"""Colours of a good, a weak and a bad reading, and of none."""


def rate_colour(rate: float | None) -> str:
    """The colour of a read rate 0-1: good from 95 %, weak from 80 %; None is unknown."""
    if rate is None:
        return UNKNOWN
    if rate >= 0.95:
        return GOOD
    return WEAK if rate >= 0.8 else BAD
