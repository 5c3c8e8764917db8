"""A process that writes moves and prints what is durable, until it is killed: `python writer.py ADDRESS FIRST`."""

import asyncio
import os
import sys

from fogfield.store.database import open_store
from fogfield.store.entries import Began, Made, Moved
from fogfield.store.journal import Journal


async def write(address: str, first: int) -> None:
    store = await open_store(address, serving=True, lease_s=0.5)
    for match in range(first, first + 20):
        store.journal.write(Made(f"m{match}", "toy", "1000000", "fog", "toy", float(match)))
        store.journal.write(Began(f"m{match}", float(match), None))
        _move(store.journal, f"m{match}", 0)
    await asyncio.sleep(60)


def _move(journal: Journal, match: str, number: int) -> None:
    ticket = journal.write(Moved(match, number, float(number), number % 2, "1"))

    def durable() -> None:
        os.write(1, f"{match} {number}\n".encode())
        _move(journal, match, number + 1)

    journal.when(ticket, durable)


if __name__ == "__main__":
    asyncio.run(write(sys.argv[1], int(sys.argv[2])))
