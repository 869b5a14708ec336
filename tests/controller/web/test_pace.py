"""The pace of a page's messages, by a clock that the test turns."""

import pytest

from controller.web.pace import A_SECOND, AT_ONCE, Pace


class Page:
    """Sends messages and waits whenever it is told to."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self.pace = Pace(lambda: self.now)

    def send(self, count: int) -> float:
        """Send as fast as it may; the seconds that took."""
        began = self.now
        for _ in range(count):
            self.now += self.pace.wait()
        return self.now - began


def test_who_clicks_is_never_held_up() -> None:
    page = Page()
    for _ in range(20):
        assert page.send(AT_ONCE) == 0
        page.now += AT_ONCE / A_SECOND


def test_a_flood_is_taken_at_its_pace() -> None:
    page = Page()
    assert page.send(AT_ONCE + 10 * A_SECOND) == pytest.approx(10)
    assert page.send(A_SECOND) == pytest.approx(1)


def test_nothing_is_saved_up_beyond_what_may_come_at_once() -> None:
    page = Page()
    page.now += 3_600
    assert page.send(AT_ONCE + A_SECOND) == pytest.approx(1)
