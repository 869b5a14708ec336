"""Reasons of an advice: a code with values, which a page may put in any language, and the English sentence."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from engine.tiles import KIND_NAMES, Kind

TEXTS: Final[dict[str, str]] = {
    "win": "The hand is complete: win.",
    "complete": "The hand is complete.",
    "ready": "The hand is ready after it.",
    "shanten": "The hand is {shanten} away from ready after it.",
    "useful": "{tiles} tiles out of sight help: {kinds}.",
    "no_useful": "None of the tiles that would help is left.",
    "plan": "It heads for {plan}.",
    "value": "A win would be worth about {value} {unit}.",
    "no_way": "No plan for this hand can still win.",
    "safe": "It cannot be won by seat {seat}: {marks}.",
    "danger": "Seat {seat} may be ready; this tile deals in about {percent} % of the time ({marks}).",
    "fold": "Going on costs more than the hand is worth: fold.",
    "push": "The hand is worth the danger.",
    "riichi": "Declare riichi: the hand is closed and ready, {tiles} tiles left to win on.",
    "silent": "Stay silent: the hand is worth enough without riichi.",
    "no_wait_left": "No riichi: none of the winning tiles is left.",
    "riichi_danger": "No riichi: it would have to throw every tile from now on, and that costs too much.",
    "call_nearer": "The call brings the hand from {before} to {after} away from ready.",
    "call_gains": "Calling is worth about {points} points more than waiting.",
    "call_loses": "Waiting is worth about {points} points more than calling.",
    "call_no_yaku": "After the call no plan could win.",
    "kan": "The kan leaves the hand as near as it was.",
    "nine_terminals": "The hand is too far away: end the deal.",
    "flower": "Flowers are set aside at once.",
}
"""English by code; `{...}` are the values of the reason."""

PLAN_NAMES: Final[dict[str, str]] = {
    "any": "any complete hand",
    "honours": "a triplet of honours",
    "simples": "all simples",
    "pungs": "all triplets",
    "flush": "a flush of {suit} with honours",
    "pure_flush": "a flush of {suit}",
}

MARK_NAMES: Final[dict[str, str]] = {
    "genbutsu": "it was discarded",
    "discarded": "it was discarded",
    "suji": "suji",
    "half_suji": "half suji",
    "kabe": "a neighbour is used up",
    "one_chance": "one neighbour left",
    "live": "nothing speaks for it",
    "honour": "an honour",
    "flush": "the suit of a flush",
    "dora": "dora",
}


class Reason(NamedTuple):
    """One reason. `values` are plain JSON values; kinds and marks are lists of names."""

    code: str
    values: Mapping[str, Any]

    @property
    def text(self) -> str:
        """The English sentence."""
        return TEXTS[self.code].format(**{name: _written(name, value) for name, value in self.values.items()})


def reason(code: str, **values: Any) -> Reason:
    """A reason; raises `KeyError` for a code without a text."""
    if code not in TEXTS:
        raise KeyError(code)
    return Reason(code, values)


def kind_names(kinds: tuple[Kind, ...]) -> list[str]:
    """The mpsz names of some kinds."""
    return [KIND_NAMES[kind] for kind in kinds]


def _written(name: str, value: Any) -> str:
    if name == "plan":
        plan, _, suit = str(value).partition(":")
        return PLAN_NAMES[plan].format(suit=suit)
    if name == "marks":
        return ", ".join(MARK_NAMES[mark] for mark in value)
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
