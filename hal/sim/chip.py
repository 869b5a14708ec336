"""A PN5180 and the tags in its field, at register level, on a virtual clock in microseconds.

It stands where the bus and the pins stand: the firmware's own driver runs on it unchanged, on CPython and on
MicroPython. It has the chip's documented traps: a send outside the transceive state goes nowhere, an end of frame
needs TX_CONFIG's start symbols off, a request needs them on, a field that is off tells nothing when it is switched
off, and two tags in one slot may look like one. Its tags keep ISO 15693's times: what comes too early after the last
end of frame or answer they do not understand.
"""

try:
    from typing import Any
except ImportError:  # MicroPython, which never looks at a quoted annotation
    pass

# Air times of ISO 15693-3 at 26.48 kbit/s, in microseconds.
_BYTE_US = 302
_REQUEST_US = 1_624
"""An inventory request without its mask, with frame marks and CRC."""
_EOF_US = 38
_ANSWER_AFTER_US = 321
_ANSWER_SOF_US = 151
"""An answer's start of frame, at whose end the chip tells its interrupt."""
_ANSWER_US = 3_927
"""A whole answer."""
_AFTER_ANSWER_US = 309
"""From an answer's end until tags listen again."""
_AFTER_NOTHING_US = 474
"""The same from the end of a request or end of frame that nobody answers: an answer's start would have come by then."""

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
    `busy_sending` says whether BUSY stays high until all has left the antenna: the data sheet does not.
    """

    def __init__(
        self,
        clock: VirtualClock,
        random: "Any",
        frame_us: int = 100,
        capture: float = 0.0,
        busy_sending: bool = False,
    ) -> None:
        self.clock = clock
        self.tags: list[SimulatedTag] = []
        self.dead = False
        self._random = random
        self._frame_us = frame_us
        self._capture = capture
        self._busy_sending = busy_sending
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
        self._sent_at: int | None = None
        self._listening_at = 0
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
            self.restart()

    def restart(self) -> None:
        """Lose all settings, as after a reset or a dip of the supply."""
        self._power_up()

    def field_is_on(self) -> bool:
        """Whether tags are powered."""
        return self._field

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
            self._switch(command == 0x16)

    def _switch(self, on: bool) -> None:
        if on != self._field:
            self._raise(_IRQ_RF_ON if on else _IRQ_RF_OFF)
        self._field = on
        self._asked = []
        self._answer = None

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
            if self._sent_at is not None and self.clock.now < self._sent_at:
                self._asked = []  # broken off in the middle
            self._sent_at = None
        self._registers[register] = new

    def _read(self, register: int) -> int:
        self._settle()
        return self._registers.get(register, 0)

    def _settle(self) -> None:
        """Let what is on the air become visible as far as time has come."""
        if self._sent_at is not None and self.clock.now >= self._sent_at:
            self._raise(_IRQ_TX)
            self._sent_at = None
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
        understood = self.clock.now >= self._listening_at
        air = _REQUEST_US + _BYTE_US * (len(data) - 3) if data else _EOF_US
        if data:
            self._asked = self._those_asked(data) if starts and understood else []
            self._slot = 0
        else:
            if starts or not understood:
                self._asked = []
            self._slot += 1
        self.air_us += air
        self._sent_at = self.clock.now + air
        self._answer_slot(self._sent_at)
        if self._busy_sending:
            self.clock.sleep_us(air)

    def _those_asked(self, data: bytes) -> list[SimulatedTag]:
        if len(data) < 3 or data[0] not in (0x06, 0x26) or data[1] != 0x01 or len(data) < 3 + (data[2] + 7) // 8:
            return []
        self._mask_bits = data[2]
        self._one_slot = data[0] == 0x26
        mask = int.from_bytes(data[3:], "little")
        low = (1 << self._mask_bits) - 1
        return [tag for tag in self.tags if tag.value & low == mask and self._random.random() >= tag.miss]

    def _answer_slot(self, sent_at: int) -> None:
        here = [
            tag
            for tag in self._asked
            if tag in self.tags and (self._one_slot or tag.value >> self._mask_bits & 15 == self._slot)
        ]
        if not here:
            self._answer = None
            self._listening_at = sent_at + _AFTER_NOTHING_US
            self.air_us += _AFTER_NOTHING_US
            return
        status = 0
        if len(here) > 1 and self._random.random() >= self._capture:
            status = _COLLISION | _CRC_ERROR
        tag = here[self._random.randrange(len(here))]
        data = b"\x00\x00" + tag.value.to_bytes(8, "little")
        begins = sent_at + _ANSWER_AFTER_US
        self._answer = (begins + _ANSWER_SOF_US, begins + _ANSWER_US, data, status)
        self._listening_at = begins + _ANSWER_US + _AFTER_ANSWER_US
        self.air_us += _ANSWER_AFTER_US + _ANSWER_US + _AFTER_ANSWER_US
