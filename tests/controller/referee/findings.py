"""The `then` lines of scenarios: what the referee must have made of it."""

from controller.effects import IncidentOpened, PressRefused, RulingRefused
from hal.ports import Button
from tests.controller.referee.runner import SEAT, TILES, WINDS, Command, Runner, event_text, seat_of

# ---- then


def _event(run: Runner, which: str, text: str) -> None:
    steps = run.table.referee.state.steps
    found = event_text(steps[0 if which == "first" else -1].event, run.rules.tile_set) if steps else "nothing"
    assert found == text, f"the {which} event is {found}"


def _events(run: Runner, count: str) -> None:
    assert len(run.table.referee.state.steps) == int(count)


def _turn(run: Runner, seat: str, phase: str) -> None:
    deal = run.table.referee.state.deal
    assert deal is not None
    assert (WINDS[deal.turn], deal.phase.value) == (seat, phase), f"it is {WINDS[deal.turn]}'s turn to {deal.phase}"


def _incident(run: Runner, kind: str, seat: str | None) -> None:
    found = [i for i in run.table.referee.state.incidents.values() if i.kind == kind]
    assert found, "no such incident is open"
    assert found[0].sentence
    assert found[0].remedy
    if seat is not None:
        assert found[0].seats == (seat_of(seat),), f"it concerns {found[0].seats}"
        assert seat in found[0].sentence


def _no_incident(run: Runner) -> None:
    assert not run.table.referee.state.incidents


def _never(run: Runner) -> None:
    assert not [effect for effect in run.table.effects if isinstance(effect, IncidentOpened)]


def _refused(run: Runner, seat: str, button: str, reason: str | None) -> None:
    refusals = [e for e in run.table.effects if isinstance(e, PressRefused) and e.seat == seat_of(seat)]
    found = [refusal.reason for refusal in refusals if refusal.button is Button(button)]
    assert found, "it was not refused"
    assert reason is None or reason in found, f"it was refused as {found}"


def _not_refused(run: Runner, seat: str, button: str) -> None:
    refusals = [e for e in run.table.effects if isinstance(e, PressRefused) and e.seat == seat_of(seat)]
    assert not [refusal for refusal in refusals if refusal.button is Button(button)]


def _ruling_refused(run: Runner) -> None:
    assert any(isinstance(effect, RulingRefused) for effect in run.table.effects)


def _change(run: Runner, seat: str, verb: str, points: str) -> None:
    state = run.table.referee.state
    assert state.start is not None
    scores = state.deal.scores if state.deal is not None else state.start.scores
    change = scores[seat_of(seat)] - state.start.scores[seat_of(seat)]
    assert change == (int(points) if verb == "gains" else -int(points)), f"the change is {change}"


def _wins(run: Runner, seat: str, source: str | None) -> None:
    result = run.table.referee.state.result
    assert result is not None, "the deal goes on"
    wins = {win.seat: win.source for win in result.wins}
    assert seat_of(seat) in wins
    assert wins[seat_of(seat)] == (None if source is None else seat_of(source))


def _drawn(run: Runner, reason: str) -> None:
    result = run.table.referee.state.result
    assert result is not None, "the deal goes on"
    assert result.reason is not None
    assert result.reason.value == reason, f"drawn as {result.reason}"


def _second_indicator(run: Runner, tile: str) -> None:
    deal = run.table.referee.state.deal
    assert deal is not None
    assert run.rules.tile_set.name(deal.indicators[1]) == tile


def _clocks(run: Runner, what: str) -> None:
    assert run.table.referee.state.clocks_stopped == (what == "stand")


def _last_deal(run: Runner, no: str | None) -> None:
    match = run.table.referee.state.match
    assert match is not None
    assert match.next_is_last == (no is None)


def _score(run: Runner, seat: str, points: str) -> None:
    state = run.table.referee.state
    assert state.match is not None
    scores = state.deal.scores if state.deal is not None else state.match.scores
    assert scores[seat_of(seat)] == int(points), f"the scores are {scores}"


def _phase(run: Runner, phase: str) -> None:
    assert run.table.referee.state.phase.value == phase, f"it is {run.table.referee.state.phase}"


def _over(run: Runner, why: str) -> None:
    assert run.table.referee.state.final_reason == why
    assert run.table.referee.state.final is not None


def _granted(run: Runner, seat: str, call: str) -> None:
    window = run.table.referee.state.window
    assert window is not None
    assert window.granted is not None, "nothing is granted"
    assert (WINDS[window.granted.seat], window.granted.call.value) == (seat, call)


THEN: list[Command] = [
    (r"the (first|last) event is (.+)", _event),
    (r"there are (\d+) events", _events),
    (f"it is {SEAT}'s turn to (\\w+)", _turn),
    (f"incident (\\w+)(?: of {SEAT})?", _incident),
    (r"no incident", _no_incident),
    (r"there was no incident", _never),
    (f"{SEAT}'s (\\w+) was refused(?: as (\\w+))?", _refused),
    (f"{SEAT}'s (\\w+) was not refused", _not_refused),
    (r"the ruling was refused", _ruling_refused),
    (f"{SEAT} (gains|pays) (\\d+)", _change),
    (f"{SEAT} wins(?: from {SEAT})?", _wins),
    (r"the deal is drawn as (\w+)", _drawn),
    (r"the clocks (stand|run)", _clocks),
    (f"the second indicator is {TILES}", _second_indicator),
    (f"{SEAT}'s score is (-?\\d+)", _score),
    (r"the table is (\w+)", _phase),
    (r"the match is over by (\w+)", _over),
    (r"the next deal is( not)? the last", _last_deal),
    (f"{SEAT} is granted (\\w+)", _granted),
]
"""Patterns of `then` lines, and what each checks."""
