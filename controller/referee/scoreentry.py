"""Score entry: the result of a deal as people say it, for what the table could not read."""

from collections.abc import Mapping
from typing import Any

from controller.referee.dealing import install
from controller.referee.desk import Desk
from controller.referee.rulingfields import RulingError
from controller.referee.state import TablePhase
from engine.deal import Deal
from engine.deal.entered import (
    EnteredWin,
    drawn,
    score_of_points,
    score_of_value,
    unread_deal,
    with_riichi,
    won,
)
from engine.deal.wins import offered_tile
from engine.errors import EngineError
from engine.events import DrawReason
from engine.scoring import score_win
from engine.scoring.codec import read_win
from engine.scoring.context import Refusal, Score, WinContext
from engine.tiles import Seat, Tile, seat_wind


def enter_score(desk: Desk, details: Mapping[str, Any]) -> None:
    """The deal ends as the details say (`rulingforms`: score). Raises `RulingError`."""
    state = desk.state
    if state.match is None or state.phase not in (TablePhase.DEALING, TablePhase.PLAYING, TablePhase.URA):
        raise RulingError("there is no deal to enter a result for; undo the result on show first")
    deal = state.deal if state.deal is not None else unread_deal(state.match)
    try:
        deal = with_riichi(deal, details.get("riichi", ()))
        ended = _ended(deal, details)
    except EngineError as error:
        raise RulingError(str(error)) from error
    if state.deal is None:
        install(desk, unread_deal(state.match))
    desk.end_as_entered(deal, ended)


def _ended(deal: Deal, details: Mapping[str, Any]) -> Deal:
    wins = details.get("wins", ())
    if details["end"] == "win":
        if not wins:
            raise RulingError("say who won: wins")
        return won(deal, [_win(deal, win, first=index == 0) for index, win in enumerate(wins)])
    if wins:
        raise RulingError("a drawn deal has no winners; ready hands are `tenpai`")
    return drawn(deal, DrawReason(details["end"]), details.get("tenpai", ()), details.get("nagashi", ()))


def _win(deal: Deal, win: Mapping[str, Any], *, first: bool) -> EnteredWin:
    seat, source = win["seat"], win.get("source")
    if "hand" in win:
        context = context_of(deal, win, first=first)
        score = score_win(deal.rules, context)
        if isinstance(score, Refusal):
            raise RulingError(f"this hand does not win: {score.message}")
        return EnteredWin(seat, source, score, context.win_tile, win.get("liable"))
    return EnteredWin(seat, source, _value(deal, win, first=first), _tile(deal, source), win.get("liable"))


def _value(deal: Deal, win: Mapping[str, Any], *, first: bool) -> Score:
    seat, tsumo = win["seat"], win.get("source") is None
    if "points" in win:
        return score_of_points(deal, seat, win["points"], tsumo=tsumo, first=first)
    if "yakuman" in win:
        pao = win.get("liable") not in (None, win.get("source"))
        return score_of_value(deal, seat, tsumo=tsumo, han=0, yakuman=win["yakuman"], pao=pao, first=first)
    if "han" not in win:
        raise RulingError("say what the hand is worth: the tiles (hand, win_tile), or han and fu, yakuman, or points")
    han = win["han"]
    if deal.rules.family == "riichi" and han < 1:
        raise RulingError("a hand has at least 1 han")
    if deal.rules.family == "riichi" and "fu" not in win and han < 5:
        raise RulingError("below 5 han the fu count: give fu, 30 for most hands")
    if deal.rules.family == "fan" and han < deal.rules.minimum_fan:
        raise RulingError(f"this table needs {deal.rules.minimum_fan} fan")
    return score_of_value(deal, seat, tsumo=tsumo, han=han, fu=win.get("fu", 30), first=first)


def context_of(deal: Deal, win: Mapping[str, Any], *, first: bool) -> WinContext:
    """The win that tiles in mpsz describe, in this deal. Raises `ImpossibleHand` or `RulingError`."""
    flags = win.get("yaku", ())
    seat, source = win["seat"], win.get("source")
    player = deal.players[seat]
    declared = 2 if "double_riichi" in flags else 1 if "riichi" in flags else player.riichi
    text = deal.rules.tile_set.text
    entry = {
        "hand": win["hand"],
        "melds": [_meld(word) for word in str(win.get("melds", "")).split()],
        "win_tile": win.get("win_tile"),
        "tsumo": source is None,
        "riichi": declared,
        **{flag: True for flag in flags if flag not in ("riichi", "double_riichi")},
        "round_wind": deal.round_wind.letter,
        "seat_wind": seat_wind(seat, deal.dealer).letter,
        "dora_indicators": text(deal.indicators),
        "ura_indicators": win.get("ura", ""),
        "honba": deal.honba if first else 0,
        "kyotaku": deal.deposits if first else 0,
        "flowers": text(player.flowers),
        "liable": _liable(win),
    }
    return read_win(deal.rules, entry)


def _liable(win: Mapping[str, Any]) -> str | None:
    liable = win.get("liable")
    if liable is None:
        return None
    return "discarder" if liable == win.get("source") else "other"


def _meld(word: str) -> dict[str, str]:
    """`pon:555z` as an object of `jantaku score`."""
    kind, _, tiles = word.partition(":")
    if not tiles:
        raise RulingError(f"melds: {word!r} names no kind: write chi:123m or ankan:1111p")
    return {"type": kind, "tiles": tiles}


def _tile(deal: Deal, source: Seat | None) -> Tile | None:
    """The tile that must have been won on, if the table has seen it."""
    if source is None:
        return deal.players[deal.turn].drawn
    offered = offered_tile(deal)
    return offered[0] if offered is not None and offered[1] == source else None
