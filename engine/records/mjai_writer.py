"""Writes games as mjai records that public reviewers read, every hand included."""

import json
from collections.abc import Iterator
from typing import Any

from engine.errors import RecordError
from engine.events import (
    AddedKan,
    Chi,
    ConcealedKan,
    Discard,
    Draw,
    DrawnDeal,
    Event,
    Flower,
    Indicator,
    OpenKan,
    Pon,
    Riichi,
    Win,
)
from engine.records.model import RecordedDeal, RecordedGame, RecordedWin
from engine.records.seats import stretches
from engine.tiles import KIND_OF, Seat, Tile, TileSet


def write_mjai(game: RecordedGame) -> Iterator[str]:
    """The lines of an mjai record, without line ends. Raises `RecordError` for a game with flowers.

    Where players changed places the record goes on as another game, which names them where they sat then.
    """
    for part in stretches(game):
        yield from _lines(part)


def _lines(game: RecordedGame) -> Iterator[str]:
    yield _line(
        "start_game",
        names=list(game.names),
        kyoku_first=0 if game.match_length == "tonpuusen" else 4,
        aka_flag=game.tile_set.red_fives > 0,
        kuitan=game.open_tanyao is not False,
    )
    for deal in game.deals:
        yield from _DealWriter(deal).lines()
    final = game.final_scores or (game.deals[-1].scores_after if game.deals else None)
    yield _line("end_game", **({} if final is None else {"scores": list(final)}))


def _line(kind: str, **fields: Any) -> str:
    return json.dumps({"type": kind} | fields, separators=(",", ":"))


class _DealWriter:
    """Writes one deal, remembering what mjai wants said again: the drawn tile, the pons, who discarded."""

    def __init__(self, deal: RecordedDeal) -> None:
        self._deal = deal
        self._set: TileSet = deal.tile_set
        self._drawn: Tile | None = None
        self._discarder: Seat = deal.dealer
        self._declared: Seat | None = None
        self._pons: dict[tuple[Seat, int], tuple[Tile, ...]] = {}

    def lines(self) -> Iterator[str]:
        deal = self._deal
        if not deal.is_read:
            raise RecordError(f"the table did not read every hand of {deal.label}: export this one as json or csv")
        if deal.indicator is None:
            raise RecordError("mjai knows only riichi games: export this one as json or csv")
        yield _line(
            "start_kyoku",
            bakaze=deal.round_wind.letter,
            dora_marker=self._set.mjai(deal.indicator),
            kyoku=deal.number,
            honba=deal.honba,
            kyotaku=deal.deposits,
            oya=deal.dealer,
            scores=list(deal.scores),
            tehais=[self._names(hand) for hand in deal.hands],
        )
        for event in deal.events:
            yield from self._result() if isinstance(event, Win | DrawnDeal) else self._event(event)
        yield _line("end_kyoku")

    def _names(self, tiles: tuple[Tile, ...]) -> list[str]:
        return [self._set.mjai(tile) for tile in tiles]

    def _event(self, event: Event) -> Iterator[str]:
        name = self._set.mjai
        match event:
            case Draw(seat, tile):
                self._drawn = tile
                yield _line("tsumo", actor=seat, pai=name(tile))
            case Riichi(seat):
                self._declared = seat
                yield _line("reach", actor=seat)
            case Discard(seat, tile):
                yield _line("dahai", actor=seat, pai=name(tile), tsumogiri=tile == self._drawn)
                self._drawn, self._discarder = None, seat
                if self._declared is not None and self._declared in self._deal.accepted:
                    yield _line("reach_accepted", actor=seat)
                self._declared = None
            case Chi(seat, tile, used) | Pon(seat, tile, used) | OpenKan(seat, tile, used):
                kind = {Chi: "chi", Pon: "pon", OpenKan: "daiminkan"}[type(event)]
                if isinstance(event, Pon):
                    self._pons[seat, KIND_OF[tile]] = (tile, *used)
                self._drawn = None
                yield _line(kind, actor=seat, target=self._discarder, pai=name(tile), consumed=self._names(used))
            case ConcealedKan(seat, tiles):
                self._drawn, self._discarder = None, seat
                yield _line("ankan", actor=seat, consumed=self._names(tiles))
            case AddedKan(seat, tile):
                self._drawn, self._discarder = None, seat
                pon = self._pons[seat, KIND_OF[tile]]
                yield _line("kakan", actor=seat, pai=name(tile), consumed=self._names(pon))
            case Indicator(tile):
                yield _line("dora", dora_marker=name(tile))
            case Flower():
                raise RecordError("mjai has no flowers: export this game as json or csv")

    def _result(self) -> Iterator[str]:
        result = self._deal.result
        yield from map(self._hora, result.wins) if result.wins else [self._ryukyoku()]

    def _hora(self, win: RecordedWin) -> str:
        fields: dict[str, Any] = {
            "actor": win.seat,
            "target": win.seat if win.source is None else win.source,
            "pai": self._set.mjai(win.tile),
        }
        if win.deltas is not None:
            fields["deltas"] = list(win.deltas)
        fields["ura_markers"] = self._names(win.ura)
        fields |= {
            key: value
            for key, value in (("fan", win.han), ("fu", win.fu), ("yakuman", win.yakuman))
            if value is not None
        }
        if win.yaku is not None:
            fields["yakus"] = list(win.yaku)
        return _line("hora", **fields)

    def _ryukyoku(self) -> str:
        result = self._deal.result
        fields: dict[str, Any] = {} if result.reason is None else {"reason": result.reason.value}
        if result.deltas is not None:
            fields["deltas"] = list(result.deltas)
        if result.tenpai is not None:
            fields["tenpais"] = list(result.tenpai)
        return _line("ryukyoku", **fields)
