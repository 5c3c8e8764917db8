"""Answers that wait for the disk: in order, in one write, and never too early."""

from collections.abc import Sequence

from support.journal import FakeJournal
from support.stored import made

from fogfield.serve.outbox import Outbox


class Case:
    def __init__(self) -> None:
        self.journal = FakeJournal()
        self.written: list[bytes] = []
        self.moved = 0
        self.asked: list[float] = []
        self.box = Outbox(self.journal, lambda pieces: self.written.append(b"".join(pieces)), self._moved)

    def _moved(self, asked: Sequence[float]) -> None:
        self.moved += 1
        self.asked += asked

    def send(self, text: bytes, written: int) -> None:
        self.box.send((text,), written)

    def writes(self, count: int) -> None:
        for _ in range(count):
            self.journal.write(made("a"))


def test_what_tells_of_nothing_new_leaves_at_once() -> None:
    case = Case()
    case.send(b"hello", 0)
    assert case.written == [b"hello"]
    assert not case.box
    assert case.moved == 0


def test_an_answer_waits_until_its_line_is_on_disk() -> None:
    case = Case()
    case.writes(2)
    case.send(b"two", 2)
    case.journal.settle(1)
    assert case.written == []
    assert case.box
    case.journal.settle(2)
    assert case.written == [b"two"]
    assert not case.box
    assert case.moved == 1


def test_nothing_overtakes_an_answer_that_waits() -> None:
    case = Case()
    case.writes(1)
    case.send(b"one", 1)
    case.send(b"nothing new", 0)
    assert case.written == []
    case.journal.settle()
    assert case.written == [b"onenothing new"]


def test_all_that_is_ready_leaves_in_one_write_and_the_rest_later() -> None:
    case = Case()
    case.writes(4)
    for line in (1, 2, 3, 4):
        assert not case.box.send((b"%d" % line, b";"), line, None if line == 2 else line / 2)
    assert case.box.held_bytes == 8
    case.journal.settle(3)
    assert case.written == [b"1;2;3;"]
    assert case.asked == [0.5, 1.5]
    assert case.box.held_bytes == 2
    case.journal.settle(4)
    assert case.written == [b"1;2;3;", b"4;"]
    assert case.box.held_bytes == 0
    assert case.moved == 2


def test_what_is_discarded_never_leaves_and_new_answers_wait_on() -> None:
    case = Case()
    case.writes(2)
    case.send(b"one", 1)
    case.box.discard()
    assert (bool(case.box), case.box.held_bytes) == (False, 0)
    case.send(b"two", 2)
    case.journal.settle(1)
    assert case.written == []
    case.journal.settle(2)
    assert case.written == [b"two"]
