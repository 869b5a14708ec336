"""What the person at a simulated seat is offered is what the rules allow, and nothing twice."""

from controller.presenter.seat import OwnTiles, seat_view
from controller.presenter.training import Coach
from controller.presenter.views import SeatView
from controller.referee.state import Call, CallWindow, Claim, Incident, TablePhase, TableState
from engine.deal import Deal, Phase
from engine.errors import IllegalAction
from engine.events import AddedKan, Chi, ConcealedKan, Discard, Draw, OpenKan, Pon, Riichi, Win
from engine.rules.load import load_rules
from engine.tiles import SEATS, Seat, Tile
from hal.ports import Button
from tests.controller.presenter.states import TENHOU, random_states


def own_tiles(deal: Deal, seat: Seat) -> OwnTiles:
    """The table exactly as the game has it."""
    player = deal.players[seat]
    return OwnTiles(
        hand=player.hand,
        river=tuple(discard.tile for discard in player.river if discard.claimed_by is None),
        melds=tuple(tile for meld in player.melds for tile in meld.tiles),
    )


def seen(state: TableState, seat: Seat, own: OwnTiles) -> SeatView:
    return seat_view(state, seat, own, Coach())


def open_window(state: TableState) -> None:
    deal = state.deal
    if deal is None or deal.phase not in (Phase.CLAIM, Phase.ROB):
        state.window = None
        return
    owner = deal.last_discarder if deal.phase is Phase.CLAIM else deal.turn
    tile = deal.last_discard if deal.last_discard is not None else Tile(0)
    assert owner is not None
    state.window = CallWindow(owner, tile, opened=state.now, earliest=state.now, kan=deal.phase is Phase.ROB)


def test_buttons_and_tiles_are_the_legal_ones() -> None:
    offered = set()
    for seed in range(15):
        for state in random_states(seed):
            open_window(state)
            deal = state.deal
            assert deal is not None
            if deal.result is not None:
                break
            for seat in SEATS:
                view = seen(state, seat, own_tiles(deal, seat))
                legal = deal.legal(seat)
                offered |= set(view.buttons)
                assert (Button.WIN in view.buttons) == any(isinstance(action, Win) for action in legal)
                assert (Button.RIICHI in view.buttons) == (Riichi(seat) in legal)
                assert (Button.CHI in view.buttons) == any(isinstance(action, Chi) for action in legal)
                assert (Button.PON in view.buttons) == any(isinstance(action, Pon) for action in legal)
                kans = [action for action in legal if isinstance(action, OpenKan | ConcealedKan | AddedKan)]
                assert (Button.KAN in view.buttons) == bool(kans)
                assert Button.PASS not in view.buttons or deal.phase in (Phase.CLAIM, Phase.ROB)
                faces = {TENHOU.tile_set.name(action.tile) for action in legal if isinstance(action, Discard)}
                assert {TENHOU.tile_set.name(Tile(tile)) for tile in view.discards} == faces
                check_discards(deal, seat, view.discards)
    assert offered >= {Button.WIN, Button.RIICHI, Button.CHI, Button.PON, Button.KAN, Button.PASS}


def check_discards(deal: Deal, seat: Seat, discards: tuple[int, ...]) -> None:
    for tile in discards:
        deal.apply(Discard(seat, Tile(tile)))


def test_a_declared_riichi_leaves_only_discards_that_keep_the_hand_ready() -> None:
    declared = 0
    for seed in range(15):
        for state in random_states(seed):
            deal = state.deal
            assert deal is not None
            seat = deal.turn
            if Riichi(seat) not in deal.legal(seat):
                continue
            state.riichi_pressed[seat] = state.now
            view = seen(state, seat, own_tiles(deal, seat))
            assert view.riichi_declared
            assert view.discards == view.riichi_discards
            assert view.discards
            for tile in view.discards:
                deal.apply(Riichi(seat)).apply(Discard(seat, Tile(tile)))
            assert Button.RIICHI not in view.buttons
            state.riichi_pressed.clear()
            declared += 1
    assert declared


def first_pon() -> tuple[TableState, Seat, Pon]:
    for seed in range(20):
        for state in random_states(seed):
            deal = state.deal
            if deal is None or deal.phase is not Phase.CLAIM:
                continue
            for seat in SEATS:
                for action in deal.legal(seat):
                    if isinstance(action, Pon):
                        open_window(state)
                        return state, seat, action
    raise AssertionError("no pon came up in any seed")


def test_a_call_is_offered_until_passed_or_made_then_its_tiles_are_asked_for() -> None:
    state, seat, pon = first_pon()
    deal, window = state.deal, state.window
    assert deal is not None
    assert window is not None
    own = own_tiles(deal, seat)
    view = seen(state, seat, own)
    assert Button.PASS in view.buttons
    lay = next(lay for lay in view.lays if lay.button == "PON")
    assert {tile.id for tile in lay.own} == set(pon.used)
    assert lay.taken is not None
    assert lay.taken.id == pon.tile
    window.passed.add(seat)
    assert seen(state, seat, own).buttons == ()
    window.passed.clear()
    window.granted = Claim(seat, Call.PON, state.now)
    granted = seen(state, seat, own)
    assert granted.granted == "PON"
    assert granted.buttons == ()
    assert all(lay.button == "PON" for lay in granted.lays)
    laid = OwnTiles(
        hand=tuple(tile for tile in own.hand if tile not in pon.used),
        river=own.river,
        melds=(*own.melds, pon.tile, *pon.used),
    )
    done = seen(state, seat, laid)
    assert done.lays == ()
    assert {tile.id for tile in done.loose} >= {pon.tile, *pon.used}


def test_another_seats_call_takes_the_offer_away() -> None:
    state, seat, _ = first_pon()
    window, deal = state.window, state.deal
    assert window is not None
    assert deal is not None
    other = next(s for s in SEATS if s not in (seat, window.discarder))
    window.granted = Claim(other, Call.KAN, state.now)
    view = seen(state, seat, own_tiles(deal, seat))
    assert not {Button.PON, Button.CHI, Button.KAN} & set(view.buttons)
    assert view.may_draw is None


def test_a_tile_just_moved_is_waited_for() -> None:
    for state in random_states(4):
        deal = state.deal
        assert deal is not None
        if deal.phase is Phase.ACT and len(state.steps) > 3:
            seat, own = deal.turn, own_tiles(deal, deal.turn)
            moved = own.hand[0]
            view = seen(state, seat, OwnTiles(own.hand[1:], (*own.river, moved), own.melds))
            assert view.discards == ()
            assert [tile.id for tile in view.loose] == [moved]
            in_the_air = seen(state, seat, OwnTiles(own.hand[1:], own.river, own.melds))
            assert in_the_air.discards == ()
            return
    raise AssertionError("the deal had no turn")


def test_a_drawn_tile_is_seen_before_the_table_believes_it() -> None:
    for state in random_states(4):
        deal = state.deal
        assert deal is not None
        if deal.phase is Phase.DRAW:
            seat = deal.turn
            own = own_tiles(deal, seat)
            assert seen(state, seat, own).may_draw == "wall"
            fresh = next(t for t in TENHOU.tile_set.tiles if all(t not in p.hand for p in deal.players))
            view = seen(state, seat, OwnTiles((*own.hand, fresh), own.river, own.melds))
            assert view.may_draw is None
            assert view.drawn == fresh
            return
    raise AssertionError("nobody had to draw")


def test_when_time_is_up_only_the_drawn_tile_is_left() -> None:
    for state in random_states(4):
        deal = state.deal
        assert deal is not None
        seat = deal.turn
        drawn = deal.players[seat].drawn
        if deal.phase is Phase.ACT and drawn is not None:
            text = "The time is over."
            state.incidents[1] = Incident(1, "time_expired", (seat,), (), (), text, text, False, 0, "k")
            assert seen(state, seat, own_tiles(deal, seat)).discards == (drawn,)
            return
    raise AssertionError("nobody drew")


def test_a_tile_drawn_too_many_is_to_go_back() -> None:
    state = next(state for state in random_states(3) if state.deal is not None and state.deal.phase is Phase.ACT)
    deal = state.deal
    assert deal is not None
    seat, own = deal.turn, own_tiles(deal, deal.turn)
    extra = next(tile for tile in TENHOU.tile_set.tiles if all(tile not in player.hand for player in deal.players))
    holding = OwnTiles((*own.hand, extra), own.river, own.melds)
    assert seen(state, seat, holding).surplus == ()
    for kind in ("too_many_tiles", "draw_out_of_turn"):
        tiles = (own.hand[0], extra)
        state.incidents[1] = Incident(1, kind, (seat,), tiles, (), "Too many.", "Put it back.", True, 0, "k")
        assert seen(state, seat, holding).surplus == (extra,)
        assert seen(state, seat, own).surplus == (), "it is back"
        assert seen(state, (seat + 1) % 4, holding).surplus == (), "another seat's"
    state.incidents.clear()


def test_draws_are_offered_whenever_the_rules_want_one() -> None:
    sources = set()
    for rules in (TENHOU, load_rules("fan-practice")):
        for seed in range(6):
            for state in random_states(seed, rules):
                open_window(state)
                deal = state.deal
                assert deal is not None
                for seat in SEATS:
                    offered = seen(state, seat, own_tiles(deal, seat)).may_draw
                    assert (offered is not None) == may_draw(deal, seat), (rules.name, seed, deal.phase)
                    sources.add((rules.family, offered))
    assert len(sources) == 6


def may_draw(deal: Deal, seat: Seat) -> bool:
    """Whether the deal takes a draw of this seat now, whatever the tile."""
    held = {tile for player in deal.players for tile in player.hand}
    for tile in deal.rules.tile_set.tiles:
        if tile in held or deal.seen >> tile & 1:
            continue
        try:
            deal.apply(Draw(seat, tile))
        except IllegalAction:
            return False
        return True
    return False


def test_between_deals_only_ok_is_asked_for() -> None:
    *_, state = random_states(6)
    assert state.phase is TablePhase.RESULT
    assert seen(state, 0, OwnTiles()).buttons == (Button.MENU,)
    state.ready.add(0)
    assert seen(state, 0, OwnTiles()).buttons == ()
    assert seen(TableState(), 0, OwnTiles()).hand == ()
