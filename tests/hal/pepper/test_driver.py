"""The driver on pseudo-terminals: real bytes, the real serial library, threads and cables that are pulled."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence

import pytest
from pydantic import ValidationError

from engine.tiles import TileSet
from hal.drivers import open_table
from hal.errors import DriverError
from hal.pepper.air import Air
from hal.pepper.driver import PepperTable, open_serial
from hal.pepper.options import PepperOptions
from hal.pepper.reader import Line
from hal.pepper.rota import Rota
from hal.ports import BoardStatus, Scan
from tests.hal.pepper.simulated import PtyLine, SimulatedPepper

HAND = [f"E00401500000{n:04X}" for n in range(14)]
MELDS = [f"E00401500001{n:04X}" for n in range(4)]
REFERENCE = "E0040150FFFFFFFF"
PAD = {"scoring_pad": True}


def pad_options(port: str, **changes: object) -> PepperOptions:
    reader = {"board": "pad", "port": port, "antennas": ["pad.hand", "pad.melds"], **changes}
    return PepperOptions.model_validate({"layout": PAD, "readers": [reader], "reply_ms": 400})


def until(table: PepperTable, done: Callable[[list[Scan | BoardStatus]], bool]) -> list[Scan | BoardStatus]:
    """Poll until what has come satisfies `done`; fails after 10 s."""
    seen: list[Scan | BoardStatus] = []
    end = time.monotonic() + 10
    while not done(seen):
        assert time.monotonic() < end, seen[-5:]
        time.sleep(0.005)
        seen.extend(table.poll(int(time.monotonic() * 1000)))
    return seen


def statuses(seen: Sequence[Scan | BoardStatus]) -> list[BoardStatus]:
    return [item for item in seen if isinstance(item, BoardStatus)]


def latest(seen: Sequence[Scan | BoardStatus], antenna: str) -> Scan | None:
    return next((item for item in reversed(seen) if isinstance(item, Scan) and item.antenna == antenna), None)


@pytest.fixture
def pepper() -> SimulatedPepper:
    return SimulatedPepper({1: [*HAND, REFERENCE], 2: list(MELDS)})


@pytest.fixture
def line(pepper: SimulatedPepper) -> Iterator[PtyLine]:
    with PtyLine([pepper]) as plugged:
        yield plugged


@pytest.fixture
def table(line: PtyLine) -> Iterator[PepperTable]:
    table = PepperTable(pad_options(line.port, references={"pad.hand": REFERENCE}), back_off=(0.02,))
    yield table
    table.close()


def test_a_hand_is_read(table: PepperTable, pepper: SimulatedPepper) -> None:
    seen = until(table, lambda seen: latest(seen, "pad.hand") is not None and latest(seen, "pad.melds") is not None)
    status = statuses(seen)[-1]
    assert status.board == "pad"
    assert status.online
    assert "1.97" in status.reason
    hand, melds = latest(seen, "pad.hand"), latest(seen, "pad.melds")
    assert hand is not None
    assert melds is not None
    assert hand.tags == frozenset(HAND)
    assert hand.reference is True
    assert melds.tags == frozenset(MELDS)
    assert melds.reference is None
    assert hand.started <= hand.ended  # milliseconds: a quick simulated reader needs none
    assert not pepper.polling
    sequences = [item.sequence for item in seen if isinstance(item, Scan) and item.antenna == "pad.hand"]
    assert sequences == list(range(len(sequences)))


def test_a_covered_antenna_lacks_its_reference(table: PepperTable, pepper: SimulatedPepper) -> None:
    until(table, lambda seen: latest(seen, "pad.hand") is not None)
    pepper.tags[1] = []
    until(table, lambda seen: (scan := latest(seen, "pad.hand")) is not None and scan.reference is False)


def test_a_mute_reader_is_told_once_and_comes_back(table: PepperTable, pepper: SimulatedPepper) -> None:
    until(table, lambda seen: latest(seen, "pad.hand") is not None)
    pepper.faults.mute = True
    (gone,) = statuses(until(table, lambda seen: bool(statuses(seen))))
    assert not gone.online
    assert "fell silent" in gone.reason
    assert [text.startswith("Board pad: the reader on /dev/pts/") for text in table.problems().values()] == [True]
    time.sleep(0.3)
    assert not statuses(table.poll(0))
    pepper.faults.mute = False
    (back,) = statuses(until(table, lambda seen: bool(statuses(seen))))
    assert back.online
    assert table.problems() == {}


def test_a_reader_that_answers_but_does_not_work_is_not_asked_for_ever(line: PtyLine, pepper: SimulatedPepper) -> None:
    pepper.faults.stuck = True
    table = PepperTable(pad_options(line.port), back_off=(0.01, 0.02, 60.0))
    try:
        told = statuses(until(table, lambda seen: len(statuses(seen)) == 6))
        time.sleep(0.2)
        assert not table.poll(0)
        assert [status.online for status in told] == [True, False, True, False, True, False]
        assert "antenna pad.hand: the reader refused command 0F" in told[-1].reason
    finally:
        table.close()


def test_a_model_without_a_switch_has_one_antenna(line: PtyLine, pepper: SimulatedPepper) -> None:
    pepper.faults.stuck = True
    layout = {"racks": False, "dora_pad": False, "scoring_pad": True}
    readers = [{"board": "pad", "port": line.port, "antennas": ["pad.hand"]}]
    with pytest.raises(ValidationError, match=r"no reader reads pad\.melds"):
        PepperOptions.model_validate({"layout": layout, "readers": readers})
    second = SimulatedPepper({1: list(MELDS)})
    second.faults.stuck = True
    with PtyLine([second]) as other:
        readers.append({"board": "pad", "port": other.port, "antennas": ["pad.melds"]})
        table = PepperTable(PepperOptions.model_validate({"layout": layout, "readers": readers}), back_off=(0.02,))
        try:
            seen = until(
                table, lambda seen: latest(seen, "pad.hand") is not None and latest(seen, "pad.melds") is not None
            )
            melds = latest(seen, "pad.melds")
            assert melds is not None
            assert melds.tags == frozenset(MELDS)
        finally:
            table.close()


def test_another_reader_on_the_port_is_refused(line: PtyLine, pepper: SimulatedPepper) -> None:
    pepper.name = "SEA2"
    table = PepperTable(pad_options(line.port, name="PAD1"), back_off=(0.02,))
    try:
        (refused,) = statuses(until(table, lambda seen: bool(statuses(seen))))
        assert not refused.online
        assert "is called 'SEA2', not 'PAD1'" in refused.reason
        pepper.name = "PAD1"
        seen = until(table, lambda seen: latest(seen, "pad.hand") is not None)
        assert [status.online for status in statuses(seen)] == [True]
    finally:
        table.close()


def test_a_pulled_cable_and_the_same_name_again(pepper: SimulatedPepper) -> None:
    """The line is opened by its one name, however often it goes: never another port."""
    lines: list[PtyLine] = []
    asked: list[str] = []

    def open_line(port: str, baud: int) -> Line:
        asked.append(port)
        if not lines:
            raise FileNotFoundError(2, "No such file or directory", port)
        return open_serial(lines[-1].port, baud)

    table = PepperTable(pad_options("/dev/serial/by-path/front"), open_line, back_off=(0.02,))
    try:
        (absent,) = statuses(until(table, lambda seen: bool(statuses(seen))))
        assert not absent.online
        assert "not plugged in" in absent.reason
        lines.append(PtyLine([pepper]))
        until(table, lambda seen: latest(seen, "pad.hand") is not None)
        lines.pop().unplug()
        (lost,) = statuses(until(table, lambda seen: bool(statuses(seen))))
        assert not lost.online
        lines.append(PtyLine([pepper]))
        seen = until(table, lambda seen: latest(seen, "pad.hand") is not None)
        assert [status.online for status in statuses(seen)] == [True]
        assert set(asked) == {"/dev/serial/by-path/front"}
    finally:
        table.close()
        for line in lines:
            line.unplug()


def test_a_line_in_use_says_so(line: PtyLine) -> None:
    mine = open_serial(line.port, 115_200)
    table = PepperTable(pad_options(line.port), back_off=(0.02,))
    try:
        (status,) = statuses(until(table, lambda seen: bool(statuses(seen))))
        assert "in use by another program" in status.reason
    finally:
        table.close()
        mine.close()


def test_a_board_of_several_readers_is_up_when_all_are() -> None:
    first, second = (SimulatedPepper({1: HAND[:2]}, "rs485", 0x81), SimulatedPepper({1: MELDS}, "rs485", 0x82))
    second.faults.mute = True
    with PtyLine([first, second]) as line:
        readers = [
            {"board": "pad", "port": line.port, "antennas": [antenna], "dialect": "rs485", "address": address}
            for antenna, address in (("pad.hand", 0x81), ("pad.melds", 0x82))
        ]
        options = PepperOptions.model_validate({"layout": PAD, "readers": readers, "reply_ms": 300})
        table = PepperTable(options, back_off=(0.02,))
        try:
            seen = until(table, lambda seen: latest(seen, "pad.hand") is not None and bool(statuses(seen)))
            assert [status.online for status in statuses(seen)] == [False]
            second.faults.mute = False
            seen = until(table, lambda seen: latest(seen, "pad.melds") is not None)
            assert [status.online for status in statuses(seen)] == [True]
        finally:
            table.close()


def test_the_configuration_opens_it(line: PtyLine) -> None:
    options = pad_options(line.port).model_dump(mode="json")
    ports = open_table("pepper_c1", options, TileSet())
    try:
        assert ports.layout.by_name.keys() == {"pad.hand", "pad.melds"}
        assert ports.machine is None
    finally:
        ports.close()


@pytest.mark.parametrize(
    ("readers", "message"),
    [
        ([], "at least 1 item"),
        ([{"board": "pad", "port": "p", "antennas": ["pad.hand"]}], r"no reader reads pad\.melds"),
        ([{"board": "pad", "port": "p", "antennas": ["pad.hand", "pad.meld"]}], r"no antenna 'pad\.meld'"),
        ([{"board": "seat0", "port": "p", "antennas": ["pad.hand", "pad.melds"]}], "belongs to board 'pad'"),
        ([{"board": "pad", "port": "p", "antennas": ["pad.hand", "pad.hand"]}], "on two sockets"),
        ([{"board": "pad", "port": "p", "antennas": ["pad.hand", "pad.melds"], "dialect": "rs485"}], "one antenna"),
        (
            [
                {"board": "pad", "port": "p", "antennas": ["pad.hand"]},
                {"board": "pad", "port": "p", "antennas": ["pad.melds"]},
            ],
            "only RS-485 readers share a line",
        ),
    ],
)
def test_wrong_wiring_is_named(readers: list[object], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        PepperOptions.model_validate({"layout": PAD, "readers": readers})
    with pytest.raises(DriverError, match=message):
        open_table("pepper_c1", {"layout": PAD, "readers": readers}, TileSet())


def test_half_of_the_turns_go_to_the_favoured_and_nothing_is_forgotten() -> None:
    rota = Rota(["a", "b", "c", "d"])
    rota.favour(["c", "elsewhere"])
    order = []
    for _ in range(16):
        order.append(rota.next())
        rota.done(order[-1], frozenset())
    assert order.count("c") >= 8
    assert set(order) == {"a", "b", "c", "d"}
    rota.favour([])
    for _ in range(2):
        rota.done("b", frozenset({"E0"}))
        assert rota.next() == "b"


def test_neighbours_never_share_the_air_and_opposite_seats_may() -> None:
    air = Air()
    together: set[frozenset[str]] = set()
    on: list[str] = []
    lock = threading.Lock()

    def read(board: str) -> None:
        for _ in range(40):
            air.take(board)
            with lock:
                on.append(board)
                together.add(frozenset(on))
            time.sleep(0.000_5)
            with lock:
                on.remove(board)
            air.leave(board)

    threads = [threading.Thread(target=read, args=(board,)) for board in ("seat0", "seat1", "seat2", "seat3", "centre")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {boards for boards in together if len(boards) > 1} <= {
        frozenset({"seat0", "seat2"}),
        frozenset({"seat1", "seat3"}),
    }
    assert {board for boards in together for board in boards} == {"seat0", "seat1", "seat2", "seat3", "centre"}


def test_nobody_waits_for_ever_for_the_air() -> None:
    """Two opposite readers that never leave a gap between them do not keep a third out."""
    air, ended = Air(), threading.Event()
    turns: list[str] = []

    def read(board: str) -> None:
        while not ended.is_set():
            air.take(board)
            turns.append(board)
            time.sleep(0.000_5)
            air.leave(board)

    threads = [threading.Thread(target=read, args=(board,)) for board in ("seat0", "seat2", "seat1")]
    for thread in threads:
        thread.start()
    while len(turns) < 120:
        time.sleep(0.002)
    ended.set()
    for thread in threads:
        thread.join()
    counts = {board: turns[:120].count(board) for board in ("seat0", "seat1", "seat2")}
    assert min(counts.values()) > 20, counts
