"""Sentences of classic minesweeper: titles, waiting, the end."""

import time

from fogfield.core.counting import count
from fogfield.kits.mines.boards import KINDS
from fogfield.play.classic.advising import Question
from fogfield.play.classic.best import BestTimes, Time, TimesError
from fogfield.play.classic.game import Game
from fogfield.play.classic.pages import BAD, GOOD, HINT, PROOF_KEYS, WARNING, Message, Scene, clock, plain, sentence
from fogfield.play.classic.proof import Proof
from fogfield.play.classic.wish import kind_of

#: So many of the best times are named at the end of a game.
_NAMED = 5
#: A shorter game has no rate: it would be that of the clock, not of the player.
LEAST_S = 0.1


def title(game: Game) -> str:
    """Say which kind of board it is."""
    cols, rows, mines, start, _ = game.board
    named = next((f"{name}   " for name, size in KINDS.items() if size == (cols, rows, mines)), "")
    return f"Minesweeper   {named}{cols}x{rows}, {count(mines, 'mine')}, {start}"


def status(game: Game, now: float) -> str:
    """Give mines left and the time."""
    return f"mines left {game.board.mines - game.view.flags:,}   {clock(game.seconds(now))}"


def name(game: Game) -> str:
    """Name the board, and the cell with which it began: with both anybody gets the same mines."""
    first = game.first
    return f"board {game.board}" + (f"  first {first.row + 1},{first.col + 1}" if first else "")


def note(game: Game, bot: str) -> str:
    """Say what else is to be known: who plays, hints, whether it is a board that was seen before."""
    parts = [f"bot {bot}"] if bot else []
    parts += ["known board"] if game.again else []
    parts += [f"hints {game.hints:,}"] if game.hints else []
    return "   ".join(parts)


def waiting(question: Question, now: float) -> Message:
    """Say what is waited for, and how far it is."""
    seconds = now - question.since
    tried = f", {question.tries:,} tried" if question.tries else ""
    return ((f"{question.label} ... {seconds:.0f} s{tried}", WARNING),) if seconds >= 0.2 else plain("")


def entry(times: BestTimes, game: Game, now: float) -> tuple[str, ...]:
    """Enter a time into the list of its kind; gives what to say about it."""
    kind = kind_of(game.board)
    mine = Time(round(game.seconds(now), 3), time.strftime("%Y-%m-%d"), str(game.board))
    try:
        entered = times.enter(kind, mine)
    except TimesError as error:
        return (sentence(str(error)),)
    named = [
        f"{place}. {one.seconds:,.2f} s{' (this one)' if place == entered.place else ''}"
        for place, one in enumerate(entered.times[: max(_NAMED, entered.place)], 1)
    ]
    what = "A new best time! " if entered.place == 1 and len(entered.times) > 1 else ""
    said = f"{what}Best times of {kind}: {'  '.join(named)}"
    return (said, sentence(entered.note)) if entered.note else (said,)


def ending(game: Game, now: float, entered: tuple[str, ...], *, bot: str) -> tuple[str, ...]:
    """Say how a game ended: the result with its figures, and what became of its time."""
    seconds, effort = game.seconds(now), game.view.effort
    said = f"{'WON in' if game.won else 'LOST after'} {seconds:,.2f} s   3BV {effort:,}"
    if game.won:
        rate = f" ({effort / seconds:,.2f}/s)" if seconds >= LEAST_S else ""
        said += f"{rate}   {count(game.clicks, 'click')}, efficiency {game.efficiency} %"
    else:
        said += f"   {count(game.clicks, 'click')}, {game.open_share()} % open"
    said += f"   hints {game.hints:,}"
    why = "a game with hints" if game.hints else "a board that you knew" if game.again else ""
    if game.won and not bot and why:
        return said, f"No entry in the list of best times: it was {why}."
    return said, *entered


def ended(game: Game, said: tuple[str, ...]) -> Message:
    """Show the end."""
    return ((said[0], GOOD if game.won else BAD), *plain(*said[1:]))


def last(game: Game, said: tuple[str, ...]) -> str:
    """Leave some words on the terminal after the screen is gone."""
    return "\n".join([*(said or ["The game was not finished."]), f"{sentence(name(game))}"])


def proof_scene(game: Game, proof: Proof, question: Message) -> Scene:
    """Show a step of a proof; what the player is asked goes before what it says."""
    said = question or ((proof.said(), HINT),)
    where = f"{min(proof.position + 1, proof.last):,} of {proof.last:,}"
    title, keys = "The proof of this board", PROOF_KEYS
    return Scene(title, where, name(game), "", proof.faces(), proof.cursor(), proof.marks(), said, keys)


def stopped(tries: int, *, bot: str) -> str:
    """Say that the player has ended a search, perhaps before its first board was solved or given up."""
    tried = f" after {count(tries, 'board')}" if tries else ""
    return f"You stopped the search{tried}." + ("" if bot else " Open a cell to search again.")


def paused(message: str) -> Message:
    """Say that the bot rests, and why if there is a reason."""
    return *(plain(message) if message else ()), ("The bot rests; Space lets it go on.", WARNING)
