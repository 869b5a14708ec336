"""The version that stamps what the journal stores."""

from importlib.metadata import PackageNotFoundError, version


def _installed() -> str:
    try:
        return version("jantaku")
    except PackageNotFoundError:  # a checkout run without being installed
        return "0+unknown"


VERSION = _installed()
