"""How sure perception wants to be. Every number is the table's to configure."""

from pydantic import BaseModel, ConfigDict, Field


class PerceptionSettings(BaseModel):
    """Thresholds in sightings and milliseconds of table time.

    A *sighting* is one scan that sees the tile. A scan of the new place that misses it takes off half a sighting,
    one that sees it in its old place takes off two.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    expected_hits: int = Field(2, ge=1, description="Sightings that settle a move which is expected now.")
    surprise_hits: int = Field(3, ge=1, description="Sightings that settle any other move.")
    expected_absences: int = Field(1, ge=0, description="Scans of the old place without the tile, expected moves.")
    surprise_absences: int = Field(2, ge=0, description="Scans of the old place without the tile, other moves.")
    unread_hits: int = Field(1, ge=0, description="Further sightings wanted while the old place cannot be read.")
    most_suspicion: int = Field(
        2, ge=0, description="Most further sightings wanted of a tile that was lately a false alarm."
    )
    suspicion_for: int = Field(120_000, ge=0, description="How long a false alarm makes a tile suspect.")
    noisy_strays: float = Field(
        0.6, gt=0, description="False alarms a second from which one more sighting and absence is wanted of all."
    )
    strays_over: int = Field(20_000, gt=0, description="Time over which false alarms are averaged.")
    retract_within: int = Field(5_000, ge=0, description="How long a move may be taken back after it was told.")
    weak_absences: int = Field(
        20, ge=1, description="Scans without a tile, on a noisy table, that take back an arrival hardly ever seen."
    )
    weak_sightings: int = Field(2, ge=1, description="An arrival seen so often before that is no weak one.")
    passing_within: int = Field(
        4_000, ge=0, description="How long ago a tile of the wall may have been glimpsed on its way to another place."
    )
    lost_after: int = Field(4_000, ge=0, description="How long a needed tile must be away before it is lost.")
    lost_absences: int = Field(4, ge=1, description="Scans of its place without a needed tile before it is lost.")
    gone_absences: int = Field(
        3, ge=1, description="Scans without a tile that clear its place between deals, if most around it are away too."
    )
    gone_alone_absences: int = Field(15, ge=1, description="The same for a tile that is away alone.")
    unknown_hits: int = Field(2, ge=2, description="Sightings of a tag that nobody enrolled before it is told.")
    unknown_within: int = Field(10_000, ge=0, description="Time within which they must fall.")
    unknown_gone_after: int = Field(4_000, ge=0, description="How long it must be away before it is told gone.")
    blind_scans: int = Field(2, ge=1, description="Scans without tags and reference that make an antenna blind.")
