"""The referee's view is made while it is followed; the overlay's comes later than the game, never earlier."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from controller.perception.sensed import Sensed
from controller.presenter.public import public_view
from controller.presenter.refereeviews import RefereeView
from controller.presenter.views import OverlayView
from controller.referee.options import RefereeOptions
from controller.referee.state import TableState
from controller.service.feeds import OVERLAY_EVERY, REFEREE_EVERY, OverlayFeed, RefereeFeed
from controller.service.hub import ViewHub
from tests.controller.presenter.states import random_states


class Shown:
    """A hub's part that feeds use, by a clock of the test's own."""

    def __init__(self) -> None:
        self.now = 0.0
        self.followed: set[str] = set()
        self.views: list[tuple[float, Any]] = []
        self.states: Iterator[TableState] = random_states(5)
        self.state = next(self.states)

    def clock(self) -> float:
        return self.now

    def is_followed(self, audience: str) -> bool:
        return audience in self.followed

    def publish(self, audience: str, view: Any) -> None:
        self.views.append((self.now, view))


@pytest.fixture
def shown() -> Shown:
    return Shown()


def overlay(shown: Shown, delay: float, *, wanted: bool = True) -> OverlayFeed:
    return OverlayFeed(shown, lambda: shown.state, delay, lambda: wanted, shown.clock)  # type: ignore[arg-type]


def run(shown: Shown, feed: OverlayFeed, seconds: float, *, changing: bool = True) -> dict[float, int]:
    """Let the table turn every 40 ms; the table time of each moment."""
    happened: dict[float, int] = {}
    for _ in range(round(seconds / 0.04)):
        if changing:
            shown.state = next(shown.states, shown.state)
        happened[shown.now] = shown.state.now
        feed.publish(public_view(shown.state), changed=changing)
        shown.now = round(shown.now + 0.04, 2)
    return happened


def test_hands_are_shown_only_after_the_delay(shown: Shown) -> None:
    feed = overlay(shown, 2.0)
    happened = run(shown, feed, 3.0)
    happened |= run(shown, feed, 3.0, changing=False)
    assert shown.views
    assert shown.views[0][0] >= 2.0
    final: OverlayView = shown.views[-1][1]
    assert final.hands
    for at, view in shown.views:
        newest = max(table_time for moment, table_time in happened.items() if moment <= at - 2.0)
        assert view.public.now <= newest, "nothing is shown that had not happened by then"


def test_the_last_view_comes_through_although_nothing_changes_any_more(shown: Shown) -> None:
    feed = overlay(shown, 1.0)
    run(shown, feed, 0.2)
    run(shown, feed, 3.0, changing=False)
    assert shown.views[-1][1].public == public_view(shown.state)


def test_steps_are_thinned_out(shown: Shown) -> None:
    feed = overlay(shown, 0.5)
    run(shown, feed, 4.0)
    assert len(shown.views) <= 4.0 / OVERLAY_EVERY + 1


def test_without_a_token_nothing_is_kept(shown: Shown) -> None:
    run(shown, overlay(shown, 0.0, wanted=False), 2.0)
    assert shown.views == []


def test_the_referees_view_is_made_only_while_it_is_followed(shown: Shown) -> None:
    feed = RefereeFeed(shown, lambda: shown.state, lambda: Sensed((), ()), RefereeOptions, shown.clock)  # type: ignore[arg-type]
    public = public_view(shown.state)
    for _ in range(50):
        feed.publish(public, changed=True)
        shown.now += 0.04
    assert shown.views == []
    shown.followed.add("referee")
    for _ in range(50):
        feed.publish(public, changed=True)
        shown.now += 0.04
    assert all(isinstance(view, RefereeView) for _, view in shown.views)
    assert 2.0 / REFEREE_EVERY - 2 <= len(shown.views) <= 2.0 / REFEREE_EVERY + 1


def test_a_hub_knows_who_is_followed() -> None:
    async def follow() -> tuple[bool, bool, bool]:
        hub = ViewHub()
        before = hub.is_followed("referee")
        waiting = asyncio.create_task(hub.newer("referee", -1))
        await asyncio.sleep(0)
        meanwhile = hub.is_followed("referee")
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        return before, meanwhile, hub.is_followed("referee")

    assert asyncio.run(follow()) == (False, True, False)
