"""Results: hands, fu, payments that add up, places, the end of a match."""

from controller.presenter.public import public_view
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
