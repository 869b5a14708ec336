"""The service's errors. Each text says what is wrong and what to do about it.

What one part raises for another alone (a ruling that cannot be carried out, a motion refused) stands there.
"""


class ControllerError(Exception):
    """Base of the service's errors. The command line prints the text and ends with exit code 2."""


class UsageError(ControllerError):
    """A command was asked for something it cannot do: a wrong option, or two that contradict each other."""


class ConfigError(ControllerError):
    """A configuration file that cannot be read or holds wrong values; the text names file and keys."""


class RegistryError(ControllerError):
    """A tag registry that cannot be read, or that gives one tile two tags or one tag two tiles."""


class AccessError(ControllerError):
    """An access file that cannot be used, or a PIN or token that cannot be set."""


class AccessRefused(ControllerError):
    """A PIN, code or token that is wrong, or one try too many; the text says what would help."""


class JournalError(ControllerError):
    """A journal that cannot be opened, read or written."""


class JournalTooNew(JournalError):
    """A journal written by a newer version, which this version must not touch."""


class JournalDamaged(JournalError):
    """A journal whose pages or rows are not what was written."""


class PlayerError(ControllerError):
    """Something about the people at the table that cannot be: a name taken, a card of somebody else's, a seat taken."""


class UnknownName(PlayerError):
    """A name that no player, or no season, has."""


class ScenarioError(ControllerError):
    """A scenario file that cannot be read, or a line of it that means nothing; the text names file and line."""
