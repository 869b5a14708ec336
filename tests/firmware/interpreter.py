"""MicroPython for the tests, and what to do without it."""

import os

import pytest

from hal.errors import DriverError
from hal.sim.program import micropython


def _missing() -> str:
    try:
        micropython()
    except DriverError as error:
        return str(error)
    return ""


needs_micropython = pytest.mark.skipif(bool(_missing()) and not os.environ.get("CI"), reason=_missing() or "there")
"""Skips a test where MicroPython is missing; under continuous integration it fails instead."""
