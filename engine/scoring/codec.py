"""Hands and their values as the JSON objects of `jantaku score` (formats.md, `score`)."""

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

from engine.errors import ImpossibleHand, TileTextError
from engine.melds import Meld, MeldType
from engine.rules import RuleSet
from engine.scoring import score_win
from engine.scoring.context import Payments, Refusal, Score, WinContext
from engine.tiles import Tile, TileBag, Wind, kind_of_name, split_mpsz

JsonObject: TypeAlias = dict[str, Any]

_REQUIRED: Final = ("hand", "win_tile", "tsumo")


def score_object(rules: RuleSet, entry: object) -> JsonObject:
    """Score one hand given as a JSON value; what is no possible hand gives an object with `error`, never raises."""
    name = entry.get("id") if isinstance(entry, dict) else None
    try:
        return write_outcome(rules, score_win(rules, read_win(rules, entry)), name)
    except ImpossibleHand as error:
        return error_object(error.code, error.message, name)


def error_object(code: str, message: str, name: object = None) -> JsonObject:
    """The answer to a line that is no possible hand."""
    return {"id": name, "error": {"code": code, "message": message}}


def read_win(rules: RuleSet, entry: object) -> WinContext:
    """The win a JSON object describes, with physical tiles of the rules' set.

    Fields the rules do not use are ignored. Raises `ImpossibleHand` for bad text or contradicting fields; what
    `score_win` checks is left to it.
    """
    if not isinstance(entry, dict):
        raise ImpossibleHand("bad_value", "a hand is a JSON object")
    return _Reader(rules, entry).win()


class _Reader:
    def __init__(self, rules: RuleSet, entry: Mapping[str, Any]) -> None:
        for field in _REQUIRED:
            if entry.get(field) is None:
                raise ImpossibleHand("missing_field", f"the field {field} is missing")
        self._entry = entry
        self._rules = rules
        self._riichi = rules.family == "riichi"
        self._bag = rules.tile_set.bag()

    def win(self) -> WinContext:
        tsumo = self._flag("tsumo")
        hand = self._tiles("hand")
        melds = self._melds()
        return WinContext(
            hand=hand,
            melds=melds,
            win_tile=self._win_tile(hand),
            tsumo=tsumo,
            round_wind=self._wind("round_wind"),
            seat_wind=self._wind("seat_wind"),
            rinshan=self._flag("rinshan"),
            chankan=self._flag("chankan"),
            last_tile=self._last_tile(tsumo),
            **(self._riichi_fields() if self._riichi else self._fan_fields()),
        )

    def _riichi_fields(self) -> dict[str, Any]:
        return {
            "riichi": self._number("riichi", 2),
            "ippatsu": self._flag("ippatsu"),
            "first_draw": self._first_draw(),
            "renhou": self._flag("renhou"),
            "dora_indicators": self._tiles("dora_indicators"),
            "ura_indicators": self._tiles("ura_indicators"),
            "honba": self._number("honba"),
            "deposits": self._number("kyotaku"),
            "liable": self._liable(),
        }

    def _fan_fields(self) -> dict[str, Any]:
        return {"flowers": self._tiles("flowers") if self._rules.flowers else ()}

    def _flag(self, field: str) -> bool:
        value = self._entry.get(field)
        if value is None:
            return False
        if not isinstance(value, bool):
            raise ImpossibleHand("bad_value", f"{field}: write true or false, not {value!r}")
        return value

    def _number(self, field: str, most: int | None = None) -> Any:
        value = self._entry.get(field)
        if value is None:
            return 0
        if not isinstance(value, int) or isinstance(value, bool) or value < 0 or (most is not None and value > most):
            limit = f"0 to {most}" if most is not None else "0 or more"
            raise ImpossibleHand("bad_value", f"{field}: write a whole number, {limit}, not {value!r}")
        return value

    def _text(self, field: str) -> str:
        value = self._entry.get(field)
        if value is None:
            return ""
        if not isinstance(value, str):
            raise ImpossibleHand("bad_value", f"{field}: write tiles as text, not {value!r}")
        return value

    def _wind(self, field: str) -> Wind:
        value = self._entry.get(field)
        try:
            return Wind.EAST if value is None else Wind.from_letter(str(value))
        except TileTextError as error:
            raise ImpossibleHand("bad_value", f"{field}: {error}") from None

    def _liable(self) -> Literal["discarder", "other"] | None:
        value = self._entry.get("liable")
        if value not in (None, "discarder", "other"):
            raise ImpossibleHand("bad_value", f'liable: write null, "discarder" or "other", not {value!r}')
        return value

    def _tiles(self, field: str) -> tuple[Tile, ...]:
        return take_tiles(self._bag, self._text(field), field)

    def _melds(self) -> tuple[Meld, ...]:
        entries = self._entry.get("melds") or []
        if not isinstance(entries, list):
            raise ImpossibleHand("bad_value", 'melds: write a list of {"type", "tiles"}')
        return tuple(self._meld(entry) for entry in entries)

    def _meld(self, entry: object) -> Meld:
        if not isinstance(entry, dict) or not isinstance(entry.get("tiles"), str):
            raise ImpossibleHand("bad_value", 'melds: each is an object {"type", "tiles"}')
        try:
            kind = MeldType(str(entry.get("type")))
        except ValueError:
            known = ", ".join(MeldType)
            raise ImpossibleHand("bad_value", f"melds: there is no type {entry.get('type')!r}, only {known}") from None
        return Meld(kind, take_tiles(self._bag, entry["tiles"], "melds"))

    def _win_tile(self, hand: tuple[Tile, ...]) -> Tile:
        names = _names(self._text("win_tile"), "win_tile")
        if len(names) != 1:
            raise ImpossibleHand("bad_tiles", "win_tile: write exactly one tile")
        tile_set = self._rules.tile_set
        wanted = names[0]
        if wanted[0] == "0" and kind_of_name(wanted) not in {tile // 4 for tile in tile_set.red}:
            wanted = "5" + wanted[1]
        for tile in hand:
            if tile_set.name(tile) == wanted:
                return tile
        raise ImpossibleHand("win_tile_not_in_hand", f"the winning tile {names[0]} is not among the tiles of hand")

    def _last_tile(self, tsumo: bool) -> bool:
        haitei, houtei = self._flag("haitei"), self._flag("houtei")
        if haitei and not tsumo:
            raise ImpossibleHand("haitei_with_ron", "haitei is a tsumo with the last tile; by ron it is houtei")
        if houtei and tsumo:
            raise ImpossibleHand("houtei_with_tsumo", "houtei is a ron on the last discard; by tsumo it is haitei")
        if houtei and self._flag("chankan"):
            raise ImpossibleHand("houtei_with_chankan", "a robbed kan is no discard")
        if self._riichi and haitei and self._flag("rinshan"):
            raise ImpossibleHand("haitei_with_rinshan", "the last tile of the wall is no replacement tile")
        return haitei or houtei

    def _first_draw(self) -> bool:
        tenhou, chiihou = self._flag("tenhou"), self._flag("chiihou")
        dealer = self._wind("seat_wind") is Wind.EAST
        if tenhou and not dealer:
            raise ImpossibleHand("tenhou_not_dealer", "tenhou is the dealer's; the others' is chiihou")
        if chiihou and dealer:
            raise ImpossibleHand("chiihou_by_dealer", "chiihou is for the others; the dealer's is tenhou")
        return tenhou or chiihou


def take_tiles(bag: TileBag, text: str, field: str) -> tuple[Tile, ...]:
    """The tiles of an mpsz text out of a bag; raises `ImpossibleHand` naming `field`."""
    taken = []
    for name in _names(text, field):
        try:
            taken.append(bag.take(name))
        except TileTextError as error:
            code = "five_of_a_kind" if name[1] != "f" else "too_many_flowers"
            raise ImpossibleHand(code, f"{field}: {error}") from None
    return tuple(taken)


def _names(text: str, field: str) -> list[str]:
    try:
        return split_mpsz(text)
    except TileTextError as error:
        raise ImpossibleHand("bad_tiles", f"{field}: {error}") from None


def write_outcome(rules: RuleSet, outcome: Score | Refusal, name: object = None) -> JsonObject:
    """The JSON object for a value or a refusal, in the form of the rules' family."""
    if isinstance(outcome, Refusal):
        return _write_refusal(outcome, name)
    if rules.family == "fan":
        return _write_fan(outcome, name)
    return _write_riichi(outcome, name)


def _write_refusal(refusal: Refusal, name: object) -> JsonObject:
    answer: JsonObject = {"id": name, "valid": False, "reason": refusal.reason, "message": refusal.message}
    if refusal.reason == "below_minimum":
        answer["patterns"] = [{"name": pattern, "fan": fan} for pattern, fan in refusal.yaku]
        answer["fan"] = refusal.han
    return answer


def _write_fan(score: Score, name: object) -> JsonObject:
    paid = score.payments
    return {
        "id": name,
        "valid": True,
        "patterns": [{"name": pattern, "fan": fan} for pattern, fan in score.yaku],
        "fan": score.han,
        "base": score.base,
        "payments": {"tsumo": {"each": paid.other}} if paid.ron is None else {"ron": paid.ron},
        "total": score.total,
    }


def _write_riichi(score: Score, name: object) -> JsonObject:
    return {
        "id": name,
        "valid": True,
        "yaku": [{"name": yaku, "han": han} for yaku, han in score.yaku],
        "dora": score.dora,
        "aka": score.aka,
        "ura": score.ura,
        "han": score.han,
        "fu": score.fu,
        "yakuman": score.yakuman,
        "limit": score.limit,
        "payments": _write_payments(score.payments),
        "deposits": score.deposits,
        "total": score.total,
    }


def _write_payments(paid: Payments) -> JsonObject:
    answer: JsonObject = (
        {"tsumo": {"dealer": paid.dealer, "other": paid.other}} if paid.ron is None else {"ron": paid.ron}
    )
    if paid.liable is not None:
        answer["liable"] = paid.liable
    return answer
