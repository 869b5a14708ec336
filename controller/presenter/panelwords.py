"""The words of the seats' displays in one language, and how many of them fit into a line."""

from collections.abc import Mapping
from dataclasses import dataclass
from textwrap import wrap
from typing import Final
from unicodedata import east_asian_width

COLUMNS: Final = 21
"""Latin letters in a line: 128 pixels in a 6-pixel font."""

WIDE_COLUMNS: Final = 19
"""The same where a line may have Chinese characters, each of two columns: 128 pixels in a 13-pixel font."""


@dataclass(frozen=True, slots=True)
class PanelWords:
    """Texts by key (`panel.your_turn`), and the columns of a line. `wide`: characters of two columns are among them."""

    texts: Mapping[str, str]
    wide: bool = False

    @property
    def columns(self) -> int:
        """How many columns a line has."""
        return WIDE_COLUMNS if self.wide else COLUMNS

    def text(self, key: str, **values: object) -> str:
        """A text with its placeholders filled in."""
        return self.texts[key].format(**values)

    def width(self, text: str) -> int:
        """The columns a text takes."""
        return sum(2 if self.wide and east_asian_width(character) in "WFA" else 1 for character in text)

    def right(self, text: str, columns: int) -> str:
        """A text at the right end of so many columns."""
        return " " * (columns - self.width(text)) + text

    def cut(self, text: str) -> str:
        """As much of a text as fits into a line."""
        while self.width(text) > self.columns:
            text = text[:-1]
        return text

    def wrapped(self, text: str, lines: int) -> list[str]:
        """A text in so many lines at most; it ends in dots where it is longer."""
        if not self.wide:
            return wrap(text, self.columns, max_lines=lines, placeholder=" ...")
        out: list[str] = []
        while text and len(out) < lines:
            out.append(self.cut(text))
            text = text[len(out[-1]) :].lstrip()
        if text:
            end = out[-1]
            while self.width(end) > self.columns - 2:
                end = end[:-1]
            out[-1] = f"{end}…"
        return out
