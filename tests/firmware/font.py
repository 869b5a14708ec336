"""Reads the drawn letters of the seat displays, and prints them as `firmware/font.py` holds them.

python -m tests.firmware.font
"""

from pathlib import Path

DRAWN = Path(__file__).parent / "data" / "font.txt"


def letters() -> dict[str, bytes]:
    """Each character's five columns, the top dot the lowest bit."""
    found: dict[str, bytes] = {}
    for block in DRAWN.read_text().split("\n\n")[1:]:
        head, *rows = block.rstrip("\n").split("\n")
        assert len(rows) == 7, head
        for place, name in enumerate(head.split()):
            dots = [row[6 * place : 6 * place + 5].ljust(5, ".") for row in rows]
            columns = (sum((dots[y][x] == "#") << y for y in range(7)) for x in range(5))
            found[" " if name == "sp" else name] = bytes(columns)
    return found


def as_hex() -> list[str]:
    """The bytes of all characters in order, twelve characters a line."""
    drawn = letters()
    everything = b"".join(drawn[chr(code)] for code in range(0x20, 0x7F))
    return [everything[at : at + 60].hex() for at in range(0, len(everything), 60)]


if __name__ == "__main__":
    print("\n".join(f'    "{line}"' for line in as_hex()))
