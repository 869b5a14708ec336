"""What the person at one seat sees and may do: at a simulated table, and on the page of a seat of any table."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from controller.presenter.training import Choice, Coach, readiness
from controller.presenter.views import CallButton, LayView, OwnTile, SeatView, TrainingView
from controller.referee.expect import surplus_tiles
from controller.referee.state import CALL_RANK, Call, TablePhase, TableState
from engine.deal import Deal, Phase
from engine.events import (
    Action,
    AddedKan,
    Chi,
    ConcealedKan,
    Discard,
    DrawnDeal,
    Flower,
    OpenKan,
    Pon,
    Riichi,
    Win,
)
from engine.tiles import Seat, Tile
from hal.ports import Button
from hal.zones import Zone, hand_of, melds_of, river_of

Namer: TypeAlias = Callable[[Iterable[Tile]], tuple[OwnTile, ...]]
DrawFrom: TypeAlias = Literal["wall", "replacement"]

_ORDER = (Button.WIN, Button.RIICHI, Button.KAN, Button.PON, Button.CHI, Button.PASS, Button.MENU)


@dataclass(frozen=True, slots=True)
class OwnTiles:
    """The tiles in a seat's zones as they really lie on the simulated table, each zone in its order."""

    hand: tuple[Tile, ...] = ()
    river: tuple[Tile, ...] = ()
    melds: tuple[Tile, ...] = ()


def seat_view(state: TableState, seat: Seat, own: OwnTiles, coach: Coach) -> SeatView:
    """The view of the person at `seat`, whose tiles lie as in `own`. `coach` is asked in training mode only."""
    deal = state.deal
    training = TrainingView() if state.training else None
    if state.rules is None:
        return SeatView(seat=seat, hand=(), training=training)
    tile_set = state.rules.tile_set

    def named(tiles: Iterable[Tile]) -> tuple[OwnTile, ...]:
        return tuple(OwnTile(id=tile, tile=tile_set.name(tile)) for tile in tiles)

    if deal is None or state.phase is not TablePhase.PLAYING:
        asked = state.phase is TablePhase.RESULT and seat not in state.ready
        buttons = (Button.MENU,) if asked else ()
        return SeatView(seat=seat, hand=named(own.hand), buttons=buttons, training=training)
    player = deal.players[seat]
    loose = _loose(deal, seat, own)
    fresh = [tile for tile in own.hand if tile not in player.hand]
    # While a tile just moved is not believed yet, the next step waits for it, as a person would.
    lifted = any(tile not in own.hand for tile in player.hand)
    settled = not loose and not fresh and not lifted
    actions = _open_actions(state, deal, seat)
    declared = seat in state.riichi_pressed
    granted = _granted(state, seat)
    lays = tuple(_lay(action, named) for action in actions if _is_layable(action, own))
    discards = _discards(state, deal, seat, own, declared=declared) if settled else ()
    riichi_discards = _riichi_discards(deal, seat, own, actions)
    if state.training:
        training = readiness(deal, seat)
    if state.training and settled and granted is None and not _time_is_over(state, seat):
        training = coach.advise(deal, seat, Choice(actions, discards, riichi_discards, declared))
    return SeatView(
        seat=seat,
        hand=named(own.hand),
        loose=named(loose),
        surplus=_surplus(state, seat, (*fresh, *loose)),
        drawn=player.drawn if player.drawn in own.hand else (fresh[-1] if fresh else None),
        may_draw=_may_draw(state, deal, seat) if settled else None,
        discards=discards,
        riichi_discards=riichi_discards,
        riichi_declared=declared,
        flowers=tuple(action.tile for action in actions if isinstance(action, Flower)),
        buttons=_buttons(deal, actions, declared=declared) if granted is None else (),
        lays=lays,
        granted=granted,
        training=training,
    )


def seat_page_view(state: TableState, seat: Seat, coach: Coach) -> SeatView:
    """The view of the page tied to `seat`. Outside training mode it holds no hidden tile, and its buttons do not
    tell what they would mean now.
    """
    panel = panel_buttons(state)
    if not state.training:
        return SeatView(seat=seat, panel=panel)
    return seat_view(state, seat, _read_tiles(state, seat), coach).model_copy(update={"panel": panel})


def panel_buttons(state: TableState) -> tuple[Button, ...]:
    """The buttons a seat has in this game: without riichi in families that do not know it."""
    riichi = state.rules is None or state.rules.family == "riichi"
    return tuple(button for button in Button if riichi or button is not Button.RIICHI)


def _read_tiles(state: TableState, seat: Seat) -> OwnTiles:
    """The tiles in a seat's zones as the referee knows them."""
    lying: dict[Zone, list[tuple[int, Tile]]] = {}
    for tile, place in state.places.items():
        lying.setdefault(place.zone, []).append((place.order, tile))

    def at(zone: Zone) -> tuple[Tile, ...]:
        return tuple(tile for _, tile in sorted(lying.get(zone, ())))

    return OwnTiles(hand=at(hand_of(seat)), river=at(river_of(seat)), melds=at(melds_of(seat)))


def _loose(deal: Deal, seat: Seat, own: OwnTiles) -> list[Tile]:
    """Tiles lying in the own river or melds where the game does not have them."""
    player = deal.players[seat]
    river = {discard.tile for discard in player.river}
    shown = {tile for meld in player.melds for tile in meld.tiles} | set(player.flowers)
    return [tile for tile in own.river if tile not in river] + [tile for tile in own.melds if tile not in shown]


def _surplus(state: TableState, seat: Seat, unexplained: Iterable[Tile]) -> tuple[Tile, ...]:
    """Own tiles that the game does not have there and an open incident wants back in the wall."""
    wrong = surplus_tiles(state, seat)
    return tuple(tile for tile in unexplained if tile in wrong)


def _granted(state: TableState, seat: Seat) -> CallButton | None:
    window = state.window
    if window is None or window.granted is None or window.granted.seat != seat:
        return None
    buttons: dict[Call, CallButton] = {Call.CHI: "CHI", Call.PON: "PON", Call.KAN: "KAN"}
    return buttons.get(window.granted.call)


def _open_actions(state: TableState, deal: Deal, seat: Seat) -> tuple[Action, ...]:
    """The seat's legal actions, less what it has passed or a better call has taken."""
    window = state.window
    actions = deal.legal(seat)
    if deal.phase not in (Phase.CLAIM, Phase.ROB):
        return actions
    if window is None or window.closed or seat in window.passed:
        return ()
    granted = window.granted
    if granted is not None and granted.seat == seat:
        return tuple(action for action in actions if _call_of(action) is granted.call)
    if seat in window.claims:
        return ()
    beaten = CALL_RANK[granted.call] if granted is not None else CALL_RANK[Call.PON] if window.winning else -1
    return tuple(action for action in actions if CALL_RANK[_call_of(action)] > beaten)


def _call_of(action: Action) -> Call:
    match action:
        case Chi():
            return Call.CHI
        case Pon():
            return Call.PON
        case OpenKan():
            return Call.KAN
        case _:
            return Call.RON


def _is_layable(action: Action, own: OwnTiles) -> bool:
    """Whether an action is a set whose own tiles are still on the rack."""
    return bool(_own_part(action)) and all(tile in own.hand for tile in _own_part(action))


def _own_part(action: Action) -> tuple[Tile, ...]:
    match action:
        case Chi(_, _, used) | Pon(_, _, used) | OpenKan(_, _, used):
            return used
        case ConcealedKan(_, tiles):
            return tiles
        case AddedKan(_, tile):
            return (tile,)
        case _:
            return ()


def _lay(action: Action, named: Namer) -> LayView:
    taken = named((action.tile,))[0] if isinstance(action, Chi | Pon | OpenKan) else None
    button: CallButton = "CHI" if isinstance(action, Chi) else "PON" if isinstance(action, Pon) else "KAN"
    return LayView(button=button, own=named(_own_part(action)), taken=taken)


def _may_draw(state: TableState, deal: Deal, seat: Seat) -> DrawFrom | None:
    if deal.turn != seat or deal.draw_due is not None:
        return None
    window = state.window
    if deal.phase in (Phase.CLAIM, Phase.ROB) and window is not None and (window.granted or window.winning):
        return None
    if deal.phase in (Phase.DRAW, Phase.CLAIM):
        return "wall" if deal.wall_left else None
    if deal.phase is Phase.FLOWERS:
        return "replacement" if deal.replacements_due else None
    return "replacement" if deal.phase in (Phase.ROB, Phase.REPLACE) else None


def _time_is_over(state: TableState, seat: Seat) -> bool:
    return any(incident.kind == "time_expired" and seat in incident.seats for incident in state.incidents.values())


def _discards(state: TableState, deal: Deal, seat: Seat, own: OwnTiles, *, declared: bool) -> tuple[Tile, ...]:
    if deal.phase not in (Phase.ACT, Phase.RIICHI) or deal.turn != seat:
        return ()
    actions = deal.legal(seat)
    drawn = deal.players[seat].drawn
    if drawn is not None and _time_is_over(state, seat):
        return (drawn,)
    if declared:
        return _riichi_discards(deal, seat, own, actions)
    return _alike(deal, seat, own, (action.tile for action in actions if isinstance(action, Discard)))


def _riichi_discards(deal: Deal, seat: Seat, own: OwnTiles, actions: tuple[Action, ...]) -> tuple[Tile, ...]:
    riichi = Riichi(seat)
    if riichi not in actions:
        return ()
    after = deal.apply(riichi).legal(seat)
    return _alike(deal, seat, own, (action.tile for action in after if isinstance(action, Discard)))


def _alike(deal: Deal, seat: Seat, own: OwnTiles, tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Tiles on the rack that look like one of `tiles`; in riichi only those themselves."""
    listed = tuple(tiles)
    if deal.players[seat].riichi and deal.phase is Phase.ACT:
        return listed
    looks = {deal.rules.tile_set.name(tile) for tile in listed}
    return tuple(tile for tile in own.hand if deal.rules.tile_set.name(tile) in looks)


def _buttons(deal: Deal, actions: tuple[Action, ...], *, declared: bool) -> tuple[Button, ...]:
    lit = set()
    for action in actions:
        match action:
            case Win():
                lit.add(Button.WIN)
            case Riichi() if not declared:
                lit.add(Button.RIICHI)
            case OpenKan() | ConcealedKan() | AddedKan():
                lit.add(Button.KAN)
            case Pon():
                lit.add(Button.PON)
            case Chi():
                lit.add(Button.CHI)
            case DrawnDeal():
                lit.add(Button.MENU)
            case _:
                continue
    if lit and deal.phase in (Phase.CLAIM, Phase.ROB):
        lit.add(Button.PASS)
    return tuple(button for button in _ORDER if button in lit)
