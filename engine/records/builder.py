"""Builds a `RecordedDeal` from named tiles: gives every name a physical tile and refuses what cannot have happened.

Importers tell it what their lines say, in order. It knows where tiles are and whose move it is, but no rule of
winning or claiming: that is for the engine. Errors are `RecordError` (or `TileTextError`) without a place; the
importer adds file and line.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from engine.errors import RecordError
from engine.events import (
    AddedKan,
    Chi,
    ConcealedKan,
    Discard,
    Draw,
    DrawnDeal,
    DrawReason,
    Event,
    Indicator,
    OpenKan,
    Pon,
    Riichi,
    Win,
)
from engine.records.checked import whole_number
from engine.records.model import RecordedDeal, RecordedResult, RecordedWin
from engine.tiles import KIND_OF, SEATS, TERMINALS_AND_HONOURS, WINDS, Seat, Tile, TileSet, Wind, counts_of

_KANS: Final = OpenKan | ConcealedKan | AddedKan


class DealBuilder:
    """Collects one deal. Tiles are named in mpsz (`0m` is a red five)."""

    def __init__(
        self,
        tile_set: TileSet,
        *,
        round_wind: Wind,
        number: int,
        dealer: Seat,
        honba: int,
        deposits: int,
        scores: Sequence[int],
        hands: Sequence[Sequence[str]],
        indicator: str,
        line: int = 0,
    ) -> None:
        if len(hands) != 4 or any(len(hand) != 13 for hand in hands):
            raise RecordError(f"four hands of 13 tiles are dealt, not {[len(hand) for hand in hands]}")
        if len(scores) != 4:
            raise RecordError(f"there are four scores, not {len(scores)}")
        if not 1 <= number <= 4 or dealer not in SEATS:
            raise RecordError(f"there are four deals (1-4) and four dealers (0-3), not {number} and {dealer}")
        for what, count in (("honba", honba), ("deposits", deposits)):
            whole_number(count, what, least=0)
        for score in scores:
            whole_number(score, "a score")
        self.tile_set = tile_set
        self.line = line
        self._start = (round_wind, number, dealer, honba, deposits, tuple(scores))
        self._bag = tile_set.bag()
        self._dealt = tuple(tuple(self._bag.take(name) for name in hand) for hand in hands)
        self._indicator = self._bag.take(indicator)
        self._hands = [list(hand) for hand in self._dealt]
        self._open: list[list[tuple[Tile, ...]]] = [[], [], [], []]
        self._drawn: list[Tile | None] = [None] * 4
        self._turn: Seat = dealer
        self._holds_full_hand = False
        self._live: Tile | None = None
        """The tile that may be claimed or won now: the last discard, or a tile added to a kan."""
        self._live_seat: Seat = dealer
        self._declared: Seat | None = None
        self._events: list[Event] = []
        self._lines: list[int] = []
        self._accepted: list[Seat] = []
        self._indicators = [self._indicator]

    @property
    def live(self) -> tuple[Seat, Tile] | None:
        """Who discarded (or added to a kan) the tile that may be taken now, and that tile."""
        return None if self._live is None else (self._live_seat, self._live)

    @property
    def turn(self) -> Seat:
        """Who draws next, or holds a full hand."""
        return self._turn

    @property
    def accepted(self) -> tuple[Seat, ...]:
        """Seats whose riichi deposit has been booked."""
        return tuple(self._accepted)

    @property
    def draws(self) -> int:
        """Tiles drawn so far, replacements included."""
        return sum(isinstance(event, Draw) for event in self._events)

    def drawn(self, seat: Seat) -> Tile | None:
        """The tile the seat drew for this turn."""
        return self._drawn[seat]

    def indicators(self) -> tuple[Tile, ...]:
        """The dora indicators turned so far."""
        return tuple(self._indicators)

    def draw(self, seat: Seat, name: str, line: int = 0) -> None:
        """A tile from the wall, or a kan's replacement."""
        if seat != self._turn or self._holds_full_hand:
            raise RecordError(f"seat {seat} draws, but it is seat {self._turn}'s turn to {self._due()}")
        tile = self._bag.take(name)
        self._hands[seat].append(tile)
        self._drawn[seat] = tile
        self._holds_full_hand = True
        self._live = None
        self._add(Draw(seat, tile), line)

    def discard(self, seat: Seat, name: str, drawn: bool | None = None, line: int = 0) -> None:
        """A discard; `drawn` tells which of two equal tiles: the drawn one (tsumogiri) or the other."""
        self._check_full_hand(seat, "discards")
        tile = self._tile_to_discard(seat, name, drawn)
        self._hands[seat].remove(tile)
        self._drawn[seat] = None
        self._holds_full_hand = False
        self._live, self._live_seat = tile, seat
        self._turn = (seat + 1) % 4
        self._add(Discard(seat, tile), line)

    def riichi(self, seat: Seat, line: int = 0) -> None:
        """Riichi declared; the discard follows."""
        self._check_full_hand(seat, "declares riichi")
        if self._declared is not None or seat in self._accepted:
            raise RecordError(f"seat {seat} has declared riichi already")
        self._declared = seat
        self._add(Riichi(seat), line)

    def accept_riichi(self, seat: Seat) -> None:
        """The declared riichi's deposit is booked."""
        if self._declared != seat or self._holds_full_hand:
            raise RecordError(f"seat {seat}'s riichi is accepted, but it has not just declared one and discarded")
        self._accepted.append(seat)
        self._declared = None

    def call(self, seat: Seat, source: Seat, name: str, used: Sequence[str], line: int = 0) -> None:
        """A chi (told by its tiles), pon or open kan of the last discard with `used` from the hand."""
        if self._live is None or isinstance(self._events[-1], AddedKan | ConcealedKan):
            raise RecordError(f"seat {seat} calls {name}, but there is no discard to call")
        if source != self._live_seat or seat == source or self.tile_set.name(self._live) != name:
            raise RecordError(
                f"seat {seat} calls {name} of seat {source}, but the last discard is "
                f"{self.tile_set.name(self._live)} of seat {self._live_seat}"
            )
        if self._declared is not None:
            raise RecordError(f"seat {seat} calls a riichi discard that was never accepted")
        tile = self._live
        tiles = self._take(seat, used)
        kinds = {KIND_OF[t] for t in (*tiles, tile)}
        if len(kinds) == 1 and len(tiles) == 3:
            event: Event = OpenKan(seat, tile, (tiles[0], tiles[1], tiles[2]))
        elif len(kinds) == 1 and len(tiles) == 2:
            event = Pon(seat, tile, (tiles[0], tiles[1]))
        elif len(tiles) == 2 and _is_run(kinds):
            event = Chi(seat, tile, (tiles[0], tiles[1]))
        else:
            raise RecordError(f"seat {seat} calls {name} with {' '.join(used)}, which is no set")
        self._open[seat].append((tile, *tiles))
        self._live = None
        self._turn = seat
        self._holds_full_hand = not isinstance(event, OpenKan)
        self._add(event, line)

    def concealed_kan(self, seat: Seat, names: Sequence[str], line: int = 0) -> None:
        """Four equal tiles of the hand are shown."""
        self._check_full_hand(seat, "declares a kan")
        tiles = self._take(seat, names)
        if len(tiles) != 4 or len({KIND_OF[tile] for tile in tiles}) != 1:
            raise RecordError(f"seat {seat} declares a concealed kan of {' '.join(names)}, which is no kan")
        self._open[seat].append(tuple(tiles))
        self._after_kan(seat, tiles[0])
        self._add(ConcealedKan(seat, (tiles[0], tiles[1], tiles[2], tiles[3])), line)

    def added_kan(self, seat: Seat, name: str, line: int = 0) -> None:
        """The fourth tile is added to a pon."""
        self._check_full_hand(seat, "adds to a kan")
        (tile,) = self._take(seat, [name])
        for index, meld in enumerate(self._open[seat]):
            if len(meld) == 3 and {KIND_OF[t] for t in meld} == {KIND_OF[tile]}:
                self._open[seat][index] = (*meld, tile)
                break
        else:
            raise RecordError(f"seat {seat} adds {name} to a kan, but has no pon of it")
        self._after_kan(seat, tile)
        self._add(AddedKan(seat, tile), line)

    def indicator(self, name: str, line: int = 0) -> None:
        """A kan's dora indicator is turned."""
        if not any(isinstance(event, _KANS) for event in self._events):
            raise RecordError("an indicator is turned, but there was no kan")
        tile = self._bag.take(name)
        self._indicators.append(tile)
        self._add(Indicator(tile), line)

    def ura(self, names: Iterable[str]) -> tuple[Tile, ...]:
        """The ura indicators of a win, under the indicators in the same order."""
        return tuple(self._bag.take(name) for name in names)

    def winning_tile(self, seat: Seat, source: Seat, name: str | None = None) -> Tile:
        """The physical tile a seat wins on: its drawn one (`source` = `seat`) or the one just discarded."""
        tile = self._drawn[seat] if source == seat else self._live
        if tile is None or (source == seat and self._turn != seat):
            raise RecordError(f"seat {seat} wins, but there is no tile to win on")
        if source not in (seat, self._live_seat):
            raise RecordError(f"seat {seat} wins from seat {source}, but the tile is seat {self._live_seat}'s")
        if name is not None and self.tile_set.name(tile) != name:
            raise RecordError(f"seat {seat} wins on {name}, but the tile is {self.tile_set.name(tile)}")
        return tile

    def win(self, wins: Sequence[RecordedWin], line: int = 0) -> RecordedDeal:
        """The deal is won; `wins` in any order."""
        ordered = sorted(wins, key=lambda win: (win.seat - (win.seat if win.source is None else win.source)) % 4)
        if len({win.seat for win in ordered}) != len(ordered) or len({win.source for win in ordered}) != 1:
            raise RecordError("several winners must be different seats that win on the same tile")
        ura = max((win.ura for win in ordered), key=len)
        self._add(Win(tuple(win.seat for win in ordered), ura), line)
        return self._finish(RecordedResult(wins=tuple(ordered), deltas=_sum([win.deltas for win in ordered])))

    def drawn_deal(
        self,
        reason: DrawReason | None,
        deltas: tuple[int, ...] | None = None,
        tenpai: tuple[bool, ...] | None = None,
        line: int = 0,
    ) -> RecordedDeal:
        """The deal is drawn; a reason the record does not name (None) is told by the position."""
        reason = reason or self._reason()
        event_reason = DrawReason.EXHAUSTIVE if reason is DrawReason.NAGASHI_MANGAN else reason
        seat = self._turn if reason is DrawReason.NINE_TERMINALS else None
        if seat is not None and not self._holds_full_hand:
            raise RecordError("nine terminals are declared after one's own draw")
        self._add(DrawnDeal(event_reason, seat), line)
        return self._finish(RecordedResult(reason=reason, deltas=deltas, tenpai=tenpai))

    def _finish(self, result: RecordedResult) -> RecordedDeal:
        round_wind, number, dealer, honba, deposits, scores = self._start
        return RecordedDeal(
            tile_set=self.tile_set,
            round_wind=round_wind,
            number=number,
            dealer=dealer,
            honba=honba,
            deposits=deposits,
            scores=scores,
            hands=self._dealt,
            indicator=self._indicator,
            events=tuple(self._events),
            lines=tuple(self._lines),
            accepted=tuple(self._accepted),
            result=result,
            line=self.line,
        )

    def _add(self, event: Event, line: int) -> None:
        self._events.append(event)
        self._lines.append(line)

    def _due(self) -> str:
        return "discard" if self._holds_full_hand else "draw"

    def _check_full_hand(self, seat: Seat, does: str) -> None:
        if seat != self._turn or not self._holds_full_hand:
            raise RecordError(f"seat {seat} {does}, but it is seat {self._turn}'s turn to {self._due()}")

    def _tile_to_discard(self, seat: Seat, name: str, drawn: bool | None) -> Tile:
        drawn_tile = self._drawn[seat]
        is_drawn = drawn_tile is not None and self.tile_set.name(drawn_tile) == name
        others = [t for t in self._hands[seat] if t != drawn_tile and self.tile_set.name(t) == name]
        if drawn and not is_drawn:
            raise RecordError(f"seat {seat} discards {name} as drawn, but drew something else")
        if drawn_tile is not None and is_drawn and (drawn is not False or not others):
            return drawn_tile
        if not others:
            raise RecordError(f"seat {seat} discards {name}, which is not in its hand")
        return others[0]

    def _take(self, seat: Seat, names: Sequence[str]) -> list[Tile]:
        """Take tiles out of a hand; of equal ones those that were not just drawn."""
        taken: list[Tile] = []
        hand = sorted(self._hands[seat], key=lambda tile: tile == self._drawn[seat])
        for name in names:
            match = next((t for t in hand if t not in taken and self.tile_set.name(t) == name), None)
            if match is None:
                raise RecordError(f"seat {seat} shows {' '.join(names)}, but its hand lacks {name}")
            taken.append(match)
        for tile in taken:
            self._hands[seat].remove(tile)
        return taken

    def _after_kan(self, seat: Seat, tile: Tile) -> None:
        self._drawn[seat] = None
        self._holds_full_hand = False
        self._live, self._live_seat = tile, seat

    def _reason(self) -> DrawReason:
        discards = [event for event in self._events if isinstance(event, Discard)]
        calls = [event for event in self._events if isinstance(event, Chi | Pon | _KANS)]
        kinds = [KIND_OF[event.tile] for event in discards]
        if self._holds_full_hand:
            held = counts_of(self._hands[self._turn])
            if sum(held[kind] > 0 for kind in TERMINALS_AND_HONOURS) >= 9:
                return DrawReason.NINE_TERMINALS
            raise RecordError("the deal is drawn in the middle of a turn, for no reason")
        if self.draws == len(self.tile_set.tiles) - 14 - 52:
            return DrawReason.EXHAUSTIVE
        if len(kinds) == 4 and len(set(kinds)) == 1 and kinds[0] in WINDS and not calls:
            return DrawReason.FOUR_WINDS
        if len(self._accepted) == 4:
            return DrawReason.FOUR_RIICHI
        if sum(isinstance(event, _KANS) for event in calls) >= 4:
            return DrawReason.FOUR_KANS
        return DrawReason.TRIPLE_RON


def _is_run(kinds: set[int]) -> bool:
    low = min(kinds)
    return len(kinds) == 3 and max(kinds) == low + 2 and low < 27 and low % 9 <= 6


def _sum(parts: Sequence[tuple[int, ...] | None]) -> tuple[int, ...] | None:
    known = [part for part in parts if part is not None]
    return tuple(map(sum, zip(*known, strict=True))) if len(known) == len(parts) else None
