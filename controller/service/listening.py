"""The address the pages are served at: taken for the service, tried by `jantaku doctor`."""

import errno
import socket
from typing import Final

from controller.errors import UsageError

_ADVICE: Final = {
    errno.EADDRINUSE: "stop what uses it, or name another port (--port, or [web] port in the configuration)",
    errno.EACCES: "ports below 1024 are not for everybody: name a higher one (--port, or [web] port)",
}
_NO_SUCH_ADDRESS: Final = "write an address of this computer as [web] host: 127.0.0.1, or 0.0.0.0 for all it has"


class PageUnavailable(UsageError):
    """Nothing can be served at an address; the text says why and what to do."""

    def __init__(self, host: str, port: int, error: OSError) -> None:
        self.is_taken: Final = error.errno == errno.EADDRINUSE
        """Another program listens there, which may be this table's own service."""
        self.advice: Final = _ADVICE.get(error.errno or 0, _NO_SUCH_ADDRESS)
        self.reason: Final = f"{host} port {port}: {error.strerror}"
        super().__init__(f"cannot serve the page at {self.reason}. {self.advice[0].upper()}{self.advice[1:]}")


def listen(host: str, port: int) -> socket.socket:
    """A socket that is bound there. Raises `PageUnavailable`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise PageUnavailable(host, port, error) from error
    return listening
