"""What `jantaku flash` has written into a board: its name and role, and its reference tags. Runs on both ends."""

import json

from firmware.roles import ROLES

FILE = "board.json"
MAINTENANCE_FILE = "maintenance"
"""While a board has this file it does not start its program, once: `jantaku flash` gets in."""


class SettingsError(ValueError):
    """A board that was not flashed as it should be; the text says how to put it right."""


class Settings:
    """One board's settings; `references` holds each antenna's fixed tag (8 bytes), or None."""

    def __init__(self, board: str, role: str, references: "list[bytes | None]", machine: bool = False) -> None:
        if role not in ROLES:
            raise SettingsError(f"there is no role {role!r}; take one of: {', '.join(sorted(ROLES))}")
        if not board or len(board) > 24 or any(letter <= " " for letter in board):
            raise SettingsError(f"{board!r} is no name for a board: 1 to 24 letters without spaces")
        self.board = board
        self.role = role
        self.machine = machine
        """Whether the table machine hangs on this board."""
        self.antennas: tuple[str, ...] = ROLES[role]
        missing: list[bytes | None] = [None] * len(self.antennas)
        self.references: tuple[bytes | None, ...] = tuple((references + missing)[: len(self.antennas)])

    def text(self) -> str:
        """As the board keeps it."""
        tags = [None if tag is None else tag.hex().upper() for tag in self.references]
        return json.dumps({"board": self.board, "role": self.role, "references": tags, "machine": self.machine})


def read_settings(text: str) -> Settings:
    """The settings in a file's text; raises `SettingsError`."""
    try:
        values = json.loads(text)
        tags = [None if tag is None else bytes.fromhex(tag) for tag in values["references"]]
        if any(tag is not None and len(tag) != 8 for tag in tags):
            raise SettingsError("a reference tag is 16 hexadecimal digits; flash the board again")
        return Settings(values["board"], values["role"], tags, bool(values.get("machine", False)))
    except (ValueError, KeyError, TypeError) as error:
        if isinstance(error, SettingsError):
            raise
        raise SettingsError("the board's settings cannot be read; flash it again with `jantaku flash`") from None
