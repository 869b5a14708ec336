"""How the fu of a scored riichi hand came about, for people who want to check it."""

from typing import Final, Literal, NamedTuple, TypeAlias

from engine.rules import RuleSet
from engine.scoring.context import Score, WinContext
from engine.scoring.fu import SEVEN_PAIRS_FU, fu_of, pair_fu
from engine.scoring.hand import ORPHAN_MASK, Arrangement, Hand, Wait
from engine.scoring.yaku import concealed_triplets, hand_yaku, reading_yaku
from engine.tiles import KINDS, Kind

FuName: TypeAlias = Literal["base", "closed_ron", "tsumo", "triplet", "kan", "pair", "wait", "seven_pairs", "rounding"]

_BASE: Final = 20


class FuPart(NamedTuple):
    """One part of the fu; `kinds` are the tiles it is for (one of them for each tile of a pair or set)."""

    name: FuName
    fu: int
    kinds: tuple[Kind, ...] = ()


def explain_fu(rules: RuleSet, win: WinContext, score: Score) -> tuple[FuPart, ...]:
    """The parts that add up to `score.fu`, where `score` is what these rules give this win.

    Empty where fu do not matter: yakuman, a value that stands for itself (renhou), the fan family.
    """
    names = {name for name, _ in score.yaku}
    if not score.fu or score.yakuman or "renhou" in names:
        return ()
    if "chiitoitsu" in names:
        return (FuPart("seven_pairs", SEVEN_PAIRS_FU),)
    hand = Hand(win)
    if "pinfu" in names:
        return (FuPart("base", _BASE),) if win.tsumo else (FuPart("base", _BASE), FuPart("closed_ron", 10))
    for reading in hand.readings():
        for wait in reading.waits(hand.win_kind):
            pair = pair_fu(rules, hand, reading)
            if _names(rules, hand, reading, wait) == names and fu_of(rules, hand, reading, wait, pair) == score.fu:
                return _rounded(_parts(rules, hand, reading, wait, pair), score.fu)
    return ()


def _names(rules: RuleSet, hand: Hand, reading: Arrangement, wait: Wait) -> set[str]:
    names = {*hand_yaku(rules, hand), *reading_yaku(hand, reading)}
    if concealed_triplets(hand, reading, wait) == 3:
        names.add("sanankou")
    return names


def _parts(rules: RuleSet, hand: Hand, reading: Arrangement, wait: Wait, pair: int) -> list[FuPart]:
    win = hand.win
    parts = [FuPart("base", _BASE)]
    if win.tsumo and (not win.rinshan or rules.rinshan_tsumo_fu):
        parts.append(FuPart("tsumo", 2))
    if not win.tsumo and hand.closed:
        parts.append(FuPart("closed_ron", 10))
    for meld in win.melds:
        if meld.is_kan:
            parts.append(FuPart("kan", _set_fu(meld.kind, concealed=not meld.is_open) * 4, (meld.kind,) * 4))
        elif not meld.is_sequence:
            parts.append(FuPart("triplet", _set_fu(meld.kind, concealed=False), (meld.kind,) * 3))
    for kind in (kind for kind in range(KINDS) if reading.triplets >> kind & 1):
        taken = wait.triplet and not win.tsumo and kind == hand.win_kind
        parts.append(FuPart("triplet", _set_fu(kind, concealed=not taken), (kind,) * 3))
    if pair:
        parts.append(FuPart("pair", pair, (reading.pair.bit_length() - 1,) * 2))
    if wait.fu:
        parts.append(FuPart("wait", wait.fu, (hand.win_kind,)))
    return parts


def _set_fu(kind: Kind, *, concealed: bool) -> int:
    """Fu of a triplet: 2, double for terminals and honours, double again if concealed."""
    return 2 * (2 if ORPHAN_MASK >> kind & 1 else 1) * (2 if concealed else 1)


def _rounded(parts: list[FuPart], fu: int) -> tuple[FuPart, ...]:
    rest = fu - sum(part.fu for part in parts)
    return (*parts, FuPart("rounding", rest)) if rest else tuple(parts)
