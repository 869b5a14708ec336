"""What deals count for a seat: worked examples of docs/statistics.md."""

import pytest

from controller.players.statistics import statistics
from controller.players.tally import MatchTally, RonCount, Tally, tally_deal, tally_match, total
from engine.events import Chi, Discard, Draw, DrawnDeal, DrawReason, Event, Pon, Riichi, Win
from engine.records.model import RecordedDeal, RecordedGame, RecordedResult, RecordedWin
from engine.scoring.context import Payments, Score
from engine.tiles import Tile, TileSet, Wind

SET = TileSet(3)
HANDS = tuple(tuple(Tile(seat * 13 + n) for n in range(13)) for seat in range(4))
MANGAN = Score(
    (("riichi", 1), ("pinfu", 1)), han=5, limit="mangan", payments=Payments(ron=8600), total=9600, deposits=1000
)


def deal(
    *events: Event,
    wins: tuple[RecordedWin, ...] = (),
    reason: DrawReason | None = None,
    tenpai: tuple[bool, ...] | None = None,
    honba: int = 0,
    riichi: bool = True,
) -> RecordedDeal:
    result = RecordedResult(wins=wins, reason=reason, tenpai=tenpai, deltas=(0, 0, 0, 0))
    return RecordedDeal(
        SET, Wind.EAST, 1, 0, honba, 0, (25000,) * 4, HANDS, Tile(60) if riichi else None, events, (), (), result
    )


RON = RecordedWin(1, 0, Tile(70), deltas=(-8600, 9600, 0, 0), score=MANGAN)
COURSE = (Draw(0, Tile(70)), Discard(0, Tile(1)), Riichi(1), Discard(1, Tile(14)), Discard(0, Tile(70)), Win((1,)))


def test_a_win_after_riichi() -> None:
    tally = tally_deal(deal(*COURSE, wins=(RON,), honba=2), 1)
    # 9,600 gained: 8,000 for the hand, 600 honba, 1,000 from the deposits. One discard before: the second turn.
    assert tally == Tally(deals=1, wins=1, riichi=1, win_points=8000, win_turns=2, riichi_wins=1, limits=1)


def test_who_deals_in_pays_with_honba() -> None:
    assert tally_deal(deal(*COURSE, wins=(RON,), honba=2), 0) == Tally(deals=1, deal_ins=1, deal_in_points=8600)
    assert tally_deal(deal(*COURSE, wins=(RON,), honba=2), 2) == Tally(deals=1)


def test_two_winners_are_one_deal_in_and_only_the_first_takes_honba() -> None:
    second = RecordedWin(
        2, 0, Tile(70), deltas=(-1000, 0, 1000, 0), score=Score((("tanyao", 1),), han=1, fu=30, total=1000)
    )
    both = deal(*COURSE, wins=(RON, second), honba=2)
    assert tally_deal(both, 0) == Tally(deals=1, deal_ins=1, deal_in_points=9600)
    assert tally_deal(both, 2).win_points == 1000
    assert tally_match(RecordedGame((both,))).rons == (RonCount(1, 0, 1, 8600), RonCount(2, 0, 1, 1000))


def test_the_honba_of_the_fan_family_only_counts_repeats() -> None:
    win = RecordedWin(3, None, Tile(70), deltas=(-32, -32, -32, 96), score=Score((("self_draw", 1),), han=5, total=96))
    tally = tally_deal(deal(Win((3,)), wins=(win,), honba=3, riichi=False), 3)
    assert (tally.wins, tally.tsumo, tally.win_points) == (1, 1, 96)


def test_calls_are_chi_pon_and_open_kan_each_deal_once() -> None:
    called = deal(
        Chi(2, Tile(1), (Tile(27), Tile(28))), Pon(2, Tile(2), (Tile(30), Tile(31))), reason=DrawReason.FOUR_WINDS
    )
    assert tally_deal(called, 2) == Tally(deals=1, calls=1)


def test_draws_are_those_of_the_wall() -> None:
    ready = (True, False, True, False)
    drawn = deal(DrawnDeal(DrawReason.EXHAUSTIVE), reason=DrawReason.EXHAUSTIVE, tenpai=ready)
    assert tally_deal(drawn, 0) == Tally(deals=1, draws=1, ready_draws=1)
    assert tally_deal(drawn, 1) == Tally(deals=1, draws=1)
    assert tally_deal(deal(reason=DrawReason.NINE_TERMINALS), 0) == Tally(deals=1)


def test_a_riichi_won_on_is_declared_and_a_deal_in_after_riichi() -> None:
    won_on = deal(Riichi(0), Discard(0, Tile(70)), Win((1,)), wins=(RON,))
    assert tally_deal(won_on, 0) == Tally(deals=1, deal_ins=1, riichi=1, riichi_deal_ins=1, deal_in_points=8600)


def test_tallies_add_up() -> None:
    one, two = Tally(deals=3, wins=1, win_points=2000), Tally(deals=4, wins=2, win_points=9000)
    assert one + two == total([one, two]) == Tally(deals=7, wins=3, win_points=11000)
    assert total([]) == Tally()
    assert MatchTally().seats == (Tally(),) * 4


def test_rates_and_averages() -> None:
    tally = Tally(deals=10, wins=4, tsumo=1, deal_ins=2, riichi=5, calls=2, win_points=20000, deal_in_points=7000)
    numbers = statistics(tally, (2, 1, 0, 1))
    assert numbers.average_place == 2.0
    assert (numbers.win_rate, numbers.deal_in_rate, numbers.riichi_rate, numbers.call_rate) == (0.4, 0.2, 0.5, 0.2)
    assert (numbers.tsumo_share, numbers.average_win, numbers.average_deal_in) == (0.25, 5000, 3500)


def test_where_there_is_nothing_to_divide_there_is_no_number() -> None:
    numbers = statistics(Tally(), (0, 0, 0, 0))
    assert numbers.average_place is None
    assert numbers.win_rate is None
    assert numbers.average_win is None
    assert numbers.yakuman == 0


@pytest.mark.parametrize("places", [(1, 0, 0, 0), (0, 0, 0, 3)])
def test_the_average_place_is_the_place_of_a_single_kind(places: tuple[int, ...]) -> None:
    assert statistics(Tally(), places).average_place == places.index(max(places)) + 1
