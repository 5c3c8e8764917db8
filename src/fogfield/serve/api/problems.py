"""What goes wrong in a request, as problem details (RFC 9457): a sentence for people, codes for programs."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

import msgspec

from fogfield.core.errors import FogfieldError
from fogfield.core.game import Refusal
from fogfield.core.match import NOT_KEPT

PROBLEM_JSON = "application/problem+json"
#: After so many seconds it may be worth another try.
AGAIN_S = 2


class Problem(FogfieldError):
    """An answer that is no success; its text is a sentence for people."""

    def __init__(
        self,
        status: int,
        detail: str,
        *,
        refusals: Sequence[Refusal] = (),
        headers: Sequence[tuple[str, str]] = (),
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.refusals = refusals
        self.headers = list(headers)

    def as_json(self) -> dict[str, Any]:
        """Give the problem details."""
        found: dict[str, Any] = {
            "type": "about:blank",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": str(self),
        }
        return {**found, "refusals": as_list(self.refusals)} if self.refusals else found

    def body(self) -> bytes:
        """Write the problem details."""
        return msgspec.json.encode(self.as_json())


def as_list(refusals: Sequence[Refusal]) -> list[dict[str, str]]:
    """Write refusals."""
    return [one._asdict() for one in refusals]


def refused(refusals: Sequence[Refusal]) -> Problem:
    """Say that an action is not possible, with every reason."""
    if NOT_KEPT in refusals:
        return unkept(NOT_KEPT.text)
    return Problem(409, "; ".join(one.text for one in refusals), refusals=refusals)


#: What was done is in memory, and will be stored when that is possible, or never.
UNSURE = Refusal("unsure", "it is not known yet whether this will be stored; look at the match before you try again")


def unkept(why: str, refusal: Refusal = NOT_KEPT) -> Problem:
    """Say that nothing can be stored now."""
    return Problem(503, why, refusals=(refusal,), headers=(("retry-after", str(AGAIN_S)),))


def nowhere(what: str) -> Problem:
    """Say that there is no such thing."""
    return Problem(404, what)


def no_seat(why: str) -> Problem:
    """Say that a token is needed, or is not the right one."""
    return Problem(401, why, headers=(("www-authenticate", "Bearer"),))
