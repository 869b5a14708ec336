"""`Deal`: the state of one deal, from the dealt hands to its result."""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from engine.deal import calls, ends, kans, passing, ruled, turns, wins
from engine.deal.hands import counts_of_hand, hand_waits
from engine.deal.legal import legal_actions
from engine.deal.state import DealResult, Four, Phase, PlayerState
from engine.errors import IllegalAction, RulesError
from engine.events import (
    Action,
    AddedKan,
    Chi,
    ConcealedKan,
    Discard,
    Draw,
    DrawnDeal,
    DrawReason,
    Event,
    Flower,
    Indicator,
    OpenKan,
    Pon,
    Riichi,
    Win,
)
from engine.rules import RuleSet
from engine.scoring.context import Refusal, Score
from engine.tiles import Kind, Seat, Tile, Wind


class Deal(NamedTuple):
    """The state of a deal after some events. Immutable: `apply` gives the next state, this one stays valid."""

    rules: RuleSet
    round_wind: Wind
    dealer: Seat
    players: tuple[PlayerState, PlayerState, PlayerState, PlayerState]
    scores: Four
    """Points by seat, riichi deposits already taken."""
    wall_left: int
    """Live tiles left: how many more can be drawn, replacements included."""
    turn: Seat
    """The seat the phase waits for (see `Phase`)."""
    phase: Phase
    honba: int = 0
    deposits: int = 0
    """Riichi deposits on the table, in sticks of 1,000."""
    indicators: tuple[Tile, ...] = ()
    indicators_due: int = 0
    """Kan indicators that should be turned now."""
    indicators_later: int = 0
    """Kan indicators that will be due once the replacement tile is drawn."""
    last_discard: Tile | None = None
    """The discard that may be claimed, in phase CLAIM."""
    last_discarder: Seat | None = None
    last_kan: AddedKan | ConcealedKan | None = None
    """The kan that may be robbed, in phase ROB."""
    draw_due: DrawReason | None = None
    """The deal is drawn for this reason as soon as nobody wins."""
    called: bool = False
    """Some call, or a concealed kan, has ended the uninterrupted first go-round."""
    kans: tuple[Seat, ...] = ()
    """Who made each kan."""
    rinshan: bool = False
    """The tile drawn last replaced a kan."""
    rinshan_indicators: int = 0
    """How many indicators count for a win on that tile."""
    replacements_due: int = 0
    """Replacement tiles `turn` has yet to draw."""
    flower_replaced: bool = False
    """The replacement due is for a flower, not for a kan."""
    forbidden: tuple[Kind, ...] = ()
    """Kinds that may not be discarded after the call just made (swap-calling)."""
    seen: int = 0
    """Bit t is set if tile t was dealt, drawn or turned."""
    result: DealResult | None = None

    @classmethod
    def start(
        cls,
        rules: RuleSet,
        *,
        round_wind: Wind,
        dealer: Seat,
        hands: Sequence[Sequence[Tile]],
        indicator: Tile | None,
        honba: int = 0,
        deposits: int = 0,
        scores: Sequence[int] | None = None,
    ) -> "Deal":
        """The deal as dealt: four hands of 13 tiles by seat, before the dealer's first draw.

        `indicator` is the first dora indicator, None where the rules have no dora. `scores` are by seat and
        default to the rules' start points. Raises `RulesError` if tiles are missing, doubled or not of the set.
        """
        if len(hands) != 4 or any(len(hand) != 13 for hand in hands):
            raise RulesError(f"four hands of 13 tiles are dealt, not {[len(hand) for hand in hands]}")
        tiles = [tile for hand in hands for tile in hand] + ([] if indicator is None else [indicator])
        size = len(rules.tile_set.tiles)
        if len(set(tiles)) != len(tiles) or not all(0 <= tile < size for tile in tiles):
            raise RulesError("a tile is dealt twice or is not of this set")
        points = tuple(scores) if scores is not None else (rules.start_points,) * 4
        if len(points) != 4:
            raise RulesError(f"there are four scores, not {len(points)}")
        a, b, c, d = (_dealt(rules, hand) for hand in hands)
        deal = cls(
            rules=rules,
            round_wind=round_wind,
            dealer=dealer,
            players=(a, b, c, d),
            scores=(points[0], points[1], points[2], points[3]),
            wall_left=size - rules.dead_wall - 52,
            turn=dealer,
            phase=Phase.DRAW,
            honba=honba,
            deposits=deposits,
            indicators=() if indicator is None else (indicator,),
            seen=sum(1 << tile for tile in tiles),
        )
        return turns.next_flowers(deal) if rules.flowers else deal

    def legal(self, seat: Seat) -> tuple[Action, ...]:
        """Every action open to a seat now; empty if it can only wait.

        Tiles that look the same are listed once. A `Win` is listed without ura indicators; a kan's indicator
        that is due (`indicators_due`) must be turned before it is applied. Where the rules find an unready riichi
        only at the draw (`riichi_check`), `apply` takes one, but nobody may declare it and it is not listed.
        """
        return legal_actions(self, seat)

    def apply(self, event: Event) -> "Deal":
        """The state after an event; raises `IllegalAction` naming the rule it breaks.

        A draw closes an open call window: whoever could have claimed has passed. A `Win` without `ura` is scored
        without ura-dora.
        """
        handler = _HANDLERS.get(type(event))
        if handler is None:
            raise IllegalAction("unknown_event", f"{event!r} is nothing that happens in a deal.")
        return handler(self, event)

    def timed_discards(self) -> tuple[Tile, ...]:
        """The tiles of which the seat in turn discards one when its time is over."""
        return turns.timed_discards(self)

    def evaluate(self, seat: Seat, ura: tuple[Tile, ...] = ()) -> Score | Refusal:
        """What a win of the seat with the tile now offered to it is worth; furiten is not looked at.

        Raises `IllegalAction` if there is no tile to win on.
        """
        return wins.evaluate(self, seat, ura)

    def win_refusal(self, seat: Seat) -> tuple[str, str] | None:
        """Why the seat may not win now (rule, message), or None if it may."""
        return wins.win_refusal(self, seat)

    @property
    def may_turn_indicator(self) -> bool:
        """Whether `apply` takes an `Indicator` now: one is due, or the kan that may yet be robbed shows it at once."""
        return self.indicators_due > 0 or kans.shows_at_once(self)

    def waits(self, seat: Seat) -> tuple[Kind, ...]:
        """The kinds that complete the seat's hand without the tile it has drawn."""
        return self.players[seat].waits

    def with_dead_hand(self, seat: Seat) -> "Deal":
        """The seat's hand is dead by a ruling: barred, counted as not ready, its deposit lost (rules.md, Fouls)."""
        barred = self.with_barred_hand(seat)
        player = barred.players[seat]._replace(dead=True)
        return barred._replace(players=passing.replace_player(barred.players, seat, player))

    def with_barred_hand(self, seat: Seat) -> "Deal":
        """The seat's hand may by a ruling neither call nor win for the rest of the deal; ready it is paid as ever."""
        player = self.players[seat]._replace(barred=True, ippatsu=False)
        return self._replace(players=passing.replace_player(self.players, seat, player))

    def with_turn(self, seat: Seat) -> "Deal":
        """It is by a ruling this seat's turn: to discard if it holds a full hand, else to draw. What could be called
        has passed. Raises `IllegalAction` while flowers that were dealt are being replaced.
        """
        return ruled.with_turn(self, seat)

    def with_wall_left(self, left: int) -> "Deal":
        """By a ruling so many live tiles are left; with none the deal ends where the next tile would be drawn."""
        return ruled.with_wall_left(self, left)


def _dealt(rules: RuleSet, hand: Sequence[Tile]) -> PlayerState:
    counts = counts_of_hand(hand)
    waits = () if sum(counts) < len(hand) else hand_waits(rules, counts, ())
    return PlayerState(hand=tuple(sorted(hand)), counts=counts, waits=waits)


_HANDLERS: Final[dict[type, Callable[[Deal, Any], Deal]]] = {
    Draw: turns.apply_draw,
    Discard: turns.apply_discard,
    Riichi: turns.apply_riichi,
    Flower: turns.apply_flower,
    Chi: calls.apply_call,
    Pon: calls.apply_call,
    OpenKan: calls.apply_call,
    ConcealedKan: kans.apply_concealed_kan,
    AddedKan: kans.apply_added_kan,
    Indicator: kans.apply_indicator,
    Win: ends.apply_win,
    DrawnDeal: ends.apply_drawn,
}
