"""PINs, tokens and codes."""

import pytest

from controller.access.secrets import (
    check_pin,
    fingerprint,
    hash_pin,
    new_code,
    new_token,
    pin_matches,
    same_code,
)
from controller.errors import AccessError


def test_a_pin_opens_only_what_was_made_from_it() -> None:
    kept = hash_pin("48 29-17")
    assert "48 29-17" not in kept
    assert pin_matches("48 29-17", kept)
    assert not pin_matches("48 29-18", kept)
    assert not pin_matches("", kept)
    assert hash_pin("48 29-17") != kept, "each hash has a salt of its own"


@pytest.mark.parametrize("kept", ["", "plain", "scrypt$1$2$3", "scrypt$x$8$00$00", "md5$16384$8$00$00", "a$b$c$d$e"])
def test_what_is_no_hash_matches_nothing(kept: str) -> None:
    assert not pin_matches("482917", kept)
    assert not pin_matches(kept, kept)


@pytest.mark.parametrize("pin", ["48291", "111111", "121212", "123456", "987654", "x" * 65, ""])
def test_a_pin_easily_guessed_is_refused(pin: str) -> None:
    with pytest.raises(AccessError, match="PIN"):
        check_pin(pin)


@pytest.mark.parametrize("pin", ["482917", "雀卓の暗証番号", "correct horse"])
def test_other_pins_are_taken(pin: str) -> None:
    check_pin(pin)


def test_tokens_and_codes_are_new_each_time() -> None:
    tokens = {new_token() for _ in range(50)}
    assert len(tokens) == 50
    assert all(len(token) > 40 for token in tokens)
    assert len({fingerprint(token) for token in tokens}) == 50
    assert {len(new_code(4)) for _ in range(50)} == {4}
    assert len({new_code(8) for _ in range(50)}) > 45


def test_codes_are_compared_without_spaces() -> None:
    assert same_code(" 12 34 ", "1234")
    assert not same_code("1235", "1234")
    assert not same_code("１２３４", "1234")
