"""The table at work, as the doctor sees it: boards and their versions, how often and how well each antenna reads.

Pure: observations in, findings and pictures out.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from controller.bringup.chance import may_read
from controller.bringup.survey import GOOD_RATE
from controller.bringup.tableplan import BAD, GOOD, SIZE, UNKNOWN, WEAK, Picture, plan_of, rate_colour
from hal.findings import Finding
from hal.layout import Layout
from hal.ports import BoardStatus, Millis, Scan, TagId

LYING: Final = 0.3
"""A tag seen in so many of an antenna's inventories lies there; a rarer one is a neighbour's or a ghost."""

SLOWEST: Final = 0.3
"""Inventories a second below which play is slow."""


@dataclass
class AntennaFigures:
    """What one antenna did."""

    scans: int = 0
    seen: dict[TagId, int] = field(default_factory=dict)
    with_reference: int = 0
    without_reference: int = 0

    def counts(self) -> tuple[int, int]:
        """How often what lies there, tiles and reference tag, was read, and how often it could have been."""
        lying = [times for times in self.seen.values() if times >= LYING * self.scans]
        referenced = self.with_reference + self.without_reference
        return sum(lying) + self.with_reference, len(lying) * self.scans + referenced

    def rate(self) -> float | None:
        """How often what lies there is read, 0-1; None if nothing lies there."""
        hits, trials = self.counts()
        return hits / trials if trials else None


class TableCheck:
    """Takes everything a table says for a while; then `findings` and the pictures."""

    def __init__(self, layout: Layout) -> None:
        self._layout: Final = layout
        self._boards: Final[dict[str, BoardStatus]] = {}
        self.antennas: Final = {name: AntennaFigures() for name in layout.by_name}
        self._began: Millis | None = None
        self._until: Millis = 0

    def take(self, observed: object, now: Millis) -> None:
        """One observation, at a time."""
        if self._began is None:
            self._began = now
        self._until = now
        if isinstance(observed, BoardStatus):
            self._boards[observed.board] = observed
        elif isinstance(observed, Scan) and observed.antenna in self.antennas:
            figures = self.antennas[observed.antenna]
            figures.scans += 1
            for tag in observed.tags:
                figures.seen[tag] = figures.seen.get(tag, 0) + 1
            figures.with_reference += observed.reference is True
            figures.without_reference += observed.reference is False

    @property
    def seconds(self) -> float:
        """How long it was looked."""
        return 0.0 if self._began is None else (self._until - self._began) / 1_000

    def findings(self) -> Iterator[Finding]:
        """A finding a board, and one for each antenna that is not all right."""
        for board in self._layout.boards:
            yield self._board(board)
        faults = [finding for name in self._layout.by_name if (finding := self._antenna(name)) is not None]
        yield from faults
        rates = [figures.scans / max(self.seconds, 0.001) for figures in self.antennas.values() if figures.scans]
        if rates and not faults:
            text = f"{len(rates)} read, {min(rates):.1f} to {max(rates):.1f} times a second each"
            yield Finding("Antennas", "ok", text)

    def _board(self, board: str) -> Finding:
        status = self._boards.get(board)
        if status is None:
            if any(self.antennas[antenna.name].scans for antenna in self._layout.on_board(board)):
                return Finding("Boards", "ok", f"{board} reads")
            return Finding(
                "Boards", "fault", f"{board} has not been heard of", "plug it in; is it flashed with this name?"
            )
        if status.online:
            return Finding("Boards", "ok", f"{board}: {status.reason or 'online'}")
        return Finding(
            "Boards", "fault", f"{board} is away: {status.reason}", "see what it says; jantaku flash sets it up"
        )

    def _antenna(self, name: str) -> Finding | None:
        figures = self.antennas[name]
        antenna = self._layout.by_name[name]
        status = self._boards.get(antenna.board)
        if not figures.scans:
            if status is None or not status.online:
                return None  # said of the board
            return Finding("Antennas", "fault", f"{name} is never read", "check the antenna's plug and the switch")
        if figures.without_reference > figures.with_reference:
            advice = "take metal and phones away; check the loop's plug, its tuning and the reference tag"
            return Finding("Antennas", "fault", f"{name} does not see its reference tag: it is blind", advice)
        rate = figures.rate()
        if rate is not None and rate < GOOD_RATE and not may_read(*figures.counts(), GOOD_RATE):
            text = f"{name} reads what lies there in {rate:.0%} of the inventories"
            advice = "turn or move the tiles; if it stays so, tune the antenna (docs/hardware.md)"
            return Finding("Antennas", "warning" if rate >= 0.6 else "fault", text, advice)
        pace = figures.scans / max(self.seconds, 0.001)
        if pace < SLOWEST:
            advice = "too many tags in its field? Clear what is not played with away from the antennas"
            return Finding("Antennas", "warning", f"{name} is read only {pace:.2f} times a second", advice)
        return None

    def text_picture(self, width: int = 90, height: int = 32) -> list[str]:
        """The table in characters: how well each antenna reads; `ok`: nothing lies there, `--`: silent."""
        canvas = [[" "] * width for _ in range(height)]
        for name, box in plan_of(self._layout).items():
            label = self._label(name)
            x, y = box.middle
            row = min(height - 1, int(y / SIZE * height))
            column = int(x / SIZE * width) - len(label) // 2
            for place, character in enumerate(label):
                canvas[row][min(width - 1, column + place)] = character
        return ["".join(row).rstrip() for row in canvas]

    def _label(self, name: str) -> str:
        figures = self.antennas[name]
        if not figures.scans:
            return "--"
        rate = figures.rate()
        return "ok" if rate is None else f"{rate:.0%}"

    def picture(self, title: str) -> str:
        """The table as SVG, each antenna coloured by how well it reads."""
        drawing = Picture(self._layout, title)
        for antenna in self._layout.antennas:
            figures = self.antennas[antenna.name]
            rate = figures.rate() if figures.scans else None
            fill = rate_colour(rate) if figures.scans and rate is not None else (GOOD if figures.scans else UNKNOWN)
            drawing.antenna(antenna, fill, self._label(antenna.name))
        drawing.legend(GOOD, "reads what lies there in at least 95 % of its inventories, or nothing lies there (ok)")
        drawing.legend(WEAK, "at least 80 %")
        drawing.legend(BAD, "less")
        drawing.legend(UNKNOWN, "silent")
        return drawing.svg()


def antenna_rows(check: TableCheck) -> Iterator[Mapping[str, object]]:
    """Each antenna's figures, for `--json`."""
    for name, figures in check.antennas.items():
        rate = figures.rate()
        yield {
            "antenna": name,
            "per_second": round(figures.scans / max(check.seconds, 0.001), 2),
            "rate": None if rate is None else round(rate, 3),
            "tags": sum(times >= LYING * figures.scans for times in figures.seen.values()),
        }
