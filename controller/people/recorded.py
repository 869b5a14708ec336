"""Four people who play a recorded deal again: every draw, discard, call and win as it was, at a human pace."""

from collections.abc import Sequence
from typing import Final

from controller.people.choreography import DESPAIR, PATIENCE, Company, GivenUp, Script
from controller.people.glance import Glance
from controller.people.habits import TIDY, Habits
from controller.people.tempo import Pace
from controller.people.walls import recorded_wall
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
from engine.tiles import Seat, Tile
from hal.ports import Button, Millis
from hal.sim.world import World
from hal.zones import hand_of

_CALL_BUTTONS: Final = {Chi: Button.CHI, Pon: Button.PON, OpenKan: Button.KAN}


class RecordedTable(Company):
    """Plays one recorded deal after another. `gave_up` tells why a deal was broken off (empty: it was not)."""

    def __init__(
        self,
        world: World,
        glance: Glance,
        pace: Pace,
        habits: Habits = TIDY,
        *,
        dead_wall: int = 14,
        ura: bool = True,
    ) -> None:
        super().__init__(world, glance, pace, habits)
        self._dead: Final = dead_wall
        self._ura: Final = ura
        self.gave_up = ""
        self._events: Sequence[Event] = ()
        self._at = 0
        self._declared: Seat | None = None
        self._in_riichi: set[Seat] = set()
        self._indicators = 0
        self._racked_at: Millis = 0
        self._call_pressed: tuple[Seat, Button, int] | None = None
        """The last call: who pressed what, and how many of the seat's presses had been refused before."""

    def play(self, deal: RecordedDeal) -> None:
        """Begin a deal: clear the table, build the wall, deal, play, turn the ura indicators, press OK."""
        self.perform(self._play(deal), self.world.now)

    def _play(self, deal: RecordedDeal) -> Script:
        self.gave_up = ""
        self._events, self._declared, self._in_riichi = deal.events, None, set()
        self._indicators = 0
        try:
            yield from self.clear_table(recorded_wall(deal, self._dead, self.pace.random), self._dead)
            yield from self._begin(deal)
            for self._at, event in enumerate(deal.events):
                if self.glance.deal_over:
                    break
                yield from self.calm_down()
                yield from self._press_again_if_refused()
                yield from self._perform(event)
            yield from self._end(deal)
        except GivenUp as reason:
            self.gave_up = f"waited in vain for {reason}"

    def _begin(self, deal: RecordedDeal) -> Script:
        yield from self.deal_tiles(deal.dealer)
        if deal.indicator is not None:
            yield from self._perform(Indicator(deal.indicator))

    def _next(self, offset: int = 1) -> Event | None:
        index = self._at + offset
        return self._events[index] if 0 <= index < len(self._events) else None

    def _perform(self, event: Event) -> Script:
        match event:
            case Draw(seat, tile):
                yield from self._draw(seat, tile)
            case Riichi(seat):
                self._declared = seat
            case Discard(seat, tile):
                yield from self._discard(seat, tile)
            case Chi(seat, tile, used) | Pon(seat, tile, used) | OpenKan(seat, tile, used):
                yield from self._call(seat, _CALL_BUTTONS[type(event)], (tile, *used))
            case ConcealedKan(seat, tiles):
                yield from self._own_kan(seat, tiles)
            case AddedKan(seat, tile):
                yield from self._own_kan(seat, (tile,))
            case Flower(seat, tile):
                yield from self._flower(seat, tile)
            case Indicator():
                tile = self.world.wall.indicator(self._indicators)
                self._indicators += 1
                yield self.pace.time(self.pace.tempo.small)
                yield self.until(self.hands.turn_indicator(tile))
            case Win(winners, _):
                yield from self._win(winners)
            case DrawnDeal():
                yield from self._drawn_deal(event)

    def _draw(self, seat: Seat, tile: Tile) -> Script:
        replacement = isinstance(self._before_draw(), OpenKan | ConcealedKan | AddedKan | Flower)
        stands_next = self.world.wall.replacement() if replacement else self.world.wall.next()
        if stands_next != tile:
            # A record can say so only if it breaks the rules, as with a kan that has no replacement.
            raise GivenUp(f"tile {tile}, but the wall gives {stands_next} where the record draws it")
        early = self.pace.happens(self.habits.early_draw)
        yield self.pace.time(self.pace.tempo.draw if self._at and not early else self.pace.tempo.small)
        following = self._next()
        self._racked_at = self.world.now
        if isinstance(following, Discard) and following.tile == tile and self.pace.happens(self.habits.one_motion):
            return  # drawn and discarded in one motion: `_discard` carries it from the wall
        late = isinstance(following, Discard) and following.tile != tile and self.pace.happens(self.habits.racked_late)
        if late:
            duration = self.pace.time(self.pace.tempo.think) + 1_500
            self._racked_at = self.world.move(tile, hand_of(seat), duration=duration)
            yield self.pace.time(self.pace.tempo.small)
        else:
            self._racked_at = self.hands.draw(seat, tile)
            yield self.until(self._racked_at)
            self.hands.sort(seat)

    def _before_draw(self) -> Event | None:
        """What this draw follows, indicators left out."""
        return next((event for event in reversed(self._events[: self._at]) if not isinstance(event, Indicator)), None)

    def _discard(self, seat: Seat, tile: Tile) -> Script:
        press_first = self._declared == seat and not self.pace.happens(self.habits.riichi_after)
        thinking = self.pace.time(self.pace.tempo.think)
        if seat in self._in_riichi:
            thinking //= 3  # nothing to think about
        if tile in self.world.wall:
            yield self.until(self.hands.draw_and_discard(seat, tile))
            return
        if press_first:
            self.hands.press(seat, Button.RIICHI, thinking // 2)
        yield thinking
        yield self.until(self.hands.discard(seat, tile))
        if self._declared == seat:
            if not press_first:
                yield self.pace.time(self.pace.tempo.small)
                self.hands.press(seat, Button.RIICHI)
            self._in_riichi.add(seat)
            self._declared = None
            if not isinstance(self._next(), Win | None):
                yield from self._until_riichi_is_shown(seat)
        if self._racked_at > self.world.now:
            yield self.until(self._racked_at)

    def _until_riichi_is_shown(self, seat: Seat) -> Script:
        """While the stick is laid out all look whether the table has understood; if not, RIICHI is pressed again."""
        for _ in range(3):
            heard, start = self.glance.refusals(seat), self.world.now
            while self.glance.refusals(seat) == heard and self.world.now - start < 10_000:
                if self.glance.shows_riichi(seat) or not self.glance.playing:
                    return
                yield self.pace.time(self.pace.tempo.look)
            self.hands.press(seat, Button.RIICHI)

    def _press_again_if_refused(self) -> Script:
        """The last call's press was refused (its tile had not been read yet): press again."""
        if self._call_pressed is None:
            return
        seat, button, heard = self._call_pressed
        self._call_pressed = None
        if self.glance.refusals(seat) > heard:
            self.hands.press(seat, button)
            yield self.pace.time(self.pace.tempo.lay)

    def _call(self, seat: Seat, button: Button, tiles: Sequence[Tile]) -> Script:
        overtaken = self._draw_too_fast(seat)
        yield self.pace.time(self.pace.tempo.call)
        if overtaken is not None or not self._says_it_only():
            self._call_pressed = (seat, button, self.glance.refusals(seat))
            self.hands.press(seat, button)
        if overtaken is not None:
            self.hands.put_back((overtaken,), self.pace.time(self.pace.tempo.look))
        yield self.pace.time(self.pace.tempo.lay)
        yield self.until(self.hands.call(seat, tiles[0], tiles[1:]))

    def _says_it_only(self) -> bool:
        """Whether the call is only spoken, where the rules let laid tiles be a call."""
        rules = self.glance.rules
        return rules is not None and rules.calls != "buttons" and self.pace.happens(self.habits.spoken)

    def _draw_too_fast(self, caller: Seat) -> Tile | None:
        """The next seat draws at once, and the call overtakes it; gives the tile that has to go back."""
        last = self._next(-1)
        if not isinstance(last, Discard) or not self.pace.happens(self.habits.overtaken):
            return None
        following = (last.seat + 1) % 4
        if following == caller:
            return None
        tile = self.world.wall.next()
        self.hands.draw(following, tile)
        return tile

    def _flower(self, seat: Seat, tile: Tile) -> Script:
        """Set a flower aside; those that were dealt only when all tiles are dealt, which the displays show."""
        start = self.world.now
        while not self.glance.playing and self.world.now - start < 10_000:
            yield self.pace.time(self.pace.tempo.look)
        yield self.pace.time(self.pace.tempo.lay)
        yield self.until(self.hands.lay(seat, (tile,)))

    def _own_kan(self, seat: Seat, tiles: Sequence[Tile]) -> Script:
        yield self.pace.time(self.pace.tempo.think)
        after = self.pace.happens(self.habits.kan_after)
        if not after:
            self.hands.press(seat, Button.KAN)
            yield self.pace.time(self.pace.tempo.small)
        yield self.until(self.hands.lay(seat, tiles))
        if after:
            self.hands.press(seat, Button.KAN)
            yield self.pace.time(self.pace.tempo.small)

    def _win(self, winners: Sequence[Seat]) -> Script:
        delay = 0
        shown = {seat for seat in winners if self.pace.happens(self.habits.shown_first)}
        for seat in shown:
            delay = max(delay, self.hands.show_hand(seat, self.pace.time(self.pace.tempo.call)) - self.world.now)
        for seat in winners:
            delay += self.pace.time(self.pace.tempo.call if not delay else self.pace.tempo.small)
            self.hands.press(seat, Button.WIN, delay)
        yield delay + 150
        for seat in winners:
            if seat not in shown and self.pace.happens(self.habits.shown_after):
                self.hands.show_hand(seat, self.pace.time(self.pace.tempo.lay))
        yield from self._press_until_it_is_over(winners, Button.WIN)

    def _press_until_it_is_over(self, seats: Sequence[Seat], button: Button) -> Script:
        """Wait for the table to show the end of the deal; press again if it has not noticed."""
        begun = self.world.now
        while self.world.now - begun < DESPAIR:
            start, heard = self.world.now, [self.glance.refusals(seat) for seat in seats]
            while self.world.now - start < 8_000:
                if self.glance.deal_over or self.glance.wants_ura:
                    return
                yield self.pace.time(self.pace.tempo.look)
                if [self.glance.refusals(seat) for seat in seats] != heard:
                    break  # the tile it means had not been read yet
            yield from self.calm_down()
            if self.world.now - begun > PATIENCE:
                # The table does not know the tile it is about: lift what was played last.
                yield self.until(self.hands.put_down_again(self.lately))
                yield self.pace.time(self.pace.tempo.look)
            for seat in seats:
                self.hands.press(seat, button)

    def _drawn_deal(self, event: DrawnDeal) -> Script:
        last = self._next(-1)
        others = [seat for seat in range(4) if not (isinstance(last, Discard) and last.seat == seat)]
        if event.reason is DrawReason.NINE_TERMINALS and event.seat is not None:
            yield self.pace.time(self.pace.tempo.think)
            self.hands.press(event.seat, Button.MENU)
            yield from self._press_until_it_is_over((event.seat,), Button.MENU)
        elif event.reason is DrawReason.TRIPLE_RON:
            yield from self._win(others)
        elif self.pace.happens(self.habits.passes):
            for seat in others:
                self.hands.press(seat, Button.PASS, self.pace.time(self.pace.tempo.think))
        for seat in event.noten:
            self.hands.press(seat, Button.MENU, self.pace.time(self.pace.tempo.think))
        yield self.pace.time(self.pace.tempo.look)

    def _end(self, deal: RecordedDeal) -> Script:
        glance = self.glance
        yield from self.wait_for(lambda: glance.deal_over or glance.wants_ura, "the result")
        if glance.wants_ura and self._ura:
            for n in range(self._indicators):
                yield self.pace.time(self.pace.tempo.small)
                yield self.until(self.hands.turn_indicator(self.world.wall.ura(n)))
        yield from self.wait_for(lambda: glance.deal_over, "the result")
        yield from self.press_ok()
