"""Writes games as the JSON of tenhou.net/6, for its viewer."""

import json
from typing import Any, Final

from engine.errors import RecordError
from engine.events import (
    AddedKan,
    Chi,
    ConcealedKan,
    Discard,
    Draw,
    DrawReason,
    Event,
    Flower,
    Indicator,
    OpenKan,
    Pon,
    Riichi,
)
from engine.records.model import RecordedDeal, RecordedGame, RecordedWin
from engine.records.seats import from_first_dealer, stretches
from engine.records.tenhou import Entry
from engine.records.tenhou_names import (
    ALL_NOTEN,
    ALL_TENPAI,
    DORA,
    DRAWS,
    LIMITS,
    RED_DORA,
    ROUND_WIND,
    SEAT_WIND,
    TSUMOGIRI,
    URA_DORA,
    WIN,
    WINDS,
    YAKU,
    code_of_name,
)
from engine.scoring.context import Payments, Score
from engine.tiles import KIND_OF, SEATS, Seat, Tile, TileSet

_LETTERS: Final = {Chi: "c", Pon: "p", OpenKan: "m"}


def write_tenhou(game: RecordedGame, title: str = "Jantaku") -> str:
    """One game as a line of JSON, without its last line end; seats are counted from the first dealer.

    Where players changed places another line, with their names anew, tells the rest. Raises `RecordError` for a game
    with flowers.
    """
    return "\n".join(_line(part, title) for part in stretches(from_first_dealer(game)))


def _line(game: RecordedGame, title: str) -> str:
    length = {"tonpuusen": "東", "hanchan": "南", None: ""}[game.match_length]
    reds = game.tile_set.red_fives
    disp = f"{length}{'' if game.open_tanyao is False else '喰'}{'赤' if reds else ''}"
    data = {
        "title": [title, ""],
        "name": list(game.names),
        "rule": {"disp": disp, "aka": int(reds > 0)} | ({} if reds in (0, 3) else _reds_by_suit(game.tile_set)),
        "log": [_DealWriter(deal).entry() for deal in game.deals],
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _reds_by_suit(tile_set: TileSet) -> dict[str, int]:
    """How many red fives each suit has, where it is not one each."""
    suits = [KIND_OF[tile] // 9 for tile in tile_set.red]
    return {f"aka{51 + suit}": suits.count(suit) for suit in range(3)}


class _DealWriter:
    """Sorts one deal's events into the lists of the seats."""

    def __init__(self, deal: RecordedDeal) -> None:
        self._deal = deal
        self._takes: list[list[Entry]] = [[], [], [], []]
        self._gives: list[list[Entry]] = [[], [], [], []]
        if not deal.is_read:
            raise RecordError(f"the table did not read every hand of {deal.label}: export this one as json or csv")
        if deal.indicator is None:
            raise RecordError("tenhou.net/6 knows only riichi games: export this one as json or csv")
        self._dora = [deal.indicator]
        self._drawn: Tile | None = None
        self._discarder: Seat = deal.dealer
        self._declared = False
        self._pons: dict[tuple[Seat, int], str] = {}
        """The text of each pon, by seat and kind."""

    def entry(self) -> list[Any]:
        """The list of 17 parts."""
        deal = self._deal
        for event in deal.events:
            self._add(event)
        parts: list[Any] = [
            [deal.round_wind * 4 + deal.number - 1, deal.honba, deal.deposits],
            list(deal.scores),
            [self._code(tile) for tile in self._dora],
            [self._code(tile) for tile in max((win.ura for win in deal.result.wins), key=len, default=())],
        ]
        for seat in SEATS:
            parts += [[self._code(tile) for tile in deal.hands[seat]], self._takes[seat], self._gives[seat]]
        return [*parts, self._result()]

    def _code(self, tile: Tile) -> int:
        return code_of_name(self._deal.tile_set.name(tile))

    def _add(self, event: Event) -> None:
        match event:
            case Draw(seat, tile):
                self._drawn = tile
                self._takes[seat].append(self._code(tile))
            case Riichi():
                self._declared = True
            case Discard(seat, tile):
                code = TSUMOGIRI if tile == self._drawn else self._code(tile)
                self._gives[seat].append(f"r{code}" if self._declared else code)
                self._declared, self._drawn, self._discarder = False, None, seat
            case Chi(seat, tile, used) | Pon(seat, tile, used) | OpenKan(seat, tile, used):
                self._call(seat, _LETTERS[type(event)], tile, used)
            case ConcealedKan(seat, tiles):
                *first, last = (str(self._code(tile)) for tile in tiles)
                self._gives[seat].append("".join([*first, "a", last]))
            case AddedKan(seat, tile):
                self._gives[seat].append(self._pons[seat, KIND_OF[tile]].replace("p", f"k{self._code(tile)}"))
            case Indicator(tile):
                self._dora.append(tile)
            case Flower():
                raise RecordError("tenhou.net/6 has no flowers: export this game as json or csv")

    def _call(self, seat: Seat, letter: str, tile: Tile, used: tuple[Tile, ...]) -> None:
        codes = [str(self._code(other)) for other in used]
        # The letter stands first for the left neighbour, second for the opposite seat, last for the right one.
        index = {3: 0, 2: 1, 1: len(codes)}[(self._discarder - seat) % 4]
        codes.insert(index, f"{letter}{self._code(tile)}")
        self._takes[seat].append("".join(codes))
        self._drawn = None
        if letter == "p":
            self._pons[seat, KIND_OF[tile]] = "".join(codes)
        elif letter == "m":
            self._gives[seat].append(0)

    def _result(self) -> list[Any]:
        result = self._deal.result
        deltas = list(result.deltas or (0, 0, 0, 0))
        if not result.wins:
            reason = result.reason or DrawReason.EXHAUSTIVE
            name = DRAWS[reason]
            if result.tenpai is not None and len(set(result.tenpai)) == 1 and reason is DrawReason.EXHAUSTIVE:
                return [ALL_TENPAI if result.tenpai[0] else ALL_NOTEN]
            return [name, deltas] if any(deltas) else [name]
        parts: list[Any] = [WIN]
        for win in result.wins:
            source = win.seat if win.source is None else win.source
            liable = win.seat if win.liable is None else win.liable
            parts += [list(win.deltas or deltas), [win.seat, source, liable, self._value(win), *self._yaku(win)]]
        return parts

    def _value(self, win: RecordedWin) -> str:
        score = win.score
        if score is None:
            plain = f"{win.fu}符{win.han}飜" if win.fu and win.han is not None else ""
            return LIMITS["yakuman"] if win.yakuman else plain
        head = LIMITS[score.limit] if score.limit is not None else f"{score.fu}符{score.han}飜"
        return head + _payment(score.payments, self._deal.honba if self._takes_honba(win) else 0, win.source is None)

    def _takes_honba(self, win: RecordedWin) -> bool:
        return win is self._deal.result.wins[0]

    def _yaku(self, win: RecordedWin) -> list[str]:
        if win.score is None:
            suffix = "(役満)" if win.yakuman else ""
            return [self._yaku_name(name, win.seat) + suffix for name in win.yaku or ()]
        return [*(self._valued(name, han, win) for name, han in win.score.yaku), *_dora(win.score)]

    def _valued(self, name: str, han: int, win: RecordedWin) -> str:
        worth = "役満" if win.yakuman else f"{han}飜"
        return f"{self._yaku_name(name, win.seat)}({worth})"

    def _yaku_name(self, name: str, seat: Seat) -> str:
        if name == "seat_wind":
            return f"{SEAT_WIND} {WINDS[(seat - self._deal.dealer) % 4]}"
        if name == "round_wind":
            return f"{ROUND_WIND} {WINDS[self._deal.round_wind]}"
        return YAKU[name]


def _payment(payments: Payments, honba: int, tsumo: bool) -> str:
    """What the hand is worth without honba, as the viewer shows it: `8000点`, `700-1300点`, `4000点∀`."""
    if not tsumo or payments.liable is not None:
        whole = payments.ron if payments.ron is not None else payments.liable
        return f"{(whole or 0) - 300 * honba}点"
    other = (payments.other or 0) - 100 * honba
    return f"{other}点∀" if payments.dealer is None else f"{other}-{payments.dealer - 100 * honba}点"


def _dora(score: Score) -> list[str]:
    named = ((DORA, score.dora), (RED_DORA, score.aka), (URA_DORA, score.ura))
    return [f"{name}({count}飜)" for name, count in named if count]
