"""Frames and codes of the Pepper C1's binary protocol, in its two dialects. No I/O.

    F5 · length u16 · length XOR FFFF u16 · payload · CRC u16        (all little endian; length = payload + 2)

The CRC is CCITT (`1021`, preset `FFFF`) over the payload. The RS-485 model begins each payload with its bus address,
which length and CRC cover, and has other command codes. Source: Eccel's user manuals of the Pepper C1 and of the
RS-485 reader 000537 (version 1.1).
"""

import struct
from binascii import crc_hqx
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

STX: Final = 0xF5
MAX_PAYLOAD: Final = 1024
ACK, EVENT, ERROR = 0x00, 0xFE, 0xFF
"""First byte of an answer: done, an event nobody asked for, refused."""

DEFAULT_ADDRESS: Final = 0x80
"""Bus address of an RS-485 model as it is sold."""

DialectName: TypeAlias = Literal["plain", "rs485"]


@dataclass(frozen=True, slots=True)
class Dialect:
    """The codes of one model. `antenna` is None where it is not known to switch antennas, `polling` where the code
    that switches the reader's own polling is not known.

    `settings` with `settings_data` asks for the reader's settings; `name_in` finds its name in the answer.
    """

    name: DialectName
    addressed: bool
    version: int
    reboot: int
    antenna: int | None
    settings: int
    settings_data: bytes = b""
    polling: int | None = None
    inventory_start: int = 0x90
    inventory_next: int = 0x91


DIALECTS: Final[dict[DialectName, Dialect]] = {
    "plain": Dialect(
        "plain",
        addressed=False,
        version=0x0B,
        reboot=0x0A,
        antenna=0x0F,
        settings=0x13,
        settings_data=b"\0",
        polling=0x06,
    ),
    "rs485": Dialect("rs485", addressed=True, version=0x09, reboot=0x08, antenna=None, settings=0x0C),
}


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a command: done with its data, or refused with the reader's error code in `data`."""

    command: int
    done: bool
    data: bytes


def encode(payload: bytes) -> bytes:
    """One frame around a payload; raises `ValueError` for more than 1,024 bytes."""
    if len(payload) > MAX_PAYLOAD:
        raise ValueError(f"a frame holds at most {MAX_PAYLOAD} bytes, not {len(payload)}")
    length = len(payload) + 2
    return struct.pack("<BHH", STX, length, length ^ 0xFFFF) + payload + struct.pack("<H", crc_hqx(payload, 0xFFFF))


class FrameReader:
    """Cuts a byte stream into payloads. What is broken is counted in `errors`; reading goes on one byte later."""

    def __init__(self) -> None:
        self.errors = 0
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The payloads completed by `data`, in order."""
        self._buffer += data
        payloads: list[bytes] = []
        while (found := self._buffer.find(STX)) >= 0:
            del self._buffer[:found]
            if len(self._buffer) < 5:
                return payloads
            length, check = struct.unpack_from("<HH", self._buffer, 1)
            if length ^ check != 0xFFFF or not 3 <= length <= MAX_PAYLOAD + 2:
                self._skip()
                continue
            if len(self._buffer) < 5 + length:
                return payloads
            payload = bytes(self._buffer[5 : 3 + length])
            if crc_hqx(payload, 0xFFFF) != struct.unpack_from("<H", self._buffer, 3 + length)[0]:
                self._skip()
                continue
            payloads.append(payload)
            del self._buffer[: 5 + length]
        self._buffer.clear()
        return payloads

    def clear(self) -> None:
        """Forget a frame that has begun."""
        self._buffer.clear()

    def _skip(self) -> None:
        self.errors += 1
        del self._buffer[0]


def command(dialect: Dialect, address: int, code: int, data: bytes = b"") -> bytes:
    """The frame that asks the reader at `address` (ignored by a plain reader) to do something."""
    return encode((bytes([address]) if dialect.addressed else b"") + bytes([code]) + data)


def answer_in(dialect: Dialect, address: int, payload: bytes) -> Answer | None:
    """The answer in a payload; None for an event, for another reader's answer, and for what means nothing."""
    if dialect.addressed:
        if payload[:1] != bytes([address]):
            return None
        payload = payload[1:]
    if len(payload) < 2 or payload[0] not in (ACK, ERROR):
        return None
    return Answer(payload[1], payload[0] == ACK, payload[2:])


def name_in(dialect: Dialect, data: bytes) -> str:
    """The reader's name in an answer's data: four letters at the end of an RS-485 reader's line settings, or what
    follows the length in a plain reader's general settings. Empty if there is none."""
    raw = data[3:7] if dialect.addressed else data[4 : 4 + data[3]] if len(data) > 3 else b""
    return raw.decode("ascii", "replace").strip("\0 ")


@dataclass(frozen=True, slots=True)
class FoundTag:
    """A tag in the answer to an inventory: its UID as 16 hexadecimal digits, and whether there are more."""

    uid: str
    more: bool


def found_tag(data: bytes) -> FoundTag | None:
    """The tag in an answer's data (UID least significant byte first, DSFID, more-flag); None if it is too short."""
    if len(data) < 10:
        return None
    return FoundTag(data[7::-1].hex().upper(), data[9] != 0)
