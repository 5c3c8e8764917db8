"""What requests are answered with."""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeAlias

import msgspec

from fogfield.serve.api.asking import JSON, Asked


class Answer(NamedTuple):
    """What is answered."""

    status: int
    body: bytes = b""
    kind: str = JSON
    headers: tuple[tuple[str, str], ...] = ()


Endpoint: TypeAlias = Callable[[Asked], Awaitable[Answer]]


def ok(value: Any, status: int = 200) -> Answer:
    """Answer with a value."""
    return Answer(status, msgspec.json.encode(value))
