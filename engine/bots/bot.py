"""What every bot is."""

from random import Random
from typing import Protocol

from engine.advice.view import SeatView
from engine.events import Action


class Bot(Protocol):
    """Decides for one seat. The same views with the same seed get the same decisions."""

    def decide(self, view: SeatView) -> Action | None:
        """One of `view.legal`, or None to pass (only when another's tile is offered)."""


class Strategy(Protocol):
    """How a level plays the decisions that are not the same for every level."""

    def turn(self, view: SeatView, random: Random) -> Action:
        """What to do with a full hand (no win, no flower, nine terminals decided already)."""

    def claim(self, view: SeatView, random: Random) -> Action | None:
        """Which set to call of the last discard, or None."""
