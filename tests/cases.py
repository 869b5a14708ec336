"""The handed cases beside the checkout: real games and hands with their right values. They are read, never copied."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

CASES = Path(__file__).resolve().parents[2] / "shared" / "cases"


def case_path(name: str) -> Path:
    """The path of a handed file; skips the test where the cases are not beside the checkout."""
    path = CASES / name
    if not path.exists():
        pytest.skip(f"the handed cases are not there: {path}")
    return path


def case_lines(name: str) -> list[str]:
    """The lines of a handed file, plain or gzip."""
    path = case_path(name)
    if path.suffix == ".gz":
        with gzip.open(path, "rt", encoding="utf-8") as file:
            return file.read().splitlines()
    return path.read_text(encoding="utf-8").splitlines()


def case_objects(name: str) -> Iterator[dict[str, Any]]:
    """The JSON objects of a handed file, one a line."""
    for line in case_lines(name):
        if line.strip():
            yield json.loads(line)
