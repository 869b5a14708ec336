"""Recorded deals told to the referee as moves that perception saw late, each by a delay of its own.

Every motion of the record happens at its time; it is *seen* some time later. Late sightings change the order of
everything: draws before the discard they follow, a call's tiles one by one between other moves, presses before
the tile they are about. The referee must find the one legal order.
"""

import heapq
import random
from collections.abc import Iterator
from typing import Final

from controller.inputs import Deadline, Input, MoveSeen, Pressed, SetupChanged
from controller.referee import Referee, TablePhase
from engine.events import (
    AddedKan,
    Chi,
    ConcealedKan,
    Discard,
    Draw,
    DrawnDeal,
    DrawReason,
    Event,
    Flower,
    Indicator,
    OpenKan,
    Pon,
    Riichi,
    Win,
)
from engine.records.model import RecordedDeal
from engine.rules import RuleSet
from engine.tiles import Seat, Tile
from hal.ports import Button, Millis
from hal.zones import DORA_PAD, ELSEWHERE, Zone, hand_of, melds_of, river_of

DRAW: Final = 1_600
"""From a discard to the next tile on its rack."""
CALL: Final = 500
"""From a discard to the press of a call."""
LAY: Final = 700
THINK: Final = 900

_BUTTONS: Final = {Chi: Button.CHI, Pon: Button.PON, OpenKan: Button.KAN}


class LateTable:
    """Plays one recorded deal into a referee."""

    def __init__(self, rules: RuleSet, *, latest: Millis, seed: int) -> None:
        self.rules = rules
        self.referee = Referee(rules)
        self.incidents: list[str] = []
        self._random = random.Random(seed)
        self._latest = latest
        self._queue: list[tuple[Millis, int, Input]] = []
        self._count = 0
        self._time: Millis = 0
        self._last_seen: dict[Tile, tuple[Millis, int]] = {}
        self._missed: set[int] = set()
        self._place: dict[Tile, Zone] = {}

    def play(self, deal: RecordedDeal) -> None:
        """The whole deal, until the referee has its result or nothing more happens."""
        position = {
            "round_wind": deal.round_wind.letter,
            "dealer": deal.dealer,
            "honba": deal.honba,
            "deposits": deal.deposits,
            "scores": list(deal.scores),
            "first_dealer": (deal.dealer - deal.number + 1) % 4,
        }
        self._put(SetupChanged(at=self._time, what="position", details=position), self._time)
        for seat, hand in enumerate(deal.hands):
            for tile in hand:
                self._move(tile, hand_of(seat))
        if deal.indicator is not None:
            self._move(deal.indicator, DORA_PAD)
        self._time += 3_000
        for event in deal.events:
            self._act(event)
        self._run()

    # ---- the record's motions

    def _act(self, event: Event) -> None:
        match event:
            case Draw(seat, tile):
                self._time += DRAW
                self._move(tile, hand_of(seat))
            case Riichi(seat):
                self._press(seat, Button.RIICHI, self._time + self._random.choice((200, THINK + 200)))
            case Discard(seat, tile):
                self._time += THINK
                self._move(tile, river_of(seat))
            case Chi(seat, tile, used) | Pon(seat, tile, used) | OpenKan(seat, tile, used):
                self._press(seat, _BUTTONS[type(event)], self._time + CALL)
                self._time += CALL + LAY
                self._lay(seat, (tile, *used))
            case ConcealedKan(seat, tiles):
                self._kan(seat, tiles)
            case AddedKan(seat, tile):
                self._kan(seat, (tile,))
            case Flower() | Indicator():
                self._time += 400
                self._move(event.tile, DORA_PAD if isinstance(event, Indicator) else melds_of(event.seat))
            case Win(winners, ura):
                for number, seat in enumerate(winners):
                    self._press(seat, Button.WIN, self._time + CALL + 100 * number)
                self._time += 4_000
                for tile in ura:
                    self._move(tile, DORA_PAD)
            case DrawnDeal(DrawReason.NINE_TERMINALS, seat) if seat is not None:
                self._press(seat, Button.MENU, self._time + CALL)
                self._time += 4_000
            case _:
                self._time += 12_000

    def _kan(self, seat: Seat, tiles: tuple[Tile, ...]) -> None:
        self._press(seat, Button.KAN, self._time + self._random.choice((400, LAY + 600)))
        self._time += LAY
        self._lay(seat, tiles)

    def _lay(self, seat: Seat, tiles: tuple[Tile, ...]) -> None:
        for tile in self._random.sample(tiles, len(tiles)):
            self._time += 50
            self._move(tile, melds_of(seat))

    def _press(self, seat: Seat, button: Button, at: Millis) -> None:
        self._put(Pressed(at=at, seat=seat, button=button), at)

    def _move(self, tile: Tile, target: Zone) -> None:
        source = self._place.get(tile, ELSEWHERE)
        self._place[tile] = target
        seen = self._time + self._random.randint(0, self._latest)
        if seen <= self._last_seen.get(tile, (-1, 0))[0]:
            self._missed.add(self._last_seen[tile][1])  # it was gone again before an antenna saw it there
        self._last_seen[tile] = seen, self._count + 1
        self._put(MoveSeen(at=seen, tile=tile, source=source, target=target, after=self._time - 300, before=seen), seen)

    # ---- telling

    def _put(self, told: Input, at: Millis) -> None:
        self._count += 1
        heapq.heappush(self._queue, (at, self._count, told))

    def _run(self) -> None:
        for told in self._inputs():
            for effect in self.referee.handle(told):
                if type(effect).__name__ == "IncidentOpened":
                    self.incidents.append(str(effect))
            if self.referee.state.phase in (TablePhase.RESULT, TablePhase.FINISHED):
                return

    def _inputs(self) -> Iterator[Input]:
        """Inputs and deadlines in order of time. Deadlines wait until every scan of their time can have come."""
        while True:
            due = self.referee.next_deadline()
            head = self._queue[0][0] if self._queue else None
            if due is not None and (head is None or due[1] + self._latest < head):
                if head is None and due[1] > self._time + 60_000:
                    return
                yield Deadline(at=due[1] + self._latest, timer=due[0])
            elif head is not None:
                _, number, told = heapq.heappop(self._queue)
                if number not in self._missed:
                    yield told
            else:
                return
