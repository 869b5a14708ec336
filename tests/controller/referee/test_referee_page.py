"""The referee page names every incident as the code does."""

from tests.referee_page import PAGE, page_with_table, table


def test_the_table_of_incidents_is_up_to_date() -> None:
    text = PAGE.read_text()
    assert table() in text, "run: python -m tests.referee_page"
    assert page_with_table(text) == text
