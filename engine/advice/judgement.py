"""Weighing a discard, a call, a riichi: what the hand is worth against what it may cost."""

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple, TypeAlias

from engine.advice.danger import Threat, threats
from engine.advice.outlook import Choice, Course, choices, waiting_courses
from engine.advice.view import SeatView
from engine.deal.calls import called_meld
from engine.events import AddedKan, Chi, ConcealedKan, OpenKan, Pon
from engine.melds import Meld
from engine.shapes import shanten
from engine.tiles import KIND_OF, Kind, Tile

_PUSHED: Final = 0.035
"""Risk of the tiles a hand that goes on must throw later, each."""
_TURNS_TO_COME: Final = 3.0
"""How many such tiles it throws at most, before somebody wins."""
_OTHERS_WIN: Final = 0.4
"""How much of a hand's worth a ready opponent takes away by winning first."""
_CARE_WITHOUT_SAFETY: Final = 0.5
"""Weight of a discard's danger where no tile is safe."""
_SEEN: Final = 0.05
"""From this chance to be ready on a seat's waits are thought of at all."""
_FELT: Final = 0.3
"""From this chance to be ready on a seat is reckoned with beyond the single discard."""
_SILENT_VALUE: Final = 4.6
"""With so many han sure without riichi a hand stays silent."""
_GAIN: Final = 0.08
"""A call must be worth so much more than passing, as a share of passing."""
_REPLACEMENT: Final = 1.12
"""What one draw more, the fu of a kan and the chance of a new dora add to a hand after an open kan."""
_SURELY_READY: Final = 0.9
"""From this chance to be ready on a seat counts as ready for sure."""

RiichiRefusal: TypeAlias = Literal["silent", "no_wait_left", "riichi_danger", "not_ready"]
"""Why a hand stays without riichi."""


class Weighed(NamedTuple):
    """One discard, weighed."""

    kind: Kind
    choice: Choice
    risk: float
    """Points this discard loses on average by dealing in."""
    total: float
    """What going on brings less what it costs; for a hand that folds only the cost."""
    folds: bool
    """Going on is not worth it."""


def weigh_discards(
    view: SeatView, counts: bytes, melds: tuple[Meld, ...], kinds: Iterable[Kind], dangers: tuple[Threat, ...]
) -> list[Weighed]:
    """All discards of a full hand, the best first."""
    mood = _mood(view, dangers)
    weighed = []
    for choice in choices(view, counts, melds, kinds):
        risk = mood.care * sum(threat.cost(choice.kind) for threat in dangers if threat.ready >= _SEEN)
        going_on = choice.worth * mood.hope - mood.price
        weighed.append(Weighed(choice.kind, choice, risk, max(going_on, 0.0) - risk, going_on <= 0.0))
    return sorted(weighed, key=lambda entry: (-entry.total, -entry.choice.worth))


class _Mood(NamedTuple):
    """What the opponents' readiness does to the worth of a hand."""

    hope: float
    """The part of the hand's worth that is left."""
    price: float
    """What going on costs later."""
    care: float
    """How much of a discard's danger counts."""


def _mood(view: SeatView, dangers: tuple[Threat, ...]) -> _Mood:
    if not view.rules.furiten:  # no tile is quite safe: folding saves little, and a self-draw is paid all the same
        return _Mood(1.0, 0.0, _CARE_WITHOUT_SAFETY)
    felt = [threat for threat in dangers if threat.ready >= _FELT]
    pressure = sum(threat.ready for threat in felt)
    later = _PUSHED * sum(threat.ready * threat.loss for threat in felt)
    turns = min(_TURNS_TO_COME, view.draws_left)
    return _Mood((1 - _OTHERS_WIN) ** min(1.5, pressure), later * turns, 1.0)


def best_course(entry: Weighed) -> Course | None:
    """The plan a discard is for, or None if no plan can win."""
    return entry.choice.courses[0] if entry.choice.courses else None


def riichi_refusal(entry: Weighed) -> RiichiRefusal | None:
    """Why the best discard of a hand that may declare riichi should be made without it, or None."""
    course = best_course(entry)
    if course is None or course.missing > 1:
        return "not_ready"
    if entry.folds:
        return "riichi_danger"
    if not course.tiles:
        return "no_wait_left"
    silent = course.plan.value_open is not None and course.plan.value_open >= _SILENT_VALUE
    return "silent" if silent else None


class WeighedClaim(NamedTuple):
    """A claim against passing."""

    claim: Chi | Pon | OpenKan
    gain: float
    """Worth after the call (and its best discard), less the worth of passing."""
    worth: float
    """What the hand is worth after the call, less what its discard may cost."""
    course: Course | None
    """The best plan after the call; None if no plan can win then."""
    passing: Course | None
    """The best plan without the call."""

    @property
    def worth_it(self) -> bool:
        """Whether the call gains enough, and the hand is worth playing after it."""
        worth = self.passing.worth if self.passing is not None else 0.0
        return self.gain > _GAIN * worth and self.worth > 0


def weigh_claims(view: SeatView, claims: Iterable[Chi | Pon | OpenKan]) -> list[WeighedClaim]:
    """The claims, the best first."""
    dangers = threats(view)
    hope = _mood(view, dangers).hope
    courses = waiting_courses(view, view.counts, view.melds)
    passing = courses[0] if courses else None
    waiting = Choice(0, courses).worth * hope
    weighed = []
    for claim in claims:
        left = without(view.counts, claim.used)
        melds = (*view.melds, called_meld(claim, view.last_discarder))
        if isinstance(claim, OpenKan):
            if surely_ready(dangers):
                continue
            after = waiting_courses(view, left, melds)
            worth, course = Choice(0, after).worth * hope * _REPLACEMENT, after[0] if after else None
        else:
            kinds = [kind for kind, count in enumerate(left) if count and kind != KIND_OF[claim.tile]]
            ranked = weigh_discards(view, left, melds, kinds, dangers)
            if not ranked:
                continue
            worth, course = ranked[0].total, best_course(ranked[0])
        weighed.append(WeighedClaim(claim, worth - waiting, worth, course, passing))
    return sorted(weighed, key=lambda entry: -entry.gain)


def surely_ready(dangers: tuple[Threat, ...]) -> bool:
    """Whether a seat is ready as good as surely: against it no kan is declared, its dora would be the other's."""
    return any(threat.ready > _SURELY_READY for threat in dangers)


def worthwhile_kan(view: SeatView, best: Weighed, dangers: tuple[Threat, ...]) -> ConcealedKan | AddedKan | None:
    """The own kan to declare instead of the best discard, or None: it must not take the hand back."""
    course = best_course(best)
    if course is None or best.folds or surely_ready(dangers):
        return None
    return kan_that_keeps(view, course.missing)


def kan_that_keeps(view: SeatView, missing: int) -> ConcealedKan | AddedKan | None:
    """A legal own kan that leaves the hand no farther than `missing` tiles from complete, or None."""
    for kan in view.legal:
        if isinstance(kan, ConcealedKan | AddedKan):
            concealed = isinstance(kan, ConcealedKan)
            left = without(view.counts, kan.tiles if isinstance(kan, ConcealedKan) else (kan.tile,))
            if shanten(left, len(view.melds) + concealed, seven_pairs=view.rules.family == "riichi") + 1 <= missing:
                return kan
    return None


def without(counts: bytes, tiles: Iterable[Tile]) -> bytes:
    """Counts after some tiles have left the hand."""
    left = bytearray(counts)
    for tile in tiles:
        left[KIND_OF[tile]] -= 1
    return bytes(left)
