"""What the referee decided, as facts for the journal: which effects are kept, and how they are written.

A fact's `kind` is the effect's name in snake case. Bodies have the effect's own fields, with these exceptions:

- `event_accepted`: `event` is written as `engine.records.codec.event_to_json` does.
- `match_started` has no `players`: names of people stand in a table of their own, where they can be deleted.
- `deal_started`: instead of the position, `round_wind` (0-3), `dealer`, `honba`, `deposits` (sticks), `scores`,
  `hands` (four lists of physical tiles) and `indicator` (None where there is none).

Lamps, tunes, notices and who is ready only show what other facts say and are not kept.
"""

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, Final

from controller.effects import DealStarted, Effect, EventAccepted, LampSet, MatchStarted, Notice, SeatsReady, TunePlayed
from engine.deal import Deal
from engine.records.codec import event_to_json

_SHOWN_ONLY: Final = (LampSet, TunePlayed, Notice, SeatsReady)


def fact_of(effect: Effect) -> tuple[str, dict[str, Any]] | None:
    """The kind and body of the fact that an effect is; None when it only shows something."""
    if isinstance(effect, _SHOWN_ONLY):
        return None
    kind = kind_of(type(effect))
    match effect:
        case EventAccepted(index, event, at):
            return kind, {"index": index, "event": event_to_json(event), "at": at}
        case MatchStarted(rules, _, first_dealer):
            return kind, {"rules": rules, "first_dealer": first_dealer}
        case DealStarted(label, deal):
            return kind, {"label": label, **_start(deal)}
        case _:
            return kind, as_json(effect)


def kind_of(effect: type[Effect]) -> str:
    """`DealStarted` -> `deal_started`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", effect.__name__).lower()


def _start(deal: Deal) -> dict[str, Any]:
    return {
        "round_wind": int(deal.round_wind),
        "dealer": deal.dealer,
        "honba": deal.honba,
        "deposits": deal.deposits,
        "scores": list(deal.scores),
        "hands": [list(player.hand) for player in deal.players],
        "indicator": deal.indicators[0] if deal.indicators else None,
    }


def as_json(value: Any) -> Any:
    """A value of the engine as JSON has it: records become objects, collections lists, enums their values."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {str(key): as_json(part) for key, part in value.items()}
    names = _field_names(value)
    if names:
        return {name: as_json(getattr(value, name)) for name in names}
    if isinstance(value, tuple | list | Set):
        return [as_json(part) for part in (sorted(value) if isinstance(value, Set) else value)]
    return value


def _field_names(value: Any) -> Sequence[str]:
    if is_dataclass(value):
        return [field.name for field in fields(value)]
    return getattr(value, "_fields", ())
