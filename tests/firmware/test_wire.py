"""The wire between computer and boards: framing, the reliable link under every kind of damage, and messages."""

import random

import pytest
from cobs import cobs
from hypothesis import given
from hypothesis import strategies as st

from firmware import wire


class Cable:
    """Two ends joined by a byte stream that drops, repeats, delays and garbles whole writes and single bytes."""

    def __init__(self, seed: int, damage: float) -> None:
        self.random = random.Random(seed)
        self.damage = damage
        self.now = 0
        self.host = wire.Link(host=True, session=self.random.randint(1, 0xFFFF))
        self.board = wire.Link(host=False)
        self.to_host: list[tuple[int, bytes]] = []
        self.to_board: list[tuple[int, bytes]] = []
        self.got: dict[str, list[bytes]] = {"host": [], "board": []}

    def _carry(self, data: bytes, queue: list[tuple[int, bytes]]) -> None:
        copies = 1
        if self.random.random() < self.damage:
            copies = self.random.choice([0, 2])
        for _ in range(copies if data else 0):
            garbled = bytearray(data)
            while garbled and self.random.random() < self.damage:
                at = self.random.randrange(len(garbled))
                if self.random.random() < 0.5:
                    del garbled[at]
                else:
                    garbled[at] = self.random.randrange(256)
            arrives = max(self.now + self.random.randrange(20), queue[-1][0] if queue else 0)
            queue.append((arrives, bytes(garbled)))

    def run(self, milliseconds: int) -> None:
        for _ in range(milliseconds // 5):
            self.now += 5
            self._carry(self.host.poll(self.now), self.to_board)
            self._carry(self.board.poll(self.now), self.to_host)
            for queue, end, name in ((self.to_board, self.board, "board"), (self.to_host, self.host, "host")):
                due = [item for item in queue if item[0] <= self.now]
                queue[:] = [item for item in queue if item[0] > self.now]
                for _, data in due:
                    self.got[name].extend(end.receive(data, self.now))


@given(st.binary(max_size=600))
def test_stuffing_is_that_of_the_reference_library(data: bytes) -> None:
    assert wire.cobs_encode(data) == cobs.encode(data)
    assert wire.cobs_decode(cobs.encode(data)) == data


@given(st.lists(st.binary(min_size=1, max_size=wire.MAX_BODY), max_size=8), st.binary(max_size=50))
def test_frames_survive_noise_before_them(payloads: list[bytes], noise: bytes) -> None:
    reader = wire.FrameReader()
    stream = noise + b"".join(map(wire.encode_frame, payloads))
    assert reader.feed(stream)[-len(payloads) or len(stream) :] == payloads


def test_an_endless_frame_is_dropped_and_the_next_one_read() -> None:
    reader = wire.FrameReader()
    assert reader.feed(b"\x01" * 100_000) == []
    assert reader.feed(wire.encode_frame(b"good")) == [b"good"]
    assert reader.errors == 1


def test_a_clean_link_delivers_both_ways_without_resending() -> None:
    cable = Cable(seed=1, damage=0)
    cable.run(500)
    sent = [bytes([n]) * (n % 7 + 1) for n in range(100)]
    for body in sent:
        cable.host.send(body)
        cable.board.send(body)
    cable.run(3000)
    assert cable.got == {"host": sent, "board": sent}
    assert cable.host.resent == cable.board.resent == 0
    assert cable.host.pending == 0


@pytest.mark.parametrize("seed", range(20))
def test_a_bad_cable_delivers_each_message_once_and_in_order(seed: int) -> None:
    cable = Cable(seed, damage=0.15)
    cable.run(3000)
    assert cable.host.is_open
    assert cable.board.is_open
    sent = [f"message {n}".encode() for n in range(300)]
    for body in sent:
        cable.host.send(body)
        cable.board.send(body)
    cable.run(120_000)
    assert cable.got == {"host": sent, "board": sent}
    assert cable.host.resent + cable.board.resent > 0


def test_a_board_that_restarts_gets_a_new_session_and_nothing_old() -> None:
    cable = Cable(seed=3, damage=0)
    cable.run(500)
    cable.host.send(b"before")
    cable.run(500)
    cable.board = wire.Link(host=False)
    cable.host.send(b"lost with the old session")
    cable.run(2000)
    assert (cable.host.sessions, cable.board.sessions) == (2, 1)
    cable.host.send(b"after")
    cable.board.send(b"hello")
    cable.run(1000)
    assert cable.got == {"board": [b"before", b"after"], "host": [b"hello"]}


def test_a_host_that_restarts_with_the_same_session_number_is_not_confused() -> None:
    cable = Cable(seed=4, damage=0)
    cable.run(500)
    session = cable.host.session
    cable.board.send(b"one")
    cable.host.send(b"one")
    cable.run(500)
    cable.host = wire.Link(host=True, session=session)
    cable.run(1000)
    cable.host.send(b"two")
    cable.board.send(b"two")
    cable.run(1000)
    assert cable.host.session != session
    assert cable.got == {"host": [b"one", b"two"], "board": [b"one", b"two"]}


def test_silence_is_noticed_and_ends_with_the_next_frame() -> None:
    cable = Cable(seed=5, damage=0)
    cable.run(500)
    assert not cable.host.is_silent(cable.now)
    assert cable.host.is_silent(cable.now + wire.SILENT_AFTER_MS + wire.KEEPALIVE_MS + 1)
    cable.run(500)
    assert not cable.host.is_silent(cable.now)


@pytest.mark.parametrize("seed", range(5))
def test_random_bytes_never_become_a_message(seed: int) -> None:
    source = random.Random(seed)
    host, board = wire.Link(host=True, session=7), wire.Link(host=False)
    for end in (host, board):
        for now in range(2000):
            assert end.receive(source.randbytes(source.randrange(1, 60)), now) == []
    assert host.errors > 100


def test_too_long_and_too_early_messages_are_refused() -> None:
    cable = Cable(seed=6, damage=0)
    with pytest.raises(wire.WireError, match="no session"):
        cable.host.send(b"x")
    cable.run(500)
    with pytest.raises(wire.WireError, match="at most"):
        cable.host.send(b"x" * (wire.MAX_BODY + 1))


MESSAGES: list[tuple[str, dict[str, object]]] = [
    ("hello", {"version": 1, "build": 20_261_130, "counter": 0, "text": "seat-east reader hand river melds"}),
    (
        "scan",
        {
            "counter": 9,
            "antenna": 2,
            "flags": wire.SCAN_REFERENCE,
            "started": 1000,
            "ended": 1151,
            "tags": ["E004015012345678", "E0040150ABCDEF01"],
        },
    ),
    ("scan", {"counter": 1, "antenna": 0, "flags": 0, "started": 0, "ended": 10, "tags": []}),
    ("button", {"counter": 3, "button": 4, "at": 123_456}),
    ("health", {"antenna": 1, "reads": 10, "misses": 1, "collisions": 5, "field": 300}),
    ("clock", {"asked": 5, "at": 4_000_000_000}),
    ("machine", {"counter": 4, "state": 2, "at": 77}),
    ("turn_over", {"number": 17}),
    ("fault", {"antenna": 2, "text": "PN5180: BUSY does not follow"}),
    ("setup", {"version": 2, "antennas": 0b111111, "text": "ok"}),
    ("turn", {"number": 1, "sweep_ms": 120, "most_ms": 300, "rest": b"\x01\x02"}),
    ("lamps", {"lit": 0b1001}),
    ("tune", {"text": "win"}),
    ("show", {"line": 0, "text": "25,000 東"}),
    ("snapshot", {}),
    ("ask_clock", {"asked": 77}),
    ("reboot", {"how": wire.MAINTENANCE}),
    ("number", {"value": -1200}),
    ("light", {"red": 255, "green": 0, "blue": 7, "pattern": wire.LIGHT_BREATHING}),
    ("start", {}),
]


@pytest.mark.parametrize(("name", "values"), MESSAGES)
def test_messages_come_back_as_they_went(name: str, values: dict[str, object]) -> None:
    assert wire.decode_message(wire.encode_message(name, values)) == (name, values)


@given(st.binary(max_size=wire.MAX_BODY))
def test_any_body_is_read_or_refused(body: bytes) -> None:
    try:
        name, values = wire.decode_message(body)
    except wire.WireError:
        return
    assert wire.encode_message(name, values) == body


def test_a_full_scan_fits_one_message_and_one_more_tag_does_not() -> None:
    values: dict[str, object] = {"counter": 1, "antenna": 1, "flags": 0, "started": 0, "ended": 1}
    tags = [f"E0040150000000{n:02X}" for n in range(wire.TAGS_A_MESSAGE + 1)]
    assert wire.decode_message(wire.encode_message("scan", values | {"tags": tags[:-1]}))[1]["tags"] == tags[:-1]
    with pytest.raises(wire.WireError, match="too long"):
        wire.encode_message("scan", values | {"tags": tags})
