"""What is wrong with a value of the configuration, in an installer's words instead of pydantic's."""

from collections.abc import Mapping
from typing import Final

_MUST_BE: Final[Mapping[str, str]] = {
    "missing": "it is missing",
    "extra_forbidden": "there is no such key",
    "too_long": "it has too many values",
    "tuple_type": 'it must be a list, ["one", "two"]',
    "list_type": 'it must be a list, ["one", "two"]',
    "string_type": 'it must be a text, "in quotes"',
    "path_type": 'it must be the name of a file, "in quotes"',
    "int_type": "it must be a whole number",
    "int_parsing": "it must be a whole number",
    "int_from_float": "it must be a whole number",
    "float_type": "it must be a number",
    "float_parsing": "it must be a number",
    "bool_type": "it must be true or false",
    "bool_parsing": "it must be true or false",
    "dict_type": "it must be a section with keys of its own",
    "model_type": "it must be a section with keys of its own",
}


def in_words(kind: str, message: str) -> str:
    """What to say of a fault: by its kind (pydantic's `type`), or its own message in our manner."""
    return _MUST_BE.get(kind, message.removeprefix("Value error, ").replace("Input should be", "it must be"))
