"""Structured logs on standard error: readable on a terminal, one JSON object a line anywhere else."""

import contextlib
import logging
import os
import sys
from typing import TextIO, cast

import structlog


class Unbreakable:
    """Standard error, if it can be written to: no log is worth a server."""

    def write(self, text: str) -> None:
        """Write, or forget it."""
        with contextlib.suppress(OSError, ValueError, AttributeError):
            sys.stderr.write(text)

    def flush(self) -> None:
        """Flush, or forget it."""
        with contextlib.suppress(OSError, ValueError, AttributeError):
            sys.stderr.flush()


def configure(level: str, form: str) -> None:
    """Set the level and the form ("auto" asks whether standard error is a terminal).

    What libraries log by the standard way (asyncio does) takes the same form.
    """
    stream = cast("TextIO", Unbreakable())
    human = form == "human" or (form == "auto" and sys.stderr.isatty())
    stamp = structlog.processors.TimeStamper(fmt="%H:%M:%S" if human else "iso", utc=not human)
    add_level, add_error = structlog.stdlib.add_log_level, structlog.processors.format_exc_info
    before: list[structlog.typing.Processor] = [add_level, stamp, add_error]
    renderer: structlog.typing.Processor = structlog.processors.JSONRenderer()
    if human:
        colours = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
        renderer = structlog.dev.ConsoleRenderer(colors=colours, pad_event_to=24)
    structlog.configure(
        processors=[*before, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=structlog.PrintLoggerFactory(stream),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=before,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    for library in ("alembic", "aiosqlite"):  # what they do is told by the store
        logging.getLogger(library).setLevel(logging.WARNING)
