"""UIDs of tags as people write them."""

import re
from typing import Final

from hal.ports import TagId

_TAG: Final = re.compile(r"[0-9A-F]{16}")


def is_tag(text: str) -> bool:
    """Whether a text is a UID as this program keeps it: 16 hexadecimal digits in capitals."""
    return _TAG.fullmatch(text) is not None


def parse_tag(text: str) -> TagId:
    """A UID from a person's text: spaces, colons and small letters are allowed.

    Raises `ValueError` for what is no ISO 15693 UID (16 hexadecimal digits that begin with E0).
    """
    tag = re.sub(r"[\s:.-]", "", text).upper()
    if not is_tag(tag):
        raise ValueError(f"{text!r} is no tag: write its UID as 16 hexadecimal digits (E0...)")
    if not tag.startswith("E0"):
        raise ValueError(f"{tag} is no UID of an ISO 15693 tag: those begin with E0; check the order of the bytes")
    return tag
