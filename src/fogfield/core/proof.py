"""Secrets that prove who somebody is. Only their hashes are kept, and comparing takes the same time for every guess."""

from hashlib import sha256
from hmac import compare_digest


def prove(secret: str) -> bytes:
    """Give what is kept of a secret. A secret is drawn at random and long, so a plain hash hides it."""
    return sha256(secret.encode("utf-8", "surrogatepass")).digest()


def proves(secret: str, proof: bytes) -> bool:
    """Say whether a secret is the one of which this was kept."""
    return compare_digest(prove(secret), proof)
