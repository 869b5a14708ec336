"""The advanced bot: weighs what its hand may bring against what each tile may cost, and folds in time."""

from random import Random
from typing import Final

from engine.advice.danger import threats
from engine.advice.judgement import best_course, riichi_refusal, weigh_claims, weigh_discards
from engine.advice.view import SeatView
from engine.bots.common import claims, discard_kinds, discard_of, kan_worth_it, riichi
from engine.events import Action

_SURELY_READY: Final = 0.9
"""Against a seat as ready as that no kan is declared: its dora would be the other's."""


class Advanced:
    """Plays by expected points."""

    def turn(self, view: SeatView, random: Random) -> Action:
        """Riichi, a kan that does not hurt, or the discard worth most."""
        dangers = threats(view)
        best = weigh_discards(view, view.counts, view.melds, discard_kinds(view), dangers)[0]
        declared = riichi(view)
        if declared is not None and riichi_refusal(best) is None:
            return declared
        course = best_course(best)
        if course is not None and not best.folds and not any(threat.ready > _SURELY_READY for threat in dangers):
            kan = kan_worth_it(view, course.missing)
            if kan is not None:
                return kan
        return discard_of(view, best.kind)

    def claim(self, view: SeatView, random: Random) -> Action | None:
        """The call that gains most, if it gains enough."""
        ranked = weigh_claims(view, claims(view))
        return ranked[0].claim if ranked and ranked[0].worth_it else None
