"""A desk for tests: keeps what is ruled, refuses what no table would take."""

from collections.abc import Mapping
from typing import Any

from controller.presenter.refereeviews import EventView, UndoView
from controller.referee.rulingfields import RulingError
from controller.referee.rulingforms import check_ruling
from controller.referee.state import TableState
from controller.service.desk import with_tile_numbers
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
        """Refuses what the referee's catalogue does not take."""
        try:
            checked = check_ruling(what, with_tile_numbers(TableState(), what, details))
        except RulingError as error:
            raise CommandRefused(str(error)) from error
        self.ruled.append((who, what, checked))

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
