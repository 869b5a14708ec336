"""Logs: structured lines on standard error, for people on a terminal and as JSON elsewhere (journald, files).

No hidden tile may be logged at INFO or above: a log is read by players too.
"""

import logging
import sys
from typing import Literal

import structlog

Level = Literal["debug", "info", "warning", "error"]
Format = Literal["auto", "human", "json"]


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
        [structlog.dev.ConsoleRenderer(colors=human and sys.stderr.isatty())]
        if human
        else [structlog.processors.dict_tracebacks, structlog.processors.JSONRenderer()]
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
