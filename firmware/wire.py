"""The wire between the table's computer and its boards: frames, a reliable link, and messages.

One file for both ends: it runs on CPython and on MicroPython, does no I/O and reads no clock. PROTOCOL.md says in
prose what it promises and what it does not. Times are milliseconds of the caller's own clock.

    bytes  <- Link.poll(now)            what to write to the port now
    Link.receive(data, now) -> bodies   what has come, each once and in order
"""

import struct

try:
    from typing import Any
except ImportError:  # MicroPython, which never looks at a quoted annotation
    pass

try:
    from binascii import crc_hqx  # type: ignore[attr-defined, unused-ignore] # MicroPython's stubs lack it too
except ImportError:  # MicroPython
    crc_hqx = None  # type: ignore[assignment]

PROTOCOL_VERSION = 2
BAUD = 115_200
"""Speed of RS-485 lines; USB has its own."""
MAX_BODY = 200
"""Most bytes of one message: a frame stays under 256 and so under a Pico's 512-byte input buffer twice over."""
WINDOW = 16
"""Most unacknowledged frames under way in one direction."""
FIRST_RESEND_MS = 60
LONGEST_RESEND_MS = 500
KEEPALIVE_MS = 250
SILENT_AFTER_MS = 2000
"""After so long without any good frame the other end counts as silent."""

_OPEN, _OPENED, _DATA, _ACK, _CLOSED = 1, 2, 3, 4, 5
_HEADER = "<BHBBBB"  # kind, session, sequence of this frame, next one expected, length and sum of the body
_HEADER_SIZE = 7
_MAX_ENCODED = _HEADER_SIZE + MAX_BODY + 2 + 2


class WireError(ValueError):
    """A frame or message that breaks the protocol; the text says how."""


def _crc_table() -> list[int]:
    table: list[int] = []
    for byte in range(256):
        crc = byte << 8
        for _ in range(8):
            crc = (crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1
        table.append(crc & 0xFFFF)
    return table


_CRC_TABLE: list[int] = _crc_table() if crc_hqx is None else []


def crc16(data: bytes) -> int:
    """CRC-16 CCITT (polynomial 1021, preset FFFF) of `data`."""
    if not _CRC_TABLE:
        known: int = crc_hqx(data, 0xFFFF)
        return known
    crc = 0xFFFF
    for byte in data:
        crc = ((crc << 8) & 0xFFFF) ^ _CRC_TABLE[(crc >> 8) ^ byte]
    return crc


def cobs_encode(data: bytes) -> bytes:
    """Consistent-overhead byte stuffing: the same bytes without a zero, at most one byte in 254 longer."""
    out = bytearray(1)
    code_at = 0
    for byte in data:
        if byte:
            out.append(byte)
            if len(out) - code_at < 255:
                continue
        out[code_at] = len(out) - code_at
        code_at = len(out)
        out.append(0)
    out[code_at] = len(out) - code_at
    return bytes(out)


def cobs_decode(data: bytes) -> bytes:
    """The inverse of `cobs_encode`; raises `WireError` for what it cannot have produced."""
    out = bytearray()
    at = 0
    while at < len(data):
        code = data[at]
        if code == 0 or at + code > len(data):
            raise WireError("broken byte stuffing")
        block = data[at + 1 : at + code]
        if 0 in block:
            raise WireError("zero inside a frame")
        out.extend(block)
        at += code
        if code < 255 and at < len(data):
            out.append(0)
    return bytes(out)


def encode_frame(payload: bytes) -> bytes:
    """One frame as it goes over the wire: a zero, stuffed payload and CRC, a zero.

    The leading zero ends whatever noise came before it.
    """
    return b"\x00" + cobs_encode(payload + struct.pack(">H", crc16(payload))) + b"\x00"


class FrameReader:
    """Cuts a byte stream into payloads. Whatever is broken is counted in `errors` and skipped."""

    def __init__(self) -> None:
        self.errors = 0
        self._buffer = bytearray()
        self._overlong = False

    def feed(self, data: bytes) -> list[bytes]:
        """The payloads completed by `data`, in order."""
        payloads: list[bytes] = []
        for byte in data:
            if byte:
                if len(self._buffer) < _MAX_ENCODED:
                    self._buffer.append(byte)
                else:
                    self._overlong = True
            elif self._buffer:
                payload = None if self._overlong else self._unpack(bytes(self._buffer))
                self._buffer = bytearray()
                self._overlong = False
                if payload is None:
                    self.errors += 1
                else:
                    payloads.append(payload)
        return payloads

    @staticmethod
    def _unpack(stuffed: bytes) -> bytes | None:
        try:
            frame = cobs_decode(stuffed)
        except WireError:
            return None
        if len(frame) < 3 or crc16(frame[:-2]) != struct.unpack(">H", frame[-2:])[0]:
            return None
        return frame[:-2]


class Link:
    """One end of a reliable, ordered link over a byte stream that loses, repeats and garbles.

    The computer's end (`host`) opens sessions, the board's end follows. A session number is never used twice in a
    row; `session` is the first one the host tries (1 to 65535, best drawn at random at each start). When a session
    begins, both queues are empty and `sessions` has gone up by one: each owner then says everything that matters
    again (HELLO, full state), for what was under way is gone.
    """

    def __init__(self, host: bool, session: int = 0) -> None:
        if host and not 1 <= session <= 0xFFFF:
            raise WireError("the host's first session is a number 1 to 65535")
        self.host = host
        self.session = session if host else 0
        self.sessions = 0
        self.resent = 0
        self.repeated = 0
        self.last_heard: int | None = None
        self._open = False
        self._reader = FrameReader()
        self._closed_session = 0
        self._keepalive_at: int | None = None
        self._clear()

    def _clear(self) -> None:
        self._queue: list[bytes] = []
        self._under_way = 0
        self._first_seq = 0
        self._expected = 0
        self._resend_at: int | None = None
        self._resend_ms = FIRST_RESEND_MS
        self._answer_due = False
        self._opened_due = False

    @property
    def errors(self) -> int:
        """Broken or meaningless frames met so far."""
        return self._reader.errors

    @property
    def pending(self) -> int:
        """Messages handed to `send` and not yet acknowledged."""
        return len(self._queue)

    @property
    def is_open(self) -> bool:
        """Whether a session is running: what is sent now will arrive, or a new session will begin."""
        return self._open

    def is_silent(self, now: int) -> bool:
        """Whether nothing good has been heard for `SILENT_AFTER_MS`."""
        return self.last_heard is None or now - self.last_heard > SILENT_AFTER_MS

    def due(self, now: int) -> int:
        """When `poll` has something to send next, if nothing is received or queued before; at most `now` if already."""
        if self._closed_session or self._opened_due or self._answer_due:
            return now
        if self._open and self._under_way < min(len(self._queue), WINDOW):
            return now
        if not self._open and not self.host:
            return now + KEEPALIVE_MS
        keepalive = now if self._keepalive_at is None else self._keepalive_at
        return keepalive if self._resend_at is None or not self._open else min(keepalive, self._resend_at)

    def send(self, body: bytes) -> None:
        """Queue one message; it goes out with the next `poll`. Raises `WireError` without an open session."""
        if not self._open:
            raise WireError("no session: wait until the link is open, then say HELLO")
        if len(body) > MAX_BODY:
            raise WireError(f"a message has at most {MAX_BODY} bytes, not {len(body)}")
        self._queue.append(bytes(body))

    def receive(self, data: bytes, now: int) -> list[bytes]:
        """Take bytes from the port; returns the messages that became readable, each once and in order."""
        bodies: list[bytes] = []
        for payload in self._reader.feed(data):
            if len(payload) < _HEADER_SIZE or not _is_whole(payload):
                self._reader.errors += 1
                continue
            kind, session, seq, expected, _, _ = struct.unpack(_HEADER, payload[:_HEADER_SIZE])
            self.last_heard = now
            if kind in (_DATA, _ACK):
                body = self._take(kind, session, seq, expected, payload[_HEADER_SIZE:], now)
                if body is not None:
                    bodies.append(body)
            elif self.host:
                self._follow_board(kind, session, seq, expected)
            elif kind == _OPEN:
                self._follow_host(session)
        return bodies

    def _follow_host(self, session: int) -> None:
        if session != self.session or not self._open:
            self.session = session
            self._clear()
            self._open = True
            self.sessions += 1
        self._opened_due = True
        self._answer_due = True

    def _follow_board(self, kind: int, session: int, seq: int, expected: int) -> None:
        if session != self.session:
            return
        if kind == _OPENED and not self._open:
            if seq or expected:
                # The board still runs an older session of the same number: try the next one.
                self._renew()
                return
            self._clear()
            self._open = True
            self.sessions += 1
        elif kind == _CLOSED and self._open:
            self._renew()

    def _renew(self) -> None:
        self._open = False
        self._clear()
        self.session = self.session % 0xFFFF + 1
        self._keepalive_at = None

    def _take(self, kind: int, session: int, seq: int, expected: int, body: bytes, now: int) -> bytes | None:
        if session != self.session or not self._open:
            self._closed_session = 0 if self.host else session
            return None
        acknowledged = (expected - self._first_seq) & 0xFF
        if 0 < acknowledged <= self._under_way:
            self._queue = self._queue[acknowledged:]
            self._under_way -= acknowledged
            self._first_seq = expected
            self._resend_ms = FIRST_RESEND_MS
            self._resend_at = now + self._resend_ms if self._under_way else None
        if kind == _ACK:
            return None
        self._answer_due = True
        if seq != self._expected:
            self.repeated += 1
            return None
        self._expected = (seq + 1) & 0xFF
        return body

    def poll(self, now: int) -> bytes:
        """The bytes to write now: new messages, resends, acknowledgements, signs of life. Often none."""
        if self._closed_session:
            session, self._closed_session = self._closed_session, 0
            return self._frame(_CLOSED, session=session)
        if not self._open:
            return self._knock(now) if self.host else b""
        out = bytearray()
        if self._opened_due:
            self._opened_due = False
            out.extend(self._frame(_OPENED, self._first_seq))
        if self._resend_at is not None and now >= self._resend_at:
            self.resent += self._under_way
            self._under_way = 0
            self._resend_ms = min(self._resend_ms * 2, LONGEST_RESEND_MS)
            self._resend_at = None
        while self._under_way < min(len(self._queue), WINDOW):
            seq = (self._first_seq + self._under_way) & 0xFF
            out.extend(self._frame(_DATA, seq, self._queue[self._under_way]))
            self._under_way += 1
            if self._resend_at is None:
                self._resend_at = now + self._resend_ms
        if not out and (self._answer_due or self._keepalive_due(now)):
            out.extend(self._frame(_ACK))
        if out:
            self._answer_due = False
            self._keepalive_at = now + KEEPALIVE_MS
        return bytes(out)

    def _knock(self, now: int) -> bytes:
        if not self._keepalive_due(now):
            return b""
        self._keepalive_at = now + KEEPALIVE_MS
        return self._frame(_OPEN)

    def _keepalive_due(self, now: int) -> bool:
        return self._keepalive_at is None or now >= self._keepalive_at

    def _frame(self, kind: int, seq: int = 0, body: bytes = b"", session: int = 0) -> bytes:
        head = (kind, session or self.session, seq, self._expected, len(body), sum(body) & 0xFF)
        return encode_frame(struct.pack(_HEADER, *head) + body)


def _is_whole(payload: bytes) -> bool:
    """Whether a frame with a right CRC is one of ours: of a known kind, and its body as long and as large as it says.

    One garbled frame in 65,536 has a right CRC by chance; this catches all that lost or gained bytes, and of the
    others all but one in 256.
    """
    body = payload[_HEADER_SIZE:]
    return _OPEN <= payload[0] <= _CLOSED and payload[5] == len(body) and payload[6] == sum(body) & 0xFF


# Messages: what a frame's body says. All numbers little endian.

HELLO, SCAN, BUTTON, HEALTH, CLOCK, MACHINE, TURN_OVER, FAULT = 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08
SETUP, TURN, LAMPS, TUNE, SHOW, SNAPSHOT, ASK_CLOCK, REBOOT = 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88
NUMBER, LIGHT, START = 0x89, 0x8A, 0x8B

_MESSAGES = {
    # board to host
    HELLO: ("hello", "<BII", ("version", "build", "counter"), "text"),
    SCAN: ("scan", "<IBBII", ("counter", "antenna", "flags", "started", "ended"), "tags"),
    BUTTON: ("button", "<IBI", ("counter", "button", "at"), None),
    HEALTH: ("health", "<BIIIH", ("antenna", "reads", "misses", "collisions", "field"), None),
    CLOCK: ("clock", "<II", ("asked", "at"), None),
    MACHINE: ("machine", "<IBI", ("counter", "state", "at"), None),
    TURN_OVER: ("turn_over", "<I", ("number",), None),
    FAULT: ("fault", "<B", ("antenna",), "text"),
    # host to board
    SETUP: ("setup", "<BH", ("version", "antennas"), "text"),
    TURN: ("turn", "<IHH", ("number", "sweep_ms", "most_ms"), "rest"),
    LAMPS: ("lamps", "<B", ("lit",), None),
    TUNE: ("tune", "<", (), "text"),
    SHOW: ("show", "<B", ("line",), "text"),
    SNAPSHOT: ("snapshot", "<", (), None),
    ASK_CLOCK: ("ask_clock", "<I", ("asked",), None),
    REBOOT: ("reboot", "<B", ("how",), None),
    NUMBER: ("number", "<i", ("value",), None),
    LIGHT: ("light", "<BBBB", ("red", "green", "blue", "pattern"), None),
    START: ("start", "<", (), None),
}
_KIND_OF = {entry[0]: kind for kind, entry in _MESSAGES.items()}

LINES, LETTERS = 4, 21
"""Of a seat's display: what `show` may say."""
SCAN_REFERENCE = 1
"""Flag of a scan: the antenna has a reference tag and it answered."""
SCAN_NO_REFERENCE = 2
"""Flag of a scan: the antenna has a reference tag and it did not answer."""
SCAN_MORE = 4
"""Flag of a scan: more tags of the same inventory follow in the next scan message."""
TAGS_A_MESSAGE = (MAX_BODY - 15) // 8
LIGHT_OFF, LIGHT_STEADY, LIGHT_BREATHING, LIGHT_BLINKING = 0, 1, 2, 3
"""Patterns of a `light` message."""
NO_NUMBER = -(1 << 31)
"""The value of a `number` message that leaves the digits dark."""
RESTART, MAINTENANCE = 0, 1
"""How a `reboot` message is meant: start the program again, or leave the board open for `jantaku flash`."""


def encode_message(name: str, values: "dict[str, Any]") -> bytes:
    """One message as a frame's body.

    `values` holds its fields, and what follows them: `text` (str), `tags` (list of UIDs as 16 hexadecimal digits)
    or `rest` (bytes). Raises `WireError` for an unknown name, a missing field or a value out of range.
    """
    kind = _KIND_OF.get(name)
    if kind is None:
        raise WireError(f"there is no message {name!r}")
    _, layout, fields, tail = _MESSAGES[kind]
    try:
        body = bytes([kind]) + struct.pack(layout, *[values[field] for field in fields])
        if tail == "text":
            body += values["text"].encode()
        elif tail == "tags":
            body += b"".join([bytes.fromhex(tag) for tag in values["tags"]])
        elif tail == "rest":
            body += values["rest"]
    except KeyError as missing:
        raise WireError(f"message {name!r} lacks {missing}") from None
    if len(body) > MAX_BODY:
        raise WireError(f"message {name!r} is too long: {len(body)} of {MAX_BODY} bytes")
    return body


def decode_message(body: bytes) -> "tuple[str, dict[str, Any]]":
    """The name and fields of a frame's body, as `encode_message` takes them; raises `WireError`."""
    if not body or body[0] not in _MESSAGES:
        raise WireError("a message of an unknown kind: the two ends run different versions")
    name, layout, fields, tail = _MESSAGES[body[0]]
    size = 1 + struct.calcsize(layout)
    rest = bytes(body[size:])
    if len(body) < size or (tail is None and rest) or (tail == "tags" and len(rest) % 8):
        raise WireError(f"message {name!r} has a wrong length")
    values: dict[str, Any] = dict(zip(fields, struct.unpack(layout, body[1:size])))
    if tail == "text":
        try:
            values["text"] = rest.decode()
        except UnicodeError:
            raise WireError(f"message {name!r} holds no text") from None
    elif tail == "tags":
        values["tags"] = [rest[at : at + 8].hex().upper() for at in range(0, len(rest), 8)]
    elif tail == "rest":
        values["rest"] = rest
    return name, values
