"""The texts of pages and displays, in the languages there are: what the files beside the pages hold."""

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final, Literal, TypeAlias, get_args

Language: TypeAlias = Literal["en", "ja", "zh-Hant"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)


def language_named(name: str) -> Language | None:
    """The language of that name; None if there is none."""
    return next((language for language in LANGUAGES if language == name), None)


@cache
def texts_in(language: Language) -> Mapping[str, str]:
    """Every text of a language by its key (`place.1`)."""
    path = files("controller.web") / "static" / "text" / f"{language}.json"
    loaded: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


def counted(number: int, noun: str, several: str | None = None) -> str:
    """`1 deal`, `2 deals`: a count in English, as commands print it. `several` is a plural not made with -s."""
    return f"{number} {noun if number == 1 else several or f'{noun}s'}"


_NUMBERED: Final = re.compile(r"(Player|Guest|Seat) ([1-4])")


def person_name(name: str, texts: Mapping[str, str], *, bot: bool = False) -> str:
    """What somebody is called in a language: bots and people who gave no name have names of the table's own.

    A person's own name stays as it is, also one that a bot has too.
    """
    numbered = _NUMBERED.fullmatch(name)
    if numbered is not None:
        return texts[f"person.{numbered[1]}"].format(n=numbered[2])
    if name == "You":
        return texts["person.You"]
    return texts.get(f"bot.{name}", name) if bot else name
