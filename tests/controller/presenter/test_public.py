"""The public view shows what happened and nothing hidden."""

import random
from collections import Counter
from typing import get_args

import pytest

from controller.presenter.public import public_view
from controller.presenter.views import CallName, PublicView, SeatView
from controller.referee.state import Call, CallWindow, Claim, Clock, Incident, Place, Step, TablePhase, TableState
from engine.deal import Deal, Phase
from engine.events import Chi, Pon
from engine.rules.load import load_rules
from engine.tiles import SEATS, Tile
from hal.zones import hand_of
from tests.controller.presenter.states import NAMES, TENHOU, random_states

SEEDS = range(8)


def with_other_hidden_tiles(state: TableState, rng: random.Random) -> Deal:
    """The same deal with all hidden tiles dealt out anew: closed hands, wall."""
    deal = state.deal
    assert deal is not None
    known = {tile for player in deal.players for discard in player.river for tile in (discard.tile,)}
    known |= {tile for player in deal.players for meld in player.melds for tile in meld.tiles}
    known |= {tile for player in deal.players for tile in player.flowers} | set(deal.indicators)
    hidden = [tile for tile in deal.rules.tile_set.tiles if tile not in known]
    rng.shuffle(hidden)
    players = []
    for player in deal.players:
        hand = tuple(sorted(hidden.pop() for _ in player.hand))
        drawn = None if player.drawn is None else hand[-1]
        players.append(player._replace(hand=hand, drawn=drawn, waits=(), furiten_own=rng.random() < 0.5))
    return deal._replace(players=(players[0], players[1], players[2], players[3]))


@pytest.mark.parametrize("seed", SEEDS)
def test_no_hidden_tile_can_be_read_from_the_view(seed: int) -> None:
    rng = random.Random(seed)
    for state in random_states(seed):
        if state.result is not None:
            break
        view = public_view(state)
        kept = state.deal
        state.deal = with_other_hidden_tiles(state, rng)
        assert public_view(state) == view
        state.deal = kept


def test_everybody_sees_that_the_match_is_paused() -> None:
    state = next(iter(random_states(0)))
    assert not public_view(state).paused
    state.paused = True
    assert public_view(state).paused


def test_scores_places_winds_and_round_follow_the_match() -> None:
    for seed in SEEDS:
        for state in random_states(seed):
            view = public_view(state)
            assert view.round is not None
            assert sum(seat.score for seat in view.seats) + 1000 * view.round.deposits == 100_000
            for seat in view.seats:
                assert seat.place == 1 + sum(other.score > seat.score for other in view.seats)
            scores = [seat.score for seat in sorted(view.seats, key=lambda seat: seat.place)]
            assert scores == sorted(scores, reverse=True)
            assert [seat.name for seat in view.seats] == list(NAMES)
            dealer = next(seat for seat in view.seats if seat.dealer)
            assert dealer.wind == "E"
            assert dealer.seat == seed % 4
            assert (view.round.wind, view.round.number, view.round.honba) == ("E", 1, 0)


def test_every_tile_of_the_set_is_shown_at_most_once_and_red_fives_as_such() -> None:
    size = Counter(TENHOU.tile_set.name(tile) for tile in TENHOU.tile_set.tiles)
    for seed in SEEDS:
        for state in random_states(seed):
            view = public_view(state)
            shown = Counter(view.indicators)
            for seat in view.seats:
                shown.update(tile.tile for tile in seat.river if tile.claimed_by is None)
                shown.update(tile for meld in seat.melds for tile in meld.tiles if tile != "back")
            assert all(count <= size[name] for name, count in shown.items())
            held = sum(seat.hand_size for seat in view.seats)
            assert 13 * 4 - 3 * sum(len(seat.melds) for seat in view.seats) <= held


def test_a_taken_tile_lies_sideways_towards_its_source() -> None:
    seen = set()
    for seed in range(20):
        for state in random_states(seed):
            last = state.steps[-1].event if state.steps else None
            if not isinstance(last, Chi | Pon):
                continue
            view = public_view(state)
            meld = view.seats[last.seat].melds[-1]
            side = (meld.source - last.seat) % 4 if meld.source is not None else None
            assert meld.sideways == {3: (0,), 2: (1,), 1: (2,)}[side or 0]
            assert meld.tiles[meld.sideways[0]] == TENHOU.tile_set.name(last.tile)
            seen.add(side)
    assert seen == {1, 2, 3}


def test_the_newest_discard_is_marked_until_it_is_taken() -> None:
    for state in random_states(3):
        view = public_view(state)
        marked = [tile for seat in view.seats for tile in seat.river if tile.last]
        assert len(marked) <= 1
        assert all(tile.claimed_by is None for tile in marked)


def test_calls_are_numbered_by_seat_and_name() -> None:
    names = set()
    for seed in range(16):
        for state in random_states(seed):
            calls = public_view(state).calls
            assert len({(call.seat, call.call, call.number) for call in calls}) == len(calls)
            names |= {call.call for call in calls}
    assert names >= set(get_args(CallName)) - {"flower", "nine_terminals"}


def claimed(state: TableState) -> tuple[TableState, int, Pon]:
    """A deal that waits for a pon that somebody could make."""
    for current in random_states(1):
        deal = current.deal
        if deal is not None and deal.phase is Phase.CLAIM:
            for seat in SEATS:
                for action in deal.legal(seat):
                    if isinstance(action, Pon):
                        return current, seat, action
    raise AssertionError("no pon came up; take another seed")


def test_a_granted_call_is_announced_before_its_tiles_are_laid_and_counts_once() -> None:
    state, seat, pon = claimed(TableState())
    deal = state.deal
    assert deal is not None
    assert deal.last_discarder is not None
    state.window = CallWindow(deal.last_discarder, pon.tile, opened=state.now, earliest=state.now)
    before = public_view(state)
    assert before.call_window is not None
    assert before.waiting_for == "calls"
    state.window.granted = Claim(seat, Call.PON, state.now)
    granted = public_view(state)
    assert granted.turn == seat
    assert granted.waiting_for == "meld"
    new = set(granted.calls) - set(before.calls)
    assert [(call.seat, call.call) for call in new] == [(seat, "pon")]
    state.window = None
    state.deal = deal.apply(pon)
    state.steps.append(Step(pon, state.deal, state.now, banks=None))
    assert set(public_view(state).calls) == set(granted.calls)


def test_the_window_does_not_tell_who_could_call() -> None:
    assert set(PublicView.model_fields["call_window"].annotation.__args__[0].model_fields) == {"seat", "tile", "kan"}  # type: ignore[union-attr]
    assert "waits" not in str(PublicView.model_json_schema())
    assert not set(SeatView.model_fields) & set(PublicView.model_fields)


def test_incidents_show_only_faces_that_lie_open() -> None:
    state = next(random_states(0))
    hidden, open_ = Tile(0), Tile(40)
    state.incidents[3] = Incident(
        3,
        "too_many_tiles",
        (2,),
        (hidden, open_),
        (open_,),
        "Chie holds 15 tiles.",
        "Put one back.",
        True,
        5,
        "k",
        penalty="dead_hand",
    )
    view = public_view(state)
    (incident,) = view.incidents
    assert incident.tiles == (TENHOU.tile_set.name(open_),)
    assert (incident.sentence, incident.penalty) == ("Chie holds 15 tiles.", "dead_hand")
    assert view.waiting_for == "tiles"


def test_clocks_count_from_the_time_of_the_view() -> None:
    state = next(random_states(0))
    state.now = 10_000
    state.turn_clock = Clock("turn", 15_000, 15_000, seat=1, running_since=9_000)
    (clock,) = public_view(state, now=12_000).clocks
    assert (clock.remaining, clock.deadline, clock.seat, clock.running) == (12_000, 24_000, 1, True)
    state.turn_clock = Clock("turn", 15_000, 4_000, seat=1)
    (stopped,) = public_view(state, now=12_000).clocks
    assert (stopped.remaining, stopped.deadline, stopped.running) == (4_000, None, False)


def test_without_a_match_there_is_a_view_too() -> None:
    view = public_view(TableState())
    assert (view.stage, view.round, view.seats) == ("idle", None, ())


def test_while_dealing_only_numbers_of_tiles_are_shown() -> None:
    *_, state = random_states(2)
    state.phase = TablePhase.DEALING
    state.result = None
    state.places = {Tile(number): Place(hand_of(1)) for number in range(8)}
    view = public_view(state)
    assert view.stage == "dealing"
    assert [seat.hand_size for seat in view.seats] == [0, 8, 0, 0]
    assert not any(seat.river or seat.melds for seat in view.seats)
    assert (view.result, view.indicators, view.wall_left) == (None, (), None)


def test_the_rules_say_whether_the_board_shows_the_dora_itself() -> None:
    """rules.md, doman: dora_shown_as."""
    state = next(random_states(0))
    assert public_view(state).dora_shown_as == "indicator"
    assert state.rules is not None
    state.rules = state.rules.with_changes(dora_shown_as="dora")
    assert public_view(state).dora_shown_as == "dora"


def test_fan_games_show_flowers_and_no_dora() -> None:
    rules = load_rules("fan-practice")
    flowers = 0
    for seed in range(4):
        for state in random_states(seed, rules):
            view = public_view(state)
            assert view.family == "fan"
            assert view.indicators == ()
            flowers += sum(len(seat.flowers) for seat in view.seats)
    assert flowers
