"""MicroPython's `time` by the granted clock."""

import granted

_MASK = (1 << 30) - 1


def ticks_us() -> int:
    """Microseconds; they wrap around as the real ones do."""
    now: int = granted.now.us
    return now & _MASK


def ticks_ms() -> int:
    """Milliseconds; they wrap around as the real ones do."""
    now: int = granted.now.us
    return now // 1000 & _MASK


def ticks_diff(later: int, earlier: int) -> int:
    """The signed difference of two ticks."""
    return ((later - earlier + (1 << 29)) & _MASK) - (1 << 29)


def sleep_us(microseconds: int) -> None:
    """Let time pass."""
    granted.now.sleep_us(microseconds)
