"""The AI client of the Treasure Hunt: what it says to a server, what it makes of every answer, and what is seen."""

import contextlib
import os
import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from random import Random
from typing import TypeAlias

import pyte
import pytest
from games.treasurehunt.scene import fields
from support.live import FOGFIELD, clean_environment, served
from support.terminal import Program

from fogfield.core.grid import Cell
from fogfield.games.treasurehunt import codec
from fogfield.games.treasurehunt.bots import BOTS
from fogfield.games.treasurehunt.client import Client, Impossible
from fogfield.games.treasurehunt.messages import (
    Error,
    FortState,
    GameState,
    MapNode,
    Okay,
    Participant,
    PlayerRegistration,
    PlayerState,
    PositionState,
    UniqueGameIdentifier,
    UniquePlayerIdentifier,
)
from fogfield.games.treasurehunt.presets import Options
from fogfield.games.treasurehunt.rules import Move, SendHalf
from fogfield.games.treasurehunt.state import TERRAINS
from fogfield.kits.explore.land import Direction
from fogfield.play.hunt import show as show_module
from fogfield.play.hunt.controller import BETWEEN_S, PATIENCE, SENT_AGAIN, TROUBLE_S, CannotHunt, Controller, Result
from fogfield.play.hunt.show import Show
from fogfield.play.web import NoAnswer, WebFault

MIRA, JON = PlayerRegistration("Mira", "Feld", "feldm06"), PlayerRegistration("Jon", "Berg", "bergj12")
ACT, WAIT, WON, LOST = PlayerState.MUST_ACT, PlayerState.MUST_WAIT, PlayerState.WON, PlayerState.LOST
HALF = SendHalf(fields())
CASTLE, OTHER = Cell(4, 4), Cell(9, 4)
HERE = Okay(UniquePlayerIdentifier("me"))
TAKEN = Okay()
Asked: TypeAlias = tuple[str, str, bytes | None]


def state(
    mine: PlayerState,
    number: int,
    *,
    halves: int = 2,
    me: Cell | None = CASTLE,
    fort: Cell | None = CASTLE,
    enemy: Cell = OTHER,
    enemy_fort: Cell | None = None,
    collected: tuple[bool, bool] = (False, False),
) -> Okay:
    """The server's answer to a question for the state; our half is on top."""
    found = []
    for shift in range(halves):
        for field in fields():
            cell = Cell(field.cell.row + 5 * shift, field.cell.col)
            position = {me: PositionState.ME, enemy: PositionState.ENEMY}.get(cell, PositionState.NOBODY)
            if cell == me == enemy:
                position = PositionState.BOTH
            castle = {fort: FortState.MINE, enemy_fort: FortState.ENEMY}.get(cell, FortState.UNKNOWN)
            found.append(MapNode(cell.col, cell.row, TERRAINS[field.terrain], position, fort=castle))
    players = (
        Participant("me", *MIRA, mine, collected[0]),
        Participant("fake", *JON, ACT if mine is WAIT else WAIT, collected[1]),
    )
    return Okay(GameState(players, tuple(found), f"state {number}"))


BEGINNING = (HERE, state(ACT, 1, halves=0), TAKEN, state(WAIT, 2, halves=1))


class Script:
    """A server that has its answers ready, and a clock that only sleeping and asking move."""

    def __init__(self, *answers: Okay | Error | UniqueGameIdentifier | WebFault | bytes, takes_s: float = 0.0) -> None:
        self.answers = list(answers)
        self.asked: list[Asked] = []
        self.now = 100.0
        self.times: list[float] = []
        self._takes_s = takes_s

    def ask(self, method: str, path: str, body: bytes | None = None) -> bytes:
        self.asked.append((method, path, body))
        if method == "GET":
            self.times.append(self.now)
        self.now += self._takes_s
        answer = self.answers.pop(0)
        if isinstance(answer, WebFault):
            raise answer
        return answer if isinstance(answer, bytes) else codec.write_answer(answer)

    def sleep(self, seconds: float) -> None:
        assert seconds > 0
        self.now += seconds

    def controller(self, client: Client | None = None) -> Controller:
        bot = BOTS["nearest"]().against("nobody")
        return Controller(
            self, client or Client(Options()), bot, HALF, Random(1), sleep=self.sleep, clock=lambda: self.now
        )

    def play(self) -> Result:
        result = self.controller().play("abcde", MIRA)
        assert self.answers == []
        return result

    def paths(self) -> list[str]:
        return [f"{method} {path}" for method, path, _ in self.asked]


def test_a_game_is_asked_for_with_what_it_shall_be() -> None:
    for debug, dummy, query in (
        (False, False, ""),
        (True, False, "?enableDebugMode=true"),
        (False, True, "?enableDummyCompetition=true"),
        (True, True, "?enableDebugMode=true&enableDummyCompetition=true"),
    ):
        script = Script(UniqueGameIdentifier("abcde"))
        assert script.controller().new_game(debug=debug, dummy=dummy) == "abcde"
        assert script.paths() == [f"GET /games{query}"]


def test_a_game_from_registration_to_victory() -> None:
    script = Script(
        *BEGINNING,
        state(ACT, 3), TAKEN, state(WAIT, 4),
        state(ACT, 5, me=OTHER, collected=(True, False)), TAKEN,
        state(WON, 6, me=OTHER, enemy_fort=OTHER, collected=(True, False)),
    )  # fmt: skip
    assert script.play() == Result(True, "we took the enemy's castle")
    state_path, move_path = "GET /games/abcde/states/me", "POST /games/abcde/moves"
    assert script.paths() == [
        "POST /games/abcde/players", state_path, "POST /games/abcde/halfmaps", state_path,
        state_path, move_path, state_path, state_path, move_path, state_path,
    ]  # fmt: skip
    assert script.asked[0][2] == codec.write_request(MIRA)
    assert codec.read_half_map(script.asked[2][2] or b"").player_id == "me"
    assert codec.read_move(script.asked[5][2] or b"").move is not None


@pytest.mark.parametrize("takes_s", [0.0, 0.1, 3.0])
def test_the_state_is_not_asked_for_oftener_than_is_polite(takes_s: float) -> None:
    script = Script(*BEGINNING, *(state(WAIT, number) for number in range(3, 9)), state(WON, 9), takes_s=takes_s)
    script.play()
    gaps = [later - earlier for earlier, later in zip(script.times, script.times[1:], strict=False)]
    assert len(gaps) == 8
    assert all(gap >= BETWEEN_S - 1e-9 for gap in gaps)
    assert all(gap <= takes_s * 2 + BETWEEN_S + 1e-9 for gap in gaps)
    assert BETWEEN_S >= 0.4


def test_ids_are_written_so_that_they_cannot_lead_elsewhere() -> None:
    script = Script(Okay(UniquePlayerIdentifier("a/../b?c")), Error("X", "no"))
    with pytest.raises(CannotHunt):
        script.controller().play("ö d/e", MIRA)
    assert script.paths() == ["POST /games/%C3%B6%20d%2Fe/players", "GET /games/%C3%B6%20d%2Fe/states/a%2F..%2Fb%3Fc"]


NOT_FOUND = Error("MatchNotFoundException", "there is no game abcde")
FULL = Error("PlayerRegisterRuleException", "two players are registered")


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ((NOT_FOUND,), r"does not let us play in the game abcde: there is no game abcde \(MatchNotFoundException\)"),
        ((FULL,), "does not let us play in the game abcde: two players are registered"),
        ((Error("", ""),), "does not let us play in the game abcde: no reason was given"),
        ((Error("Oops", ""),), r"does not let us play in the game abcde: Oops \(Oops\)"),
        ((Error("", "x" * 1000),), "abcde: x{300}$"),
        ((TAKEN,), "the server did not tell our id"),
        ((Okay(UniquePlayerIdentifier("")),), "the server did not tell our id"),
        ((state(ACT, 1),), "the server did not tell our id"),
        ((b"<html>hello</html>",), "the server cannot be understood: a message 'html' instead of responseEnvelope"),
        ((b"",), "the server cannot be understood"),
        ((b"\xff\x00",), "the server cannot be understood"),
        ((HERE, b"oops"), "the server cannot be understood"),
        ((HERE, NOT_FOUND), "the server does not tell the state of the game: there is no game abcde"),
        ((HERE, TAKEN), "the server answered without a state of the game"),
        ((HERE, HERE), "the server answered without a state of the game"),
        ((HERE, state(ACT, 1, halves=0), b"oops"), "the server cannot be understood"),
        (
            (HERE, state(ACT, 1, halves=0), Error("FortRuleException", "no fort"), NOT_FOUND),
            r"there is no game abcde .*; before that it refused our action: no fort \(FortRuleException\)",
        ),
        (
            (HERE, state(ACT, 1, halves=0), FULL, *(state(ACT, 2, halves=0) for _ in range(PATIENCE + 1))),
            "the server refused our action, and the game does not end: two players are registered",
        ),
    ],
)
def test_every_fault_of_a_server_ends_in_a_sentence(answers: tuple[Okay | Error | bytes, ...], why: str) -> None:
    script = Script(*answers)
    with pytest.raises(CannotHunt, match=why):
        script.play()
    assert script.answers == []


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (UniqueGameIdentifier(""), "the server did not tell the id of the new game"),
        (b"<uniqueGameIdentifier><uniqueGameID>a&#10;b</uniqueGameID></uniqueGameIdentifier>", "did not tell the id"),
        (b"<uniqueGameIdentifier/>", "the server cannot be understood"),
        (b"<html/>", "the server cannot be understood"),
        (NOT_FOUND, "the server cannot be understood"),
    ],
)
def test_a_new_game_without_an_id_is_a_sentence(answer: Error | UniqueGameIdentifier | bytes, why: str) -> None:
    with pytest.raises(CannotHunt, match=why):
        Script(answer).controller().new_game(debug=False, dummy=False)


def test_a_state_without_us_is_impossible() -> None:
    with pytest.raises(Impossible, match="does not know us"):
        Script(HERE, Okay(GameState((Participant("fake", *JON, ACT, False),), (), "1"))).play()


def test_control_characters_of_a_server_are_not_shown() -> None:
    """XML has no way to write most of them; a line feed it has."""
    with pytest.raises(CannotHunt) as caught:
        Script(Error("A\nB", "new\nline")).play()
    assert str(caught.value).isprintable()


def test_an_action_that_is_refused_is_not_tried_again_and_said_as_the_reason() -> None:
    script = Script(HERE, state(ACT, 1, halves=0), Error("FortRuleException", "no fort"), state(ACT, 2, halves=0),
                    state(LOST, 3, halves=0))  # fmt: skip
    assert script.play() == Result(False, "the server refused our last action: no fort (FortRuleException)")
    assert len([path for path in script.paths() if path.startswith("POST")]) == 2


LOST_ON_THE_WAY = NoAnswer("nobody answers")


def test_a_state_that_did_not_come_is_asked_for_again_but_not_for_ever() -> None:
    gaps = [LOST_ON_THE_WAY] * 5
    script = Script(HERE, state(ACT, 1, halves=0), TAKEN, *gaps, state(WAIT, 2, halves=1), state(WON, 3))
    client, told = Client(Options()), list[str]()
    client.listen(lambda: told.append(client.trouble))
    assert script.controller(client).play("abcde", MIRA).won
    assert [one for one in dict.fromkeys(told) if one] == ["nobody answers"]
    assert told.count("nobody answers") == 1
    assert client.trouble == ""
    assert all(later - one >= BETWEEN_S - 1e-9 for one, later in zip(script.times, script.times[1:], strict=False))
    script = Script(HERE, *[LOST_ON_THE_WAY] * 100)
    with pytest.raises(WebFault, match="nobody answers"):
        script.play()
    assert TROUBLE_S <= script.now - 100.0 <= TROUBLE_S + 2 * BETWEEN_S


NOT_STORED = Error("StorageException", "the server could not store this")


@pytest.mark.parametrize("failure", [LOST_ON_THE_WAY, NOT_STORED])
def test_an_action_that_may_not_have_arrived_is_sent_again_if_it_is_still_our_turn(failure: Error | WebFault) -> None:
    script = Script(HERE, state(ACT, 1, halves=0), failure, state(ACT, 1, halves=0), TAKEN, state(WON, 2, halves=1))
    assert script.play().won
    assert script.paths().count("POST /games/abcde/halfmaps") == 2


@pytest.mark.parametrize("failure", [LOST_ON_THE_WAY, NOT_STORED])
def test_an_action_that_arrived_without_an_answer_counts(failure: Error | WebFault) -> None:
    client = Client(Options())
    script = Script(HERE, state(ACT, 1, halves=0), failure, state(WAIT, 2, halves=1), state(WON, 3, halves=1))
    assert script.controller(client).play("abcde", MIRA).won
    assert script.paths().count("POST /games/abcde/halfmaps") == 1
    assert client.last_action == "half map sent"


def test_a_move_that_led_to_another_field_counts_though_its_answer_was_lost() -> None:
    edge = Cell(4, 9)
    script = Script(
        HERE, state(ACT, 1, me=Cell(4, 8)), LOST_ON_THE_WAY, state(ACT, 2, me=edge), TAKEN, state(WON, 3, me=edge)
    )
    client = Client(Options())
    assert script.controller(client).play("abcde", MIRA).won
    assert [path for path in script.paths() if "moves" in path] == ["POST /games/abcde/moves"] * 2
    assert client.view.actions >= 3


def test_failures_count_only_if_nothing_arrives() -> None:
    turns = [answer for turn in range(3 * SENT_AGAIN) for answer in (state(ACT, turn), LOST_ON_THE_WAY)]
    assert Script(HERE, *turns, state(WON, 99)).play().won


def test_what_a_server_refuses_for_good_is_not_asked_for_again() -> None:
    script = Script(HERE, WebFault("answered with status 404"), state(WON, 2))
    with pytest.raises(WebFault, match="404"):
        script.play()
    assert len(script.answers) == 1


def test_an_action_that_never_arrives_is_given_up() -> None:
    ours = state(ACT, 1, halves=0)
    lost: list[Okay | Error | WebFault] = [ours, LOST_ON_THE_WAY]
    with pytest.raises(WebFault, match="nobody answers"):
        Script(HERE, *lost * (SENT_AGAIN + 1)).play()
    lost = [ours, NOT_STORED]
    with pytest.raises(CannotHunt, match="could not store this"):
        Script(HERE, *lost * (SENT_AGAIN + 1), *[ours] * (PATIENCE + 1)).play()


def test_a_half_map_is_not_sent_twice_by_a_server_that_forgets_whose_turn_it_is() -> None:
    script = Script(HERE, state(ACT, 1, halves=0), TAKEN, state(ACT, 2, halves=1), state(WON, 3))
    script.play()
    assert [path for path in script.paths() if "halfmaps" in path] == ["POST /games/abcde/halfmaps"]


LATE = Options().hidden_actions // 2 - 1


def moves(number: int, enemy: Cell = OTHER) -> list[Okay]:
    """So many moves of ours, none of which leads anywhere."""
    return [answer for turn in range(number) for answer in (state(ACT, 100 + turn, enemy=enemy), TAKEN)]


BOTH = (False, True)


@pytest.mark.parametrize(
    ("answers", "won", "why"),
    [
        ((HERE, state(WON, 1, halves=0)), True, "the enemy broke a rule or took too long"),
        ((*BEGINNING, state(WON, 3, me=OTHER)), True, "the enemy broke a rule or took too long"),
        ((*BEGINNING, state(LOST, 3)), False, "our time was over"),
        ((*BEGINNING, state(LOST, 3, enemy=CASTLE, collected=BOTH)), False, "the enemy took our castle, or our time"),
        ((*BEGINNING, *moves(LATE), state(LOST, 3, enemy=CASTLE, collected=BOTH)), False, "the enemy took our castle"),
        ((*BEGINNING, *moves(LATE), state(LOST, 3, enemy=OTHER, collected=BOTH)), False, "our time was over"),
        ((*BEGINNING, *moves(159), state(LOST, 3)), False, "the game has had its 320 actions, and it was our turn"),
    ],
)
def test_the_result_says_why_as_far_as_that_can_be_known(answers: tuple[Okay, ...], won: bool, why: str) -> None:
    result = Script(*answers).play()
    assert result.won is won
    assert result.why.startswith(why)


def test_the_last_action_of_all_wins_for_who_made_it() -> None:
    begins = (HERE, state(ACT, 1, halves=1, me=None, fort=None), TAKEN, state(WAIT, 2))
    client = Client(Options(most_actions=4))
    script = Script(*begins, *moves(1), state(WON, 9))
    result = script.controller(client).play("abcde", MIRA)
    assert result == Result(True, "the game has had its 4 actions, and it was the enemy's turn")


# --- what is seen


class Seen:
    """A screen that shows what was printed, as another program than ours understands it."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys
        self.screen = pyte.Screen(80, 24)
        self._stream = pyte.Stream(self.screen)

    def lines(self) -> list[str]:
        self._stream.feed(self._capsys.readouterr().out.replace("\n", "\r\n"))
        return [line.rstrip() for line in self.screen.display]

    def ink(self, sign: str) -> str:
        """The colour behind a sign of the map."""
        found = [(row, line.index(sign)) for row, line in enumerate(self.screen.display[:13]) if sign in line[4:]]
        row, col = found[0]
        return str(self.screen.buffer[row][col].bg)


def tell(client: Client, answer: Okay) -> None:
    assert isinstance(answer.data, GameState)
    client.on_state(answer.data, "me")


def test_the_view_follows_every_change_of_the_model(capsys: pytest.CaptureFixture[str]) -> None:
    client, seen = Client(Options()), Seen(capsys)
    plan: list[Cell] = []
    show = Show(client, lambda: plan, plain=False, colour=True)
    show.waits("The game is abcde.", "  fogfield hunt TR URL abcde")
    assert seen.lines()[:2] == ["The game is abcde.", "  fogfield hunt TR URL abcde"]
    client.on_state(GameState((Participant("me", *MIRA, WAIT, False),), (), "1"), "me")
    lines = seen.lines()
    assert lines[0] == "Mira Feld waits for an opponent"
    assert lines[1] == "action 0 of 320, the other's turn, no treasure yet, enemy's place is a guess"
    assert lines[2] == "(no map yet)"
    assert "  fogfield hunt TR URL abcde" in lines
    client.wait_for_server("nobody answers")
    assert seen.lines()[1] == "asking again: nobody answers"
    client.wait_for_server("")
    tell(client, state(ACT, 2, halves=0))
    lines = seen.lines()
    assert lines[:2] == [
        "Mira Feld against Jon Berg", "action 0 of 320, our turn, no treasure yet, enemy's place is a guess",
    ]  # fmt: skip
    assert "  fogfield hunt TR URL abcde" not in lines
    assert "Last action: none yet" in lines
    client.acted(HALF)
    assert "Last action: half map sent" in seen.lines()
    assert seen.lines()[1].startswith("action 0 of 320, the other's turn")
    tell(client, state(WAIT, 3, halves=1))
    assert seen.lines()[7:9] == [" 4  . . . . @ . . . . .", ""]
    plan[:] = [Cell(4, 3), Cell(4, 2)]
    tell(client, state(ACT, 4, me=Cell(4, 5)))
    lines = seen.lines()
    assert lines[7] == " 4  . . .+.+C @'. . . ."
    assert lines[12] == " 9  . . . . E . . . . ."
    assert (seen.ink("@"), seen.ink("E")) == ("green", "red")
    tell(client, state(WON, 5, me=OTHER, enemy=Cell(0, 0), enemy_fort=OTHER, collected=(True, False)))
    lines = seen.lines()
    assert lines[1] == "action 2 of 320, WON, treasure found, enemy's place is a guess"
    long = "action 2 of 320, WON, treasure found, the enemy has his, enemy's place is a guess"
    tell(client, state(WON, 6, me=OTHER, enemy=Cell(0, 0), enemy_fort=OTHER, collected=(True, True)))
    lines = seen.lines()
    assert lines[1] == long[:80]
    assert lines[3] == " 0  E . . . . . . . . ."
    assert lines[12] == " 9  . . . . @'. . . . ."
    show.say("Won: because.")
    lines = [line for line in seen.lines() if line]
    assert lines[-2:] == ["Last action: half map sent", "Won: because."]


def test_a_log_has_a_line_for_every_change_and_the_map_twice(capsys: pytest.CaptureFixture[str]) -> None:
    client = Client(Options())
    Show(client, lambda: (Cell(4, 3),), plain=True, colour=True)
    for answer in (state(ACT, 1, halves=0), state(ACT, 1, halves=0), state(ACT, 2), state(ACT, 3), state(LOST, 4)):
        tell(client, answer)
    out = capsys.readouterr().out
    told = [line for line in out.splitlines() if line.startswith("Mira Feld against Jon Berg: action ")]
    assert [line.rpartition(": ")[2] for line in told] == [
        f"action 0 of 320, {turn}, no treasure yet, enemy's place is a guess; no action yet"
        for turn in ("our turn", "LOST")
    ]
    assert out.count("    0 1 2 3 4 5 6 7 8 9\n") == 2
    assert out.count("@ we   E enemy") == 2
    assert "\x1b" not in out


def test_the_end_is_seen_also_where_the_state_keeps_its_id(capsys: pytest.CaptureFixture[str]) -> None:
    client = Client(Options())
    Show(client, lambda: (), plain=True, colour=False)
    tell(client, state(WAIT, 1))
    tell(client, state(WON, 1))
    assert client.view.outcome is not None
    out = capsys.readouterr().out
    assert ", WON, " in out
    assert out.count("    0 1 2 3 4 5 6 7 8 9\n") == 2


def test_a_log_has_a_line_for_every_action(capsys: pytest.CaptureFixture[str]) -> None:
    client = Client(Options())
    Show(client, lambda: (), plain=True, colour=False)
    tell(client, state(ACT, 1))
    for turn in range(3):
        client.acted(Move(Direction.LEFT))
        tell(client, state(WAIT, 2 * turn + 2))
        tell(client, state(ACT, 2 * turn + 3))
    told = [line for line in capsys.readouterr().out.splitlines() if "the other's turn" in line]
    assert [line.rpartition("; ")[2] for line in told].count("move left") >= 3


@pytest.mark.parametrize(("cols", "rows"), [(80, 17), (22, 40)])
def test_a_terminal_that_is_too_small_says_so(
    cols: int, rows: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(show_module, "_size", lambda: (cols, rows))
    client = Client(Options())
    Show(client, lambda: (), plain=False, colour=True)
    tell(client, state(ACT, 1))
    out = capsys.readouterr().out
    assert "too small:" in out
    assert "23x18 needed" in out
    monkeypatch.setattr(show_module, "_size", lambda: (23, 18))
    tell(client, state(WAIT, 2))
    assert " 9  " in capsys.readouterr().out


def test_names_of_strangers_cannot_touch_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    client = Client(Options())
    Show(client, lambda: (), plain=False, colour=False)
    bad = PlayerRegistration("\x1b]0;x\x07\u202eEvil", "\x9b31m", "evil")
    players = (Participant("me", *MIRA, WAIT, False), Participant("fake", *bad, ACT, False))
    client.on_state(GameState(players, (), "1"), "me")
    out = capsys.readouterr().out
    assert "Mira Feld against ]0;xEvil 31m" in out
    assert not set("\x07\x9b\u202e") & set(out)


# --- the program, in a terminal and without one, against the real server

HUNT = (FOGFIELD, "hunt")
Done: TypeAlias = "subprocess.CompletedProcess[str]"


def hunt(*arguments: str, **environment: str) -> Done:
    done = subprocess.run(
        [*HUNT, *arguments], capture_output=True, text=True, timeout=60, check=False, stdin=subprocess.DEVNULL,
        env=clean_environment(**environment),
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    return done


@contextlib.contextmanager
def serving(*settings: str) -> Iterator[tuple[str, Callable[[], None]]]:
    """A real server with short games; gives its address, and a way to end it."""
    chosen = [part for setting in settings for part in ("--set", f"treasurehunt.{setting}")]
    with served(*chosen, name="treasurehunt") as server:

        def kill() -> None:
            server.process.kill()
            server.process.wait()

        yield f"http://127.0.0.1:{server.port}", kill


@pytest.fixture(scope="module")
def short() -> Iterator[str]:
    """A server whose games have few actions."""
    with serving("most_actions=6") as (url, _):
        yield url


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ((), "Missing argument '[TR] URL [GAMEID]'"),
        (("TR",), "the URL of a server is missing, for example http://localhost:18235"),
        (("GUI", "http://localhost:1", "abcde"), "the mode 'GUI' is not known; it is TR, and can be left out"),
        (("GUI", "http://localhost:1"), "the mode 'GUI' is not known"),
        (("TR", "http://localhost:1", "abcde", "more"), "too many arguments: more"),
        (("http://localhost:1", "abcde", "much", "more"), "too many arguments: much more"),
        (("TR", "http://localhost:1", ""), "GAMEID is empty; leave it out for a new game"),
        (("TR", "http://localhost:1", "abcde", "--dummy"), "--debug and --dummy belong to a new game"),
        (("http://localhost:1", "abcde", "--debug"), "--debug and --dummy belong to a new game"),
        (("http://localhost:1", "--first-name", ""), "names and account must have 1 to 50 characters"),
        (("http://localhost:1", "--last-name", " "), "names and account must have 1 to 50 characters"),
        (("http://localhost:1", "--account", "a" * 51), "names and account must have 1 to 50 characters"),
        (("http://localhost:1", "--account", "a\x1bb"), "that can be read"),
        (("http://localhost:x",), "'http://localhost:x' has a port that is none"),
        (("ftp://localhost",), "'ftp://localhost' is no address of a server; try http://localhost:18235"),
        (("http://localhost:1", "--level", "genius"), "'genius' is not one of"),
        (("http://localhost:1", "--colour"), "No such option"),
    ],
)
def test_usage_errors_have_status_2_and_say_what_is_wrong(arguments: tuple[str, ...], why: str) -> None:
    done = hunt(*arguments)
    assert done.returncode == 2
    assert why in " ".join(done.stderr.split())
    assert done.stdout == ""


@pytest.mark.parametrize(
    "words", [("localhost", "abcde"), ("tr", "localhost"), ("localhost",), ("TR", "localhost", "a")]
)
def test_what_can_be_left_out_may_be_left_out(words: tuple[str, ...]) -> None:
    from fogfield.cli.hunt import _read

    game_id = words[-1] if words[-1] != "localhost" else ""
    assert _read(words) == ("localhost", game_id)


def test_nobody_there_is_status_1_and_a_sentence() -> None:
    done = hunt("http://127.0.0.1:1", "--level", "nearest")
    assert done.returncode == 1
    assert done.stderr.startswith("fogfield: nobody answers at http://127.0.0.1:1. Start a server there")
    assert done.stdout == ""


def test_an_unknown_game_is_status_1_and_a_sentence(short: str) -> None:
    done = hunt("TR", short, "zzzzz", "--level", "nearest")
    assert done.returncode == 1
    assert done.stderr == (
        "fogfield: the server does not let us play in the game zzzzz: there is no game zzzzz (MatchNotFoundException)\n"
    )


@pytest.mark.parametrize("options", [(), ("--plain",)])
def test_a_pipe_gets_lines_the_map_and_a_last_line_that_says_who_won(short: str, options: tuple[str, ...]) -> None:
    names = ("--first-name", "Mira", "--last-name", "Feld", "--account", "feldm06")
    done = hunt(short, "--dummy", "--level", "nearest", *names, *options)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("The game is ")
    assert lines[0].endswith("; the server brings the other player.")
    assert "joins with" not in done.stdout
    told = [line for line in lines if line.startswith("Mira Feld against Fogfield Bot: action ")]
    assert len(told) >= 3
    assert "half map sent" in done.stdout
    assert "@ we   E enemy" in done.stdout
    assert "    0 1 2 3 4 5 6 7 8 9" in done.stdout
    assert lines[-1].startswith(("Won: ", "Lost: "))
    assert "\x1b" not in done.stdout


def test_plain_in_a_terminal_and_a_dumb_terminal_get_lines(short: str) -> None:
    for options, terminal in ((("--plain",), "xterm"), ((), "dumb")):
        with Program(*HUNT, short, "--dummy", "--level", "nearest", *options, TERM=terminal) as program:
            assert program.ended() == 0
            assert b"\x1b" not in program.output
            assert program.lines()


def test_a_terminal_shows_the_id_then_the_map_with_a_legend_and_at_last_who_won(short: str) -> None:
    with Program(*HUNT, short, "--level", "nearest", "--first-name", "Mira") as mira:
        lines = mira.shows("waits for an opponent")
        assert "(no map yet)" in lines
        mira.shows("The other player joins with:")
        command = next(line for line in mira.lines() if line.startswith("  fogfield hunt TR "))
        words = command.split()[1:]
        with Program(FOGFIELD, *words, "--level", "nearest", "--first-name", "Jon", NO_COLOR="1") as jon:
            for program, names in ((mira, "Mira Field against Jon Field"), (jon, "Jon Field against Mira Field")):
                program.shows("0 1 2 3 4 5 6 7 8 9")
                program.until(lambda lines: any(re.match(r"[ \d]\d  .*[@&]", line) for line in lines), "our figure")
                lines = program.shows("@ we   E enemy   & both   C our castle   X enemy castle   $ treasure")
                assert lines[0] == names
                assert re.match(r"action \d of 320, .* treasure .*, enemy's place is a guess", lines[1])
                assert ". grass   ^ mountain   ~ water   ' seen   + our plan" in lines
            statuses = (mira.ended(), jon.ended())
            assert statuses == (0, 0)
            ends = sorted(next(line for line in program.lines()[::-1] if line) for program in (mira, jon))
            assert ends[0].startswith("Lost: ")
            assert ends[1].startswith("Won: ")
            for program in (mira, jon):
                assert program.restored()
                shown = program.lines()
                assert not any("joins with" in line for line in shown)
                assert any(line.startswith("action 6 of 320, ") for line in shown)
                assert any(line.startswith("Last action: ") for line in shown)
            assert re.search(rb"\x1b\[[0-9;]+m@", mira.output)
            assert not re.search(rb"\x1b\[[0-9;]*m", jon.output)


def test_a_whole_screen_fits_into_a_terminal_of_80_columns(short: str) -> None:
    long = ("--first-name", "M" * 50, "--last-name", "F" * 50, "--account", "x" * 50)
    with Program(*HUNT, short, "--dummy", "--level", "nearest", *long) as program:
        program.shows("our castle")
        lines = program.shows("Fogfield Bot")
        assert lines[0].startswith("MMMMMMMMMMMMMMMMMMMMM... against Fogfield Bot")
        assert lines[1].startswith("action ")
        assert program.ended() == 0


def test_ctrl_c_leaves_a_usable_terminal_and_status_130(short: str) -> None:
    with Program(*HUNT, short, "--level", "nearest") as program:
        program.shows("waits for an opponent")
        program.type("\x03")
        assert program.ended() == 130
        assert program.restored()
        assert not any("Traceback" in line for line in program.lines())


def test_a_server_that_dies_in_the_middle_is_status_1_and_a_sentence() -> None:
    with serving() as (url, kill), Program(*HUNT, url, "--dummy", "--level", "nearest") as program:
        program.shows("Last action: move")
        kill()
        program.shows("asking again: nobody answers")
        assert program.ended() == 1
        program.shows(f"fogfield: nobody answers at {url}")
        assert program.restored()


def test_output_that_nobody_reads_ends_it() -> None:
    with serving() as (url, _):
        ours, theirs = os.pipe()
        process = subprocess.Popen(
            [*HUNT, url, "--dummy", "--level", "nearest"],
            stdout=theirs,
            stderr=subprocess.PIPE,
            env=clean_environment(),
        )
        os.close(theirs)
        os.read(ours, 1)
        os.close(ours)
        _, errors = process.communicate(timeout=30)
        assert process.returncode == -signal.SIGPIPE
        assert errors == b""
