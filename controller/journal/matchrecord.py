"""A match of the journal as a `RecordedGame`: what was decided, never what would be decided again."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pydantic import TypeAdapter

from controller.errors import UsageError
from controller.journal import Fact, MatchRow
from engine.events import DrawReason, Event, Win
from engine.records.codec import event_from_json, event_to_json
from engine.records.model import AS_NAMED, RecordedDeal, RecordedGame, RecordedResult, RecordedWin
from engine.rules import RuleSet
from engine.scoring.context import Score
from engine.tiles import SEATS, Seat, Tile, Wind

_SCORE: Final = TypeAdapter(Score)
GOES_BACK: Final = ("events_withdrawn", "result_withdrawn", "deal_abandoned")
"""Facts that go back behind a deal's result: it is being played again, its tiles hidden."""
_DRAWN_OUT: Final = (DrawReason.EXHAUSTIVE, DrawReason.NAGASHI_MANGAN)


def match_numbered(rows: Sequence[MatchRow], number: int) -> MatchRow:
    """The match of that number; raises `UsageError` naming those there are."""
    for row in rows:
        if row.id == number:
            return row
    known = f"{rows[0].id}{f' to {rows[-1].id}' if len(rows) > 1 else ''}" if rows else "none at all"
    raise UsageError(f"the journal has no match {number}; it has {known}")


def game_from_facts(facts: Iterable[Fact], row: MatchRow) -> RecordedGame:
    """The finished deals of a match from its facts, with everything else that happened in their `history`.

    `row` names the players where they sat at the end, as the journal's reader does.
    """
    rules = RuleSet.model_validate(json.loads(row.rules))
    gathered = _Gathered()
    for fact in facts:
        gathered.take(fact)
    deals = [deal.build(rules, gathered.seating) for deal in gathered.deals]
    riichi = rules.family == "riichi"
    last = deals[-1].scores_after if deals else None
    return RecordedGame(
        deals=tuple(deals),
        names=tuple(row.players.get(seat, f"Player {seat + 1}") for seat in SEATS),
        # Neither a single deal nor the fan family's lengths are known to other formats.
        match_length=rules.match_length if rules.match_length in ("tonpuusen", "hanchan") else None,
        open_tanyao=rules.open_tanyao if riichi else None,
        tile_set=rules.tile_set,
        rules=rules,
        final_scores=last,
        id=f"match-{row.id}",
        history=tuple(gathered.between),
    )


class _Gathered:
    """The finished deals so far, the one being played, and what has happened since the last one ended."""

    def __init__(self) -> None:
        self.deals: list[_DealFacts] = []
        self.between: list[dict[str, Any]] = []
        self.seating: tuple[Seat, ...] = AS_NAMED
        """Who sits at each seat now, by where they sat when the match began."""
        self._current = _DealFacts()

    def take(self, fact: Fact) -> None:
        if fact.kind == "reseated":
            self.seating = tuple(self.seating[source] for source in fact.body["sources"])
        if fact.kind == "deal_started":
            self._current.abandon("dealt_anew")
            history = self._current.history if not self._current.result else []
            before = [{**item, "between": True} for item in history]
            self._current = _DealFacts(fact.body, self.seating, history=[*before, *self.between])
            self.between = []
        elif self._current.result and fact.kind in GOES_BACK:
            # A ruling went back behind the result: the deal goes on, or is dealt again.
            self.deals.pop()
            self._current.history += self.between
            self.between, self._current.result = [], {}
            self._current.take(fact)
        elif self._current.result or not self._current.start:
            if fact.kind != "match_started":
                self.between.append({"at": fact.at, "kind": fact.kind, "between": True, **fact.body})
        else:
            self._current.take(fact)
            if self._current.result:
                self.deals.append(self._current)


@dataclass(slots=True)
class _DealFacts:
    """Gathers the facts of one deal, from the end of the one before."""

    start: Mapping[str, Any] = field(default_factory=dict)
    seating: tuple[Seat, ...] = AS_NAMED
    events: list[Event] = field(default_factory=list)
    times: list[int] = field(default_factory=list)
    history: list[dict[str, Any]] = field(default_factory=list)
    result: Mapping[str, Any] = field(default_factory=dict)

    def take(self, fact: Fact) -> None:
        body = fact.body
        if fact.kind == "event_accepted":
            self.events.append(event_from_json(body["event"]))
            self.times.append(int(body["at"]))
        elif fact.kind == "deal_ended":
            self.result = body["result"]
        else:
            self.history.append({"at": fact.at, "kind": fact.kind, **body})
            if fact.kind == "events_withdrawn":
                self._withdraw(int(body["count"]))
            elif fact.kind == "deal_abandoned":
                self.abandon("abandoned")

    def _withdraw(self, count: int) -> None:
        self.history[-1]["events"] = [event_to_json(event) for event in self.events[-count:]]
        del self.events[-count:], self.times[-count:]

    def abandon(self, why: str) -> None:
        """The deal begins again: what had happened in it before is history."""
        if self.events and not self.result:
            self.history.append(
                {"at": self.times[-1], "kind": "events_withdrawn", "count": len(self.events), "why": why}
            )
            self._withdraw(len(self.events))

    def build(self, rules: RuleSet, last_seating: Sequence[Seat]) -> RecordedDeal:
        start = self.start
        return RecordedDeal(
            tile_set=rules.tile_set,
            round_wind=Wind(start["round_wind"]),
            number=int(start["label"][1]),
            dealer=start["dealer"],
            honba=start["honba"],
            deposits=start["deposits"],
            scores=tuple(start["scores"]),
            hands=tuple(tuple(map(Tile, hand)) for hand in start["hands"]),
            indicator=None if start["indicator"] is None else Tile(start["indicator"]),
            events=tuple(self.events),
            lines=(0,) * len(self.events),
            accepted=self._accepted(),
            result=self._result(),
            times=tuple(self.times),
            history=tuple(self.history),
            sitting=tuple(last_seating.index(player) for player in self.seating),
        )

    def _accepted(self) -> tuple[Seat, ...]:
        return tuple(self.result["riichi"])

    def _result(self) -> RecordedResult:
        result = self.result
        reason = None if result["reason"] is None else DrawReason(result["reason"])
        ura = next((event.ura for event in self.events if isinstance(event, Win)), ())
        return RecordedResult(
            wins=tuple(self._win(win, ura) for win in result["wins"]),
            reason=reason,
            deltas=tuple(result["deltas"]),
            tenpai=tuple(seat in result["tenpai"] for seat in SEATS) if reason in _DRAWN_OUT else None,
            scores_after=tuple(result["scores_after"]),
        )

    def _win(self, win: Mapping[str, Any], ura: tuple[Tile, ...]) -> RecordedWin:
        score = _SCORE.validate_python(win["score"])
        return RecordedWin(
            seat=win["seat"],
            source=win["source"],
            tile=Tile(win["tile"]),
            deltas=tuple(win["deltas"]),
            ura=ura if win["seat"] in self._accepted() else (),
            han=score.han,
            fu=score.fu,
            yakuman=score.yakuman,
            yaku=tuple(sorted(name for name, _ in score.yaku)),
            score=score,
        )
