"""Hints for one decision: which discard, whether to call, whether to declare riichi, each with its reasons.

For training mode only; the same judgement as the advanced bot's. `advise` takes what a seat sees, so no hint can
give a hidden tile away.
"""

from dataclasses import dataclass
from typing import Final, Literal

from engine.advice.danger import Threat, threats
from engine.advice.judgement import (
    Weighed,
    WeighedClaim,
    best_course,
    riichi_refusal,
    weigh_claims,
    weigh_discards,
    worthwhile_kan,
)
from engine.advice.outlook import Course
from engine.advice.reasons import Reason, kind_names, reason
from engine.advice.view import SeatView
from engine.events import Action, Chi, Discard, DrawnDeal, Flower, OpenKan, Pon, Riichi, Win
from engine.tiles import KIND_OF, Kind

_SPOKEN_OF: Final = 0.3
"""From this chance to be ready on a seat is named in the reasons."""
_SAFE_RISK: Final = 0.0
_LOW_RISK: Final = 0.035
_MEDIUM_RISK: Final = 0.075

DangerLevel = Literal["safe", "low", "medium", "high"]


@dataclass(frozen=True, slots=True)
class DiscardHint:
    """One discard, weighed."""

    kind: Kind
    shanten: int | None
    """After it; None if no plan can win."""
    useful: tuple[Kind, ...]
    tiles: int
    """Useful tiles out of sight."""
    worth: float
    """Points the hand brings on average if it goes on."""
    risk: float
    """Points the discard loses on average."""
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do, and why. `action` None: pass."""

    action: Action | None
    reasons: tuple[Reason, ...]
    discards: tuple[DiscardHint, ...] = ()
    """All discards, the best first; empty when another's tile is offered."""


@dataclass(frozen=True, slots=True)
class DangerMark:
    """One kind of the hand against one seat."""

    kind: Kind
    seat: int
    level: DangerLevel
    percent: float
    """How often it deals in, as far as the seat is ready."""
    marks: tuple[str, ...]


def advise(view: SeatView) -> Advice | None:
    """The hint for the decision a seat faces; None if there is nothing to decide."""
    if not view.legal:
        return None
    for action in view.legal:
        if isinstance(action, Win):
            return Advice(action, (reason("win"),))
        if isinstance(action, Flower):
            return Advice(action, (reason("flower"),))
    if any(isinstance(action, Discard) for action in view.legal):
        return _own_turn(view)
    return _offered(view)


def danger_marks(view: SeatView) -> tuple[DangerMark, ...]:
    """How dangerous each kind of the seat's hand is against each other seat that may be ready."""
    marked = []
    for threat in threats(view):
        if threat.ready >= _SPOKEN_OF:
            for kind, count in enumerate(view.counts):
                if count:
                    danger = threat.danger(kind)
                    marks = tuple(mark.value for mark in danger.marks)
                    percent = round(100 * danger.risk * threat.ready, 1)
                    marked.append(DangerMark(kind, threat.seat, _level(danger.risk), percent, marks))
    return tuple(marked)


def _level(risk: float) -> DangerLevel:
    if risk <= _SAFE_RISK:
        return "safe"
    if risk < _LOW_RISK:
        return "low"
    return "medium" if risk < _MEDIUM_RISK else "high"


def _own_turn(view: SeatView) -> Advice:
    dangers = threats(view)
    legal = {KIND_OF[action.tile]: action for action in view.legal if isinstance(action, Discard)}
    ranked = weigh_discards(view, view.counts, view.melds, legal, dangers)
    hints = tuple(_discard_hint(view, entry, dangers) for entry in ranked)
    best = ranked[0]
    nine = next((action for action in view.legal if isinstance(action, DrawnDeal)), None)
    if nine is not None and not _near_enough(best):
        return Advice(nine, (reason("nine_terminals"),), hints)
    declared = next((action for action in view.legal if isinstance(action, Riichi)), None)
    if declared is not None:
        refusal = riichi_refusal(best)
        if refusal is None:
            return Advice(declared, (reason("riichi", tiles=hints[0].tiles), *hints[0].reasons), hints)
        if refusal != "not_ready":
            return Advice(legal[best.kind], (reason(refusal), *hints[0].reasons), hints)
    kan = worthwhile_kan(view, best, dangers)
    if kan is not None:
        return Advice(kan, (reason("kan"),), hints)
    return Advice(legal[best.kind], hints[0].reasons, hints)


def _near_enough(best: Weighed) -> bool:
    course = best_course(best)
    return course is not None and course.missing <= 3


def _discard_hint(view: SeatView, entry: Weighed, dangers: tuple[Threat, ...]) -> DiscardHint:
    course = best_course(entry)
    reasons = [] if course is None else _hand_reasons(view, course)
    if course is None:
        reasons.append(reason("no_way"))
    threatening = [threat for threat in dangers if threat.ready >= _SPOKEN_OF]
    reasons += [_danger_reason(threat, entry.kind) for threat in threatening]
    if threatening:
        reasons.append(reason("fold" if entry.folds else "push"))
    return DiscardHint(
        kind=entry.kind,
        shanten=None if course is None else course.missing - 1,
        useful=() if course is None else course.useful,
        tiles=0 if course is None else course.tiles,
        worth=round(entry.choice.worth, 1),
        risk=round(entry.risk, 1),
        reasons=tuple(reasons),
    )


def _hand_reasons(view: SeatView, course: Course) -> list[Reason]:
    distance = course.missing - 1
    reasons = [
        reason("complete") if distance < 0 else reason("shanten", shanten=distance) if distance else reason("ready")
    ]
    if course.useful:
        if course.tiles:
            reasons.append(reason("useful", tiles=course.tiles, kinds=kind_names(course.useful)))
        else:
            reasons.append(reason("no_useful"))
    reasons.append(reason("plan", plan=course.plan.name))
    unit = "han" if view.rules.family == "riichi" else "fan"
    reasons.append(reason("value", value=round(course.value), unit=unit))
    return reasons


def _danger_reason(threat: Threat, kind: Kind) -> Reason:
    danger = threat.danger(kind)
    marks = [mark.value for mark in danger.marks]
    if danger.risk <= _SAFE_RISK:
        return reason("safe", seat=threat.seat, marks=marks)
    return reason("danger", seat=threat.seat, percent=round(100 * danger.risk * threat.ready), marks=marks)


def _offered(view: SeatView) -> Advice:
    offered = [action for action in view.legal if isinstance(action, Chi | Pon | OpenKan)]
    ranked = weigh_claims(view, offered)
    if not ranked:
        return Advice(None, ())
    best = ranked[0]
    if best.worth_it:
        return Advice(best.claim, _claim_reasons(view, best))
    return Advice(None, _pass_reasons(best))


def _claim_reasons(view: SeatView, best: WeighedClaim) -> tuple[Reason, ...]:
    after = best.course
    if after is None:
        raise AssertionError("a call is worth it only for a plan that can win")
    reasons = []
    if best.passing is not None and best.passing.missing > after.missing:
        reasons.append(reason("call_nearer", before=best.passing.missing - 1, after=after.missing - 1))
    reasons.append(reason("call_gains", points=round(best.gain)))
    return (*reasons, *_hand_reasons(view, after))


def _pass_reasons(best: WeighedClaim) -> tuple[Reason, ...]:
    if best.course is None:
        return (reason("call_no_yaku"),)
    return (reason("call_loses", points=round(max(0.0, -best.gain))),)
