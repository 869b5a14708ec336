"""Training: hints and danger marks for the person at one seat, from what that person may know and nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from controller.presenter.views import (
    AdvisedAction,
    DangerView,
    FuritenKind,
    HintView,
    ReasonView,
    TrainingView,
    WaitView,
)
from engine.advice.hints import Advice, DangerMark, DiscardHint, advise, danger_marks
from engine.advice.reasons import Reason
from engine.advice.view import SeatView
from engine.deal import Deal, Phase, PlayerState
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
from engine.tiles import KIND_NAMES, KIND_OF, Kind, Seat, Tile


@dataclass(frozen=True, slots=True)
class Choice:
    """What a seat has to decide."""

    actions: tuple[Action, ...]
    """What it may do; passing is not among them."""
    discards: tuple[Tile, ...] = ()
    """Tiles on its rack that may be discarded now."""
    riichi_discards: tuple[Tile, ...] = ()
    """Those of them that may declare riichi."""
    riichi_declared: bool = False
    """Whether only the declaring discard is left to choose."""


class _Thought(NamedTuple):
    """What was thought of a position, and which."""

    deal: Deal
    seat: Seat
    actions: tuple[Action, ...]
    advice: Advice | None
    dangers: tuple[DangerMark, ...]

    def is_of(self, deal: Deal, seat: Seat, actions: tuple[Action, ...]) -> bool:
        """Whether a position is the one thought of. Deals never change, so that the same object is enough."""
        return self.deal is deal and self.seat == seat and self.actions == actions


class Coach:
    """Advises one seat. Thinks about each decision once, however often it is asked while nothing changes."""

    def __init__(self) -> None:
        self._last: _Thought | None = None

    def advise(self, deal: Deal, seat: Seat, choice: Choice) -> TrainingView:
        """The advice for a decision; only what the hand waits for where there is nothing to decide."""
        ready = readiness(deal, seat)
        if not _is_open(deal, choice):
            return ready
        thought = self._think(deal, seat, choice.actions)
        hint = None if thought.advice is None else _hint(deal, thought.advice, choice)
        dangers = tuple(_danger(deal, seat, mark) for mark in thought.dangers)
        return ready.model_copy(update={"hint": hint, "dangers": dangers})

    def _think(self, deal: Deal, seat: Seat, actions: tuple[Action, ...]) -> _Thought:
        if self._last is None or not self._last.is_of(deal, seat, actions):
            view = SeatView.with_legal(deal, seat, actions)
            self._last = _Thought(deal, seat, actions, advise(view), danger_marks(view))
        return self._last


def readiness(deal: Deal, seat: Seat) -> TrainingView:
    """What the seat's hand waits for and whether it is furiten, as far as it is ready."""
    player = deal.players[seat]
    is_whole = player.drawn is None and len(player.hand) % 3 == 2
    if not player.waits or is_whole:
        return TrainingView()
    unseen = SeatView.with_legal(deal, seat, ()).unseen
    waits = tuple(WaitView(tile=KIND_NAMES[kind], left=max(0, unseen[kind])) for kind in player.waits)
    return TrainingView(waits=waits, furiten=_furiten(player))


def _furiten(player: PlayerState) -> FuritenKind | None:
    if player.furiten_riichi:
        return "riichi"
    if player.furiten_own:
        return "own"
    return "temporary" if player.furiten_temporary else None


def _is_open(deal: Deal, choice: Choice) -> bool:
    """Whether there is more than one thing to do: in a call window passing is the other one."""
    if deal.phase in (Phase.CLAIM, Phase.ROB):
        return bool(choice.actions)
    return len(choice.discards) > 1 or any(not isinstance(action, Discard | Flower) for action in choice.actions)


def _hint(deal: Deal, advice: Advice, choice: Choice) -> HintView | None:
    match advice.action:
        case Riichi() | Discard():
            return _discard_hint(deal, advice, choice)
        case Chi(_, _, used) | Pon(_, _, used) | OpenKan(_, _, used) as claim:
            return HintView(action=_name(claim), tiles=used, reasons=_spoken(advice.reasons))
        case ConcealedKan(_, tiles):
            return HintView(action="kan", tiles=tiles, reasons=_spoken(advice.reasons))
        case AddedKan(_, tile):
            return HintView(action="kan", tiles=(tile,), reasons=_spoken(advice.reasons))
        case action:
            return HintView(action=_name(action), reasons=_spoken(advice.reasons))


def _discard_hint(deal: Deal, advice: Advice, choice: Choice) -> HintView | None:
    declares = isinstance(advice.action, Riichi) and not choice.riichi_declared
    tiles = choice.riichi_discards if declares else choice.discards
    best = _best(advice, tiles)
    if best is None:
        return None
    # Once riichi is declared, or if the best tile may not be thrown, what was advised is past.
    stands = best is advice.discards[0] and not choice.riichi_declared
    reasons = advice.reasons if stands else best.reasons
    action: AdvisedAction = "riichi" if declares else "discard"
    return HintView(action=action, tiles=_plainest(deal, best.kind, tiles), reasons=_spoken(reasons))


def _best(advice: Advice, tiles: tuple[Tile, ...]) -> DiscardHint | None:
    kinds = {KIND_OF[tile] for tile in tiles}
    return next((hint for hint in advice.discards if hint.kind in kinds), None)


def _plainest(deal: Deal, kind: Kind, tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """The tiles of a kind, without red ones if there are others: those are kept."""
    of_kind = tuple(tile for tile in tiles if KIND_OF[tile] == kind)
    return tuple(tile for tile in of_kind if not deal.rules.tile_set.is_red(tile)) or of_kind


_NAMES: Final[Mapping[type, AdvisedAction]] = {
    Win: "win",
    Flower: "flower",
    DrawnDeal: "nine_terminals",
    Chi: "chi",
    Pon: "pon",
    OpenKan: "kan",
}


def _name(action: Action | None) -> AdvisedAction:
    return _NAMES.get(type(action), "pass")


def _spoken(reasons: tuple[Reason, ...]) -> tuple[ReasonView, ...]:
    return tuple(ReasonView(code=reason.code, values=dict(reason.values)) for reason in reasons)


def _danger(deal: Deal, seat: Seat, mark: DangerMark) -> DangerView:
    tiles = tuple(tile for tile in deal.players[seat].hand if KIND_OF[tile] == mark.kind)
    return DangerView(tiles=tiles, seat=mark.seat, level=mark.level, percent=mark.percent, marks=mark.marks)
