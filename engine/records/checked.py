"""Texts and numbers of a record, checked: what is not as it should be becomes a `RecordError` without a place."""

import json
from typing import Any, NoReturn

from engine.errors import RecordError


def parse_json(text: str) -> Any:
    """The value of a JSON text. Raises `RecordError` for everything else, also for what only Python reads as JSON."""
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        line = f"line {error.lineno}, " if error.lineno > 1 else ""
        raise RecordError(f"this is not JSON ({error.msg}: {line}column {error.colno})") from None
    except RecursionError:
        raise RecordError("this JSON is nested too deeply") from None
    except RecordError:
        raise
    except ValueError:  # Python refuses to convert a number of thousands of digits
        raise RecordError("this JSON has a number of far too many digits") from None


def _refuse_constant(name: str) -> NoReturn:
    raise RecordError(f"this is not JSON ({name} is no number)")


def whole_number(value: object, name: str, least: int | None = None) -> int:
    """A whole number, not below `least`; raises `RecordError` naming it."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise RecordError(f"{name} must be a whole number, not {value!r}")
    if least is not None and value < least:
        raise RecordError(f"{name} must be {least} or more, not {value}")
    return value
