"""A referee restored from a snapshot goes on as the one it was taken of: numbers, menus, incidents, clocks and all."""

import json
from typing import Any

import pytest

from controller.effects import Effect, LampSet
from controller.inputs import DeviceSeen, Input, Ruling
from controller.referee import Referee
from controller.referee.state import TablePhase
from engine.rules import load_rules
from hal.ports import Button
from tests.controller.referee.test_monkey import Monkey

RULINGS: tuple[tuple[str, dict[str, Any]], ...] = (
    *[("replay_deal", dict[str, Any]())] * 5,
    ("accept", {"incident": 3}),
    ("undo", {"count": 2}),
    ("dice", {"seed": 6}),
    ("unread", {"zone": "river:2"}),
    ("read_again", {"zone": "river:2"}),
    ("added_time", {"minutes": 3}),
    ("absent", {"seat": 1}),
    ("present", {"seat": 1}),
    ("points", {"deltas": [1000, 0, 0, -1000]}),
    ("score", {"end": "win", "wins": [{"seat": 1, "source": 2, "han": 5}]}),
    ("press", {"seat": 2, "button": Button.MENU.value}),
    ("reseat", {"order": [2, 0, 3, 1]}),
)


def shown(effects: list[Effect]) -> list[Effect]:
    """What was decided and said; lamps are set anew after a restart."""
    return [effect for effect in effects if not isinstance(effect, LampSet)]


@pytest.mark.parametrize(("name", "seed"), [("tenhou", 1), ("ema", 2), ("fan-online", 3)])
def test_from_every_snapshot_on_everything_is_as_without_a_break(name: str, seed: int) -> None:
    rules = load_rules(name).with_changes(match_minutes=200)
    monkey = Monkey(rules, seed)
    table, referee = monkey.table, monkey.table.referee
    decided: list[tuple[Input, list[Effect]]] = []
    snapshots: list[tuple[int, dict[str, Any], object]] = []

    def tell(item: Input) -> None:
        phase = referee.state.phase
        decided.append((item, shown(referee.handle(item))))
        if referee.state.phase is TablePhase.DEALING is not phase:
            data = json.loads(json.dumps(referee.snapshot()))
            snapshots.append((len(decided), data, referee.next_deadline()))

    table.tell = tell  # type: ignore[method-assign, assignment]
    for _ in range(250):
        monkey.act()
        if monkey.random.random() < 0.1:
            what, details = monkey.random.choice(RULINGS)
            table.tell(Ruling(at=table.now, who="organiser", what=what, details=details))
        if monkey.random.random() < 0.02:
            ok = monkey.random.random() < 0.5
            table.tell(DeviceSeen(at=table.now, device=f"panel:{monkey.random.randrange(4)}", ok=ok))
    assert len(snapshots) > 2
    for number, data, deadline in snapshots:
        restored = Referee.restore(data)
        assert (restored.snapshot(), restored.next_deadline()) == (data, deadline)
        for item, effects in decided[number : number + 100]:
            assert shown(restored.handle(item)) == effects
