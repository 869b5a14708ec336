"""Boards that come, go, lie and fall silent: what the table is told, and what the page says."""

import random

import pytest

from firmware import wire
from hal.boards.directory import REOPEN
from hal.layout import CENTRE
from hal.ports import BoardStatus, Button, MachineStatus, Press, Scan
from tests.hal.boards.scripted import ScriptedBoard, ScriptedTable, whole_table

TAG = "E0040150000000A1"


def test_scans_presses_and_the_machine_are_told_in_table_time() -> None:
    table = whole_table()
    board = table.devices["tty2"]
    table.run(1_000)
    board.scan(3, [TAG])
    board.scan(3, [], flags=wire.SCAN_NO_REFERENCE)
    board.scan(4, [], flags=0)
    board.event("button", button=4, at=board.now - 7)
    table.devices["tty4"].event("machine", state=2, at=board.now)
    now = table.now
    seen = table.run(50)
    scans = [one for one in seen if isinstance(one, Scan)]
    assert [(one.antenna, one.tags, one.reference) for one in scans] == [
        ("seat2.river1", frozenset({TAG}), True),
        ("seat2.river1", frozenset(), False),
        ("seat2.river2", frozenset(), None),
    ]
    assert scans[0].sequence + 1 == scans[1].sequence
    assert abs(scans[0].ended - now) <= 10
    assert scans[0].ended - scans[0].started == 50
    press = next(one for one in seen if isinstance(one, Press))
    assert (press.seat, press.button) == (2, Button.WIN)
    assert abs(press.at - (now - 7)) <= 10
    assert any(isinstance(one, MachineStatus) and one.state == "ready" for one in seen)


def test_a_heap_of_tags_in_parts_is_one_scan() -> None:
    table = whole_table()
    board = table.devices["tty0"]
    tags = [f"E0040150000000{n:02X}" for n in range(40)]
    parts = {"counter": board.counter, "antenna": 1, "started": board.now - 9, "ended": board.now}
    board.say("scan", flags=wire.SCAN_MORE, tags=tags[:23], **parts)
    assert not [one for one in table.run(50) if isinstance(one, Scan)]
    board.say("scan", flags=0, tags=tags[23:], **parts)
    board.counter += 1
    (scan,) = (one for one in table.run(50) if isinstance(one, Scan))
    assert scan.tags == frozenset(tags)


def test_after_a_gap_everything_is_asked_for_again() -> None:
    table = whole_table()
    board = table.devices["tty0"]
    board.counter += 3
    board.scan(0, [TAG])
    seen = table.run(50)
    assert [one.tags for one in seen if isinstance(one, Scan)] == [frozenset({TAG})]
    assert len(board.heard("snapshot")) == 1
    board.scan(0, [])
    table.run(50)
    assert len(board.heard("snapshot")) == 1
    assert not [one for one in table.run(50) if isinstance(one, BoardStatus)]


def test_a_missing_board_is_named_after_a_while_and_the_others_work() -> None:
    table = ScriptedTable({"tty0": ScriptedBoard("seat0")})
    table.run(4_900)
    assert table.states() == {"seat0": True}
    table.run(200)
    assert table.states() == {"seat0": True, "seat1": False, "seat2": False, "seat3": False, CENTRE: False}
    assert "plugged in" in table.table.problems["seat1"]
    table.devices["tty9"] = ScriptedBoard("seat1")
    table.run(1_000)
    assert table.states()["seat1"]
    assert "seat1" not in table.table.problems


def test_a_silent_board_is_noticed_and_heard_again() -> None:
    table = whole_table()
    board = table.devices["tty1"]
    board.mute = True
    table.run(1_900)
    assert table.states()["seat1"]
    table.run(300)
    assert not table.states()["seat1"]
    assert "does not answer" in table.reason("seat1")
    board.mute = False
    table.run(1_000)
    assert table.states()["seat1"]
    assert board.link.sessions == 1


def test_an_unplugged_board_is_noticed_at_once_and_may_come_back_under_another_name() -> None:
    table = whole_table()
    board = table.devices.pop("tty1")
    board.gone = True
    table.run(20)
    assert not table.states()["seat1"]
    assert board.closed
    fresh = ScriptedBoard("seat1")
    table.devices["tty7"] = fresh
    table.run(1_000)
    assert table.states()["seat1"]
    fresh.scan(0, [TAG])
    assert [one.antenna for one in table.run(50) if isinstance(one, Scan)] == ["seat1.drawn"]


def test_a_restarted_board_is_told_even_if_it_was_never_missed() -> None:
    table = whole_table()
    table.devices["tty3"].reboot()
    seen = table.run(1_500)
    assert [(one.board, one.online, one.reason) for one in seen if isinstance(one, BoardStatus)] == [
        ("seat3", True, "back: build 20261130, protocol 2")
    ]


def test_another_version_is_refused_with_the_exact_fix() -> None:
    old = ScriptedBoard("seat0", version=1)
    table = ScriptedTable({"/dev/tty0": old})
    table.run(5_100)
    assert not table.states()["seat0"]
    assert "run `jantaku flash --board seat0 --port /dev/tty0`" in table.table.problems["seat0"]
    assert "jantaku flash" in old.heard("setup")[-1]["text"]
    assert not old.heard("turn")
    newer = ScriptedTable({"/dev/tty0": ScriptedBoard("seat0", version=99)})
    newer.run(5_100)
    assert "update Jantaku on this computer" in newer.table.problems["seat0"]


def test_a_board_of_the_wrong_role_or_name_is_refused() -> None:
    table = ScriptedTable({"tty0": ScriptedBoard("seat0", antennas="drawn,hand1"), "tty1": ScriptedBoard("garage")})
    table.run(5_100)
    assert "no antenna hand2, melds, river1, river2" in table.table.problems["seat0"]
    assert "calls itself 'garage'" in table.table.problems["tty1"]


def test_a_spare_board_stands_in_by_configuration() -> None:
    table = ScriptedTable({"tty0": ScriptedBoard("spare")}, names={"spare": "seat2"})
    table.run(500)
    table.devices["tty0"].scan(0, [TAG])
    table.run(50)
    assert table.states() == {"seat2": True}
    assert [one.antenna for one in table.seen if isinstance(one, Scan)] == ["seat2.drawn"]


def test_a_clone_that_is_plugged_in_later_is_refused_and_the_board_at_work_stays() -> None:
    table = whole_table()
    table.run(5_000)
    clone = ScriptedBoard("seat1")
    table.devices["tty8"] = clone
    table.run(1_000)
    assert table.states()["seat1"]
    assert "two boards say they are seat1, on tty1 and tty8" in table.table.problems["tty8"]
    clone.scan(0, [TAG])
    assert not [one for one in table.run(100) if isinstance(one, Scan)]
    clone.gone = True
    del table.devices["tty8"]
    table.run(600)
    assert not table.table.problems


def test_two_clones_from_the_start_are_both_refused_until_one_goes() -> None:
    one, other = ScriptedBoard("seat1"), ScriptedBoard("seat1")
    table = ScriptedTable({"tty0": one, "tty1": other})
    table.run(5_100)
    assert not table.states()["seat1"]
    assert "two boards" in table.table.problems["seat1"]
    assert not one.heard("turn") or not other.heard("turn")
    other.gone = True
    del table.devices["tty1"]
    table.run(1_000)
    assert table.states()["seat1"]
    assert "seat1" not in table.table.problems


def test_a_board_that_moved_to_another_line_replaces_its_silent_self() -> None:
    table = whole_table()
    table.devices["tty1"].mute = True
    table.run(3_000)
    table.devices["tty8"] = ScriptedBoard("seat1")
    table.run(1_000)
    assert table.states()["seat1"]


def test_a_device_that_cannot_be_opened_is_named_and_tried_again_with_growing_pauses() -> None:
    table = ScriptedTable({})
    table.refuse["/dev/tty0"] = "another program uses it"
    table.run(20_000)
    assert table.table.problems["/dev/tty0"] == "/dev/tty0: another program uses it"
    assert 4 <= len(table.opened) <= len(REOPEN) + 2
    del table.refuse["/dev/tty0"]
    table.devices["/dev/tty0"] = ScriptedBoard("seat0")
    table.run(REOPEN[-1] + 1_000)
    assert table.states()["seat0"]


def test_a_device_that_never_answers_is_named() -> None:
    stranger = ScriptedBoard("seat0")
    stranger.mute = True
    table = ScriptedTable({"/dev/tty0": stranger})
    table.run(6_000)
    assert "nothing answers there" in table.table.problems["/dev/tty0"]


def test_a_failing_chip_takes_its_board_off_the_table_until_it_works() -> None:
    table = whole_table()
    table.devices["tty0"].say("fault", antenna=2, text="PN5180: BUSY does not follow; check BUSY")
    table.run(50)
    assert not table.states()["seat0"]
    assert "BUSY" in table.table.problems["seat0"]
    table.devices["tty0"].say("fault", antenna=2, text="")
    table.run(50)
    assert table.states()["seat0"]


def test_figures_of_a_board_and_its_antennas_are_there_for_the_doctor() -> None:
    table = whole_table()
    table.devices["tty0"].say("health", antenna=3, reads=120, misses=4, collisions=33, field=512)
    table.devices["tty0"].say("health", antenna=77, reads=1, misses=1, collisions=1, field=1)
    table.run(50)
    figures = table.table.figures()
    assert "river1 120 reads, 4 misses, 33 collisions, field 512" in figures["seat0"]
    assert "answers in" in figures["seat3"]
    assert table.reason("seat0") == "build 20261130, protocol 2"


def test_lamps_and_lines_are_said_once_and_all_again_to_a_restarted_board() -> None:
    table = whole_table()
    board, panel = table.devices["tty0"], table.table.panel("seat0")
    assert panel is not None
    panel.lamp(Button.CHI, True)
    panel.lamp(Button.WIN, True)
    panel.lamp(Button.CHI, False)
    panel.lines(["25,000", "E1"])
    panel.score(25_000)
    panel.light("turn")
    panel.tune("win")
    table.run(50)
    assert board.heard("lamps") == [{"lit": 0b10000}]
    assert board.heard("show")[:2] == [{"line": 0, "text": "25,000"}, {"line": 1, "text": "E1"}]
    assert board.heard("number") == [{"value": 25_000}]
    assert board.heard("tune") == [{"text": "win"}]
    assert len(board.heard("light")) == 1
    panel.lines(["25,000", "E1"])
    table.run(50)
    assert len(board.heard("show")) == 4
    board.told.clear()
    board.reboot()
    table.run(1_500)
    assert board.heard("lamps") == [{"lit": 0b10000}]
    assert len(board.heard("show")) == 4
    assert not board.heard("tune")


def test_a_full_display_waits_while_the_link_is_crowded_and_the_latest_wins() -> None:
    table = whole_table()
    board, panel = table.devices["tty0"], table.table.panel("seat0")
    assert panel is not None
    board.mute = True
    for n in range(500):
        panel.lines([str(n)])
        table.run(10)
    board.mute = False
    table.run(2_000)
    shown = [values["text"] for values in board.heard("show") if values["line"] == 0]
    assert shown[-1] == "499"
    assert len(shown) < 60


def test_only_antennas_the_table_uses_are_swept() -> None:
    board = ScriptedBoard("seat0")
    table = ScriptedTable({"tty0": board})
    table.run(500)
    assert board.heard("setup")[0]["antennas"] == 0b111111
    more = ScriptedBoard(CENTRE, antennas="dora1,dora2,pool1,pool2")
    table.devices["tty1"] = more
    table.run(1_000)
    assert more.heard("setup")[0]["antennas"] == 0b11
    more.scan(3, [TAG])
    assert not [one for one in table.run(50) if isinstance(one, Scan)]


@pytest.mark.parametrize("seed", range(6))
def test_a_lying_board_never_stops_the_table_nor_speaks_for_another(seed: int) -> None:
    source = random.Random(seed)
    table = whole_table()
    liar = table.devices["tty0"]
    for _ in range(600):
        for _ in range(source.randrange(4) if liar.link.is_open else 0):
            kind = source.choice([*range(0x01, 0x0A), source.randrange(256)])
            liar.link.send(bytes([kind]) + source.randbytes(source.choice([0, 4, 6, 9, 14, 14 + 8, 30])))
        if liar.link.is_open and source.random() < 0.05:
            liar.hello = source.choice(["seat0 seat - 8 x", "", "seat1 seat a,b 8 x", "seat0 " + "y" * 120, "\x00"])
            liar.greet()
        if source.random() < 0.02:
            liar.reboot()
        table.run(source.randrange(1, 30))
    for one in table.seen:
        if isinstance(one, Scan):
            assert one.antenna.startswith("seat0.")
            assert one.started <= one.ended <= table.now
        elif isinstance(one, Press):
            assert one.seat == 0
            assert one.at <= table.now
    assert {board: state for board, state in table.states().items() if board != "seat0"} == dict.fromkeys(
        ("seat1", "seat2", "seat3", CENTRE), True
    )
    table.devices["tty1"].scan(0, [TAG])
    assert any(isinstance(one, Scan) and one.antenna == "seat1.drawn" for one in table.run(50))
