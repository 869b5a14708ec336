"""Who sits where: in the match being played, and in the next one. Belongs to the table's thread.

A person who signs in plays from the next match on; where a guest sits, or as long as no deal has ended, at once. One
person sits at one seat. Guests play under a name but are in no standings.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random, SystemRandom
from typing import Any, Final, Literal, Protocol, TypeAlias

from controller.effects import DealEnded, Effect, MatchStarted, Reseated
from controller.errors import PlayerError
from controller.inputs import UnknownTagSeen
from controller.journal.reading import PLAYERS
from controller.journal.roster import alike
from controller.referee.absence import barred
from controller.referee.state import TablePhase, TableState
from engine.rules import RuleSet
from engine.tiles import SEATS, Seat
from hal.ports import TagId

Kind: TypeAlias = Literal["person", "guest", "bot"]


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody at a seat."""

    name: str
    kind: Kind = "person"


def guest_at(seat: Seat, name: str = "") -> Sitter:
    """A guest; without a name the seat's number is it."""
    return Sitter(name or f"Guest {seat + 1}", "guest")


@dataclass(frozen=True, slots=True)
class Seats:
    """What the lobby knows, for whoever shows it."""

    now: tuple[Sitter, ...]
    """By seat; empty while no match is being played."""
    next: tuple[Sitter, ...]
    rules: RuleSet | None
    """Those of the match being played, or played last."""
    deals: int
    """Deals that have ended in the match being played."""
    left: tuple[Seat, ...]
    """Seats whose owner has left the match and may not start another until it ends."""
    strange_tags: tuple[Seat, ...]
    """Seats in whose zones a tag lies that is no tile's and nobody's: it can be made somebody's card."""


class Table(Protocol):
    """What the lobby may do to the table."""

    @property
    def state(self) -> TableState:
        """As it is now."""

    def set_up(self, what: str, details: dict[str, Any]) -> None:
        """Have a set-up change taken in the next step."""

    def start(self, rules: RuleSet, names: Sequence[str], first_dealer: Seat | None, more: dict[str, Any]) -> None:
        """Start a match; without a first dealer the table rolls its dice. `more` goes into the journal with it."""

    def withdraw(self, tag: TagId) -> None:
        """An unknown tag is known from now on: nothing is wrong with it."""


class Lobby:
    """See the module. `owner` tells whose card a tag is."""

    def __init__(self, table: Table, sitters: Sequence[Sitter], owner: Callable[[TagId], str | None]) -> None:
        self._table: Final = table
        self._owner: Final = owner
        self._next = list(sitters)
        self._now = list(sitters)
        self._deals = 0
        self._drawn: dict[str, Any] | None = None
        self.changed: Callable[[], None] = _nothing
        """Called when somebody else sits in the match being played."""

    def go_on(self, deals: int) -> None:
        """The table goes on with a match of which so many deals have ended."""
        self._deals = deals

    def observe(self, effects: Sequence[Effect], state: TableState) -> None:
        """For `TableRuntime.observe`: when a match starts and deals end."""
        moved = False
        for effect in effects:
            if isinstance(effect, MatchStarted):
                self._deals = 0
                self._now = [
                    Sitter(name, "bot") if seat in state.bots else sitter if sitter.name == name else Sitter(name)
                    for seat, (sitter, name) in enumerate(zip(self._next, effect.players, strict=True))
                ]
                self._next = list(self._now)
            elif isinstance(effect, DealEnded):
                self._deals += 1
            elif isinstance(effect, Reseated):
                # Who sits down for the next match, in somebody's place, goes where they went.
                self._now, self._next = (
                    [sitters[source] for source in effect.sources] for sitters in (self._now, self._next)
                )
                moved = True
        if moved:
            self.changed()

    @property
    def sitting(self) -> tuple[Sitter, ...]:
        """Who sits in the match being played, or sat in the last one."""
        return tuple(self._now)

    def look(self) -> Seats:
        """Who sits where."""
        state = self._table.state
        playing = self._is_playing()
        return Seats(
            now=tuple(self._now) if playing else (),
            next=tuple(self._next),
            rules=state.rules,
            deals=self._deals,
            left=tuple(sorted(state.left)) if playing else (),
            strange_tags=tuple(seat for seat in SEATS if self.strange_tag(seat) is not None),
        )

    def sign_in(self, seat: Seat, sitter: Sitter) -> bool:
        """Seat somebody; whether it holds for the match being played already. Raises `PlayerError`."""
        return self.seat({seat: sitter})

    def seat(self, sitters: dict[Seat, Sitter]) -> bool:
        """Seat several at once; whether all of it holds for the match being played already. Raises `PlayerError`."""
        for seat, sitter in sitters.items():
            if self._next[seat].kind == "bot" or sitter.kind == "bot":
                raise PlayerError(f"A bot plays seat {seat + 1}; people sit at the others.")
        names = [alike(sitter.name) for sitter in sitters.values()]
        if len(set(names)) < len(names):
            raise PlayerError("One person sits at one seat.")
        self._next = _seated(self._next, sitters)
        if not self._is_playing():
            return False
        at_once = {seat: sitter for seat, sitter in sitters.items() if self._may_join(seat, sitter)}
        changed = _seated(self._now, at_once)
        if changed != self._now:
            self._now = changed
            self._table.set_up(PLAYERS, _people(changed))
            self.changed()
        return len(at_once) == len(sitters)

    def draw_seats(self) -> int:
        """Have the dice seat the people of the next match; the seed of the draw. The journal keeps it."""
        seats = [seat for seat in SEATS if self._next[seat].kind != "bot"]
        seed = SystemRandom().getrandbits(63)
        drawn = Random(seed).sample(seats, len(seats))  # noqa: S311 - shown, not secret
        self._drawn = {"seed": seed, "seats": seats, "drawn": drawn}
        people = list(self._next)
        for seat, source in zip(seats, drawn, strict=True):
            sitter = people[source]
            self._next[seat] = guest_at(seat) if sitter == guest_at(source) else sitter
        self._table.set_up("note", {"text": "Seats were drawn for the next match.", "seat_draw": self._drawn})
        return seed

    def start(self, rules: RuleSet, first_dealer: Seat | None, *, instead: bool) -> None:
        """Start a match with who is seated. `instead`: also while one is being played, which is broken off by it.

        Raises `PlayerError`.
        """
        names = [sitter.name for sitter in self._next]
        if len({alike(name) for name in names}) < len(names):
            raise PlayerError("Two seats have the same name; give each its own.")
        if self._is_playing():
            if not instead:
                raise PlayerError("A match is being played. Play it to its end, or break it off.")
            if left := barred(self._table.state, names):
                raise PlayerError(
                    f"{' and '.join(left)} left the match that is being played and may not start another until it ends."
                )
        more: dict[str, Any] = {"guests": _people(self._next)["guests"]}
        if self._drawn is not None:
            more["seat_draw"], self._drawn = self._drawn, None
        self._table.start(rules, names, first_dealer, more)

    # ---- cards

    def card(self, seen: UnknownTagSeen) -> bool:
        """A tag that is no tile's lies somewhere, or is gone; whether it is a card. On a seat's zone it signs in."""
        name = self._owner(seen.tag)
        if name is None:
            return False
        seat = seen.zone.seat
        if seat is not None and not seen.gone and self._next[seat] != Sitter(name) and self._next[seat].kind != "bot":
            self.sign_in(seat, Sitter(name))
        return True

    def strange_tag(self, seat: Seat) -> TagId | None:
        """The one tag in a seat's zones that is no tile's and nobody's; None if there is none, or several."""
        tags = [tag for tag, zone in self._table.state.unknown_tags.items() if zone.seat == seat]
        return tags[0] if len(tags) == 1 else None

    def card_given(self, tag: TagId) -> None:
        """A tag has just become somebody's card: it is nothing strange any longer, and signs its owner in."""
        zone, name = self._table.state.unknown_tags.get(tag), self._owner(tag)
        if zone is None or name is None:
            return
        self._table.withdraw(tag)
        if zone.seat is not None and self._next[zone.seat].kind != "bot":
            self.sign_in(zone.seat, Sitter(name))

    # ---- helpers

    def _is_playing(self) -> bool:
        state = self._table.state
        return state.match is not None and state.final is None and state.phase is not TablePhase.SETUP

    def _may_join(self, seat: Seat, sitter: Sitter) -> bool:
        """Whether somebody may sit down in the match being played: nobody who counts in it gives way or moves."""
        stays = [held.name for held in self._now if self._deals and held.kind == "person"]
        return self._now[seat].name not in stays and all(alike(sitter.name) != alike(name) for name in stays)


def _nothing() -> None:
    """Nobody has asked to be told."""


def _seated(before: Sequence[Sitter], sitters: dict[Seat, Sitter]) -> list[Sitter]:
    """Who sits where after these have sat down; who is named anew leaves the seat they had."""
    moved = {alike(sitter.name) for sitter in sitters.values()}
    return [
        sitters[seat] if seat in sitters else guest_at(seat) if alike(sitter.name) in moved else sitter
        for seat, sitter in enumerate(before)
    ]


def _people(sitters: Sequence[Sitter]) -> dict[str, Any]:
    return {
        "players": [sitter.name for sitter in sitters],
        "guests": [seat for seat, sitter in enumerate(sitters) if sitter.kind == "guest"],
    }
