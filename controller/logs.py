"""Logs: structured lines on standard error, for people on a terminal and as JSON elsewhere (journald, files).

No hidden tile may be logged at INFO or above: a log is read by players too. So a traceback never shows the values
of variables.
"""

import logging
import os
import sys
from collections.abc import Mapping
from typing import Final, Literal

import structlog
import structlog.tracebacks

Level = Literal["debug", "info", "warning", "error"]
Format = Literal["auto", "human", "json"]


_TRACEBACKS: Final = structlog.processors.ExceptionRenderer(
    structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
)


_PRIORITIES: Final = {"debug": 7, "info": 6, "warning": 4, "error": 3, "critical": 2, "exception": 3}
"""syslog's numbers, as `journalctl -p` knows them."""


class _ForJournald:
    """Puts each line's priority before it, as journald takes it from a service's standard error (sd-daemon(3))."""

    def __init__(self, render: structlog.typing.Processor) -> None:
        self._render = render

    def __call__(self, logger: structlog.typing.WrappedLogger, name: str, event: structlog.typing.EventDict) -> str:
        """The rendered line with its priority."""
        priority = _PRIORITIES.get(str(event.get("level", name)), 6)
        return f"<{priority}>{self._render(logger, name, event)!s}"


def goes_to_journald(environment: Mapping[str, str] = os.environ, stream: int = 2) -> bool:
    """Whether a standard stream is read by journald, and not by a file or pipe it was turned to."""
    try:
        found = os.fstat(stream)
    except OSError:
        return False
    return environment.get("JOURNAL_STREAM") == f"{found.st_dev}:{found.st_ino}"


def set_up_logs(level: Level = "info", style: Format = "auto") -> None:
    """Send this process's logs, those of its libraries too, to standard error."""
    human = style == "human" or (style == "auto" and sys.stderr.isatty())
    number = logging.getLevelNamesMapping()[level.upper()]
    shared: list[structlog.typing.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="%H:%M:%S" if human else "iso", utc=not human),
        structlog.processors.StackInfoRenderer(),
    ]
    last: list[structlog.typing.Processor] = (
        [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback)]
        if human
        else [_TRACEBACKS, structlog.processors.JSONRenderer()]
    )
    if goes_to_journald():
        last[-1] = _ForJournald(last[-1])
    structlog.configure(
        processors=[*shared, *last],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared, processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last]
        )
    )
    logging.basicConfig(level=max(number, logging.WARNING), handlers=[handler], force=True)
