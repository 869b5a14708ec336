"""Zip files: where one may be written, and those that come from elsewhere."""

import errno
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from controller.errors import UsageError

BROKEN: Final = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    RuntimeError,  # encrypted, packed in a way nobody knows, or JSON nested without end
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    OverflowError,
)
"""What reading a zip file, and JSON and rows in it, may raise if they are not what was packed."""


def check_place(target: Path) -> None:
    """Raises `UsageError` where no file can be written: in a folder that is not there, or as a folder."""
    if not target.parent.is_dir():
        raise UsageError(f"there is no folder {target.parent}: make it, or name another one")
    if target.is_dir():
        raise UsageError(f"{target} is a folder: name a file in it")


@contextmanager
def refusing_broken(path: Path, what: str) -> Iterator[None]:
    """Turn whatever a broken zip file leads to into a `UsageError` that says it is no `what`."""
    try:
        yield
    except BROKEN as error:
        raise UsageError(f"{path} is no {what}, or a damaged one ({error})") from error
    except OSError as error:
        if error.errno != errno.EINVAL:  # a place before the file's beginning
            raise
        raise UsageError(f"{path} is no {what}, or a damaged one ({error.strerror})") from error
