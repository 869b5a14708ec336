"""Zip files that come from elsewhere."""

import struct
import zipfile
import zlib
from typing import Final

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
