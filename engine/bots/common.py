"""What every level does alike."""

from random import Random
from typing import Final, TypeVar

from engine.advice.view import SeatView
from engine.bots.bot import Strategy
from engine.events import (
    Action,
    AddedKan,
    Chi,
    ConcealedKan,
    Discard,
    DrawnDeal,
    Flower,
    OpenKan,
    Pon,
    Riichi,
    Win,
)
from engine.tiles import KIND_OF, TERMINALS_AND_HONOURS, Kind

_Some = TypeVar("_Some", bound=Action)
_ORPHANS_WORTH_KEEPING: Final = 11
"""So many different terminals and honours are played for thirteen orphans."""


class StrategyBot:
    """A bot of some strategy: wins, sets flowers aside and takes nine terminals by itself, asks for the rest."""

    def __init__(self, strategy: Strategy, seed: int) -> None:
        self._strategy = strategy
        self._random = Random(seed)  # noqa: S311 - play, not secrets

    def decide(self, view: SeatView) -> Action | None:
        """One of `view.legal`, or None to pass."""
        own_turn = False
        for action in view.legal:
            kind = type(action)
            if kind is Win or kind is Flower:
                return action
            if kind is DrawnDeal and _different_orphans(view) < _ORPHANS_WORTH_KEEPING:
                return action
            own_turn = own_turn or kind is Discard
        if own_turn:
            return self._strategy.turn(view, self._random)
        return self._strategy.claim(view, self._random) if view.legal else None


def _different_orphans(view: SeatView) -> int:
    return sum(view.counts[kind] > 0 for kind in TERMINALS_AND_HONOURS)


def of_type(view: SeatView, kind: type[_Some]) -> list[_Some]:
    """The legal actions of one type."""
    return [action for action in view.legal if type(action) is kind]


def discard_of(view: SeatView, kind: Kind) -> Discard:
    """The discard of a kind: a plain five before a red one, then the drawn tile."""
    return min(
        (action for action in of_type(view, Discard) if KIND_OF[action.tile] == kind),
        key=lambda action: (view.rules.tile_set.is_red(action.tile), action.tile != view.drawn),
    )


def discard_kinds(view: SeatView) -> list[Kind]:
    """The kinds that may be discarded."""
    return list(dict.fromkeys(KIND_OF[action.tile] for action in of_type(view, Discard)))


def kans(view: SeatView) -> list[ConcealedKan | AddedKan]:
    """The kans that may be declared."""
    return [action for action in view.legal if isinstance(action, ConcealedKan | AddedKan)]


def claims(view: SeatView) -> list[Chi | Pon | OpenKan]:
    """The sets that may be called."""
    return [action for action in view.legal if isinstance(action, Chi | Pon | OpenKan)]


def riichi(view: SeatView) -> Riichi | None:
    """The riichi that may be declared, or None."""
    return next(iter(of_type(view, Riichi)), None)
