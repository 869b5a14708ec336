"""PINs, tokens and codes: made, hashed and compared. Nothing here keeps one.

A PIN is chosen by people and short, so it is hashed with scrypt (RFC 7914), which costs a guesser 16 MB and some
50 ms a try. A token has 256 random bits: nobody guesses one, and SHA-256 is enough.
"""

import hashlib
import hmac
import secrets
from itertools import pairwise
from typing import Final

from controller.errors import AccessError

SHORTEST_PIN: Final = 6
LONGEST_PIN: Final = 64

_COST: Final = 2**14
_BLOCK: Final = 8
_TOKEN_BEGINS: Final = "jantaku_"  # noqa: S105 - how one is told from other secrets


def check_pin(pin: str) -> None:
    """Raise `AccessError` for a PIN that is too easily guessed, saying what a good one has."""
    if not SHORTEST_PIN <= len(pin) <= LONGEST_PIN:
        raise AccessError(f"a PIN has {SHORTEST_PIN} to {LONGEST_PIN} characters")
    steps = {ord(after) - ord(before) for before, after in pairwise(pin)}
    if len(set(pin)) < 3 or steps in ({1}, {-1}):
        raise AccessError("this PIN is too easily guessed: take one that is no row and no repetition")


def hash_pin(pin: str) -> str:
    """What is kept of a PIN: `scrypt$cost$block$salt$hash`, the last two in hexadecimal."""
    salt = secrets.token_bytes(16)
    return f"scrypt${_COST}${_BLOCK}${salt.hex()}${_scrypt(pin, salt, _COST, _BLOCK).hex()}"


def pin_matches(pin: str, kept: str) -> bool:
    """Whether a PIN is the one kept, in constant time. False for what was not made by `hash_pin`."""
    try:
        kind, cost, block, salt, digest = kept.split("$")
        found = _scrypt(pin[: LONGEST_PIN + 1], bytes.fromhex(salt), int(cost), int(block))
        return kind == "scrypt" and hmac.compare_digest(found, bytes.fromhex(digest))
    except ValueError:
        return False


def _scrypt(pin: str, salt: bytes, cost: int, block: int) -> bytes:
    return hashlib.scrypt(pin.encode("utf-8", "surrogatepass"), salt=salt, n=cost, r=block, p=1, dklen=32)


def new_token() -> str:
    """A token that nobody guesses, safe in a URL."""
    return _TOKEN_BEGINS + secrets.token_urlsafe(32)


def fingerprint(token: str) -> str:
    """What is kept of a token, in hexadecimal."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def new_code(digits: int) -> str:
    """A short code of random digits."""
    return "".join(secrets.choice("0123456789") for _ in range(digits))


def same_code(given: str, wanted: str) -> bool:
    """Whether two codes are the same, in constant time; spaces do not count."""
    return hmac.compare_digest("".join(given.split()).encode("utf-8", "surrogatepass"), wanted.encode())
