"""The whole program of a board against a computer's end of the wire and a simulated reader chip."""

import random
from itertools import pairwise
from typing import Any

from firmware import wire
from firmware.board import MOST_WAITING, NO_COMPUTER, Board, Panel
from firmware.head import ReaderHead
from firmware.pn5180 import PN5180
from hal.sim.chip import SimulatedChip, SimulatedTag, VirtualClock

REFERENCE = bytes.fromhex("E0040100000000AA")


def uid(number: int) -> bytes:
    return bytes([0xE0, 4, 1, 7, number * 91 % 256, number * 37 % 256, number, number * 11 % 256])


class Contacts(Panel):
    count = 8

    def __init__(self) -> None:
        self.pressed: set[int] = set()
        self.done: list[tuple[Any, ...]] = []

    def contacts(self) -> list[bool]:
        return [button in self.pressed for button in range(self.count)]

    def lamps(self, lit: int) -> None:
        self.done.append(("lamps", lit))

    def tune(self, name: str) -> None:
        self.done.append(("tune", name))

    def show(self, line: int, text: str) -> None:
        self.done.append(("show", line, text))

    def shown(self) -> dict[str | int, Any]:
        """Lamps and lines as they are now."""
        return {one[1] if one[0] == "show" else one[0]: one[-1] for one in self.done if one[0] != "tune"}


class Bench:
    """A board whose chip sees another set of tags at each antenna, and the computer that talks to it."""

    def __init__(self, references: tuple[bytes | None, ...]) -> None:
        self.clock = VirtualClock()
        self.places: list[list[bytes]] = [[] for _ in references]
        self.panel = Contacts()
        self.host = wire.Link(host=True, session=5)
        self.heard: list[tuple[str, dict[str, Any]]] = []
        self.chip = SimulatedChip(self.clock, random.Random(1))
        self.start(references)

    def start(self, references: tuple[bytes | None, ...]) -> None:
        chip, clock = self.chip, self.clock
        driver = PN5180(chip, chip.nss, chip.busy, chip.reset, clock.sleep_us, clock.ticks_us, chip.irq)
        self.head = ReaderHead(driver, self._select, references, clock.sleep_us)
        names = [f"antenna{n}" for n in range(len(references))]
        self.board = Board("seat0", "seat", names, self.head, self.panel)

    def _select(self, antenna: int) -> None:
        self.chip.tags = [SimulatedTag(one) for one in self.places[antenna]]

    def now(self) -> int:
        return self.clock.now // 1000

    def run(self, milliseconds: int, turn: bool = True) -> None:
        end = self.now() + milliseconds
        if turn and self.host.is_open:
            self.say("turn", number=1, sweep_ms=milliseconds - 100, most_ms=milliseconds, rest=b"")
        while self.now() < end:
            out = self.board.step(self.host.poll(self.now()), self.now(), self.now)
            for body in self.host.receive(out, self.now()):
                self.heard.append(wire.decode_message(body))
            self.clock.sleep_us(1_000)

    def say(self, name: str, **values: Any) -> None:
        self.host.send(wire.encode_message(name, values))

    def last(self, name: str) -> dict[str, Any]:
        return next(values for heard, values in reversed(self.heard) if heard == name)

    def scans(self, antenna: int) -> list[dict[str, Any]]:
        return [values for name, values in self.heard if name == "scan" and values["antenna"] == antenna]


def started(references: tuple[bytes | None, ...]) -> Bench:
    bench = Bench(references)
    bench.run(600, turn=False)
    return bench


def test_a_board_says_who_it_is_and_reads_only_in_its_turn() -> None:
    bench = started((None, None))
    assert bench.last("hello")["text"] == "seat0 seat antenna0,antenna1 8 -"
    bench.run(500, turn=False)
    assert not bench.scans(0)
    bench.places = [[uid(1), uid(2)], [uid(3)]]
    bench.run(600)
    assert set(bench.scans(0)[-1]["tags"]) == {uid(1).hex().upper(), uid(2).hex().upper()}
    assert bench.scans(1)[-1]["tags"] == [uid(3).hex().upper()]
    assert bench.scans(0)[-1]["started"] < bench.scans(0)[-1]["ended"]


def test_a_blinded_antenna_is_told_from_an_empty_one_by_its_reference_tag() -> None:
    bench = started((REFERENCE, REFERENCE, None))
    bench.places = [[REFERENCE], [], []]
    bench.run(800)
    assert [bench.scans(n)[-1]["flags"] for n in range(3)] == [wire.SCAN_REFERENCE, wire.SCAN_NO_REFERENCE, 0]
    assert bench.scans(0)[-1]["tags"] == []


def test_a_heap_of_tags_comes_in_several_messages_of_one_number() -> None:
    bench = started((None,))
    bench.places = [[uid(n) for n in range(40)]]
    bench.run(2_500)
    parts = [one for one in bench.scans(0) if one["counter"] == bench.scans(0)[0]["counter"]]
    assert [bool(part["flags"] & wire.SCAN_MORE) for part in parts] == [True, False]
    assert {tag for part in parts for tag in part["tags"]} == {uid(n).hex().upper() for n in range(40)}


def test_presses_lamps_tunes_and_display() -> None:
    bench = started((None,))
    bench.panel.pressed = {4}
    bench.run(60, turn=False)
    bench.panel.pressed = set()
    bench.run(60, turn=False)
    assert [values["button"] for name, values in bench.heard if name == "button"] == [4]
    bench.say("lamps", lit=0b1000)
    bench.say("tune", text="win")
    bench.say("show", line=0, text="25,000")
    bench.run(100, turn=False)
    assert bench.panel.done == [("lamps", 0b1000), ("tune", "win"), ("show", 0, "25,000")]


def test_a_board_that_is_not_taken_says_why_on_its_display() -> None:
    bench = started((None,))
    reason = "it speaks protocol 1 (build 20260101), this computer 2: run `jantaku flash --board seat0 --port /dev/x`"
    bench.say("setup", version=2, antennas=0, text=reason)
    bench.run(100, turn=False)
    lines = [text for _, line, text in bench.panel.done]
    assert "".join(lines) == reason[:84]
    assert lines[0] == "it speaks protocol 1 "
    bench.panel.done.clear()
    bench.say("setup", version=2, antennas=1, text="")
    bench.run(100, turn=False)
    assert not bench.panel.done


def test_a_panel_without_a_computer_shows_nothing_that_was() -> None:
    bench = Bench((None,))
    for _ in range(5):
        bench.board.step(b"", bench.now(), bench.now)
    assert ("show", 0, NO_COMPUTER) in bench.panel.done  # switched on before the computer
    bench.run(600, turn=False)
    bench.say("lamps", lit=0b11)
    bench.say("show", line=0, text="25,000")
    bench.say("show", line=3, text="your turn")
    bench.run(100, turn=False)
    bench.panel.done.clear()
    for _ in range(3_000):  # the computer is gone
        bench.board.step(b"", bench.now(), bench.now)
        bench.clock.sleep_us(1_000)
    assert bench.panel.shown() == {"lamps": 0, 0: NO_COMPUTER, 1: "", 2: "", 3: ""}
    bench.run(100, turn=False)  # and there again, in the same session
    assert bench.panel.shown() == {"lamps": 0b11, 0: "25,000", 1: "", 2: "", 3: "your turn"}
    assert len([name for name, _ in bench.heard if name == "hello"]) == 1


def test_the_board_clock_is_told_on_request() -> None:
    bench = started((None,))
    bench.say("ask_clock", asked=42)
    bench.run(100, turn=False)
    assert bench.last("clock")["asked"] == 42
    assert abs(bench.last("clock")["at"] - bench.now()) <= 100


def test_a_silent_computer_costs_scans_not_memory_and_the_gap_shows() -> None:
    bench = started((None,) * 4)
    bench.run(300)
    before = bench.scans(0)[-1]["counter"]
    for number in range(12):  # the computer is heard, and hears nothing
        bench.say("turn", number=number, sweep_ms=200, most_ms=400, rest=b"")
        data = bench.host.poll(bench.now())
        for _ in range(400):
            bench.board.step(data, bench.now(), bench.now)
            data = b""
            bench.clock.sleep_us(1_000)
    assert bench.board.link.pending <= MOST_WAITING + 12 + 1  # and the ends of the turns
    bench.run(2_000)
    bench.run(500)
    counters = [values["counter"] for name, values in bench.heard if name == "scan" and values["counter"] > before]
    assert max(b - a for a, b in pairwise(counters)) > 1


def test_a_chip_that_fails_is_named_and_started_again() -> None:
    bench = started((None,))
    bench.places = [[uid(1)]]
    bench.run(300)
    read = len(bench.scans(0))
    bench.chip.dead = True
    bench.run(300)
    assert "BUSY" in bench.head.fault
    assert len(bench.scans(0)) == read
    bench.chip.dead = False
    bench.run(300)
    assert bench.head.fault == ""
    assert len(bench.scans(0)) > read


def test_a_restarted_board_greets_again() -> None:
    bench = started((None,))
    bench.run(200)
    hellos = [values for name, values in bench.heard if name == "hello"]
    bench.start((None,))
    bench.run(2_000, turn=False)
    assert len([values for name, values in bench.heard if name == "hello"]) == len(hellos) + 1


def test_health_comes_by_itself() -> None:
    bench = started((None,))
    bench.places = [[uid(1), uid(2)]]
    for _ in range(12):
        bench.run(500)
    assert bench.last("health")["reads"] >= 8


def reading(bench: Bench, **turn: Any) -> None:
    """A turn in which the board reads 80 tags, which takes 0.7 s; 100 ms of it have passed."""
    bench.places = [[uid(n) for n in range(80)]]
    bench.say("turn", **{"number": 1, "sweep_ms": 100, "most_ms": 900, "rest": b""} | turn)
    bench.run(100, turn=False)
    assert bench.chip.field_is_on()


def test_the_field_goes_off_within_a_slot_of_the_end_of_a_turn() -> None:
    bench = started((None,))
    reading(bench, most_ms=200)
    bench.run(94, turn=False)
    assert bench.chip.field_is_on()
    bench.run(14, turn=False)
    assert not bench.chip.field_is_on()
    assert bench.last("turn_over")["number"] == 1
    assert not bench.scans(0)


def test_a_turn_that_is_replaced_leaves_no_field() -> None:
    bench = started((None,))
    reading(bench)
    bench.say("turn", number=2, sweep_ms=0, most_ms=900, rest=b"")
    bench.run(10, turn=False)
    assert not bench.chip.field_is_on()
    assert bench.last("turn_over")["number"] == 2


def test_a_new_session_ends_the_turn_of_the_old_one() -> None:
    bench = started((None,))
    reading(bench)
    bench.host = wire.Link(host=True, session=9)
    bench.run(10, turn=False)
    assert not bench.chip.field_is_on()
    bench.run(300, turn=False)
    assert not bench.chip.field_is_on()


def test_a_chip_that_fails_is_left_without_a_field() -> None:
    bench = started((None,))
    reading(bench)
    bench.chip.dead = True
    bench.run(40, turn=False)
    assert not bench.chip.field_is_on()
    assert "BUSY" in bench.last("fault")["text"]
