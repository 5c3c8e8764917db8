"""The player at the wire: it wins by the screens it is sent, and gives up servers that play no game."""

from collections.abc import Callable

import pytest
from support.host import FixedHost
from support.plain import PlainGame

from fogfield.games.jminesweeper.client import MOST_ACTIONS, MOST_PACKETS, Player
from fogfield.games.jminesweeper.codec import ClientCodec
from fogfield.games.jminesweeper.messages import ClientMessage, Command, ScreenContent, Start
from fogfield.games.jminesweeper.session import ServerSession

Answer = Callable[[ClientMessage], bytes]


def ours(seed: str) -> Answer:
    session = ServerSession(FixedHost("jminesweeper", seed))

    def answer(message: ClientMessage) -> bytes:
        (reply,) = session.on(message, 0.0)
        assert isinstance(reply, ScreenContent)
        return reply.content

    return answer


def somebodys(seed: str) -> Answer:
    game, codec = PlainGame(seed), ClientCodec()
    last = b""

    def answer(message: ClientMessage) -> bytes:
        nonlocal last
        last = last if game.over else game.answer(b"".join(codec.encode(message)))
        return last

    return answer


def silent(seed: str) -> Answer:
    """A server that shows everything at the end and says nothing."""
    answer = somebodys(seed)
    return lambda message: answer(message).replace(b"GAME WON", b"").replace(b"GAME LOST", b"")


def played(answer: Answer, player: Player, most: int = 10_000) -> list[ClientMessage]:
    """Let a player play; gives all packets."""
    sent: list[ClientMessage] = []
    messages = player.begin()
    while messages:
        assert len(messages) <= MOST_PACKETS + 300
        content = b""
        for message in messages:
            content = answer(message)
        sent += messages
        assert len(sent) < most, "it does not come to an end"
        messages = player.on(ScreenContent((content,)))
    return sent


@pytest.mark.parametrize("server", [ours, somebodys])
@pytest.mark.parametrize(("level", "least"), [("expert", 8), ("odds", 8), ("simple", 5)])
def test_easy_boards_are_won_on_any_server(server: Callable[[str], Answer], level: str, least: int) -> None:
    results = []
    for seed in range(10):
        player = Player(Start(12, 10, 1), level)
        played(server(f"easy {seed}"), player)
        results.append(player.result)
    assert set(results) <= {"won", "lost"}
    assert results.count("won") >= least


@pytest.mark.parametrize(("columns", "rows", "difficulty"), [(9, 9, 1), (9, 9, 2), (6, 6, 3), (3, 2, 2), (1, 1, 1)])
@pytest.mark.parametrize("level", ["expert", "simple"])
def test_the_end_is_known_without_words(columns: int, rows: int, difficulty: int, level: str) -> None:
    results = []
    for seed in range(12):
        with_words, without = (Player(Start(columns, rows, difficulty), level) for _ in range(2))
        played(somebodys(f"end {seed}"), with_words)
        played(silent(f"end {seed}"), without)
        assert without.result == with_words.result
        results.append(with_words.result)
        if with_words.result == "lost":
            assert "100 %" not in without.said()
    assert "lost" in results or columns == 1
    assert "won" in results or level == "simple"


def test_no_end_is_seen_before_it_is_there_one_action_after_the_other() -> None:
    for seed in range(12):
        player, session = Player(Start(5, 2, 3), "expert", 1), ours(f"s{seed}")
        last = b""

        def answer(message: ClientMessage, session: Answer = session) -> bytes:
            nonlocal last
            last = session(message)
            return last

        played(answer, player)
        assert f"GAME {player.result.upper()}".encode() in last.upper()


def test_both_servers_see_the_same_packets() -> None:
    first, second = (played(server("fog"), Player(Start(9, 9, 2), "expert")) for server in (ours, somebodys))
    assert first == second


@pytest.mark.long
@pytest.mark.parametrize("difficulty", [2, 3])
def test_what_is_certain_is_marked_before_a_risk_is_taken(difficulty: int) -> None:
    marked = []
    for seed in range(30):
        player = Player(Start(16, 12, difficulty), "odds")
        played(ours(f"hard {seed}"), player)
        said = player.said()
        assert player.result in ("won", "lost")
        assert " guess" in said
        if player.result == "lost":
            marked.append(int(said.partition(" bombs marked")[0].rpartition(" of ")[0].rpartition(" ")[2]))
    assert sum(count > 0 for count in marked) >= 3


def test_on_an_easy_board_nothing_is_marked_before_every_bomb_is_known() -> None:
    player = Player(Start(12, 10, 1), "odds")
    sent = played(ours("easy 1"), player)
    marks = [at for at, one in enumerate(sent) if one is Command.TOGGLE_BOMB_MARK]
    assert player.result == "won"
    assert Command.REVEAL not in sent[marks[0] :]
    assert player.said().startswith("won: all 6 bombs marked, ")


def test_the_expert_tries_by_marks_what_cannot_be_known() -> None:
    """Two cells are left, one of them a bomb: marking the wrong one costs nothing."""
    screens = iter([b"\x1b[2J\x1b[H???", b"\x1b[2J\x1b[H?1?", b"\x1b[2J\x1b[H!1?"])
    player, sent = Player(Start(3, 1, 1), "expert"), []
    messages = player.begin()
    while messages:
        sent.append(messages)
        messages = player.on(ScreenContent((next(screens, b"\x1b[2J\x1b[HGAME WON"),)))
    _, opening, first_try, second_try = sent
    assert Command.REVEAL in opening
    assert Command.REVEAL not in [*first_try, *second_try]
    assert [one.count(Command.TOGGLE_BOMB_MARK) for one in map(list, (first_try, second_try))] == [1, 2]
    assert (player.result, player.guesses) == ("won", 1)


def test_a_watcher_sees_every_action() -> None:
    player = Player(Start(6, 6, 1), "odds", most_actions=1)
    messages, answer = player.begin(), ours("easy 3")
    while messages:
        content = b""
        for message in messages:
            content = answer(message)
        assert sum(one in (Command.REVEAL, Command.TOGGLE_BOMB_MARK) for one in messages) <= 1
        messages = player.on(ScreenContent((content,)))
    assert MOST_ACTIONS > 1


def test_a_server_that_never_opens_anything_is_given_up() -> None:
    player = Player(Start(3, 3, 1), "odds")
    played(lambda message: b"\x1b[2J\x1b[H???\n???\n???", player, most=100)
    assert player.result == "stuck"
    assert player.said().endswith("the server answers, but nothing changes on the screen")


def test_digits_that_cannot_be_are_noticed() -> None:
    screens = iter([b"\x1b[2J\x1b[H???\n???\n???", *[b"\x1b[2J\x1b[H8??\n???\n???"] * 5])
    player = Player(Start(3, 3, 1), "odds")
    played(lambda message: next(screens), player)
    assert player.result == "stuck"
    assert "impossible" in player.reason


def test_another_number_of_bombs_than_the_document_has_does_not_confuse_it() -> None:
    """Where five per cent of nine cells are one bomb, this server has three."""
    screens = iter([b"\x1b[2J\x1b[H???\n???\n???", b"\x1b[2J\x1b[H3??\n???\n???", b"\x1b[2J\x1b[HGAME LOST"])
    player = Player(Start(3, 3, 1), "odds")
    sent = played(lambda message: next(screens, b"\x1b[2J\x1b[HGAME LOST"), player)
    assert player.result == "lost"
    assert len(sent) > 2


def test_bombs_that_are_left_are_not_taken_for_all_bombs() -> None:
    screens = iter([b"\x1b[2J\x1b[H???\nbombs 0 left", b"\x1b[2J\x1b[H?1?\nbombs 0 left"])
    player = Player(Start(3, 1, 1), "odds")
    played(lambda message: next(screens, b"\x1b[2JGAME WON"), player)
    assert player.result == "won"


def test_a_screen_that_says_how_many_bombs_there_are_is_believed() -> None:
    screens = iter([b"\x1b[2J\x1b[H??\n??\nbombs 3   marks 0", b"\x1b[2J\x1b[H3?\n??\nbombs 3   marks 0"])
    player = Player(Start(2, 2, 1), "odds")
    sent = played(lambda message: next(screens, b"\x1b[2J\x1b[HGAME WON"), player)
    assert player.result == "won"
    assert sent.count(Command.TOGGLE_BOMB_MARK) == 3


def test_the_only_bomb_of_a_board_is_no_plural() -> None:
    screens = iter([b"\x1b[2J\x1b[H??\n??\nbombs 1   marks 0"])
    player = Player(Start(2, 2, 1), "odds")
    played(lambda message: next(screens, b"\x1b[2J\x1b[HGAME WON"), player)
    assert player.said().startswith("won: the only bomb marked, ")


def test_a_screen_with_more_bombs_than_cells_is_given_up_and_it_says_how_far_it_got() -> None:
    screens = iter([b"\x1b[2J\x1b[H??\n??\nbombs 1   marks 0", b"\x1b[2J\x1b[H1?\n??\nbombs 5   marks 0"])
    player = Player(Start(2, 2, 1), "odds")
    played(lambda message: next(screens), player)
    assert player.said() == (
        "stuck: 1 of 3 safe cells open (33 %), 0 of 1 bomb marked, 1 guess; 5 mines do not fit on a board of 2x2"
    )
