"""What is wrong with the values of a rule set, in words an organiser understands, all at once."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from types import NoneType, UnionType
from typing import Any, Final, Literal, TypeAlias, Union, get_args, get_origin

from pydantic import ValidationError

from engine.errors import RulesError
from engine.rules.ruleset import RuleSet

_LONGEST: Final = 80
"""Longest value repeated in a message, characters."""

Fault: TypeAlias = tuple[str, str]
"""(field, what is wrong with it)."""


def build_rules(
    base: RuleSet, changes: Mapping[str, object], where: str, known_faults: Sequence[Fault] = ()
) -> RuleSet:
    """`base` with `changes` by field, checked as a whole.

    Values may be as TOML has them: a field that may be empty takes the text `none`. `where` begins the message;
    `known_faults` are what the caller has found wrong already.
    Raises `RulesError` with every fault: unknown fields, wrong values, fields that contradict each other.
    """
    faults = list(known_faults)
    faults += [(name, _unknown_field(name)) for name in changes if name not in RuleSet.model_fields]
    values = {name: _without_none(name, value) for name, value in changes.items() if name in RuleSet.model_fields}
    known = base.model_dump()
    for _ in range(2):  # again without the fields that are wrong by themselves, for what contradicts the rest
        try:
            rules = RuleSet.model_validate(known | values)
        except ValidationError as error:
            found = _faults_of(error, values)
            faults.extend(found)
            for name, _message in found:
                values.pop(name, None)
        else:
            break
    if faults:
        lines = "".join(f"\n  {name}: {message}" for name, message in faults)
        raise RulesError(f"{where}:{lines}", tuple(faults))
    return rules


def _unknown_field(name: str) -> str:
    close = get_close_matches(name, RuleSet.model_fields, n=1, cutoff=0.5)
    hint = f"did you mean {close[0]}? " if close else ""
    return f"there is no such field; {hint}`jantaku rules show tenhou` lists them all"


def _without_none(name: str, value: object) -> object:
    """TOML has no null: `none` empties a field, unless the field has a choice of that name."""
    if value != "none" or "none" in allowed_values(name):
        return value
    return None if may_be_none(name) else value


def allowed_values(name: str) -> tuple[object, ...]:
    """The values a field chooses from, or none if it is free."""
    return _literals(RuleSet.model_fields[name].annotation)


def may_be_none(name: str) -> bool:
    """Whether a field may be empty (`none` in a file)."""
    return NoneType in get_args(RuleSet.model_fields[name].annotation)


def _literals(annotation: Any) -> tuple[object, ...]:
    origin = get_origin(annotation)
    if origin is Literal:
        return get_args(annotation)
    if origin in (Union, UnionType, frozenset):
        return tuple(value for part in get_args(annotation) for value in _literals(part))
    return ()


def _faults_of(error: ValidationError, values: Mapping[str, object]) -> list[Fault]:
    faults: dict[str, str] = {}
    for detail in error.errors(include_url=False):
        if not detail["loc"]:  # said by the model as a whole: one `field: message` a line
            for line in str(detail["ctx"]["error"]).splitlines():
                name, message = line.split(": ", 1)
                faults.setdefault(name, message)
            continue
        name = str(detail["loc"][0])
        said = "it has too few values" if detail["type"] == "missing" else detail["msg"]
        faults.setdefault(name, f"{_written(values.get(name))} is not possible: {_expected(name, said)}")
    return list(faults.items())


def _expected(name: str, said: str) -> str:
    allowed = [_written(value) for value in allowed_values(name)]
    if may_be_none(name):
        allowed.append("none")
    if allowed_values(name):
        return "allowed " + ("are " if len(allowed) > 1 else "is ") + ", ".join(allowed)
    said = said[0].lower() + said[1:]
    return said.replace("input should be", "it must be") + (" (or none)" if may_be_none(name) else "")


def _written(value: object) -> str:
    """A value as a rules file has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "none"
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
