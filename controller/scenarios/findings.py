"""The `then` lines of scenarios: what the referee must have made of it."""

from typing import Final

from controller.effects import IncidentClosed, IncidentOpened, PressRefused, RulingApplied, RulingRefused
from controller.referee.lamps import lit
from controller.referee.state import TableState
from controller.scenarios.runner import Command, Run
from controller.scenarios.words import SEAT, SECONDS, TILES, WINDS, Unmet, event_text, expect, seat_of
from engine.deal import Deal, DealResult
from engine.deal.state import Four
from engine.match import Match
from hal.ports import Button


def _state(run: Run) -> TableState:
    return run.table.state


def _deal(run: Run) -> Deal:
    deal = _state(run).deal
    if deal is None:
        raise Unmet("no deal is being played")
    return deal


def _match(run: Run) -> Match:
    match = _state(run).match
    if match is None:
        raise Unmet("no match is being played")
    return match


def _result(run: Run) -> DealResult:
    result = _state(run).result
    if result is None:
        raise Unmet("the deal goes on")
    return result


def _scores(run: Run) -> Four:
    deal = _state(run).deal
    return deal.scores if deal is not None else _match(run).scores


# ---- events and turns


def _event(run: Run, which: str, text: str) -> None:
    steps = _state(run).steps
    found = event_text(steps[0 if which == "first" else -1].event, run.rules.tile_set) if steps else "nothing"
    expect(found == text, f"the {which} event is {found}")


def _events(run: Run, count: str) -> None:
    found = len(_state(run).steps)
    expect(found == int(count), f"there are {found}")


def _turn(run: Run, seat: str, phase: str) -> None:
    deal = _deal(run)
    expect((WINDS[deal.turn], deal.phase.value) == (seat, phase), f"it is {WINDS[deal.turn]}'s turn to {deal.phase}")


def _phase(run: Run, phase: str) -> None:
    found = _state(run).phase.value
    expect(found == phase, f"it is {found}")


def _granted(run: Run, seat: str, call: str) -> None:
    window = _state(run).window
    granted = None if window is None else window.granted
    if granted is None:
        raise Unmet("nothing is granted")
    expect(
        (WINDS[granted.seat], granted.call.value) == (seat, call), f"{WINDS[granted.seat]} is granted {granted.call}"
    )


# ---- incidents, presses, rulings


def _incident(run: Run, kind: str, seat: str | None) -> None:
    found = [incident for incident in _state(run).incidents.values() if incident.kind == kind]
    expect(found, "no such incident is open")
    expect(found[0].sentence and found[0].remedy, "it says nothing")
    if seat is not None:
        expect(found[0].seats == (seat_of(seat),), f"it concerns {found[0].seats}")
        expect(seat in found[0].sentence, f"it says {found[0].sentence!r}")


def _says(run: Run, what: str, text: str) -> None:
    said = [i.sentence if what == "says" else i.remedy for i in _state(run).incidents.values()]
    expect(any(text in sentence for sentence in said), f"the table {what} {said}")


def _no_incident(run: Run, kind: str | None) -> None:
    found = [incident.kind for incident in _state(run).incidents.values() if kind is None or incident.kind == kind]
    expect(not found, f"there is {', '.join(found)}")


def _never(run: Run) -> None:
    opened = [effect.kind for effect in run.table.effects if isinstance(effect, IncidentOpened)]
    expect(not opened, f"there was {', '.join(opened)}")


def _closed(run: Run, how: str) -> None:
    ends = [effect.how for effect in run.table.effects if isinstance(effect, IncidentClosed)]
    expect(ends and ends[-1] == how.replace(" ", "_"), f"incidents were closed as {ends}")


def _refusals(run: Run, seat: str, button: str) -> list[str]:
    refused = [effect for effect in run.table.effects if isinstance(effect, PressRefused)]
    return [effect.reason for effect in refused if (effect.seat, effect.button) == (seat_of(seat), Button(button))]


def _refused(run: Run, seat: str, button: str, reason: str | None) -> None:
    found = _refusals(run, seat, button)
    expect(found, "it was not refused")
    expect(reason is None or reason in found, f"it was refused as {found}")


def _not_refused(run: Run, seat: str, button: str) -> None:
    expect(not _refusals(run, seat, button), "it was refused")


def _ruling_refused(run: Run, text: str | None) -> None:
    messages = [effect.message for effect in run.table.effects if isinstance(effect, RulingRefused)]
    expect(messages, "it was not refused")
    expect(text is None or text in messages[-1], f"it was refused: {messages[-1]}")


def _ruling_applied(run: Run, what: str, who: str | None) -> None:
    applied = [effect for effect in run.table.effects if isinstance(effect, RulingApplied) and effect.what == what]
    expect(applied, "it was not carried out")
    expect(who is None or applied[-1].who == who, f"it was ruled by {applied[-1].who}")


def _lamp(run: Run, seat: str, button: str, what: str) -> None:
    is_lit = (seat_of(seat), Button(button)) in lit(_state(run))
    expect(is_lit == (what == "lit"), f"it is {'lit' if is_lit else 'dark'}")


def _absent(run: Run, seat: str, no: str | None) -> None:
    expect((seat_of(seat) in _state(run).absent) == (no is None), f"absent are {_state(run).absent}")


# ---- points and results


def _change(run: Run, seat: str, verb: str, points: str) -> None:
    start = _state(run).start
    if start is None:
        raise Unmet("no deal is being played")
    change = _scores(run)[seat_of(seat)] - start.scores[seat_of(seat)]
    expect(change == (int(points) if verb == "gains" else -int(points)), f"the change is {change}")


def _score(run: Run, seat: str, points: str) -> None:
    expect(_scores(run)[seat_of(seat)] == int(points), f"the scores are {_scores(run)}")


def _deposits(run: Run, count: str) -> None:
    deal = _state(run).deal
    found = deal.deposits if deal is not None else _match(run).deposits
    expect(found == int(count), f"there are {found}")


def _cause(run: Run, cause: str) -> None:
    ledger = _state(run).ledger
    expect(ledger and ledger[-1].cause == cause, f"the ledger says {[entry.cause for entry in ledger]}")


def _wins(run: Run, seat: str, source: str | None) -> None:
    wins = {win.seat: win.source for win in _result(run).wins}
    expect(seat_of(seat) in wins, f"winners are {[WINDS[winner] for winner in wins]}")
    expect(wins[seat_of(seat)] == (None if source is None else seat_of(source)), f"it wins from {wins[seat_of(seat)]}")


def _yaku(run: Run, seat: str, name: str, no: str | None) -> None:
    found = [yaku for win in _result(run).wins if win.seat == seat_of(seat) for yaku, _ in win.score.yaku]
    expect((name in found) == (no is None), f"the hand has {', '.join(found) or 'nothing'}")


def _drawn(run: Run, reason: str) -> None:
    found = _result(run).reason
    expect(found is not None and found.value == reason, f"it is drawn as {found}")


def _ready(run: Run, seats: str) -> None:
    found = [WINDS[seat] for seat in _result(run).tenpai]
    expect(found == [word for word in seats.split() if word in WINDS], f"ready are {', '.join(found) or 'none'}")


def _indicator(run: Run, which: str, tile: str) -> None:
    number = ("first", "second", "third", "fourth", "fifth").index(which)
    indicators = [run.rules.tile_set.name(indicator) for indicator in _deal(run).indicators]
    expect(indicators[number : number + 1] == [tile], f"the indicators are {indicators}")


# ---- clocks and the match


def _clocks(run: Run, what: str) -> None:
    expect(_state(run).clocks_stopped == (what == "stand"), f"they {'stand' if _state(run).clocks_stopped else 'run'}")


def _bank(run: Run, seat: str, seconds: str) -> None:
    bank = _state(run).banks.get(seat_of(seat))
    left = 0 if bank is None else bank.remaining(_state(run).now)
    expect(left == round(float(seconds) * 1_000), f"it holds {left / 1_000:g} seconds")


def _last_deal(run: Run, no: str | None) -> None:
    expect(_match(run).next_is_last == (no is None), "it is otherwise")


def _ended(run: Run, why: str) -> None:
    state = _state(run)
    expect(state.final is not None, "the match goes on")
    expect(state.final_reason == why, f"it ended as {state.final_reason}")


def _label(run: Run, label: str) -> None:
    expect(_match(run).deal_label == label, f"it is {_match(run).deal_label}")


THEN: Final[list[Command]] = [
    (r"the (first|last) event is (.+)", _event),
    (r"there are (\d+) events", _events),
    (f"it is {SEAT}'s turn to (\\w+)", _turn),
    (r"the table is (\w+)", _phase),
    (f"{SEAT} is granted (\\w+)", _granted),
    (f"incident (\\w+)(?: of {SEAT})?", _incident),
    (r"the table (says|asks): (.+)", _says),
    (r"no incident(?: (\w+))?", _no_incident),
    (r"there was no incident", _never),
    (r"the incident was closed as (cleared|ruling|deal over)", _closed),
    (f"{SEAT}'s (\\w+) was refused(?: as (\\w+))?", _refused),
    (f"{SEAT}'s (\\w+) was not refused", _not_refused),
    (r"the ruling was refused(?:: (.+))?", _ruling_refused),
    (r"the ruling (\w+) was carried out(?: for (.+))?", _ruling_applied),
    (f"{SEAT}'s lamp (\\w+) is (lit|dark)", _lamp),
    (f"{SEAT} is( not)? absent", _absent),
    (f"{SEAT} (gains|pays) (\\d+)", _change),
    (f"{SEAT}'s score is (-?\\d+)", _score),
    (r"there (?:is|are) (\d+) deposits?", _deposits),
    (r"the ledger's last cause is (\w+)", _cause),
    (f"{SEAT} wins(?: from {SEAT})?", _wins),
    (f"{SEAT}'s hand has ([a-z_0-9]+)( not)?", _yaku),
    (r"the deal is drawn as (\w+)", _drawn),
    (r"ready are (.+)", _ready),
    (f"the (first|second|third|fourth|fifth) indicator is {TILES}", _indicator),
    (r"the clocks (stand|run)", _clocks),
    (f"{SEAT}'s bank holds {SECONDS} seconds?", _bank),
    (r"the next deal is( not)? the last", _last_deal),
    (r"the match is over by (\w+)", _ended),
    (r"the deal is ([ESWN]\d\.\d+)", _label),
]
"""Patterns of `then` lines, and what each checks."""
