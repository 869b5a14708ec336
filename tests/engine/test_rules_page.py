"""The rules page says what the presets are."""

from tests.rules_page import PAGE, page_with_tables, tables


def test_the_tables_of_presets_are_up_to_date() -> None:
    text = PAGE.read_text()
    assert tables() in text, "run: python -m tests.rules_page"
    assert page_with_tables(text) == text
