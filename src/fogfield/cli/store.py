"""What the verbs that look into the store share."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from fogfield.store.database import Store

Command = TypeVar("Command", bound=Callable[..., Any])


def store_option(command: Command) -> Command:
    """Add the option that says where the store is."""
    return click.option(
        "--store", "address", metavar="ADDRESS", envvar="FOGFIELD_STORE_ADDRESS", show_envvar=True,
        help="A file, or postgresql://USER@HOST/NAME; the file in your data folder unless told otherwise.",
    )(command)  # fmt: skip


@asynccontextmanager
async def opened(address: str | None, **options: Any) -> "AsyncIterator[Store]":
    """Open the store for one command; a server may be running beside."""
    from fogfield.store.database import default_address, open_store

    store = await open_store(default_address() if address is None else address, **options)
    try:
        yield store
    finally:
        await store.close()


def readable(text: str, longest: int = 40) -> str:
    """Make a text from a stranger safe for a terminal: nothing that cannot be seen, and not too long."""
    seen = "".join(char if char.isprintable() else "\ufffd" for char in text[: longest + 1])
    return seen if len(seen) <= longest else f"{seen[: longest - 1]}\u2026"
