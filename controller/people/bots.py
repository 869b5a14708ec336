"""People who think with an engine bot: they look at the table's displays and their own hand, decide, and move tiles."""

from collections.abc import Callable, Sequence
from typing import Final, Protocol

from controller.people.choreography import DESPAIR, PATIENCE, Performer, Script
from controller.people.gestures import Gestures
from controller.people.glance import is_as_before
from controller.people.habits import TIDY, Habits
from controller.people.tempo import Pace
from controller.referee.board import roles_of
from controller.referee.overtaken import overtaken_draw
from controller.referee.state import CallWindow, Incident, TablePhase, TableState
from engine.advice.view import SeatView
from engine.deal import Deal, Phase
from engine.events import (
    Action,
    AddedKan,
    Chi,
    ConcealedKan,
    Discard,
    DrawnDeal,
    Flower,
    OpenKan,
    Pon,
    Riichi,
    Win,
)
from engine.tiles import Seat, Tile, is_flower
from hal.ports import Button, Millis
from hal.sim.world import Spot, World
from hal.zones import Zone, ZoneKind, hand_of, melds_of

_CALL_BUTTONS: Final = {Chi: Button.CHI, Pon: Button.PON, OpenKan: Button.KAN}
BOT_NAMES: Final = ("Asa", "Botan", "Chidori", "Daigo")
"""What the bots at the four seats are called."""

_GLANCE: Final[Millis] = 250
"""Milliseconds between two looks at the displays."""

_GIVEN_UP_AFTER: Final[Millis] = 6_000
"""A call that the table does not take is given up after so long, also when it complains of the tiles laid for it."""


class Decider(Protocol):
    """Who decides what a seat does; None passes."""

    def decide(self, view: SeatView) -> Action | None:
        """One of `view.legal`, or None to do nothing."""
        ...


class BotPlayer(Performer):
    """One person at one seat. `state` gives what the table believes, of which only the seat's own view is used."""

    def __init__(
        self,
        world: World,
        seat: Seat,
        mind: Decider,
        state: Callable[[], TableState],
        pace: Pace,
        habits: Habits = TIDY,
    ) -> None:
        super().__init__()
        self.seat: Final = seat
        self._world: Final = world
        self._mind: Final = mind
        self._state: Final = state
        self._pace: Final = pace
        self._habits: Final = habits
        self._hands: Final = Gestures(world, pace, habits)
        self._considered: Deal | None = None
        """The position whose claims have been considered."""
        self._call: Chi | Pon | OpenKan | None = None
        """What was called and is to be laid when the table grants it."""
        self._called_at: Millis = 0
        self.perform(self._live(), world.now)

    def _live(self) -> Script:
        while True:
            doing = self._next_doing()
            if doing is not None:
                yield from doing
            yield _GLANCE

    def _next_doing(self) -> Script | None:
        """What there is to do now."""
        state = self._state()
        if state.phase is TablePhase.RESULT and self.seat not in state.ready:
            return self._press(Button.MENU, self._pace.time(self._pace.tempo.applaud), pause=3_000)
        deal = state.deal
        if state.phase is not TablePhase.PLAYING or deal is None:
            return None
        called = self._draw_to_put_back(state, deal) or self._granted_call(state, deal)
        if called is not None:
            return called
        if state.clocks_stopped:
            return self._put_right(state, deal)
        if deal.phase in (Phase.CLAIM, Phase.ROB):
            return self._in_window(state, deal)
        return self._in_turn(deal) if deal.turn == self.seat else None

    def _in_turn(self, deal: Deal) -> Script | None:
        pace, wall = self._pace, self._world.wall
        if deal.phase is Phase.DRAW:
            return self._draw(deal, wall.next, pace.time(pace.tempo.small))
        if deal.phase is Phase.REPLACE or (deal.phase is Phase.FLOWERS and deal.replacements_due):
            return self._draw(deal, wall.replacement, pace.time(pace.tempo.lay))
        if self._somebody_calls(deal):
            return None
        return self._act(deal) if deal.phase in (Phase.ACT, Phase.FLOWERS) else None

    # ---- another's tile

    def _in_window(self, state: TableState, deal: Deal) -> Script | None:
        window = state.window
        granted = window.granted if window is not None else None
        if granted is not None or (window is not None and window.winning) or self._somebody_calls(deal):
            return None
        if not is_as_before(self._considered, deal):
            self._considered, self._call = deal, None
            claim = self._claim(deal)
            if claim is not None:
                return claim
        if deal.turn != self.seat or deal.draw_due is not None or self._waits_for_grant(window):
            return None
        wall = self._world.wall
        pace = self._pace
        delay = pace.time(pace.tempo.small if pace.happens(self._habits.early_draw) else pace.tempo.draw)
        return self._draw(deal, wall.replacement if deal.phase is Phase.ROB else wall.next, delay)

    def _waits_for_grant(self, window: CallWindow | None) -> bool:
        """Whether this person has called and the table may still grant it; nobody waits for ever for that."""
        if self._call is None or (window is not None and window.closed):
            return False
        return self._world.now - self._called_at < _GIVEN_UP_AFTER

    def _claim(self, deal: Deal) -> Script | None:
        view = SeatView.of(deal, self.seat)
        wish = self._mind.decide(view) if view.legal else None
        if isinstance(wish, Win):
            return self._win(deal, self._pace.time(self._pace.tempo.call))
        if isinstance(wish, Chi | Pon | OpenKan):
            if deal.rules.calls != "buttons" and self._pace.happens(self._habits.spoken):
                return self._call_aloud(deal, wish)
            return self._call_by_button(wish)
        return None

    def _granted_call(self, state: TableState, deal: Deal) -> Script | None:
        """The set to lay when the table has granted this seat a call, also while it complains that the set is missing.

        It may have been granted before this person sat down, or by a ruling: then it is theirs to lay all the same.
        """
        granted = state.window.granted if state.window is not None else None
        if granted is None or granted.seat != self.seat or state.paused or state.restoring:
            return None
        view = SeatView.of(deal, self.seat)
        fitting = [
            action
            for action in view.legal
            if isinstance(action, Chi | Pon | OpenKan) and _CALL_BUTTONS[type(action)].name == granted.call.name
        ]
        if not fitting:
            return None
        if not is_as_before(self._considered, deal) or self._call not in fitting:
            wish = self._mind.decide(view)
            self._call = next((action for action in fitting if action == wish), fitting[0])
            self._considered, self._called_at = deal, granted.at
        return self._lay(deal, self._call, self._pace.time(self._pace.tempo.lay))

    def _call_by_button(self, call: Chi | Pon | OpenKan) -> Script:
        """Press for the call; its tiles are laid when the table grants it."""
        yield from self._wait(self._pace.time(self._pace.tempo.call))
        self._call, self._called_at = call, self._world.now
        self._hands.press(self.seat, _CALL_BUTTONS[type(call)])
        yield 600

    def _call_aloud(self, deal: Deal, call: Chi | Pon | OpenKan) -> Script:
        """Only say the call, and lay its tiles; whoever pressed for another meanwhile goes first."""
        yield from self._wait(self._pace.time(self._pace.tempo.call))
        if not self._overtaken():
            yield from self._lay(deal, call, self._pace.time(self._pace.tempo.lay))

    def _lay(self, deal: Deal, call: Chi | Pon | OpenKan, delay: Millis) -> Script:
        yield from self._wait(delay)
        if not is_as_before(deal, self._state().deal):
            return
        tiles = (call.tile, *call.used)
        yield self._until(self._hands.call(self.seat, call.tile, call.used))
        yield from self._until_understood(deal, tiles)

    # ---- the own turn

    def _act(self, deal: Deal) -> Script | None:
        think = self._pace.time(self._pace.tempo.think)
        if self._state().timed_out == self.seat:
            return self._discard(deal, deal.timed_discards()[-1], self._pace.time(self._pace.tempo.small))
        doing: Script | None = None
        match self._mind.decide(SeatView.of(deal, self.seat)):
            case Discard(_, tile):
                doing = self._discard(deal, tile, think)
            case Riichi():
                doing = self._riichi(deal, think)
            case ConcealedKan(_, tiles):
                doing = self._kan(deal, tiles, think)
            case AddedKan(_, tile):
                doing = self._kan(deal, (tile,), think)
            case Flower(_, tile):
                doing = self._show(deal, (tile,), self._pace.time(self._pace.tempo.small))
            case Win():
                doing = self._win(deal, think)
            case DrawnDeal():
                doing = self._press(Button.MENU, think, pause=4_000)
        return doing

    def _draw(self, deal: Deal, stands_next: Callable[[], Tile], delay: Millis) -> Script:
        """Draw after a pause, unless somebody calls meanwhile; put the tile back if a call overtakes the draw."""
        yield from self._wait(delay)
        if not is_as_before(deal, self._state().deal) or self._overtaken() or self._state().clocks_stopped:
            return
        tile = stands_next()
        yield self._until(self._hands.draw(self.seat, tile))
        self._hands.sort(self.seat)
        yield from self._until_understood(deal, (tile,), drawn=tile)

    def _draw_to_put_back(self, state: TableState, deal: Deal) -> Script | None:
        """The displays say that a call came before this seat's draw: the tile goes back to the wall."""
        overtaken, hand = overtaken_draw(state), deal.players[self.seat].hand
        if overtaken is None or overtaken.seat != self.seat:
            return None
        drawn = [tile for tile in self._world.tiles_at(hand_of(self.seat)) if tile not in hand]
        return self._put_back(drawn) if drawn else None

    def _put_back(self, drawn: Sequence[Tile]) -> Script:
        yield self._pace.time(self._pace.tempo.small)
        yield self._until(self._hands.put_back(drawn))

    def _overtaken(self) -> bool:
        state = self._state()
        window, deal = state.window, state.deal
        if window is not None and (window.granted is not None or window.winning):
            return True
        return deal is not None and deal.phase is Phase.CLAIM and self._somebody_calls(deal)

    def _somebody_calls(self, deal: Deal) -> bool:
        """Whether tiles lie open that the table does not know as a set yet: everybody sees that somebody calls."""
        for seat, player in enumerate(deal.players):
            if seat == deal.turn and deal.phase is not Phase.CLAIM:
                continue  # a kan, or a flower set aside
            known = {tile for meld in player.melds for tile in meld.tiles}.union(player.flowers)
            if any(tile not in known and not is_flower(tile) for tile in self._world.tiles_at(melds_of(seat))):
                return True
        return False

    def _discard(self, deal: Deal, tile: Tile, think: Millis) -> Script:
        yield from self._wait(think)
        late = self._state().timed_out == self.seat and tile not in deal.timed_discards()
        if not is_as_before(deal, self._state().deal) or late or self._somebody_calls(deal):
            return
        yield self._until(self._hands.discard(self.seat, tile))
        yield from self._until_understood(deal, (tile,))

    def _riichi(self, deal: Deal, think: Millis) -> Script:
        declared = deal.apply(Riichi(self.seat))
        choice = self._mind.decide(SeatView.of(declared, self.seat))
        if not isinstance(choice, Discard):
            raise TypeError(f"a bot declared riichi and then decided on {choice}")
        yield from self._wait(think)
        if not is_as_before(deal, self._state().deal):
            return
        self._hands.press(self.seat, Button.RIICHI)
        yield from self._wait(self._pace.time(self._pace.tempo.small))
        yield self._until(self._hands.discard(self.seat, choice.tile))
        yield from self._until_understood(deal, (choice.tile,))

    def _kan(self, deal: Deal, tiles: Sequence[Tile], think: Millis) -> Script:
        yield from self._wait(think)
        if not is_as_before(deal, self._state().deal):
            return
        self._hands.press(self.seat, Button.KAN)
        yield from self._show(deal, tiles, self._pace.time(self._pace.tempo.small))

    def _show(self, deal: Deal, tiles: Sequence[Tile], delay: Millis) -> Script:
        yield from self._wait(delay)
        if not is_as_before(deal, self._state().deal):
            return
        yield self._until(self._hands.lay(self.seat, tiles))
        yield from self._until_understood(deal, tiles)

    def _win(self, deal: Deal, delay: Millis) -> Script:
        """Press WIN until the table has taken it; another's win, or a call that outranks nothing, ends it too."""
        yield from self._wait(delay)
        if is_as_before(deal, self._state().deal) and self._pace.happens(self._habits.shown_first):
            yield self._until(self._hands.show_hand(self.seat))
        for _ in range(3):
            if not is_as_before(deal, self._state().deal) or self._state().phase is not TablePhase.PLAYING:
                return
            self._hands.press(self.seat, Button.WIN)
            yield from self._wait(4_000)

    def _put_right(self, state: TableState, deal: Deal) -> Script | None:
        """The table complains: tiles laid for a call that somebody else was granted go back to where they were, a
        tile drawn out of turn to the wall, and one that has left its place to that place.
        """
        now = self._world.now
        waiting = [i for i in state.incidents.values() if i.stops_clocks and now - i.opened_at >= _GIVEN_UP_AFTER]
        too_many = self._drawn_too_many(waiting, deal)
        if too_many:
            return self._carry_back([(tile, Spot.WALL) for tile in too_many])
        strayed = self._strayed(waiting, deal)
        if strayed:
            return self._carry_back(strayed)
        granted = state.window.granted if state.window is not None else None
        mine = deal.turn == self.seat if deal.phase is not Phase.CLAIM else granted and granted.seat == self.seat
        if not waiting or mine:
            return None
        melded = {tile for meld in deal.players[self.seat].melds for tile in meld.tiles}
        laid = [tile for tile in self._world.tiles_at(melds_of(self.seat)) if tile not in melded]
        laid += [tile for tile in self._world.tiles_at(hand_of(self.seat)) if tile == deal.last_discard]
        back: list[tuple[Tile, Zone | Spot]]
        back = [(tile, place) for tile in laid if (place := self._place_before(deal, tile)) is not None]
        return self._carry_back(back) if back else None

    def _drawn_too_many(self, incidents: Sequence[Incident], deal: Deal) -> list[Tile]:
        """The tiles on this rack that the table wants back in the wall, and that are truly none of this hand."""
        wanted = {
            tile
            for incident in incidents
            if incident.kind in ("draw_out_of_turn", "too_many_tiles") and self.seat in incident.seats
            for tile in incident.tiles
        }
        rack = self._world.tiles_at(hand_of(self.seat))
        return [tile for tile in rack if tile in wanted and tile not in deal.players[self.seat].hand]

    def _strayed(self, incidents: Sequence[Incident], deal: Deal) -> list[tuple[Tile, Zone | Spot]]:
        """The tiles of this seat that the table wants back where the deal has them, and that truly lie elsewhere."""
        roles = roles_of(deal)
        strayed: list[tuple[Tile, Zone | Spot]] = []
        for incident in incidents:
            if incident.kind != "tile_returned" or self.seat not in incident.seats:
                continue
            for tile in incident.tiles:
                role, place = roles.get(tile), self._world.where(tile)
                if role is None or not isinstance(place, Zone) or place.kind is role.kind:
                    continue
                river = role.kind is ZoneKind.RIVER
                strayed.append((tile, self._hands.discards_of(self.seat) if river else Zone(role.kind, role.seat)))
        return strayed

    def _place_before(self, deal: Deal, tile: Tile) -> Zone | None:
        """Where a tile this person has laid wrongly came from."""
        if tile in deal.players[self.seat].hand:
            return hand_of(self.seat)
        owners = (seat for seat, player in enumerate(deal.players) if any(d.tile == tile for d in player.river))
        owner = next(owners, None)
        return None if owner is None else self._hands.discards_of(owner)

    def _carry_back(self, tiles: Sequence[tuple[Tile, Zone | Spot]]) -> Script:
        for tile, place in tiles:
            self._world.move(tile, place, duration=self._pace.time(self._pace.tempo.reach))
        yield PATIENCE

    def _wait(self, delay: Millis) -> Script:
        """Let so much time pass, and then the rest of a pause: in one nobody plays, and a press counts for nothing."""
        yield delay
        while self._state().paused:
            yield _GLANCE

    def _press(self, button: Button, delay: Millis, pause: Millis) -> Script:
        yield from self._wait(delay)
        self._hands.press(self.seat, button)
        yield pause

    def _until(self, done: Millis) -> Millis:
        return max(1, done - self._world.now)

    def _until_understood(self, deal: Deal, tiles: Sequence[Tile], drawn: Tile | None = None) -> Script:
        """Wait until the table has seen what was done; put the tiles down again when it takes too long."""
        start = last = self._world.now
        while is_as_before(deal, self._state().deal) and self._state().phase is TablePhase.PLAYING:
            now = self._world.now
            if self._state().paused:  # nothing is read as a move now
                start = last = now
            if now - start > DESPAIR or self._state().restoring:  # undone: it is to be decided anew
                return
            if drawn is not None and self._overtaken():
                self._world.move(drawn, Spot.WALL, duration=500)
                yield 1_000
                return
            giving_up = self._put_right(self._state(), deal)
            if giving_up is not None:
                yield from giving_up
                return
            if now - last > PATIENCE:
                last = now
                yield self._until(self._hands.put_down_again(tiles))
            yield _GLANCE
