"""The server's side: five endpoints, answered one after the other, without a socket and without a clock of their own.

What breaks a rule is answered with an error in the words of the rule, and the player has lost. What is no request at
all (another path, no XML) is answered with a status of HTTP.
"""

import math
import re
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from fogfield.core.errors import WireError
from fogfield.games.treasurehunt import codec
from fogfield.games.treasurehunt.hunt import Hunt, Hunter
from fogfield.games.treasurehunt.lost import PAGE
from fogfield.games.treasurehunt.messages import (
    Error,
    Okay,
    PlayerRegistration,
    ServerMessage,
    UniqueGameIdentifier,
    UniquePlayerIdentifier,
)
from fogfield.games.treasurehunt.options import options_of
from fogfield.games.treasurehunt.rules import Move, SendHalf
from fogfield.games.treasurehunt.state import DIRECTIONS, fields
from fogfield.wire.http import Request, Response, accepts
from fogfield.wire.web import WebHost

XML = "application/xml"
#: Characters of a game's id; five of them are 916 million ids.
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_ID_LENGTH = 5
#: The weak player that the server adds where a game was asked for with one.
_DUMMY = PlayerRegistration("Fogfield", "Bot", "fogfieldbot")
_PATHS = (
    (re.compile(r"/games/?"), "GET", "_create"),
    (re.compile(r"/games/([^/]+)/players/?"), "POST", "_register"),
    (re.compile(r"/games/([^/]+)/halfmaps/?"), "POST", "_send_half"),
    (re.compile(r"/games/([^/]+)/states/([^/]+)/?"), "GET", "_state"),
    (re.compile(r"/games/([^/]+)/moves/?"), "POST", "_move"),
)
_TRUTH = {"true": True, "on": True, "yes": True, "1": True, "false": False, "off": False, "no": False, "0": False}

#: The class-like names of errors, by the code of what was broken.
NAMES = {
    "not-your-turn": "PlayerTurnException",
    "half-twice": "DuplicateHalfMapSubmissionException",
    "no-map": "GameRoundException",
    "into-water": "WaterMovementException",
    "off-map": "OutOfBordersException",
    "late": "TooSlowActionException",
    "over": "GameOverException",
}


class Fault(Exception):
    """A request that is answered with a status of HTTP."""

    def __init__(self, status: int, why: str, *headers: tuple[str, str]) -> None:
        super().__init__(why)
        self.response = Response(status, f"{why}\n".encode(), headers=headers)


class Desk:
    """All games of one server."""

    def __init__(self, host: WebHost) -> None:
        self._host = host
        self._hunts: OrderedDict[str, Hunt] = OrderedDict()
        self._alarm = math.inf

    # --- HTTP

    def answer(self, request: Request, now: float) -> Response:
        """Answer a request."""
        try:
            if request.path in ("/", ""):
                return _lost(request)
            answered = self._route(request, now)
        except Fault as fault:
            return fault.response
        except WireError as error:
            return Response(400, f"{error}\n".encode())
        body = answered if isinstance(answered, bytes) else codec.write_answer(answered)
        return Response(200, body, XML)

    def _route(self, request: Request, now: float) -> ServerMessage | bytes:
        found = [(one.fullmatch(request.path), method, name) for one, method, name in _PATHS]
        match = next(((path, method, name) for path, method, name in found if path), None)
        if match is None:
            raise Fault(404, f"there is nothing at {request.path[:100]}; the games are at /games")
        path, method, name = match
        if request.method != method and not (method == "GET" and request.method == "HEAD"):
            raise Fault(405, f"{request.path[:100]} is asked with {method}", ("allow", method))
        if not accepts(request.headers.get("accept", ""), XML):
            raise Fault(406, f"the answer is {XML}, which the Accept header does not take")
        if method == "POST" and _kind(request) not in (XML, "text/xml"):
            raise Fault(415, f"the body must be {XML}")
        answer: Callable[..., ServerMessage | bytes] = getattr(self, name)
        return answer(request, now, *path.groups())

    # --- the five endpoints

    def _create(self, request: Request, now: float) -> ServerMessage:
        """Make a game. If there are too many, the oldest one makes room."""
        query = _query(request.query)
        debug, dummy = (_flag(query, name) for name in ("enableDebugMode", "enableDummyCompetition"))
        while len(self._hunts) >= self._host.settings["games"]:
            _, oldest = self._hunts.popitem(last=False)
            oldest.remove(now)
        while (game_id := self._host.draw_word(_LETTERS, _ID_LENGTH)) in self._hunts:
            pass
        hunt = Hunt(debug=debug, dummy=dummy, now=now, draw_id=self._host.draw_id, told=self._be_woken)
        self._hunts[game_id] = hunt
        self._be_woken(hunt)
        return UniqueGameIdentifier(game_id)

    def _register(self, request: Request, now: float, game_id: str) -> ServerMessage:
        who = codec.read_registration(request.body)
        hunt = self._find(game_id)
        if isinstance(hunt, Error):
            return hunt
        if hunt.full:
            return Error("PlayerRegisterRuleException", f"two players are registered for the game {game_id} already")
        host = self._host
        hunter = Hunter(host.draw_id(), host.draw_id(), who, host.player(f"{who.account}", hunt.changed))
        hunt.hunters.append(hunter)
        if hunt.dummy:
            bot = host.bot(host.settings["bot"], hunter.player.name)
            hunt.hunters.append(Hunter(host.draw_id(), host.draw_id(), _DUMMY, bot))
        if hunt.full:
            think_s = math.inf if hunt.debug else host.settings["think_s"] + host.settings["slack_s"]
            players = [one.player for one in hunt.hunters]
            host.seat(players, options_of(host.settings), now, think_s=think_s)
        hunt.changed()
        return Okay(UniquePlayerIdentifier(hunter.player_id))

    def _send_half(self, request: Request, now: float, game_id: str) -> ServerMessage:
        message = codec.read_half_map(request.body)  # a field that is there twice is one: the library keeps a set
        return self._act(game_id, message.player_id, SendHalf(fields(tuple(dict.fromkeys(message.nodes)))), now)

    def _move(self, request: Request, now: float, game_id: str) -> ServerMessage:
        message = codec.read_move(request.body)
        if message.move is None:
            raise WireError("move must be Up, Down, Left or Right")
        return self._act(game_id, message.player_id, Move(DIRECTIONS[message.move]), now)

    def _state(self, request: Request, now: float, game_id: str, player_id: str) -> ServerMessage | bytes:
        found = self._find_both(game_id, player_id)
        return found if isinstance(found, Error) else found[0].state(found[1])

    def _act(self, game_id: str, player_id: str, action: SendHalf | Move, now: float) -> ServerMessage:
        found = self._find_both(game_id, player_id)
        if isinstance(found, Error):
            return found
        hunt, hunter = found
        if not hunt.full:
            return Error("GameRoundException", "the game has not begun: the other player has not registered yet")
        refusals = hunt.act(hunter, action, now)
        if not refusals:
            return Okay()
        return Error(
            NAMES.get(refusals[0].code, "HalfMapRuleException"), "; ".join(refusal.text for refusal in refusals)
        )

    def _find(self, game_id: str) -> Hunt | Error:
        hunt = self._hunts.get(game_id)
        return hunt or Error("MatchNotFoundException", f"there is no game {game_id[:20]}")

    def _find_both(self, game_id: str, player_id: str) -> tuple[Hunt, Hunter] | Error:
        hunt = self._find(game_id)
        if isinstance(hunt, Error):
            return hunt
        hunter = hunt.find(player_id)
        if hunter is None:
            return Error("PlayerUnknownException", f"nobody with this id plays in the game {game_id}")
        return hunt, hunter

    # --- time

    def tick(self, now: float) -> None:
        """Let those lose who took too long, and forget games that are over for a while."""
        self._alarm = math.inf
        settings = self._host.settings
        for game_id, hunt in tuple(self._hunts.items()):
            hunt.due(now, settings["lasts_s"])
            if now >= hunt.began + settings["lasts_s"] + settings["kept_s"]:
                del self._hunts[game_id]
                hunt.remove(now)
        self._be_woken(*self._hunts.values())

    def stop(self, now: float) -> None:
        """Remove all games."""
        for hunt in self._hunts.values():
            hunt.remove(now)
        self._hunts.clear()

    def _be_woken(self, *changed: Hunt) -> None:
        """Set the alarm earlier if something is due earlier in games that have changed."""
        settings = self._host.settings
        lasts_s, kept_s = settings["lasts_s"], settings["kept_s"]
        when = min((min(hunt.deadline(lasts_s), hunt.began + lasts_s + kept_s) for hunt in changed), default=math.inf)
        if when < self._alarm:
            self._alarm = when
            self._host.wake_at(when)


def _kind(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def _query(text: str) -> dict[str, str]:
    pairs = (part.partition("=") for part in text.split("&") if part)
    return {key: value for key, _, value in pairs}


def _flag(query: Mapping[str, Any], name: str) -> bool:
    value = query.get(name, "false").lower()
    if value not in _TRUTH:
        raise Fault(400, f"{name} must be true or false")
    return _TRUTH[value]


def _lost(request: Request) -> Response:
    """Explain to somebody with a browser what this is."""
    if request.method not in ("GET", "HEAD"):
        raise Fault(405, "there is only a page here", ("allow", "GET"))
    return Response(200, PAGE, "text/html; charset=utf-8")
