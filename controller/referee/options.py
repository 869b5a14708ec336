"""How patient and how strict this table's referee is. House rules are in the `RuleSet`; these are habits of a table."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, field_validator

from hal.ports import Millis
from hal.zones import Zone

_PATIENCE: dict[str, Millis] = {
    "draw_out_of_turn": 5_000,
    "discard_out_of_turn": 5_000,
    "too_many_tiles": 4_000,
    "too_few_tiles": 6_000,
    "forbidden_discard": 1_000,
    "claim_without_call": 4_000,
    "wrong_meld": 4_000,
    "wrong_meld_after_discard": 4_000,
    "claim_unfinished": 15_000,
    "illegal_kan": 3_000,
    "tile_missing": 8_000,
    "tile_returned": 4_000,
    "wrong_indicator": 5_000,
    "unknown_tag": 2_000,
    "foreign_tile": 2_000,
    "duplicate_tag": 0,
    "antenna_blind": 1_000,
    "reader_offline": 0,
    "dealing": 8_000,
    "indicator_due": 20_000,
    "score_needed": 6_000,
    "panel_offline": 0,
    "machine_jam": 0,
    "exposed_tiles": 2_000,
}


class RefereeOptions(BaseModel):
    """Times are milliseconds of table time."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    grace: Millis = Field(1_000, ge=0, description="A discard stays open to calls at least so long.")
    overtake: Millis = Field(1_000, ge=0, description="A higher call so long after a lower one still takes the tile.")
    overtaken_draw: Millis = Field(
        10_000,
        ge=0,
        description="A draw that a call has overtaken may lie so long; its seat is told at once to put it back.",
    )
    last_window: Millis = Field(
        5_000, ge=0, description="How long a discard is open where no draw can follow (the last one, a fourth wind)."
    )
    press_patience: Millis = Field(
        2_500, ge=0, description="A press waits so long for the move it belongs to before it is refused."
    )
    late_sight: Millis = Field(
        1_500, ge=0, description="So much later than it was done a move may first be seen; the clock allows for it."
    )
    doubt_patience: Millis = Field(
        15_000, ge=0, description="The same while table and deal do not agree: the table may be behind."
    )
    win_patience: Millis = Field(
        5_000, ge=0, description="The same for WIN: what is refused may cost a penalty, so the tiles get more time."
    )
    kan_patience: Millis = Field(5_000, ge=0, description="The same for KAN: four tiles take longer to lay.")
    unseen: Millis = Field(
        1_500, ge=0, description="How long a set waits for its last tile to be read if everything else is clear."
    )
    double_press: Millis = Field(400, ge=0, description="A second press of a button so soon is the same press.")
    hand_shown: Millis = Field(
        1_500,
        ge=0,
        description="Two tiles of a hand laid down so close together are no discard but a hand being shown.",
    )
    ura_settling: Millis = Field(
        2_000, ge=0, description="The last ura indicator must have lain so long before the win is scored."
    )
    dealing: Millis = Field(
        6_000, ge=0, description="A deal waits so long for its last tiles before those that never left are counted."
    )
    opened_hand: Millis = Field(
        12_000, ge=0, description="A hand laid open waits so long for WIN before its tiles count as misplaced."
    )
    patience: dict[str, Annotated[Millis, Field(ge=0)]] = Field(
        default_factory=lambda: dict(_PATIENCE), description="How long each disagreement may last before it is shown."
    )
    differences: Millis = Field(
        8_000, ge=0, description="After DIFF the differences to that seat are shown so long; a second press ends it."
    )
    unread: tuple[str, ...] = Field(
        (),
        description="Zones to treat as unread (`river:2`, `dora`): no antenna, or a broken one. Zones the layout does "
        "not read are added by themselves.",
    )
    scoring_pad: bool = Field(
        False, description="Nothing is read but one finished hand with its melds; set by the layout by itself."
    )
    automatic_penalties: bool = Field(
        False, description="What the rules have a foul cost is carried out at once, not only by a ruling."
    )
    menu_agreement: int = Field(
        1, ge=0, le=3, description="So many other seats must agree (OK/MENU) to a ruling from a panel's menu."
    )
    training: bool = Field(False, description="Training mode: a seat's own display may help it.")

    @field_validator("unread")
    @classmethod
    def _zones(cls, zones: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(sorted(str(Zone.parse(zone)) for zone in zones))

    @property
    def unread_zones(self) -> frozenset[Zone]:
        """The zones of `unread`."""
        return frozenset(Zone.parse(zone) for zone in self.unread)

    def patience_of(self, kind: str) -> Millis:
        """Patience of an incident kind; kinds that are not listed are shown at once."""
        return self.patience.get(kind, _PATIENCE.get(kind, 0))
