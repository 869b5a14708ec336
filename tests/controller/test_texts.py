"""Texts that pages and displays share: languages by name, and what the table calls people."""

import pytest

from controller.texts import LANGUAGES, counted, language_named, person_name, texts_in


def test_languages_are_found_by_name() -> None:
    assert [language_named(name) for name in ("ja", "zh-Hant", "zh", "")] == ["ja", "zh-Hant", None, None]


@pytest.mark.parametrize(
    ("name", "bot", "shown"),
    [
        ("You", False, "あなた"),
        ("Guest 3", False, "ゲスト3"),
        ("Seat 1", False, "席1"),
        ("Botan", True, "牡丹"),
        ("Botan", False, "Botan"),
        ("Guest 33", False, "Guest 33"),
        ("Youssef", False, "Youssef"),
    ],
)
def test_names_the_table_gives_are_put_into_a_language(name: str, bot: bool, shown: str) -> None:
    assert person_name(name, texts_in("ja"), bot=bot) == shown
    assert person_name(name, texts_in("en"), bot=bot) == name


def test_every_language_has_texts() -> None:
    assert len({texts_in(language)["app.name"] for language in LANGUAGES}) > 1


def test_counts_agree_with_their_nouns() -> None:
    assert [counted(number, "deal") for number in (0, 1, 2)] == ["0 deals", "1 deal", "2 deals"]
    assert [counted(number, "match", "matches") for number in (1, 12)] == ["1 match", "12 matches"]
