"""A simulated table inside the service: its world in real time, four bots or a person and three, what a page may do."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, Final, Literal, TypeAlias

import structlog

from controller.effects import Effect, Reseated
from controller.inputs import SetupChanged
from controller.people.bots import BotPlayer, Decider
from controller.people.glance import Glance
from controller.people.host import Host
from controller.people.remote import RemotePerson
from controller.people.tempo import CLUB, LEISURELY, QUICK, Pace, Tempo
from controller.people.walls import wall_around
from controller.presenter.seat import OwnTiles, panel_buttons, seat_view
from controller.presenter.training import Coach
from controller.presenter.views import SeatView
from controller.referee.state import TablePhase, TableState
from controller.runtime import TableRuntime
from controller.service.faults import TableFaults
from controller.service.hub import ViewHub
from controller.service.seating import Seating
from controller.web.contract import audience_of
from engine.bots.levels import make_bot
from engine.rules import RuleSet
from engine.tiles import SEATS, Seat, Tile
from hal.ports import Millis
from hal.sim.noise import noise_named
from hal.sim.people import Player
from hal.sim.table import SimulatedTable
from hal.sim.wall import DEAD_WALL
from hal.zones import DORA_PAD, ELSEWHERE, hand_of, melds_of, river_of

_log = structlog.get_logger("table")

NEXT_MATCH_AFTER: Final[Millis] = 20_000
"""Four bots begin another match so long after the last one's end."""

BotPace: TypeAlias = Literal["leisurely", "normal", "quick"]
_TEMPOS: Final[dict[BotPace, Tempo]] = {"leisurely": LEISURELY, "normal": CLUB, "quick": QUICK}


class WallFile:
    """Keeps the simulated wall beside the journal: a real wall, too, stands when the service is killed."""

    def __init__(self, path: Path | None) -> None:
        self._path: Final = path

    def store(self, order: tuple[Tile, ...]) -> None:
        """Remember the order of a wall just built."""
        if self._path is None:
            return
        new = self._path.with_name(self._path.name + ".new")
        try:
            new.write_text(json.dumps(order))
            new.replace(self._path)
        except OSError as error:  # after a restart the wall is then another one; the game at the table is the journal's
            _log.warning("wall_not_stored", error=error.strerror)

    def read(self) -> tuple[Tile, ...] | None:
        """The wall that stood last; None if it is not known, or the file is broken."""
        if self._path is None or not self._path.exists():
            return None
        try:
            order = json.loads(self._path.read_text(encoding="utf-8"))
        except ValueError:
            return None
        if not isinstance(order, list) or any(type(tile) is not int for tile in order):
            return None
        return tuple(Tile(tile) for tile in order)


class SimulatedHouse:
    """The world, its people, and the wall; belongs to the table's thread."""

    def __init__(self, table: SimulatedTable, runtime: TableRuntime, seating: Seating, walls: WallFile) -> None:
        self.seating = seating
        self.persons: dict[Seat, RemotePerson] = {}
        self.faults: Final = TableFaults(table)
        self._table: Final = table
        self._runtime: Final = runtime
        self._walls: Final = walls
        self._host: Host | None = None
        self._minds: list[Decider | None] = []
        self._wall = table.world.wall
        self._stirred = True
        self._shown: dict[Seat, SeatView] = {}
        self._coaches: Final = {seat: Coach() for seat in SEATS}
        self._paces: list[Pace] = []
        self._pace: BotPace | None = None
        self._finished_at: Millis | None = None
        self._reseated: list[tuple[Seat, ...]] = []
        """Changes of places that the people at the table have not followed yet."""
        table.world.watch(lambda change: self._stir())
        runtime.observe(self._notice)
        self.seat()

    @property
    def state(self) -> TableState:
        """The table's state."""
        return self._runtime.state

    def seat(self) -> None:
        """Let the people sit down, in place of whoever sat there."""
        world, seating = self._table.world, self.seating
        random, walls, *paces = (
            Random(f"{what} {seating.seed} {world.now}")  # noqa: S311 - play, not secrets
            for what in ("bots", "walls", *range(5))
        )
        self._paces = [Pace(own, _TEMPOS[self.pace]) for own in paces]
        if self._host is not None:
            self._host.leave()
        self._host = Host(world, Glance(lambda: self.state), self._paces[4], walls)
        self._minds = [
            None if choice == "person" else make_bot(choice, random.randrange(1 << 30)) for choice in seating.choices
        ]
        self._take_places()

    def _take_places(self) -> None:
        """Everybody at their own seat, a bot with the mind it has; whoever deals goes on dealing."""
        world = self._table.world
        people: list[Player] = [] if self._host is None else [self._host]
        self.persons.clear()
        self._shown.clear()
        for seat, mind in zip(SEATS, self._minds, strict=True):
            if mind is None:
                self.persons[seat] = RemotePerson(world, seat, self._paces[seat])
                people.append(self.persons[seat])
            else:
                people.append(BotPlayer(world, seat, mind, lambda: self.state, self._paces[seat]))
        self._table.seat_people(people)

    def _change_places(self, sources: Sequence[Seat]) -> None:
        """The people go where the ruling has them: each with name, page and mind."""
        self.seating = self.seating.moved(sources)
        self._minds = [self._minds[source] for source in sources]
        self._take_places()
        self._stir()

    @property
    def noise(self) -> str:
        """How wrong antennas and buttons are: the name of a profile."""
        return self._table.noise.name

    @noise.setter
    def noise(self, name: str) -> None:
        self._table.noise = noise_named(name)

    @property
    def pace(self) -> BotPace:
        """How fast the bots are: leisurely beside a person, if nothing was chosen."""
        return self._pace or ("leisurely" if self.seating.persons else "normal")

    @pace.setter
    def pace(self, pace: BotPace) -> None:
        self._pace = pace
        for each in self._paces:
            each.tempo = _TEMPOS[pace]

    def restore(self) -> None:
        """Put the tiles where the journal has them and the rest into the wall that stood when the service ended.

        If that wall is not known (a backup holds none), the rest stands as chance will have it.
        """
        state, world = self.state, self._table.world
        if state.rules is None or state.phase not in (TablePhase.PLAYING, TablePhase.URA):
            return
        order = self._walls.read()
        if order is None or sorted(order) != list(state.rules.tile_set.tiles):
            _log.warning("wall_not_known", advice="the tiles that nobody has seen yet stand anew")
            order = self._new_wall(state, state.rules)
            self._walls.store(order)
        world.build_wall(order, dead=state.rules.dead_wall and DEAD_WALL)
        self._wall = world.wall
        lying = [(place.order, tile, place.zone) for tile, place in state.places.items() if place.zone != ELSEWHERE]
        for _, tile, zone in sorted(lying, key=lambda entry: entry[:2]):
            world.put(tile, zone)

    def _new_wall(self, state: TableState, rules: RuleSet) -> tuple[Tile, ...]:
        """A wall for the deal that is being played."""
        places = sorted((place.order, tile, place.zone) for tile, place in state.places.items())
        lying = [tile for _, tile, zone in places if zone not in (ELSEWHERE, DORA_PAD)]
        indicators = [tile for _, tile, zone in places if zone == DORA_PAD]
        kans = 0 if state.deal is None else sum(meld.is_kan for player in state.deal.players for meld in player.melds)
        random = Random(f"wall anew {self.seating.seed} {state.now}")  # noqa: S311 - play, not secrets
        return wall_around(rules.tile_set, lying, indicators[:5], kans, rules.dead_wall and DEAD_WALL, random)

    def start_match(
        self, rules: RuleSet, first_dealer: Seat | None = None, more: Mapping[str, Any] | None = None
    ) -> None:
        """Begin a match; the table rolls the dice for the first dealer if none is given.

        `more` goes into the journal with it.
        """
        details = match_details(rules, self.seating.names(), first_dealer) | {"bots": self.seating.bots()}
        details |= more or {}
        self._runtime.submit(lambda now: SetupChanged(at=now, what="match", details=details))
        self.seat()

    def train(self, *, on: bool) -> None:
        """Switch training mode."""
        self._runtime.submit(lambda now: SetupChanged(at=now, what="training", details={"on": on}))
        self._stir()

    def advance(self, now: Millis) -> None:
        """Let the world's time pass up to `now`."""
        while self._reseated:
            self._change_places(self._reseated.pop(0))
        self.faults.advance(now)
        self._table.advance(now)
        wall = self._table.world.wall
        if wall is not self._wall:
            self._wall = wall
            self._walls.store(wall.order)
        if not self.persons:
            self._go_on(now)

    def look(self, seat: Seat) -> SeatView:
        """What the person at a seat sees and may do at this moment."""
        view = seat_view(self.state, seat, self._own(seat), self._coaches[seat])
        return view.model_copy(update={"panel": panel_buttons(self.state)})

    def publish(self, hub: ViewHub) -> None:
        """Show each person the own tiles, if anything has changed about them."""
        if not self._stirred:
            return
        self._stirred = False
        for seat in self.persons:
            view = self.look(seat)
            if view != self._shown.get(seat):
                self._shown[seat] = view
                hub.publish(audience_of(seat), view)

    def _own(self, seat: Seat) -> OwnTiles:
        at = self._table.world.tiles_at
        return OwnTiles(hand=at(hand_of(seat)), river=at(river_of(seat)), melds=at(melds_of(seat)))

    def _go_on(self, now: Millis) -> None:
        """Four bots play one match after another."""
        rules = self.state.rules
        if self.state.phase is not TablePhase.FINISHED or rules is None:
            self._finished_at = None
        elif self._finished_at is None:
            self._finished_at = now
        elif now - self._finished_at >= NEXT_MATCH_AFTER:
            self.start_match(rules)

    def _notice(self, effects: Sequence[Effect], _state: TableState) -> None:
        """The table's state has changed."""
        self._reseated += [effect.sources for effect in effects if isinstance(effect, Reseated)]
        self._stir()

    def _stir(self) -> None:
        self._stirred = True


def match_details(rules: RuleSet, names: Sequence[str], first_dealer: Seat | None) -> dict[str, Any]:
    """What the input that starts a match says. Without a first dealer two dice are rolled, kept with their seed."""
    details: dict[str, Any] = {"rules": rules.model_dump(mode="json"), "players": list(names)}
    if first_dealer is None:
        dice_seed = SystemRandom().getrandbits(63)
        dice = Random(dice_seed)  # noqa: S311 - shown, not secret
        rolled = (dice.randint(1, 6), dice.randint(1, 6))
        first_dealer = (sum(rolled) - 1) % 4
        details["dice"] = {"seed": dice_seed, "rolled": rolled}
    return details | {"first_dealer": first_dealer}
