"""Results: hands, fu, payments that add up, places, the end of a match."""

from controller.presenter.public import public_view
from controller.presenter.ratings import Rated, TableRatings
from controller.presenter.views import ResultView
from controller.referee.state import TablePhase
from engine.rules.load import load_rules
from tests.controller.presenter.states import TENHOU, random_states


def results(seeds: range, rules_name: str = "tenhou") -> list[ResultView]:
    out = []
    for seed in seeds:
        *_, state = random_states(seed, load_rules(rules_name))
        view = public_view(state)
        assert view.stage == "between"
        assert view.result is not None
        out.append(view.result)
    return out


def test_payments_add_up_to_the_changes() -> None:
    kinds = set()
    for result in results(range(40)):
        kinds.add(result.kind)
        moved = [0, 0, 0, 0]
        for payment in result.payments:
            assert payment.points > 0
            if payment.payer is not None:
                moved[payment.payer] -= payment.points
            if payment.payee is not None:
                moved[payment.payee] += payment.points
        assert tuple(moved) == result.changes
    assert kinds == {"win", "draw"}


def test_a_winning_hand_is_shown_whole() -> None:
    wins = [win for result in results(range(40)) for win in result.wins]
    assert any(win.source is None for win in wins)
    assert any(win.source is not None for win in wins)
    for win in wins:
        kans = sum(len(meld.tiles) == 4 for meld in win.melds)
        assert len(win.hand) + 1 + sum(len(meld.tiles) for meld in win.melds) - kans == 14
        assert sum(yaku.value for yaku in win.yaku) + win.dora + win.aka + win.ura == win.han or win.yakuman
        assert sum(part.fu for part in win.fu_parts) == (0 if win.yakuman else win.fu)
        assert len(win.ura_indicators) in (0, len(win.indicators))


def test_hands_at_a_draw_are_shown_only_of_those_who_are_ready() -> None:
    for seed in range(40):
        *_, state = random_states(seed)
        result = public_view(state).result
        assert result is not None
        assert state.result is not None
        if result.reason == "exhaustive":
            assert tuple(hand.seat for hand in result.shown) == state.result.tenpai
        elif result.kind == "win":
            assert result.shown == ()


def test_fan_results_have_patterns_and_no_fu() -> None:
    wins = [win for result in results(range(12), "fan-practice") for win in result.wins]
    assert wins
    assert all(win.fu == 0 and win.fu_parts == () and win.indicators == () for win in wins)


def test_the_end_of_a_match_is_ordered_and_explained() -> None:
    *_, state = random_states(5)
    assert state.match is not None
    state.match = state.match.ended()
    state.final = state.match.final()
    state.final_reason = "last_deal"
    state.phase = TablePhase.FINISHED
    view = public_view(state)
    assert view.stage == "finished"
    assert view.final is not None
    assert [line.place for line in view.final.standings] == [1, 2, 3, 4]
    for line in view.final.standings:
        assert line.points is not None
        assert line.bonus is not None
        assert TENHOU.return_points is not None
        assert round((line.score - TENHOU.return_points) / 1000 + line.bonus - line.points, 6) in (0, -0.0)
    assert sum(line.points or 0 for line in view.final.standings) == 0


def test_the_end_says_what_became_of_ratings_and_ranks_where_they_are_known() -> None:
    *_, state = random_states(5)
    assert state.match is not None
    state.match = state.match.ended()
    state.final, state.phase = state.match.final(), TablePhase.FINISHED
    ratings = TableRatings(
        before=(Rated(1_500, 9), Rated(1_610, 10), None, Rated(2_004)),
        after=(Rated(1_531, 10), Rated(1_598, 10), Rated(1_490, 1), Rated(1_990)),
    )
    view = public_view(state, ratings=ratings)
    assert [seat.rating for seat in view.seats] == [None, 1_610, None, 2_004]
    assert [seat.marks for seat in view.seats] == [0, 1, 0, 3]
    assert view.final is not None
    lines = {line.seat: line for line in view.final.standings}
    told = {seat: (line.rating, line.rating_change, line.rank, line.rank_change) for seat, line in lines.items()}
    assert told == {
        0: (1_531, 31, 10, 1),
        1: (1_598, -12, 10, 0),
        2: (None, 0, None, 0),
        3: (1_990, -14, None, 0),
    }
