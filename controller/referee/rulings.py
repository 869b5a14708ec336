"""Rulings: what a person decides from the referee page or the OK/MENU button (referee.md, Incidents).

`rulingforms` lists them with their fields; here each is a function of the desk and its checked details. One that
cannot be carried out raises `RulingError`, whose text tells the person what would do. Who ruled what is in the
journal twice: as the input, and as the `RulingApplied` fact.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from controller.effects import RulingApplied, RulingRefused
from controller.referee import matchrulings, tablerulings
from controller.referee.desk import Desk
from controller.referee.rulingfields import RulingError
from controller.referee.rulingforms import FORMS, NOT_NOW, check_ruling, is_possible
from controller.referee.scoreentry import enter_score

HANDLERS: Final[Mapping[str, Callable[[Desk, Mapping[str, Any]], None]]] = {
    "accept": tablerulings.accept,
    "undo": tablerulings.undo_events,
    "resume_reading": tablerulings.resume_reading,
    "set_turn": tablerulings.set_turn,
    "wall": tablerulings.wall,
    "place": tablerulings.place,
    "indicator": tablerulings.indicator,
    "withdraw_call": tablerulings.withdraw_call,
    "press": tablerulings.press,
    "unread": tablerulings.unread,
    "read_again": tablerulings.read_again,
    "reveal": tablerulings.reveal,
    "swap_tile": tablerulings.swap_tile,
    "score": enter_score,
    "penalty": matchrulings.penalty,
    "points": matchrulings.points,
    "replay_deal": matchrulings.replay_deal,
    "next_deal": matchrulings.go_on,
    "end_match": matchrulings.end,
    "pause": matchrulings.pause,
    "adjourn": matchrulings.adjourn,
    "resume": matchrulings.resume,
    "absent": matchrulings.absent,
    "present": matchrulings.present,
    "added_time": matchrulings.added_time,
    "reseat": matchrulings.reseat,
    "dice": matchrulings.dice,
}
"""What carries out each ruling of `rulingforms.RULINGS`."""


def rule(desk: Desk, who: str, what: str, details: dict[str, Any]) -> None:
    """Carry out a ruling, or say why not."""
    try:
        checked = check_ruling(what, details)
        form = FORMS[what]
        if not is_possible(form, desk.state):
            raise RulingError(NOT_NOW[form.needs])
        HANDLERS[what](desk, checked)
    except RulingError as refusal:
        desk.emit(RulingRefused(who, what, str(refusal)))
    else:
        desk.emit(RulingApplied(who, what, details))
