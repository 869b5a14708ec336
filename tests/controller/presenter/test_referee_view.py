"""The referee page's view: hidden tiles as backs, differences marked, undo previewed."""

import pytest

from controller.perception.sensed import AntennaHealth, Sensed, SensedTile
from controller.presenter.referee import event_views, referee_view, undo_view
from controller.presenter.refereeviews import RefereeView, ZoneView
from controller.referee.board import roles_of
from controller.referee.options import RefereeOptions
from controller.referee.state import Incident, Place, TablePhase, TableState
from controller.referee.undo import preview_undo
from engine.events import Draw
from engine.tiles import SEATS, Tile
from hal.layout import standard_layout
from hal.zones import DORA_PAD, ELSEWHERE, Zone, hand_of, melds_of, river_of
from tests.controller.presenter.states import random_states

OPTIONS = RefereeOptions()


def a_state(seed: int, steps: int) -> TableState:
    """A state some events into a deal, every tile where the game has it."""
    for state in random_states(seed):
        if len(state.steps) >= steps or state.phase is not TablePhase.PLAYING:
            break
    assert state.deal is not None
    state.places.clear()
    for order, (tile, role) in enumerate(roles_of(state.deal).items()):
        zone = DORA_PAD if role.seat is None else Zone(role.kind, role.seat)
        state.places[tile] = Place(zone, order=order)
    return state


def sensed(state: TableState, *missing: Tile, live: bool = True) -> Sensed:
    """What the antennas see when they see everything but `missing`."""
    antennas = tuple(
        AntennaHealth(one.name, one.board, one.zone, live, covered=False, tags=5, scans=9, last_scan=state.now - 40)
        for one in standard_layout().antennas
    )
    tiles = tuple(
        SensedTile(tile, place.zone, in_sight=tile not in missing, absences=8 if tile in missing else 0)
        for tile, place in state.places.items()
        if place.zone != ELSEWHERE
    )
    return Sensed(antennas, tiles)


def look(state: TableState, **changes: bool) -> RefereeView:
    return referee_view(state, sensed(state, **changes), OPTIONS)


def zone_of(view: RefereeView, zone: Zone) -> ZoneView:
    return next(one for one in view.zones if one.zone == str(zone))


@pytest.mark.parametrize("seed", range(6))
def test_table_and_game_agree_and_nothing_hidden_is_shown(seed: int) -> None:
    state = a_state(seed, 40)
    view = look(state)
    assert view.differences == 0
    assert state.deal is not None
    for seat in SEATS:
        player = state.deal.players[seat]
        rack = zone_of(view, hand_of(seat))
        assert [tile.tile for tile in rack.tiles] == ["back"] * len(player.hand)
        assert view.game[seat].hand == ("back",) * len(player.hand)
        lying = [discard for discard in player.river if discard.claimed_by is None]
        assert len(zone_of(view, river_of(seat)).tiles) == len(view.game[seat].river) == len(lying)
        assert len(zone_of(view, melds_of(seat)).tiles) == sum(len(meld.tiles) for meld in player.melds)
    draws = [event for event in view.events if event.name == "draw"]
    assert draws
    assert {event.tiles for event in draws} == {("back",)}


@pytest.mark.parametrize("seed", range(3))
def test_the_view_does_not_depend_on_hidden_tiles(seed: int) -> None:
    """Two tables that differ only in who holds what unseen tile look the same."""
    one, other = a_state(seed, 30), a_state(seed, 30)
    assert one.deal is not None
    hands = [list(player.hand) for player in one.deal.players]
    left = next(
        tile
        for tile in hands[0]
        if not any(tile == step.event.tile for step in one.steps if isinstance(step.event, Draw))
    )
    right = next(
        tile
        for tile in hands[1]
        if not any(tile == step.event.tile for step in one.steps if isinstance(step.event, Draw))
    )
    swapped = {left: right, right: left}
    a, b, c, d = (
        player._replace(hand=tuple(swapped.get(tile, tile) for tile in player.hand)) for player in one.deal.players
    )
    other.deal = one.deal._replace(players=(a, b, c, d))
    other.places[left], other.places[right] = other.places[right], other.places[left]
    assert look(one).model_dump_json() == look(other).model_dump_json()


def test_turned_over_the_hands_are_shown() -> None:
    state = a_state(1, 20)
    state.revealed = True
    view = look(state)
    assert "back" not in view.game[0].hand
    assert {tile.tile for tile in zone_of(view, hand_of(0)).tiles} == set(view.game[0].hand)
    assert all("back" not in event.tiles for event in view.events)
    assert view.revealed


def test_a_tile_in_the_wrong_place_is_marked_in_both() -> None:
    state = a_state(2, 30)
    assert state.deal is not None
    stray = next(
        d.tile for d in state.deal.players[0].river if d.claimed_by is None and d.tile != state.deal.last_discard
    )
    state.places[stray] = Place(melds_of(1), order=99)
    view = look(state)
    name = state.deal.rules.tile_set.name(stray)
    assert zone_of(view, river_of(0)).missing == (name,)
    assert [tile.tile for tile in zone_of(view, melds_of(1)).tiles if tile.wrong] == [name]
    assert view.differences == 2


def test_a_tile_of_a_hand_in_the_air_stays_a_back() -> None:
    state = a_state(2, 30)
    assert state.deal is not None
    lost = state.deal.players[3].hand[0]
    state.places[lost] = Place(ELSEWHERE, lost_from=hand_of(3))
    view = look(state)
    assert [tile.tile for tile in view.in_air] == ["back"]
    assert zone_of(view, hand_of(3)).missing == ("back",)


def test_doubt_and_silent_boards_are_told() -> None:
    state = a_state(3, 20)
    assert state.deal is not None
    hidden = state.deal.players[0].river[0].tile
    view = referee_view(state, sensed(state, hidden), OPTIONS)
    (doubtful,) = [tile for zone in view.zones for tile in zone.tiles if not tile.in_sight]
    assert doubtful.confidence == 0.25
    antenna = zone_of(view, hand_of(0)).antennas[0]
    assert (antenna.live, antenna.age) == (True, 40)
    assert {zone.reading for zone in view.zones} == {"read"}
    assert {zone.reading for zone in look(state, live=False).zones} == {"offline"}
    state.unread.add(river_of(2))
    assert zone_of(look(state), river_of(2)).reading == "unread"


def test_between_deals_nothing_is_a_difference() -> None:
    state = a_state(4, 20)
    state.phase = TablePhase.RESULT
    state.places = {tile: Place(river_of(0)) for tile in list(state.places)[:30]}
    assert look(state).differences == 0


def test_incidents_carry_their_rulings_and_patience() -> None:
    state = a_state(1, 20)
    state.incidents[7] = Incident(
        7,
        "discard_out_of_turn",
        (2,),
        (Tile(3),),
        (),
        "South discarded out of turn.",
        "Take it back.",
        True,
        state.now - 900,
        "k",
    )
    (shown,) = look(state).incidents
    assert (shown.incident.number, shown.open_for, shown.patience) == (7, 900, 5_000)
    assert shown.rulings[0] == "accept"
    assert {"undo", "set_turn", "penalty"} <= set(shown.rulings)


def test_what_can_be_ruled_follows_the_table() -> None:
    playing = set(look(a_state(1, 20)).possible)
    assert {"undo", "set_turn", "reveal", "pause", "points"} <= playing
    assert "next_deal" not in playing
    idle = look(TableState())
    assert "undo" not in idle.possible
    assert idle.zones
    assert idle.game == ()


def test_an_undo_is_previewed_without_hidden_tiles() -> None:
    state = a_state(2, 30)
    steps = len(state.steps)
    view = undo_view(state, preview_undo(state, steps - 3))
    assert view.taken_back == 3
    assert [event.number for event in view.last] == [steps - 6, steps - 5, steps - 4, steps - 3]
    assert all(event.tiles == ("back",) for event in view.last if event.name == "draw")
    assert view.last == event_views(state)[steps - 7 : steps - 3]
    assert undo_view(state, preview_undo(state, 0)).last == ()
