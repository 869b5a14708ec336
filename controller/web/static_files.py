"""Where the pages' files are."""

from importlib.resources import files
from pathlib import Path
from typing import Final

STATIC: Final = Path(str(files("controller.web"))) / "static"
