"""Whatever the referee page can show has a text in every language: rulings, fields, choices, events, zones, roles."""

import json
from typing import get_args

import pytest

from controller.access.roles import Role
from controller.presenter.refereeviews import EventName, Reading
from controller.referee.rulingforms import RULINGS, WIN_FIELDS
from controller.web.static_files import STATIC
from hal.zones import ZoneKind


@pytest.fixture(params=["en", "ja", "zh-Hant"])
def texts(request: pytest.FixtureRequest) -> dict[str, str]:
    loaded: dict[str, str] = json.loads((STATIC / "text" / f"{request.param}.json").read_text("utf-8"))
    return loaded


def test_every_ruling_has_a_name_and_a_help(texts: dict[str, str]) -> None:
    keys = {f"ruling.{form.name}" for form in RULINGS} | {f"ruling.{form.name}.help" for form in RULINGS}
    assert keys - texts.keys() == set()


def test_every_field_and_choice_has_a_name(texts: dict[str, str]) -> None:
    fields = [*WIN_FIELDS, *(field for form in RULINGS for field in form.fields)]
    assert {f"field.{field.name}" for field in fields} - texts.keys() == set()
    groups = ("choice", "penalty", "draw", "button", "yaku")
    choices = {choice for field in fields for choice in field.choices}
    assert [choice for choice in choices if not any(f"{group}.{choice}" in texts for group in groups)] == []


def test_groups_of_rulings_and_ways_to_give_a_worth_have_names(texts: dict[str, str]) -> None:
    keys = {f"group.{form.group}" for form in RULINGS} | {f"way.{field.way}" for field in WIN_FIELDS if field.way}
    assert keys - texts.keys() == set()


def test_events_zones_readings_and_roles_have_names(texts: dict[str, str]) -> None:
    keys = {f"event.{name}" for name in get_args(EventName)} | {f"reading.{name}" for name in get_args(Reading)}
    keys |= {f"zone.{kind.value}" for kind in ZoneKind}
    keys |= {f"role.{role.value}" for role in (Role.SEAT, Role.OVERLAY, Role.REFEREE, Role.ADMIN)}
    keys |= {f"referee.tab_{tab}" for tab in ("rulings", "undo", "audit", "keys")}
    assert keys - texts.keys() == set()
