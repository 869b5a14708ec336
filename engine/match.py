"""`Match`: how deals follow each other, when a match ends, and its final places and points."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import floor
from typing import Final

from engine.deal import Deal, DealResult
from engine.deal.state import Four
from engine.errors import RulesError
from engine.rules import RuleSet
from engine.scoring.points import DEPOSIT
from engine.tiles import SEATS, Seat, Tile, Wind

_LAST_ROUND: Final = {
    "tonpuusen": Wind.EAST,
    "hanchan": Wind.SOUTH,
    "east": Wind.EAST,
    "full": Wind.NORTH,
}
_THOUSAND: Final = 1_000
"""Final points are told in thousands."""


@dataclass(frozen=True, slots=True)
class FinalResult:
    """The end of a match. All by seat."""

    places: Four
    """1 to 4; seats whose tie is split share the better place."""
    scores: Four
    """Points on the table, deposits left over handed out."""
    points: tuple[float, float, float, float] | None
    """The settlement in thousands: points against the return, uma and oka; None where the rules have none."""


@dataclass(frozen=True, slots=True)
class Match:
    """Where a match stands before its next deal (or at its end). Immutable."""

    rules: RuleSet
    round_wind: Wind
    dealer: Seat
    first_dealer: Seat
    honba: int
    deposits: int
    """Riichi deposits on the table, in sticks."""
    scores: Four
    finished: bool = False
    deposit_owners: tuple[Seat, ...] = ()
    """Whose deposits lie on the table, as far as this match saw them paid."""
    last_winner: Seat | None = None
    penalties: Four = (0, 0, 0, 0)
    """Points taken off the final settlement, by seat."""
    next_is_last: bool = False
    """The next deal is the last one, whatever its result (a time limit, or an organiser)."""

    @classmethod
    def start(cls, rules: RuleSet, first_dealer: Seat) -> "Match":
        """A new match with everybody at the rules' start points."""
        return cls.at(rules, Wind.EAST, first_dealer, 0, 0, (rules.start_points,) * 4, first_dealer)

    @classmethod
    def at(
        cls,
        rules: RuleSet,
        round_wind: Wind,
        dealer: Seat,
        honba: int,
        deposits: int,
        scores: Sequence[int],
        first_dealer: Seat,
    ) -> "Match":
        """A match in the middle. Raises `RulesError` for what no match can be at."""
        if not all(isinstance(number, int) for number in (dealer, honba, deposits, first_dealer, *scores)):
            raise RulesError("dealer, honba, deposits and scores are whole numbers")
        if len(scores) != 4 or dealer not in SEATS or first_dealer not in SEATS or honba < 0 or deposits < 0:
            raise RulesError("a match stands at four scores, a dealer 0-3, and no negative honba or deposits")
        return cls(rules, Wind(round_wind), dealer, first_dealer, honba, deposits, _four(scores))

    @property
    def number(self) -> int:
        """Which dealer of the round it is, 1-4."""
        return (self.dealer - self.first_dealer) % 4 + 1

    @property
    def deal_label(self) -> str:
        """Round, dealer and honba of the next deal: `E1.0`."""
        return f"{self.round_wind.letter}{self.number}.{self.honba}"

    def deal(self, hands: Sequence[Sequence[Tile]], indicator: Tile | None) -> Deal:
        """The next deal, as dealt; raises `RulesError` as `Deal.start` does."""
        return Deal.start(
            self.rules,
            round_wind=self.round_wind,
            dealer=self.dealer,
            hands=hands,
            indicator=indicator,
            honba=self.honba,
            deposits=self.deposits,
            scores=self.scores,
        )

    def after(self, result: DealResult) -> "Match":
        """The match after a deal: who deals next, or that it is over (rules.md: between deals, the last deal)."""
        winners = tuple(win.seat for win in result.wins)
        played = replace(
            self,
            scores=result.scores_after,
            deposits=result.deposits_after,
            honba=result.honba_after,
            deposit_owners=() if winners else self.deposit_owners + result.riichi,
            last_winner=winners[0] if winners else self.last_winner,
        )
        earned = self.dealer in result.tenpai or self.dealer in winners
        if self.next_is_last or _is_over(self, played, repeats=result.dealer_repeats, earned=earned):
            return replace(played, finished=True)
        return played if result.dealer_repeats else played._with_next_dealer()

    def passed_on(self) -> "Match":
        """The match after a deal that was broken off and is not dealt again: over, or the next dealer's."""
        if self.next_is_last or _is_over(self, self, repeats=False, earned=False):
            return self.ended()
        return self._with_next_dealer()

    def _with_next_dealer(self) -> "Match":
        dealer = (self.dealer + 1) % 4
        wind = self.round_wind if dealer != self.first_dealer else Wind((self.round_wind + 1) % 4)
        return replace(self, dealer=dealer, round_wind=wind)

    def standings(self) -> tuple[Seat, ...]:
        """Seats from first to fourth place; equal scores in the order of the first dealers."""
        return tuple(sorted(SEATS, key=lambda seat: (-self.scores[seat], (seat - self.first_dealer) % 4)))

    def with_scores(self, scores: Sequence[int]) -> "Match":
        """The same match with points put right by a ruling."""
        return replace(self, scores=_four(scores))

    def with_penalty(self, seat: Seat, points: int) -> "Match":
        """The same match with points taken off a seat's final settlement."""
        return replace(self, penalties=_four([p + points * (seat == s) for s, p in enumerate(self.penalties)]))

    def with_last_deal(self) -> "Match":
        """The next deal is the last one, whatever its result."""
        return replace(self, next_is_last=True)

    def ended(self) -> "Match":
        """The match is over as it stands."""
        return replace(self, finished=True)

    def final(self) -> FinalResult:
        """Places and settlement as the match stands (rules.md: final points)."""
        scores = self._with_leftover_deposits()
        order = self.standings()
        groups = self._tied_groups(order)
        places = [0, 0, 0, 0]
        for place, group in groups:
            for seat in group:
                places[seat] = place
        points = self._settle(scores, groups)
        return FinalResult(_four(places), scores, points)

    def _with_leftover_deposits(self) -> Four:
        scores = list(self.scores)
        rule = self.rules.leftover_deposits
        if rule == "first":
            scores[self.standings()[0]] += DEPOSIT * self.deposits
        elif rule == "last_winner" and self.last_winner is not None:
            scores[self.last_winner] += DEPOSIT * self.deposits
        elif rule == "returned":
            for seat in self.deposit_owners:
                scores[seat] += DEPOSIT
        return _four(scores)

    def _tied_groups(self, order: tuple[Seat, ...]) -> list[tuple[int, list[Seat]]]:
        """Places from the first, each with its seats: one, or all with equal scores where ties are split."""
        groups: list[tuple[int, list[Seat]]] = []
        for place, seat in enumerate(order, 1):
            tied = bool(groups) and self.scores[groups[-1][1][0]] == self.scores[seat]
            if tied and self.rules.tied_places == "split":
                groups[-1][1].append(seat)
            else:
                groups.append((place, [seat]))
        return groups

    def _settle(self, scores: Four, groups: list[tuple[int, list[Seat]]]) -> tuple[float, float, float, float] | None:
        goal = self.rules.return_points
        if goal is None:
            return None
        uma = self.rules.match_uma
        points = [0.0, 0.0, 0.0, 0.0]
        for place, group in groups:
            bonus = sum(uma[place - 1 : place - 1 + len(group)]) / len(group)
            for seat in group:
                points[seat] = _thousands(scores[seat]) - goal / _THOUSAND + bonus
        # The first takes what the others leave, less the deposits nobody got: with the usual oka (four times the
        # return less four times the start) the settlement adds up to nothing.
        first = groups[0][1]
        rest = sum(points[seat] for seat in SEATS if seat not in first)
        lost = self.deposits - (sum(scores) - sum(self.scores)) / _THOUSAND
        whole = (4 * (self.rules.start_points - goal) + self.rules.oka) / _THOUSAND
        for seat in first:
            points[seat] = (whole - rest - lost) / len(first)
        a, b, c, d = (p - penalty / _THOUSAND for p, penalty in zip(points, self.penalties, strict=True))
        return a, b, c, d


def _is_over(before: Match, after: Match, *, repeats: bool, earned: bool) -> bool:
    """Whether a deal was the last. `repeats`: its dealer deals again; `earned`: by a win or a ready hand."""
    rules, scores = before.rules, after.scores
    if rules.match_length == "single" or (rules.bankruptcy_ends and min(scores) < 0):
        return True
    last_round = _LAST_ROUND[rules.match_length]
    goal = rules.extra_round_until
    if before.round_wind > last_round:
        # The extra round: sudden death, or its last deal.
        if goal is not None and max(scores) >= goal:
            return True
        return before.number == 4 and not repeats
    if before.round_wind < last_round or before.number < 4:
        return False
    if repeats:
        return earned and _dealer_stops(before, after)
    return goal is None or max(scores) >= goal or last_round is Wind.NORTH


def _dealer_stops(before: Match, after: Match) -> bool:
    """Whether the dealer, who has earned the right to repeat the last deal, leads and so ends the match."""
    if before.rules.agari_yame == "none":
        return False
    leads = after.standings()[0] == before.dealer
    return leads and after.scores[before.dealer] >= before.rules.agari_yame_points


def _thousands(points: int) -> int:
    """Points in whole thousands, halves away from zero."""
    whole = floor(abs(points) / _THOUSAND + 0.5)
    return whole if points >= 0 else -whole


def _four(values: Sequence[int]) -> Four:
    a, b, c, d = values
    return a, b, c, d
