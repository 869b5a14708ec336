"""The NXP PN5180 reader chip over SPI: frames, registers, and slots of an ISO 15693 inventory.

Facts are from NXP's PN5180A0xx data sheet. Runs on MicroPython and CPython; the pins and the bus are handed in.
"""

try:
    from collections.abc import Callable
    from typing import Any
except ImportError:  # MicroPython, which never looks at a quoted annotation
    pass

# Commands of the host interface
_WRITE_MANY, _READ, _READ_MANY = 0x03, 0x04, 0x05
_READ_EEPROM, _SEND, _READ_DATA, _LOAD_RF, _RF_ON, _RF_OFF = 0x07, 0x09, 0x0A, 0x11, 0x16, 0x17

# Registers
SYSTEM_CONFIG, IRQ_ENABLE, IRQ_STATUS, IRQ_CLEAR, RX_STATUS, TX_CONFIG, RF_STATUS = 0, 1, 2, 3, 0x13, 0x18, 0x1D

IRQ_RX, IRQ_TX, IRQ_IDLE, IRQ_RF_OFF, IRQ_RF_ON, IRQ_SOF = 1, 2, 4, 1 << 8, 1 << 9, 1 << 14
RX_BYTES, RX_CRC_ERROR, RX_PROTOCOL_ERROR, RX_COLLISION = 0x1FF, 1 << 16, 1 << 17, 1 << 18
_ANSWER_BYTES = 10
"""Flags, DSFID and UID."""

_IDLE_MASK = 0xFFFFFFF8
_TRANSCEIVE = 3
_EOF_ONLY = 0xFFFFFB3F
_ALL_IRQ = 0x000FFFFF
"""The bits above are reserved."""
_ISO15693_SEND, _ISO15693_RECEIVE = 0x0D, 0x8D
_EEPROM_FIRMWARE = 0x12

_BUSY_TIMEOUT_US = 20_000

# Air times of ISO 15693-3 at 26.48 kbit/s
BYTE_US = 302
REQUEST_US = 1_624
"""An inventory request without a mask: marks, flags, command, length of the mask, CRC."""
EOF_US = 38
START_US = 475
"""From the end of a request to the end of an answer's start of frame, at the latest."""
ANSWER_US = 3_776
"""From there to the end of an inventory answer: flags, DSFID, UID, CRC, end mark."""
PAUSE_US = 309
"""What tags need between an answer's end and the next request or end of frame."""

_MARGIN_US = 25
"""The start of an answer is looked for so much after it must have come."""
_POLL_US = 100

EMPTY, TAG, COLLISION = 0, 1, 2


def _changes(*changes: "tuple[int, int, int]") -> bytes:
    """A frame that changes registers one after the other: register, action (1 write, 2 or, 3 and), value."""
    frame = bytearray([_WRITE_MANY])
    for register, action, value in changes:
        frame.append(register)
        frame.append(action)
        frame.extend(value.to_bytes(4, "little"))
    return bytes(frame)


_CLEAR = _changes((IRQ_CLEAR, 1, _ALL_IRQ))
_READY = ((IRQ_CLEAR, 1, _ALL_IRQ), (SYSTEM_CONFIG, 3, _IDLE_MASK), (SYSTEM_CONFIG, 2, _TRANSCEIVE))
# Made once: a frame put together for every slot would keep the garbage collector busy.
_READY_TO_SEND = _changes(*_READY)
_READY_FOR_FIRST_EOF = _changes((TX_CONFIG, 3, _EOF_ONLY), *_READY)
_SEND_EOF = bytes([_SEND, 0])
_READ_STATUS = bytes([_READ_MANY, IRQ_STATUS, RX_STATUS])


class ReaderError(OSError):
    """The chip does not answer as its data sheet says; the text says what to check."""


class PN5180:
    """One chip.

    `spi` has write(bytes) and readinto(buffer, fill); `nss` and `reset` are output pins, `busy` an input pin, each
    called to read or set; `sleep_us` and `ticks_us` are the board's clock. `irq`, if wired, is the chip's interrupt
    pin: it saves asking for the status of empty slots. `frames` counts SPI frames.
    """

    def __init__(
        self,
        spi: "Any",
        nss: "Any",
        busy: "Any",
        reset: "Any",
        sleep_us: "Callable[[int], None]",
        ticks_us: "Callable[[], int]",
        irq: "Any" = None,
    ) -> None:
        self._spi = spi
        self._nss = nss
        self._busy = busy
        self._reset = reset
        self._irq = irq
        self._sleep_us = sleep_us
        self._ticks_us = ticks_us
        self.frames = 0
        self._field = False
        self._ready_after_eof = b""
        self._slot_config_changed = False
        self._answered_at: int | None = None
        """When the last answer had surely ended; None: there was none since the last request or end of frame."""

    def _passed(self, started: int) -> int:
        # MicroPython's ticks wrap around at 2**30 microseconds: 18 minutes.
        return self._ticks_us() - started & 0x3FFFFFFF

    # ---- frames

    def _await_busy(self, level: int) -> None:
        started = self._ticks_us()
        while self._busy() != level:
            if self._passed(started) > _BUSY_TIMEOUT_US:
                raise ReaderError("PN5180: BUSY does not follow; check BUSY, NSS, the 3.3 V supply and the SPI wires")

    def _write(self, frame: bytes) -> None:
        self.frames += 1
        self._await_busy(0)
        self._nss(0)
        self._spi.write(frame)
        self._await_busy(1)
        self._nss(1)
        self._await_busy(0)

    def _ask(self, frame: bytes, size: int) -> bytearray:
        self._write(frame)
        self.frames += 1
        answer = bytearray(size)
        self._nss(0)
        self._spi.readinto(answer, 0xFF)
        self._await_busy(1)
        self._nss(1)
        self._await_busy(0)
        return answer

    def read_register(self, register: int) -> int:
        """The 32-bit value of a register."""
        return int.from_bytes(self._ask(bytes([_READ, register]), 4), "little")

    # ---- starting

    def begin(self) -> tuple[int, int]:
        """Reset the chip, check that it is one, choose ISO 15693; gives its firmware version. The field is off.

        Raises `ReaderError` saying what to check.
        """
        self.halt()
        self._sleep_us(20)
        self._reset(1)
        started = self._ticks_us()
        self._sleep_us(2_000)
        while not self.read_register(IRQ_STATUS) & IRQ_IDLE:
            if self._passed(started) > 100_000:
                raise ReaderError("PN5180: no IDLE after reset; check RESET and both supplies (3.3 V and 5 V)")
            self._sleep_us(500)
        version = bytes(self._ask(bytes([_READ_EEPROM, _EEPROM_FIRMWARE, 2]), 2))
        if version in (b"\x00\x00", b"\xff\xff"):
            raise ReaderError("PN5180: no version in its EEPROM; check MISO and NSS")
        self._write(bytes([_LOAD_RF, _ISO15693_SEND, _ISO15693_RECEIVE]))
        self._ready_after_eof = _changes((TX_CONFIG, 1, self.read_register(TX_CONFIG)), *_READY)
        self._begin_interrupts()
        return version[1], version[0]

    def _begin_interrupts(self) -> None:
        """From now on the pin tells of answers. It is tried first: a pin that tells nothing empties every slot."""
        self._write(_changes((IRQ_ENABLE, 1, IRQ_IDLE)))
        told = self._irq is None or self._irq()
        self._write(_changes((IRQ_CLEAR, 1, _ALL_IRQ), (IRQ_ENABLE, 1, IRQ_SOF)))
        if not told or (self._irq is not None and self._irq()):
            raise ReaderError("PN5180: IRQ does not follow; check its wire (high is active, as the chip is delivered)")

    def halt(self) -> None:
        """Hold the chip in reset until `begin`, which switches its field off even if it does not listen."""
        self._nss(1)
        self._reset(0)
        self._field = False
        self._slot_config_changed = False
        self._answered_at = None

    def field(self, on: bool) -> None:
        """Switch the field on or off; tags forget what they were told when it goes off."""
        if on == self._field:
            return  # a field that is off already tells no interrupt of going off
        self._write(bytes([_RF_ON if on else _RF_OFF, 0]))
        wanted = IRQ_RF_ON if on else IRQ_RF_OFF
        started = self._ticks_us()
        while not self.read_register(IRQ_STATUS) & wanted:
            if self._passed(started) > 50_000:
                raise ReaderError("PN5180: the field does not switch; check the antenna and the 5 V supply")
            self._sleep_us(200)
        self._field = on
        self._answered_at = None
        self._write(_CLEAR)

    def field_strength(self) -> int:
        """The gain control's value, 0-1023: it changes when metal or a phone lies on the antenna."""
        return self.read_register(RF_STATUS) & 0x3FF

    # ---- inventory

    def begin_inventory(self, mask: int, bits: int, slots: int) -> None:
        """Send an inventory request; the answer of the first slot is then read by `slot`.

        `mask` holds the lowest `bits` bits of the UIDs asked for, a multiple of 4 below 61; `slots` is 16 or 1.
        """
        # The slots of a round before were marked by bare ends of frame: then the request needs its start back.
        self._write(self._ready_after_eof if self._slot_config_changed else _READY_TO_SEND)
        self._slot_config_changed = False
        size = (bits + 7) // 8
        flags = 0x06 if slots == 16 else 0x26
        request = bytes([_SEND, 0, flags, 0x01, bits]) + mask.to_bytes(8, "little")[:size]
        self._transmit(request, REQUEST_US + BYTE_US * size)

    def next_slot(self) -> None:
        """Mark the next slot by an end of frame."""
        self._write(_READY_TO_SEND if self._slot_config_changed else _READY_FOR_FIRST_EOF)
        self._slot_config_changed = True
        self._transmit(_SEND_EOF, EOF_US)

    def _transmit(self, frame: bytes, air_us: int) -> None:
        """Send, and wait until all has left the antenna.

        The data sheet does not say whether BUSY covers the time on the air, so that is waited for unless BUSY took
        at least as long as the shortest request. An end of frame is so short that waiting twice costs nothing.
        """
        if self._answered_at is not None:
            rest = PAUSE_US - self._passed(self._answered_at)
            self._answered_at = None
            if rest > 0:
                self._sleep_us(rest)
        started = self._ticks_us()
        self._write(frame)
        if self._passed(started) < REQUEST_US:
            self._sleep_us(air_us)

    def slot(self) -> tuple[int, bytes]:
        """What the present slot held: (EMPTY, b""), (TAG, UID most significant byte first) or (COLLISION, b"")."""
        if not self._answer_begins():
            return EMPTY, b""
        self._sleep_us(ANSWER_US - _MARGIN_US)
        for _ in range(6):
            status = self._ask(_READ_STATUS, 8)
            if status[0] & IRQ_RX:
                break
            self._sleep_us(_POLL_US)
        self._answered_at = self._ticks_us()
        received = int.from_bytes(status[4:], "little")
        size = received & RX_BYTES
        if (
            not status[0] & IRQ_RX
            or received & (RX_COLLISION | RX_CRC_ERROR | RX_PROTOCOL_ERROR)
            or size < _ANSWER_BYTES
        ):
            return COLLISION, b""
        answer = self._ask(bytes([_READ_DATA, 0]), size)
        if answer[0] & 0x01:
            return COLLISION, b""
        return TAG, bytes(reversed(answer[2:10]))

    def crowded_slot(self) -> tuple[int, bytes]:
        """The present slot, which is known to hold several tags: waits for them without asking what was received."""
        if not self._answer_begins():
            return EMPTY, b""
        self._sleep_us(ANSWER_US - _MARGIN_US)
        self._answered_at = self._ticks_us()
        return COLLISION, b""

    def _answer_begins(self) -> bool:
        self._sleep_us(START_US + _MARGIN_US)
        if self._irq is not None:
            return bool(self._irq())
        return bool(self.read_register(IRQ_STATUS) & (IRQ_SOF | IRQ_RX))

    def check_sent(self) -> None:
        """That what was to be sent last has been sent; raises `ReaderError`.

        A chip that has lost its settings takes every command and sends nothing: without this question an antenna full
        of tags would look empty.
        """
        if not self.read_register(IRQ_STATUS) & IRQ_TX:
            raise ReaderError("PN5180: it sends nothing; it may have restarted by itself: check both supplies")
