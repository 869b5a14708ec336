"""Surveying the table: one tile walks over it, and at each spot every antenna says how often it reads it.

Pure: spots, tallies and verdicts, without I/O.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from controller.bringup.chance import may_be_quiet, may_read
from controller.bringup.tableplan import BAD, GOOD, WEAK, Picture, at_seat, plan_of, rate_colour
from engine.tiles import SEATS
from hal.layout import Layout
from hal.ports import Scan, TagId
from hal.zones import Zone, ZoneKind

FORMAT: Final = "jantaku-survey"
VERSION: Final = 1

CROSSTALK: Final = 0.1
"""An antenna of another zone that reads a tile this often will disturb."""
HARMLESS: Final = 0.02
"""One that reads it no oftener than this will not."""

GOOD_RATE: Final = 0.95
WEAK_RATE: Final = 0.8

Verdict = Literal["good", "weak", "dead", "quiet", "overheard"]
"""`good`, `weak`, `dead`: how well its zone reads the spot. A spot of the wall is `quiet` or `overheard`."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place to lay the tile. `zone` None: the wall, where nothing should read it."""

    name: str
    zone: Zone | None
    x: float
    y: float
    pad: bool = False

    @property
    def how(self) -> str:
        """How the tile is put down there."""
        if self.zone is None:
            return "standing as in a wall, face down"
        return "standing in the rack" if self.zone.kind is ZoneKind.HAND else "lying, face up"


def spots_of(layout: Layout) -> list[Spot]:
    """The spots of a survey: three on each antenna (one on a small pad), and three where each wall stands."""
    spots: list[Spot] = []
    for name, box in plan_of(layout).items():
        antenna = layout.by_name[name]
        if antenna.pad:
            spots.append(Spot(name, antenna.zone, *box.middle, pad=True))
            continue
        for place, part in (("left", 1 / 6), ("middle", 1 / 2), ("right", 5 / 6)):
            along = box.width >= box.height
            x = box.x + box.width * (part if along else 1 / 2)
            y = box.y + box.height * (1 / 2 if along else part)
            spots.append(Spot(f"{name} {place}", antenna.zone, x, y))
    if layout.reads(Zone(ZoneKind.HAND, 3)):
        for seat in SEATS:
            for place, x in (("left", 330), ("middle", 450), ("right", 570)):
                spots.append(Spot(f"wall of seat {seat} {place}", None, *at_seat(x, 735, seat)))
    return spots


@dataclass
class Tally:
    """What the antennas have read at one spot."""

    spot: Spot
    scans: dict[str, int] = field(default_factory=dict)
    reads: dict[str, int] = field(default_factory=dict)

    def take(self, scan: Scan, tag: TagId) -> None:
        """One whole inventory of an antenna."""
        self.scans[scan.antenna] = self.scans.get(scan.antenna, 0) + 1
        if tag in scan.tags:
            self.reads[scan.antenna] = self.reads.get(scan.antenna, 0) + 1

    def enough(self, antennas: Iterable[str], scans: int) -> bool:
        """Whether each antenna was heard so often."""
        return all(self.scans.get(name, 0) >= scans for name in antennas)

    def may_read(self, antennas: Iterable[str], rate: float) -> bool:
        """Whether one of the antennas may well read the tile in that share (0-1) of its inventories."""
        return any(may_read(self.reads.get(name, 0), self.scans[name], rate) for name in antennas)

    def rates(self) -> dict[str, float]:
        """How often each antenna read the tile, 0-1; antennas that never did are left out."""
        return {name: round(reads / self.scans[name], 3) for name, reads in self.reads.items()}


@dataclass(frozen=True)
class Finding:
    """One spot of a finished survey."""

    spot: Spot
    rates: Mapping[str, float]
    verdict: Verdict
    strangers: Mapping[str, float]
    """Antennas of other zones that read the tile here."""


def judge(tally: Tally, layout: Layout) -> Finding:
    """What a spot's tally means; what a good antenna may well show by chance is not held against it."""
    zone = tally.spot.zone
    own = [name for name in tally.scans if layout.by_name[name].zone == zone]
    rates = tally.rates()
    strangers = {
        name: rate
        for name, rate in rates.items()
        if name not in own and rate >= CROSSTALK and not may_be_quiet(tally.reads[name], tally.scans[name], HARMLESS)
    }
    verdict: Verdict
    if zone is None:
        verdict = "overheard" if strangers else "quiet"
    else:
        verdict = "good" if tally.may_read(own, GOOD_RATE) else "weak" if tally.may_read(own, WEAK_RATE) else "dead"
    return Finding(tally.spot, rates, verdict, strangers)


def as_json(findings: Sequence[Finding], *, tag: TagId, driver: str, when: str, scans: int) -> dict[str, Any]:
    """A survey as a file holds it."""
    rows = [
        {
            "spot": finding.spot.name,
            "zone": None if finding.spot.zone is None else str(finding.spot.zone),
            "x": round(finding.spot.x),
            "y": round(finding.spot.y),
            "rates": dict(finding.rates),
            "verdict": finding.verdict,
            "strangers": dict(finding.strangers),
        }
        for finding in findings
    ]
    return {
        "format": FORMAT, "version": VERSION, "when": when, "driver": driver, "tag": tag, "scans": scans, "spots": rows
    }  # fmt: skip


def picture(findings: Sequence[Finding], layout: Layout, title: str) -> str:
    """The survey as an SVG: each spot with its rate, and a line to every antenna that should not have read it."""
    drawing = Picture(layout, title)
    for antenna in layout.antennas:
        drawing.antenna(antenna)
    for finding in findings:
        for name in finding.strangers:
            drawing.line((finding.spot.x, finding.spot.y), drawing.boxes[name].middle, "#b3402f")
    for finding in findings:
        spot, rate = finding.spot, _shown(finding, layout)
        colour = rate_colour(rate) if spot.zone is not None else (BAD if finding.strangers else GOOD)
        rates = ", ".join(f"{name} {value:.0%}" for name, value in finding.rates.items()) or "nothing"
        drawing.dot(spot.x, spot.y, colour, f"{rate * 100:.0f}", f"{spot.name}: {rates}")
    drawing.legend(GOOD, "read in at least 95 % of the inventories; in a wall: not read")
    drawing.legend(WEAK, "read in at least 80 %")
    drawing.legend(BAD, "read less often; in a wall: overheard. A dashed line leads to an antenna of another zone")
    return drawing.svg()


def _shown(finding: Finding, layout: Layout) -> float:
    zone = finding.spot.zone
    rates = (rate for name, rate in finding.rates.items() if zone is None or layout.by_name[name].zone == zone)
    return max(rates, default=0.0)


def advice(findings: Sequence[Finding]) -> list[str]:
    """What to do about the spots that are not good, a sentence each."""
    out: list[str] = []
    for finding in findings:
        name = finding.spot.name
        if finding.verdict == "dead":
            out.append(f"{name}: hardly read; check the loop, its tuning and how the tag lies to it")
        elif finding.verdict == "weak":
            out.append(f"{name}: read too seldom; move the loop closer, or tune it with the tiles in place")
        for other, rate in finding.strangers.items():
            what = "a tile in the wall" if finding.spot.zone is None else "the tile there"
            out.append(f"{name}: {other} reads {what} too ({rate:.0%}); shield it with ferrite or lower its power")
    return out
