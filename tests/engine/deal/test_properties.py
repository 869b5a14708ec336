"""What holds in every deal: nothing is lost, and `legal` lists exactly what `apply` accepts."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.deal import Deal, Phase
from engine.errors import IllegalAction
from engine.events import (
    Action,
    AddedKan,
    Chi,
    ConcealedKan,
    Discard,
    DrawnDeal,
    DrawReason,
    Event,
    Flower,
    OpenKan,
    Pon,
    Riichi,
    Win,
)
from engine.rules import PRESETS
from engine.tiles import KIND_OF, SEATS, Seat, Tile
from tests.engine.deal.random_play import play

SEEDS = st.integers(0, 2**32)
SOME = settings(max_examples=8, deadline=None)
FEW = settings(max_examples=4, deadline=None)
EVERY_RULES = pytest.mark.parametrize("name", PRESETS)


@EVERY_RULES
@SOME
@given(seed=SEEDS)
def test_points_and_tiles_are_conserved(name: str, seed: int) -> None:
    rules = PRESETS[name]
    sums = set()
    for _, deal in play(rules, seed):
        sums.add(sum(deal.scores) + 1_000 * deal.deposits)
        tiles = tiles_of(deal)
        assert len(set(tiles)) == len(tiles)
        assert sum(1 << tile for tile in tiles) == deal.seen, "every tile dealt, drawn or turned is somewhere"
        assert len(tiles) - len(deal.indicators) + deal.wall_left + rules.dead_wall == len(rules.tile_set.tiles)
    assert len(sums) == 1
    assert deal.result is not None
    assert deal.result.scores_after == deal.scores


def tiles_of(deal: Deal) -> list[Tile]:
    """Every tile that lies with a player or on the dora pad; a claimed one only in its meld."""
    tiles = list(deal.indicators)
    for player in deal.players:
        tiles += player.hand + player.flowers
        tiles += [tile for meld in player.melds for tile in meld.tiles]
        tiles += [lying.tile for lying in player.river if lying.claimed_by is None]
    return tiles


@EVERY_RULES
@SOME
@given(seed=SEEDS)
def test_counts_and_hands_fit(name: str, seed: int) -> None:
    for _, deal in play(PRESETS[name], seed):
        for seat in SEATS:
            player = deal.players[seat]
            counts = [0] * 34
            for tile in player.hand:
                if tile < 136:
                    counts[KIND_OF[tile]] += 1
            assert bytes(counts) == player.counts
            assert player.drawn is None or player.drawn in player.hand
            size = len(player.hand) + 3 * len(player.melds)
            full = seat == deal.turn and deal.phase in (Phase.ACT, Phase.RIICHI)
            won = deal.phase is Phase.OVER and size == 14
            replaces = seat == deal.turn and deal.phase is Phase.FLOWERS
            assert size == (14 if full or won else 13 - deal.replacements_due * replaces)


@EVERY_RULES
@FEW
@given(seed=SEEDS, every=st.integers(5, 9))
def test_legal_lists_exactly_what_apply_accepts(name: str, seed: int, every: int) -> None:
    for index, (_, deal) in enumerate(play(PRESETS[name], seed)):
        if index % every or deal.indicators_due:
            continue
        for seat in SEATS:
            listed = {look(deal, action) for action in deal.legal(seat)}
            possible = {look(deal, event) for event in conceivable(deal, seat) if accepts(deal, event)}
            assert listed <= possible
            extra = possible - listed
            if deal.rules.riichi_check == "at_draw":
                # The table takes an unready riichi, to be found at the draw; nobody may declare it.
                extra = set() if deal.phase is Phase.RIICHI else {action for action in extra if action[0] != "Riichi"}
            assert not extra


def accepts(deal: Deal, event: Event) -> bool:
    try:
        deal.apply(event)
    except IllegalAction as error:
        return not (error.rule and error.message)
    return True


def look(deal: Deal, action: Action) -> tuple[object, ...]:
    """An action with its tiles as they look: equal tiles are listed only once."""
    tiles: tuple[Tile, ...] = ()
    match action:
        case Chi() | Pon() | OpenKan():
            tiles = (action.tile, *action.used)
        case ConcealedKan():
            tiles = action.tiles
        case Discard() | AddedKan() | Flower():
            tiles = (action.tile,)
    name = deal.rules.tile_set.name
    return type(action).__name__, *sorted(map(name, tiles))


def conceivable(deal: Deal, seat: Seat) -> Iterator[Action]:
    """Every action a seat could think of with its tiles, sensible or not."""
    hand = deal.players[seat].hand
    yield Riichi(seat)
    yield Win((seat,))
    yield DrawnDeal(DrawReason.NINE_TERMINALS, seat)
    for tile in hand:
        yield Discard(seat, tile)
        yield AddedKan(seat, tile)
        yield Flower(seat, tile)
    for kind in range(34):
        alike = [tile for tile in hand if KIND_OF[tile] == kind]
        if len(alike) == 4:
            yield ConcealedKan(seat, (alike[0], alike[1], alike[2], alike[3]))
        for three in combinations(alike, 3):
            yield OpenKan(seat, claimable(deal), three)
    for two in combinations(hand, 2):
        yield Pon(seat, claimable(deal), two)
        yield Chi(seat, claimable(deal), two)


def claimable(deal: Deal) -> Tile:
    return Tile(0) if deal.last_discard is None else deal.last_discard


@SOME
@given(seed=SEEDS)
def test_other_events_are_refused(seed: int) -> None:
    """Draws out of turn, tiles that lie elsewhere, wins and draws nobody has."""
    for _, deal in play(PRESETS["tenhou"], seed):
        for reason in DrawReason:
            if reason not in (deal.draw_due, DrawReason.NINE_TERMINALS, DrawReason.NAGASHI_MANGAN):
                assert not accepts(deal, DrawnDeal(reason)) or reason is DrawReason.TRIPLE_RON
        for seat in SEATS:
            player = deal.players[seat]
            assert not accepts(deal, Discard(seat, deal.players[(seat + 1) % 4].hand[0]))
            assert not accepts(deal, Win((seat, seat)))
            if player.river:
                assert not accepts(deal, Discard(seat, player.river[0].tile))
