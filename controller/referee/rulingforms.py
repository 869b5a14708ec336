"""The catalogue of rulings: what each is called, which particulars it takes, and when it makes sense.

One list serves everybody who gives or takes a ruling: the referee checks the details of a `Ruling` with it, the
referee page builds its forms from it, the menu on the seats' panels offers what players may decide among
themselves, and `docs/referee.md` lists it. What a ruling does is in `rulings`, what its fields hold in `rulingfields`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, get_args

from controller.referee.rulingfields import MOST_POINTS, FieldType, RulingError, RulingField, checked
from controller.referee.state import TablePhase, TableState
from engine.absence import Absence
from engine.events import DrawReason
from engine.rules.table_rules import Penalty
from hal.ports import Button


class Needs(StrEnum):
    """When a ruling makes sense."""

    MATCH = "match"
    """A match that is not over."""
    DORA = "dora"
    """A match that has dora, and is not over."""
    DEAL = "deal"
    """A deal that is being played, or whose result is on show."""
    PLAY = "play"
    """A deal that is being played."""
    RESULT = "result"
    """A result is on show."""
    BETWEEN = "between"
    """Before a deal: its tiles are being dealt."""
    RUNNING = "running"
    """A match that is neither over nor paused."""
    PAUSE = "pause"
    """A match that is paused or adjourned."""
    RESTORING = "restoring"
    """Tiles are being put back after an undo."""
    INCIDENT = "incident"
    """Something is wrong on the table."""
    GRANT = "grant"
    """A call has been granted, and its tiles do not lie yet."""
    ABSENCE = "absence"
    """A seat is absent."""


class Group(StrEnum):
    """What a ruling is about: pages and documents show them by these, in this order."""

    INCIDENT = "incident"
    """What is wrong on the table now."""
    DEAL = "deal"
    """How this deal goes on."""
    SCORES = "scores"
    """What the deal was worth, and what is due beside it."""
    SEATS = "seats"
    """Who sits where, and who is away."""
    READING = "reading"
    """What the antennas read, and what they mean."""
    MATCH = "match"
    """The match as a whole and its time."""


@dataclass(frozen=True, slots=True)
class RulingForm:
    """One ruling: its name in `Ruling.what`, its fields (the keys of `Ruling.details`), when it makes sense.

    `players`: it is on the menu of the seats' panels, where another seat must agree to it.
    """

    name: str
    group: Group
    help: str
    fields: tuple[RulingField, ...] = ()
    needs: Needs = Needs.MATCH
    players: bool = False


def _seat(help_text: str, *, required: bool = True) -> RulingField:
    return RulingField("seat", FieldType.SEAT, help_text, required)


_WHY: Final = RulingField("why", FieldType.TEXT, "A word for the record.")
_ZONE: Final = RulingField("zone", FieldType.ZONE, "The place on the table.", required=True)
_TILE: Final = RulingField("tile", FieldType.TILE, "The tile.", required=True)
PENALTIES: Final[tuple[str, ...]] = get_args(Penalty)

_SITUATION: Final = ("rinshan", "chankan", "haitei", "houtei")
_RIICHI_SITUATION: Final = ("riichi", "double_riichi", "ippatsu", "tenhou", "chiihou", "renhou")

WIN_FIELDS: Final = (
    _seat("Who won."),
    RulingField("source", FieldType.SEAT, "Whose tile it was; left out for a win on one's own draw."),
    RulingField("han", FieldType.NUMBER, "Han with dora, or fan; instead of the tiles.", least=0, most=99, way="han"),
    RulingField("fu", FieldType.NUMBER, "Fu; below mangan.", least=20, most=140, way="han", riichi_only=True),
    RulingField(
        "hand", FieldType.TILES, "The closed tiles, the winning one among them; needs `win_tile`.", way="tiles"
    ),
    RulingField("win_tile", FieldType.FACE, "The winning tile.", way="tiles"),
    RulingField(
        "melds",
        FieldType.MELDS,
        "Sets laid open: chi:123m pon:555z ankan:1111p daiminkan:2222s kakan:3333m.",
        way="tiles",
    ),
    RulingField(
        "yaku",
        FieldType.CHOICES,
        "What the tiles cannot tell.",
        choices=(*_RIICHI_SITUATION, *_SITUATION),
        riichi_choices=_RIICHI_SITUATION,
        way="tiles",
    ),
    RulingField("ura", FieldType.TILES, "Ura indicators.", way="tiles", riichi_only=True),
    RulingField("yakuman", FieldType.NUMBER, "How many yakuman.", least=1, most=8, way="yakuman", riichi_only=True),
    RulingField(
        "points",
        FieldType.NUMBER,
        "What the hand is worth in all, without honba.",
        least=0,
        most=MOST_POINTS,
        way="points",
    ),
    RulingField("liable", FieldType.SEAT, "Who pays by pao (with yakuman).", riichi_only=True),
)
"""A winner in a score entry: han and fu, or the tiles, or yakuman, or the points alone."""

WON: Final = "win"
ENDINGS: Final = (WON, *(reason.value for reason in DrawReason))
_DRAWS_OF_RIICHI: Final = tuple(reason.value for reason in DrawReason if reason is not DrawReason.EXHAUSTIVE)
"""A deal of the fan family ends without a winner only by an exhausted wall."""

RULINGS: Final[tuple[RulingForm, ...]] = (
    RulingForm(
        "accept",
        Group.INCIDENT,
        "Accept it as it lies: nothing more is said of these tiles until they move.",
        (RulingField("incident", FieldType.INCIDENT, "The incident.", required=True),),
        Needs.INCIDENT,
        players=True,
    ),
    RulingForm(
        "place",
        Group.INCIDENT,
        "A tile lies there, whatever the antennas say, until it is seen elsewhere.",
        (_TILE, _ZONE),
    ),
    RulingForm("set_turn", Group.INCIDENT, "Whose turn it is.", (_seat("The seat that acts now."),), Needs.PLAY),
    RulingForm("withdraw_call", Group.INCIDENT, "A call that was granted no longer stands.", (), Needs.GRANT, True),
    RulingForm(
        "indicator",
        Group.INCIDENT,
        "A dora indicator (or ura indicator after a riichi win) is this tile: entered by hand.",
        (
            RulingField("tile", FieldType.FACE, "The tile.", required=True),
            RulingField("ura", FieldType.FLAG, "It is an ura indicator (at a table with nothing but a scoring pad)."),
        ),
        Needs.DORA,
    ),
    RulingForm(
        "press",
        Group.INCIDENT,
        "Press a button for a seat.",
        (
            _seat("The seat."),
            RulingField("button", FieldType.CHOICE, "The button.", True, choices=tuple(b.value for b in Button)),
        ),
    ),
    RulingForm(
        "undo",
        Group.DEAL,
        "Go back to an earlier event of the deal: tiles, scores, deposits and clocks together.",
        (
            RulingField("to", FieldType.EVENT, "How many events remain; without it the last `count` go."),
            RulingField("count", FieldType.NUMBER, "How many events are taken back (1).", least=0, most=500),
        ),
        Needs.DEAL,
        players=True,
    ),
    RulingForm(
        "resume_reading",
        Group.DEAL,
        "The tiles lie well enough after an undo: read moves again.",
        (),
        Needs.RESTORING,
        True,
    ),
    RulingForm(
        "wall",
        Group.DEAL,
        "So many live tiles are left in the wall: where draws were not seen.",
        (RulingField("left", FieldType.NUMBER, "Live tiles left.", required=True, least=0, most=144),),
        Needs.PLAY,
    ),
    RulingForm("next_deal", Group.DEAL, "Go on without waiting for OK.", (), Needs.RESULT),
    RulingForm("replay_deal", Group.DEAL, "Break the deal off and deal it again; its deposits go back.", (_WHY,)),
    RulingForm(
        "score",
        Group.SCORES,
        "Enter the result of the deal by hand.",
        (
            RulingField(
                "end",
                FieldType.CHOICE,
                "How the deal ended.",
                required=True,
                choices=ENDINGS,
                riichi_choices=_DRAWS_OF_RIICHI,
            ),
            RulingField(
                "wins",
                FieldType.WINS,
                "The winners; the nearest after the discarder first.",
                fields=WIN_FIELDS,
                asked_with=(WON,),
            ),
            RulingField(
                "tenpai",
                FieldType.SEATS,
                "Ready hands at an exhausted wall.",
                asked_with=(DrawReason.EXHAUSTIVE, DrawReason.NAGASHI_MANGAN),
                riichi_only=True,
            ),
            RulingField("nagashi", FieldType.SEATS, "Who has nagashi mangan.", asked_with=(DrawReason.NAGASHI_MANGAN,)),
            RulingField("riichi", FieldType.SEATS, "Riichi deposits the table has not booked.", riichi_only=True),
        ),
    ),
    RulingForm(
        "penalty",
        Group.SCORES,
        "A penalty of the rules; also before the first deal.",
        (
            _seat("Who is punished."),
            RulingField(
                "kind", FieldType.CHOICE, "Left out: what the rules have for the seat's incident.", choices=PENALTIES
            ),
            RulingField("points", FieldType.NUMBER, "Points of a fine, if not the rules'.", least=0, most=MOST_POINTS),
            _WHY,
        ),
    ),
    RulingForm(
        "points",
        Group.SCORES,
        "Correct the scores.",
        (RulingField("deltas", FieldType.POINTS, "The change of each seat's points.", required=True), _WHY),
    ),
    RulingForm(
        "absent",
        Group.SEATS,
        "A seat's owner is away, or has left the match.",
        (
            _seat("The empty seat."),
            RulingField("case", FieldType.CHOICE, "Away costs nothing (the default).", choices=tuple(Absence)),
        ),
    ),
    RulingForm(
        "present",
        Group.SEATS,
        "A seat's owner is back: from the next deal, or at once.",
        (_seat("The seat."), RulingField("now", FieldType.FLAG, "At once.")),
        Needs.ABSENCE,
    ),
    RulingForm(
        "reseat",
        Group.SEATS,
        "Players change places, before the first deal or between deals: scores go with them.",
        (
            RulingField("order", FieldType.SEAT_ORDER, "For each seat 0-3 the seat its new player comes from."),
            RulingField("seed", FieldType.SEED, "Draw the places by this seed instead.", least=0, most=2**31),
        ),
        Needs.BETWEEN,
    ),
    RulingForm(
        "unread",
        Group.READING,
        "Treat a zone as unread, and go on with buttons and score entry.",
        (_ZONE,),
        Needs.MATCH,
        True,
    ),
    RulingForm(
        "read_again", Group.READING, "Read a zone again that was treated as unread.", (_ZONE,), Needs.MATCH, True
    ),
    RulingForm(
        "swap_tile",
        Group.READING,
        "A spare takes the place of a damaged tile: its tag means that tile from now on.",
        (_TILE, RulingField("tag", FieldType.TEXT, "UID of the spare's tag.", required=True)),
    ),
    RulingForm(
        "reveal",
        Group.READING,
        "Turn the hidden tiles over on the referee page, or back again: announced to everybody.",
        (RulingField("on", FieldType.FLAG, "Turned over; else they are hidden again."),),
        Needs.DEAL,
    ),
    RulingForm("pause", Group.MATCH, "Everything stands still.", (), Needs.RUNNING, True),
    RulingForm("resume", Group.MATCH, "Go on after a pause or an adjournment.", (), Needs.PAUSE, True),
    RulingForm(
        "added_time",
        Group.MATCH,
        "Give this table more time.",
        (
            RulingField("minutes", FieldType.NUMBER, "Minutes for the match limit.", least=-600, most=600),
            RulingField("seconds", FieldType.NUMBER, "Seconds for the turn or claim now running.", least=1, most=3_600),
        ),
    ),
    RulingForm(
        "dice",
        Group.MATCH,
        "The table rolls two dice, shown to all and kept with their seed.",
        (
            RulingField("seed", FieldType.SEED, "The seed.", required=True, least=0, most=2**31),
            RulingField(
                "purpose", FieldType.CHOICE, "What they decide.", choices=("wall_break", "first_dealer", "other")
            ),
        ),
    ),
    RulingForm("adjourn", Group.MATCH, "Break the match off until it is resumed, perhaps another day.", (_WHY,)),
    RulingForm("end_match", Group.MATCH, "End the match as it stands; a deal being played does not count.", (_WHY,)),
)
"""Every ruling there is, by group, in the order in which a page shows them."""

FORMS: Final[Mapping[str, RulingForm]] = {form.name: form for form in RULINGS}


def check_ruling(what: str, details: Mapping[str, Any]) -> dict[str, Any]:
    """The details of a ruling, checked against its form; fields that are None are left out.

    Raises `RulingError` naming the ruling or the field that is wrong and what it takes.
    """
    form = FORMS.get(what)
    if form is None:
        raise RulingError(f"there is no ruling {what!r}; there are {', '.join(sorted(FORMS))}")
    return checked(f"ruling {what}", form.fields, details)


NOT_NOW: Final[Mapping[Needs, str]] = {
    Needs.MATCH: "no match is being played",
    Needs.DORA: "no match with dora is being played",
    Needs.DEAL: "no deal is being played",
    Needs.PLAY: "no deal is being played",
    Needs.RESULT: "there is no result on show",
    Needs.BETWEEN: "this is done before a deal: wait until its result has been seen",
    Needs.RUNNING: "no match is being played, or it is paused already",
    Needs.PAUSE: "nothing is paused or adjourned",
    Needs.RESTORING: "no tiles are being put back after an undo",
    Needs.INCIDENT: "nothing is wrong on the table",
    Needs.GRANT: "no call has been granted that waits for its tiles; undo the call if it stands already",
    Needs.ABSENCE: "no seat is absent",
}
"""Why a ruling makes no sense now."""


def is_possible(form: RulingForm, state: TableState) -> bool:
    """Whether a ruling makes sense as the table stands (its details may still be refused)."""
    return _MET[form.needs](state)


def _is_played(state: TableState) -> bool:
    """Whether there is a match, and it is not over."""
    return state.match is not None and state.phase not in (TablePhase.SETUP, TablePhase.FINISHED)


_MET: Final[Mapping[Needs, Callable[[TableState], bool]]] = {
    Needs.MATCH: _is_played,
    Needs.DORA: lambda state: _is_played(state) and state.rules is not None and state.rules.family == "riichi",
    Needs.DEAL: lambda state: state.deal is not None,
    Needs.PLAY: lambda state: state.deal is not None and state.phase is TablePhase.PLAYING,
    Needs.RESULT: lambda state: state.phase is TablePhase.RESULT,
    Needs.BETWEEN: lambda state: state.phase is TablePhase.DEALING,
    Needs.RUNNING: lambda state: _is_played(state) and not state.paused,
    Needs.PAUSE: lambda state: state.paused,
    Needs.RESTORING: lambda state: state.restoring,
    Needs.INCIDENT: lambda state: bool(state.incidents),
    Needs.GRANT: lambda state: state.window is not None and state.window.granted is not None,
    Needs.ABSENCE: lambda state: bool(state.absent),
}
