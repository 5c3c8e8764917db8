"""The controller: asks the server, lets the bot choose, and says how it ended."""

import time
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple, Protocol, TypeVar
from urllib.parse import quote

from fogfield.core.errors import FogfieldError, WireError
from fogfield.games.treasurehunt import codec
from fogfield.games.treasurehunt.client import Client
from fogfield.games.treasurehunt.messages import (
    Error,
    GameState,
    Okay,
    PlayerHalfMap,
    PlayerMove,
    PlayerRegistration,
    PlayerState,
    UniquePlayerIdentifier,
)
from fogfield.games.treasurehunt.rules import Action, Move, SendHalf
from fogfield.games.treasurehunt.state import COMMANDS, nodes
from fogfield.games.treasurehunt.view import View
from fogfield.play.web import NoAnswer

Read = TypeVar("Read")

#: The least time between two questions for the state, as the published protocol asks its clients.
BETWEEN_S = 0.4
#: So long we ask again for a state that we did not get: a server may be starting again.
TROUBLE_S = 10.0
#: So often an action is chosen again because nobody knows whether the one before arrived.
SENT_AGAIN = 3
#: The error of a server of ours that could not store an action: as if it had not arrived.
NOT_STORED = "StorageException"
#: So often we ask what follows from an action that was refused, before we give up: longer than an action may take.
PATIENCE = 25


class Asks(Protocol):
    """Whoever asks a server, as `Web` does."""

    def ask(self, method: str, path: str, body: bytes | None = None) -> bytes:
        """Give the answer."""


class CannotHunt(FogfieldError):
    """The game cannot go on; the text says why."""


class Result(NamedTuple):
    """How a game ended."""

    won: bool
    why: str


class Controller:
    """Plays one game."""

    def __init__(
        self,
        web: Asks,
        client: Client,
        bot: Any,
        half: SendHalf,
        rng: Random,
        *,
        between_s: float = BETWEEN_S,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._web = web
        self._client = client
        self._bot = bot
        self._half = half
        self._rng = rng
        self._between_s = between_s
        self._sleep = sleep
        self._clock = clock
        self._told = float("-inf")
        self._refused = ""
        self._asked_since = 0
        #: What was sent and may not have arrived, and how often that happened without a pause.
        self._unsure: Action | None = None
        self._failed = 0

    def new_game(self, *, debug: bool, dummy: bool) -> str:
        """Ask the server for a new game; gives its id."""
        flags = [name for name, on in (("enableDebugMode", debug), ("enableDummyCompetition", dummy)) if on]
        query = "&".join(f"{name}=true" for name in flags)
        data = self._web.ask("GET", f"/games?{query}" if query else "/games")
        game_id = self._understood(lambda: codec.read_game_id(data)).game_id.strip()
        if not game_id or not game_id.isprintable():
            raise CannotHunt("the server did not tell the id of the new game")
        return game_id

    def play(self, game_id: str, who: PlayerRegistration) -> Result:
        """Play a game to its end."""
        player_id = self._register(game_id, who)
        while True:
            state = self._state(game_id, player_id)
            if self._unsure and self._client.goes_on(state, player_id):
                self._client.acted(self._unsure)  # it did arrive
                self._failed = 0
            self._unsure = None
            self._client.on_state(state, player_id)
            if self._client.over:
                return self._result()
            if self._refused:
                self._wait_for_the_end()
            elif self._client.to_act:
                self._act(game_id, player_id)

    def _register(self, game_id: str, who: PlayerRegistration) -> str:
        answer = self._post(_path(game_id, "players"), codec.write_request(who))
        if isinstance(answer, Error):
            raise CannotHunt(f"the server does not let us play in the game {_plain(game_id)}: {_words(answer)}")
        if not isinstance(answer.data, UniquePlayerIdentifier) or not answer.data.player_id:
            raise CannotHunt("the server did not tell our id")
        return answer.data.player_id

    def _state(self, game_id: str, player_id: str) -> GameState:
        """Ask for the state, not oftener than is polite."""
        wait_s = self._told + self._between_s - self._clock()
        if wait_s > 0:
            self._sleep(wait_s)
        data = self._ask_again(_path(game_id, "states", player_id))
        self._told = self._clock()
        answer = self._understood(lambda: codec.read_answer(data))
        if isinstance(answer, Error):
            before = f"; before that it refused our action: {self._refused}" if self._refused else ""
            raise CannotHunt(f"the server does not tell the state of the game: {_words(answer)}{before}")
        if not isinstance(answer.data, GameState):
            raise CannotHunt("the server answered without a state of the game")
        return answer.data

    def _ask_again(self, path: str) -> bytes:
        """Ask for what changes nothing, again and again if there is trouble on the way."""
        until = self._clock() + TROUBLE_S
        while True:
            try:
                data = self._web.ask("GET", path)
            except NoAnswer as fault:
                if self._clock() >= until:
                    raise
                self._client.wait_for_server(str(fault))
            else:
                self._client.wait_for_server("")
                return data
            self._sleep(self._between_s)

    def _act(self, game_id: str, player_id: str) -> None:
        action = self._client.choose(self._bot, self._rng, self._half)
        path, body = _request(game_id, player_id, action)
        try:
            answer = self._post(path, body)
        except NoAnswer:
            self._may_be_lost(action)
            if self._failed > SENT_AGAIN:
                raise
            return
        if isinstance(answer, Error) and answer.name == NOT_STORED and self._failed < SENT_AGAIN:
            self._may_be_lost(action)
        elif isinstance(answer, Error):
            self._refused = _words(answer)  # the next state says what follows from it
        else:
            self._failed = 0
            self._client.acted(action)

    def _may_be_lost(self, action: Action) -> None:
        """Remember an action that may not have arrived: the next state says whether anything has happened."""
        self._unsure = action
        self._failed += 1

    def _wait_for_the_end(self) -> None:
        """Whoever is refused has lost, and the state will say so; but not every server may know that."""
        self._asked_since += 1
        if self._asked_since > PATIENCE:
            raise CannotHunt(f"the server refused our action, and the game does not end: {self._refused}")

    def _post(self, path: str, body: bytes) -> Okay | Error:
        data = self._web.ask("POST", path, body)
        return self._understood(lambda: codec.read_answer(data))

    @staticmethod
    def _understood(read: Callable[[], Read]) -> Read:
        try:
            return read()
        except WireError as error:
            raise CannotHunt(f"the server cannot be understood: {error}") from None

    def _result(self) -> Result:
        """Say how it ended. A server tells only who won; the rest follows from what was known."""
        view = self._client.view
        self._bot.over(view, self._rng)
        if self._client.state is PlayerState.WON:
            return Result(True, _why_won(view))
        if self._refused:
            return Result(False, f"the server refused our last action: {self._refused}")
        return Result(False, _why_lost(view))


def _why_won(view: View) -> str:
    if view.own.collected and view.own.figure is not None and view.own.figure == view.other.fort:
        return "we took the enemy's castle"
    if view.actions >= view.options.most_actions:
        return f"the game has had its {view.options.most_actions} actions, and it was the enemy's turn"
    return "the enemy broke a rule or took too long"


def _why_lost(view: View) -> str:
    if view.other.collected and view.own.fort is not None and view.other.figure == view.own.fort and view.real:
        return "the enemy took our castle"
    if view.actions >= view.options.most_actions:
        return f"the game has had its {view.options.most_actions} actions, and it was our turn"
    if view.other.collected and not view.real:
        return "the enemy took our castle, or our time was over"
    return "our time was over"


def _path(*parts: str) -> str:
    """Give an address below `/games`: the id of a game, then what is asked for."""
    return "/games/" + "/".join(quote(part, safe="") for part in parts)


def _request(game_id: str, player_id: str, action: Action) -> tuple[str, bytes]:
    if isinstance(action, Move):
        return _path(game_id, "moves"), codec.write_request(PlayerMove(player_id, COMMANDS[action.direction]))
    assert isinstance(action, SendHalf), "a bot never forfeits"
    return _path(game_id, "halfmaps"), codec.write_request(PlayerHalfMap(player_id, nodes(action.fields)))


def _words(error: Error) -> str:
    text = f"{error.message or error.name} ({error.name})" if error.name else error.message
    return _plain(text)[:300] or "no reason was given"


def _plain(text: str) -> str:
    return "".join(char if char.isprintable() else " " for char in text)
