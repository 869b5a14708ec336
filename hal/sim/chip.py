"""A PN5180 and the tags in its field, at register level, on a virtual clock in microseconds.

It stands where the bus and the pins stand: the firmware's own driver runs on it unchanged, on CPython and on
MicroPython. It has the chip's documented traps: a send outside the transceive state goes nowhere, an end of frame
needs TX_CONFIG's start symbols off, a request needs them on, and two tags in one slot may look like one.
"""

_REQUEST_US = 1_300
"""An inventory request without its mask, with frame marks and CRC."""
_BYTE_US = 302
_ANSWER_AFTER_US = 321
_START_US = 120
"""From the begin of an answer to the chip's start-of-frame interrupt."""
_ANSWER_US = 3_800
_EOF_US = 40

_IRQ_RX, _IRQ_TX, _IRQ_IDLE, _IRQ_RF_OFF, _IRQ_RF_ON, _IRQ_SOF = 1, 2, 4, 1 << 8, 1 << 9, 1 << 14
_COLLISION, _CRC_ERROR = 1 << 18, 1 << 16
_SYSTEM_CONFIG, _IRQ_ENABLE, _IRQ_STATUS, _IRQ_CLEAR, _RX_STATUS, _TX_CONFIG = 0x00, 0x01, 0x02, 0x03, 0x13, 0x18
_START_BITS = 0x4C0
_TX_CONFIG_DEFAULT = 0x74C0


class VirtualClock:
    """Microseconds that pass only when somebody sleeps or uses the bus."""

    def __init__(self) -> None:
        self.now = 0

    def sleep_us(self, microseconds: int) -> None:
        """Let time pass."""
        self.now += microseconds

    def ticks_us(self) -> int:
        """What time it is."""
        return self.now


class SimulatedTag:
    """A tag: its UID (8 bytes, most significant first) and how well it answers."""

    def __init__(self, uid: bytes, miss: float = 0.0) -> None:
        self.uid = uid
        self.value = int.from_bytes(uid, "big")
        self.miss = miss
        """Chance that it does not answer a round: detuned by neighbours, at the edge of the field."""


class SimulatedChip:
    """The chip, its SPI bus and its pins. `random` (a seeded random.Random-like) decides misses and captures.

    `capture` is the chance that of several answers in a slot the chip decodes one and notices no collision.
    """

    def __init__(self, clock: VirtualClock, random, frame_us: int = 100, capture: float = 0.0) -> None:  # type: ignore[no-untyped-def]
        self.clock = clock
        self.tags: list[SimulatedTag] = []
        self.dead = False
        self._random = random
        self._frame_us = frame_us
        self._capture = capture
        self._frame = b""
        self._selected = False
        self._response = b""
        self.air_us = 0
        """What the same rounds would have taken on the air alone."""
        self._power_up()

    def _power_up(self) -> None:
        self._registers = {_IRQ_STATUS: _IRQ_IDLE, _TX_CONFIG: 0}
        self._field = False
        self._loaded = False
        self._asked: list[SimulatedTag] = []
        self._mask_bits = 0
        self._slot = -1
        self._answer: tuple[int, int, bytes, int] | None = None

    # ---- pins and bus

    def nss(self, level: int) -> None:
        """The chip-select pin; a frame is carried out when it rises."""
        if level == 0:
            self._selected, self._frame = True, b""
        elif self._selected:
            self._selected = False
            self.clock.sleep_us(self._frame_us)
            if self._frame and not self.dead:
                self._execute(self._frame)

    def busy(self) -> int:
        """The BUSY pin: high while a frame has been exchanged and NSS is still low. Looking takes a microsecond."""
        self.clock.sleep_us(1)
        return 1 if self._selected and not self.dead else 0

    def irq(self) -> int:
        """The interrupt pin: high while an enabled interrupt stands."""
        self.clock.sleep_us(1)
        return 1 if self._read(_IRQ_STATUS) & self._registers.get(_IRQ_ENABLE, 0) else 0

    def reset(self, level: int) -> None:
        """The RESET pin."""
        if level == 0:
            self._power_up()

    def write(self, data: bytes) -> None:
        """SPI from the host."""
        self._frame += bytes(data)

    def readinto(self, buffer: bytearray, fill: int = 0) -> None:
        """SPI to the host; without an answer waiting the line stays high."""
        answer, self._response = self._response, b""
        padded = answer + b"\xff" * len(buffer)
        buffer[:] = padded[: len(buffer)]

    # ---- commands

    def _execute(self, frame: bytes) -> None:
        command = frame[0]
        if command in (0x00, 0x01, 0x02):
            self._change(frame[1], {0x00: 1, 0x01: 2, 0x02: 3}[command], int.from_bytes(frame[2:6], "little"))
        elif command == 0x03:
            for at in range(1, len(frame), 6):
                self._change(frame[at], frame[at + 1], int.from_bytes(frame[at + 2 : at + 6], "little"))
        elif command == 0x04:
            self._response = self._read(frame[1]).to_bytes(4, "little")
        elif command == 0x05:
            self._response = b"".join([self._read(register).to_bytes(4, "little") for register in frame[1:]])
        elif command == 0x07:
            self._response = (b"\x00" * 16 + b"\x05\x04\x05\x04" + b"\x00" * 12)[frame[1] : frame[1] + frame[2]]
        elif command == 0x09:
            self._send(frame[2:])
        elif command == 0x0A:
            self._response = self._received()
        elif command == 0x11:
            self._loaded = frame[1:3] == b"\x0d\x8d"
            self._registers[_TX_CONFIG] = _TX_CONFIG_DEFAULT
        elif command in (0x16, 0x17):
            self._field = command == 0x16
            self._raise(_IRQ_RF_ON if self._field else _IRQ_RF_OFF)
            self._asked = []

    def _raise(self, bits: int) -> None:
        self._registers[_IRQ_STATUS] = self._registers.get(_IRQ_STATUS, 0) | bits

    def _change(self, register: int, action: int, value: int) -> None:
        old = self._registers.get(register, 0)
        new = value if action == 1 else old | value if action == 2 else old & value
        if register == _IRQ_CLEAR:
            self._settle()
            self._registers[_IRQ_STATUS] = self._registers.get(_IRQ_STATUS, 0) & ~new
            return
        if register == _SYSTEM_CONFIG and new & 7 == 0:
            self._answer = None
        self._registers[register] = new

    def _read(self, register: int) -> int:
        self._settle()
        return self._registers.get(register, 0)

    def _settle(self) -> None:
        """Let the answer that is on the air become visible as far as time has come."""
        if self._answer is None:
            return
        begins, ends, data, status = self._answer
        if self.clock.now >= begins:
            self._raise(_IRQ_SOF)
        if self.clock.now >= ends:
            self._raise(_IRQ_RX)
            self._registers[_RX_STATUS] = len(data) | status

    def _received(self) -> bytes:
        self._settle()
        if self._answer is None or self.clock.now < self._answer[1]:
            return b""
        return self._answer[2]

    # ---- on the air

    def _send(self, data: bytes) -> None:
        if self._registers.get(_SYSTEM_CONFIG, 0) & 7 != 3 or not self._field or not self._loaded:
            return
        starts = self._registers[_TX_CONFIG] & _START_BITS == _START_BITS
        if data:
            self.clock.sleep_us(_REQUEST_US + _BYTE_US * (len(data) - 3))
            self._asked = self._those_asked(data) if starts else []
            self.air_us += _REQUEST_US + _BYTE_US * (len(data) - 3)
            self._slot = 0
        else:
            self.clock.sleep_us(_EOF_US)
            if starts:
                self._asked = []
            self._slot += 1
        self._raise(_IRQ_TX)
        self._answer_slot()

    def _those_asked(self, data: bytes) -> list[SimulatedTag]:
        if len(data) < 3 or data[0] not in (0x06, 0x26) or data[1] != 0x01 or len(data) < 3 + (data[2] + 7) // 8:
            return []
        self._mask_bits = data[2]
        self._one_slot = data[0] == 0x26
        mask = int.from_bytes(data[3:], "little")
        low = (1 << self._mask_bits) - 1
        return [tag for tag in self.tags if tag.value & low == mask and self._random.random() >= tag.miss]

    def _answer_slot(self) -> None:
        here = [
            tag
            for tag in self._asked
            if tag in self.tags and (self._one_slot or tag.value >> self._mask_bits & 15 == self._slot)
        ]
        self.air_us += 4_600 if here else 500
        if not here:
            self._answer = None
            return
        status = 0
        if len(here) > 1 and self._random.random() >= self._capture:
            status = _COLLISION | _CRC_ERROR
        tag = here[self._random.randrange(len(here))]
        data = b"\x00\x00" + tag.value.to_bytes(8, "little")
        begins = self.clock.now + _ANSWER_AFTER_US
        self._answer = (begins + _START_US, begins + _ANSWER_US, data, status)
