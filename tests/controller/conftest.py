"""Logs of the service in tests are short: no values of variables, which would be a whole table."""

import pytest
import structlog


@pytest.fixture(autouse=True)
def _plain_logs() -> None:
    structlog.reset_defaults()
    structlog.configure(processors=[structlog.processors.format_exc_info, structlog.processors.KeyValueRenderer()])
