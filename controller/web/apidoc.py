"""The description of the API (`/openapi.json`): every route, every field, and what the table does not answer by HTTP.

Fields whose meaning is the same wherever they occur are explained once, here; what is particular to a model is
explained in the model. A test fails for a field that neither explains.
"""

from typing import Any, Final

from fastapi import FastAPI

ABOUT: Final = """\
A Jantaku table: the game as everybody may see it, its matches and players, and, with a role, what changes them.

**Following the game.** `/ws` is a WebSocket. The table sends JSON messages: `hello` once, then `view` (a `PublicView`)
after each change, `health` every few seconds. The latest view is the whole truth; a slow reader misses steps, never the
end. Asked with `?seat`, `?referee` or `?overlay` it sends those views too, to whoever has the role.

**Roles.** `anyone` may read what a public display shows. `seat`, `referee`, `admin` and `overlay` sign in
(`/api/access/...`) and are known by a cookie, or send `Authorization: Bearer TOKEN`.

**Changing something.** A POST takes JSON and needs the header `X-Jantaku: 1` (or a bearer token). A refusal has a
`detail` that says why and what would help.

**Words.** Seats are 0-3, counter-clockwise; winds move between them. Tiles are written in mpsz: `5m`, `0p` (a red
five), `1z` (East), `3f` (a flower), `back` (face down). Points are whole; rates are 0 to 1; times are milliseconds of
the table's clock unless they are ISO 8601. docs/api.md has examples, examples/api_client.py is a small client.
"""

GLOSSARY: Final = {
    "about": "What it is, in English.",
    "absent": "Nobody plays the seat at present.",
    "admin_pin": "PIN of the administrator.",
    "aka": "How many red fives.",
    "at": "Table time, ms.",
    "average_place": "Average place, 1-4; null: no match.",
    "below": "Matches that ended in a worse place than theirs.",
    "bot": "A bot, not a person.",
    "call": "Which call.",
    "call_window": "What may be called now; null: nothing.",
    "calls": "Calls of the deal, oldest first.",
    "changes": "What each seat gained or lost, by seat.",
    "choices": "Values to choose from.",
    "clocks": "Limits that matter now.",
    "clocks_stopped": "Whether clocks stand still for it.",
    "code": "What the display shows.",
    "created": "When it was made, ISO 8601.",
    "dealer": "The dealer's seat; for one seat: whether it deals.",
    "deal_in_points": "What dealing in to them cost.",
    "deals": "Deals that have a result.",
    "deposits": "Riichi deposits on the table.",
    "detail": "Why it was refused, and what would help.",
    "details": "Particulars of a ruling.",
    "dora": "Dora: the tiles themselves, or how many.",
    "drawn": "The tile just drawn; null: none.",
    "ended": "When it ended, ISO 8601; null: it has not.",
    "fields": "Its fields.",
    "final": "The end of the match; null: it is not over.",
    "family": "`riichi` or `fan` (Hong Kong).",
    "flowers": "Flowers and seasons set aside.",
    "fu": "Fu; null: none counted.",
    "fu_parts": "How the fu came about.",
    "furiten": "May win on its own draw alone.",
    "hand": "Tiles held.",
    "hands": "Whether hands may be seen; or the hands, by seat.",
    "help": "What it is for, in English.",
    "honba": "Honba counters.",
    "id": "What it is called in requests.",
    "incidents": "What is wrong at the table now.",
    "indicators": "Dora indicators.",
    "kind": "Which kind.",
    "label": "Round, dealer and honba: `E1.0`.",
    "least": "Smallest value.",
    "level": "Table of a ranked match: `novice`, `advanced`; null: none.",
    "limit": "Name of the limit reached; null: none.",
    "match": "The match.",
    "match_length": "`single`, `tonpuusen`, `hanchan`, `east` or `full`.",
    "matches": "Matches: how many, or their list.",
    "melds": "Sets shown.",
    "most": "Largest value.",
    "nagashi": "Seats with nagashi mangan.",
    "name": "What it, or whoever it is, is called.",
    "notes": "What happened besides, oldest first.",
    "number": "Its number.",
    "ok": "All is well.",
    "payee": "Who is paid; null: the sticks on the table.",
    "payer": "Who pays; null: the sticks on the table.",
    "payments": "Who pays whom.",
    "people": "People, by name.",
    "pin": "A PIN.",
    "place": "Place, 1-4; null: not settled.",
    "places": "Matches that ended in each place, first to fourth.",
    "player": "The player.",
    "players": "Players, the best first.",
    "points": "Points.",
    "presets": "Rule sets to choose from.",
    "problems": "What is wrong, each a sentence that says what to do.",
    "rank_points": "Points within the rank.",
    "ranked": "Whether matches change ratings, ranks or the season.",
    "rating": "The rating; starts at 1,500.",
    "rating_change": "How the match changed the rating; null: not at all.",
    "referee_pin": "PIN of the referee.",
    "remaining": "Milliseconds left.",
    "required": "Whether it must be given.",
    "result": "How the deal ended; null: it has not.",
    "river": "Discards, oldest first.",
    "role": "Which role.",
    "roles": "The roles shown to be theirs.",
    "ron_points": "What their discards paid for these wins.",
    "round": "Which deal it is; null: none.",
    "rows": "Lines of the score sheet.",
    "rules": "Name of the rule set.",
    "rulings": "Rulings there are.",
    "running": "Whether it counts down.",
    "score": "Points on the table; null: not played to an end.",
    "scores": "Scores by seat.",
    "season_matches": "Matches that counted for the season asked for.",
    "season_rating": "The season's rating; starts at 1,500.",
    "seat": "0-3, counter-clockwise; null: none.",
    "seats": "By seat, or the seats concerned.",
    "simulated": "The table is simulated.",
    "stage": "What the table is doing.",
    "standings": "The final table, best first.",
    "state": "`unfinished`, `ended` or `broken_off`.",
    "steps": "The table after each event, the deal as dealt first.",
    "table": "Who sits where, now.",
    "taken_back": "Events taken back, oldest first.",
    "their_average_place": "Their average place in these matches, 1-4.",
    "tile": "A tile in mpsz; null: none, or one that may not be seen.",
    "tiles": "Tiles in mpsz.",
    "to": "How many events of the deal stay.",
    "token": "A token.",
    "turn": "Whose turn it is; null: nobody's.",
    "type": "Which kind.",
    "ura": "How many ura dora.",
    "ura_indicators": "Ura indicators turned.",
    "value": "Its value.",
    "version": "The version of Jantaku.",
    "wall_left": "Tiles left to draw; null: no deal.",
    "what": "Name of the ruling.",
    "who": "Who decided.",
    "win_fields": "Fields of an entered win.",
    "wind": "`E`, `S`, `W` or `N`.",
    "wins": "Winners.",
    "yaku": "Names of yaku or patterns.",
    "yakuman": "How many yakuman.",
}
"""Fields that mean the same wherever they occur, by name."""


def describe_api(app: FastAPI) -> None:
    """Have the application's description explain every field."""
    plain = app.openapi

    def described() -> dict[str, Any]:
        if app.openapi_schema is None:
            explain(plain())
        return plain()

    app.openapi = described  # type: ignore[method-assign]


def explain(schema: dict[str, Any]) -> None:
    """Explain the fields of a description that no model explains itself."""
    for model in schema.get("components", {}).get("schemas", {}).values():
        for name, field in model.get("properties", {}).items():
            if not field.get("description") and name in GLOSSARY:
                field["description"] = GLOSSARY[name]
