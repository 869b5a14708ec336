"""A result entered by hand: what people say became of a deal, turned into points by the rules.

For tables that cannot read everything, and for tournaments that cannot wait for an antenna. Nothing is checked
against the tiles of the deal; payments, honba, deposits and who deals next follow the rules as ever.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.deal.deal import Deal
from engine.deal.ends import nagashi_deltas, noten_deltas, over, sum_of, win_deltas
from engine.deal.passing import replace_player
from engine.deal.state import Phase, PlayerState, WinResult
from engine.errors import RulesError
from engine.events import DrawReason
from engine.match import Match
from engine.scoring.context import Payments, Score
from engine.scoring.fan import CAP, score_of_fan
from engine.scoring.points import DEPOSIT, HONBA_RON, HONBA_TSUMO, YAKUMAN, basic_points, pao_payments, payments
from engine.tiles import Seat, Tile


class EnteredWin(NamedTuple):
    """One winner: `source` is the seat the tile came from, None for an own draw; `liable` pays by pao."""

    seat: Seat
    source: Seat | None
    score: Score
    tile: Tile | None = None
    liable: Seat | None = None


def unread_deal(match: Match) -> Deal:
    """The next deal of a match as a table knows it that reads no hands: nobody's tiles, nothing drawn."""
    nobody = PlayerState(hand=(), counts=bytes(34))
    return Deal(
        rules=match.rules,
        round_wind=match.round_wind,
        dealer=match.dealer,
        players=(nobody, nobody, nobody, nobody),
        scores=match.scores,
        wall_left=0,
        turn=match.dealer,
        phase=Phase.DRAW,
        honba=match.honba,
        deposits=match.deposits,
    )


def with_riichi(deal: Deal, seats: Sequence[Seat]) -> Deal:
    """The deal with riichi deposits of these seats booked that the table has not seen.

    Raises `RulesError` where the rules know no riichi.
    """
    if seats and deal.rules.family != "riichi":
        raise RulesError("these rules know no riichi and no deposits")
    for seat in seats:
        player = deal.players[seat]
        if player.riichi_accepted:
            continue
        declared = player._replace(riichi=player.riichi or 1, riichi_accepted=True)
        a, b, c, d = (score - DEPOSIT * (other == seat) for other, score in enumerate(deal.scores))
        deal = deal._replace(
            players=replace_player(deal.players, seat, declared), scores=(a, b, c, d), deposits=deal.deposits + 1
        )
    return deal


def won(deal: Deal, wins: Sequence[EnteredWin]) -> Deal:
    """The deal, won as people say; the first winner takes honba and deposits (already in its score).

    Raises `RulesError` for winners that cannot be.
    """
    sources = {win.source for win in wins}
    if not wins or len({win.seat for win in wins}) != len(wins) or any(win.seat == win.source for win in wins):
        raise RulesError("a win needs different winners, and nobody wins on their own discard")
    if len(wins) > 1 and (len(sources) > 1 or None in sources):
        raise RulesError("several winners win on the same tile of the same seat")
    results = [
        WinResult(
            win.seat,
            win.source,
            win.tile,
            win.score,
            win_deltas(deal.dealer, win.seat, win.source, win.score, win.liable),
        )
        for win in wins
    ]
    return over(deal, wins=tuple(results), deltas=sum_of([result.deltas for result in results]))


def drawn(deal: Deal, reason: DrawReason, tenpai: Sequence[Seat] = (), nagashi: Sequence[Seat] = ()) -> Deal:
    """The deal, drawn as people say: with the ready hands of an exhausted wall, and who has nagashi mangan."""
    tenpai, nagashi = tuple(sorted(tenpai)), tuple(sorted(nagashi))
    match reason:
        case DrawReason.EXHAUSTIVE:
            return over(deal, reason=reason, deltas=noten_deltas(deal, tenpai), tenpai=tenpai)
        case DrawReason.NAGASHI_MANGAN:
            if not nagashi:
                raise RulesError("say whose nagashi mangan it is")
            deltas = sum_of([nagashi_deltas(deal, seat) for seat in nagashi])
            return over(deal, reason=reason, deltas=deltas, tenpai=tenpai, nagashi=nagashi)
        case _:
            return over(deal, reason=reason)


def score_of_value(
    deal: Deal,
    seat: Seat,
    *,
    tsumo: bool,
    han: int,
    fu: int = 30,
    yakuman: int = 0,
    pao: bool = False,
    first: bool = True,
) -> Score:
    """The score of a hand of which only the value is known: han and fu, so many yakuman, or fan.

    `pao`: another seat than the discarder is liable for the yakuman. `first`: takes honba and deposits.
    """
    if deal.rules.family == "fan":
        return score_of_fan(deal.rules, min(CAP, han), tsumo=tsumo, dealer=seat == deal.dealer)
    honba, deposits = (deal.honba, DEPOSIT * deal.deposits) if first else (0, 0)
    dealer = seat == deal.dealer
    if yakuman:
        basic = YAKUMAN * yakuman
        paid, points = pao_payments(basic, 0, dealer, tsumo, honba) if pao else payments(basic, dealer, tsumo, honba)
        return Score((), 13 * yakuman, 0, 0, 0, 0, yakuman, "yakuman", basic, paid, deposits, points + deposits)
    basic, limit = basic_points(deal.rules, han, fu)
    paid, points = payments(basic, dealer, tsumo, honba)
    return Score((), han, fu, 0, 0, 0, 0, limit, basic, paid, deposits, points + deposits)


def score_of_points(deal: Deal, seat: Seat, points: int, *, tsumo: bool, first: bool = True) -> Score:
    """The score of a hand of which only its worth is known, without honba: 3,900; 12,000 by draw is 4,000 from each.

    Raises `RulesError` for a worth that cannot be shared as a draw is paid.
    """
    riichi = deal.rules.family == "riichi"
    honba, deposits = (deal.honba if riichi else 0, DEPOSIT * deal.deposits) if first else (0, 0)
    if not tsumo:
        ron = points + HONBA_RON * honba
        return Score(yaku=(), han=0, payments=Payments(ron=ron), deposits=deposits, total=ron + deposits)
    if seat == deal.dealer or not riichi:
        each, rest = divmod(points, 3)
        from_dealer = None if seat == deal.dealer else each
    else:
        from_dealer, each, rest = _shares(points)
    if rest:
        raise RulesError(f"{points} points cannot be paid by three seats: give what they pay in all")
    bonus = HONBA_TSUMO * honba
    paid = Payments(dealer=None if from_dealer is None else from_dealer + bonus, other=each + bonus)
    return Score(yaku=(), han=0, payments=paid, deposits=deposits, total=points + 3 * bonus + deposits)


def _shares(points: int) -> tuple[int, int, int]:
    """How a win by draw of another than the dealer is paid: by the dealer, by each other, and what is left over.

    Each pays its part of the basic points rounded up to hundreds, so the dealer pays twice the others' or 100 less.
    """
    for from_dealer in range(0, points + 1, 100):
        for each in (from_dealer // 2, (from_dealer + 100) // 2):
            if each % 100 == 0 and from_dealer + 2 * each == points:
                return from_dealer, each, 0
    return 0, 0, points
