"""Damage for frames and streams, and an end of the wire that knows what it was sent. Runs on MicroPython too."""

from firmware import wire


class Noise:
    """A small generator of our own: the same numbers on CPython and MicroPython."""

    def __init__(self, seed: int) -> None:
        self._state = (seed * 2654435761 + 1) & 0xFFFFFFFF

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1."""
        for _ in range(2):
            self._state ^= self._state << 13 & 0xFFFFFFFF
            self._state ^= self._state >> 17
            self._state ^= self._state << 5 & 0xFFFFFFFF
        return (self._state >> 3) % bound

    def bytes(self, size: int) -> bytes:
        """Random bytes."""
        return bytes([self.below(256) for _ in range(size)])


def damaged(frame: bytes, noise: Noise) -> bytes:
    """A frame that has suffered: bits flipped, bytes lost, put in, changed, cut off, doubled, or nothing but noise."""
    data = bytearray(frame)
    for _ in range(1 + noise.below(4)):
        kind = noise.below(8)
        at = noise.below(len(data)) if data else 0
        if kind == 0 and data:
            data[at] ^= 1 << noise.below(8)
        elif kind == 1 and data:
            data = data[:at] + data[at + 1 :]
        elif kind == 2:
            data = data[:at] + noise.bytes(1 + noise.below(4)) + data[at:]
        elif kind == 3 and data:
            data[at] = noise.below(256)
        elif kind == 4:
            data = data[:at]
        elif kind == 5:
            data = data[:at] + data
        elif kind == 6:
            data = bytearray(noise.bytes(noise.below(40)))
        elif data:
            size = min(len(data) - at, 2 + noise.below(6))
            data = data[:at] + noise.bytes(size) + data[at + size :]
    return bytes(data)


def fuzz_link(seed: int, frames: int) -> "dict[str, int]":
    """Send so many damaged frames between good ones to an end of the wire; gives what was counted.

    Raises AssertionError if a message comes out that was not sent, twice or out of order, or if the good frame after
    the damage is not read.
    """
    noise = Noise(seed)
    host, board = wire.Link(True, 1 + seed % 60000), wire.Link(False)
    for now in range(0, 50, 10):
        board.receive(host.poll(now), now)
        host.receive(board.poll(now), now)
    assert host.is_open and board.is_open  # noqa: PT018
    counted = {"damaged": 0, "told": 0, "errors": 0}
    now = 100
    while counted["damaged"] < frames:
        now += 1
        sender, receiver = (host, board) if noise.below(2) else (board, host)
        body = noise.bytes(1 + noise.below(60))
        sender.send(body)
        good = sender.poll(now)
        told: list[bytes] = []
        for _ in range(8):
            bad = damaged(good, noise)
            if good[1:-1] in bad:
                continue  # whole after all
            counted["damaged"] += 1
            told += receiver.receive(bad, now)
        assert told == [], "a message that was never sent"
        # The zero ends what the damage may have left open, as the first zero of the next good frame does anyway.
        assert receiver.receive(good, now) == [body], "the good frame after the damage was not read"
        assert receiver.receive(good, now) == [], "a message came twice"
        counted["told"] += 1
        sender.receive(receiver.poll(now), now)
        receiver.receive(sender.poll(now), now)
        assert sender.pending == 0
        assert board.sessions == 1
    counted["errors"] = host.errors + board.errors
    return counted


def fuzz_streams(seed: int, streams: int) -> int:
    """Feed streams of mere noise to both ends and to the messages' decoder; gives how many bytes they had."""
    noise = Noise(seed)
    size = 0
    for number in range(streams):
        ends = [wire.Link(True, 1 + number % 60000), wire.Link(False)]
        data = noise.bytes(noise.below(300))
        size += len(data)
        for end in ends:
            assert end.receive(data, 0) == [], "noise was taken for a message"
            end.poll(0)
            assert not end.is_open
        try:
            wire.decode_message(data[:60])
        except wire.WireError:
            continue
    return size
