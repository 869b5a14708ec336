"""All boards of a table: who they are, whose turn the air is, and what they sense, as the ports tell it.

Synchronous and without a clock: `pump` is called with the time, by a thread on real hardware (`driver.py`) and by the
simulated table's own time in simulations.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, TypeAlias

from firmware import wire
from hal.boards.directory import Directory
from hal.boards.lines import Line, LineLost
from hal.boards.options import BoardsOptions
from hal.boards.panels import BUTTONS, SEAT_BOARDS, PanelState
from hal.boards.session import (
    AntennaHealth,
    AntennaScan,
    BoardSession,
    ChipFault,
    Hello,
    MachineNews,
    News,
    Pressed,
    TurnOver,
)
from hal.boards.turns import Turns
from hal.layout import Layout
from hal.ports import MACHINE_STATES, BoardStatus, MachineStatus, Millis, Press, Scan

NO_ANSWER_AFTER: Final[Millis] = 5_000
"""A device that has said nothing for so long after it was opened is named."""
BOTH_NEW: Final[Millis] = 3_000
"""Two boards of one name that came within this time are both refused: nothing tells which of them is right."""

Observation: TypeAlias = Scan | BoardStatus | Press | MachineStatus


@dataclass(slots=True)
class _Member:
    """A board that was accepted."""

    path: str
    session: BoardSession
    number: int
    """Which of the link's sessions it was accepted in."""
    since: Millis
    antennas: tuple[str, ...]
    fault: str = ""
    health: dict[str, AntennaHealth] = field(default_factory=dict)


class BoardTable:
    """The boards of one table. `find` lists the devices present, `open_line` opens one, `random` draws sessions."""

    def __init__(
        self,
        options: BoardsOptions,
        layout: Layout,
        find: Callable[[], Sequence[str]],
        open_line: Callable[[str], Line],
        random: Random,
    ) -> None:
        self._options: Final = options
        self._layout: Final = layout
        self._directory: Final = Directory(find, open_line, random)
        self._turns: Final = Turns(layout, options.sweep_ms, options.most_ms)
        self._members: Final[dict[str, _Member]] = {}
        self._refused: Final[dict[str, tuple[str, str]]] = {}
        """Device -> the board it says it is, and why it is not taken."""
        self._told: Final[dict[str, tuple[bool, str]]] = {}
        self._lost: Final[dict[str, str]] = {}
        self._again: Final[set[str]] = set()
        """Boards that have started anew, which must be told even if they were not noticed to be away."""
        self._panels: Final = {board: PanelState() for board in layout.boards}
        self._sequences: Final = dict.fromkeys(layout.by_name, 0)
        self._began: Millis | None = None
        self._machine_start = False
        self._problems: Mapping[str, str] = {}

    # ---- asking and telling

    def favour(self, antennas: Sequence[str]) -> None:
        """Half of the air goes to these antennas."""
        self._turns.favour(antennas)

    def panel(self, board: str) -> PanelState | None:
        """Lamps and displays of a board; None if the table has no such board."""
        return self._panels.get(board)

    def start_machine(self) -> None:
        """Have the table machine begin."""
        self._machine_start = True

    @property
    def problems(self) -> Mapping[str, str]:
        """What is wrong now, by board or device: a sentence that says what to do."""
        return self._problems

    def figures(self) -> dict[str, str]:
        """How each board that is there is doing, in words: its line, then its antennas."""
        return {board: _figures(member) for board, member in list(self._members.items())}

    def sessions(self) -> list[BoardSession]:
        """What is open now, boards or not, for those who want to see how the lines do."""
        return list(self._directory.sessions.values())

    def lines(self) -> list[Line]:
        """The open lines, to wait on."""
        return [session.line for session in self._directory.sessions.values()]

    def due(self, now: Millis) -> Millis:
        """When `pump` has something to do if no byte comes."""
        due = self._directory.look_at
        for session in self._directory.sessions.values():
            due = min(due, session.due(now))
        if self._turns.running:
            return min(due, self._turns.ends)
        return now if self._present(now) else due

    def close(self) -> None:
        """Let go of all devices."""
        self._directory.close()

    # ---- the loop

    def pump(self, now: Millis) -> list[Observation]:
        """Hear everybody, hand out the air, say what is to be said; gives what was sensed, oldest first."""
        if self._began is None:
            self._began = now
        observations: list[Observation] = []
        self._directory.look(now)
        for path, session in list(self._directory.sessions.items()):
            try:
                for item in session.receive(now):
                    self._take(path, session, item, now, observations)
            except LineLost as lost:
                self._lose(path, str(lost), now)
        self._hand_out(now)
        self._say(now)
        for path, session in list(self._directory.sessions.items()):
            try:
                session.flush(now)
            except LineLost as lost:
                self._lose(path, str(lost), now)
        return [*self._statuses(now), *observations]

    def _take(self, path: str, session: BoardSession, item: News, now: Millis, out: list[Observation]) -> None:
        if isinstance(item, Hello):
            self._meet(path, session, item, now)
            return
        board = self._board_at(path)
        if board is None or self._members[board].number != session.link.sessions:
            return
        member = self._members[board]
        if isinstance(item, AntennaScan):
            self._scan(member, item, out)
        elif isinstance(item, Pressed):
            if board in SEAT_BOARDS and item.button < len(BUTTONS):
                out.append(Press(SEAT_BOARDS[board], BUTTONS[item.button], item.at))
        elif isinstance(item, TurnOver):
            self._turns.over(board, item.number, now)
        elif isinstance(item, ChipFault):
            member.fault = item.text
        elif isinstance(item, AntennaHealth):
            if item.antenna < len(member.antennas):
                member.health[member.antennas[item.antenna]] = item
        elif isinstance(item, MachineNews) and item.state < len(MACHINE_STATES):
            out.append(MachineStatus(MACHINE_STATES[item.state], item.at))

    def _scan(self, member: _Member, scan: AntennaScan, out: list[Observation]) -> None:
        name = member.antennas[scan.antenna] if scan.antenna < len(member.antennas) else ""
        if name not in self._sequences:
            return  # an antenna this table does not use
        self._sequences[name] += 1
        out.append(Scan(name, self._sequences[name], scan.started, scan.ended, scan.tags, scan.reference))

    # ---- who is who

    def _board_at(self, path: str) -> str | None:
        return next((board for board, member in self._members.items() if member.path == path), None)

    def _meet(self, path: str, session: BoardSession, hello: Hello, now: Millis) -> None:
        """A board has said who it is: take it or refuse it."""
        board = self._options.names.get(hello.board, hello.board)
        before = self._board_at(path)
        if before == board and self._members[board].number == session.link.sessions:
            return  # it says everything again, after a gap
        if before is not None:
            self._turns.lost(before, now)
            if before != board:
                del self._members[before]
        reason = self._fault_of(path, board, hello, now)
        if reason:
            if before == board:
                self._members.pop(board, None)
            self._refused[path] = (board, reason)
            session.say("setup", version=wire.PROTOCOL_VERSION, antennas=0, text=reason[:180])
            return
        self._refused.pop(path, None)
        self._lost.pop(board, None)
        self._directory.works(path)
        antennas = tuple(f"{board}.{name}" for name in hello.antennas)
        since = self._members[board].since if before == board else now
        self._members[board] = _Member(path, session, session.link.sessions, since, antennas)
        self._again.add(board)
        used = sum(1 << n for n, name in enumerate(antennas) if name in self._layout.by_name)
        session.say("setup", version=wire.PROTOCOL_VERSION, antennas=used, text="")
        self._panels[board].afresh()

    def _fault_of(self, path: str, board: str, hello: Hello, now: Millis) -> str:
        """Why a board cannot be taken; empty if it can."""
        flash = f"run `jantaku flash --board {board or 'NAME'} --port {path}`"
        if hello.version != wire.PROTOCOL_VERSION:
            ours = wire.PROTOCOL_VERSION
            advice = flash if hello.version < ours else f"update Jantaku on this computer, or {flash}"
            return f"it speaks protocol {hello.version} (build {hello.build}), this computer {ours}: {advice}"
        if board not in self._layout.boards:
            known = ", ".join(self._layout.boards)
            return (
                f"the board on {path} calls itself {board!r}, and this table has {known}: flash it with its own name "
                f"(jantaku flash --board NAME --port {path}), or say in [hal.boards] names what it stands for"
            )
        needed = {antenna.name.partition(".")[2] for antenna in self._layout.on_board(board)}
        lacking = sorted(needed - set(hello.antennas))
        if lacking:
            return (
                f"it has no antenna {', '.join(lacking)}: {flash} with the right --role, or correct [hal.boards.layout]"
            )
        return self._double(path, board, now)

    def _double(self, path: str, board: str, now: Millis) -> str:
        """Two boards of one name: the one at work stays, unless nothing tells which of them is right."""
        member = self._members.get(board)
        if member is None or member.path == path:
            return ""
        if member.session.link.is_silent(now):
            self._refused[member.path] = (board, f"{board} now answers on {path}")
            self._leave(board, now)
            return ""
        reason = (
            f"two boards say they are {board}, on {member.path} and {path}: unplug the wrong one and give it its own "
            "name (jantaku flash --board NAME --port DEVICE)"
        )
        if now - member.since < BOTH_NEW:
            self._refused[member.path] = (board, reason)
            self._leave(board, now)
        return reason

    def _leave(self, board: str, now: Millis) -> None:
        del self._members[board]
        self._turns.lost(board, now)

    def _lose(self, path: str, reason: str, now: Millis) -> None:
        """A line has failed: its board is gone, and one that was refused because of it may come in."""
        board = self._board_at(path)
        if board is not None:
            self._leave(board, now)
            self._lost[board] = reason
        self._directory.lose(path, reason, now)
        self._refused.pop(path, None)
        for other in list(self._refused):
            session = self._directory.sessions.get(other)
            if session is not None and session.hello is not None:
                self._meet(other, session, session.hello, now)

    # ---- turns and panels

    def _present(self, now: Millis) -> dict[str, _Member]:
        """The boards that can be given a turn."""
        return {
            board: member
            for board, member in self._members.items()
            if member.session.is_open and member.session.clock.known and not member.session.link.is_silent(now)
        }

    def _hand_out(self, now: Millis) -> None:
        self._turns.expire(now)
        if self._turns.running:
            return
        present = self._present(now)
        for grant in self._turns.next(now, present):
            member = present[grant.board]
            first = bytes(member.antennas.index(name) for name in grant.first if name in member.antennas)
            member.session.say("turn", number=grant.number, sweep_ms=grant.sweep_ms, most_ms=grant.most_ms, rest=first)

    def _say(self, now: Millis) -> None:
        for board, member in self._members.items():
            if self._panels[board].waiting and not member.session.link.is_silent(now):
                self._panels[board].say(member.session)
            if self._machine_start:
                member.session.say("start")
        self._machine_start = False

    # ---- who is there

    def _statuses(self, now: Millis) -> list[Observation]:
        news: list[Observation] = []
        problems = dict(self._directory.reasons())
        for board in self._layout.boards:
            online, reason = self._state(board, now)
            if not online and board not in self._told and now < (self._began or 0) + self._options.found_within:
                continue
            if not online:
                problems[board] = _sentence(f"Board {board}: {reason}")
            told = self._told.get(board)
            if told is None or told[0] != online or (online and board in self._again):
                if online and told is not None:
                    reason = f"back: {reason}"
                news.append(BoardStatus(board, online, now, reason))
                self._told[board] = (online, reason)
            if online:
                self._again.discard(board)
        problems |= {
            path: _sentence(f"{path}: {why}") for path, (board, why) in self._refused.items() if board not in problems
        }
        sessions = self._directory.sessions
        problems |= {path: _mute_text(path) for path, session in sessions.items() if _is_mute(session, now)}
        self._problems = problems
        return news

    def _state(self, board: str, now: Millis) -> tuple[bool, str]:
        """Whether a board is there and which program it runs, and otherwise why not and what to do."""
        member = self._members.get(board)
        if member is None:
            refusal = next((why for name, why in self._refused.values() if name == board), None)
            return False, refusal or self._lost.get(board) or "no device says it is this board; is it plugged in?"
        if member.session.link.is_silent(now):
            return False, f"it does not answer any more on {member.path}; look at its power and cable"
        if member.fault:
            return False, member.fault
        hello = member.session.hello
        return True, "found" if hello is None else f"build {hello.build}, protocol {hello.version}"


def _figures(member: _Member) -> str:
    session, link = member.session, member.session.link
    line = f"answers in {session.clock.round_trip} ms" if session.clock.known else "has not told its clock yet"
    damage = f"{link.errors} damaged frames, {link.resent} sent and {link.repeated} come again, {session.gaps} gaps"
    if session.nonsense:
        damage += f", {session.nonsense} messages that mean nothing"
    antennas = [
        f"{name.partition('.')[2]} {one.reads} reads, {one.misses} misses, {one.collisions} collisions, "
        f"field {one.field}"
        for name, one in list(member.health.items())
    ]
    return "; ".join([line, damage, *antennas])


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else text + "."


def _is_mute(session: BoardSession, now: Millis) -> bool:
    return session.hello is None and session.link.last_heard is None and now - session.opened > NO_ANSWER_AFTER


def _mute_text(path: str) -> str:
    return (
        f"{path}: nothing answers there. If it is one of the table's boards: jantaku flash --board NAME --port {path}; "
        "otherwise leave it out of [hal.boards] ports."
    )
