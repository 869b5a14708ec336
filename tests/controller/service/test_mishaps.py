"""Internal errors: said on the page with what to do, logged once, and gone when they are over."""

import pytest

from controller.service.mishaps import TOLD_SECONDS, Mishaps


class Page:
    """What the page tells, and a table's thread that fails when asked to."""

    def __init__(self) -> None:
        self.told: list[str | None] = []
        self.mishaps = Mishaps(self.told.append)

    def fail(self, error: Exception, now: float) -> None:
        try:
            raise error
        except type(error) as caught:
            self.mishaps.happened(caught, now)


@pytest.fixture
def page() -> Page:
    return Page()


def test_the_page_says_what_happened_and_what_to_do(page: Page) -> None:
    page.fail(KeyError("5p"), 10)
    (sentence,) = page.told
    assert sentence is not None
    assert "(KeyError)" in sentence
    assert "5p" not in sentence, "a text of the program may name a hidden tile"
    assert all(word in sentence for word in ("compare", "ruling", "bundle"))


def test_it_goes_when_nothing_has_failed_for_a_while(page: Page) -> None:
    page.mishaps.went_well(1)
    page.fail(KeyError("5p"), 10)
    page.mishaps.went_well(10 + TOLD_SECONDS - 1)
    page.fail(KeyError("5p"), 10 + TOLD_SECONDS - 0.5)
    page.mishaps.went_well(10 + TOLD_SECONDS)
    assert None not in page.told
    page.mishaps.went_well(10 + 2 * TOLD_SECONDS)
    page.mishaps.went_well(11 + 2 * TOLD_SECONDS)
    assert page.told[2:] == [None]


def test_each_error_is_logged_once_until_it_is_over(page: Page, capsys: pytest.CaptureFixture[str]) -> None:
    for turn in range(100):
        page.fail(KeyError("one"), turn)
        page.fail(ValueError("another"), turn)
    assert capsys.readouterr().out.count("table_failed") == 2
    page.mishaps.went_well(100 + TOLD_SECONDS)
    page.fail(KeyError("one"), 1_000)
    assert capsys.readouterr().out.count("table_failed") == 1
