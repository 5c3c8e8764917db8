"""The planeFight client in a pseudo-terminal: what a player sees, presses and clicks."""

import shlex
import signal
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from support.duels import Script, run
from support.live import FOGFIELD, clean_environment, live
from support.terminal import Program

from fogfield.games.planefight.messages import Attack, AttackResult, Bare, ExchangeMap, GameInfo, Name

PLAY = (FOGFIELD, "play", "planefight")
AGAINST = (*PLAY, "--against", "random", "--name", "Ann", "--first", "me")
SMALL = ("--rows", "5", "--columns", "5", "--planes", "1")
PLACE = "PLACE YOUR PLANES"


def here(*options: str, cols: int = 80, rows: int = 24, **env: str) -> Program:
    """A game against a bot, without a network."""
    return Program(*AGAINST, *options, cols=cols, rows=rows, controlling=True, **env)


@contextmanager
def joined(
    behave: Callable[[Script], None], *options: str, cols: int = 80, rows: int = 24
) -> Iterator[tuple[Program, Script]]:
    """A client that joined somebody who behaves like this, in a thread of his own."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        with Program(*PLAY, "--port", str(port), "--name", "Bo", *options, cols=cols, rows=rows) as program:
            sock, _ = listener.accept()
            sock.settimeout(20)
            with sock:
                script = Script(sock)
                thread = threading.Thread(target=behave, args=(script,), daemon=True)
                thread.start()
                yield program, script
                thread.join(20)
                assert not thread.is_alive()


def sees(program: Program, *texts: str) -> list[str]:
    """Wait until all of these are on the screen: it may arrive in pieces."""
    return program.until(lambda lines: all(any(text in line for line in lines) for text in texts), str(texts))


def click(program: Program, row: int, col: int, button: int = 0) -> None:
    """Press a mouse button at a place of the screen, and let it go."""
    program.type(f"\x1b[<{button};{col + 1};{row + 1}M\x1b[<{button};{col + 1};{row + 1}m")


def at_cell(program: Program, row: int, col: int, *, board: int = 0) -> tuple[int, int]:
    """Where a cell is on the screen, of the left or of the right field."""
    label = f"{row:3}│"
    line = next(number for number, line in enumerate(program.lines()) if label in line)
    text = program.lines()[line]
    start = text.index(label) if board == 0 else text.rindex(label)
    return line, start + 4 + 2 * col + 1


def hear(script: Script, wanted: object) -> None:
    """Read until something was said."""
    run(lambda: any(one == wanted or (isinstance(wanted, type) and isinstance(one, wanted)) for one in script.listen()))


def offer(script: Script) -> None:
    """Offer a small game in which the server begins, and be ready at once."""
    script.greet(Name("Ann"))
    hear(script, Bare.JOIN)
    script.say(GameInfo(w=5, h=5, n=1, server_first=True), Bare.READY)


# --- placing


def test_placing_in_80x24() -> None:
    with here() as program:
        lines = sees(program, PLACE, "Plane 1: head at (5,5), facing up. Enter puts it.")
        assert lines[0].startswith(" planeFight  10x10, 3 planes")
        assert lines[0].endswith("PLACE YOUR PLANES: 0 of 3")
        assert lines[3] == "     0 1 2 3 4 5 6 7 8 9    Opponent: random bot"
        assert any("·[▲]·" in line for line in lines)
        for text in ("You attack first.", "[ ] + - wheel     turn", "y   READY"):
            assert any(text in line for line in lines)


def test_a_plane_is_moved_turned_put_and_taken_away() -> None:
    with here() as program:
        program.shows(PLACE)
        program.type("hk\x1b[A\x1b[D")
        program.shows("head at (3,3), facing up")
        program.type("]")
        program.shows("facing right")
        program.type("+=--[\r")
        program.shows("1 of 3 planes placed")
        assert any("━━━━╋━━━━" in line for line in program.lines())
        program.type("\x1b[C")
        program.shows("A plane at (4,3), facing up, would overlap another one.")
        program.type("\r")
        program.shows("1 of 3 planes placed")
        program.type("\x1b[D\r")
        program.shows("0 of 3 planes placed")
        program.type("\x1b[B" * 5)
        program.shows("would stick out of the field.")
        program.type("y")
        program.shows("3 planes still to be placed before you can be ready.")


def test_random_clear_and_remove() -> None:
    with here() as program:
        program.shows(PLACE)
        program.type("r")
        program.shows("3 of 3 planes placed")
        program.shows("All planes are placed: y (or Tab) when you are ready.")
        program.type("c")
        program.shows("0 of 3 planes placed")
        program.type("x")
        program.shows("There is no plane here.")
        program.type("\r\x1b[B\x1b[3~")
        program.shows("0 of 3 planes placed")


def test_planes_wrap_in_cross_border_mode() -> None:
    with here("--cross-border") as program:
        program.shows(PLACE)
        program.type("\x1b[A" * 6)
        program.shows("head at (5,9), facing up. Enter puts it.")
        program.type("\r")
        program.shows("1 of 3 planes placed")
        assert any("  0│ · · · ━━━━╋━━━━ · · │" in line for line in program.lines())


def test_the_mouse_places_turns_and_removes() -> None:
    with here() as program:
        program.shows(PLACE)
        click(program, *at_cell(program, 2, 4))
        program.shows("1 of 3 planes placed")
        assert "▲" in program.lines()[at_cell(program, 2, 4)[0]]
        click(program, 5, 5, button=65)
        program.shows("Facing right")
        click(program, 5, 5, button=64)
        program.shows("Facing up")
        click(program, *at_cell(program, 3, 4), button=2)
        program.shows("0 of 3 planes placed")
        click(program, 0, 79)
        click(program, *at_cell(program, 2, 4))
        program.shows("1 of 3 planes placed")


@pytest.mark.parametrize("key", ["q", "\x03"])
def test_giving_up_is_asked_for_first(key: str) -> None:
    with here() as program:
        program.shows(PLACE)
        program.type(key)
        program.shows("Give up this game? y: yes, any other key: no")
        program.type("n")
        program.shows("Enter puts it.")
        program.type(key)
        program.shows("Give up this game?")
        program.type("y")
        assert program.ended() == (0 if key == "q" else 130)
        program.shows("You gave up; nobody has won.")
        assert program.restored()


def test_the_other_hears_that_the_player_gave_up() -> None:
    def behave(script: Script) -> None:
        script.greet(Name("Ann\x1b[31m\x07\u202e"))
        hear(script, Bare.JOIN)
        script.say(GameInfo(w=5, h=5, n=1))
        hear(script, Bare.GIVE_UP)

    with joined(behave) as (program, script):
        program.shows("Opponent: Ann[31m")
        assert b"\x1b[31mAnn" not in program.output
        assert b"\x07" not in program.output
        program.type("\x03\x03")
        assert program.ended() == 130
        assert script.heard[-1] is Bare.GIVE_UP


# --- the battle


def in_battle(program: Program) -> None:
    program.shows(PLACE)
    program.type("ry")
    sees(program, "YOUR TURN", "The battle begins!", "q quit")


def test_the_battle_in_80x24() -> None:
    with here() as program:
        in_battle(program)
        lines = program.lines()
        assert lines[0].endswith("Turn 1: YOUR TURN")
        assert lines[2].split() == ["Ann", "(you)", "0/3", "lost", "random", "bot", "0/3", "lost"]
        assert lines[3].startswith("     0 1 2 3 4 5 6 7 8 9         0 1 2 3 4 5 6 7 8 9")
        assert any("Your turn: Enter attacks (5,5)." in line for line in lines)
        assert any("S surrender" in line for line in lines)
        program.type("\r")
        sees(program, "Turn 3: YOUR TURN", "You: (5,5) ", "random bot: (", "  1 you  (5,5)")
        program.type("\r")
        program.shows("You have attacked (5,5) already")


def test_a_click_attacks_and_another_button_takes_a_note() -> None:
    with here() as program:
        in_battle(program)
        click(program, *at_cell(program, 7, 2, board=1))
        program.shows("You: (2,7) ")
        program.shows("Turn 3: YOUR TURN")
        click(program, *at_cell(program, 1, 1, board=1), button=2)
        program.until(lambda lines: "[?]" in lines[at_cell(program, 1, 1)[0]])
        click(program, *at_cell(program, 1, 1, board=0))
        program.shows("Turn 3: YOUR TURN")


def test_notes_and_guesses_are_drawn_and_rubbed_out() -> None:
    with here() as program:
        in_battle(program)
        for sign in "?/H·":
            program.type("n")
            program.shows(f"[{sign}]")
        program.type("p")
        program.shows("────┼────")
        program.type("]")
        program.shows("p draws a plane facing right.")
        program.type("p")
        program.until(lambda lines: not any("────┼────" in line for line in lines))
        program.shows("[►]")
        program.type("pp[p")
        program.shows("────┼────")
        program.type("\x1b[Bp")
        program.shows("That would overlap another plane that you have drawn")
        program.type("x")
        program.until(lambda lines: not any("────┼────" in line for line in lines))


def test_surrender_shows_both_fleets_and_leaves_the_last_words() -> None:
    with here() as program:
        in_battle(program)
        program.type("S")
        program.shows("Surrender? y: yes, any other key: no")
        program.type("x")
        program.shows("Enter attacks")
        program.type("Sy")
        lines = sees(program, "YOU LOST", "You surrendered: random bot has won.", "any key leaves")
        assert sum(line[28:].count("▲") + sum(line[28:].count(head) for head in "►▼◄") for line in lines) == 3
        program.type(" ")
        assert program.ended() == 0
        assert any("You surrendered: random bot has won." in line for line in program.lines())
        assert program.restored()


def test_small_letters_move_and_do_not_surrender() -> None:
    with here() as program:
        in_battle(program)
        program.type("s")
        program.shows("Enter attacks (5,6)")
        program.type("wad")
        program.shows("Enter attacks (5,5)")


def lies(script: Script) -> None:
    """Says that a plane is destroyed, and shows a map on which there is none."""
    script.greet(Name("Ann"))
    hear(script, Bare.JOIN)
    script.say(GameInfo(w=5, h=5, n=1), Bare.READY)
    hear(script, Bare.READY)
    hear(script, Attack)
    script.say(AttackResult(2), ExchangeMap(((2, 4, 2),)))
    hear(script, ExchangeMap)


def test_a_map_that_does_not_agree_is_told_in_words() -> None:
    with joined(lies) as (program, _):
        program.shows(PLACE)
        program.type("ry")
        program.shows("YOUR TURN")
        program.type("\r")
        found = "Ann: attack 1 at (2,2) was answered destroy, but by the map it is"
        sees(program, "YOU WON", "The maps do not agree with the answers (1):", found)
        program.type("\r")
        assert program.ended() == 0
        assert any("You won: you destroyed the only plane of Ann." in line for line in program.lines())


def test_a_peer_that_vanishes_is_told_on_a_page_and_in_the_shell() -> None:
    def behave(script: Script) -> None:
        script.greet(Name("Ann"))
        hear(script, Bare.JOIN)
        script.say(GameInfo(w=5, h=5, n=1), Bare.READY)
        hear(script, Bare.READY)
        script.sock.shutdown(socket.SHUT_RDWR)

    with joined(behave) as (program, _):
        program.shows(PLACE)
        program.type("ry")
        program.shows("The game is over")
        program.shows("The connection was closed by the other side.")
        program.type(" ")
        assert program.ended() == 1
        program.shows("The connection was closed by the other side.")
        assert program.restored()


def test_leaving_in_the_battle_is_a_surrender_for_the_other() -> None:
    def behave(script: Script) -> None:
        offer(script)
        hear(script, Bare.SURRENDER)
        assert isinstance(script.heard[-2], ExchangeMap)

    with joined(behave) as (program, _):
        program.shows(PLACE)
        program.type("ry")
        program.shows("Turn 1: turn of Ann")
        program.shows("Ann is to attack ...")
        program.type("\r")
        program.shows("Not yet: it is the other player's turn.")
        program.type("q")
        program.shows("Leave? That is a surrender.")
        program.type("y")
        assert program.ended() == 0
        program.shows("You surrendered: Ann has won.")


# --- terminals


def test_both_fields_fit_into_60x20() -> None:
    with here(cols=60, rows=20) as program:
        program.shows(PLACE)
        program.type("ry")
        lines = sees(program, "YOUR TURN", "notes:")
        assert any("  9│" in line and line.rindex("  9│") > 26 for line in lines)
        assert len([line for line in lines if line.endswith("│")]) == 10
        assert any("Enter attacks (5,5)" in line for line in lines)
        assert any("arrows move  Enter attack" in line for line in lines)


def test_a_large_field_scrolls_with_its_cursor() -> None:
    with here("--rows", "40", "--columns", "40", "--planes", "2") as program:
        program.shows("head at (20,20)")
        program.type("\x1b[B" * 19 + "\x1b[C" * 19)
        lines = program.shows("head at (39,39)")
        assert any(line.startswith(" 39") and line.rstrip().endswith("[x]│") for line in lines)
        program.type("ry")
        lines = sees(program, "YOUR TURN", "Enter attacks (20,20)")
        assert any(" 20┆" in line and "[·]" in line for line in lines)
        program.type("\x1b[A" * 20 + "\x1b[D" * 20)
        lines = program.shows("Enter attacks (0,0)")
        assert any("  0│[·]· ·" in line for line in lines)
        program.type("\x1b[A")
        lines = program.shows("Enter attacks (0,39)")
        assert any(" 39│[·]· ·" in line for line in lines)


def test_resizing_draws_anew_and_says_when_there_is_too_little_room() -> None:
    with here() as program:
        in_battle(program)
        program.resize(38, 10)
        program.until(lambda lines: lines[:2] == ["too small:", "40x12 needed"])
        program.resize(40, 12)
        program.shows("[·]")
        program.resize(120, 40)
        program.shows("Last attacks")
        program.resize(80, 24)
        lines = sees(program, "YOUR TURN", "q quit")
        assert lines[3].startswith("     0 1 2 3 4 5 6 7 8 9         0 1 2 3 4 5 6 7 8 9")


def test_no_color_means_no_colour() -> None:
    with here(NO_COLOR="1") as program:
        in_battle(program)
        program.type("\r")
        program.shows("Turn 3")
        cells = [program.screen.buffer[row][col] for row in range(24) for col in range(80)]
        assert {(cell.fg, cell.bg) for cell in cells} == {("default", "default")}


def test_colours_are_there_without_it() -> None:
    with here() as program:
        program.shows(PLACE)
        assert any(cell.fg == "green" for line in program.screen.buffer.values() for cell in line.values())


def test_a_terminal_without_utf_8_gets_ascii() -> None:
    with here(PYTHONIOENCODING="ascii") as program:
        program.shows(PLACE)
        program.type("r")
        program.shows("3 of 3")
        assert program.output.isascii()
        assert any("  0|" in line for line in program.lines())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_restores_the_terminal_and_its_mouse(number: signal.Signals) -> None:
    with here() as program:
        program.shows(PLACE)
        program.until(lambda _: b"\x1b[?1006h" in program.output)
        program.process.send_signal(number)
        assert program.ended() == 128 + number
        assert program.restored()
        assert b"Traceback" not in program.output


def has_mouse(program: Program) -> bool:
    return program.output.rfind(b"\x1b[?1000h") > program.output.rfind(b"\x1b[?1000l")


def test_stopping_gives_the_mouse_back_and_going_on_takes_it_again() -> None:
    with Program("bash", "--norc", "-i") as program:
        program.type(f"{shlex.join(AGAINST)}\r")
        program.shows(PLACE)
        program.type("\x1a")
        program.shows("Stopped")
        assert not has_mouse(program)
        program.type("fg\r")
        program.until(lambda _: has_mouse(program), "the mouse to be taken again")
        program.type("r")
        program.shows("3 of 3 planes placed")
        program.type("\x03y")
        program.shows("You gave up; nobody has won.")
        assert not has_mouse(program)


def test_a_closed_terminal_ends_it() -> None:
    program = here()
    program.shows(PLACE)
    program.hang_up()
    assert program.process.wait(60) in (74, 129)


def test_a_server_where_nobody_waits_yet_lets_one_place_and_wait() -> None:
    with (
        live("planefight", settings={"opponent": "pair"}) as server,
        Program(*PLAY, "--port", str(server.port), "--name", "Ann") as ann,
    ):
        sees(ann, "Opponent: somebody", "not here yet")
        ann.type("ry")
        ann.shows("READY - waiting for somebody")
        with Program(*PLAY, "--port", str(server.port), "--name", "Bo") as bo:
            ann.shows("READY - waiting for Bo")
            sees(bo, "Opponent: Ann", "q   give up", "Enter puts it.")
            bo.type("ry")
            for program in (ann, bo):
                sees(program, "Turn 1:", "The battle begins!")


# --- hosting, and bots without a terminal


def test_the_hosting_player_reads_how_he_can_be_joined_and_may_leave() -> None:
    with Program(*PLAY, "--host", "--port", "0") as program:
        program.shows("Waiting for a player to join")
        program.shows("fogfield play planefight ")
        program.type("\x03")
        assert program.ended() == 130
        assert program.restored()


def bots(*options: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [*PLAY, *options], capture_output=True, text=True, timeout=60, check=False, env=clean_environment()
    )


def test_two_bots_here_and_every_event_is_a_line() -> None:
    done = bots("--bot", "random", "--against", "random", "--name", "Ann", "--first", "me", *SMALL)
    first, *attacks, last = done.stdout.splitlines()
    assert first == "Ann (begins) against random bot: 5x5, 1 plane"
    assert attacks[0].startswith("turn 1: Ann attacked (")
    assert all(line.startswith(f"turn {number}: ") for number, line in enumerate(attacks, 1))
    assert attacks[-1].endswith(": DESTROYED")
    winner = "random bot" if done.returncode else "Ann"
    assert last == f"{winner} has won (destroyed every plane) in turn {len(attacks)}"
    assert done.returncode in (0, 1)
    assert done.stderr == ""


def test_a_bot_hosts_and_a_bot_joins_over_the_network() -> None:
    host = subprocess.Popen(
        [*PLAY, "--bot", "random", "--host", "--port", "0", "--name", "Ann", "--first", "other", *SMALL],
        stdout=subprocess.PIPE, text=True, env=clean_environment(),
    )  # fmt: skip
    assert host.stdout
    port = host.stdout.readline().split()[-1]
    joiner = bots("--bot", "random", "--port", port, "--name", "Bo")
    said, _ = host.communicate(timeout=30)
    assert said.splitlines()[0] == "Bo (begins) against Ann: 5x5, 1 plane"
    assert {host.returncode, joiner.returncode} == {0, 1}
    assert said.splitlines() == joiner.stdout.splitlines()[1:]


def test_a_bot_that_finds_nobody_exits_with_3() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = bots("--bot", "random", "--host", "--port", port)
        assert done.returncode == 3
        assert "already in use" in done.stderr
    done = bots("--bot", "random", "--port", port)
    assert done.returncode == 3
    assert "nobody answers" in done.stderr


def test_a_bot_whose_peer_gives_up_exits_with_3() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        command = [*PLAY, "--bot", "random", "--port", str(listener.getsockname()[1])]
        bot = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=clean_environment())
        sock, _ = listener.accept()
        with sock:
            script = Script(sock)
            script.greet(Bare.GIVE_UP)
            said, _ = bot.communicate(timeout=30)
    assert bot.returncode == 3
    assert said.splitlines()[-1] == "The other player gave up this game."


def test_escape_is_a_key_and_control_d_asks_before_it_surrenders() -> None:
    with here(*SMALL) as program:
        program.shows(PLACE)
        program.type("ry")
        program.shows("YOUR TURN")
        for key in ("q", "\x04", "\x03"):
            program.type(key)
            program.shows("Leave? That is a surrender.")
            program.type("\x1b")
            program.shows("Your turn: Enter attacks")
        program.type("\x04")
        program.shows("Leave? That is a surrender.")
        program.type("y")
        assert program.ended() == 0
        assert program.restored()


def test_without_utf_8_in_the_locale_the_fields_are_drawn_in_ascii() -> None:
    with here(LC_ALL="C") as program:
        program.shows(PLACE)
        program.type("r")
        lines = program.shows("3 of 3 planes placed")
        assert "".join(lines).isascii()


def test_keys_do_nothing_while_the_terminal_is_too_small() -> None:
    with here(*SMALL, cols=30, rows=10) as program:
        program.shows("too small")
        program.type("r")
        program.resize(80, 24)
        sees(program, PLACE, "0 of 1")


@pytest.mark.parametrize("keys", ["\x03\x03", "qy"])
def test_who_plays_on_a_terminal_that_is_too_small_can_leave(keys: str) -> None:
    with here(*SMALL, cols=30, rows=10) as program:
        program.shows("too small")
        program.type(keys)
        assert program.ended() == (130 if "\x03" in keys else 0)


@pytest.mark.parametrize("rows", [12, 14, 16, 20])
@pytest.mark.parametrize("cols", [40, 80, 120])
def test_what_is_to_be_done_and_what_is_asked_is_seen_on_low_terminals_too(cols: int, rows: int) -> None:
    with here(cols=cols, rows=rows) as program:
        program.shows("Plane 1: head at"[:cols])
        program.type("y")
        program.shows("3 planes still to be placed")
        program.type("q")
        program.shows("Give up this game?")
        program.type("n")
        program.type("r")
        program.shows("All planes are placed")
        program.type("y")
        program.shows("Your turn: Enter attacks")
        program.type("S")
        program.shows("Surrender? y: yes")
        program.type("y")
        sees(program, "YOU LOST", "any")
        program.type("\x1b")
        assert program.ended() == 0


def test_who_breaks_the_protocol_has_lost_for_the_client_too() -> None:
    def behave(script: Script) -> None:
        offer(script)
        hear(script, Bare.READY)
        script.say(Attack(10, 10))
        hear(script, AttackResult)

    with joined(behave) as (program, _):
        program.shows(PLACE)
        program.type("ry")
        sees(program, "The game is over", "a player broke the protocol", "You have won.")
        program.type(" ")
        assert program.ended() == 0
        program.shows("You have won.")


def test_what_was_said_to_a_key_gives_way_to_what_happens_then() -> None:
    def behave(script: Script) -> None:
        offer(script)
        hear(script, Bare.READY)
        go_on.wait(20)
        script.say(Attack(0, 0))
        hear(script, AttackResult)
        done.wait(20)

    go_on, done = threading.Event(), threading.Event()
    with joined(behave) as (program, _):
        program.shows(PLACE)
        program.type("ry")
        program.shows("Ann is to attack ...")
        program.type("\r")
        program.shows("Not yet: it is the other player's turn.")
        go_on.set()
        sees(program, "Your turn: Enter attacks", "Ann: (0,0) ")
        assert not any("Not yet" in line for line in program.lines())
        program.type("\x03\x03")
        assert program.ended() == 130
        done.set()


def test_a_connection_that_asks_for_no_game_does_not_end_a_hosted_one() -> None:
    with Program(*PLAY, "--host", "--port", "0", "--name", "Ann", *SMALL, cols=120) as ann:
        ann.shows("q or Ctrl-C leaves.")
        port = next(int(line.split()[-1]) for line in ann.lines() if "address" in line and ", port " in line)
        with socket.create_connection(("127.0.0.1", port)) as stray:
            stray.settimeout(20)
            stray.sendall(b"GET / HTTP/1.0\r\n\r\n")
            while stray.recv(4096):
                pass
        with Program(*PLAY, "--port", str(port), "--name", "Bo") as bo:
            bo.shows("Opponent: Ann")
            bo.type("ry")
            bo.shows("READY - waiting for Ann")
            bo.shows("q give up")


def test_whoever_hosts_offers_no_more_planes_than_every_program_can_show() -> None:
    done = subprocess.run(
        [*PLAY, "--host", "--rows", "40", "--columns", "40", "--planes", "30"],
        capture_output=True, text=True, check=False, env=clean_environment(),
    )  # fmt: skip
    assert done.returncode == 2
    assert "more than 25 planes" in done.stderr
