"""Requests, read and judged before anybody acts on them: bodies, queries, tokens, and where they come from."""

from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlsplit

import msgspec

from fogfield.core import schema
from fogfield.core.errors import RecordError
from fogfield.serve.api import cookies
from fogfield.serve.api.guests import MOST_TOKEN
from fogfield.serve.api.problems import Problem, no_seat
from fogfield.serve.httpport import Scope

JSON = "application/json"
#: No query has more parts.
_MOST_PARTS = 16


def _number(text: str) -> int | float:
    """Read a number; for JSON Schema, 1.0 is as whole as 1."""
    found = float(text)
    return int(found) if found.is_integer() else found


_decoder = msgspec.json.Decoder(float_hook=_number)


class Asked(NamedTuple):
    """A request."""

    method: str
    path: Mapping[str, str]
    query: str
    headers: Mapping[str, str]
    address: str
    body: bytes = b""

    @classmethod
    def of(cls, scope: Scope, body: bytes = b"") -> "Asked":
        """Take it from ASGI. Where a header is repeated, the last one counts."""
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        address = (scope.get("client") or ("unknown", 0))[0]
        query = scope["query_string"].decode("latin-1")
        return cls(scope.get("method", "GET"), scope.get("path_params", {}), query, headers, address, body)

    @property
    def token(self) -> str | None:
        """The token that it brings; None if it brings none."""
        given = self.headers.get("authorization")
        if given is None:
            return None
        word, _, token = given.partition(" ")
        if word.lower() != "bearer" or not 0 < len(token.strip()) <= MOST_TOKEN:
            raise no_seat("the Authorization header must be: Bearer, a blank, and the token of a seat")
        return token.strip()

    @property
    def cookie(self) -> str | None:
        """The token that a browser brings for its seat at this match; it may be good for nothing."""
        return cookies.token_of(self.headers, MOST_TOKEN)

    def json(self) -> dict[str, Any]:
        """Read the body, which is an object; an empty one has nothing in it."""
        if not self.body:
            return {}
        kind = self.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != JSON:
            raise Problem(415, f"the body must be {JSON}")
        return read_object(self.body, "the body")

    def questions(self, **known: schema.Schema) -> dict[str, Any]:
        """Read the query; every part must be one that is known here, and come once."""
        try:
            parts = parse_qsl(self.query, keep_blank_values=True, max_num_fields=_MOST_PARTS, errors="strict")
        except ValueError:
            raise Problem(400, "the query cannot be read") from None
        found: dict[str, Any] = {}
        for name, text in parts:
            if name in found:
                raise Problem(400, f"{name[:40]} is there twice")
            kind = known.get(name, {}).get("type")
            found[name] = (
                int(text) if kind == "integer" and text.isascii() and text.isdigit() and len(text) < 16 else text
            )
        if found and not known:
            raise Problem(400, "this takes no query")
        checked({"type": "object", "properties": known}, found, "the query")
        return found


def read_object(data: bytes | str, name: str) -> dict[str, Any]:
    """Read JSON that must be an object."""
    try:
        found = _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Problem(400, f"{name} is no JSON: {error}") from None
    except RecursionError:
        raise Problem(400, f"{name} is no JSON that anybody would send: it is nested too deeply") from None
    if not isinstance(found, dict):
        raise Problem(400, f"{name} must be a JSON object")
    return found


def checked(form: schema.Schema, data: Any, name: str) -> None:
    """See that something has the form that it must have."""
    try:
        schema.expect(form, data, name)
    except RecordError as error:
        raise Problem(400, str(error)) from None


def same_origin(headers: Mapping[str, str]) -> None:
    """Refuse what a page of somebody else's has a browser send."""
    origin = headers.get("origin")
    if origin is not None and urlsplit(origin).netloc.lower() != headers.get("host", "").lower():
        raise Problem(403, "pages of other sites may not play here")
