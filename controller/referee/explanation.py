"""Which legal course of play explains the tiles as they lie: a search over the events that may have happened.

Pure functions of a position, the places of all tiles and the presses heard. They take an event only if its tile can
have come there in its turn: no tile was seen in its place before something that must have happened earlier.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from controller.referee.board import Board, Lying, Part, Role, arrival, compare, roles_of
from controller.referee.state import Place, WaitingPress
from engine.deal import Deal, Phase
from engine.errors import IllegalAction
from engine.events import AddedKan, Chi, ConcealedKan, Discard, Draw, Event, Flower, Indicator, OpenKan, Pon, Riichi
from engine.melds import MeldType
from engine.tiles import KIND_OF, SEATS, Seat, Tile, is_flower
from hal.ports import Button, Millis
from hal.zones import DORA_PAD, POOL, ZoneKind, hand_of, melds_of, river_of

SLACK: Final[Millis] = 6_000
"""A tile may have lain so long unseen in a place that was scanned: misses come in bursts."""

PRESS_BEFORE: Final[Millis] = 1_000
PRESS_AFTER: Final[Millis] = 12_000
"""RIICHI belongs to a discard from so long before the draw to so long after the tile was seen in the river."""

_MOST_DRAWS: Final = 3
"""So many tiles of one rack are tried for a draw, in the order in which they came."""


class Happened(NamedTuple):
    """An event that explains tiles, and when it was seen."""

    event: Event
    at: Millis


class _Option(NamedTuple):
    """What may have happened next: one event, or riichi with its discard; and the tiles it is read from."""

    events: tuple[Event, ...]
    tiles: tuple[Lying, ...]

    @property
    def before(self) -> Millis:
        """When the last of the tiles was seen: then it had happened."""
        return max(place.before for _, place in self.tiles)

    def after(self, timed: frozenset[Tile]) -> Millis:
        """A time at which it had not happened yet: one of these tiles was still seen elsewhere. 0 if none tells."""
        return max((place.after for tile, place in self.tiles if place.moved or tile in timed), default=0)


def explain(
    deal: Deal,
    since: Millis,
    places: Mapping[Tile, Place],
    presses: Sequence[WaitingPress],
    most_positions: int,
    slack: Millis = SLACK,
    *,
    late: bool = True,
) -> tuple[list[Happened] | None, int]:
    """The first legal course from `deal` (reached at `since`) to a position with every tile in its place.

    A tile may have been seen in its place so much earlier than something before it had happened (`slack`). `late`: when
    a tile of the wall came is not known, for it may have lain in a shadow.
    Gives the events (None: there is no such course) and how many positions were looked at, at most `most_positions`.
    """
    roles = roles_of(deal)
    timed = frozenset(roles) if late else frozenset((*roles, *places))
    search = _Search(_not_at_home(roles, places), presses, most_positions, timed, slack)
    return search.run(deal, since), search.looked_at


def _not_at_home(roles: Mapping[Tile, Role], places: Mapping[Tile, Place]) -> dict[Tile, Place]:
    """The tiles that do not lie where the deal has them: no event of a course is read from any other."""
    return {
        tile: place
        for tile, place in places.items()
        if (role := roles.get(tile)) is None or (place.zone.kind, place.zone.seat) != (role.kind, role.seat)
    }


class _Search:
    def __init__(
        self,
        places: Mapping[Tile, Place],
        presses: Sequence[WaitingPress],
        most: int,
        timed: frozenset[Tile],
        slack: Millis,
    ) -> None:
        self._timed: Final = timed
        """Tiles of which it is known when they had not moved yet."""
        self._places: Final = places
        self._riichi: Final = [press for press in presses if press.button is Button.RIICHI]
        self._most: Final = most
        self._slack: Final = slack
        self.looked_at = 0

    def run(self, deal: Deal, now: Millis) -> list[Happened] | None:
        """Depth first, the earliest tile first."""
        self.looked_at += 1
        if self.looked_at > self._most:
            return None
        board = compare(deal, roles_of(deal), self._places)
        if board.at_rest and deal.phase is not Phase.RIICHI:
            return []
        if _beyond_explaining(deal, board):
            return None
        for option in self._options(deal, board, now):
            if option.before + self._slack < now:
                continue
            try:
                position = deal
                for event in option.events:
                    position = position.apply(event)
            except IllegalAction:
                continue
            rest = self.run(position, max(now, option.after(self._timed)))
            if rest is not None:
                return [*(Happened(event, option.before) for event in option.events), *rest]
        return None

    def _options(self, deal: Deal, board: Board, now: Millis) -> Iterator[_Option]:
        if deal.indicators_due:
            for lying in board.fresh_of(DORA_PAD)[:1]:
                yield _option(lying, Indicator(lying.tile))
        match deal.phase:
            case Phase.CLAIM if _taker(deal, board) is not None:
                yield from _calls(deal, board)
            case Phase.CLAIM | Phase.ROB | Phase.DRAW | Phase.REPLACE:
                yield from _draws(deal, board)
            case Phase.FLOWERS:
                yield from _flowers(deal, board)
                yield from _draws(deal, board)
            case Phase.ACT | Phase.RIICHI:
                yield from _flowers(deal, board)
                yield from _kans(deal, board)
                yield from self._discards(deal, board, now)
            case Phase.OVER:
                return

    def _discards(self, deal: Deal, board: Board, now: Millis) -> Iterator[_Option]:
        seat = deal.turn
        snatched = [lying for lying, role in board.astray if role.part is Part.HAND and role.seat == seat]
        in_sets = [lying for lying in snatched if lying.place.zone.kind is ZoneKind.MELDS]
        for lying in sorted((*board.thrown[seat], *in_sets), key=arrival):
            discard = Discard(seat, lying.tile)
            if deal.phase is Phase.ACT and self._declared(deal, discard, now, lying.place.before):
                yield _option(lying, Riichi(seat), discard)
            else:
                yield _option(lying, discard)

    def _declared(self, deal: Deal, discard: Discard, drawn: Millis, seen: Millis) -> bool:
        """Whether RIICHI was pressed for this discard, and the rules let it be declared."""
        heard = any(
            press.seat == discard.seat and drawn - PRESS_BEFORE <= press.at <= seen + PRESS_AFTER
            for press in self._riichi
        )
        if not heard:
            return False
        try:
            deal.apply(Riichi(discard.seat)).apply(discard)
        except IllegalAction:
            return False
        return True


def _beyond_explaining(deal: Deal, board: Board) -> bool:
    """Whether some tile lies where no course from here can have brought it."""
    for (tile, place), role in board.astray:
        match role.part:
            case Part.HAND if place.zone.kind is ZoneKind.MELDS:
                continue  # discarded and called
            case Part.RIVER if tile == deal.last_discard and deal.phase is Phase.CLAIM:
                if place.zone.kind is ZoneKind.MELDS:
                    continue  # being called
        return True
    return any(_too_many(board, seat) for seat in SEATS)


def _too_many(board: Board, seat: Seat) -> bool:
    """Whether more tiles of the wall stand on a rack than have left it, the draw at hand apart."""
    drawn = len(board.fresh_of(hand_of(seat)))
    if drawn < 2:
        return False
    called = sum(1 for _, role in board.astray if role.part is Part.HAND and role.seat == seat)
    return drawn > 1 + len(board.thrown[seat]) + len(board.laid[seat]) + called


def _option(lying: Lying, *events: Event) -> _Option:
    return _Option(events, (lying,))


def _together(lying: Sequence[Lying], event: Event) -> _Option:
    """An event of several tiles."""
    return _Option((event,), tuple(lying))


def _taker(deal: Deal, board: Board) -> Seat | None:
    """The seat in whose melds the discard lies that may be claimed now."""
    target = board.target
    if target is None or target.zone.kind is not ZoneKind.MELDS:
        return None
    return target.zone.seat


def _draws(deal: Deal, board: Board) -> Iterator[_Option]:
    """The tile the seat in turn has drawn: on its rack, discarded at once, laid, or called by another already."""
    seat = deal.turn
    own = [
        *board.fresh_of(river_of(seat), POOL)[:_MOST_DRAWS],
        *board.fresh_of(hand_of(seat))[:_MOST_DRAWS],
        *board.fresh_of(melds_of(seat)),
    ]
    called = board.fresh_of(*(melds_of(other) for other in SEATS if other != seat))
    for lying in sorted((*own, *called), key=arrival):
        yield _option(lying, Draw(seat, lying.tile))


def _flowers(deal: Deal, board: Board) -> Iterator[_Option]:
    for lying in board.laid[deal.turn]:
        if is_flower(lying.tile):
            yield _option(lying, Flower(deal.turn, lying.tile))


def _kans(deal: Deal, board: Board) -> Iterator[_Option]:
    seat = deal.turn
    pons = {meld.kind for meld in deal.players[seat].melds if meld.type is MeldType.PON}
    by_kind: dict[int, list[Lying]] = {}
    for lying in board.laid[seat]:
        by_kind.setdefault(KIND_OF[lying.tile], []).append(lying)
    for kind, lies in by_kind.items():
        if kind in pons:
            yield _option(lies[0], AddedKan(seat, lies[0].tile))
        elif len(lies) == 4:
            a, b, c, d = (lying.tile for lying in lies)
            yield _together(lies, ConcealedKan(seat, (a, b, c, d)))


def _calls(deal: Deal, board: Board) -> Iterator[_Option]:
    """The sets the taker's tiles make with the discard."""
    taker, tile, target = _taker(deal, board), deal.last_discard, board.target
    if taker is None or tile is None or target is None:
        return
    laid = [lying for lying in board.laid[taker] if _near(tile, lying.tile)]
    claimed = Lying(tile, target)
    for a, b, c in combinations(laid, 3):
        if KIND_OF[a.tile] == KIND_OF[b.tile] == KIND_OF[c.tile] == KIND_OF[tile]:
            yield _together((claimed, a, b, c), OpenKan(taker, tile, (a.tile, b.tile, c.tile)))
    for a, b in combinations(laid, 2):
        alike = KIND_OF[a.tile] == KIND_OF[b.tile] == KIND_OF[tile]
        yield _together((claimed, a, b), (Pon if alike else Chi)(taker, tile, (a.tile, b.tile)))


def _near(one: Tile, other: Tile) -> bool:
    """Whether two tiles can be in one set."""
    a, b = KIND_OF[one], KIND_OF[other]
    return a == b or (max(a, b) < 27 and a // 9 == b // 9 and abs(a - b) <= 2)
