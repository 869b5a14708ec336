"""The catalogue of rulings: what each is called, which particulars it takes, and when it makes sense.

One list serves everybody who gives or takes a ruling: the referee checks the details of a `Ruling` with it, the
referee page builds its forms from it, the menu on the seats' panels offers what players may decide among
themselves, and `docs/referee.md` lists it. What a ruling does is in `rulings`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from reprlib import repr as shortened
from typing import Any, Final, get_args

from controller.referee.state import TablePhase, TableState
from engine.absence import Absence
from engine.rules.table_rules import Penalty
from engine.tiles import SEATS
from hal.ports import Button
from hal.zones import Zone

MOST_POINTS: Final = 1_000_000
"""No correction of a score is larger."""

LONGEST_TEXT: Final = 200
"""Characters of a text in a form: a hand with all its tiles has fewer."""


class RulingError(Exception):
    """A ruling that cannot be carried out; the text tells the person what would do."""


class FieldType(StrEnum):
    """What a field of a ruling holds, so that a form knows what to show for it."""

    SEAT = "seat"
    """0-3."""
    SEATS = "seats"
    """A list of different seats."""
    SEAT_ORDER = "seat_order"
    """Four seats, each once."""
    TILE = "tile"
    """A physical tile, 0-143."""
    ZONE = "zone"
    """`hand:0`, `river:3`, `melds:1`, `dora`, `pool`, `elsewhere`."""
    TEXT = "text"
    NUMBER = "number"
    """A whole number from `least` to `most`."""
    POINTS = "points"
    """Four whole numbers, by seat."""
    CHOICE = "choice"
    """One of `choices`."""
    FLAG = "flag"
    INCIDENT = "incident"
    """The number of an open incident."""
    EVENT = "event"
    """How many events of the deal remain: 0 is the deal as dealt."""
    WINS = "wins"
    """One to three winners, each an object of `WIN_FIELDS`."""


@dataclass(frozen=True, slots=True)
class RulingField:
    """One particular of a ruling. `help` is a sentence for the person at the form."""

    name: str
    type: FieldType
    help: str
    required: bool = False
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0


class Needs(StrEnum):
    """When a ruling makes sense."""

    NOTHING = "nothing"
    """Always, a match or none."""
    MATCH = "match"
    """A match that is not over."""
    DEAL = "deal"
    """A deal that is being played, or whose result is on show."""
    PLAY = "play"
    """A deal that is being played."""
    RESULT = "result"
    """A result is on show."""
    BETWEEN = "between"
    """Before a deal: its tiles are being dealt."""


@dataclass(frozen=True, slots=True)
class RulingForm:
    """One ruling: its name in `Ruling.what`, its fields (the keys of `Ruling.details`), when it makes sense.

    `players`: it is on the menu of the seats' panels, where another seat must agree to it.
    """

    name: str
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

WIN_FIELDS: Final = (
    _seat("Who won."),
    RulingField("source", FieldType.SEAT, "Whose tile it was; left out for a win on one's own draw."),
    RulingField("hand", FieldType.TEXT, "The closed tiles in mpsz, the winning one among them; needs `win_tile`."),
    RulingField("melds", FieldType.TEXT, "Sets laid open: chi:123m pon:555z ankan:1111p daiminkan:2222s kakan:3333m."),
    RulingField("win_tile", FieldType.TEXT, "The winning tile in mpsz."),
    RulingField("yaku", FieldType.TEXT, "What the tiles cannot tell: riichi ippatsu rinshan chankan haitei houtei ..."),
    RulingField("ura", FieldType.TEXT, "Ura indicators in mpsz."),
    RulingField("han", FieldType.NUMBER, "Han with dora, or fan; instead of the tiles.", least=0, most=99),
    RulingField("fu", FieldType.NUMBER, "Fu; below mangan.", least=20, most=140),
    RulingField("yakuman", FieldType.NUMBER, "How many yakuman.", least=1, most=8),
    RulingField("points", FieldType.NUMBER, "What the hand is worth in all, without honba.", least=0, most=MOST_POINTS),
    RulingField("liable", FieldType.SEAT, "Who pays by pao (with yakuman)."),
)
"""A winner in a score entry: the tiles, or han and fu, or yakuman, or the points alone."""

ENDINGS: Final = (
    "win",
    "exhaustive",
    "kyuushu_kyuuhai",
    "suufon_renda",
    "suukan_sanra",
    "suucha_riichi",
    "sanchahou",
    "nagashi_mangan",
)

RULINGS: Final[tuple[RulingForm, ...]] = (
    RulingForm(
        "accept",
        "Accept it as it lies: nothing more is said of these tiles until they move.",
        (RulingField("incident", FieldType.INCIDENT, "The incident.", required=True),),
        players=True,
    ),
    RulingForm(
        "undo",
        "Go back to an earlier event of the deal: tiles, scores, deposits and clocks together.",
        (
            RulingField("to", FieldType.EVENT, "How many events remain; without it the last `count` go."),
            RulingField("count", FieldType.NUMBER, "How many events are taken back (1).", least=0, most=500),
        ),
        Needs.DEAL,
        players=True,
    ),
    RulingForm("resume_reading", "The tiles lie well enough after an undo: read moves again.", (), Needs.PLAY, True),
    RulingForm("set_turn", "Whose turn it is.", (_seat("The seat that acts now."),), Needs.PLAY),
    RulingForm("place", "A tile lies there, whatever the antennas say, until it is seen elsewhere.", (_TILE, _ZONE)),
    RulingForm(
        "indicator",
        "A dora indicator (or ura indicator after a riichi win) is this tile: entered by hand.",
        (
            RulingField("tile", FieldType.TEXT, "The tile in mpsz.", required=True),
            RulingField("ura", FieldType.FLAG, "It is an ura indicator (at a table with nothing but a scoring pad)."),
        ),
    ),
    RulingForm(
        "penalty",
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
        "Correct the scores.",
        (RulingField("deltas", FieldType.POINTS, "The change of each seat's points.", required=True), _WHY),
    ),
    RulingForm(
        "score",
        "Enter the result of the deal by hand.",
        (
            RulingField("end", FieldType.CHOICE, "How the deal ended.", required=True, choices=ENDINGS),
            RulingField("wins", FieldType.WINS, "The winners; the nearest after the discarder first."),
            RulingField("tenpai", FieldType.SEATS, "Ready hands at an exhausted wall."),
            RulingField("nagashi", FieldType.SEATS, "Who has nagashi mangan."),
            RulingField("riichi", FieldType.SEATS, "Riichi deposits the table has not booked."),
        ),
    ),
    RulingForm("replay_deal", "Break the deal off and deal it again; its deposits go back.", (_WHY,)),
    RulingForm("next_deal", "Go on without waiting for OK.", (), Needs.RESULT),
    RulingForm("end_match", "End the match as it stands; a deal being played does not count.", (_WHY,)),
    RulingForm("pause", "Everything stands still.", (), Needs.MATCH, True),
    RulingForm("adjourn", "Break the match off until it is resumed, perhaps another day.", (_WHY,)),
    RulingForm("resume", "Go on after a pause or an adjournment.", (), Needs.MATCH, True),
    RulingForm(
        "absent",
        "A seat's owner is away, or has left the match.",
        (
            _seat("The empty seat."),
            RulingField("case", FieldType.CHOICE, "Away costs nothing (the default).", choices=tuple(Absence)),
        ),
    ),
    RulingForm(
        "present",
        "A seat's owner is back: from the next deal, or at once.",
        (_seat("The seat."), RulingField("now", FieldType.FLAG, "At once.")),
    ),
    RulingForm(
        "unread", "Treat a zone as unread, and go on with buttons and score entry.", (_ZONE,), Needs.MATCH, True
    ),
    RulingForm("read_again", "Read a zone again that was treated as unread.", (_ZONE,), Needs.MATCH, True),
    RulingForm(
        "added_time",
        "Give this table more time.",
        (
            RulingField("minutes", FieldType.NUMBER, "Minutes for the match limit.", least=-600, most=600),
            RulingField("seconds", FieldType.NUMBER, "Seconds for the turn or claim now running.", least=1, most=3_600),
        ),
    ),
    RulingForm(
        "reseat",
        "Players change places, before the first deal or between deals: scores go with them.",
        (
            RulingField("order", FieldType.SEAT_ORDER, "For each seat 0-3 the seat its new player comes from."),
            RulingField("seed", FieldType.NUMBER, "Draw the places by this seed instead.", least=0, most=2**31),
        ),
        Needs.BETWEEN,
    ),
    RulingForm(
        "dice",
        "The table rolls two dice, shown to all and kept with their seed.",
        (
            RulingField("seed", FieldType.NUMBER, "The seed.", required=True, least=0, most=2**31),
            RulingField(
                "purpose", FieldType.CHOICE, "What they decide.", choices=("wall_break", "first_dealer", "other")
            ),
        ),
    ),
    RulingForm(
        "wall",
        "So many live tiles are left in the wall: where draws were not seen.",
        (RulingField("left", FieldType.NUMBER, "Live tiles left.", required=True, least=0, most=144),),
        Needs.PLAY,
    ),
    RulingForm("withdraw_call", "A call that was granted no longer stands.", (), Needs.PLAY, True),
    RulingForm(
        "press",
        "Press a button for a seat.",
        (
            _seat("The seat."),
            RulingField("button", FieldType.CHOICE, "The button.", True, choices=tuple(b.value for b in Button)),
        ),
    ),
    RulingForm(
        "reveal",
        "Turn the hidden tiles over on the referee page, or back again: announced to everybody.",
        (RulingField("on", FieldType.FLAG, "Turned over; else they are hidden again."),),
        Needs.DEAL,
    ),
    RulingForm(
        "swap_tile",
        "A spare takes the place of a damaged tile: its tag means that tile from now on.",
        (_TILE, RulingField("tag", FieldType.TEXT, "UID of the spare's tag.", required=True)),
    ),
)
"""Every ruling there is, in the order in which a page shows them."""

FORMS: Final[Mapping[str, RulingForm]] = {form.name: form for form in RULINGS}


def check_ruling(what: str, details: Mapping[str, Any]) -> dict[str, Any]:
    """The details of a ruling, checked against its form; fields that are None are left out.

    Raises `RulingError` naming the ruling or the field that is wrong and what it takes.
    """
    form = FORMS.get(what)
    if form is None:
        raise RulingError(f"there is no ruling {what!r}; there are {', '.join(sorted(FORMS))}")
    return _checked(f"ruling {what}", form.fields, details)


NOT_NOW: Final[Mapping[Needs, str]] = {
    Needs.NOTHING: "",
    Needs.MATCH: "no match is being played",
    Needs.DEAL: "no deal is being played",
    Needs.PLAY: "no deal is being played",
    Needs.RESULT: "there is no result on show",
    Needs.BETWEEN: "this is done before a deal: wait until its result has been seen",
}
"""Why a ruling makes no sense now."""


def is_possible(form: RulingForm, state: TableState) -> bool:
    """Whether a ruling makes sense as the table stands (its details may still be refused)."""
    match form.needs:
        case Needs.NOTHING:
            return True
        case Needs.MATCH:
            return state.match is not None and state.phase not in (TablePhase.SETUP, TablePhase.FINISHED)
        case Needs.DEAL:
            return state.deal is not None
        case Needs.PLAY:
            return state.deal is not None and state.phase is TablePhase.PLAYING
        case Needs.RESULT:
            return state.phase is TablePhase.RESULT
        case Needs.BETWEEN:
            return state.phase is TablePhase.DEALING


def _checked(where: str, fields: tuple[RulingField, ...], details: Mapping[str, Any]) -> dict[str, Any]:
    known = {field.name: field for field in fields}
    given = {name: value for name, value in details.items() if value is not None}
    for name in given:
        if name not in known:
            takes = ", ".join(known) or "nothing"
            raise RulingError(f"{where}: there is no {name!r}; it takes {takes}")
    for field in fields:
        if field.name in given:
            given[field.name] = _value(f"{where}: {field.name}", field, given[field.name])
        elif field.required:
            raise RulingError(f"{where}: {field.name} is missing. {field.help}")
    return given


def _value(where: str, field: RulingField, value: Any) -> Any:
    """A field's value as it is meant; raises `RulingError`."""
    return _READERS[field.type](where, field, value)


def _choice(where: str, field: RulingField, value: Any) -> str:
    if value not in field.choices:
        raise RulingError(f"{where}: {shortened(value)} is none of {', '.join(field.choices)}")
    return str(value)


def _order(where: str, value: Any) -> list[int]:
    order = _seats(where, value)
    if len(order) != len(SEATS):
        raise RulingError(f"{where}: name each of the four seats once, [1, 0, 2, 3]")
    return order


def _number(where: str, value: Any, least: int, most: int, takes: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise RulingError(f"{where}: {shortened(value)} is not {takes}")
    return value


def _text(where: str, value: Any) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise RulingError(f"{where}: write a text of at most {LONGEST_TEXT} characters")
    return value


def _flag(where: str, value: Any) -> bool:
    # Nothing is read into other values: the text "false" would be a yes.
    if not isinstance(value, bool):
        raise RulingError(f"{where}: {shortened(value)} is neither true nor false")
    return value


def _seats(where: str, value: Any) -> list[int]:
    if not isinstance(value, list | tuple) or len(set(map(str, value))) != len(value):
        raise RulingError(f"{where}: {shortened(value)} is no list of different seats, [0, 2]")
    return [_number(where, seat, 0, 3, "a seat, 0-3") for seat in value]


def _points(where: str, value: Any) -> list[int]:
    if not isinstance(value, list | tuple) or len(value) != len(SEATS):
        raise RulingError(f"{where}: give the points of each of the four seats, [0, 1000, 0, -1000]")
    return [_number(where, points, -MOST_POINTS, MOST_POINTS, "a number of points") for points in value]


def _zone(where: str, value: Any) -> str:
    try:
        return str(Zone.parse(str(value)))
    except ValueError as error:
        raise RulingError(f"{where}: {error}") from error


def _wins(where: str, value: Any) -> list[dict[str, Any]]:
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= 3 or not all(isinstance(w, dict) for w in value):
        raise RulingError(f"{where}: give one to three winners, [{{'seat': 0, 'source': 2, 'han': 3, 'fu': 40}}]")
    return [_checked(f"{where} {number}", WIN_FIELDS, win) for number, win in enumerate(value, 1)]


_READERS: Final[Mapping[FieldType, Callable[[str, RulingField, Any], Any]]] = {
    FieldType.SEAT: lambda where, _, value: _number(where, value, 0, 3, "a seat, 0-3"),
    FieldType.SEATS: lambda where, _, value: _seats(where, value),
    FieldType.SEAT_ORDER: lambda where, _, value: _order(where, value),
    FieldType.TILE: lambda where, _, value: _number(where, value, 0, 143, "a tile by its number, 0-143"),
    FieldType.ZONE: lambda where, _, value: _zone(where, value),
    FieldType.TEXT: lambda where, _, value: _text(where, value),
    FieldType.NUMBER: lambda where, field, value: _number(
        where, value, field.least, field.most, f"a whole number, {field.least} to {field.most}"
    ),
    FieldType.POINTS: lambda where, _, value: _points(where, value),
    FieldType.CHOICE: _choice,
    FieldType.FLAG: lambda where, _, value: _flag(where, value),
    FieldType.INCIDENT: lambda where, _, value: _number(where, value, 0, 2**31, "the number of an incident"),
    FieldType.EVENT: lambda where, _, value: _number(where, value, 0, 2**31, "a number of events"),
    FieldType.WINS: lambda where, _, value: _wins(where, value),
}
