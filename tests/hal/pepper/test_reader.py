"""Conversations with a simulated reader on a scripted line: no threads, no waiting."""

from collections import deque

import pytest

from hal.pepper.codec import DIALECTS, command
from hal.pepper.reader import NoAnswer, PepperReader, Refused
from tests.hal.pepper.simulated import SimulatedPepper

UIDS = [f"E0040150{n:08X}" for n in range(14)]


class DirectLine:
    """A line without wires: what is written is answered at once; its clock runs 10 ms a read."""

    def __init__(self, *devices: SimulatedPepper) -> None:
        self.devices = devices
        self.waiting: deque[bytes] = deque()
        self.now = 0.0
        self.late: bytes | None = None

    def clock(self) -> float:
        return self.now

    def write(self, data: bytes) -> int:
        self.waiting.extend(device.receive(data) for device in self.devices)
        return len(data)

    def read(self, size: int) -> bytes:
        self.now += 0.01
        return self.waiting.popleft() if self.waiting else b""

    def close(self) -> None:
        self.waiting.clear()


def reader(line: DirectLine, dialect: str = "plain", address: int = 0x80) -> PepperReader:
    known = DIALECTS["plain" if dialect == "plain" else "rs485"]
    return PepperReader(line, known, address, clock=line.clock)


def test_an_inventory_of_each_antenna() -> None:
    pepper = SimulatedPepper({1: UIDS[:3], 2: [], 8: UIDS})
    talk = reader(DirectLine(pepper))
    assert talk.version().startswith("1.97")
    found = {}
    for socket in (1, 2, 8):
        talk.select(socket)
        found[socket] = talk.inventory()
    assert found == {1: frozenset(UIDS[:3]), 2: frozenset(), 8: frozenset(UIDS)}


@pytest.mark.parametrize("dialect", ["plain", "rs485"])
def test_a_reader_says_its_name(dialect: str) -> None:
    pepper = SimulatedPepper({}, "plain" if dialect == "plain" else "rs485", name="PAD1")
    assert reader(DirectLine(pepper), dialect).name() == "PAD1"


def test_two_rs485_readers_share_a_line() -> None:
    line = DirectLine(SimulatedPepper({1: UIDS[:2]}, "rs485", 0x81), SimulatedPepper({1: UIDS[5:9]}, "rs485", 0x82))
    first, second = reader(line, "rs485", 0x81), reader(line, "rs485", 0x82)
    first.select(1)
    assert first.inventory() == frozenset(UIDS[:2])
    assert second.inventory() == frozenset(UIDS[5:9])
    with pytest.raises(NoAnswer):
        reader(line, "rs485", 0x83).version()


def test_noise_and_events_are_passed_over() -> None:
    pepper = SimulatedPepper({1: UIDS})
    pepper.faults.chatter = True
    assert reader(DirectLine(pepper)).inventory() == frozenset(UIDS)


def test_a_garbled_answer_is_no_answer_and_the_next_question_is_answered() -> None:
    pepper = SimulatedPepper({1: UIDS})
    pepper.faults.corrupt = 1
    line = DirectLine(pepper)
    talk = reader(line)
    with pytest.raises(NoAnswer):
        talk.inventory()
    assert talk.errors >= 1
    assert talk.inventory() == frozenset(UIDS)


def test_an_answer_that_comes_too_late_is_not_taken_for_the_next_one() -> None:
    pepper = SimulatedPepper({1: UIDS[:1], 2: UIDS[1:2]})
    pepper.faults.mute = True
    line = DirectLine(pepper)
    talk = reader(line)
    with pytest.raises(NoAnswer):
        talk.inventory()
    pepper.faults.mute = False
    late = SimulatedPepper({1: UIDS[:1]}).receive(command(DIALECTS["plain"], 0, 0x90, b"\x00"))
    assert UIDS[0] in late[::-1].hex().upper()
    line.waiting.append(late)
    talk.select(2)
    assert talk.inventory() == frozenset(UIDS[1:2])


def test_a_reader_without_end_is_not_believed() -> None:
    pepper = SimulatedPepper({1: UIDS})
    pepper.faults.endless = True
    assert reader(DirectLine(pepper)).inventory() == frozenset(UIDS)


def test_a_refusal_says_so() -> None:
    pepper = SimulatedPepper({1: UIDS})
    pepper.faults.stuck = True
    with pytest.raises(Refused, match="command 0F"):
        reader(DirectLine(pepper)).select(2)
