"""The intermediate bot: picks one plan, counts the tiles that help, and folds against a riichi when far."""

from random import Random
from typing import Final

from engine.advice.danger import Threat
from engine.advice.judgement import kan_that_keeps, without
from engine.advice.outlook import less, likeliest_plan
from engine.advice.plans import missing_tiles, useful_tiles
from engine.advice.view import SeatView
from engine.bots.common import claims, discard_kinds, discard_of, riichi
from engine.deal.calls import called_meld
from engine.events import Action, OpenKan, Pon
from engine.melds import Meld
from engine.tiles import KIND_OF, Kind

_FAR: Final = 4
"""With so many tiles to go it folds against a riichi."""
_HOPELESS: Final = 9


class Intermediate:
    """Plays one plan efficiently. It does not weigh value against danger, nor read open hands."""

    def turn(self, view: SeatView, random: Random) -> Action:
        """Riichi when ready, a kan that costs nothing, or the discard that leaves most useful tiles."""
        kinds = discard_kinds(view)
        missing, kind = self._best_discard(view, view.counts, view.melds, kinds)
        declared = riichi(view)
        if declared is not None and missing <= 1:
            return declared
        against = [Threat(view, seat) for seat in view.others if view.shown[seat].riichi]
        if against and missing >= _FAR:
            return discard_of(view, min(kinds, key=lambda kind: sum(threat.cost(kind) for threat in against)))
        if not against:
            kan = kan_that_keeps(view, missing)
            if kan is not None:
                return kan
        return discard_of(view, kind)

    def claim(self, view: SeatView, random: Random) -> Action | None:
        """A call that brings a plan of an open hand nearer, unless somebody's riichi makes it too late."""
        special = view.rules.family == "riichi"
        danger = any(view.shown[seat].riichi for seat in view.others)
        for claim in claims(view):
            if isinstance(claim, OpenKan):
                continue
            left = without(view.counts, claim.used)
            melds: tuple[Meld, ...] = (*view.melds, called_meld(claim, view.last_discarder))
            plan = likeliest_plan(view, left, melds)
            if plan is None:
                continue
            before = missing_tiles(plan, view.counts, len(view.melds), special)
            after = missing_tiles(plan, left, len(melds), special)
            # A triplet of honours gives the hand the value it would have to find elsewhere.
            before += isinstance(claim, Pon) and KIND_OF[claim.tile] in view.value_honours
            if after < before and after <= (1 if danger else _FAR) and not self._nearly_ready(view):
                return claim
        return None

    def _nearly_ready(self, view: SeatView) -> bool:
        """A closed hand that is ready waits for its riichi."""
        return view.is_closed and bool(view.waits)

    def _best_discard(
        self, view: SeatView, counts: bytes, melds: tuple[Meld, ...], kinds: list[Kind]
    ) -> tuple[int, Kind]:
        """Tiles missing after the discard, and the discard."""
        special = view.rules.family == "riichi"
        plan = likeliest_plan(view, counts, melds)
        if plan is None:
            return _HOPELESS, min(kinds, key=lambda kind: counts[kind])
        lacking = {kind: missing_tiles(plan, less(counts, kind), len(melds), special) for kind in kinds}
        nearest = min(lacking.values())
        most, best = -1.0, kinds[0]
        for kind in kinds:
            if lacking[kind] > nearest:
                continue
            useful = useful_tiles(plan, less(counts, kind), len(melds), view.held, special)
            tiles = sum(view.unseen[other] for other in useful) - 2.0 * view.dora.count(kind)
            if tiles > most:
                most, best = tiles, kind
        return nearest, best
