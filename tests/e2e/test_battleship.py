"""Whole games: two real clients in terminals against the real server, and a thousand games at once."""

import asyncio
import resource
from collections.abc import Callable
from random import Random

import pytest
from support.live import FOGFIELD, served
from support.missing import missing
from support.terminal import Program

GAMES = 1_000


def asked_after(shots: int, sign: str) -> Callable[[list[str]], bool]:
    """The player is asked for an attack, and so many shots with this result are on his own board."""
    return lambda lines: (
        sum(line[:20].count(sign) for line in lines[3:11]) == shots
        and any("Which cell do you attack?" in line for line in lines)
    )


def test_two_real_clients_play_a_game_and_a_rematch() -> None:
    with served("--set", "battleship.opponent=pair", name="battleship") as server:
        play = (FOGFIELD, "play", "battleship", "--port", str(server.port))
        with Program(*play, rows=30) as first:
            first.shows("Waiting for an opponent...")
            first.until(lambda lines: first.raw())
            with Program(*play, rows=30) as second:
                for answer in ("rematch\r", "Exit\r"):
                    for program in (first, second):
                        program.shows("Where are your 3 boats?")
                        program.type("1 2 5\r")
                    for turn, (cell, other) in enumerate((("1", "16"), ("2", "15"), ("5", ""))):
                        first.until(asked_after(turn, "*"))
                        first.type(f"{cell}\r")
                        if other:
                            second.until(asked_after(turn + 1, "X"))
                            second.type(f"{other}\r")
                    assert first.shows("YOU WIN!")
                    assert second.shows("YOU LOST!")
                    assert "| X | X | ~ | ~ |" in second.lines()[3]
                    for program in (first, second):
                        program.shows("Rematch or Exit?")
                        program.type(answer)
                for program, won in ((first, 2), (second, 0)):
                    assert program.ended() == 0
                    program.shows("Rematch denied!")
                    program.shows(f"Played 2, won {won}.")
                    assert program.restored()


def test_a_client_and_a_bot_in_another_process() -> None:
    with served("--set", "battleship.opponent=pair", name="battleship") as server:
        play = (FOGFIELD, "play", "battleship", "--port", str(server.port))
        with Program(*play, "--bot", "hunter", "--games", "5") as first:
            first.shows("Waiting for an opponent...")
            with Program(*play, "--bot", "random", "--games", "5") as second:
                assert first.ended() == 0
                assert second.ended() == 0
                assert _won(first) + _won(second) == 5


def _won(program: Program) -> int:
    line = next(line for line in program.lines() if line.startswith("Played 5, won "))
    return int(line.removeprefix("Played 5, won ").rstrip("."))


class Player:
    """One side of one of many games; it checks that all it is told belongs to its own."""

    def __init__(self, seed: int) -> None:
        rng = Random(seed)
        self.boats = rng.sample(range(1, 17), 3)
        self.targets = rng.sample(range(1, 17), 16)
        self.own = ["O" if cell in self.boats else "~" for cell in range(1, 17)]
        self.other = ["~"] * 16
        self.log: list[tuple[bool, int, bool]] = []
        self.result = ""

    async def play(self, port: int, all_here: asyncio.Barrier) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        assert await reader.readline() == b"GAMEREADY\n"
        assert await reader.readline() == b"INIT_GRID\n"
        await all_here.wait()  # from here on all games are open at once
        writer.write(f"INIT_GRID={' '.join(map(str, self.boats))}\r\n".encode())
        assert await reader.readline() == f"URBOARD={''.join(self.own)}\n".encode()
        while not self.result:
            word = (await reader.readline()).decode().strip()
            if word == "ATTACK":
                cell = self.targets.pop()
                writer.write(f"ATTACK={cell}\r\n".encode())
                await self._result(reader, cell)
            elif word == "WAIT":
                await self._result(reader, None)
            else:
                assert word in ("UWON", "ULOST"), word
                self.result = word
        writer.write(b"QUIT\r\n")
        assert await reader.read() == b"REMATCH_DENY\nEND\n"
        writer.close()

    async def _result(self, reader: asyncio.StreamReader, attacked: int | None) -> None:
        hit = {b"HIT\n": True, b"MISS\n": False}[await reader.readline()]
        word, _, board = (await reader.readline()).decode().strip().partition("=")
        assert word == ("URBOARD" if attacked is None else "OPPONENTBOARD")
        cells = self.own if attacked is None else self.other
        (place,) = [place for place in range(16) if board[place] != cells[place]]
        assert attacked in (None, place + 1)
        assert attacked is not None or hit == (place + 1 in self.boats)
        cells[place] = "X" if hit else "*"
        assert board == "".join(cells)
        self.log.append((attacked is not None, place + 1, hit))


@pytest.mark.timeout(120)
@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_a_thousand_games_at_once_with_nothing_lost_and_nothing_crossed(loop: str) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 5_000:
        missing(f"needs 5000 open files, {hard} are allowed here; raise it with: ulimit -Hn 5000")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 5_000), hard))
    players = [Player(seed) for seed in range(2 * GAMES)]

    async def everybody(port: int) -> None:
        all_here = asyncio.Barrier(len(players))
        await asyncio.gather(*(player.play(port, all_here) for player in players))

    try:
        with served(
            "--set",
            "battleship.opponent=pair",
            "--set",
            "log.level=warning",
            "--set",
            f"loop={loop}",
            name="battleship",
        ) as server:
            asyncio.run(everybody(server.port))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    seen = [tuple(player.log) for player in players]
    turned = [tuple((not mine, cell, hit) for mine, cell, hit in log) for log in seen]
    partners = {log: number for number, log in enumerate(seen)}
    assert len(partners) == len(players)
    for number, log in enumerate(turned):
        partner = partners[log]
        assert {players[number].result, players[partner].result} == {"UWON", "ULOST"}
