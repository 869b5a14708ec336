"""One table, one way round: ports, perception, journal, referee, effects, displays.

`TableRuntime.step(now)` is the whole loop body. It is synchronous and knows no clock of its own, so that the same
code runs a real table in real time and a simulated one as fast as the machine allows.
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self, TypeAlias

import structlog

from controller.effects import (
    Effect,
    LampSet,
    MatchEnded,
    MatchReopened,
    Notice,
    RulingApplied,
    RulingRefused,
    TunePlayed,
)
from controller.errors import JournalError
from controller.inputs import Deadline, DeviceSeen, Input, Pressed, Ruling, SetupChanged, UnknownTagSeen
from controller.journal import Journal
from controller.journal.facts import as_json, fact_of
from controller.perception import (
    Perception,
    PerceptionSettings,
    TwoSetPerception,
    has_second_set,
    zones_to_favour,
)
from controller.referee import Referee, RefereeOptions, TablePhase, TableState
from controller.referee.desk import SetupError
from controller.referee.sight import fitted
from engine.tiles import Tile
from hal.drivers import TablePorts
from hal.ports import BoardStatus, Millis, Press, Scan, TagId
from hal.tags import parse_tag
from hal.zones import Zone

LATEST_DEADLINE: Final[Millis] = 1_000
"""A deadline waits at most so long for a board that has not reported past it."""

LOOK_AROUND: Final[Millis] = 3_000
"""After a restart the first look at the whole table may take so long."""

_MOST_DEADLINES: Final = 100
"""More than so many in one step can only be a referee that asks for the same one again and again."""

_log = structlog.get_logger("runtime")

Observation: TypeAlias = Scan | BoardStatus | Press
Observer: TypeAlias = Callable[[Sequence[Effect], TableState], None]
"""Told of effects once they are journalled (none: only the state has changed)."""


@dataclass(frozen=True)
class TableSetup:
    """What the configuration says about how a table is read and refereed."""

    registry: Mapping[TagId, Tile]
    referee: RefereeOptions = field(default_factory=RefereeOptions)
    perception: PerceptionSettings = field(default_factory=PerceptionSettings)


class TableRuntime:
    """Runs one table. Owned by one thread; only `submit` may be called from others."""

    def __init__(self, setup: TableSetup, ports: TablePorts, journal: Journal) -> None:
        self._setup = setup = replace(setup, referee=fitted(setup.referee, ports.layout))
        self._duplicates: Final = _enrolled_twice(setup.registry)
        self._ports: Final = ports
        self._journal: Final = journal
        single = {tag: tile for tag, tile in setup.registry.items() if tag not in self._duplicates}
        perceive = TwoSetPerception if has_second_set(single) else Perception
        self._perception: Final = perceive(ports.layout, single, setup.perception)
        self._referee = Referee(options=setup.referee)
        self._submitted: Final[deque[Callable[[Millis], Input]]] = deque()
        self._observers: Final[list[Observer]] = []
        self._failing: Final[list[Observer]] = []
        self._panels_told: list[BoardStatus] = []
        self._doubted: list[str] = []
        """Devices that failed before a restart: they work, unless their drivers tell again that they do not."""
        self._held: list[Effect] = []
        self._favoured: tuple[Zone, ...] = ()
        self._changed = False
        self._looking_until: Millis = 0
        self._phase = TablePhase.SETUP
        self.recognise: Callable[[UnknownTagSeen], bool] | None = None
        """Asked of each tag that is no tile's: whether it is a person's card, and so nothing the referee minds."""
        self.trouble: JournalError | None = None
        """Why effects are held back at present: the journal cannot be written."""
        self._failure: Exception | None = None

    @classmethod
    def resume(cls, setup: TableSetup, ports: TablePorts, journal: Journal) -> Self:
        """A runtime that goes on with the match the journal was in the midst of, or waits for a new one.

        The inputs since the last snapshot are refereed again; what the journal holds of their effects is not
        written twice. The clock must go on from `journal.at`. Raises `JournalError` for an unreadable journal.
        """
        runtime = cls(setup, ports, journal)
        found = journal.unfinished()
        if found is not None:
            inputs = found.inputs
            if found.snapshot is not None and not runtime._restore(found.snapshot):
                inputs = journal.inputs(found.match)
            runtime._replay(inputs, journal.last_input - len(inputs), journal.last_fact_input)
            runtime.referee_by(setup.referee)
        return runtime

    @property
    def state(self) -> TableState:
        """The table's state. To be read, not changed, by the thread that calls `step`."""
        return self._referee.state

    @property
    def perception(self) -> Perception:
        """What is believed about the tiles, for those who show or check it."""
        return self._perception

    def observe(self, observer: Observer) -> None:
        """Tell an observer of all effects from now on. What it raises is logged and goes no further."""
        self._observers.append(observer)

    def submit(self, make: Callable[[Millis], Input]) -> None:
        """Have an input (a press on the page, a ruling, a set-up change) taken in the next step.

        `make` is given the table time of that step. May be called from any thread.
        """
        self._submitted.append(make)

    @property
    def referee_options(self) -> RefereeOptions:
        """How patient and strict the referee is at present."""
        return self._referee.options

    def referee_by(self, options: RefereeOptions) -> None:
        """Have the table refereed by these options from the next step on; the journal keeps from when."""
        options = fitted(options, self._ports.layout)
        self._setup = replace(self._setup, referee=options)
        if options != self._referee.options:
            details = _changed_options(options)
            self.submit(lambda now: SetupChanged(at=now, what="options", details=details))

    def hardware_problems(self) -> dict[str, str]:
        """What the drivers say is wrong now, by board or device: a sentence that says what to do."""
        return self._ports.problems()

    def next_deadline(self) -> Millis | None:
        """When the referee waits for a deadline; None if it waits for none."""
        due = self._referee.next_deadline()
        return None if due is None else due[1]

    def step(self, now: Millis) -> None:
        """Take everything that happened up to `now` (table time, never running back) and release what follows.

        What the referee fails at, a fault of the program, is raised when everything else of the step is done.
        """
        observations = self._poll(now)
        self._journal.observe(observations, now)
        for observation in observations:
            for item in self._understand(observation, now):
                self._take(item)
        for device in self._devices(now):
            self._take(device)
        while self._submitted:
            self._take(self._submitted.popleft()(now))
        self._deadlines(now)
        self._release()
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure

    # ---- the way round

    def _poll(self, now: Millis) -> list[Observation]:
        """What readers and panels have to tell, in the order in which it happened."""
        observations: list[Observation] = [*self._ports.reader.poll(now)]
        told = self._ports.buttons.poll(now)
        boards = self._ports.layout.boards
        self._panels_told += [item for item in told if isinstance(item, BoardStatus) and item.board not in boards]
        presses = [item for item in told if isinstance(item, Press) or item.board in boards]
        if presses:
            observations.extend(presses)
            observations.sort(key=_time_of)
        return observations

    def _devices(self, now: Millis) -> list[DeviceSeen]:
        """What panels without antennas and the machine tell of themselves."""
        panels, self._panels_told = self._panels_told, []
        doubted, self._doubted = self._doubted, []
        told = [DeviceSeen(at=now, device=device, ok=True) for device in doubted]
        told += (
            DeviceSeen(at=now, device=_panel_name(status.board), ok=status.online, reason=status.reason)
            for status in panels
        )
        machine = self._ports.machine
        for status in () if machine is None else machine.poll(now):
            jammed = status.state == "jam"
            if jammed or "machine" in self.state.failing:
                told.append(DeviceSeen(at=now, device="machine", ok=not jammed, reason=status.state if jammed else ""))
        return told

    def _understand(self, observation: Observation, now: Millis) -> Sequence[Input]:
        if isinstance(observation, Press):
            return (Pressed(at=observation.at, seat=observation.seat, button=observation.button),)
        seen = [self._marked(item) for item in self._perception.see(observation, now)]
        recognise = self.recognise
        if recognise is None:
            return seen
        return [item for item in seen if not (isinstance(item, UnknownTagSeen) and recognise(item))]

    def _marked(self, item: Input) -> Input:
        """A strange tag that is enrolled for a tile which has another tag is told as such."""
        if isinstance(item, UnknownTagSeen) and item.tag in self._duplicates:
            return item.model_copy(update={"duplicate": True})
        return item

    def _take(self, item: Input) -> None:
        """One input into the journal, then to the referee; what it decides is held until the journal has it."""
        if isinstance(item, SetupChanged) and item.what == "match":
            # In the journal a match stands by itself: by which options it is refereed, and what lay on the table.
            details = {"options": _changed_options(self._setup.referee)} | item.details
            details["table"] = self._referee.table()
            item = item.model_copy(update={"details": details})
        self._journal.append(item)
        effects = self._handle(item)
        self._record(effects, item.at)
        self._held.extend(effects)
        self._changed = True
        self._expect()

    def _record(self, effects: Sequence[Effect], at: Millis, after: int | None = None) -> None:
        """Store what an input (None: the newest) has led to, and a snapshot where a deal begins."""
        facts = [fact for effect in effects if (fact := fact_of(effect)) is not None]
        ended = next((effect for effect in effects if isinstance(effect, MatchEnded)), None)
        phase, self._phase = self._phase, self.state.phase
        begins = self._phase is TablePhase.DEALING and phase is not TablePhase.DEALING
        self._journal.record(
            facts,
            at,
            after=after,
            snapshot=self._referee.snapshot() if begins else None,
            reopened=any(isinstance(effect, MatchReopened) for effect in effects),
            final=None if ended is None else as_json(ended),
        )

    def _expect(self) -> None:
        """Tell perception and the readers what to look for next."""
        expectations = self._referee.expectations()
        self._perception.expect(expectations)
        if expectations.favour != self._favoured:
            self._favoured = expectations.favour
            self._ports.reader.favour(zones_to_favour(self._ports.layout, expectations.favour))

    def _handle(self, item: Input) -> list[Effect]:
        """Have an input refereed.

        It is in the journal already: were a failure let through here, a restart would meet it again and again, and
        the game would be lost. So it is kept for the end of the step, and a replay passes it in the same way.
        """
        try:
            effects = self._referee.handle(item)
        except SetupError as error:
            _log.warning("setup_refused", reason=str(error))
            return [Notice(str(error))]
        except Exception as error:  # noqa: BLE001 - a fault of the program; the next ruling may put it right
            self._failure = error
            return _failed(item, error)
        for effect in effects:
            if isinstance(effect, RulingApplied) and effect.what == "swap_tile":
                self._perception.swap(Tile(effect.details["tile"]), parse_tag(str(effect.details["tag"])))
        return effects

    def _deadlines(self, now: Millis) -> None:
        """Act on deadlines that every live board has reported past, or that have waited for the rest long enough.

        After a restart none acts before the whole table was looked at: it may not be as it was left.
        """
        if now < self._looking_until and not self._perception.has_looked_around:
            return
        for _ in range(_MOST_DEADLINES):
            due = self._referee.next_deadline()
            if due is None or due[1] > now:
                return
            timer, at = due
            reported = self._perception.reported_until() >= at and not self._perception.unsettled(at)
            if not reported and now < at + LATEST_DEADLINE:
                return
            self._take(Deadline(at=now, timer=timer))
        _log.error("deadlines_without_end", timer=timer)

    def _release(self) -> None:
        if not self._changed:
            return
        try:
            self._journal.flush()
        except JournalError as error:
            self.trouble = error
            return
        effects, self._held, self._changed, self.trouble = self._held, [], False, None
        for effect in effects:
            if isinstance(effect, LampSet):
                self._ports.lamps.set(effect.seat, effect.button, effect.lit)
            elif isinstance(effect, TunePlayed):
                self._ports.sound.play(effect.seat, effect.tune)
        for observer in self._observers:
            self._tell(observer, effects)

    def _tell(self, observer: Observer, effects: Sequence[Effect]) -> None:
        """A display that fails is no reason to stop the game, nor to fill the log."""
        try:
            observer(effects, self.state)
        except Exception:  # noqa: BLE001
            if observer not in self._failing:
                _log.exception("display_failed")
                self._failing.append(observer)
        else:
            if observer in self._failing:
                self._failing.remove(observer)

    # ---- going on after a restart

    def _restore(self, snapshot: Any) -> bool:
        """Begin at a snapshot; False if this version cannot read it (then the whole match is refereed again)."""
        try:
            self._referee = Referee.restore(snapshot, self._setup.referee)
        except ValueError as error:
            _log.warning("snapshot_unreadable", reason=str(error))
            return False
        self._phase = self.state.phase
        return True

    def _replay(self, inputs: Sequence[Input], seq: int, recorded: int) -> None:
        """Referee journalled inputs again, the first of them after number `seq`.

        What they led to is stored where the journal does not have it yet (after number `recorded`).
        """
        for number, item in enumerate(inputs, seq + 1):
            effects = self._handle(item)
            if self._failure is not None:
                _log.error("input_not_refereed", input=number, type=item.type, exc_info=self._failure)
                self._failure = None
            if number > recorded:
                self._record(effects, item.at, number)
            self._phase = self.state.phase
            self._held.extend(effect for effect in effects if isinstance(effect, LampSet))
        lying = self._referee.lying()
        tagged = set(self._setup.registry.values())
        state, at = self.state, self._journal.at
        if isinstance(self._perception, TwoSetPerception):
            self._perception.play_with(state.tile_set)
        self._perception.assume({tile: zone for tile, zone in lying.items() if tile in tagged}, at)
        self._perception.assume_trouble(state.unreadable, state.unknown_tags | state.duplicate_tags, at)
        self._doubted = sorted(state.failing)
        self._looking_until = at + LOOK_AROUND
        self._changed = True
        self._expect()


def _failed(item: Input, error: Exception) -> list[Effect]:
    """Whoever rules and waits for an answer is told that there is none."""
    if not isinstance(item, Ruling):
        return []
    message = f"the program failed at this ruling ({type(error).__name__}): see what has changed before you go on"
    return [RulingRefused(item.who, item.what, message)]


def _changed_options(options: RefereeOptions) -> dict[str, Any]:
    return options.model_dump(mode="json", exclude_defaults=True)


def _enrolled_twice(registry: Mapping[TagId, Tile]) -> frozenset[TagId]:
    """Tags of tiles that have an earlier tag in the registry already."""
    first: dict[Tile, TagId] = {}
    return frozenset(tag for tag, tile in registry.items() if first.setdefault(tile, tag) != tag)


def _panel_name(board: str) -> str:
    """`panel:2` of `seat2`; `panel` of a board that belongs to no seat."""
    return f"panel:{board[-1]}" if board[-1:] in ("0", "1", "2", "3") else "panel"


def _time_of(observation: Observation) -> Millis:
    return observation.ended if isinstance(observation, Scan) else observation.at
