"""Rulings at random, any of the catalogue, with details that make sense and details that do not: the referee never
falters, the books add up, and the journal's inputs lead to the same again."""

import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from controller.effects import Effect
from controller.inputs import INPUT, Input, Ruling, SetupChanged
from controller.referee import Referee, RefereeOptions, TableState
from controller.referee.ledger import breach, total_of
from controller.referee.rulingfields import FieldType, RulingField
from controller.referee.rulingforms import RULINGS
from controller.referee.state import TablePhase
from engine.rules import RuleSet, load_rules
from tests.controller.referee.test_monkey import ZONES, Monkey

NONSENSE: tuple[Any, ...] = (None, -1, 5, "x", [], {}, True, 3.5, [1, 2, 3, 4], 10**12, "hand:9")

Chance = random.Random

MAKERS: Mapping[FieldType, Callable[[Chance, RulingField, TableState], Any]] = {
    FieldType.SEAT: lambda chance, _, __: chance.randrange(4),
    FieldType.SEATS: lambda chance, _, __: chance.sample(range(4), chance.randint(0, 4)),
    FieldType.SEAT_ORDER: lambda chance, _, __: chance.sample(range(4), 4),
    FieldType.TILE: lambda chance, _, __: chance.randrange(144),
    FieldType.ZONE: lambda chance, _, __: str(chance.choice(ZONES)),
    FieldType.TEXT: lambda chance, _, __: chance.choice(["late", "E004010203040506", ""]),
    FieldType.NUMBER: lambda chance, field, _: chance.randint(field.least, min(field.most, field.least + 30)),
    FieldType.SEED: lambda chance, _, __: chance.randrange(1_000),
    FieldType.POINTS: lambda chance, _, __: chance.choice([[1_000, -1_000, 0, 0], [0, 0, -500, 0], [0, 0, 0, 0]]),
    FieldType.CHOICE: lambda chance, field, _: str(chance.choice(field.choices)),
    FieldType.FLAG: lambda chance, _, __: chance.random() < 0.5,
    FieldType.INCIDENT: lambda chance, _, state: chance.choice([*state.incidents, 1]),
    FieldType.EVENT: lambda chance, _, state: chance.randint(0, len(state.steps) + 1),
    FieldType.CHOICES: lambda chance, field, _: [str(choice) for choice in chance.sample(field.choices, 1)],
    FieldType.FACE: lambda chance, _, __: chance.choice(["5z", "0p", "2z", "1f", "12"]),
    FieldType.TILES: lambda chance, _, __: chance.choice(["123m456p789s11122z", "19m19p19s12345677z", "5z", "44m"]),
    FieldType.MELDS: lambda chance, _, __: chance.choice(["chi:123m", "pon:555z", "ankan:1111p", "x", ""]),
    FieldType.WINS: lambda chance, field, state: [details(chance, field.fields, state)],
}


def details(chance: Chance, fields: tuple[RulingField, ...], state: TableState) -> dict[str, Any]:
    """Details for a form: what it needs, some of the rest, and now and then nonsense."""
    wanted = [field for field in fields if field.required or chance.random() < 0.4]
    return {
        field.name: chance.choice(NONSENSE) if chance.random() < 0.05 else MAKERS[field.type](chance, field, state)
        for field in wanted
    }


def in_order(state: TableState) -> bool:
    """Whether points and tiles add up, and the referee says so too."""
    deal = state.deal
    playing = deal is not None and deal.result is None and state.phase in (TablePhase.PLAYING, TablePhase.URA)
    sound = deal is None or not playing or not breach(deal, total_of(deal))
    return sound and all(incident.kind != "ledger" for incident in state.incidents.values())


@pytest.mark.parametrize(
    ("name", "seed", "unread"), [("tenhou", 1, ()), ("ema", 2, ("hand:2",)), ("fan-online", 3, ()), ("wrc", 4, ())]
)
def test_rulings_at_random(name: str, seed: int, unread: tuple[str, ...]) -> None:
    rules, options = load_rules(name), RefereeOptions(unread=unread, automatic_penalties=seed % 2 == 0)
    monkey = Monkey(rules, seed, options)
    table, chance = monkey.table, monkey.random
    state = table.referee.state
    used: set[str] = set()
    for _ in range(160):
        if chance.random() < 0.3:
            form = chance.choice(RULINGS)
            used.add(form.name)
            particulars = details(chance, form.fields, state)
            table.tell(Ruling(at=table.now, who="organiser", what=form.name, details=particulars))
        if state.paused:
            table.tell(Ruling(at=table.now, who="organiser", what="resume"))
        if state.phase is TablePhase.FINISHED:
            match = {"rules": rules.model_dump(mode="json"), "players": ["Aki", "Ben", "Chie", "Dan"]}
            table.tell(SetupChanged(at=table.now, what="match", details=match))
        monkey.act()
        assert in_order(state)
    assert len(used) > len(RULINGS) // 2
    assert refereed_again(table.inputs, rules, options) == table.effects


def refereed_again(inputs: list[Input], rules: RuleSet, options: RefereeOptions) -> list[Effect]:
    """What another referee makes of the same inputs, as the journal gives them back."""
    referee = Referee(rules, options)
    given = [INPUT.validate_json(INPUT.dump_json(item)) for item in inputs]
    return [effect for item in given for effect in referee.handle(item)]
