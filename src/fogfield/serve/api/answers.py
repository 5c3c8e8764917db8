"""What is answered, and by whom."""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import msgspec

from fogfield.serve.api.asking import JSON, Asked


class Answer(NamedTuple):
    """What is answered."""

    status: int
    body: bytes = b""
    kind: str = JSON
    headers: tuple[tuple[str, str], ...] = ()


Endpoint = Callable[[Asked], Awaitable[Answer]]


def ok(value: Any) -> Answer:
    """Answer with a JSON value."""
    return Answer(200, msgspec.json.encode(value))
