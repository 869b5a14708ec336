"""Our own JSON record: everything that is known of a game, for every family, one object a game.

Tiles are physical tile numbers (`engine.tiles`), events as in `engine.records.codec`. Fields that a later version
adds are ignored by an earlier one; a change that would mislead one raises `VERSION`.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from functools import partial
from typing import Any, Final, Literal, TypeVar

from pydantic import TypeAdapter, ValidationError

from engine.errors import RecordError
from engine.events import Draw, DrawnDeal, DrawReason, Event, Indicator, Win
from engine.records.checked import parse_json, whole_number
from engine.records.codec import event_from_json, event_to_json
from engine.records.model import AS_NAMED, RecordedDeal, RecordedGame, RecordedResult, RecordedWin
from engine.rules import RuleSet
from engine.scoring.context import Score
from engine.tiles import SEATS, Seat, Tile, TileSet, Wind

FORMAT: Final = "jantaku-record"
VERSION: Final = 1
RESEATED_VERSION: Final = 2
"""Of a game in which players changed places: its deals say who sat where, which earlier programs do not read."""

_SCORE: Final = TypeAdapter(Score)

T = TypeVar("T")


def write_own(game: RecordedGame) -> str:
    """One game as a line of JSON, without its line end."""
    data = {
        "format": FORMAT,
        "version": VERSION if all(deal.sitting == AS_NAMED for deal in game.deals) else RESEATED_VERSION,
        "id": game.id,
        "names": list(game.names),
        "match_length": game.match_length,
        "open_tanyao": game.open_tanyao,
        "tile_set": asdict(game.tile_set),
        "rules": None if game.rules is None else game.rules.model_dump(mode="json"),
        "final_scores": _list(game.final_scores),
        "history": [dict(item) for item in game.history],
        "deals": [_deal_to_json(deal) for deal in game.deals],
    }
    return json.dumps(data, separators=(",", ":"))


def read_own(text: str, source: str = "record") -> Iterator[RecordedGame]:
    """Every game in a text, one a line; raises `RecordError` naming `source`, the line, the deal and what is wrong."""
    for number, line in enumerate(text.split("\n")):
        if not line.strip():
            continue
        place = f"{source}, line {number + 1}"
        try:
            data = parse_json(line)
        except RecordError as error:
            raise RecordError(f"{place}: {error}") from None
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise RecordError(f'{place}: this is no Jantaku record ("format" must be "{FORMAT}")')
        if data.get("version") not in (VERSION, RESEATED_VERSION):
            raise RecordError(
                f"{place}: the record is of version {data.get('version')}, this program reads up to {RESEATED_VERSION}"
            )
        yield _checked(place, partial(_game, data, place, number))


def _checked(place: str, build: Callable[[], T]) -> T:
    """What `build` gives; every way in which data can be wrong becomes a `RecordError` at a place."""
    try:
        return build()
    except RecordError as error:
        raise RecordError(str(error) if str(error).startswith(place) else f"{place}: {error}") from None
    except KeyError as error:
        raise RecordError(f"{place}: the field {error.args[0]!r} is missing") from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise RecordError(f"{place}: {where}: {first['msg']}") from None
    except (TypeError, ValueError, AttributeError, IndexError) as error:
        raise RecordError(f"{place}: {error}") from None


def _game(data: Mapping[str, Any], place: str, line: int) -> RecordedGame:
    tile_set = TileSet(
        whole_number(data["tile_set"]["red_fives"], "red_fives"), _flag(data["tile_set"]["flowers"], "flowers")
    )
    deals = [
        _checked(f"{place}, deal {n + 1}", partial(_deal, part, tile_set, line)) for n, part in enumerate(data["deals"])
    ]
    rules = data.get("rules")
    final = data.get("final_scores")
    return RecordedGame(
        deals=tuple(deals),
        names=tuple(map(str, _four(data["names"]))),
        match_length=_length(data.get("match_length")),
        open_tanyao=None if data.get("open_tanyao") is None else _flag(data["open_tanyao"], "open_tanyao"),
        tile_set=tile_set,
        rules=None if rules is None else RuleSet.model_validate(rules),
        final_scores=None if final is None else _points(final),
        history=_history(data.get("history", [])),
        id=str(data.get("id", "")),
        line=line,
    )


def _deal_to_json(deal: RecordedDeal) -> dict[str, Any]:
    return {
        "round_wind": deal.round_wind.letter,
        "number": deal.number,
        "dealer": deal.dealer,
        "honba": deal.honba,
        "deposits": deal.deposits,
        "scores": list(deal.scores),
        "hands": [list(hand) for hand in deal.hands],
        "indicator": deal.indicator,
        "events": [event_to_json(event) for event in deal.events],
        "times": list(deal.times),
        "accepted": list(deal.accepted),
        "result": _result_to_json(deal.result),
        "history": [dict(item) for item in deal.history],
    } | ({} if deal.sitting == AS_NAMED else {"sitting": list(deal.sitting)})


def _deal(data: Mapping[str, Any], tile_set: TileSet, line: int) -> RecordedDeal:
    events = tuple(_event(item, tile_set) for item in data["events"])
    indicator = data["indicator"]
    deal = RecordedDeal(
        tile_set=tile_set,
        round_wind=Wind.from_letter(data["round_wind"]),
        number=whole_number(data["number"], "number", least=1),
        dealer=_seat(data["dealer"]),
        honba=whole_number(data["honba"], "honba", least=0),
        deposits=whole_number(data["deposits"], "deposits", least=0),
        scores=_points(data["scores"]),
        hands=tuple(tuple(_tile(tile, tile_set) for tile in hand) for hand in _four(data["hands"])),
        indicator=None if indicator is None else _tile(indicator, tile_set),
        events=events,
        lines=(line,) * len(events),
        accepted=tuple(_seat(seat) for seat in data["accepted"]),
        result=_result(data["result"], tile_set),
        line=line,
        times=tuple(whole_number(at, "a time") for at in data.get("times", ())),
        history=_history(data.get("history", [])),
        sitting=_sitting(data.get("sitting")),
    )
    _check_tiles(deal)
    return deal


def _event(item: Any, tile_set: TileSet) -> Event:
    event = event_from_json(item)
    for tile in (*item.get("used", ()), *item.get("tiles", ()), *item.get("ura", ())):
        _tile(tile, tile_set)
    if item.get("tile") is not None:
        _tile(item["tile"], tile_set)
    return event


def _check_tiles(deal: RecordedDeal) -> None:
    """Each physical tile comes from the wall once."""
    drawn = [event.tile for event in deal.events if isinstance(event, Draw | Indicator)]
    first = [] if deal.indicator is None else [deal.indicator]
    seen: set[Tile] = set()
    for tile in [*(tile for hand in deal.hands for tile in hand), *first, *drawn]:
        if tile in seen:
            raise RecordError(f"tile {tile} ({deal.tile_set.name(tile)}) comes from the wall twice")
        seen.add(tile)
    if any(len(hand) != 13 for hand in deal.hands):
        raise RecordError(f"four hands of 13 tiles are dealt, not {[len(hand) for hand in deal.hands]}")
    if not deal.events or not isinstance(deal.events[-1], Win | DrawnDeal):
        raise RecordError(f"deal {deal.label} has no end")


def _result_to_json(result: RecordedResult) -> dict[str, Any]:
    return {
        "reason": None if result.reason is None else result.reason.value,
        "deltas": _list(result.deltas),
        "tenpai": _list(result.tenpai),
        "scores_after": _list(result.scores_after),
        "wins": [
            {
                "seat": win.seat,
                "source": win.source,
                "tile": win.tile,
                "deltas": _list(win.deltas),
                "ura": list(win.ura),
                "han": win.han,
                "fu": win.fu,
                "yakuman": win.yakuman,
                "yaku": _list(win.yaku),
                "score": None if win.score is None else _SCORE.dump_python(win.score, mode="json"),
                "liable": win.liable,
            }
            for win in result.wins
        ],
    }


def _result(data: Mapping[str, Any], tile_set: TileSet) -> RecordedResult:
    reason, deltas, tenpai, after = data["reason"], data["deltas"], data["tenpai"], data.get("scores_after")
    return RecordedResult(
        wins=tuple(_win(item, tile_set) for item in data["wins"]),
        reason=None if reason is None else DrawReason(reason),
        deltas=None if deltas is None else _points(deltas),
        tenpai=None if tenpai is None else tuple(_flag(item, "tenpai") for item in _four(tenpai)),
        scores_after=None if after is None else _points(after),
    )


def _win(data: Mapping[str, Any], tile_set: TileSet) -> RecordedWin:
    yaku, score, deltas = data["yaku"], data["score"], data["deltas"]
    return RecordedWin(
        seat=_seat(data["seat"]),
        source=None if data["source"] is None else _seat(data["source"]),
        tile=_tile(data["tile"], tile_set),
        deltas=None if deltas is None else _points(deltas),
        ura=tuple(_tile(tile, tile_set) for tile in data["ura"]),
        han=_number_or_none(data["han"], "han"),
        fu=_number_or_none(data["fu"], "fu"),
        yakuman=_number_or_none(data["yakuman"], "yakuman"),
        yaku=None if yaku is None else tuple(map(str, yaku)),
        score=None if score is None else _SCORE.validate_python(score),
        liable=None if data["liable"] is None else _seat(data["liable"]),
    )


def _sitting(items: Any) -> tuple[Seat, ...]:
    if items is None:
        return AS_NAMED
    seats = tuple(map(_seat, _four(items)))
    if len(set(seats)) != len(SEATS):
        raise RecordError(f"sitting names each of the four players once, not {items!r}")
    return seats


def _list(items: tuple[T, ...] | None) -> list[T] | None:
    return None if items is None else list(items)


def _four(items: Any) -> list[Any]:
    if not isinstance(items, list) or len(items) != len(SEATS):
        raise RecordError(f"{items!r} should be a list of four")
    return items


def _points(items: Any) -> tuple[int, ...]:
    return tuple(whole_number(item, "each seat's points") for item in _four(items))


def _number_or_none(value: Any, name: str) -> int | None:
    return None if value is None else whole_number(value, name)


def _flag(value: Any, name: str) -> bool:
    if not isinstance(value, bool):
        raise RecordError(f"{name} must be true or false, not {value!r}")
    return value


def _length(value: Any) -> Literal["tonpuusen", "hanchan"] | None:
    if value not in (None, "tonpuusen", "hanchan"):
        raise RecordError(f"match_length must be tonpuusen, hanchan or null, not {value!r}")
    length: Literal["tonpuusen", "hanchan"] | None = value
    return length


def _history(items: Any) -> tuple[Mapping[str, Any], ...]:
    if not isinstance(items, list) or not all(isinstance(item, dict) and "kind" in item for item in items):
        raise RecordError("history must be a list of objects, each with its kind")
    return tuple(items)


def _seat(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value not in SEATS:
        raise RecordError(f"there is no seat {value!r}")
    return value


def _tile(value: Any, tile_set: TileSet) -> Tile:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < len(tile_set.tiles):
        raise RecordError(f"there is no tile {value!r} in this set")
    return Tile(value)
