"""The ordinary riichi yaku: their han, and which of them a hand or a reading has (rules.md, Riichi)."""

from functools import lru_cache
from typing import Final

from engine.rules import RuleSet
from engine.scoring.context import WinContext
from engine.scoring.hand import HONOUR_MASK, ORPHAN_MASK, OUTSIDE_RUNS, Arrangement, Hand, Wait
from engine.tiles import DRAGONS

CLOSED_HAN: Final[dict[str, int]] = {
    "riichi": 1,
    "double_riichi": 2,
    "ippatsu": 1,
    "menzen_tsumo": 1,
    "pinfu": 1,
    "tanyao": 1,
    "iipeikou": 1,
    "yakuhai_haku": 1,
    "yakuhai_hatsu": 1,
    "yakuhai_chun": 1,
    "seat_wind": 1,
    "round_wind": 1,
    "rinshan": 1,
    "chankan": 1,
    "haitei": 1,
    "houtei": 1,
    "chiitoitsu": 2,
    "sanshoku_doujun": 2,
    "ittsu": 2,
    "chanta": 2,
    "honroutou": 2,
    "toitoi": 2,
    "sanankou": 2,
    "sankantsu": 2,
    "sanshoku_doukou": 2,
    "shousangen": 2,
    "ryanpeikou": 3,
    "junchan": 3,
    "honitsu": 3,
    "chinitsu": 6,
}
"""Han of each yaku in a closed hand."""

_LESS_WHEN_OPEN: Final = ("sanshoku_doujun", "ittsu", "chanta", "junchan", "honitsu", "chinitsu")

OPEN_HAN: Final[dict[str, int]] = {name: han - (name in _LESS_WHEN_OPEN) for name, han in CLOSED_HAN.items()}
"""Han of each yaku in an open hand (those an open hand cannot have are never asked for)."""

_DRAGON_NAMES: Final = tuple(zip(DRAGONS, ("yakuhai_haku", "yakuhai_hatsu", "yakuhai_chun"), strict=True))
_LOW_RUNS: Final = 1 | 1 << 9 | 1 << 18


@lru_cache(maxsize=4096)
def han_of(names: tuple[str, ...], closed: bool) -> tuple[tuple[tuple[str, int], ...], int]:
    """Some yaku with the han each has in a closed or an open hand, and the sum."""
    table = CLOSED_HAN if closed else OPEN_HAN
    named = tuple((name, table[name]) for name in names)
    return named, sum(han for _, han in named)


def hand_yaku(rules: RuleSet, hand: Hand) -> list[str]:
    """The yaku that do not depend on how the closed tiles are read."""
    win, kinds = hand.win, hand.kinds
    names = _circumstances(win, hand.closed)
    if not kinds & ORPHAN_MASK:
        if hand.closed or rules.open_tanyao:
            names.append("tanyao")
    elif kinds & HONOUR_MASK:
        _add_honours(names, hand)
    if not kinds & ~ORPHAN_MASK:
        names.append("honroutou")
    if hand.suits == 1:
        names.append("honitsu" if kinds & HONOUR_MASK else "chinitsu")
    if hand.kans == 3:
        names.append("sankantsu")
    return names


def _circumstances(win: WinContext, closed: bool) -> list[str]:
    names: list[str] = []
    if win.riichi:
        names.append("riichi" if win.riichi == 1 else "double_riichi")
        if win.ippatsu:
            names.append("ippatsu")
    if win.tsumo and closed:
        names.append("menzen_tsumo")
    if win.rinshan:
        names.append("rinshan")
    elif win.last_tile:
        names.append("haitei" if win.tsumo else "houtei")
    if win.chankan:
        names.append("chankan")
    return names


def _add_honours(names: list[str], hand: Hand) -> None:
    """Honours make only triplets and pairs, so their yaku are the same in every reading."""
    counts, melds, win = hand.counts, hand.meld_triplets, hand.win
    dragons = 0
    for kind, name in _DRAGON_NAMES:
        if counts[kind] >= 3 or melds >> kind & 1:
            names.append(name)
            dragons += 1
    for wind, name in ((win.seat_wind, "seat_wind"), (win.round_wind, "round_wind")):
        kind = 27 + wind
        if counts[kind] >= 3 or melds >> kind & 1:
            names.append(name)
    if dragons == 2 and any(counts[kind] == 2 for kind in DRAGONS):
        names.append("shousangen")


def reading_yaku(hand: Hand, reading: Arrangement) -> list[str]:
    """The yaku of one reading that do not depend on the wait."""
    names = []
    runs = reading.runs | hand.meld_runs
    triplets = reading.triplets | hand.meld_triplets
    if runs:
        if reading.twins and hand.closed:
            names.append("iipeikou" if reading.twins == 1 else "ryanpeikou")
        if runs & runs >> 9 & runs >> 18:
            names.append("sanshoku_doujun")
        if runs & runs >> 3 & runs >> 6 & _LOW_RUNS:
            names.append("ittsu")
        if not runs & ~OUTSIDE_RUNS and not (triplets | reading.pair) & ~ORPHAN_MASK:
            names.append("chanta" if hand.kinds & HONOUR_MASK else "junchan")
    else:
        names.append("toitoi")
    if triplets & triplets >> 9 & triplets >> 18 & 0x1FF:
        names.append("sanshoku_doukou")
    return names


def concealed_triplets(hand: Hand, reading: Arrangement, wait: Wait) -> int:
    """How many triplets and kans are concealed; one finished by ron is open."""
    opened = wait.triplet and not hand.win.tsumo
    return reading.triplet_count + hand.concealed_kans - opened
