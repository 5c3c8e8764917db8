"""The client's side of the conversation: what the server said, what the player is asked, what he may answer.

It takes servers as they are: a grid that is too short, a word that nobody knows, a question that is asked twice.
"""

import re
from enum import Enum

from fogfield.core.grid import Cell
from fogfield.core.outcome import Outcome, won
from fogfield.games.battleship.messages import (
    Attack,
    Board,
    ClientMessage,
    ClientWord,
    Grid,
    InitGrid,
    ServerMessage,
    ServerWord,
    Unknown,
)
from fogfield.games.battleship.rules import BOAT, HIT, MISS, SUNK, WATER, Action, Options, Place, Shot
from fogfield.games.battleship.view import View

#: What the published protocol plays with.
OPTIONS = Options()
KNOWN = frozenset((WATER, BOAT, HIT, MISS))
#: The player himself, whatever his seat on the server is; the protocol does not tell.
ME, OTHER = 0, 1


class Asked(Enum):
    """What the server wants to know."""

    BOATS = "boats"
    ATTACK = "attack"
    REMATCH = "rematch"


#: The published texts.
TEXTS = {
    ServerWord.GAMEREADY: "Game is starting!",
    ServerWord.WAIT: "Waiting for opponent's move...",
    ServerWord.HIT: "HIT!",
    ServerWord.MISS: "Missed...",
    ServerWord.UWON: "YOU WIN!",
    ServerWord.ULOST: "YOU LOST!",
    ServerWord.REMATCH_DENY: "Rematch denied!",
}
UNEXPECTED = "Unexpected command from server..."
ATTACKED_ALREADY = "You already attacked this cell!"
REFUSED = "The server refused these boats."
ENDED = "The server ended the game: the opponent has left, or somebody took too long."
NOBODY = "The server said goodbye: nobody came to play."
QUESTIONS = {
    Asked.BOATS: f"Where are your {OPTIONS.boats} boats? {OPTIONS.boats} cells from 1 to {OPTIONS.cells}:",
    Asked.ATTACK: f"Which cell do you attack? 1 to {OPTIONS.cells}:",
    Asked.REMATCH: "Rematch or Exit?",
}
#: How cells are counted, for those who see them in rows.
COUNTING = "Cells are counted row by row: 1 to 4, 5 to 8, 9 to 12, 13 to 16."


class WrongAnswer(Exception):
    """The player cannot answer like this; the text says why."""


class ClientSession:
    """One player's conversation with a server."""

    def __init__(self) -> None:
        self.own = self.other = WATER * OPTIONS.cells
        self.asked: Asked | None = None
        #: Where boats were placed, until they are all there.
        self.chosen: tuple[int, ...] = ()
        #: There will be no other game, and after that nothing is said but goodbye, if at all.
        self.denied = False
        #: The server said goodbye.
        self.over = False
        self.games = self.wins = 0
        self._begun = False
        self._answered: Asked | None = None
        self._shots: tuple[Shot, ...] = ()
        self._outcome: Outcome | None = None

    # --- what the server says

    def on(self, message: ServerMessage) -> list[str]:
        """Take what the server said; gives what to tell the player."""
        if isinstance(message, Board):
            return self._look(message)
        if isinstance(message, Unknown):
            return [UNEXPECTED]
        if message is ServerWord.ERROR:
            return [REFUSED if self._answered is Asked.BOATS else ATTACKED_ALREADY]
        if message is ServerWord.GAMEREADY:
            self._begin()
        elif message is ServerWord.INIT_GRID:
            self.asked, self.chosen = Asked.BOATS, ()
            self.own = WATER * OPTIONS.cells
        elif message is ServerWord.ATTACK:
            self.asked = Asked.ATTACK
        elif message in (ServerWord.UWON, ServerWord.ULOST):
            self._finish(won(ME if message is ServerWord.UWON else OTHER, reason=SUNK))
        elif message is ServerWord.REMATCH_DENY:
            self.asked, self.denied = None, True
        elif message is ServerWord.END:
            self.asked, self.over = None, True
            return [] if self.denied else [ENDED if self._begun else NOBODY]
        return [TEXTS[message]] if message in TEXTS else []

    def _begin(self) -> None:
        self._begun = True
        self.own = self.other = WATER * OPTIONS.cells
        self._shots = ()
        self._outcome = None

    def _finish(self, outcome: Outcome) -> None:
        self.asked = Asked.REMATCH
        self._outcome = outcome
        self.games += 1
        self.wins += ME in outcome.winners

    def _look(self, message: Board) -> list[str]:
        """Take a grid. What a server leaves out was as it was; what it adds is not ours."""
        own = message.grid is Grid.URBOARD
        before = self.own if own else self.other
        shown = "".join(char if char in KNOWN else "?" for char in message.cells[: OPTIONS.cells])
        now = shown + before[len(shown) :]
        shooter = OTHER if own else ME
        self._shots += tuple(
            Shot(shooter, Cell(0, place), char == HIT)
            for place, (was, char) in enumerate(zip(before, now, strict=True))
            if char in (HIT, MISS) and was not in (HIT, MISS)
        )
        if own:
            self.own = now
        else:
            self.other = now
        return []

    # --- what the player answers

    def place(self, cells: tuple[int, ...]) -> InitGrid | None:
        """Place some boats, or all anew; cells are counted from 1, here and below. They are sent when all are there."""
        boats = cells if len(cells) == OPTIONS.boats else (*self.chosen, *cells)
        for number, cell in enumerate(boats):
            check(cell)
            if cell in boats[:number]:
                raise WrongAnswer(f"There is a boat on {cell} already; boats need {OPTIONS.boats} different cells.")
        if len(boats) > OPTIONS.boats:
            raise WrongAnswer(f"{OPTIONS.boats} boats are needed, not {len(boats)}.")
        self.chosen = boats
        return self.boats(boats) if len(boats) == OPTIONS.boats else None

    def take_back(self, cell: int) -> None:
        """Take a boat back that was placed."""
        self.chosen = tuple(one for one in self.chosen if one != cell)

    def boats(self, cells: tuple[int, ...]) -> InitGrid:
        """Say where all boats are."""
        self._answer(Asked.BOATS)
        self.chosen = ()
        self.own = "".join(BOAT if cell in cells else WATER for cell in range(1, OPTIONS.cells + 1))
        return InitGrid(cells)

    def attack(self, cell: int) -> Attack:
        """Attack a cell; one that was attacked before only if no other is left, as no good server lets it happen."""
        check(cell)
        if self.other[cell - 1] in (HIT, MISS) and not self.hopeless:
            raise WrongAnswer(ATTACKED_ALREADY)
        self._answer(Asked.ATTACK)
        return Attack(cell)

    @property
    def hopeless(self) -> bool:
        """Whether every cell was attacked and it goes on: some servers let a player place fewer than three boats."""
        return WATER not in self.other

    def rematch(self, wanted: bool) -> ClientWord:
        """Play again, or go."""
        self._answer(Asked.REMATCH)
        return ClientWord.REMATCH_OFFER if wanted else ClientWord.QUIT

    def answer(self, text: str) -> ClientMessage | None:
        """Answer with what the player typed; with some of the boats, that is no answer yet."""
        if self.asked is Asked.REMATCH:
            word = text.strip().rstrip(".").lower()
            if word not in ("rematch", "exit"):
                raise WrongAnswer("Please type Rematch or Exit.")
            return self.rematch(word == "rematch")
        found = numbers(text)
        if self.asked is Asked.BOATS:
            return self.place(found)
        if len(found) != 1:
            raise WrongAnswer("One cell at a time.")
        return self.attack(found[0])

    def wants_out(self, text: str) -> bool:
        """Say whether the player typed that he goes, when that is not what he was asked."""
        return text.strip().rstrip(".").lower() == "exit" and self.asked is not Asked.REMATCH

    def _answer(self, to: Asked) -> None:
        self._answered, self.asked = to, None

    # --- a bot in the player's place

    def view(self) -> View:
        """Give what is known as a view, for a bot; the player is on seat 0 in it."""
        return View(
            options=OPTIONS,
            seat=ME,
            boards=(self.own, self.other),
            placed=(self.asked is not Asked.BOATS,) * 2,
            shots=self._shots,
            to_act=frozenset((ME,) if self.asked in (Asked.BOATS, Asked.ATTACK) else ()),
            outcome=self._outcome,
        )

    def act(self, action: Action) -> ClientMessage:
        """Answer with what a bot chose."""
        if isinstance(action, Place):
            return self.boats(tuple(boat.col + 1 for boat in action.boats))
        return self.attack(action.cell.col + 1)


def numbers(text: str) -> tuple[int, ...]:
    """Read the cells that a player typed."""
    words = text.split()
    if not words or not all(re.fullmatch(r"\+?[0-9]{1,9}", word, re.ASCII) for word in words):
        raise WrongAnswer(f"Please enter numbers from 1 to {OPTIONS.cells}.")
    return tuple(map(int, words))


def check(cell: int) -> None:
    """Refuse a cell that is not on the grid."""
    if not 1 <= cell <= OPTIONS.cells:
        raise WrongAnswer(f"{cell} is not on the grid; its cells are 1 to {OPTIONS.cells}.")
