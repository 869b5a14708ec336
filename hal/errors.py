"""Every error the hardware layer raises, on one page. Each is a builtin error too."""


class HalError(Exception):
    """Base of all errors of the table's hardware; its text tells an installer what to do."""


class LayoutError(HalError, ValueError):
    """A table layout that cannot be: two antennas of one name, an unknown zone, a zone nobody reads."""


class DriverError(HalError, RuntimeError):
    """A driver that does not exist, cannot start on this machine, or lost its device."""


class WorldError(HalError, ValueError):
    """Something the simulated world cannot do: a tile it does not have, a wall of the wrong tiles."""
