"""Logs: structured lines on standard error, for people on a terminal and as JSON elsewhere (journald, files).

No hidden tile may be logged at INFO or above: a log is read by players too. So a traceback never shows the values
of variables.
"""

import logging
import sys
from typing import Final, Literal

import structlog
import structlog.tracebacks

Level = Literal["debug", "info", "warning", "error"]
Format = Literal["auto", "human", "json"]


_TRACEBACKS: Final = structlog.processors.ExceptionRenderer(
    structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
)


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
