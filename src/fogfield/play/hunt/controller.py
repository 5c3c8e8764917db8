"""The controller: asks the server, lets the bot choose, and says how it ended."""

import time
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple, TypeVar

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
from fogfield.play.web import Web

Read = TypeVar("Read")

#: The least time between two questions for the state, as the published protocol asks its clients.
BETWEEN_S = 0.4


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
        web: Web,
        client: Client,
        bot: Any,
        half: SendHalf,
        rng: Random,
        *,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._web = web
        self._client = client
        self._bot = bot
        self._half = half
        self._rng = rng
        self._sleep = sleep
        self._clock = clock
        self._asked = float("-inf")
        self._refused = ""

    def new_game(self, *, debug: bool, dummy: bool) -> str:
        """Ask the server for a new game; gives its id."""
        flags = [name for name, on in (("enableDebugMode", debug), ("enableDummyCompetition", dummy)) if on]
        query = "&".join(f"{name}=true" for name in flags)
        data = self._web.ask("GET", f"/games?{query}" if query else "/games")
        return self._understood(lambda: codec.read_game_id(data)).game_id

    def play(self, game_id: str, who: PlayerRegistration) -> Result:
        """Play a game to its end."""
        player_id = self._register(game_id, who)
        while True:
            self._client.on_state(self._state(game_id, player_id), player_id)
            if self._client.over:
                return self._result()
            if self._client.state is PlayerState.MUST_ACT and not self._refused:
                self._act(game_id, player_id)

    def _register(self, game_id: str, who: PlayerRegistration) -> str:
        answer = self._post(f"/games/{game_id}/players", codec.write_request(who))
        if isinstance(answer, Error):
            raise CannotHunt(f"the server does not let us play in the game {game_id}: {_words(answer)}")
        if not isinstance(answer.data, UniquePlayerIdentifier):
            raise CannotHunt("the server did not tell our id")
        return answer.data.player_id

    def _state(self, game_id: str, player_id: str) -> GameState:
        """Ask for the state, not oftener than is polite."""
        wait_s = self._asked + BETWEEN_S - self._clock()
        if wait_s > 0:
            self._sleep(wait_s)
        self._asked = self._clock()
        data = self._web.ask("GET", f"/games/{game_id}/states/{player_id}")
        answer = self._understood(lambda: codec.read_answer(data))
        if isinstance(answer, Error):
            why = self._refused or _words(answer)
            raise CannotHunt(f"the server does not tell the state of the game: {why}")
        if not isinstance(answer.data, GameState):
            raise CannotHunt("the server answered without a state of the game")
        return answer.data

    def _act(self, game_id: str, player_id: str) -> None:
        action = self._client.choose(self._bot, self._rng, self._half)
        path, body = _request(game_id, player_id, action)
        answer = self._post(path, body)
        if isinstance(answer, Error):
            self._refused = _words(answer)  # the next state says what follows from it
        else:
            self._client.acted(action)

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
        client, view = self._client, self._client.view
        self._bot.over(view, self._rng)
        if client.state is PlayerState.WON:
            taken = view.own.collected and view.other.fort is not None and view.own.figure == view.other.fort
            return Result(True, "we took the enemy's castle" if taken else "the enemy broke a rule or took too long")
        if self._refused:
            return Result(False, f"the server refused our last action: {self._refused}")
        if view.other.collected and view.real and view.other.figure == view.own.fort:
            return Result(False, "the enemy took our castle")
        return Result(False, "the enemy took our castle, or our time was over")


def _request(game_id: str, player_id: str, action: Action) -> tuple[str, bytes]:
    if isinstance(action, Move):
        message: PlayerMove | PlayerHalfMap = PlayerMove(player_id, COMMANDS[action.direction])
        return f"/games/{game_id}/moves", codec.write_request(message)
    assert isinstance(action, SendHalf), "a bot never forfeits"
    message = PlayerHalfMap(player_id, nodes(action.fields))
    return f"/games/{game_id}/halfmaps", codec.write_request(message)


def _words(error: Error) -> str:
    text = f"{error.message or error.name} ({error.name})" if error.name else error.message
    return "".join(char if char.isprintable() else " " for char in text)[:300] or "no reason was given"
