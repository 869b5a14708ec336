"""A referee under exact perception: every motion is told at once, and deadlines come when they are due."""

from typing import Any, Literal

from controller.inputs import (
    Deadline,
    DeviceSeen,
    Input,
    MoveRetracted,
    MoveSeen,
    Pressed,
    Ruling,
    SetupChanged,
    TileLost,
    UnknownTagSeen,
    ZoneReadable,
)
from controller.referee import Referee, RefereeOptions, TableState
from controller.scenarios.tabletop import DOUBLED_TAG, Tabletop
from engine.rules import RuleSet
from engine.tiles import SEATS, Seat, Tile
from hal.ports import Button, Millis, TagId
from hal.zones import DORA_PAD, Zone, hand_of

LAG: Millis = 1_000
"""A tile that is seen may have come up to so long before."""

UNSEEN_FOR: Millis = 2_000
"""A tile that is lost has not been seen for so long."""


class Table(Tabletop):
    """The referee alone: it is told what is done, with the time, and nothing else."""

    step = 400
    patience = 0

    def __init__(self, rules: RuleSet, options: RefereeOptions | None = None) -> None:
        super().__init__(rules)
        self.referee = Referee(rules, options)
        self.inputs: list[Input] = []
        self._now: Millis = 0

    # ---- inputs and time

    @property
    def state(self) -> TableState:
        """What the referee believes."""
        return self.referee.state

    @property
    def now(self) -> Millis:
        """Table time."""
        return self._now

    def tell(self, event: Input) -> None:
        """The referee takes an input."""
        self.inputs.append(event)
        if not isinstance(event, Deadline):
            self.acts.append(self._now)
        self.effects += self.referee.handle(event)

    def wait(self, millis: Millis) -> None:
        """Let time pass; deadlines come on their way."""
        end = self._now + millis
        while (due := self.referee.next_deadline()) is not None and due[1] <= end:
            self._now = max(self._now, due[1])
            self.tell(Deadline(at=self._now, timer=due[0]))
        self._now = end

    # ---- what people do

    def move(self, tile: Tile, zone: Zone) -> None:
        """A tile is seen in a new zone; it may have come there up to `LAG` before."""
        source = self.put(tile, zone)
        after = self.left.pop(tile, max(0, self._now - LAG))
        self.tell(MoveSeen(at=self._now, tile=tile, source=source, target=zone, after=after, before=self._now))

    def press(self, seat: Seat, button: Button) -> None:
        """A button is pressed."""
        self.tell(Pressed(at=self._now, seat=seat, button=button))

    def rule(self, who: str, what: str, details: dict[str, Any]) -> None:
        """A person gives a ruling."""
        self.tell(Ruling(at=self._now, who=who, what=what, details=details))

    def begin_with(self, scores: list[int]) -> None:
        """The match begins with these points."""
        self.tell(SetupChanged(at=0, what="position", details={"round_wind": "E", "dealer": 0, "scores": scores}))

    def set_out(self, racks: dict[Seat, list[Tile]], indicators: list[Tile]) -> None:
        """All tiles are there at once."""
        for tile in indicators:
            self.move(tile, DORA_PAD)
        for seat in SEATS:
            for tile in racks[seat]:
                self.move(tile, hand_of(seat))

    # ---- what goes wrong

    def lose(self, tile: Tile) -> None:
        """Perception misses a tile the game needs."""
        self.left[tile] = max(0, self._now - UNSEEN_FOR)
        self.tell(TileLost(at=self._now, tile=tile, source=self.places[tile], after=self.left[tile]))

    def find(self, tile: Tile) -> None:
        """It is seen again where it lies."""
        self.move(tile, self.places[tile])

    def misread(self, tile: Tile) -> None:
        """Perception takes the last move back."""
        self.tell(MoveRetracted(at=self._now, tile=tile))
        self.places[tile] = self.state.place(tile).zone

    def cover(self, zone: Zone, *, by_board: bool) -> None:
        """A zone cannot be read."""
        reason: Literal["reader_offline", "antenna_blind"] = "reader_offline" if by_board else "antenna_blind"
        self.tell(ZoneReadable(at=self._now, zone=zone, readable=False, reason=reason))

    def uncover(self, zone: Zone) -> None:
        """A zone can be read."""
        self.tell(ZoneReadable(at=self._now, zone=zone, readable=True))

    def lay_tag(self, tag: TagId, zone: Zone) -> None:
        """A tag that means nothing is seen."""
        self.tell(UnknownTagSeen(at=self._now, tag=tag, zone=zone, duplicate=tag == DOUBLED_TAG))

    def take_tag(self, tag: TagId, zone: Zone) -> None:
        """It is gone."""
        self.tell(UnknownTagSeen(at=self._now, tag=tag, zone=zone, gone=True, duplicate=tag == DOUBLED_TAG))

    def lay_foreign(self, zone: Zone) -> None:
        """A tile of another set is seen."""
        self.move(self.foreign, zone)

    def silence_panel(self, seat: Seat) -> None:
        """A seat's panel does not answer."""
        self.tell(DeviceSeen(at=self._now, device=f"panel:{seat}", ok=False, reason="silent"))

    def restore_panel(self, seat: Seat) -> None:
        """It answers again."""
        self.tell(DeviceSeen(at=self._now, device=f"panel:{seat}", ok=True))

    def jam(self) -> None:
        """The machine jams."""
        self.tell(DeviceSeen(at=self._now, device="machine", ok=False, reason="jam"))

    def clear_jam(self) -> None:
        """The machine runs."""
        self.tell(DeviceSeen(at=self._now, device="machine", ok=True))
