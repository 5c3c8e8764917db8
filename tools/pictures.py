"""Draw the pictures of the README from real screens: `make pictures`.

A game with a fixed seed is played through the real session; the screen that it sends is laid on the canvas that the
client uses, and the canvas becomes an SVG.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any, cast
from xml.sax.saxutils import escape

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from support.host import FixedHost
from support.sweeping import Desk

from fogfield.core import record
from fogfield.core.chance import stream
from fogfield.core.grid import Cell
from fogfield.core.match import Match
from fogfield.games import planefight as planes
from fogfield.games import treasurehunt as treasure
from fogfield.games.alpha.codec import command
from fogfield.games.alpha.messages import Exit, SeedFile
from fogfield.games.alpha.session import Transcript
from fogfield.games.battleship.client import ClientSession
from fogfield.games.battleship.messages import Board, Grid, ServerWord
from fogfield.games.classic.bots import shown
from fogfield.games.jminesweeper.messages import ClientMessage, Command, ScreenContent, Start
from fogfield.games.jminesweeper.session import ServerSession
from fogfield.games.planefight.fleet import Options, Plane
from fogfield.games.planefight.rules import Action, Attack, Place
from fogfield.games.treasurehunt import bots as hunters
from fogfield.games.treasurehunt import screen as hunt_screen
from fogfield.games.treasurehunt.presets import Options as HuntOptions
from fogfield.kits.mines.reasons import Knowledge
from fogfield.kits.mines.solver import Solver
from fogfield.play.battleship import ScreenFace
from fogfield.play.planefight.face import Face
from fogfield.play.replay.pages import Scene, page
from fogfield.play.replay.tape import read
from fogfield.play.viewport import Viewport
from fogfield.wire.canvas import Canvas, Style

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "img"
CELL_W, CELL_H, MARGIN, BAR = 9, 20, 16, 30
INK, PAPER, FRAME = "#d7dae0", "#16181d", "#2a2e37"
COLOURS = {
    "31": "#e06c75", "32": "#7ec77b", "33": "#d19a66", "34": "#5a8dee", "35": "#c678dd", "36": "#56b6c2",
    "37": "#d7dae0", "90": "#5c6370", "91": "#ff6b70", "92": "#8fe388", "93": "#ffd866", "94": "#7aa7ff",
    "95": "#e59cff", "96": "#7fe3ee", "97": "#ffffff", "41": "#b3262e", "45": "#7d3c8c",
    "42": "#7ec77b", "30": "#16181d",
    "38;5;245": "#7d838f", "48;5;28": "#1f7a33",
    "48;5;64": "#4d7f1e", "48;5;100": "#7d7d12", "48;5;136": "#a87a10", "48;5;130": "#b05a0d",
    "48;5;124": "#b3261e", "48;5;88": "#7c1414",
}  # fmt: skip

#: Keys as a person presses them in the picture's game, and the packets they become.
PACKETS = {
    "w": Command.MOVE_UP, "a": Command.MOVE_LEFT, "s": Command.MOVE_DOWN, "d": Command.MOVE_RIGHT,
    " ": Command.TOGGLE_BOMB_MARK, "\r": Command.REVEAL, "#": Command.TOGGLE_DEBUG_MODE,
}  # fmt: skip


def screen(seed: str, start: Start, keys: str) -> Canvas:
    """Play the keys on a board that the seed gives, and show the last screen."""
    session = ServerSession(FixedHost("jminesweeper", seed))
    canvas = Canvas()
    messages: list[ClientMessage] = [start, *(PACKETS[key] for key in keys)]
    for message in messages:
        (reply,) = session.on(message, 0.0)
        assert isinstance(reply, ScreenContent)
        canvas.feed(reply.content.decode("ascii"))
    return canvas


def transcript(seed_file: str, lines: tuple[str, ...], last: int) -> Canvas:
    """Type lines into the command-line game, and show the last lines of the terminal."""
    session = Transcript(FixedHost("alpha", "fog"))
    said = "".join(one.text for one in session.on(SeedFile(seed_file), 0.0) if not isinstance(one, Exit))
    for line in lines:
        said += f"{line}\n"  # a terminal shows what is typed
        said += "".join(one.text for one in session.on(command(line), 0.0) if not isinstance(one, Exit))
    canvas = Canvas()
    canvas.feed("\r\n".join(said.split("\n")[-last:]))
    return canvas


def battleship() -> Canvas:
    """Play some attacks on a full screen, without a server and without a terminal."""
    session = ClientSession()
    shown: list[str] = []
    face = ScreenFace(cast("Any", None), session, cast("Any", _Paper(shown)))
    for message in MESSAGES:
        face.hear(message)
    face.draw()
    canvas = Canvas()
    canvas.feed(shown[-1])
    return canvas


def treasurehunt() -> Canvas:
    """Let two AIs play for a while, and show what one of them knows."""
    players = [hunters.Expert(), hunters.Lookout()]
    rngs = [stream(SEED, "one"), stream(SEED, "two")]
    match = Match(treasure.GAME, HuntOptions(), HUNT_SEED)
    for _ in range(HUNT_ACTIONS):
        (seat,) = match.game.to_act(match.state)
        action = players[seat].choose(match.view(seat), rngs[seat])
        assert action is not None
        assert match.act(seat, action, 0.0) == ()
    view = match.view(0)
    title = f"Mira Feld against Jon Berg: action {view.actions} of 320, our turn, no treasure yet"
    lines = [title, *hunt_screen.picture(view, players[0].ahead, colour=True), "", *hunt_screen.LEGEND]
    canvas = Canvas()
    canvas.feed("\r\n".join([*lines, "Last action: move right"]))
    return canvas


def planefight() -> Canvas:
    """Show the middle of a battle, with a note and a guess."""
    match = Match(planes.GAME, Options(), "fog")
    for seat, action in FLIGHTS:
        assert match.act(seat, action, 0.0) == ()
    shown: list[str] = []
    face = Face(cast("Any", _Paper(shown, 80)), "Ann")
    face.look(cast("Any", _Still(match.view(0))), *BATTLE_KEYS)
    canvas = Canvas()
    canvas.feed(shown[-1])
    return canvas


def replayed() -> Canvas:
    """Show a moment of the same battle again, with everything that the players did not see."""
    match = Match(planes.GAME, Options(), "fog")
    for number, (seat, action) in enumerate(FLIGHTS):
        assert match.act(seat, action, number * 4.5) == ()
    match.record.about = {"seats": [{"name": "Ann"}, {"name": "Bo"}]}
    tape = read(list(record.write(match.record, match.game)))
    canvas = Canvas()
    canvas.lines = page(Scene(tape, REPLAYED_AT, tape.fogs()[0], playing=True, speed="x2"), 80, 22, Viewport())
    return canvas


def classic(board: str, first: Cell, deductions: int, *keys: str) -> Canvas:
    """Follow so many deductions on a board, with flags on what is certainly a mine, and press keys."""
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(board, Path(folder), first=first)
        desk.press("enter")
        for _ in range(deductions):
            numbers = shown(desk.face.game.view)
            step = next(step for step in Knowledge(desk.board.grid, desk.board.mines, numbers).steps() if step.safe)
            solver = Solver(desk.board.rows, desk.board.cols, desk.board.mines)
            solver.tell(numbers.items())
            for cell, key in [
                *((cell, "f") for cell in solver.proved().mines),
                *((cell, "enter") for cell in step.safe),
            ]:
                if desk.face.game.at(cell) == "?":
                    desk.goto(cell)
                    desk.now += 0.7
                    desk.press(key)
        desk.press(*keys)
    return desk.paper.canvas


class _Still:
    """A duel that stands still."""

    opponent, over, failure, sock, wait_s = "Bo", False, "", object(), None

    def __init__(self, view: Any) -> None:
        self.view = view


class _Paper:
    """A terminal of paper."""

    resized = False

    def __init__(self, shown: list[str], columns: int = 70) -> None:
        self._shown = shown
        self._columns = columns

    def size(self) -> tuple[int, int]:
        """Give columns and rows."""
        return self._columns, 22

    def write(self, text: str) -> None:
        """Show a frame."""
        self._shown.append(text)


def svg(canvas: Canvas, title: str, columns: int) -> str:
    """Draw a canvas as a terminal window."""
    width = columns * CELL_W + 2 * MARGIN
    height = len(canvas.lines) * CELL_H + 2 * MARGIN + BAR
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"',
        """ role="img" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="15">""",
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" rx="10" fill="{PAPER}" stroke="{FRAME}"/>',
        f'<path d="M0 {BAR}H{width}" stroke="{FRAME}"/>',
        *(f'<circle cx="{20 + 18 * at}" cy="15" r="5" fill="{FRAME}"/>' for at in range(3)),
        f'<text x="{width / 2}" y="20" fill="#8b919d" text-anchor="middle" font-size="13">{escape(title)}</text>',
    ]
    for row, line in enumerate(canvas.lines):
        drawn = [
            _glyph(char, style, MARGIN + col * CELL_W, BAR + MARGIN + row * CELL_H)
            for col, (char, style) in enumerate(line)
        ]
        out += [ground for ground, _ in drawn if ground]  # all grounds first: they are a little wider than a character
        out += [glyph for _, glyph in drawn if glyph]
    return "\n".join([*out, "</svg>", ""])


def _glyph(char: str, style: Style, x: int, y: int) -> tuple[str, str]:
    """Draw the ground of a character, if it has one, and the character itself, if it can be seen."""
    ground = glyph = ""
    ink, paper = COLOURS.get(style.ink, INK), COLOURS.get(style.paper, "")
    if "reverse" in style.attributes:
        ink, paper = paper or PAPER, ink
        ground = f'<rect x="{x}" y="{y}" width="{CELL_W + 1}" height="{CELL_H}" fill="{paper}"/>'
    elif style.paper:
        ground = f'<rect x="{x - 4}" y="{y}" width="{CELL_W + 8}" height="{CELL_H}" fill="{paper}"/>'
    if char != " ":
        weight = ' font-weight="bold"' if "bold" in style.attributes else ""
        glyph = f'<text x="{x}" y="{y + 15}" fill="{ink}"{weight}>{escape(char)}</text>'
    return ground, glyph


def pictures() -> dict[str, str]:
    """Give every picture by its file name."""
    small = Start(columns=20, rows=10, level=1)
    playing = screen(SEED, small, PLAYED)
    lost = screen(SEED, small, LOST)
    return {
        "jminesweeper.svg": svg(playing, "fogfield play jminesweeper", 78),
        "jminesweeper-lost.svg": svg(lost, "fogfield play jminesweeper", 78),
        "battleship.svg": svg(battleship(), "fogfield play battleship", 70),
        "planefight.svg": svg(planefight(), "fogfield play planefight", 80),
        "replay.svg": svg(replayed(), "fogfield replay match.jsonl", 80),
        "treasurehunt.svg": svg(treasurehunt(), "fogfield hunt http://localhost:18235", 82),
        "classic.svg": svg(classic(*SWEPT, "!"), "fogfield play classic expert", 80),
        "classic-odds.svg": svg(classic(*ODDS, "%"), "fogfield play classic 24x16/80", 80),
        "classic-proof.svg": svg(classic(*PROVED, *PROOF_KEYS), "fogfield play classic expert --start noguess", 80),
        "alpha.svg": svg(transcript(MINES, TYPED, 28), "minesweeper-alpha board.txt", 62),
    }


#: A seed and two ways to play it: well, and not.
SEED = "dawn"
PLAYED = "ssssdddddddd\r" + "wwdddddd " + "saaaaaaaa " + "saaa " + "ssssdddd " + "wwa"
LOST = PLAYED + "dd waa\r"

#: A seed file, and a game on it that looks under the fog in the end.
MINES = "6 8 7\n0 3\n1 6\n2 1\n3 4\n4 4\n5 0\n5 7\n"
TYPED = ("r 0 0", "r 1 1", "r 2 0", "m 2 1", "r 2 2", "r 1 2", "r 0 2", "m 0 3", "g 1 6", "r 3 3", "nofog", "r 9 9")

#: What a server says in the middle of a game.
MESSAGES = (
    ServerWord.GAMEREADY, Board(Grid.URBOARD, "~O~~~X*~~~*~~~~O"), ServerWord.HIT,
    Board(Grid.OPPONENTBOARD, "~*~~X~~~~~*~~~~~"), ServerWord.WAIT, ServerWord.MISS, ServerWord.ATTACK,
)  # fmt: skip


#: Boards of classic minesweeper, where they begin, and how many moves are made on them.
SWEPT = ("30x16-99-zero-wind", Cell(8, 15), 69)
ODDS = ("24x16-80-zero-fog", Cell(8, 12), 12)
PROVED = ("30x16-99-noguess-dawn", Cell(8, 15), 0)
PROOF_KEYS = ("p", "y", *["]"] * 4)

#: A hunt: how it is drawn, and how far it gets.
HUNT_SEED, HUNT_ACTIONS = "dawn", 26

#: A battle: two fleets, and attacks in turns; then keys for a guessed plane and a note.
FLIGHTS: tuple[tuple[int, Action], ...] = (
    (0, Place((Plane(Cell(0, 2), 0), Plane(Cell(9, 6), 2), Plane(Cell(3, 7), 1)))),
    (1, Place((Plane(Cell(4, 2), 3), Plane(Cell(0, 7), 0), Plane(Cell(9, 6), 2)))),
    *(
        (number % 2, Attack(Cell(row, col)))
        for number, (row, col) in enumerate(
            [(4, 4), (1, 1), (4, 2), (0, 2), (1, 7), (5, 5), (2, 5), (6, 6), (5, 8), (9, 6)]
        )
    ),
)
REPLAYED_AT = 9
BATTLE_KEYS = (
    *["up"] * 5, *["right"] * 2, "n", "n", "n", *["down"] * 4, *["left"] * 5, "[", "p",
    *["down"] * 4, *["right"] * 4, "n",
)  # fmt: skip


if __name__ == "__main__":
    IMAGES.mkdir(parents=True, exist_ok=True)
    for name, text in pictures().items():
        (IMAGES / name).write_text(text, "utf-8")
        print(IMAGES / name)
