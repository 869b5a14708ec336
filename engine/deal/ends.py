"""How a deal ends: wins and their payments, drawn deals and theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import scoring
from engine.deal import passing, wins
from engine.deal.state import DealResult, Four, Phase, WinResult
from engine.errors import IllegalAction
from engine.events import DrawnDeal, DrawReason, Win
from engine.rules import RuleSet
from engine.scoring.context import Refusal, Score
from engine.tiles import KIND_OF, SEATS, TERMINALS_AND_HONOURS, Seat, Tile

if TYPE_CHECKING:
    from engine.deal.deal import Deal

_NO_POINTS: Four = (0, 0, 0, 0)
_ORPHANS = frozenset(TERMINALS_AND_HONOURS)
NINE = 9


def apply_win(deal: Deal, event: Win) -> Deal:
    """One or more seats win. Raises `IllegalAction` naming what bars the win."""
    source, tile = _check_win(deal, event)
    winners = wins.in_turn_order(event.winners, event.winners[0] if source is None else source)
    results = []
    for index, seat in enumerate(winners):
        ura = event.ura if deal.players[seat].riichi else ()
        context = wins.win_context(deal, seat, ura=ura, first=index == 0)
        score = scoring.score_win(deal.rules, context)
        if isinstance(score, Refusal):
            raise IllegalAction(score.reason, score.message)
        results.append(WinResult(seat, source, tile, score, _win_deltas(deal, seat, source, score)))
    return over(deal, wins=tuple(results), deltas=sum_of([result.deltas for result in results]))


def _check_win(deal: Deal, event: Win) -> tuple[Seat | None, Tile]:
    """Where the winning tile comes from (None: drawn) and the tile; raises `IllegalAction`."""
    if not event.winners or len(set(event.winners)) != len(event.winners):
        raise IllegalAction("no_winner", "A win needs one or more different winners.")
    for seat in event.winners:
        broken = wins.win_refusal(deal, seat)
        if broken is not None:
            raise IllegalAction(*broken)
    if len(event.winners) > 1 and deal.rules.multiple_ron == "head_bump":
        raise IllegalAction("head_bump", "Only the nearest seat after the discarder wins.")
    if len(event.winners) == 3 and deal.rules.triple_ron_draws:
        raise IllegalAction("triple_ron", "Three wins on one tile end the deal in a draw.")
    needed = max(wins.indicators_for(deal, seat) for seat in event.winners)
    if len(deal.indicators) < needed:
        raise IllegalAction("indicator_due", "The indicator of the last kan is turned first.")
    _check_ura(deal, event, needed)
    offered = wins.offered_tile(deal)
    if offered is not None:
        return offered[1], offered[0]
    drawn = deal.players[event.winners[0]].drawn
    if drawn is None:
        raise IllegalAction("nothing_to_win_on", "There is no tile to win on.")
    return None, drawn


def _check_ura(deal: Deal, event: Win, indicators: int) -> None:
    if not event.ura:
        return
    if not deal.rules.ura_dora or not any(deal.players[seat].riichi for seat in event.winners):
        raise IllegalAction("ura_indicators", "Ura indicators are only turned for a winner in riichi.")
    if len(event.ura) != indicators:
        raise IllegalAction("ura_indicators", f"Under {indicators} indicators lie as many ura indicators.")
    if len(set(event.ura)) != len(event.ura) or any(not 0 <= tile < 136 or deal.seen >> tile & 1 for tile in event.ura):
        raise IllegalAction("tile_in_use", "An ura indicator lies elsewhere on the table already.")


def _win_deltas(deal: Deal, winner: Seat, source: Seat | None, score: Score) -> Four:
    liable = deal.players[winner].liable[0][1] if deal.players[winner].liable else None
    return win_deltas(deal.dealer, winner, source, score, liable)


def win_deltas(dealer: Seat, winner: Seat, source: Seat | None, score: Score, liable: Seat | None) -> Four:
    """Points a win moves, by seat: `source` (None: own draw) or everybody pays, `liable` its part by pao."""
    paid = score.payments
    points = [0, 0, 0, 0]
    liable_part = paid.liable or 0
    if source is not None:
        points[source] -= (paid.ron or 0) - liable_part
    else:
        for seat in SEATS:
            if seat != winner:
                points[seat] -= (paid.dealer if seat == dealer else paid.other) or 0
    if liable is not None:
        points[liable] -= liable_part
    points[winner] = score.deposits - sum(points)
    return points[0], points[1], points[2], points[3]


def apply_drawn(deal: Deal, event: DrawnDeal) -> Deal:
    """The deal ends without a winner. Raises `IllegalAction` if nothing in the rules ends it so."""
    reason = DrawReason.EXHAUSTIVE if event.reason is DrawReason.NAGASHI_MANGAN else event.reason
    if reason is DrawReason.NINE_TERMINALS:
        broken = nine_terminals_refusal(deal, event.seat)
        if broken is not None:
            raise IllegalAction(*broken)
    elif reason is DrawReason.TRIPLE_RON:
        if not deal.rules.triple_ron_draws or len(wins.ron_seats(deal)) != 3:
            raise IllegalAction("no_draw", "Three seats must win on one tile for this draw.")
        return over(deal, reason=reason)
    elif deal.phase is Phase.OVER or reason is not deal.draw_due:
        raise IllegalAction("no_draw", f"Nothing ends the deal as {reason.value} now.")
    if reason is not DrawReason.EXHAUSTIVE:
        if event.noten:
            raise IllegalAction("noten", "Hands are only shown when the wall is exhausted.")
        return over(passing.close_window(deal), reason=reason)
    return _exhausted(passing.close_window(deal), event.noten)


def nine_terminals_refusal(deal: Deal, seat: Seat | None) -> tuple[str, str] | None:
    """Why a seat may not end the deal by nine terminals (rule, message), or None if it may."""
    if not deal.rules.nine_terminals_draw:
        return "no_draw", "Nine terminals do not end a deal in this game."
    if seat is None or deal.phase is not Phase.ACT or deal.turn != seat:
        return "not_your_turn", "Nine terminals are declared on one's own first draw."
    player = deal.players[seat]
    if deal.called or player.river or player.drawn is None or player.barred:
        return "not_first_draw", "Nine terminals are only declared on the first draw, before any call."
    if sum(player.counts[kind] > 0 for kind in TERMINALS_AND_HONOURS) < NINE:
        return "nine_terminals", "Nine different terminals and honours are needed."
    return None


def _exhausted(deal: Deal, noten: tuple[Seat, ...]) -> Deal:
    """The wall is exhausted: ready hands are shown and paid, or nagashi mangan replaces that."""
    for seat in noten:
        if seat not in SEATS or deal.players[seat].riichi:
            raise IllegalAction("noten", "A seat in riichi must show its hand.")
    tenpai = tuple(
        seat for seat in SEATS if deal.players[seat].waits and not deal.players[seat].dead and seat not in noten
    )
    nagashi = nagashi_seats(deal)
    deltas = sum_of([nagashi_deltas(deal, seat) for seat in nagashi]) if nagashi else noten_deltas(deal, tenpai)
    reason = DrawReason.NAGASHI_MANGAN if nagashi else DrawReason.EXHAUSTIVE
    return over(deal, reason=reason, deltas=deltas, tenpai=tenpai, nagashi=nagashi)


def noten_deltas(deal: Deal, tenpai: tuple[Seat, ...]) -> Four:
    """What ready hands get from the others at an exhausted wall (rules.md: noten payments)."""
    if not 0 < len(tenpai) < 4:
        return _NO_POINTS
    gain = deal.rules.noten_payments // len(tenpai)
    loss = deal.rules.noten_payments // (4 - len(tenpai))
    a, b, c, d = (gain if seat in tenpai else -loss for seat in SEATS)
    return a, b, c, d


def nagashi_seats(deal: Deal) -> tuple[Seat, ...]:
    """Who has nagashi mangan at an exhausted wall."""
    return tuple(seat for seat in SEATS if _is_nagashi(deal, seat))


def _is_nagashi(deal: Deal, seat: Seat) -> bool:
    player = deal.players[seat]
    if not deal.rules.nagashi_mangan or player.barred or not player.river:
        return False
    if deal.rules.nagashi_closed_only and not player.is_closed:
        return False
    return all(tile.claimed_by is None and KIND_OF[tile.tile] in _ORPHANS for tile in player.river)


def nagashi_deltas(deal: Deal, winner: Seat) -> Four:
    """A mangan by own draw, without honba (rules.md: nagashi mangan)."""
    points = [0, 0, 0, 0]
    for seat in SEATS:
        if seat != winner:
            points[seat] = -4_000 if deal.dealer in (seat, winner) else -2_000
    points[winner] = -sum(points)
    return points[0], points[1], points[2], points[3]


def sum_of(deltas: list[Four]) -> Four:
    """Changes of points, added up by seat."""
    a, b, c, d = (sum(points) for points in zip(*deltas, strict=True))
    return a, b, c, d


def continuation(
    rules: RuleSet,
    dealer: Seat,
    honba: int,
    *,
    winners: tuple[Seat, ...] = (),
    reason: DrawReason | None = None,
    tenpai: tuple[Seat, ...] = (),
) -> tuple[bool, int]:
    """Whether the dealer repeats after this result, and the honba of the next deal (rules.md: between deals)."""
    if winners:
        repeats = dealer in winners
        return repeats, honba + 1 if repeats else 0
    if reason not in (DrawReason.EXHAUSTIVE, DrawReason.NAGASHI_MANGAN):
        return True, honba + 1
    repeats = rules.dealer_repeats_on == "win_or_tenpai" and dealer in tenpai
    # In the fan family honba only counts how often the dealer repeated, and a drawn deal passes the deal on.
    return repeats, honba + 1 if repeats or rules.family == "riichi" else 0


def over(
    deal: Deal,
    *,
    reason: DrawReason | None = None,
    wins: tuple[WinResult, ...] = (),
    deltas: Four = _NO_POINTS,
    tenpai: tuple[Seat, ...] = (),
    nagashi: tuple[Seat, ...] = (),
) -> Deal:
    """The deal with its result: points moved, who deals next. Nothing is checked here."""
    winners = tuple(win.seat for win in wins)
    repeats, honba = continuation(deal.rules, deal.dealer, deal.honba, winners=winners, reason=reason, tenpai=tenpai)
    result = DealResult(
        kind="win" if wins else "draw",
        reason=reason,
        wins=wins,
        deltas=deltas,
        tenpai=tenpai,
        nagashi=nagashi,
        riichi=tuple(seat for seat in SEATS if deal.players[seat].riichi_accepted and not deal.players[seat].dead),
        scores_after=sum_of([deal.scores, deltas]),
        deposits_after=0 if wins else deal.deposits,
        dealer_repeats=repeats,
        honba_after=honba,
    )
    return deal._replace(
        phase=Phase.OVER,
        result=result,
        scores=result.scores_after,
        deposits=result.deposits_after,
        draw_due=None,
    )
