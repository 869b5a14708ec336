"""The advanced bot: weighs what its hand may bring against what each tile may cost, and folds in time."""

from random import Random
from typing import Final

from engine.advice.danger import threats
from engine.advice.judgement import weigh_claims, weigh_discards
from engine.advice.view import SeatView
from engine.bots.common import claims, discard_kinds, discard_of, kan_worth_it, riichi
from engine.events import Action

_SILENT_VALUE: Final = 4.6
"""With so many han sure without riichi it stays silent."""


class Advanced:
    """Plays by expected points."""

    def turn(self, view: SeatView, random: Random) -> Action:
        """Riichi, a kan that does not hurt, or the discard worth most."""
        dangers = threats(view)
        ranked = weigh_discards(view, view.counts, view.melds, discard_kinds(view), dangers)
        best = ranked[0]
        course = best.choice.courses[0] if best.choice.courses else None
        ready = course is not None and course.missing <= 1
        declared = riichi(view)
        if declared is not None and ready and course is not None and not best.folds and course.tiles:
            silent = course.plan.value_open is not None and course.plan.value_open >= _SILENT_VALUE
            if not silent:
                return declared
        if not best.folds:
            kan = kan_worth_it(view, course.missing if course else 9)
            if kan is not None and not any(threat.ready > 0.9 for threat in dangers):
                return kan
        return discard_of(view, best.kind)

    def claim(self, view: SeatView, random: Random) -> Action | None:
        """The call that gains most, if any gains enough."""
        ranked = weigh_claims(view, claims(view))
        if not ranked:
            return None
        best = ranked[0]
        worth = best.passing.worth if best.passing is not None else 0.0
        return best.claim if best.gain > _GAIN * worth and best.after.total > 0 else None


_GAIN: Final = 0.08
"""A call must be worth so much more than passing, as a share of passing."""
