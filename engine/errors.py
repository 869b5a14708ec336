"""Every error the engine raises, on one page. Each is a `ValueError` too."""


class EngineError(ValueError):
    """Base of all engine errors; its text tells a player or an organiser what is wrong."""


class TileTextError(EngineError):
    """A text that names no tiles, or more of one tile than a set has."""


class RulesError(EngineError):
    """A rule set that does not exist, cannot be read or contradicts itself.

    `faults` are all wrong values found, as (field, what is wrong); empty where nothing could be read at all.
    """

    def __init__(self, message: str, faults: tuple[tuple[str, str], ...] = ()) -> None:
        super().__init__(message)
        self.faults = faults


class RecordError(EngineError):
    """A game record that is broken, truncated or impossible; the text names the line."""


class IllegalAction(EngineError):
    """An event the rules do not allow in this position.

    `rule` is a short stable name of the rule broken (`not_your_turn`, `kuikae`, `furiten` ...),
    `message` a sentence for the players.
    """

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"{message} [{rule}]")
        self.rule = rule
        self.message = message


class ImpossibleHand(EngineError):
    """A hand that cannot exist or whose circumstances contradict each other (not merely a losing hand).

    `code` is a short stable name (`five_of_a_kind`, `tile_count`, `ippatsu_without_riichi` ...).
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
