"""Game records: what was dealt, done and won, read from and written to the formats other people's tools use."""
