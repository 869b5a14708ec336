"""Reading scenario files: titles, lines with their keyword and number."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Final

from controller.errors import ScenarioError

KEYWORDS: Final = ("given", "when", "then")
SAME: Final = "the same as above"
"""As the first `given`: everything up to the first `then` of the last scenario of the file that was written out."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its number in the file, its keyword (`and` is the one before), and the rest."""

    number: int
    keyword: str
    text: str


@dataclass(frozen=True, slots=True)
class Scenario:
    """A title and its lines."""

    title: str
    lines: tuple[Line, ...]
    file: str = ""

    @property
    def before(self) -> tuple[Line, ...]:
        """The lines before the first `then`."""
        return tuple(takewhile(lambda line: line.keyword != "then", self.lines))


def read_scenarios(path: Path) -> list[Scenario]:
    """The scenarios of a file; raises `ScenarioError` naming the line that is none."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ScenarioError(f"there is no scenario file {path}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ScenarioError(f"the scenario file {path} cannot be read: {error}") from error
    return scenarios_of(text, path.name)


def scenarios_of(text: str, file: str = "") -> list[Scenario]:
    """The scenarios of a text; a line that begins with `#` is a title, or between titles a remark."""
    scenarios: list[Scenario] = []
    title, keyword = "", ""
    lines: list[Line] = []
    above: tuple[Line, ...] = ()
    for number, raw in enumerate([*text.splitlines(), "#"], 1):
        line = raw.strip()
        if line.startswith("#"):
            if lines:
                scenarios.append(_finished(title, lines, above, file))
                if lines[0].text != SAME:
                    above = scenarios[-1].before
            title, lines, keyword = line.lstrip("# "), [], ""
        elif line:
            word, _, rest = line.partition(" ")
            keyword = keyword if word == "and" else word
            if keyword not in KEYWORDS:
                raise ScenarioError(f"{file}:{number}: {line!r} begins with none of given, when, then, and")
            lines.append(Line(number, keyword, rest.strip()))
    if not scenarios:
        raise ScenarioError(f"{file}: there is no scenario in it: a title `# ...`, then given, when and then lines")
    return scenarios


def _finished(title: str, lines: Sequence[Line], above: Sequence[Line], file: str) -> Scenario:
    first = lines[0].number
    if not title:
        raise ScenarioError(f"{file}:{first}: write a title above the scenario: # what happens")
    if all(line.keyword != "then" for line in lines):
        raise ScenarioError(f"{file}:{first}: {title!r} expects nothing: add a then line")
    if (lines[0].keyword, lines[0].text) == ("given", SAME):
        if not above:
            raise ScenarioError(f"{file}:{first}: no scenario stands above this one")
        lines = [*above, *lines[1:]]
    return Scenario(title, tuple(lines), file)
