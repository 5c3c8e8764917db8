"""Counts in words: one is no plural."""


def noun(number: int, one: str, many: str = "") -> str:
    """Give the word for so many of something, such as `mine` or `mines`."""
    return one if number == 1 else many or f"{one}s"


def count(number: int, one: str, many: str = "") -> str:
    """Say how many there are, such as `1 mine` or `3,000 mines`."""
    return f"{number:,} {noun(number, one, many)}"
