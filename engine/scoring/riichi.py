"""The value of a riichi win: every reading is valued, the one worth most is taken."""

from typing import Final, NamedTuple, TypeAlias

from engine.rules import RuleSet
from engine.scoring.context import Limit, Refusal, Score, WinContext
from engine.scoring.fu import PINFU_TSUMO_FU, SEVEN_PAIRS_FU, fu_of, pair_fu
from engine.scoring.hand import Arrangement, Hand, Wait
from engine.scoring.points import DEPOSIT, MANGAN, YAKUMAN, basic_points, pao_payments, payments
from engine.scoring.yaku import concealed_triplets, han_of, hand_yaku, reading_yaku
from engine.scoring.yakuman import hand_yakuman, yakuman_value
from engine.tiles import KIND_OF, TileSet, Wind, dora_of

_EAST: Final = Wind.EAST
_DORA_KIND: Final = tuple(dora_of(KIND_OF[tile]) for tile in range(136))
_RED: Final = tuple(TileSet(red_fives=number).red for number in range(5))


class _Value(NamedTuple):
    """What one reading is worth; larger is better, basic points first."""

    basic: int
    han: int
    fu: int
    limit: Limit | None
    yaku: tuple[tuple[str, int], ...]


_Dora: TypeAlias = tuple[int, int, int]
"""Dora, red fives, ura."""


def score_riichi(rules: RuleSet, win: WinContext) -> Score | Refusal:
    """Score a possible hand (`checks.check_possible`) by riichi rules."""
    hand = Hand(win)
    readings = hand.readings()
    if not readings and not hand.is_seven_pairs and not hand.is_thirteen_orphans:
        return Refusal("no_shape", "these tiles make no sets and a pair, no seven pairs and no thirteen orphans")
    names = _yakuman(rules, hand, readings)
    if names:
        return _yakuman_score(rules, win, names)
    dora = _count_dora(rules, hand)
    found, aka, ura = dora
    best = _best_value(rules, hand, readings, found + aka + ura)
    if win.renhou and rules.renhou == "mangan" and (best is None or best.basic <= MANGAN):
        fu = best.fu if best else 0
        best, dora = _Value(MANGAN, 5, fu, "mangan", (("renhou", 5),)), (0, 0, 0)
    if best is None:
        return Refusal("no_yaku", "the hand is complete but has no yaku")
    return _score(win, best, dora)


def _best_value(rules: RuleSet, hand: Hand, readings: list[Arrangement], dora: int) -> _Value | None:
    best = None
    for names, fu in _candidates(rules, hand, readings):
        yaku, han = han_of(tuple(names), hand.closed)
        han += dora
        basic, limit = basic_points(rules, han, fu)
        if best is None or (basic, han, fu) > best[:3]:
            best = _Value(basic, han, fu, limit, yaku)
    return best


def _candidates(rules: RuleSet, hand: Hand, readings: list[Arrangement]) -> list[tuple[list[str], int]]:
    """Yaku and fu of every way to read the hand that has a yaku; without `readings` it is seven pairs."""
    common = hand_yaku(rules, hand)
    found = []
    for reading in readings:
        names = common + reading_yaku(hand, reading)
        pair = pair_fu(rules, hand, reading)
        for wait in reading.waits(hand.win_kind):
            candidate = _with_wait(rules, hand, reading, wait, names, pair)
            if candidate[0]:
                found.append(candidate)
    if not readings:  # seven pairs that are sets as well are ryanpeikou, which is worth more
        found.append(([*common, "chiitoitsu"], SEVEN_PAIRS_FU))
    return found


def _with_wait(
    rules: RuleSet, hand: Hand, reading: Arrangement, wait: Wait, names: list[str], pair: int
) -> tuple[list[str], int]:
    """The names with those added that depend on the wait, and the fu."""
    if wait.two_sided and not pair and hand.closed and not reading.triplets and not hand.meld_triplets:
        return [*names, "pinfu"], PINFU_TSUMO_FU if hand.win.tsumo else 30
    if reading.triplet_count + hand.concealed_kans >= 3 and concealed_triplets(hand, reading, wait) == 3:
        names = [*names, "sanankou"]
    return names, fu_of(rules, hand, reading, wait, pair)


def _yakuman(rules: RuleSet, hand: Hand, readings: list[Arrangement]) -> list[str]:
    """The yakuman of the reading that has most of them."""
    names = hand_yakuman(rules, hand)
    if not hand.closed:
        return names
    for reading in readings:
        if reading.triplet_count + hand.concealed_kans == 4:
            if any(wait.pair for wait in reading.waits(hand.win_kind)):
                return [*names, "suuankou_tanki"]
            if hand.win.tsumo:
                return [*names, "suuankou"]
    return names


def _count_dora(rules: RuleSet, hand: Hand) -> _Dora:
    win, held = hand.win, hand.held
    found = ura = 0
    for indicator in win.dora_indicators:
        found += held[_DORA_KIND[indicator]]
    if win.riichi and rules.ura_dora:
        for indicator in win.ura_indicators:
            ura += held[_DORA_KIND[indicator]]
    aka = len(_RED[rules.red_fives].intersection(hand.tiles)) if rules.red_fives else 0
    return found, aka, ura


def _score(win: WinContext, value: _Value, dora: _Dora) -> Score:
    basic, han, fu, limit, yaku = value
    found, aka, ura = dora
    paid, points = payments(basic, win.seat_wind is _EAST, win.tsumo, win.honba)
    deposits = win.deposits * DEPOSIT
    # By position, in the order of the fields: with keywords it takes twice as long.
    return Score(yaku, han, fu, found, aka, ura, 0, limit, basic, paid, deposits, points + deposits)


def _yakuman_score(rules: RuleSet, win: WinContext, names: list[str]) -> Score:
    values = [yakuman_value(rules, name) for name in names]
    count = sum(values) if rules.yakuman_add else max(values)
    liable = sum(value for name, value in zip(names, values, strict=True) if name in rules.pao_yakuman)
    dealer = win.seat_wind is _EAST
    if win.liable == "other" and liable:
        part = min(liable, count) if rules.pao_part_only else count
        paid, points = pao_payments(YAKUMAN * part, YAKUMAN * (count - part), dealer, win.tsumo, win.honba)
    else:
        paid, points = payments(YAKUMAN * count, dealer, win.tsumo, win.honba)
    return Score(
        yaku=tuple((name, 13 * value) for name, value in zip(names, values, strict=True)),
        han=13 * count,
        yakuman=count,
        limit="yakuman",
        base=YAKUMAN * count,
        payments=paid,
        deposits=win.deposits * DEPOSIT,
        total=points + win.deposits * DEPOSIT,
    )
