"""What drivers may be told by the configuration: the bases of their option models."""

from pydantic import BaseModel, ConfigDict, Field

from hal.layout import Layout, scoring_pad, standard_layout


class DriverOptions(BaseModel):
    """What every driver may be told; each driver adds its own."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class LayoutOptions(DriverOptions):
    """Which antennas the table has."""

    racks: bool = Field(True, description="The racks read the hands.")
    dora_pad: bool = Field(True, description="The centre reads the dora indicators.")
    pool: bool = Field(False, description="All discards go to one pool in the centre instead of four rivers.")
    scoring_pad: bool = Field(False, description="Nothing but a pad for one finished hand and its melds.")

    def build(self) -> Layout:
        """The layout these options describe."""
        if self.scoring_pad:
            return scoring_pad()
        return standard_layout(racks=self.racks, dora_pad=self.dora_pad, pool=self.pool)
