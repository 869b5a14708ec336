"""Reads the JSON of tenhou.net/6: one object a game, alone in a file, one a line, or behind a viewer's `#json=`.

A deal lists what each seat took and gave; in which order the seats acted is not written down and is found again
here. When indicators were turned is not written either: it follows the rules (`indicators_at_once`).
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeAlias
from urllib.parse import unquote

from engine.errors import RecordError
from engine.events import DrawReason
from engine.records.builder import DealBuilder
from engine.records.checked import parse_json, whole_number
from engine.records.model import RecordedDeal, RecordedGame, RecordedWin
from engine.records.tenhou_names import (
    ALL_NOTEN,
    ALL_TENPAI,
    OUR_YAKU,
    REASONS,
    TSUMOGIRI,
    WIN,
    name_of_code,
)
from engine.tiles import SEATS, Seat, Tile, TileSet, Wind

Entry: TypeAlias = int | str
"""A tile code, or a call or riichi written as text."""

_MOST_ACTIONS: Final = 136
"""Each draw takes a tile and each call uses one up, so that a deal has never more of them than the set has tiles."""

_CALL: Final = re.compile(r"(\d\d)*[acmpk](\d\d)+")
_RIICHI: Final = re.compile(r"r(\d\d)")
_VALUE: Final = re.compile(r"(\d+)符(\d+)飜")
_YAKU: Final = re.compile(r"(.+?)(?:\((?:(\d+)飜|役満)\))?")


def read_tenhou(text: str, source: str = "record", *, indicators_at_once: bool = False) -> Iterator[RecordedGame]:
    """Every game in a text; raises `RecordError` naming `source`, the deal and what is wrong."""
    for number, data in _documents(text, source):
        yield _game(data, source, number, indicators_at_once)


def _documents(text: str, source: str) -> Iterator[tuple[int, dict[str, Any]]]:
    if "#json=" in text:
        numbered = [
            (number, unquote(line.split("#json=", 1)[1].split("&", 1)[0]))
            for number, line in enumerate(text.splitlines())
            if "#json=" in line
        ]
    else:
        numbered = [(0, text)]
    for number, document in numbered:
        try:
            whole = parse_json(document)
        except RecordError as error:
            # Several games, one a line.
            lines = [(n, line) for n, line in enumerate(document.splitlines()) if line.strip()]
            if len(lines) < 2 or len(numbered) > 1:
                raise RecordError(f"{source}, line {number + 1}: {error}") from None
            yield from _lines(lines, source)
        else:
            yield number, _object(whole, source)


def _lines(lines: Iterable[tuple[int, str]], source: str) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in lines:
        try:
            data = parse_json(line)
        except RecordError as error:
            raise RecordError(f"{source}, line {number + 1}: {error}") from None
        yield number, _object(data, source)


def _object(data: object, source: str) -> dict[str, Any]:
    if not isinstance(data, dict) or not isinstance(data.get("log"), list):
        raise RecordError(f'{source}: a tenhou.net/6 record is a JSON object with a list "log"')
    return data


def _game(data: dict[str, Any], source: str, line: int, at_once: bool) -> RecordedGame:
    rule: dict[str, Any] = data["rule"] if isinstance(data.get("rule"), dict) else {}
    names = data.get("name") or ["", "", "", ""]
    if not isinstance(names, list) or len(names) != 4:
        raise RecordError(f"{source}, line {line + 1}: this reads games of four players only")
    tile_set = _tile_set(rule)
    disp = str(rule.get("disp", ""))
    deals = []
    for number, entry in enumerate(data["log"]):
        try:
            deals.append(_deal(entry, tile_set, line, at_once))
        except (ValueError, TypeError, LookupError) as error:  # engine errors are `ValueError`s
            raise RecordError(f"{source}, line {line + 1}, deal {number + 1}: {error}") from None
    return RecordedGame(
        deals=tuple(deals),
        names=tuple(str(name) for name in names),
        match_length="hanchan" if "南" in disp else "tonpuusen" if "東" in disp else None,
        open_tanyao="喰" in disp if disp else None,
        tile_set=tile_set,
        final_scores=deals[-1].scores_after if deals else None,
        id=str(data.get("ref", "")),
        line=line,
    )


def _tile_set(rule: Mapping[str, Any]) -> TileSet:
    """The set by `aka51` to `aka53`, how many red fives a suit has, or by `aka`, whether there are any."""
    counts = [rule.get(f"aka{code}") for code in (51, 52, 53)]
    red = sum(count if isinstance(count, int) else bool(count) for count in counts)
    return TileSet(red_fives=min(red, 4) or (3 if rule.get("aka", 1) else 0))


def _deal(entry: object, tile_set: TileSet, line: int, at_once: bool) -> RecordedDeal:
    if not isinstance(entry, list) or len(entry) != 17:
        raise RecordError("a deal is a list of 17 parts: numbers, scores, dora, ura, three lists a seat, result")
    (number, honba, deposits), scores, dora, ura = entry[:4]
    number = whole_number(number, "the deal's number")
    seats = [entry[4 + 3 * seat : 7 + 3 * seat] for seat in SEATS]
    builder = DealBuilder(
        tile_set,
        round_wind=Wind(number // 4),
        number=number % 4 + 1,
        dealer=number % 4,
        honba=honba,
        deposits=deposits,
        scores=scores,
        hands=[[name_of_code(code) for code in hand] for hand, _, _ in seats],
        indicator=name_of_code(dora[0]),
        line=line,
    )
    order = _find_order([takes for _, takes, _ in seats], [gives for _, _, gives in seats], number % 4)
    if order is None:
        raise RecordError("no order of turns explains the draws, calls and discards listed")
    result = entry[16]
    teller = _Teller(builder, [name_of_code(code) for code in dora[1:]], at_once)
    for action in order:
        teller.tell(action)
    return teller.finish(result, [name_of_code(code) for code in ura])


class _Action(NamedTuple):
    """One entry of a seat's list, in the order of play."""

    seat: Seat
    entry: Entry
    is_take: bool


class _Call(NamedTuple):
    """A call's text taken apart: its letter, the tile after the letter, the other tiles, who it was taken from."""

    letter: str
    tile: str
    others: tuple[str, ...]
    source: Seat


def _parse_call(text: str, seat: Seat) -> _Call:
    if not _CALL.fullmatch(text):
        raise RecordError(f"{text!r} is no call")
    at = next(n for n, char in enumerate(text) if char.isalpha())
    codes = text[:at] + text[at + 1 :]
    names = [name_of_code(int(codes[n : n + 2])) for n in range(0, len(codes), 2)]
    index = at // 2
    tile = names.pop(index)
    # The letter stands before the taken tile, whose place in the set shows where it came from.
    source = {0: seat + 3, 1: seat + 2}.get(index, seat + 1) % 4
    return _Call(text[at], tile, tuple(names), source)


class _Search:
    """Finds an order of turns that uses up all lists. A claim is tried before letting the discard pass."""

    def __init__(self, takes: Sequence[Sequence[Entry]], gives: Sequence[Sequence[Entry]]) -> None:
        self.takes, self.gives = takes, gives

    def walk(self, seat: Seat, taken: tuple[int, ...], given: tuple[int, ...]) -> list[_Action] | None:
        """The actions from here on, with `seat` to take something; None if no order fits."""
        actions: list[_Action] = []
        taken_now, given_now = list(taken), list(given)
        drawn: Entry = 0
        while taken_now[seat] < len(self.takes[seat]):
            entry = self.takes[seat][taken_now[seat]]
            if isinstance(entry, int):
                drawn = entry
            taken_now[seat] += 1
            actions.append(_Action(seat, entry, True))
            if given_now[seat] == len(self.gives[seat]):
                break
            gift = self.gives[seat][given_now[seat]]
            given_now[seat] += 1
            if gift == 0:  # an open kan leaves an empty place; its replacement follows
                continue
            actions.append(_Action(seat, gift, False))
            if isinstance(gift, str) and not _RIICHI.fullmatch(gift):
                continue  # a kan; its replacement follows
            rest = self._after_discard(seat, _discarded(gift, drawn), tuple(taken_now), tuple(given_now))
            return None if rest is None else actions + rest
        ended = all(count == len(self.takes[s]) for s, count in enumerate(taken_now))
        return actions if ended and all(count == len(self.gives[s]) for s, count in enumerate(given_now)) else None

    def _after_discard(
        self, seat: Seat, name: str, taken: tuple[int, ...], given: tuple[int, ...]
    ) -> list[_Action] | None:
        for caller in self._callers(seat, name, taken):
            rest = self.walk(caller, taken, given)
            if rest is not None:
                return rest
        following = (seat + 1) % 4
        if taken[following] < len(self.takes[following]) and isinstance(self.takes[following][taken[following]], str):
            return None
        return self.walk(following, taken, given)

    def _callers(self, seat: Seat, name: str, taken: tuple[int, ...]) -> list[Seat]:
        found: list[tuple[bool, Seat]] = []
        for caller in SEATS:
            if caller == seat or taken[caller] == len(self.takes[caller]):
                continue
            entry = self.takes[caller][taken[caller]]
            if isinstance(entry, str):
                call = _parse_call(entry, caller)
                if call.source == seat and call.tile == name:
                    found.append((call.letter == "c", caller))
        return [caller for _, caller in sorted(found)]


def _discarded(gift: Entry, drawn: Entry) -> str:
    code = int(gift[1:]) if isinstance(gift, str) else gift
    return name_of_code(int(drawn) if code == TSUMOGIRI else code)


def _find_order(
    takes: Sequence[Sequence[Entry]], gives: Sequence[Sequence[Entry]], dealer: Seat
) -> list[_Action] | None:
    for entries in (*takes, *gives):
        if not isinstance(entries, list) or any(type(entry) not in (int, str) for entry in entries):
            raise RecordError("draws and discards are lists of tile codes and calls")
    if max(sum(map(len, takes)), sum(map(len, gives))) > _MOST_ACTIONS:
        raise RecordError(f"no deal has more than {_MOST_ACTIONS} draws and calls, or discards")
    return _Search(takes, gives).walk(dealer, (0, 0, 0, 0), (0, 0, 0, 0))


class _Teller:
    """Tells a builder the actions in order, with the indicators where the rules turn them."""

    def __init__(self, builder: DealBuilder, indicators: list[str], at_once: bool) -> None:
        self._builder = builder
        self._indicators = indicators
        self._at_once = at_once
        self._due_later = 0
        self._declared: Seat | None = None

    def tell(self, action: _Action) -> None:
        seat, entry = action.seat, action.entry
        if self._declared is not None and action.is_take:
            self._accept()
        if not action.is_take:
            self._give(seat, entry)
        elif isinstance(entry, int):
            self._builder.draw(seat, name_of_code(entry))
        else:
            call = _parse_call(entry, seat)
            self._builder.call(seat, call.source, call.tile, call.others)
            if call.letter == "m":
                self._after_kan(concealed=False)

    def finish(self, result: object, ura: list[str]) -> RecordedDeal:
        if not isinstance(result, list) or not result:
            raise RecordError("the deal has no result")
        if result[0] == WIN:
            return self._finish_won(result, ura)
        if result[0] not in REASONS:
            raise RecordError(f"{result[0]!r} is no known end of a deal")
        reason = REASONS[result[0]]
        if self._declared is not None and reason is not DrawReason.TRIPLE_RON:
            self._accept()
        deltas = _points(result[1]) if len(result) > 1 and result[1] else (0, 0, 0, 0)
        return self._builder.drawn_deal(reason, deltas, _tenpai(result[0], reason, deltas))

    def _finish_won(self, result: list[Any], ura: list[str]) -> RecordedDeal:
        wins: list[RecordedWin] = []
        markers: tuple[Tile, ...] = ()
        for n in range(1, len(result) - 1, 2):
            win = _win(self._builder, result[n], result[n + 1])
            if ura and win.seat in self._builder.accepted:
                markers = markers or self._builder.ura(ura)
                win = replace(win, ura=markers)
            wins.append(win)
        if not wins:
            raise RecordError("the deal is won, but by nobody")
        if self._declared is not None and wins[0].source != self._declared:
            self._accept()
        return self._builder.win(wins)

    def _accept(self) -> None:
        if self._declared is not None:
            self._builder.accept_riichi(self._declared)
        self._declared = None

    def _give(self, seat: Seat, entry: Entry) -> None:
        riichi = _RIICHI.fullmatch(entry) if isinstance(entry, str) else None
        if isinstance(entry, str) and riichi is None:
            call = _parse_call(entry, seat)
            if call.letter == "a":
                self._builder.concealed_kan(seat, (*call.others, call.tile))
            elif call.letter == "k":
                self._builder.added_kan(seat, call.tile)
            else:
                raise RecordError(f"{entry!r} among the discards of seat {seat}")
            self._after_kan(concealed=call.letter == "a")
            return
        self._turn_due()
        code = int(riichi[1]) if riichi is not None else int(entry)
        drawn = self._builder.drawn(seat)
        if code == TSUMOGIRI and drawn is None:
            raise RecordError(f"seat {seat} discards its drawn tile, but has drawn none")
        name = self._builder.tile_set.name(drawn) if code == TSUMOGIRI and drawn is not None else name_of_code(code)
        if riichi is not None:
            self._builder.riichi(seat)
            self._declared = seat
        self._builder.discard(seat, name, code == TSUMOGIRI)

    def _after_kan(self, *, concealed: bool) -> None:
        self._turn_due()
        if concealed or self._at_once:
            self._turn(1)
        else:
            self._due_later = 1

    def _turn_due(self) -> None:
        self._turn(self._due_later)
        self._due_later = 0

    def _turn(self, count: int) -> None:
        for _ in range(min(count, len(self._indicators))):
            self._builder.indicator(self._indicators.pop(0))


def _tenpai(name: str, reason: DrawReason, deltas: tuple[int, ...]) -> tuple[bool, ...] | None:
    if reason is not DrawReason.EXHAUSTIVE or (name not in (ALL_TENPAI, ALL_NOTEN) and not any(deltas)):
        return None
    return tuple(name == ALL_TENPAI or delta > 0 for delta in deltas)


def _points(value: object) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) != 4:
        raise RecordError(f"{value!r} are not the points of four seats")
    return tuple(whole_number(item, "each seat's points") for item in value)


def _win(builder: DealBuilder, deltas: object, detail: object) -> RecordedWin:
    if not isinstance(detail, list) or len(detail) < 3:
        raise RecordError(f"{detail!r} does not tell who won from whom")
    seat, source, liable = detail[:3]
    if not {seat, source, liable} <= set(SEATS):
        raise RecordError(f"{detail[:3]!r} are no seats")
    texts = [str(text) for text in detail[3:]]
    value = _VALUE.search(texts[0]) if texts else None
    found = [match for match in map(_YAKU.fullmatch, texts[1:]) if match is not None]
    yakuman = sum(match[0].endswith("(役満)") for match in found)
    han = 13 * yakuman or (int(value[2]) if value else sum(int(match[2] or 0) for match in found))
    return RecordedWin(
        seat=seat,
        source=None if source == seat else source,
        tile=builder.winning_tile(seat, source),
        deltas=_points(deltas),
        han=han or None,
        fu=0 if yakuman else int(value[1]) if value else None,
        yakuman=yakuman if found else None,
        yaku=tuple(sorted(OUR_YAKU[match[1]] for match in found if match[1] in OUR_YAKU)) if found else None,
        liable=None if liable == seat else liable,
    )
