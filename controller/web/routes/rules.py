"""The rule sets a match may be played by, for whoever starts one from a page."""

from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel, Field

from engine.rules.describe import describe
from engine.rules.presets import CATALOGUE


class RuleField(BaseModel):
    """One field of a rule set."""

    name: str
    meaning: str = Field(description="What it decides, in English.")
    value: Any = Field(description="What this rule set has.")
    allowed: list[Any] = Field(description="The values to choose from; empty if it is free.")


class RuleSetInfo(BaseModel):
    """One named rule set."""

    name: str
    about: str
    family: str
    fields: list[RuleField]


def router() -> APIRouter:
    """`/api/rules`."""
    routes = APIRouter()
    known = [_info(name) for name in CATALOGUE]

    @routes.get("/api/rules")
    async def rules() -> list[RuleSetInfo]:
        """All named rule sets with all their fields."""
        return known

    return routes


def _info(name: str) -> RuleSetInfo:
    description = describe(name)
    values = {field.name: field.value for field in description.fields}
    fields = [
        RuleField(name=field.name, meaning=field.meaning, value=field.value, allowed=list(field.allowed))
        for field in description.fields
    ]
    return RuleSetInfo(name=name, about=description.about, family=str(values["family"]), fields=fields)
