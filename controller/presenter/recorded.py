"""A finished deal played again, step by step, as the displays showed it; with the hands, once they may be seen.

The events are what was decided; the positions between them are the engine's. What was booked at the end is the
record's, also where a ruling had changed the deal in a way that no sequence of events tells.
"""

from dataclasses import dataclass
from typing import Any

from controller.presenter.overlay import overlay_view
from controller.presenter.public import public_view
from controller.presenter.recordviews import DealReplayView, ReplayNoteView, ReplayStepView
from controller.presenter.views import LiveHandView
from controller.referee.state import Step, TablePhase, TableState
from engine.deal import Deal, DealResult, WinResult
from engine.deal.state import Four
from engine.errors import EngineError, RecordError
from engine.events import Draw, DrawReason
from engine.match import Match
from engine.records.codec import event_to_json
from engine.records.model import HAND, PLAYED, RecordedDeal, RecordedGame
from engine.records.start import start_deal
from engine.rules import RuleSet
from engine.tiles import SEATS, TileSet

_NOTED = {
    "incident_opened": "kind",
    "ruling_applied": "what",
    "events_withdrawn": "why",
    "result_withdrawn": "why",
    "deal_abandoned": "why",
    "points_changed": "cause",
}
"""Kinds of history that a viewer shows, and where each says what it was."""


def replay_deal(game: RecordedGame, index: int, *, hands: bool) -> DealReplayView:
    """Deal `index` of a game that has its rules. `hands`: the match is over and they may be seen.

    Raises `RecordError` for a deal whose hands the table did not read: it has a result and no steps.
    """
    deal = game.deals[index]
    course = _play(game, deal)
    started = deal.times[0] if deal.times else 0
    times = (started, *deal.times)
    steps = [
        _step(state, times[min(index, len(times) - 1)] - started, hands=hands)
        for index, state in enumerate(course.states)
    ]
    return DealReplayView(
        label=deal.label,
        whole=course.whole,
        hands=hands,
        steps=tuple(steps),
        notes=tuple(note for item in deal.history if (note := _note(item, started)) is not None),
    )


@dataclass(frozen=True, slots=True)
class _Course:
    """The table after each event, the start first. Not `whole`: a ruling changed the deal, and steps are left out."""

    states: list[TableState]
    whole: bool


def _play(game: RecordedGame, recorded: RecordedDeal) -> _Course:
    rules = game.rules
    if rules is None:
        raise ValueError("only games of our own, which have their rules, are replayed")
    if any(len(hand) != HAND for hand in recorded.hands):
        raise RecordError(f"the table did not read the hands of {recorded.label}: only its result is known")
    start = deal = start_deal(rules, recorded)
    names = game.names_in(recorded)
    match = Match.at(
        rules,
        recorded.round_wind,
        recorded.dealer,
        recorded.honba,
        recorded.deposits,
        recorded.scores,
        game.first_dealer,
    )
    states, steps = [_state(rules, names, match, start, deal, [])], []
    for event in recorded.events:
        try:
            deal = deal.apply(event)
        except EngineError:
            break
        steps.append(Step(event, deal, 0, banks=None))
        states.append(_state(rules, names, match, start, deal, list(steps)))
    whole = len(steps) == len(recorded.events) and deal.result is not None and _agrees(deal.result, recorded)
    booked = deal.result if whole and deal.result is not None else booked_result(recorded)
    last = _state(rules, names, match, start if whole else None, deal, list(steps) if whole else [])
    last.phase, last.result = TablePhase.RESULT, booked
    return _Course([*states[:-1], last] if whole else [*states, last], whole)


def _state(
    rules: RuleSet, names: tuple[str, ...], match: Match, start: Deal | None, deal: Deal, steps: list[Step]
) -> TableState:
    a, b, c, d = names
    return TableState(
        phase=TablePhase.PLAYING,
        rules=rules,
        players=(a, b, c, d),
        match=match,
        start=start,
        deal=deal,
        steps=steps,
    )


def _agrees(result: DealResult, recorded: RecordedDeal) -> bool:
    return result.scores_after == recorded.scores_after


def booked_result(recorded: RecordedDeal) -> DealResult:
    """The result as it was booked, for a deal whose events do not lead to it."""
    result = recorded.result
    tenpai = result.tenpai or (False,) * len(SEATS)
    return DealResult(
        kind="win" if result.wins else "draw",
        reason=result.reason,
        wins=tuple(
            WinResult(win.seat, win.source, win.tile, win.score, _four(win.deltas))
            for win in result.wins
            if win.score is not None
        ),
        deltas=_four(result.deltas),
        tenpai=tuple(seat for seat in SEATS if tenpai[seat]),
        nagashi=tuple(
            seat for seat in SEATS if result.reason is DrawReason.NAGASHI_MANGAN and _four(result.deltas)[seat] > 0
        ),
        riichi=recorded.accepted,
        scores_after=_four(recorded.scores_after),
        deposits_after=0 if result.wins else recorded.deposits + len(recorded.accepted),
        dealer_repeats=False,
        honba_after=recorded.honba,
    )


def _four(points: tuple[int, ...] | None) -> Four:
    a, b, c, d = points or (0, 0, 0, 0)
    return a, b, c, d


def _step(state: TableState, at: int, *, hands: bool) -> ReplayStepView:
    public = public_view(state)
    shown: tuple[LiveHandView, ...] = overlay_view(state, public).hands if hands else ()
    event = state.steps[-1].event if state.steps else None
    told: dict[str, Any] = {"type": "deal"} if event is None else event_to_json(event)
    tile = told.get("tile")
    hidden = isinstance(event, Draw) and not hands
    return ReplayStepView(
        at=at,
        event=told["type"],
        seat=told.get("seat"),
        tile=None if tile is None or hidden else _tile_set(state).name(tile),
        view=public,
        hands=shown,
    )


def _tile_set(state: TableState) -> TileSet:
    return TileSet() if state.rules is None else state.rules.tile_set


def _note(item: Any, started: int) -> ReplayNoteView | None:
    kind = str(item["kind"])
    if kind not in _NOTED or (kind == "points_changed" and item["cause"] in PLAYED):
        return None
    seats = tuple(seat for seat in item.get("seats", ()) if seat in SEATS)
    return ReplayNoteView(at=int(item["at"]) - started, kind=kind, name=str(item.get(_NOTED[kind], "")), seats=seats)
