"""The NXP PN5180 reader chip over SPI: frames, registers, and slots of an ISO 15693 inventory.

Facts are from NXP's PN5180A0xx data sheet. Runs on MicroPython and CPython; the pins and the bus are handed in.
"""

# Commands of the host interface
_WRITE, _OR, _AND, _WRITE_MANY, _READ, _READ_MANY = 0x00, 0x01, 0x02, 0x03, 0x04, 0x05
_READ_EEPROM, _SEND, _READ_DATA, _LOAD_RF, _RF_ON, _RF_OFF = 0x07, 0x09, 0x0A, 0x11, 0x16, 0x17

# Registers
SYSTEM_CONFIG, IRQ_ENABLE, IRQ_STATUS, IRQ_CLEAR, RX_STATUS, TX_CONFIG, RF_STATUS = 0, 1, 2, 3, 0x13, 0x18, 0x1D

IRQ_RX, IRQ_TX, IRQ_IDLE, IRQ_RF_OFF, IRQ_RF_ON, IRQ_SOF, IRQ_ERROR = 1, 2, 4, 1 << 8, 1 << 9, 1 << 14, 1 << 17
RX_BYTES, RX_CRC_ERROR, RX_PROTOCOL_ERROR, RX_COLLISION = 0x1FF, 1 << 16, 1 << 17, 1 << 18

_IDLE_MASK = 0xFFFFFFF8
_TRANSCEIVE = 3
_EOF_ONLY = 0xFFFFFB3F
_ISO15693_SEND, _ISO15693_RECEIVE = 0x0D, 0x8D
_EEPROM_FIRMWARE = 0x12

_BUSY_TIMEOUT_US = 20_000
_LISTEN_US = 370
"""A tag answers 321 us after a slot begins; while the status is then asked for, its start of frame is noticed."""
_SOF_US = 470
"""When the interrupt pin has surely told of that start of frame."""
_ANSWER_US = 3_650
"""From there to the end of an inventory answer: flags, DSFID, UID and CRC at 26.48 kbit/s."""
_POLL_US = 100

EMPTY, TAG, COLLISION = 0, 1, 2


class ReaderError(OSError):
    """The chip does not answer as its data sheet says; the text says what to check."""


class PN5180:
    """One chip.

    `spi` has write(bytes) and readinto(buffer, fill); `nss` and `reset` are output pins, `busy` an input pin, each
    called to read or set; `sleep_us` and `ticks_us` are the board's clock. `irq`, if wired, is the chip's interrupt
    pin: it saves asking for the status of empty slots. `frames` counts SPI frames.
    """

    def __init__(self, spi, nss, busy, reset, sleep_us, ticks_us, irq=None) -> None:  # type: ignore[no-untyped-def]
        self._spi = spi
        self._nss = nss
        self._busy = busy
        self._reset = reset
        self._irq = irq
        self._sleep_us = sleep_us
        self._ticks_us = ticks_us
        self.frames = 0
        self._tx_config = 0
        self._slot_config_changed = False

    def _passed(self, started: int) -> int:
        # MicroPython's ticks wrap around at 2**30 microseconds: 18 minutes.
        passed: int = self._ticks_us() - started
        return passed & 0x3FFFFFFF

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

    def _write_many(self, changes: list[tuple[int, int, int]]) -> None:
        # Each change: register, action (1 write, 2 or, 3 and), value
        frame = bytearray([_WRITE_MANY])
        for register, action, value in changes:
            frame.append(register)
            frame.append(action)
            frame.extend(value.to_bytes(4, "little"))
        self._write(bytes(frame))

    def read_register(self, register: int) -> int:
        """The 32-bit value of a register."""
        return int.from_bytes(self._ask(bytes([_READ, register]), 4), "little")

    def _read_many(self, *registers: int) -> list[int]:
        answer = self._ask(bytes([_READ_MANY]) + bytes(registers), 4 * len(registers))
        return [int.from_bytes(answer[at : at + 4], "little") for at in range(0, len(answer), 4)]

    # ---- starting

    def begin(self) -> tuple[int, int]:
        """Reset the chip, check that it is one, choose ISO 15693, switch the field on; gives its firmware version.

        Raises `ReaderError` saying what to check.
        """
        self._nss(1)
        self._reset(0)
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
        self._tx_config = self.read_register(TX_CONFIG)
        self.field(True)
        self._write_many([(IRQ_ENABLE, 1, IRQ_SOF)])
        return version[1], version[0]

    def field(self, on: bool) -> None:
        """Switch the field on or off; tags forget what they were told when it goes off."""
        self._write(bytes([_RF_ON if on else _RF_OFF, 0]))
        wanted = IRQ_RF_ON if on else IRQ_RF_OFF
        started = self._ticks_us()
        while not self.read_register(IRQ_STATUS) & wanted:
            if self._passed(started) > 50_000:
                raise ReaderError("PN5180: the field does not switch; check the antenna and the 5 V supply")
            self._sleep_us(200)
        self._write_many([(IRQ_CLEAR, 1, 0xFFFFFFFF)])

    def field_strength(self) -> int:
        """The gain control's value, 0-1023: it changes when metal or a phone lies on the antenna."""
        return self.read_register(RF_STATUS) & 0x3FF

    # ---- inventory

    def begin_inventory(self, mask: int, bits: int, slots: int) -> None:
        """Send an inventory request; the answer of the first slot is then read by `slot`.

        `mask` holds the lowest `bits` bits of the UIDs asked for, a multiple of 4 below 61; `slots` is 16 or 1.
        """
        changes = [(IRQ_CLEAR, 1, 0xFFFFFFFF), (SYSTEM_CONFIG, 3, _IDLE_MASK), (SYSTEM_CONFIG, 2, _TRANSCEIVE)]
        if self._slot_config_changed:
            # The slots of the last round were marked by bare ends of frame: give the request its start back.
            changes.insert(0, (TX_CONFIG, 1, self._tx_config))
            self._slot_config_changed = False
        self._write_many(changes)
        size = (bits + 7) // 8
        flags = 0x06 if slots == 16 else 0x26
        self._write(bytes([_SEND, 0, flags, 0x01, bits]) + mask.to_bytes(8, "little")[:size])

    def next_slot(self) -> None:
        """Mark the next slot by an end of frame."""
        changes = [(IRQ_CLEAR, 1, 0xFFFFFFFF), (SYSTEM_CONFIG, 3, _IDLE_MASK), (SYSTEM_CONFIG, 2, _TRANSCEIVE)]
        if not self._slot_config_changed:
            changes.insert(0, (TX_CONFIG, 3, _EOF_ONLY))
            self._slot_config_changed = True
        self._write_many(changes)
        self._write(bytes([_SEND, 0]))

    def slot(self) -> tuple[int, bytes]:
        """What the present slot held: (EMPTY, b""), (TAG, UID most significant byte first) or (COLLISION, b"")."""
        if not self._answer_begins():
            return EMPTY, b""
        self._sleep_us(_ANSWER_US)
        irq, rx = self._read_many(IRQ_STATUS, RX_STATUS)
        for _ in range(5):
            if irq & IRQ_RX:
                break
            self._sleep_us(_POLL_US)
            irq, rx = self._read_many(IRQ_STATUS, RX_STATUS)
        size = rx & RX_BYTES
        if not irq & IRQ_RX or rx & (RX_COLLISION | RX_CRC_ERROR | RX_PROTOCOL_ERROR) or size < 10:
            return COLLISION, b""
        answer = self._ask(bytes([_READ_DATA, 0]), size)
        if answer[0] & 0x01:
            return COLLISION, b""
        return TAG, bytes(reversed(answer[2:10]))

    def crowded_slot(self) -> tuple[int, bytes]:
        """The present slot, which is known to hold several tags: waits for them without asking what was received."""
        if not self._answer_begins():
            return EMPTY, b""
        self._sleep_us(_ANSWER_US)
        return COLLISION, b""

    def _answer_begins(self) -> bool:
        if self._irq is not None:
            self._sleep_us(_SOF_US)
            return bool(self._irq())
        self._sleep_us(_LISTEN_US)
        return bool(self.read_register(IRQ_STATUS) & (IRQ_SOF | IRQ_RX))
