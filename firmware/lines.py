"""The lines a board may hang on. Runs on MicroPython and CPython.

A stream has read() -> bytes, which never waits, write(data) and wait(milliseconds).
"""

try:
    from typing import Any
except ImportError:  # MicroPython, which never looks at a quoted annotation
    pass


class Lines:
    """Several streams as one: a board answers where it was spoken to last, so that none need be chosen.

    Only the first is waited on: the others are looked at after each wait.
    """

    def __init__(self, streams: "list[Any]") -> None:
        self._streams = streams
        self._heard = streams[0]

    def read(self) -> bytes:
        """What has come on one of them."""
        for stream in self._streams:
            data: bytes = stream.read()
            if data:
                self._heard = stream
                return data
        return b""

    def write(self, data: bytes) -> None:
        """Answer."""
        self._heard.write(data)

    def wait(self, milliseconds: int) -> None:
        """Until something comes on the first, but no longer."""
        self._streams[0].wait(milliseconds)
