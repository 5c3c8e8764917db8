"""Chance has a name: every use draws from a stream of its own, so one can never disturb another.

The same seed and name give the same numbers on every machine and in every version of Python that keeps
`random.Random` stable, which is what makes a record replay bit for bit.
"""

import hashlib
import random


def stream(seed: str, name: str) -> random.Random:
    """Open the stream `name` of a match's seed: `stream(seed, "board")`, `stream(seed, "bot/1")`."""
    digest = hashlib.sha256(f"{seed}\x00{name}".encode("utf-8", "surrogatepass")).digest()
    return random.Random(int.from_bytes(digest))  # noqa: S311 (games must repeat; seeds come from `secrets`)
