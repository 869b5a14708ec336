"""A match stands by itself: whoever referees its inputs alone decides all that the table's own referee decided."""

from typing import Any

import pytest

from controller.effects import LampSet
from controller.inputs import DeviceSeen, Input, Pressed, Ruling, SetupChanged
from controller.referee import Referee
from engine.rules import load_rules
from hal.ports import Button
from tests.controller.referee.test_monkey import Monkey

SIDE_EFFECTS = (LampSet,)
"""Of these the referee tells only what has changed since it told last."""


class Twins:
    """Gives what the table's referee is told to a second one as well, and compares what they decide."""

    def __init__(self, referee: Referee) -> None:
        self._referee, self._handle = referee, referee.handle
        self.twin: Referee | None = None
        self.compared = 0

    def handle(self, item: Input) -> list[Any]:
        if isinstance(item, SetupChanged) and item.what == "match":
            item = item.model_copy(update={"details": item.details | {"table": self._referee.table()}})
            self.twin = Referee()
        first = self.twin is not None and isinstance(item, SetupChanged)
        effects = self._handle(item)
        if self.twin is not None:
            again = self.twin.handle(item)
            if not first:  # the table's own closes the incidents of the match before
                assert decided(again) == decided(effects), item
                assert self.twin.next_deadline() == self._referee.next_deadline(), item
                self.compared += len(effects)
        return effects


def decided(effects: list[Any]) -> list[Any]:
    return [effect for effect in effects if not isinstance(effect, SIDE_EFFECTS)]


@pytest.mark.parametrize("name", ["tenhou", "m-league", "fan-online"])
@pytest.mark.parametrize("seed", range(3))
def test_the_second_match_does_not_need_the_first(name: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = load_rules(name)
    monkey = Monkey(rules, seed)
    table = monkey.table
    twins = Twins(table.referee)
    monkeypatch.setattr(table.referee, "handle", twins.handle)
    for _ in range(2):
        for _ in range(60):
            monkey.act()
        table.tell(DeviceSeen(at=table.now, device="panel:1", ok=False, reason="unplugged"))
        table.tell(Ruling(at=table.now, who="organiser", what="unread", details={"zone": "river:2"}))
        table.tell(SetupChanged(at=table.now, what="training", details={"on": True}))
        table.tell(Pressed(at=table.now, seat=0, button=Button.MENU))
        details = {"rules": rules.model_dump(mode="json"), "players": list("abcd"), "first_dealer": seed}
        table.tell(SetupChanged(at=table.now, what="match", details=details))
        monkey.deal()
    for _ in range(60):
        monkey.act()
    assert twins.twin is not None
    assert twins.twin.state.training
    assert twins.twin.state.failing == {"panel:1": "unplugged"}
    assert twins.compared > 50
    assert twins.twin.snapshot() == table.referee.snapshot()
