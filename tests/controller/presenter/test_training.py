"""Help is there in training mode only, for the own decision only, from what the seat itself may know."""

import random
from collections.abc import Iterator

import pytest

from controller.presenter import training
from controller.presenter.public import public_view
from controller.presenter.seat import seat_view
from controller.presenter.training import Choice, Coach
from controller.presenter.views import SeatView, TrainingView
from controller.referee.state import TablePhase, TableState
from engine.advice.hints import Advice, advise
from engine.advice.view import SeatView as Knowledge
from engine.deal import Deal, Phase
from engine.events import Discard, Draw, Flower, Riichi, Win
from engine.match import Match
from engine.rules import RuleSet
from engine.rules.load import load_rules
from engine.tiles import SEATS, Seat, Tile
from hal.ports import Button
from tests.controller.presenter.states import TENHOU, random_states
from tests.controller.presenter.test_seat import open_window, own_tiles


class Silent(Coach):
    """A coach nobody may ask."""

    def advise(self, deal: Deal, seat: Seat, choice: Choice) -> TrainingView:
        raise AssertionError("asked outside training mode")


def training_states(seed: int, rules: RuleSet = TENHOU) -> Iterator[tuple[TableState, Deal]]:
    for state in random_states(seed, rules):
        state.training = True
        open_window(state)
        assert state.deal is not None
        if state.deal.result is None:
            yield state, state.deal


def test_without_training_mode_nobody_is_helped() -> None:
    for state in random_states(3):
        open_window(state)
        assert state.deal is not None
        for seat in SEATS:
            assert seat_view(state, seat, own_tiles(state.deal, seat), Silent()).training is None


@pytest.mark.parametrize("rules", [TENHOU, load_rules("fan-practice")], ids=lambda rules: rules.name)
def test_every_hint_can_be_followed(rules: RuleSet) -> None:
    given = set()
    for seed in range(8):
        for state, deal in training_states(seed, rules):
            for seat in SEATS:
                view = seat_view(state, seat, own_tiles(deal, seat), Coach())
                assert view.training is not None
                hint = view.training.hint
                assert (hint is not None) == faces_decision(deal, seat)
                assert hint is not None or not view.training.dangers
                if hint is not None:
                    given.add(hint.action)
                    check_hint(view)
                    for danger in view.training.dangers:
                        assert danger.seat != seat
                        assert set(danger.tiles) <= {tile.id for tile in view.hand}
    assert given >= {"discard", "win", "pass"}
    assert ("riichi" in given) == (rules.family == "riichi")


def faces_decision(deal: Deal, seat: Seat) -> bool:
    legal = deal.legal(seat)
    if deal.phase in (Phase.CLAIM, Phase.ROB):
        return bool(legal)
    others = any(not isinstance(action, Discard | Flower) for action in legal)
    faces = {action.tile for action in legal if isinstance(action, Discard)}
    return deal.phase in (Phase.ACT, Phase.RIICHI) and deal.turn == seat and (others or len(faces) > 1)


def check_hint(view: SeatView) -> None:
    assert view.training is not None
    assert view.training.hint is not None
    hint = view.training.hint
    match hint.action:
        case "discard":
            assert hint.tiles
            assert set(hint.tiles) <= set(view.discards)
        case "riichi":
            assert Button.RIICHI in view.buttons
            assert hint.tiles
            assert set(hint.tiles) <= set(view.riichi_discards)
        case "chi" | "pon" | "kan":
            laid = {tuple(sorted(tile.id for tile in lay.own)) for lay in view.lays}
            assert tuple(sorted(hint.tiles)) in laid
        case "win":
            assert Button.WIN in view.buttons
        case "nine_terminals":
            assert Button.MENU in view.buttons
        case "pass":
            assert Button.PASS in view.buttons


def test_a_declared_riichi_is_helped_with_its_discard() -> None:
    for state, deal in (pair for seed in range(15) for pair in training_states(seed)):
        if any(isinstance(action, Win) for action in deal.legal(deal.turn)):
            continue
        if Riichi(deal.turn) in deal.legal(deal.turn):
            state.riichi_pressed = {deal.turn: state.now}
            view = seat_view(state, deal.turn, own_tiles(deal, deal.turn), Coach())
            assert view.training is not None
            assert view.training.hint is not None
            assert view.training.hint.action == "discard"
            assert set(view.training.hint.tiles) <= set(view.riichi_discards)
            assert all(reason.code != "riichi" for reason in view.training.hint.reasons)
            return
    pytest.fail("no seed brings a riichi")


def test_the_public_view_is_the_same_in_training_mode() -> None:
    for state, _deal in training_states(5):
        on = public_view(state, now=state.now, simulated=True, speed=1.0)
        state.training = False
        assert public_view(state, now=state.now, simulated=True, speed=1.0) == on


def test_the_hands_of_others_change_nothing() -> None:
    rng = random.Random(4)
    tiles = list(TENHOU.tile_set.tiles)
    rng.shuffle(tiles)
    own, drawn, indicator, rest = tiles[:13], tiles[13], tiles[14], tiles[15:]
    helped = []
    for _ in range(3):
        rng.shuffle(rest)
        hands = [own, rest[:13], rest[13:26], rest[26:39]]
        deal = Match.start(TENHOU, 0).deal(hands, indicator).apply(Draw(0, drawn))
        state = TableState(phase=TablePhase.PLAYING, rules=TENHOU, deal=deal, training=True)
        helped.append(seat_view(state, 0, own_tiles(deal, 0), Coach()).training)
    assert helped[0] == helped[1] == helped[2]
    assert helped[0] is not None
    assert helped[0].hint is not None


def test_a_red_five_is_kept_if_a_plain_one_does() -> None:
    names = {TENHOU.tile_set.name(tile): tile for tile in TENHOU.tile_set.tiles}
    deal = next(deal for _state, deal in training_states(1) if deal.phase is Phase.ACT)
    five, red = names["5p"], names["0p"]
    assert training._plainest(deal, 13, (red, five)) == (five,)
    assert training._plainest(deal, 13, (red, Tile(0))) == (red,)


def test_a_decision_is_thought_about_once(monkeypatch: pytest.MonkeyPatch) -> None:
    thought: list[Knowledge] = []

    def noted(view: Knowledge) -> Advice | None:
        thought.append(view)
        return advise(view)

    monkeypatch.setattr(training, "advise", noted)
    state, deal = next(pair for pair in training_states(1) if pair[1].phase is Phase.ACT)
    coach = Coach()
    views = [seat_view(state, deal.turn, own_tiles(deal, deal.turn), coach) for _ in range(5)]
    assert len(thought) == 1
    assert all(view == views[0] for view in views)


def test_a_position_with_dangers_marks_the_own_tiles() -> None:
    levels = set()
    for seed in range(6):
        for state, deal in training_states(seed):
            if deal.phase is Phase.ACT and any(player.riichi for player in deal.players):
                view = seat_view(state, deal.turn, own_tiles(deal, deal.turn), Coach())
                assert view.training is not None
                levels |= {danger.level for danger in view.training.dangers}
    assert levels == {"safe", "low", "medium", "high"}
