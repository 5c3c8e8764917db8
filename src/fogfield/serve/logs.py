"""Structured logs on standard error: readable on a terminal, one JSON object a line anywhere else."""

import logging
import os
import sys

import structlog

_LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}


def configure(level: str, form: str) -> None:
    """Set the level and the form ("auto" asks whether standard error is a terminal)."""
    human = form == "human" or (form == "auto" and sys.stderr.isatty())
    renderer: structlog.typing.Processor
    if human:
        colours = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
        renderer = structlog.dev.ConsoleRenderer(colors=colours, pad_event_to=24)
        stamp = structlog.processors.TimeStamper(fmt="%H:%M:%S", utc=False)
    else:
        renderer = structlog.processors.JSONRenderer()
        stamp = structlog.processors.TimeStamper(fmt="iso")
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            stamp,
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS[level]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
