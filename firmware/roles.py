"""What boards there are: the antennas of each role, in the order in which the antenna switch numbers them."""

ROLES: "dict[str, tuple[str, ...]]" = {
    "seat": ("drawn", "hand1", "hand2", "river1", "river2", "melds"),
    "seat-no-rack": ("river1", "river2", "melds"),
    "seat-pool": ("drawn", "hand1", "hand2", "melds"),
    "seat-melds": ("melds",),
    "centre": ("dora1", "dora2"),
    "centre-pool": ("dora1", "dora2", "pool1", "pool2", "pool3", "pool4"),
    "pool": ("pool1", "pool2", "pool3", "pool4"),
    "pad": ("hand", "melds"),
}
"""Antennas by role; a board's role is given to it when it is flashed."""
