"""The kinds of incident: what each says, what puts it right, whether clocks stop (referee.md, Incidents).

What an incident is about is found in `faults`; how long it may last unsaid is the table's `RefereeOptions`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.rules.table_rules import Penalty
from engine.tiles import Seat, Tile
from hal.ports import Millis

ACCEPT, UNDO, SET_TURN, PLACE, PENALTY, REPLAY = "accept", "undo", "set_turn", "place", "penalty", "replay_deal"
UNREAD, SCORE, PRESS, SWAP = "unread", "score", "press", "swap_tile"


@dataclass(frozen=True, slots=True)
class IncidentKind:
    """One row of the table of incidents.

    `sentence` says what is wrong and `remedy` what to do; `{seats}` and `{why}` are filled in. `rulings` are the
    decisions that make sense here. `stops_clocks`: nobody's time runs meanwhile.
    """

    name: str
    sentence: str
    remedy: str
    stops_clocks: bool = True
    rulings: tuple[str, ...] = (ACCEPT, UNDO)


KINDS: Final[Mapping[str, IncidentKind]] = {
    kind.name: kind
    for kind in (
        IncidentKind(
            "draw_out_of_turn",
            "{seats} took a tile from the wall out of turn.",
            "Put the tile back where it was taken.",
            rulings=(ACCEPT, SET_TURN, PLACE, PENALTY),
        ),
        IncidentKind(
            "discard_out_of_turn",
            "{seats} discarded out of turn.",
            "Take the tile back to the hand.",
            rulings=(ACCEPT, SET_TURN, UNDO, PENALTY),
        ),
        IncidentKind(
            "too_many_tiles",
            "{seats} has too many tiles.{why}",
            "Put the tile taken last back to the wall.",
            rulings=(ACCEPT, PLACE, UNDO, PENALTY, REPLAY),
        ),
        IncidentKind(
            "too_few_tiles",
            "{seats} has too few tiles: a tile was discarded without a draw, or the drawn tile is not read.{why}",
            "Draw a tile, or lay the drawn tile properly on the rack.",
            rulings=(PLACE, SET_TURN, UNDO, PENALTY, REPLAY),
        ),
        IncidentKind(
            "forbidden_discard",
            "{seats} may not discard this tile. {why}",
            "Take it back and discard another one.",
            rulings=(UNDO, PENALTY),
        ),
        IncidentKind(
            "riichi_refused",
            "{seats} cannot declare riichi. {why}",
            "Take the stick back; the discard stands.",
            stops_clocks=False,
            rulings=(ACCEPT, UNDO, PENALTY),
        ),
        IncidentKind(
            "claim_without_call",
            "{seats} took the discard without a call.",
            "Press the call's button, or put the tile back.",
            rulings=(UNDO, PENALTY),
        ),
        IncidentKind(
            "wrong_meld",
            "The tiles laid by {seats} do not make the set. {why}",
            "Lay the right tiles, or take them back.",
            rulings=(UNDO, PLACE, PENALTY),
        ),
        IncidentKind(
            "wrong_meld_after_discard",
            "The tiles laid by {seats} do not make the set, and the discard is made already. {why}",
            "Take the discard back and lay the right tiles; what it costs is in the rules.",
            rulings=(UNDO, PLACE, PENALTY),
        ),
        IncidentKind(
            "exposed_tiles",
            "{seats} has shown {why} of the hand.",
            "Take them back to the hand; what it costs is in the rules.",
            rulings=(ACCEPT, PENALTY, REPLAY),
        ),
        IncidentKind(
            "claim_unfinished",
            "{seats} called and has not laid the set.",
            "Lay the tiles with the discard, or press OK/MENU to withdraw the call.",
            rulings=(UNDO, PLACE, PENALTY),
        ),
        IncidentKind(
            "illegal_kan",
            "{seats} may not declare this kan. {why}",
            "Take the tiles back to the hand.",
            rulings=(UNDO, PENALTY),
        ),
        IncidentKind(
            "false_win",
            "{seats} pressed WIN without a hand that wins. {why}",
            "Wait for a ruling.",
            rulings=(ACCEPT, PENALTY, REPLAY),
        ),
        IncidentKind(
            "tile_missing",
            "A tile of {seats} is not seen, and play cannot go on without it.",
            "Lift it and lay it down again where it belongs.",
            rulings=(PLACE, UNDO, REPLAY),
        ),
        IncidentKind(
            "tile_returned",
            "A tile of {seats} has left its place.",
            "Put it back.",
            rulings=(ACCEPT, PLACE, UNDO),
        ),
        IncidentKind(
            "wrong_indicator",
            "The dora pad is not right. {why}",
            "Lay the indicators on the dora pad as they should be.",
            rulings=(ACCEPT, PLACE),
        ),
        IncidentKind(
            "foreign_tile",
            "A tile that does not belong to this set lies at {seats}.",
            "Take it off the table.",
            rulings=(ACCEPT, PLACE),
        ),
        IncidentKind(
            "unknown_tag",
            "A tag that was never enrolled lies at {seats}.",
            "Take it off the table, or enrol it as a tile.",
            stops_clocks=False,
            rulings=(ACCEPT,),
        ),
        IncidentKind(
            "antenna_blind",
            "Something covers an antenna of {seats}.",
            "Take the phone, coin or ring off the table edge there.",
            rulings=(UNREAD, PLACE, SCORE),
        ),
        IncidentKind(
            "reader_offline",
            "A reader of {seats} does not answer.",
            "Check its cable; play goes on where it was.",
            rulings=(UNREAD, PLACE, SCORE),
        ),
        IncidentKind(
            "time_expired",
            "The time of {seats} is over.",
            "Only the tile just drawn may be discarded now. After a call it is what the rules say.",
            stops_clocks=False,
            rulings=(ACCEPT,),
        ),
        IncidentKind(
            "seat_absent",
            "{seats} is absent: its tiles are discarded as drawn.",
            "Neighbours, please move its tiles; whoever comes back presses OK/MENU and plays from the next deal.",
            stops_clocks=False,
            rulings=("present",),
        ),
        IncidentKind(
            "score_needed",
            "{seats} has pressed WIN, and the table does not read its hand.",
            "Lay the whole hand open in the melds zone, a drawn winning tile last; or enter the score. "
            "OK/MENU takes the press back.",
            rulings=(SCORE, UNDO, PENALTY),
        ),
        IncidentKind(
            "duplicate_tag",
            "One tag is enrolled for two tiles, or two tags for one; it lies at {seats}.",
            "Take the tile off the table and enrol it anew.",
            rulings=(ACCEPT, UNREAD, SWAP),
        ),
        IncidentKind(
            "panel_offline",
            "The button panel of {seats} does not answer.",
            "Check its cable; play goes on where it was.",
            rulings=(PRESS, ACCEPT),
        ),
        IncidentKind(
            "machine_jam",
            "The shuffling machine is jammed.",
            "Open it and take the tile out.",
            rulings=(ACCEPT, REPLAY),
        ),
        IncidentKind(
            "put_back",
            "Tiles are being put back after a ruling.",
            "Put every tile where it was: {why}",
            rulings=(ACCEPT, UNDO),
        ),
        IncidentKind(
            "ledger",
            "Points or tiles do not add up: {why}",
            "Call the organiser; the deal stands still.",
            rulings=(UNDO, REPLAY),
        ),
    )
}
"""Every kind by its identifier."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One disagreement between table and rules, as it is now.

    `key` stays the same as long as it is the same disagreement. `patience` overrides the table's for this one,
    `since` tells when it began if that is known better than by first being seen.
    """

    kind: str
    seats: tuple[Seat, ...] = ()
    tiles: tuple[Tile, ...] = ()
    why: str = ""
    rule: str = ""
    patience: Millis | None = None
    since: Millis | None = None
    penalty: Penalty | None = None
    """What it costs where the rules say more than a name can tell."""
    mark: str = ""
    """Tells apart disagreements of one kind with the same seats and tiles."""

    @property
    def key(self) -> str:
        """Identifies the disagreement. Which tiles are missing changes from scan to scan, and whose are still to be put
        back from hand to hand: each is one disagreement.
        """
        seats = () if self.kind == "put_back" else self.seats
        tiles = () if self.kind == "tile_missing" else self.tiles
        return f"{self.kind}|{','.join(map(str, seats))}|{','.join(map(str, tiles))}|{self.mark}"
