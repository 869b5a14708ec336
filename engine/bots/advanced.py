"""The advanced bot: weighs what its hand may bring against what each tile may cost, and folds in time."""

from random import Random

from engine.advice.danger import threats
from engine.advice.judgement import riichi_refusal, weigh_claims, weigh_discards, worthwhile_kan
from engine.advice.view import SeatView
from engine.bots.common import claims, discard_kinds, discard_of, riichi
from engine.events import Action


class Advanced:
    """Plays by expected points."""

    def turn(self, view: SeatView, random: Random) -> Action:
        """Riichi, a kan that does not hurt, or the discard worth most."""
        dangers = threats(view)
        best = weigh_discards(view, view.counts, view.melds, discard_kinds(view), dangers)[0]
        declared = riichi(view)
        if declared is not None and riichi_refusal(best) is None:
            return declared
        return worthwhile_kan(view, best, dangers) or discard_of(view, best.kind)

    def claim(self, view: SeatView, random: Random) -> Action | None:
        """The call that gains most, if it gains enough."""
        ranked = weigh_claims(view, claims(view))
        return ranked[0].claim if ranked and ranked[0].worth_it else None
