"""The server's side: five endpoints, answered one after the other, without a socket and without a clock of their own.

What breaks a rule is answered with an error in the words of the rule, and the player has lost. What is no request at
all (another path, no XML) is answered with a status of HTTP.
"""

import math
import re
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from fogfield.core.errors import OptionsError, WireError
from fogfield.core.match import NOT_KEPT
from fogfield.core.proof import prove
from fogfield.core.table import Table
from fogfield.games.treasurehunt import codec
from fogfield.games.treasurehunt.hunt import REMOVED, Hunt, Hunter
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
    NOT_KEPT.code: "StorageException",
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
            answered, written = self._route(request, now)
        except Fault as fault:
            return fault.response
        except WireError as error:
            return Response(400, f"{error}\n".encode())
        body = answered if isinstance(answered, bytes) else codec.write_answer(answered)
        return Response(200, body, XML, written=written)

    def unkept(self, request: Request) -> Response:
        """Say that what was asked for cannot be stored, in the words of the protocol."""
        why = "the server could not store this; ask for the state, which says whether it was done, and try again"
        return Response(200, codec.write_answer(Error(NAMES[NOT_KEPT.code], why)), XML)

    def _route(self, request: Request, now: float) -> tuple[ServerMessage | bytes, int]:
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
        answered = answer(request, now, *path.groups())
        hunt = self._hunts.get(path.group(1)) if path.groups() else None
        return answered, hunt.written if hunt and hunt.full else self._host.written

    # --- the five endpoints

    def _create(self, request: Request, now: float) -> ServerMessage:
        """Make a game. If there are too many, the oldest one makes room."""
        query = _query(request.query)
        debug, dummy = (_flag(query, name) for name in ("enableDebugMode", "enableDummyCompetition"))
        while (game_id := self._host.draw_word(_LETTERS, _ID_LENGTH)) in self._hunts:
            pass
        settings = self._host.settings
        think_s = math.inf if debug else settings["think_s"] + settings["slack_s"]
        try:
            table = self._host.table(options_of(settings), think_s=think_s, about={"code": game_id, "dummy": dummy})
        except OptionsError as error:
            return Error(NAMES[NOT_KEPT.code], str(error))
        while len(self._hunts) >= settings["games"]:
            _, oldest = self._hunts.popitem(last=False)
            self._host.take_down(oldest.table, REMOVED, now)
        self._keep(game_id, table, now)
        return UniqueGameIdentifier(game_id)

    def _keep(self, game_id: str, table: Table, now: float) -> Hunt:
        hunt = self._hunts[game_id] = Hunt(table, now=now, draw_id=self._host.draw_id, told=self._be_woken)
        self._be_woken(hunt)
        return hunt

    def go_on(self, table: Table, at_s: float, now: float) -> None:
        """Go on with a game of a server that is gone. Its clock stood still meanwhile."""
        self._keep(table.about["code"], table, now - at_s)

    def _register(self, request: Request, now: float, game_id: str) -> ServerMessage:
        who = codec.read_registration(request.body)
        if game_id not in self._hunts and (table := self._host.find(game_id)):  # somebody else's invitation
            self._keep(game_id, table, now)
        hunt = self._find(game_id)
        if isinstance(hunt, Error):
            return hunt
        if hunt.full:
            return Error("PlayerRegisterRuleException", f"two players are registered for the game {game_id} already")
        host, player_id = self._host, self._host.draw_id()
        player = host.player(who.account, proof=prove(player_id), about=_about(who, host.draw_id()))
        player.call(f"{who.first_name} {who.last_name}")
        player.told = hunt.changed
        hunt.table.sit(player, now)
        if hunt.dummy and hunt.table.free:
            bot = host.bot(host.settings["bot"], player.name)
            bot.about = {**bot.about, **_about(_DUMMY, host.draw_id())}
            hunt.table.sit(bot, now)
        hunt.changed()
        return Okay(UniquePlayerIdentifier(player_id))

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
        return found if isinstance(found, Error) else found[0].state(found[1], player_id)

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

    def forget(self, table: str) -> None:
        """Know nothing more of a game that does not go on here."""
        for game_id in [game_id for game_id, hunt in self._hunts.items() if hunt.table.name == table]:
            del self._hunts[game_id]

    # --- time

    def pause(self, seconds: float) -> None:
        """Let so many seconds not have passed."""
        for hunt in self._hunts.values():
            hunt.began += seconds

    def tick(self, now: float) -> None:
        """Let those lose who took too long, and forget games that are over for a while."""
        self._alarm = math.inf
        settings = self._host.settings
        for game_id, hunt in tuple(self._hunts.items()):
            hunt.due(now, settings["lasts_s"])
            if now >= hunt.began + settings["lasts_s"] + (settings["kept_s"] if hunt.full else 0.0):
                del self._hunts[game_id]
                self._host.take_down(hunt.table, REMOVED, now)
        self._be_woken(*self._hunts.values())

    def _be_woken(self, *changed: Hunt) -> None:
        """Set the alarm earlier if something is due earlier in games that have changed."""
        settings = self._host.settings
        lasts_s, kept_s = settings["lasts_s"], settings["kept_s"]
        when = min((min(hunt.deadline(lasts_s), hunt.began + lasts_s + kept_s) for hunt in changed), default=math.inf)
        if when < self._alarm:
            self._alarm = when
            self._host.wake_at(when)


def _about(who: PlayerRegistration, alias: str) -> dict[str, str]:
    """Give what is to be remembered of somebody."""
    return {"alias": alias, "first": who.first_name, "last": who.last_name, "account": who.account}


def _kind(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def _query(text: str) -> dict[str, str]:
    pairs = (part.partition("=") for part in text.split("&") if part)
    return {key: value for key, _, value in pairs}


def _flag(query: Mapping[str, Any], name: str) -> bool:
    value = query.get(name, "").lower() or "false"
    if value not in _TRUTH:
        raise Fault(400, f"{name} must be true or false")
    return _TRUTH[value]


def _lost(request: Request) -> Response:
    """Explain to somebody with a browser what this is."""
    if request.method not in ("GET", "HEAD"):
        raise Fault(405, "there is only a page here", ("allow", "GET"))
    return Response(200, PAGE, "text/html; charset=utf-8")
