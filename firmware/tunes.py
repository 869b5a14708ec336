"""The table's tunes, for buzzers on a board and on the computer's own pins. Runs on MicroPython and CPython.

A tune tells what happened, never what a hidden hand could do. Each is a list of (Hz, milliseconds); 0 Hz is silence.
"""

TUNES = {
    "call": ((1568, 90), (0, 30), (1568, 90)),
    "riichi": ((1047, 120), (1319, 120), (1568, 240)),
    "win": ((1047, 110), (1319, 110), (1568, 110), (2093, 330)),
    "draw": ((1175, 160), (988, 260)),
    "refused": ((392, 220),),
    "incident": ((880, 140), (0, 80), (880, 140), (0, 80), (880, 140)),
    "cleared": ((1319, 120),),
    "time": ((1760, 60), (0, 60), (1760, 60)),
    "ready": ((1319, 80), (1760, 120)),
}

UNKNOWN = ((1319, 60),)
"""What a board plays for a tune that only a newer computer knows."""


def notes_of(name: str) -> "tuple[tuple[int, int], ...]":
    """The notes of a tune, (Hz, milliseconds) each."""
    return TUNES.get(name, UNKNOWN)
