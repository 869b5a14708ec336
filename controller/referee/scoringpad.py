"""The scoring pad: one antenna for a finished hand, one for its melds, and nothing else (referee.md, smaller tables).

During the deal seats press RIICHI. At its end the winner's hand is put on the pad, the winning tile last. WIN at the
winner's seat, then OK/MENU at the seat that discarded the tile (at the winner's own seat: it was drawn). KAN at the
winner's seat says that its kans are concealed. At a draw each seat presses OK/MENU if its hand is ready, PASS if not.
"""

from collections.abc import Iterator, Sequence

from controller.effects import CallMade, PressRefused, TunePlayed
from controller.referee.dealing import install
from controller.referee.desk import Desk
from engine.deal import Deal
from engine.deal.entered import EnteredWin, drawn, unread_deal, with_riichi, won
from engine.deal.passing import replace_player
from engine.errors import EngineError
from engine.events import DrawReason
from engine.melds import Meld, MeldType
from engine.scoring import score_win
from engine.scoring.context import Refusal, Score, WinContext
from engine.tiles import KIND_OF, SEATS, Seat, Tile, is_flower, seat_wind
from hal.ports import Button, Millis
from hal.zones import DORA_PAD, Zone, hand_of, melds_of

FULL_HAND = 14
PAD_HAND, PAD_MELDS = hand_of(0), melds_of(0)
"""The pad's two parts, whoever's hand lies there."""


def press_on_pad(desk: Desk, seat: Seat, button: Button, at: Millis) -> None:
    """A press at a table that has nothing but a scoring pad."""
    pad = desk.state.pad
    match button:
        case Button.RIICHI if desk.rules.family == "riichi":
            pad.riichi ^= {seat}
        case Button.WIN:
            pad.winner = None if pad.winner == seat else seat
            pad.concealed = False
        case Button.KAN if pad.winner == seat:
            pad.concealed = not pad.concealed
        case Button.MENU if pad.winner is not None:
            _win(desk, pad.winner, None if seat == pad.winner else seat, at)
        case Button.MENU | Button.PASS:
            _answer(desk, seat, ready=button is Button.MENU)
        case _:
            return


def _answer(desk: Desk, seat: Seat, *, ready: bool) -> None:
    """A seat says at an exhausted wall whether its hand is ready; with the fourth answer the deal is drawn."""
    pad, match = desk.state.pad, desk.state.match
    pad.answers[seat] = ready
    if len(pad.answers) < len(SEATS) or match is None:
        return
    tenpai = [seat for seat in SEATS if pad.answers[seat] or seat in pad.riichi]
    deal = with_riichi(unread_deal(match), sorted(pad.riichi))
    _end(desk, deal, drawn(deal, DrawReason.EXHAUSTIVE, tenpai))
    desk.emit(TunePlayed("draw"))


def _win(desk: Desk, winner: Seat, source: Seat | None, at: Millis) -> None:
    """Score what lies on the pad; a hand that does not win is refused with its reason."""
    match = desk.state.match
    if match is None:
        return
    deal = with_riichi(unread_deal(match), sorted(desk.state.pad.riichi))
    try:
        context, score = _best(desk, deal, winner, source)
    except EngineError as error:
        _refuse(desk, winner, "no_shape", str(error))
        return
    if isinstance(score, Refusal):
        _refuse(desk, winner, score.reason, score.message)
        return
    desk.emit(CallMade(winner, "tsumo" if source is None else "ron", at), TunePlayed("win"))
    player = deal.players[winner]._replace(hand=context.hand, melds=context.melds, flowers=context.flowers)
    deal = deal._replace(players=replace_player(deal.players, winner, player), indicators=tuple(_tiles(desk, DORA_PAD)))
    _end(desk, deal, won(deal, [EnteredWin(winner, source, score, context.win_tile)]))


def _refuse(desk: Desk, seat: Seat, reason: str, message: str) -> None:
    desk.emit(PressRefused(seat, Button.WIN, reason, message), TunePlayed("refused", seat))


def _end(desk: Desk, booked: Deal, ended: Deal) -> None:
    if desk.state.match is not None:
        install(desk, unread_deal(desk.state.match))
    desk.end_as_entered(booked, ended)


def _best(desk: Desk, deal: Deal, winner: Seat, source: Seat | None) -> tuple[WinContext, Score | Refusal]:
    """The win on the pad, its melds read so that it is worth most. Raises `EngineError` for no possible hand."""
    tiles, pad = _tiles(desk, PAD_HAND), desk.state.pad
    shown = [tile for tile in _tiles(desk, PAD_MELDS) if not is_flower(tile)]
    flowers = tuple(tile for zone in (PAD_HAND, PAD_MELDS) for tile in _tiles(desk, zone) if is_flower(tile))
    hand = [tile for tile in tiles if not is_flower(tile)]
    found: list[tuple[WinContext, Score | Refusal]] = []
    for melds in _melds_of(shown, concealed=pad.concealed):
        if len(hand) + 3 * len(melds) != FULL_HAND:
            continue
        context = WinContext(
            hand=tuple(hand),
            win_tile=hand[-1],
            tsumo=source is None,
            melds=melds,
            round_wind=deal.round_wind,
            seat_wind=seat_wind(winner, deal.dealer),
            riichi=1 if winner in pad.riichi else 0,
            dora_indicators=tuple(_tiles(desk, DORA_PAD)),
            ura_indicators=tuple(pad.ura) if winner in pad.riichi else (),
            honba=deal.honba if deal.rules.family == "riichi" else 0,
            deposits=deal.deposits,
            flowers=flowers,
        )
        found.append((context, score_win(deal.rules, context)))
    if not found:
        raise EngineError(
            f"a finished hand has {FULL_HAND} tiles, three of each set counted; "
            f"{len(hand)} lie on the pad and {len(shown)} beside it as melds"
        )
    return max(found, key=lambda item: -1 if isinstance(item[1], Refusal) else item[1].total)


def _tiles(desk: Desk, zone: Zone) -> list[Tile]:
    """The tiles of a zone in the order in which they came: the winning tile is the last."""
    lying = [(place.before, place.order, tile) for tile, place in desk.state.places.items() if place.zone == zone]
    return [tile for _, _, tile in sorted(lying)]


def _melds_of(tiles: Sequence[Tile], *, concealed: bool) -> Iterator[tuple[Meld, ...]]:
    """Every way to part tiles into sets. Kans are concealed or not, all of them, as the winner says."""
    if not tiles:
        yield ()
        return
    ordered = sorted(tiles)
    first, kind = ordered[0], KIND_OF[ordered[0]]
    alike = [tile for tile in ordered if KIND_OF[tile] == kind]
    options: list[tuple[MeldType, list[Tile]]] = []
    if len(alike) == 4:
        options.append((MeldType.ANKAN if concealed else MeldType.DAIMINKAN, alike))
    if len(alike) >= 3:
        options.append((MeldType.PON, alike[:3]))
    following = [next((t for t in ordered if KIND_OF[t] == kind + step), None) for step in (1, 2)]
    if kind < 27 and kind % 9 <= 6 and None not in following:
        options.append((MeldType.CHI, [first, *(tile for tile in following if tile is not None)]))
    for meld_type, used in options:
        for rest in _melds_of([tile for tile in ordered if tile not in used], concealed=concealed):
            yield (Meld(meld_type, tuple(used)), *rest)
