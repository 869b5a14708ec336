"""Hands that cannot exist, and circumstances that contradict each other."""

from typing import Final

from engine.errors import ImpossibleHand
from engine.melds import Meld, MeldType
from engine.rules import RuleSet
from engine.scoring.context import WinContext
from engine.scoring.hand import shown_set
from engine.tiles import FIRST_FLOWER, KIND_OF, Tile, Wind

MAX_INDICATORS: Final = 5
MAX_MELDS: Final = 4
_CHI = MeldType.CHI
_PON = MeldType.PON


def check_possible(rules: RuleSet, win: WinContext) -> None:
    """Raise `ImpossibleHand` if a hand cannot exist in any game of this family; what it is worth is not asked.

    What the rules do not use is not looked at.
    """
    tiles = win.hand
    melds, closed = len(win.melds), len(tiles)
    if melds > MAX_MELDS:
        raise ImpossibleHand("tile_count", f"a hand has at most {MAX_MELDS} melds, not {melds}")
    if closed != 14 - 3 * melds:
        raise ImpossibleHand(
            "tile_count",
            f"with its melds shown ({melds}) a finished hand has {14 - 3 * melds} closed tiles, "
            f"the winning tile among them, not {closed}",
        )
    if max(tiles) >= 136:
        raise ImpossibleHand("flower_in_hand", "flowers and seasons are shown apart, not part of the hand")
    if win.win_tile not in tiles:
        raise ImpossibleHand("win_tile_not_in_hand", "the winning tile is not among the closed tiles")
    for meld in win.melds:
        _check_meld(meld)
        tiles += meld.tiles
    riichi_family = rules.family == "riichi"
    if riichi_family:
        tiles += win.dora_indicators + win.ura_indicators
    if len(set(tiles)) != len(tiles):
        raise ImpossibleHand("same_tile_twice", "one physical tile is used twice")
    if win.rinshan or win.chankan:
        _check_kan(win, tiles)
    if riichi_family:
        _check_riichi(win)
    elif any(KIND_OF[tile] < FIRST_FLOWER for tile in win.flowers) or len(set(win.flowers)) != len(win.flowers):
        raise ImpossibleHand("flowers", "only flowers and seasons, each once, may be shown as flowers")


def _check_meld(meld: Meld) -> None:
    tiles, type_ = meld.tiles, meld.type
    shown = shown_set(tiles)
    if not (shown.run if type_ is _CHI else shown.equal and shown.kan is (type_ is not _PON)):
        raise ImpossibleHand("wrong_meld", f"these {len(tiles)} tiles make no {type_}")


def _check_kan(win: WinContext, tiles: tuple[Tile, ...]) -> None:
    if win.rinshan:
        if not win.tsumo:
            raise ImpossibleHand("rinshan_with_ron", "a replacement tile is drawn, it cannot be a ron")
        if not any(meld.is_kan for meld in win.melds):
            raise ImpossibleHand("rinshan_without_kan", "a win on a replacement tile needs a kan among the melds")
    if win.chankan:
        if win.tsumo:
            raise ImpossibleHand("chankan_with_tsumo", "a robbed kan is a ron, not a tsumo")
        kind = KIND_OF[win.win_tile]
        if sum(1 for tile in tiles if KIND_OF[tile] == kind) > 1:
            raise ImpossibleHand("chankan_tile", "the robbed kan has all the other tiles of its kind")


def _check_riichi(win: WinContext) -> None:
    if win.riichi:
        if win.melds and any(meld.is_open for meld in win.melds):
            raise ImpossibleHand("riichi_with_open_meld", "riichi needs a closed hand, and here is an open meld")
    elif win.ippatsu:
        raise ImpossibleHand("ippatsu_without_riichi", "ippatsu needs riichi")
    if win.ippatsu and win.rinshan:
        raise ImpossibleHand("ippatsu_with_rinshan", "the kan before the replacement tile ended ippatsu")
    if win.first_draw or win.renhou:
        _check_first_round(win)
    if len(win.dora_indicators) > MAX_INDICATORS:
        raise ImpossibleHand("too_many_indicators", f"there are at most {MAX_INDICATORS} dora indicators")
    if len(win.ura_indicators) > len(win.dora_indicators):
        raise ImpossibleHand("more_ura_than_dora", "there cannot be more ura indicators than dora indicators")
    if win.honba < 0 or win.deposits < 0:
        raise ImpossibleHand("negative", "honba and deposits cannot be below 0")
    if win.liable == "discarder" and win.tsumo:
        raise ImpossibleHand("liable_discarder_with_tsumo", "a tsumo has no discarder who could be liable")


def _check_first_round(win: WinContext) -> None:
    name = "renhou" if win.renhou else "tenhou" if win.seat_wind is Wind.EAST else "chiihou"
    if win.first_draw and not win.tsumo:
        raise ImpossibleHand(f"{name}_with_ron", f"{name} is a win on the first own draw, not by ron")
    if win.renhou and win.tsumo:
        raise ImpossibleHand("renhou_with_tsumo", "renhou is a ron before the first own draw")
    if win.renhou and win.seat_wind is Wind.EAST:
        raise ImpossibleHand("renhou_by_dealer", "the dealer draws first and cannot win by renhou")
    if win.melds:
        raise ImpossibleHand(f"{name}_with_melds", f"{name} needs a go-round without any call")
    for other, given in (("riichi", win.riichi), ("a robbed kan", win.chankan), ("the last tile", win.last_tile)):
        if given:
            raise ImpossibleHand(f"{name}_too_late", f"{name} comes before anything else, {other} contradicts it")
