"""mjai records: one JSON object a line, `start_game` to `end_game`, as public game logs and reviewers write them.

Reading is strict about what decides a game (tiles, turns, seats) and lenient about the rest: unknown extra fields
are ignored, `end_kyoku` and `end_game` may be missing, the reason of a draw may be left out.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from engine.errors import EngineError, RecordError, TileTextError
from engine.events import DrawReason
from engine.records.builder import DealBuilder
from engine.records.checked import parse_json, whole_number
from engine.records.model import RecordedDeal, RecordedGame, RecordedWin
from engine.tiles import SEATS, Seat, TileSet, Wind, mpsz_of_mjai

_REASONS: Final[dict[str, DrawReason]] = {reason.value: reason for reason in DrawReason} | {
    # The names of the first mjai servers.
    "fanpai": DrawReason.EXHAUSTIVE,
    "kyushukyuhai": DrawReason.NINE_TERMINALS,
    "nagashimangan": DrawReason.NAGASHI_MANGAN,
    "sufonrenta": DrawReason.FOUR_WINDS,
    "suchareach": DrawReason.FOUR_RIICHI,
    "sukaikan": DrawReason.FOUR_KANS,
    "sanchaho": DrawReason.TRIPLE_RON,
}


def read_mjai(lines: Iterable[str], source: str = "record", *, red_fives: int = 3) -> Iterator[RecordedGame]:
    """Every game of an mjai record, one by one; raises `RecordError` naming `source`, the line and what is wrong.

    `lines` may hold many games; line numbers in the result count from 0 through all of them (error texts count
    from 1, as editors do). A game that ends in the middle of a deal is an error. `red_fives` is how many a game with
    red fives has, of which mjai does not tell the number.
    """
    reader = _GameReader(source, TileSet(red_fives=red_fives))
    for number, line in enumerate(lines):
        if line.strip():
            game = reader.take(number, line)
            if game is not None:
                yield game
    game = reader.end()
    if game is not None:
        yield game


class _Fields:
    """One line's object, whose fields are checked as they are read."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data

    def __contains__(self, key: str) -> bool:
        return self.data.get(key) is not None

    def get(self, key: str) -> Any:
        if key not in self:
            raise RecordError(f"{self.data.get('type')!r} lacks the field {key!r}")
        return self.data[key]

    def number(self, key: str) -> int:
        return whole_number(self.get(key), repr(key))

    def seat(self, key: str) -> Seat:
        seat = self.number(key)
        if seat not in SEATS:
            raise RecordError(f"{key!r} must be a seat 0-3, not {seat}")
        return seat

    def tile(self, key: str) -> str:
        return _tile(self.get(key))

    def tiles(self, key: str) -> list[str]:
        value = self.get(key)
        if not isinstance(value, list):
            raise RecordError(f"{key!r} must be a list of tiles, not {value!r}")
        return [_tile(item) for item in value]

    def points(self, key: str) -> tuple[int, ...]:
        value = self.get(key)
        if not isinstance(value, list) or len(value) != 4:
            raise RecordError(f"{key!r} must be four whole numbers, not {value!r}")
        return tuple(whole_number(item, f"each of {key!r}") for item in value)

    def flag(self, key: str) -> bool | None:
        value = self.data.get(key)
        if value is not None and not isinstance(value, bool):
            raise RecordError(f"{key!r} must be true or false, not {value!r}")
        return value


def _tile(value: object) -> str:
    if not isinstance(value, str):
        raise RecordError(f"a tile is written as text, not {value!r}")
    if value == "?":
        raise RecordError("the record hides tiles ('?'); only a record of all four hands can be read")
    return mpsz_of_mjai(value)


class _GameReader:
    """Takes the lines of one or many games and gives each game when it is complete."""

    def __init__(self, source: str, with_reds: TileSet) -> None:
        self._source = source
        self._with_reds = with_reds
        self._line = -1
        self._started: int | None = None
        self._start: _Fields = _Fields({})
        self._tile_set = with_reds
        self._deals: list[RecordedDeal] = []
        self._builder: DealBuilder | None = None
        self._wins: list[RecordedWin] = []
        self._wins_line = 0
        self._deal_label = ""
        self._final: tuple[int, ...] | None = None

    def take(self, number: int, line: str) -> RecordedGame | None:
        """Read one line; gives the game that ended with it (or before it, where `end_game` is missing)."""
        self._line = number
        try:
            data = parse_json(line)
            if not isinstance(data, dict) or not isinstance(data.get("type"), str):
                raise RecordError('every line must be a JSON object with a "type"')
            return self._take(_Fields(data), data["type"])
        except (RecordError, TileTextError) as error:
            raise self._placed(error) from None

    def end(self) -> RecordedGame | None:
        """The last game, where the record ends without `end_game`."""
        try:
            return self._close_game() if self._started is not None else None
        except RecordError as error:
            raise self._placed(error) from None

    def _placed(self, error: EngineError) -> RecordError:
        return RecordError(f"{self._source}, line {self._line + 1}: {error}")

    def _take(self, fields: _Fields, kind: str) -> RecordedGame | None:
        if kind == "start_game":
            game = self._close_game() if self._started is not None else None
            self._open_game(fields)
            return game
        if self._started is None:
            raise RecordError(f"{kind!r} comes before any 'start_game'")
        if kind == "end_game":
            self._final = fields.points("scores") if "scores" in fields else None
            return self._close_game()
        if kind == "start_kyoku":
            self._close_deal()
            self._open_deal(fields)
        elif kind == "hora":
            self._hora(fields)
        elif kind == "end_kyoku":
            self._close_deal()
        elif kind in _STEPS:
            if self._builder is None or self._wins:
                raise RecordError(f"{kind!r} comes outside a deal: no 'start_kyoku' before it")
            _STEPS[kind](self, self._builder, fields)
        elif kind != "none":
            raise RecordError(f"{kind!r} is no mjai event type")
        return None

    def _open_game(self, fields: _Fields) -> None:
        length = fields.data.get("kyoku_first")
        if length not in (None, 0, 4):
            raise RecordError(f"'kyoku_first' must be 0 (tonpuusen) or 4 (hanchan), not {length!r}")
        names = fields.data.get("names")
        if names is not None and (not isinstance(names, list) or len(names) != 4):
            raise RecordError("'names' must be four names: this reads four-player records only")
        self._started, self._start, self._deals, self._final = self._line, fields, [], None
        self._tile_set = TileSet(red_fives=0) if fields.flag("aka_flag") is False else self._with_reds

    def _close_game(self) -> RecordedGame:
        self._close_deal()
        fields = self._start
        length = fields.data.get("kyoku_first")
        names = fields.data.get("names") or ["", "", "", ""]
        game = RecordedGame(
            deals=tuple(self._deals),
            names=tuple(str(name) for name in names),
            match_length=None if length is None else ("hanchan" if length == 4 else "tonpuusen"),
            open_tanyao=fields.flag("kuitan"),
            tile_set=self._tile_set,
            final_scores=self._final,
            id=str(fields.data.get("id", "")),
            line=self._started or 0,
        )
        self._started = None
        return game

    def _open_deal(self, fields: _Fields) -> None:
        hands = fields.get("tehais")
        if not isinstance(hands, list) or len(hands) != 4 or not all(isinstance(hand, list) for hand in hands):
            raise RecordError("'tehais' must be four lists of tiles")
        self._builder = DealBuilder(
            self._tile_set,
            round_wind=Wind.from_letter(str(fields.get("bakaze"))),
            number=fields.number("kyoku"),
            dealer=fields.seat("oya"),
            honba=fields.number("honba"),
            deposits=fields.number("kyotaku"),
            scores=fields.points("scores"),
            hands=[[_tile(tile) for tile in hand] for hand in hands],
            indicator=fields.tile("dora_marker"),
            line=self._line,
        )
        self._deal_label = f"{fields.get('bakaze')}{fields.get('kyoku')}.{fields.get('honba')}"

    def _close_deal(self) -> None:
        if self._builder is None:
            return
        if not self._wins:
            raise RecordError(
                f"deal {self._deal_label} (from line {self._builder.line + 1}) breaks off here without a result"
            )
        self._deals.append(self._builder.win(self._wins, self._wins_line))
        self._builder, self._wins = None, []

    def _hora(self, fields: _Fields) -> None:
        if self._builder is None:
            raise RecordError("'hora' comes outside a deal: no 'start_kyoku' before it")
        seat, source = fields.seat("actor"), fields.seat("target")
        tile = self._builder.winning_tile(seat, source, fields.tile("pai") if "pai" in fields else None)
        ura = fields.tiles("ura_markers") if "ura_markers" in fields else []
        known = next((win.ura for win in self._wins if win.ura), None)
        yaku = fields.data.get("yakus")
        if not self._wins:
            self._wins_line = self._line
        self._wins.append(
            RecordedWin(
                seat=seat,
                source=None if source == seat else source,
                tile=tile,
                deltas=fields.points("deltas") if "deltas" in fields else None,
                # Two winners in riichi see the same ura indicators: they are taken from the wall once.
                ura=() if not ura else known or self._builder.ura(ura),
                han=fields.number("fan") if "fan" in fields else None,
                fu=fields.number("fu") if "fu" in fields else None,
                yakuman=fields.number("yakuman") if "yakuman" in fields else None,
                yaku=tuple(sorted(map(str, yaku))) if isinstance(yaku, list) else None,
            )
        )

    def _ryukyoku(self, builder: DealBuilder, fields: _Fields) -> None:
        name = fields.data.get("reason")
        if name is not None and (not isinstance(name, str) or name not in _REASONS):
            raise RecordError(f"'ryukyoku' for an unknown reason {name!r}: known are {', '.join(sorted(_REASONS))}")
        tenpai = fields.data.get("tenpais")
        if tenpai is not None and (
            not isinstance(tenpai, list) or len(tenpai) != 4 or any(not isinstance(item, bool) for item in tenpai)
        ):
            raise RecordError(f"'tenpais' must be four times true or false, not {tenpai!r}")
        self._deals.append(
            builder.drawn_deal(
                None if name is None else _REASONS[name],
                fields.points("deltas") if "deltas" in fields else None,
                None if tenpai is None else tuple(tenpai),
                self._line,
            )
        )
        self._builder = None

    def _tsumo(self, builder: DealBuilder, fields: _Fields) -> None:
        builder.draw(fields.seat("actor"), fields.tile("pai"), self._line)

    def _dahai(self, builder: DealBuilder, fields: _Fields) -> None:
        builder.discard(fields.seat("actor"), fields.tile("pai"), fields.flag("tsumogiri"), self._line)

    def _reach(self, builder: DealBuilder, fields: _Fields) -> None:
        builder.riichi(fields.seat("actor"), self._line)

    def _reach_accepted(self, builder: DealBuilder, fields: _Fields) -> None:
        builder.accept_riichi(fields.seat("actor"))

    def _call(self, builder: DealBuilder, fields: _Fields) -> None:
        builder.call(
            fields.seat("actor"), fields.seat("target"), fields.tile("pai"), fields.tiles("consumed"), self._line
        )

    def _ankan(self, builder: DealBuilder, fields: _Fields) -> None:
        builder.concealed_kan(fields.seat("actor"), fields.tiles("consumed"), self._line)

    def _kakan(self, builder: DealBuilder, fields: _Fields) -> None:
        builder.added_kan(fields.seat("actor"), fields.tile("pai"), self._line)

    def _dora(self, builder: DealBuilder, fields: _Fields) -> None:
        builder.indicator(fields.tile("dora_marker"), self._line)


_STEPS: Final = {
    "tsumo": _GameReader._tsumo,
    "dahai": _GameReader._dahai,
    "reach": _GameReader._reach,
    "reach_accepted": _GameReader._reach_accepted,
    "chi": _GameReader._call,
    "pon": _GameReader._call,
    "daiminkan": _GameReader._call,
    "ankan": _GameReader._ankan,
    "kakan": _GameReader._kakan,
    "dora": _GameReader._dora,
    "ryukyoku": _GameReader._ryukyoku,
}
