"""Asking the process that thinks, while the game goes on: one question at a time, each with a limit."""

from collections.abc import Callable
from typing import Any, NamedTuple

from fogfield.core.counting import noun
from fogfield.play.classic.mind import Answer, Mind, Progress
from fogfield.play.terminal import Terminal


class Question(NamedTuple):
    """What is being found out: what it is called, since when, for how long, and who wants to know."""

    label: str
    since: float
    limit_s: float
    then: Callable[[Any], None]
    failed: Callable[[str], None]
    tries: int = 0


class Adviser:
    """Keeps a process that thinks at hand, and starts another one if it had to be killed."""

    def __init__(self, terminal: Terminal, clock: Callable[[], float], make: Callable[[], Mind] = Mind) -> None:
        self._terminal = terminal
        self._clock = clock
        self._make = make
        self._question: Question | None = None
        self._mind = make()
        terminal.watch(self._mind.pipe)

    @property
    def question(self) -> Question | None:
        """What is being found out now, if anything is."""
        return self._question

    def ask(
        self, label: str, limit_s: float, then: Callable[[Any], None], failed: Callable[[str], None],
        task: str, *given: Any,
    ) -> None:  # fmt: skip
        """Find something out: `then` gets the answer, or `failed` a sentence. What was asked before is dropped."""
        self.drop()
        if not self._mind.alive:
            self._renew()
        self._question = Question(label, self._clock(), limit_s, then, failed)
        self._mind.ask(task, *given)

    def hear(self) -> None:
        """Listen; to be called when there is something to hear."""
        for said in self._mind.hear():
            question = self._question
            if isinstance(said, Progress):
                self._question = question and question._replace(tries=said.tries)
                continue
            self._question = None
            if isinstance(said, Answer):
                if question:
                    question.then(said.found)
                continue
            if not self._mind.alive:  # another one begins when something is asked, as it may die as well
                self._terminal.forget(self._mind.pipe)
            if question:
                question.failed(said.sentence)

    def drop(self) -> None:
        """Want to know no more what was asked: who still thinks about it would keep the next question waiting."""
        self._question = None
        if self._mind.busy:
            self._renew()

    def cancel(self) -> Question | None:
        """End what takes too long, for now; gives what it was."""
        question = self._question
        self.drop()
        return question

    def tick(self) -> None:
        """See whether a question has taken too long."""
        question = self._question
        if question and self._clock() - question.since > question.limit_s:
            self.cancel()
            tried = f", after {question.tries:,} {noun(question.tries, 'board')}" if question.tries else ""
            question.failed(
                f"there was no answer within {question.limit_s:.0f} s{tried}, so it was given up: "
                "on a board of this size and with so many mines it takes longer"
            )

    def close(self) -> None:
        """Send the process home."""
        self._terminal.forget(self._mind.pipe)
        self._mind.close()

    def _renew(self) -> None:
        self.close()
        self._mind = self._make()
        self._terminal.watch(self._mind.pipe)
