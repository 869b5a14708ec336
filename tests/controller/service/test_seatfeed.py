"""The pages of the seats: made while they are followed, again when something has changed, never for a seat that shows
itself.
"""

from controller.presenter.public import public_view
from controller.presenter.views import SeatView
from controller.service.seatfeed import SeatFeed
from controller.web.contract import Audience
from engine.tiles import Seat
from tests.controller.presenter.states import random_states


class Hub:
    """Notes what is published."""

    def __init__(self, *followed: Audience) -> None:
        self.followed = set(followed)
        self.published: list[tuple[Audience, object]] = []

    def is_followed(self, audience: Audience) -> bool:
        return audience in self.followed

    def publish(self, audience: Audience, view: object) -> None:
        self.published.append((audience, view))


def test_a_seats_view_is_published_when_followed_and_when_it_changes() -> None:
    state = next(random_states(3))
    hub = Hub("seat1")
    feed = SeatFeed(hub, lambda: state)  # type: ignore[arg-type]  # a hub that only notes
    public = public_view(state)
    feed.publish(public, changed=True)
    feed.publish(public, changed=True)
    assert [audience for audience, _ in hub.published] == ["seat1"]
    state.training = True
    feed.publish(public, changed=True)
    assert [audience for audience, _ in hub.published] == ["seat1", "seat1"]
    newest = hub.published[-1][1]
    assert isinstance(newest, SeatView)
    assert newest.training is not None
    hub.followed.add("seat2")
    feed.publish(public, changed=False)
    assert hub.published[-1][0] == "seat2"


def test_a_seat_that_shows_itself_is_left_alone() -> None:
    state = next(random_states(3))
    hub = Hub("seat0", "seat1")
    played: set[Seat] = {0}
    feed = SeatFeed(hub, lambda: state, lambda: played)  # type: ignore[arg-type]  # a hub that only notes
    feed.publish(public_view(state), changed=True)
    assert [audience for audience, _ in hub.published] == ["seat1"]
    played.clear()
    feed.publish(public_view(state), changed=True)
    assert [audience for audience, _ in hub.published] == ["seat1", "seat0"]
