"""PyPI `cmajiang` (C++)."""

from collections.abc import Callable, Sequence
from typing import Any

from cmajiang import Rule, Shoupai, hule, xiangting

from engine.melds import Meld, MeldType
from engine.scoring import WinContext
from tests.benchmarks.peers.forms import Counts, mpsz_names, suits_first, tiles_of_counts


def shanten(hands: Sequence[Counts]) -> tuple[Callable[[Any], object], list[Any]]:
    """`cmajiang`: a hand object, made of text."""
    return xiangting, [Shoupai(suits_first(mpsz_names(tiles_of_counts(counts)))) for counts in hands]


def scoring(wins: Sequence[WinContext]) -> tuple[Callable[[Any], Any], list[Any]]:
    """`cmajiang`: a hand object made of text, and the circumstances as arguments."""
    rule = Rule(doubleWindTileScore=True, doubleDamanguan=False)

    def form(win: WinContext) -> tuple[Any, dict[str, Any]]:
        win_name = mpsz_names([win.win_tile])[0]
        rest = list(win.hand)
        rest.remove(win.win_tile)
        text = suits_first(mpsz_names(sorted(rest))) + (win_name if win.tsumo else "")
        circumstances = {
            "rongpai": "" if win.tsumo else win_name + "=",
            "rule": rule,
            "zhuangfeng": int(win.round_wind),
            "menfeng": int(win.seat_wind),
            "lizhi": win.riichi,
            "yifa": win.ippatsu,
            "qianggang": win.chankan,
            "lingshang": win.rinshan,
            "haidi": (1 if win.tsumo else 2) if win.last_tile else 0,
            "baopai": mpsz_names(win.dora_indicators),
            "libaopai": mpsz_names(win.ura_indicators) if win.riichi else [],
            "changbang": win.honba,
            "lizhibang": win.deposits,
        }
        return Shoupai(",".join([text, *map(_meld, win.melds)])), circumstances

    return lambda item: hule(item[0], **item[1]), [form(win) for win in wins]


def _meld(meld: Meld) -> str:
    names = mpsz_names(sorted(meld.tiles))
    suit = names[0][0]
    digits = [name[1] for name in names]
    if meld.type is MeldType.CHI:
        return f"{suit}{digits[0]}-{''.join(digits[1:])}"
    digits.sort(key=lambda digit: digit == "0")
    if meld.type is MeldType.ANKAN:
        return suit + "".join(digits)
    if meld.type is MeldType.KAKAN:
        return f"{suit}{''.join(digits[:3])}={digits[3]}"
    return f"{suit}{''.join(digits)}="


def scoring_value(value: Any) -> object:
    """Han."""
    return 13 * value.damanguan or value.fanshu
