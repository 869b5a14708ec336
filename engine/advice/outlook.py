"""What a hand is worth: for each plan how far it is, how likely it gets there, and what it then brings."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from engine.advice.chances import Pace, usual_tiles, win_chance, win_points
from engine.advice.plans import Plan, missing_tiles, plans_for, useful_tiles
from engine.advice.view import SeatView
from engine.melds import Meld
from engine.tiles import Kind

_WORTH_A_LOOK: Final = 0.4
"""Plans whose rough worth is less than this share of the best one's are not looked at more closely."""
_STEP_BACK: Final = 0.7
"""A discard that takes the hand back a step leaves it with fewer useful tiles than usual."""
_SECOND: Final = 0.2
"""How much the second best plan adds: a hand that may turn is worth more."""


class Course(NamedTuple):
    """One plan for a hand."""

    plan: Plan
    missing: int
    """Tiles missing: 0 complete, 1 ready."""
    useful: tuple[Kind, ...]
    tiles: int
    """How many useful tiles the seat cannot see."""
    chance: float
    """Chance to win with it."""
    value: float
    """Han or fan a win has on average."""
    points: float
    """What the win brings on average, and saves."""

    @property
    def worth(self) -> float:
        """Points the plan brings on average."""
        return self.chance * self.points


class Choice(NamedTuple):
    """One discard: the plans it leaves, best first."""

    kind: Kind
    courses: tuple[Course, ...]

    @property
    def worth(self) -> float:
        """Points the hand is worth after the discard."""
        if not self.courses:
            return 0.0
        second = self.courses[1].worth if len(self.courses) > 1 else 0.0
        return self.courses[0].worth + _SECOND * second


def waiting_courses(view: SeatView, counts: bytes, melds: tuple[Meld, ...]) -> tuple[Course, ...]:
    """The plans of a hand of 13 tiles less 3 a meld, best first."""
    courses = [
        course
        for rough in _worth_a_look(view, counts, melds)
        if (course := _course(view, rough.plan, rough.missing, counts, melds, 0.0)) is not None
    ]
    return _sorted(courses)


def choices(view: SeatView, counts: bytes, melds: tuple[Meld, ...], kinds: Iterable[Kind]) -> list[Choice]:
    """What each discard of a full hand leaves, the best first."""
    special = _special(view)
    found: dict[Kind, list[Course]] = {kind: [] for kind in kinds}
    for plan in (rough.plan for rough in _worth_a_look(view, counts, melds)):
        lacking = {kind: missing_tiles(plan, less(counts, kind), len(melds), special) for kind in found}
        nearest = min(lacking.values())
        outside: Course | None = None
        steps_back: dict[tuple[int, float], Course | None] = {}
        for kind, missing in lacking.items():
            lost = float(view.dora.count(kind)) if plan.mask[kind] else 0.0
            if missing > nearest:
                step = missing, lost
                if step not in steps_back:
                    steps_back[step] = _rough(view, plan, missing, lost, _STEP_BACK)
                course = steps_back[step]
            elif plan.mask[kind]:
                course = _course(view, plan, missing, less(counts, kind), melds, lost)
            else:
                course = outside = outside or _course(view, plan, missing, less(counts, kind), melds, 0.0)
            if course is not None:
                found[kind].append(course)
    listed = [Choice(kind, _sorted(courses)) for kind, courses in found.items()]
    return sorted(listed, key=lambda choice: -choice.worth)


def likeliest_plan(view: SeatView, counts: bytes, melds: tuple[Meld, ...]) -> Plan | None:
    """The plan that seems likeliest to win, whatever it is worth; None if there is none."""
    rough = _rough_courses(view, counts, melds)
    return max(rough, key=lambda course: course.chance).plan if rough else None


def _worth_a_look(view: SeatView, counts: bytes, melds: tuple[Meld, ...]) -> list[Course]:
    """Roughly valued, the plans that may matter."""
    rough = _rough_courses(view, counts, melds)
    limit = _WORTH_A_LOOK * max((course.worth for course in rough), default=0.0)
    return [course for course in rough if course.worth >= limit]


def _rough_courses(view: SeatView, counts: bytes, melds: tuple[Meld, ...]) -> list[Course]:
    special = _special(view)
    return [
        course
        for plan in plans_for(view, counts, melds)
        if (course := _rough(view, plan, missing_tiles(plan, counts, len(melds), special), 0.0)) is not None
    ]


def _course(
    view: SeatView, plan: Plan, missing: int, counts: bytes, melds: tuple[Meld, ...], lost: float
) -> Course | None:
    """A plan that lacks `missing` tiles, valued by the tiles that help."""
    helping = useful_tiles(plan, counts, len(melds), view.held, _special(view))
    return _valued(view, plan, missing, helping, sum(map(view.unseen.__getitem__, helping)), lost)


def _rough(view: SeatView, plan: Plan, missing: int, lost: float, part: float = 1.0) -> Course | None:
    """The same without looking which tiles help: `part` of the usual number."""
    return _valued(view, plan, missing, (), int(usual_tiles(max(missing, 1), plan.share) * part), lost)


def _valued(
    view: SeatView, plan: Plan, missing: int, useful: tuple[Kind, ...], tiles: int, lost: float
) -> Course | None:
    """The better of playing the plan open or closed; None if it cannot be won."""
    best: Course | None = None
    rules, share = view.rules, plan.share
    minimum = rules.minimum_fan if rules.family == "fan" else 0
    most = -1.0
    for value, calls in ((plan.value_open, True), (plan.value_closed, False)):
        if value is None or value - lost < minimum:
            continue
        pace = Pace(calls, share, rules.minimum_fan > 1)
        chance = win_chance(missing, tiles, view.unseen_total, view.draws_left, pace)
        points = win_points(rules, value - lost, view.seat == view.dealer) + view.stake
        if chance * points > most:
            most = chance * points
            best = Course(plan, missing, useful, tiles, chance, value - lost, points)
    return best


def _sorted(courses: list[Course]) -> tuple[Course, ...]:
    return tuple(sorted(courses, key=lambda course: -course.worth))


def _special(view: SeatView) -> bool:
    return view.rules.family == "riichi"


def less(counts: bytes, kind: Kind) -> bytes:
    """Counts with one tile of a kind less."""
    return counts[:kind] + bytes((counts[kind] - 1,)) + counts[kind + 1 :]
