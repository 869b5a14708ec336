"""A desk for tests: keeps what is ruled, refuses what it is told to."""

from collections.abc import Mapping
from typing import Any

from controller.presenter.refereeviews import EventView, UndoView
from controller.web.contract import Audited, CommandRefused
from engine.tiles import Seat
from hal.ports import Button

UNDO = UndoView(
    to=1,
    taken_back=2,
    turn=3,
    scores=(25_000, 24_000, 26_000, 25_000),
    deposits=1,
    last=(EventView(number=1, name="draw", seat=0, tiles=("back",), at=1_000),),
    to_put_back=2,
)


class SampleDesk:
    """See `controller.web.contract.TableDesk`."""

    def __init__(self) -> None:
        self.ruled: list[tuple[str, str, dict[str, Any]]] = []
        self.pressed: list[tuple[Seat, Button]] = []

    async def rule(self, who: str, what: str, details: Mapping[str, Any]) -> None:
        """Refuses `end_match` and what is no ruling."""
        if what not in ("pause", "accept", "penalty", "reveal", "place", "points"):
            raise CommandRefused(f"there is no ruling {what!r}")
        self.ruled.append((who, what, dict(details)))

    async def press(self, seat: Seat, button: Button) -> None:
        """Notes the press."""
        self.pressed.append((seat, button))

    async def undo_preview(self, to: int) -> UndoView:
        """The deal has three events."""
        if to > 3:
            raise CommandRefused("the deal has 3 events; say to which of 0-3 to go back")
        return UNDO.model_copy(update={"to": to, "taken_back": 3 - to})

    async def audit(self, limit: int) -> list[Audited]:
        """What was ruled, newest first."""
        lines = [
            Audited(at=number, when=None, who=who, what=what, details=details, refused=None)
            for number, (who, what, details) in enumerate(self.ruled)
        ]
        return lines[::-1][:limit]
