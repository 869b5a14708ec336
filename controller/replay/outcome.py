"""What a table made of a deal, gathered from the referee's effects, and how it compares with a record."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from controller.effects import (
    DealEnded,
    DealStarted,
    Effect,
    EventAccepted,
    EventsWithdrawn,
    IncidentClosed,
    IncidentOpened,
)
from engine.deal import DealResult
from engine.events import AddedKan, Chi, ConcealedKan, Event, Indicator, OpenKan, Pon
from engine.records.model import RecordedDeal, RecordedWin
from engine.tiles import Seat, TileSet


@dataclass(slots=True)
class DealOutcome:
    """One deal as the table understood it. Give it every effect, in order."""

    label: str = ""
    events: list[Event] = field(default_factory=list)
    times: list[int] = field(default_factory=list)
    result: DealResult | None = None
    incidents: list[str] = field(default_factory=list)
    """Identifiers of the incidents opened, in order."""
    still_open: dict[int, str] = field(default_factory=dict)
    """Incidents that were open when the deal ended, or are open still."""

    def take(self, effects: Iterable[Effect]) -> None:
        """Note what the referee said."""
        for effect in effects:
            match effect:
                case DealStarted(label, _):
                    self.label = label
                    self.events.clear()
                    self.times.clear()
                case EventAccepted(_, event, at):
                    self.events.append(event)
                    self.times.append(at)
                case EventsWithdrawn(count, _):
                    del self.events[-count:]
                    del self.times[-count:]
                case DealEnded(_, result):
                    self.result = result
                case IncidentOpened(number=number, kind=kind):
                    self.incidents.append(kind)
                    self.still_open[number] = kind
                case IncidentClosed(number=number, how="cleared" | "ruling"):
                    self.still_open.pop(number, None)
                case _:
                    pass


def record_facts(deal: RecordedDeal) -> dict[str, Any]:
    """What the record says of a deal's end, as `replay` prints it."""
    result = deal.result
    facts: dict[str, Any] = {"end": result.end, "deltas": _list(result.deltas)}
    facts["wins"] = [
        {"seat": win.seat, "from": win.seat if win.source is None else win.source}
        | {
            name: value
            for name, value in (
                ("yaku", _list(win.yaku)),
                ("han", win.han),
                ("fu", win.fu),
                ("yakuman", win.yakuman),
            )
            if value is not None
        }
        for win in result.wins
    ]
    if result.reason is not None:
        facts["reason"] = result.reason.value
    return facts


def table_facts(outcome: DealOutcome) -> dict[str, Any]:
    """What the table made of a deal's end, as `replay` prints it; `end` is None for a deal that never ended."""
    result = outcome.result
    if result is None:
        return {"end": None, "deltas": None, "wins": []}
    facts: dict[str, Any] = {"end": "hora" if result.wins else "ryukyoku", "deltas": list(result.deltas)}
    facts["wins"] = [
        {
            "seat": win.seat,
            "from": win.seat if win.source is None else win.source,
            "yaku": sorted(name for name, _ in win.score.yaku),
            "han": win.score.han,
            "fu": win.score.fu,
            "yakuman": win.score.yakuman,
        }
        for win in result.wins
    ]
    if result.reason is not None:
        facts["reason"] = result.reason.value
    return facts


def differences(deal: RecordedDeal, outcome: DealOutcome, next_scores: tuple[int, ...] | None) -> list[str]:
    """What the table has otherwise than the record, by name; empty if the deal is the same.

    `next_scores` are the scores the next deal starts with, None where the record does not tell them. What the
    record leaves out is not compared.
    """
    result = outcome.result
    if result is None:
        return ["end"]
    return [name for name, differs in _compared(deal, outcome, result, next_scores) if differs]


def _compared(
    deal: RecordedDeal, outcome: DealOutcome, result: DealResult, next_scores: tuple[int, ...] | None
) -> Iterator[tuple[str, bool]]:
    record = deal.result
    yield "end", bool(record.wins) != bool(result.wins)
    yield "deltas", record.deltas is not None and record.deltas != tuple(result.deltas)
    sources = {win.seat: win.source for win in result.wins}
    yield "winners", {win.seat: win.source for win in record.wins} != sources
    yield "calls", _calls(deal.events, deal.tile_set) != _calls(outcome.events, deal.tile_set)
    yield "riichi", set(deal.accepted) != set(result.riichi)
    yield "indicators", _indicators(deal.events, deal.tile_set) != _indicators(outcome.events, deal.tile_set)
    yield "reason", record.reason != result.reason
    yield "tenpai", record.tenpai is not None and not record.wins and _seats(record.tenpai) != set(result.tenpai)
    yield "scores", next_scores is not None and next_scores != tuple(result.scores_after)
    for win in record.wins:
        yield from _compared_win(win, result)


def _compared_win(record: RecordedWin, result: DealResult) -> Iterator[tuple[str, bool]]:
    score = next((win.score for win in result.wins if win.seat == record.seat), None)
    if score is None:
        return
    yield "han", record.han is not None and record.han != score.han
    yield "fu", record.fu is not None and record.fu != score.fu
    yield "yakuman", record.yakuman is not None and record.yakuman != score.yakuman
    yield "yaku", record.yaku is not None and sorted(record.yaku) != sorted(name for name, _ in score.yaku)


def _calls(events: Iterable[Event], tile_set: TileSet) -> list[tuple[str, Seat, list[str]]]:
    """Every call in order: its kind, who, and the faces of its tiles, the taken or added one first."""
    found = []
    for event in events:
        if isinstance(event, Chi | Pon | OpenKan):
            faces = [tile_set.name(event.tile), *sorted(map(tile_set.name, event.used))]
        elif isinstance(event, ConcealedKan):
            faces = sorted(map(tile_set.name, event.tiles))
        elif isinstance(event, AddedKan):
            faces = [tile_set.name(event.tile)]
        else:
            continue
        found.append((type(event).__name__, event.seat, faces))
    return found


def _indicators(events: Iterable[Event], tile_set: TileSet) -> list[str]:
    return [tile_set.name(event.tile) for event in events if isinstance(event, Indicator)]


def _seats(flags: Iterable[bool]) -> set[Seat]:
    return {seat for seat, flag in enumerate(flags) if flag}


def _list(items: Iterable[Any] | None) -> list[Any] | None:
    return None if items is None else list(items)
