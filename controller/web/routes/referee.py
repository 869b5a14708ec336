"""The referee's desk by HTTP: the catalogue of rulings, ruling, the preview of an undo, the audit list."""

import json
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field, field_validator

from controller.presenter.refereeviews import UndoView
from controller.referee.rulingfields import RulingField
from controller.referee.rulingforms import RULINGS, WIN_FIELDS
from controller.web.contract import Audited, CommandRefused, TableDesk
from controller.web.rights import Visiting
from controller.web.routes.state import Detail

MOST_AUDITED: Final = 500

_REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    409: {"model": Detail, "description": "The referee has refused: the text says why, and what would do."},
}


class FieldAnswer(BaseModel):
    """One field of a ruling. See `controller.referee.rulingfields.RulingField`."""

    name: str
    type: str
    help: str
    required: bool
    choices: list[str]
    least: int
    most: int
    asked_with: list[str] = Field(description="The choices of the form's first field it is asked with; empty: all.")
    way: str = Field(description="One of several ways to say the same: a form asks for the fields of one. Empty: none.")
    riichi_only: bool = Field(description="Only asked where riichi is played.")
    riichi_choices: list[str] = Field(description="Those of `choices` that only riichi knows.")


class FormAnswer(BaseModel):
    """One ruling and what it takes."""

    name: str
    group: str = Field(description="What it is about: `incident`, `deal`, `scores`, `seats`, `reading`, `match`.")
    help: str
    fields: list[FieldAnswer]


class Catalogue(BaseModel):
    """Every ruling there is, and what a winner of a score entry takes (fields of type `wins`)."""

    rulings: list[FormAnswer]
    win_fields: list[FieldAnswer]


class RulingWanted(BaseModel):
    """A ruling to be carried out; it is signed with the name given when signing in."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    what: str = Field(min_length=1, max_length=40)
    details: dict[str, Any] = {}

    @field_validator("details")
    @classmethod
    def _can_be_written(cls, details: dict[str, Any]) -> dict[str, Any]:
        """Half a character (a lone surrogate) or no finite number cannot be kept in the journal."""
        try:
            json.dumps(details, ensure_ascii=False, allow_nan=False).encode()
        except ValueError as error:
            raise ValueError("these are no texts and numbers that can be written down") from error
        return details


class Ruled(BaseModel):
    """The ruling has been carried out and is in the journal."""

    what: str
    who: str


def router(desk: TableDesk | None) -> APIRouter:
    """The routes below `/api/referee`."""
    routes = APIRouter(prefix="/api/referee", responses=_REFUSALS)

    def at_desk() -> TableDesk:
        if desk is None:
            raise CommandRefused("This table takes no rulings.")
        return desk

    @routes.get("/rulings")
    async def catalogue() -> Catalogue:
        """Every ruling with its fields, by group, in the order in which a page shows them."""
        return Catalogue(
            rulings=[
                FormAnswer(name=form.name, group=form.group.value, help=form.help, fields=_fields(form.fields))
                for form in RULINGS
            ],
            win_fields=_fields(WIN_FIELDS),
        )

    @routes.post("/rule")
    async def rule(visitor: Visiting, body: RulingWanted) -> Ruled:
        """Have a ruling carried out. Answers once it is in the journal; 409 with the reason if it is refused."""
        who = visitor.name or "Referee"
        await at_desk().rule(who, body.what, body.details)
        return Ruled(what=body.what, who=who)

    @routes.get("/undo")
    async def undo_preview(to: Annotated[int, Query(ge=0, le=10_000)]) -> UndoView:
        """What going back to the position after `to` events of the deal would give."""
        return await at_desk().undo_preview(to)

    @routes.get("/audit")
    async def audit(limit: Annotated[int, Query(ge=1, le=MOST_AUDITED)] = 100) -> list[Audited]:
        """Who ruled what and when in this match, newest first."""
        return await at_desk().audit(limit)

    return routes


def _fields(fields: tuple[RulingField, ...]) -> list[FieldAnswer]:
    return [
        FieldAnswer(
            name=field.name,
            type=field.type.value,
            help=field.help,
            required=field.required,
            choices=list(field.choices),
            least=field.least,
            most=field.most,
            asked_with=list(field.asked_with),
            way=field.way,
            riichi_only=field.riichi_only,
            riichi_choices=list(field.riichi_choices),
        )
        for field in fields
    ]
