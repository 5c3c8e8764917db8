"""The lobby, with a clock and bots of our own; and what the system knows of a peer before we are told."""

import asyncio
import gc
import math
import socket
from collections.abc import Callable
from random import Random
from typing import Any, cast

import pytest
from support.toy import TOY

from fogfield import games
from fogfield.core.match import Match
from fogfield.core.outcome import won
from fogfield.core.table import Player, Room, Table
from fogfield.serve.gate import Gate
from fogfield.serve.house import House
from fogfield.serve.lobby import Lobby, _BotSeat
from fogfield.serve.settings import Limits
from fogfield.serve.tcp import Listener
from fogfield.wire.published import Published


class Timer:
    def __init__(self) -> None:
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class Loop:
    """A loop that does what it is told when it is told so."""

    def __init__(self) -> None:
        self.soon: list[Callable[[], None]] = []
        self.later: list[tuple[float, Callable[..., None], tuple[Any, ...], Timer]] = []

    def time(self) -> float:
        return 5.0

    def call_soon(self, call: Callable[[], None]) -> None:
        self.soon.append(call)

    def call_later(self, after_s: float, call: Callable[..., None], *arguments: Any) -> Timer:
        self.later.append((after_s, call, arguments, Timer()))
        return self.later[-1][3]

    def run(self) -> None:
        while self.soon:
            self.soon.pop(0)()

    def ring(self) -> None:
        for _, call, arguments, timer in self.later:
            if not timer.cancelled:
                call(*arguments)
        self.later.clear()


class Bot:
    """Plays the toy game, and counts what it learned."""

    def __init__(self) -> None:
        self.learned = 0
        self.broken = False

    def choose(self, view: Any, rng: Random) -> Any:
        if self.broken:
            raise ValueError("a fault of the bot's")
        return TOY.choose(view, rng)

    def over(self, view: Any, rng: Random) -> None:
        self.learned += 1


class School:
    slow = False

    def __init__(self) -> None:
        self.sent: dict[str, Bot] = {}

    def against(self, opponent: str) -> Bot:
        return self.sent.setdefault(opponent, Bot())


class Scene:
    def __init__(self, opponent: str = "pair-then-bot", **settings: Any) -> None:
        self.loop, self.school = Loop(), School()
        self.think_s = math.inf
        self.matches: list[Match[Any, Any, Any, Any]] = []
        asyncio.run(self._open({"opponent": opponent, "opponent_after_s": 10.0, **settings}))
        self.lobby._loop = cast("asyncio.AbstractEventLoop", self.loop)

    async def _open(self, settings: dict[str, Any]) -> None:
        room = Room(2, self._begin, lambda table, player: self.lobby.look(table))
        self.lobby = Lobby(room, settings, {"pupil": lambda: self.school}, lambda: Random(1))

    def _begin(self, table: Table, now: float) -> Match[Any, Any, Any, Any]:
        self.matches.append(Match(TOY, table.options, str(len(self.matches)), now=now, think_s=self.think_s))
        return self.matches[-1]

    def comes(self, name: str, bot: str = "") -> Player:
        player = Player(lambda: None, name)
        self.lobby.seek(player, 9, 0.0, bot=bot)
        return player


def play_out(scene: Scene, player: Player) -> None:
    while player.chair and not player.chair.outcome:
        if player.chair.act(1, 0.0):
            scene.loop.run()
    scene.loop.run()


def test_a_bot_comes_when_nobody_else_did_and_learns_once_from_every_match() -> None:
    scene = Scene()
    lone = scene.comes("10.0.0.1")
    assert scene.loop.later[0][0] == 10.0
    scene.loop.ring()
    assert lone.chair
    for number in range(1, 4):
        play_out(scene, lone)
        assert scene.school.sent["10.0.0.1"].learned == number
        lone.again(0.0)
        scene.loop.run()
        assert len(scene.matches) == number + 1


def test_no_bot_comes_to_those_who_met_or_left_and_nothing_of_them_is_kept() -> None:
    scene = Scene()
    first, second = scene.comes("a"), scene.comes("b")
    gone = scene.comes("c")
    gone.leave(1.0)
    assert [timer.cancelled for *_, timer in scene.loop.later] == [True, True]
    assert scene.lobby._bots_on_their_way == {}
    scene.loop.ring()
    assert scene.school.sent == {}
    assert first.chair
    assert second.chair


def test_a_bot_is_not_sent_to_somebody_who_is_gone_and_does_not_wait_alone() -> None:
    scene = Scene()
    gone = scene.comes("a")
    gone.present = lambda: False
    scene.loop.ring()
    assert scene.matches == []
    later = scene.comes("b")
    assert later.chair is None
    scene.loop.ring()
    assert later.chair
    assert list(scene.school.sent) == ["b"]


def test_with_bots_only_everybody_gets_one_at_once() -> None:
    scene = Scene("bot")
    assert scene.comes("a").chair
    assert scene.comes("b").chair
    assert list(scene.school.sent) == ["a", "b"]


def test_with_pairs_only_nobody_gets_one() -> None:
    scene = Scene("pair")
    assert scene.comes("a").chair is None
    assert scene.loop.later == []


def test_whoever_asks_for_a_bot_gets_it_at_once_and_one_that_nobody_knows_is_not_waited_for() -> None:
    scene = Scene("pair")
    player = scene.comes("a", "pupil")
    assert player.chair
    assert player.others == ("pupil bot",)
    assert scene.comes("b", "master").chair is None


@pytest.mark.parametrize(("first", "seats"), [("first-come", {0}), ("last-come", {1}), ("random", {0, 1})])
def test_who_begins_is_a_setting_against_bots_too(first: str, seats: set[int]) -> None:
    scene = Scene("pair", first=first)
    numbers = iter(range(100))
    scene.lobby._draw_chance = lambda: Random(next(numbers))
    assert {scene.comes(str(number), "pupil").seat for number in range(20)} == seats
    lone = scene.comes("x")
    assert lone.seat in seats
    assert scene.comes("y").seat == 1 - lone.seat


def test_a_lobby_that_stops_sends_no_more_bots() -> None:
    scene = Scene()
    scene.comes("a")
    scene.lobby.stop()
    assert scene.loop.later[0][3].cancelled


def test_a_bot_that_breaks_leaves_and_the_player_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    scene = Scene("bot")
    player = scene.comes("a")
    scene.school.sent["a"].broken = True
    assert player.chair
    player.chair.act(1, 0.0)
    scene.loop.run()
    assert player.alone
    assert player.chair.outcome
    assert "a fault of the bot's" in "".join(capsys.readouterr())


def test_a_bot_that_takes_too_long_has_lost_and_that_is_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    scene = Scene("bot")
    scene.think_s = 1.0
    player = scene.comes("a")
    assert player.chair
    player.chair.act(1, 0.0)
    scene.loop.run()  # at 5.0
    assert player.chair.outcome == won(0, reason="the bot took too long")
    assert "fault" not in "".join(capsys.readouterr())


def test_a_bot_is_gone_when_its_opponent_is() -> None:
    scene = Scene("bot")
    for number in range(5):
        player = scene.comes(str(number))
        player.leave(0.0)
        scene.loop.run()
        del player
    scene.matches.clear()
    gc.collect()
    assert [one for one in gc.get_objects() if isinstance(one, _BotSeat)] == []


@pytest.mark.parametrize("how", ["close", "half"])
def test_the_system_is_asked_whether_a_peer_is_still_there(how: str) -> None:
    """The loop has not been told yet: nothing is awaited between the end and the question."""

    async def inside() -> None:
        published = games.published("battleship")
        assert isinstance(published, Published)
        settings = {key: one.default for key, one in published.settings.items()}
        house = House(games.game("battleship"), settings)
        listener = Listener("battleship", house, published, Limits(), Gate(Limits()))
        (address,) = await listener.listen("127.0.0.1", 0)
        peer = socket.create_connection(("127.0.0.1", int(address.rpartition(":")[2])))
        for _ in range(500):
            if listener.connections:
                break
            await asyncio.sleep(0.01)
        (connection,) = listener.connections
        assert connection._present()
        peer.send(b"early\n")
        assert connection._present()
        peer.shutdown(socket.SHUT_WR) if how == "half" else peer.close()
        assert not connection._present()
        peer.close()
        await listener.stop(1.0)
        assert not connection._present()

    asyncio.run(inside())
