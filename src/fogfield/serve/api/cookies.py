"""Seats of a browser: its page never sees a token. A cookie brings it, to requests for this match only.

The page asks for that with a header of its own, which no form and no page of another site can send without being
asked first. A cookie that is good for no seat (any more) is as if it were not there: who has it watches.
"""

from collections.abc import Mapping

#: The header by which the page asks for a cookie.
PAGE = "x-fogfield-page"
_NAME = "seat"
#: A browser forgets a seat after a week.
_LASTS_S = 7 * 86_400


def wanted(headers: Mapping[str, str]) -> bool:
    """Say whether somebody wants his token as a cookie."""
    return headers.get(PAGE) == "1"


def cookie(match: str, token: str, headers: Mapping[str, str]) -> tuple[str, str]:
    """Write the header that gives a browser the token of its seat at a match."""
    secure = "; Secure" if headers.get("origin", "").startswith("https:") else ""
    rules = f"Path=/api/matches/{match}; Max-Age={_LASTS_S}; HttpOnly; SameSite=Strict{secure}"
    return "set-cookie", f"{_NAME}={token}; {rules}"


def token_of(headers: Mapping[str, str], most: int) -> str | None:
    """Give the token that a cookie brings, or None."""
    for part in headers.get("cookie", "").split(";")[:50]:
        name, _, value = part.strip().partition("=")
        if name == _NAME and 0 < len(value) <= most and value.isascii():
            return value
    return None
