"""The description of the API (OpenAPI 3.1), made of the same forms that requests are judged by."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fogfield import __version__, games
from fogfield.core import plain
from fogfield.core.outcome import Outcome
from fogfield.core.schema import Schema
from fogfield.serve.api import beliefs, forms
from fogfield.serve.house import NAME_LENGTH, NAME_LETTERS

_PROBLEM = "application/problem+json"
#: What any request may be answered with.
_ALWAYS = {
    "400": "The request cannot be read.",
    "405": "This is asked with another method.",
    "408": "The request took too long to arrive.",
    "413": "The body is too long.",
    "429": "Your address asks too often, or has too many seats.",
    "500": "A fault of the server's; it is in its log.",
    "503": "Nothing can be stored now, or the server is full; `Retry-After` says when to try again.",
}
_401 = "The token is missing, or is that of another seat."
_404 = "There is no such thing."
_CODES = f"^[{NAME_LETTERS}]{{{NAME_LENGTH}}}$"

_SEAT: Schema = {"type": ["integer", "null"], "minimum": 0, "description": "your seat; null for those who watch"}
_ID: Schema = {"type": "string", "description": "the name of the match"}
_LEFT: Schema = {"type": ["number", "null"], "description": "seconds that you have left for your action, if they count"}
_VERSION: Schema = {"type": "string", "description": "changes when what you may know changes; also the ETag"}


def description() -> dict[str, Any]:
    """Describe the API."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Fogfield",
            "version": __version__,
            "description": "Games of hidden information on a grid: play them, watch them, replay them. "
            "`/api/matches/{id}/live` is a WebSocket; the reference says what is sent there.",
        },
        "paths": _paths(),
        "components": {
            "schemas": _schemas(),
            "securitySchemes": {
                "seat": {"type": "http", "scheme": "bearer", "description": "the token that came with a seat"}
            },
        },
    }


def _paths() -> dict[str, Any]:
    match_id = _parameter("id", {"type": "string", "pattern": _CODES}, "the name of a match")
    return {
        "/healthz": {"get": _operation("alive", "Whether the process lives.", _ref("Status"))},
        "/readyz": {"get": _operation("ready", "Whether matches can be played and stored.", _ref("Status"))},
        "/api/openapi.json": {"get": _operation("describe", "This description.", {"type": "object"})},
        "/api/games": {"get": _operation("listGames", "The games.", _list("games", "Game"))},
        "/api/games/{game}": {
            "get": _operation("getGame", "A game, with the schemas of its options, actions and views.",
                              _ref("GameInFull"), also={"404": _404}),
            "parameters": [_parameter("game", forms.GAME)],
        },
        "/api/bots": {"get": _operation("listBots", "The bots, the best of each game first.", _list("bots", "Bot"))},
        "/api/matches": {
            "get": _operation("listMatches", "Matches: those that wait or are played, or those that are over.",
                              _ref("Matches"), query=forms.LIST),
            "post": _operation("newMatch", "Sit down at a new match, or where somebody waits who wants the same.",
                               _ref("Seated"), status="201", body=_ref("NewMatch"),
                               also={"403": "A page of another site asks.", "409": "No match can begin like this."}),
        },
        "/api/boards": {
            "post": _operation("newBoard", "Have a board made that takes a search.", _ref("Board"), status="202",
                               body=_ref("NewBoard"),
                               also={"403": "A page of another site asks.", "409": "There is no such board."}),
        },
        "/api/boards/{board}": {
            "get": _operation("getBoard", "How far a board is.", _ref("Board"), query=forms.WAIT, also={"404": _404}),
            "delete": _operation("dropBoard", "Give a board up.", None, status="204",
                                 also={"403": "A page of another site asks.", "404": _404}),
            "parameters": [_parameter("board", {"type": "string", "pattern": _CODES}, "the name of a board")],
        },
        "/api/invitations/{code}": {
            "post": _operation("acceptInvitation", "Take the seat to which a code invites.", _ref("Seated"),
                               status="201", body=forms.ACCEPT, optional=True,
                               also={"403": "A page of another site asks.", "404": _404, "409": "The seat is taken."}),
            "parameters": [_parameter("code", {**forms.CODE, "minLength": 1, "pattern": "^[A-Za-z0-9]+$"})],
        },
        "/api/matches/{id}": {
            "get": _operation("getMatch", "What you may know of a match: as a seat with its token, else as everybody.",
                              _ref("Match"), query=forms.LOOK, security=[{}, {"seat": []}],
                              also={"304": "It is the version of If-None-Match.", "401": _401, "404": _404,
                                    "409": "It cannot be shown."}),
            "parameters": [match_id],
        },
        "/api/matches/{id}/seats": {
            "post": _operation("takeSeat", "Take a free seat.", _ref("Seated"), status="201", body=forms.TAKE_SEAT,
                               optional=True,
                               also={"403": "An invitation is needed, or a page of another site asks.", "404": _404,
                                     "409": "The seat is taken."}),
            "parameters": [match_id],
        },
        "/api/matches/{id}/seats/me": {
            "delete": _operation("leave", "Get up. In a match the others have won then, but not before a battle.",
                                 None, status="204", security=[{"seat": []}],
                                 also={"401": _401, "403": "A page of another site asks.", "404": _404}),
            "parameters": [match_id],
        },
        "/api/matches/{id}/seats/me/bot": {
            "post": _operation("sendBot", "Let a bot play your seat while you watch, with your view.", _ref("Match"),
                               body=forms.STAND_IN, optional=True, security=[{"seat": []}],
                               also={"401": _401, "403": "A page of another site asks.", "404": _404,
                                     "409": "There is no such bot, or nothing to play."}),
            "delete": _operation("sendBotAway", "Take your seat back from the bot.", None, status="204",
                                 security=[{"seat": []}],
                                 also={"401": _401, "403": "A page of another site asks.", "404": _404}),
            "parameters": [match_id],
        },
        "/api/matches/{id}/seats/me/hint": {
            "get": _operation("getHint", "A hint for who is to act, from what he sees alone.", _ref("Hint"),
                              query=forms.HINT, security=[{"seat": []}],
                              also={"401": _401, "404": _404, "409": "There is nothing to hint at now."}),
            "parameters": [match_id],
        },
        "/api/matches/{id}/moves": {
            "post": _operation("move", "Act.", _ref("Match"), body=_ref("Move"), security=[{"seat": []}],
                               also={"401": _401, "403": "A page of another site asks.", "404": _404,
                                     "409": "The action is not possible; `refusals` says everything that is wrong."}),
            "parameters": [match_id],
        },
        "/api/matches/{id}/terminal": {
            "get": _operation("getTerminal", "All that was said and typed, in a game with lines of text.",
                              _ref("Terminal"), security=[{"seat": []}],
                              also={"401": _401, "404": _404, "409": "The match has not begun."}),
            "post": _operation("enterLine", "Type a line; gives what is new on the screen.", _ref("Terminal"),
                               body=forms.LINE, security=[{"seat": []}],
                               also={"401": _401, "403": "A page of another site asks.", "404": _404,
                                     "409": "The match has not begun, or the program has ended."}),
            "parameters": [match_id],
        },
        "/api/matches/{id}/rematch": {
            "post": _operation("rematch", "Wish for another match; it begins when everybody does.", _ref("Rematch"),
                               body=_ref("NewRematch"), optional=True, security=[{"seat": []}],
                               also={"401": _401, "403": "A page of another site asks.", "404": _404,
                                     "409": "It is not over, the other has left, or there is no such board."}),
            "parameters": [match_id],
        },
        "/api/matches/{id}/record": {
            "get": _operation("getRecord", "The record of a match that is over, one JSON value on each line.",
                              {"type": "string"}, kind="application/x-ndjson",
                              also={"404": _404, "409": "It is not over."}),
            "parameters": [match_id],
        },
        "/api/matches/{id}/frames": {
            "get": _operation("getFrames", "A match that is over, view by view: the first one, and then changes.",
                              _ref("Frames"), query=forms.SCENES, also={"404": _404, "409": "It is not over."}),
            "parameters": [match_id],
        },
        "/api/matches/{id}/belief": {
            "get": _operation("getBelief", "What a bot would have believed at a move, from the view of a seat alone.",
                              _ref("Belief"), query=forms.BELIEF, also={"404": _404, "409": "It is not over."}),
            "parameters": [match_id],
        },
        "/api/matches/{id}/curves": {
            "get": _operation("getCurves", "Figures of what a bot would have believed, from move to move.",
                              _ref("Curves"), query=forms.CURVES, also={"404": _404, "409": "It is not over."}),
            "parameters": [match_id],
        },
        "/api/matches/{id}/proof": {
            "get": _operation("getProof", "The proof that a board was as promised, of a match that is over.",
                              _ref("Proof"), also={"404": _404, "409": "It is not over."}),
            "parameters": [match_id],
        },
    }  # fmt: skip


def _operation(
    name: str,
    summary: str,
    answer: Schema | None,
    *,
    status: str = "200",
    kind: str = "application/json",
    query: Mapping[str, Schema] | None = None,
    body: Schema | None = None,
    optional: bool = False,
    security: Sequence[Mapping[str, list[str]]] = (),
    also: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    done: dict[str, Any] = {"description": summary}
    if answer is not None:
        done["content"] = {kind: {"schema": answer}}
    faults = {**_ALWAYS, **(also or {}), **({"415": "The body must be JSON."} if body else {})}
    problem = {"content": {_PROBLEM: {"schema": _ref("Problem")}}}
    responses = {code: {"description": text, **({} if code == "304" else problem)} for code, text in faults.items()}
    found: dict[str, Any] = {"operationId": name, "summary": summary, "responses": {status: done, **responses}}
    if query:
        found["parameters"] = [
            {"name": key, "in": "query", "schema": {k: v for k, v in one.items() if k != "description"},
             "description": one.get("description", "")}
            for key, one in query.items()
        ]  # fmt: skip
    if body:
        found["requestBody"] = {"required": not optional, "content": {"application/json": {"schema": body}}}
    return {**found, "security": list(security)} if security else found


def _parameter(name: str, form: Schema, about: str = "") -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "schema": form, "description": about or form["description"]}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _list(key: str, name: str) -> Schema:
    return _object({key: {"type": "array", "items": _ref(name)}})


def _object(parts: Mapping[str, Schema], optional: Sequence[str] = (), about: str = "") -> Schema:
    found = {
        "type": "object",
        "properties": dict(parts),
        "required": [name for name in parts if name not in optional],
        "additionalProperties": False,
    }
    return {**found, "description": about} if about else found


def _schemas() -> dict[str, Schema]:
    outcome = {"oneOf": [{"type": "null"}, plain.schema(Outcome)]}
    facts: dict[str, Schema] = {
        "id": _ID,
        "game": forms.GAME,
        "status": {"type": "string", "enum": list(forms.STATUSES)},
        "options": {"type": "object", "description": "the options, without secrets"},
        "seats": {"type": "array", "items": {"oneOf": [{"type": "null"}, _ref("Seat")]}, "description": "null: free"},
        "outcome": outcome,
    }
    shown = {"version": _VERSION, "left_s": _LEFT, **facts, "seat": _SEAT, "next": _NEXT}
    shown |= {"bot": _STAND_IN, "view": _ref("View")}
    text: Schema = {"type": "string"}
    game: dict[str, Schema] = {
        "name": forms.GAME,
        "seats": {"type": "integer", "minimum": 1},
        "defaults": {"type": "object", "description": "the options if you choose none"},
        "bots": {"type": "array", "items": text, "description": "the best first"},
        "port": {"type": ["integer", "null"], "description": "where its published protocol is served here"},
        "belief": {"type": "boolean", "description": "whether bots say what they believe, after the end"},
    }
    schemas = _object({"options": {"type": "object"}, "action": {"type": "object"}, "view": {"type": "object"}})
    return {
        "Problem": _object(
            {
                "type": text,
                "title": text,
                "status": {"type": "integer"},
                "detail": {"type": "string", "description": "a sentence for people"},
                "refusals": {"type": "array", "items": _ref("Refusal")},
            },
            optional=("refusals",),
            about="What went wrong (RFC 9457).",
        ),
        "Refusal": _object(
            {"code": {**text, "description": "for programs"}, "text": {**text, "description": "for people"}}
        ),
        "Status": _object({"status": text}),
        "Bot": _object({"game": forms.GAME, "name": text}),
        "Game": _object(game),
        "GameInFull": _object({**game, "schemas": schemas}),
        "Seat": _object(
            {
                "kind": {**text, "description": "how it is played: `web`, `bot`, or the name of a protocol"},
                "name": text,
                "present": {"type": "boolean", "description": "whether somebody is there"},
                "away_s": {
                    "type": ["number", "null"],
                    "description": "how long somebody who is not heard of may be away before he has left",
                },
                "again": {"type": "boolean", "description": "whether another match is wished for"},
            }
        ),
        "Matches": _object(
            {
                "matches": {"type": "array", "items": _object(facts, optional=("options",))},
                "more": {"type": ["string", "null"], "description": "for `before` of the next request"},
            }
        ),
        "Match": _object(shown),
        "View": {
            "oneOf": [{"type": "null"}, *[_ref(f"{name}View") for name in games.names()]],
            "description": "null before it begins",
        },
        "Seated": _object(
            {
                "match": _ID,
                "game": forms.GAME,
                "seat": {"type": "integer", "minimum": 0},
                "token": {
                    "type": "string",
                    "description": "the secret of this seat: keep it; our own page gets it as a cookie instead",
                },
                "code": {"type": "string", "description": "what a friend needs to sit down"},
            },
            optional=("code", "token"),
        ),
        "Rematch": _object({"match": _ID, "next": _NEXT}),
        "Terminal": _object(
            {
                "said": {
                    "type": "array",
                    "items": _object({"stream": {"enum": ["input", "output", "error"]}, "text": text}),
                },
                "exit": {"type": ["integer", "null"], "description": "the exit status; null while it goes on"},
            }
        ),
        "Frames": _object(
            {
                "from": {"type": "integer", "minimum": 0},
                "last": {"type": "integer", "minimum": 0, "description": "how many moves it has"},
                "view": _ref("View"),
                "patches": {"type": "array", "items": _ref("Patch")},
            }
        ),
        "Patch": {
            "type": "array",
            "items": _object({"op": {"enum": ["add", "replace", "remove"]}, "path": text, "value": {}}, ("value",)),
            "description": "what changed (RFC 6902)",
        },
        **beliefs.SCHEMAS,
        "Board": _object(
            {
                "board": {**text, "description": "its name, with which a match can be begun"},
                "game": forms.GAME,
                "status": {"enum": ["making", "ready", "failed"]},
                "tries": {"type": "integer", "minimum": 0, "description": "how many boards were tried"},
                "text": {**text, "description": "why it failed"},
            },
            about="A board that takes a search. What is on it is not told.",
        ),
        "Hint": _any_of(one.schema for one in map(games.advice, games.names()) if one),
        "Proof": _any_of(one.schema for one in map(games.making, games.names()) if one),
        "NewBoard": {"oneOf": [_with_options(forms.NEW_BOARD, name) for name in forms.MADE]},
        "NewRematch": _rematch(),
        "NewMatch": {"oneOf": [_with_options(forms.NEW_MATCH, name) for name in games.names()]},
        "Move": _object({"do": {"anyOf": [_ref(f"{name}Action") for name in games.names()]}}),
        **{f"{name}Action": games.game(name).notation.action_schema for name in games.names()},
        **{f"{name}View": games.game(name).notation.view_schema for name in games.names()},
    }


_STAND_IN: Schema = {
    "oneOf": [
        {"type": "null"},
        _object(
            {
                "name": {"type": "string"},
                "plan": {
                    "type": "array",
                    "items": {"type": "array", "items": {"type": "integer"}},
                    "description": "the cells that it means to visit, the next one first, if it tells that",
                },
            }
        ),
    ],
    "description": "the bot that plays your seat for you",
}
_NEXT: Schema = {"type": ["string", "null"], "description": "the match that was begun after this one"}


def _with_options(form: dict[str, Any], name: str) -> Schema:
    options = games.game(name).notation.asked_schema
    return {**form, "properties": {**form["properties"], "game": {"const": name}, "options": options}}


def _rematch() -> Schema:
    form: dict[str, Any] = forms.REMATCH
    alone = [game.notation.asked_schema for game in map(games.game, games.names()) if game.seats == 1]
    options = {"anyOf": alone, "description": "another board, in a game for one; else the same is asked for again"}
    return {**form, "properties": {**form["properties"], "options": options}}


def _any_of(schemas: Iterable[Schema]) -> Schema:
    """Give the form of what has one of several forms, each told once."""
    found: list[Schema] = []
    for one in schemas:
        if one not in found:
            found.append(one)
    return found[0] if len(found) == 1 else {"anyOf": found}
