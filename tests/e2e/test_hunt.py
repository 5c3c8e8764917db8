"""Whole Treasure Hunts over HTTP: two client processes on the real server, in both shapes, and one against its bot."""

import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from support.live import clean_environment, served
from support.terminal import Program

#: The client as `fogfield hunt` runs it, but asking oftener than is polite: a whole game else takes a minute.
DRIVER = """
import sys
from fogfield.games.treasurehunt.messages import PlayerRegistration
from fogfield.play.hunt.run import Wish, run

url, game_id, name, level, dummy = sys.argv[1:]
who = PlayerRegistration(name, "Feld", "feld")
sys.exit(run(Wish(url, game_id, who, level, dummy=dummy == "dummy"), between_s=0.01))
"""
HIGH, WIDE = " 9  ", "    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9"
MOST_GAMES = 40
#: What both say, whoever owned the castle or had the turn. Few games last long enough for the second.
WAYS_TO_END = (
    {"Won: we took a castle.", "Lost: the enemy took a castle."},
    {f"{how}: the game has had its 320 actions, and it was a turn." for how in ("Won", "Lost")},
)


def command(url: str, game_id: str, name: str, level: str, dummy: str = "") -> tuple[str, ...]:
    return (sys.executable, "-c", DRIVER, url, game_id, name, level, dummy)


class Partner:
    """A client whose output is a pipe."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=clean_environment()
        )
        assert self.process.stdout
        self._lines = self.process.stdout
        self.said: list[str] = []

    def until(self, pattern: str) -> str:
        """Read until a line is there."""
        for line in self._lines:
            self.said.append(line.rstrip("\n"))
            if found := re.search(pattern, line):
                return found[0]
        raise AssertionError(f"waited in vain for {pattern}:\n" + "\n".join(self.said))

    def ended(self) -> int:
        self.said += self._lines.read().splitlines()
        return self.process.wait()

    def stop(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with served(name="treasurehunt") as server:
        yield f"http://127.0.0.1:{server.port}"


def last(lines: list[str]) -> str:
    return [line for line in lines if line][-1]


def play(url: str, shapes: set[bool]) -> None:
    """Play a game to its end if its map has a shape that was not played yet; adds that."""
    mira = Partner(*command(url, "", "Mira", "nearest"))
    try:
        game_id = mira.until(r"(?<=The game is )\w{5}")
        with Program(*command(url, game_id, "Jon", "lookout")) as jon:
            mira.until("    0 1 2 3 4 5 6 7 8 9")
            wide = mira.said[-1] == WIDE
            if wide in shapes:
                return
            rows = 5 if wide else 10
            jon.until(lambda lines: sum(bool(re.match(r" \d  [.^~@E&CX$]", line)) for line in lines) == rows)
            assert (jon.ended(), mira.ended()) == (0, 0)  # in this order: a terminal holds little that is not read
            ends = (last(mira.said), last(jon.lines()))
            assert {re.sub(" our | the enemy's ", " a ", end) for end in ends} in WAYS_TO_END
            assert jon.restored()
            assert jon.lines()[0] == "Jon Feld against Mira Feld"
            assert ("WON" if ends[1].startswith("Won") else "LOST") in jon.lines()[1]
            shapes.add(wide)
    finally:
        mira.stop()


def test_two_clients_play_games_of_both_shapes_to_the_end(url: str) -> None:
    shapes: set[bool] = set()
    for _ in range(MOST_GAMES):
        play(url, shapes)
        if len(shapes) == 2:
            break
    assert shapes == {False, True}


def test_a_client_plays_against_the_servers_bot_to_the_end(url: str) -> None:
    with Program(*command(url, "", "Mira", "lookout", "dummy"), NO_COLOR="1") as mira:
        mira.shows("Mira Feld against Fogfield Bot")
        assert mira.ended() == 0
        assert any(re.sub(" our | the enemy's ", " a ", last(mira.lines())) in way for way in WAYS_TO_END)
