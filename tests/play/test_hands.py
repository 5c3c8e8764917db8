from random import Random

from fogfield.core.grid import Cell
from fogfield.games.planefight.fleet import Options, Plane, wrong_with
from fogfield.games.planefight.screen import Note
from fogfield.play.planefight.hands import Notebook, Placement

BOARD = Options(5, 10, 2)


def test_a_plane_is_taken_into_hand_again_as_it_stood() -> None:
    hand = Placement(BOARD)
    hand.cursor = Cell(0, 2)
    assert hand.put() == ""
    hand.rotate(1)
    hand.cursor = Cell(1, 0)
    assert hand.remove() == ""
    assert (hand.planes, hand.turn) == ((), 0)


def test_no_more_planes_than_there_are() -> None:
    hand = Placement(BOARD)
    hand.shuffle(Random(1))
    assert hand.complete
    assert not wrong_with(BOARD, hand.planes)
    assert hand.ghost is None
    free = next(cell for cell in hand.grid if all(plane.head != cell for plane in hand.planes))
    hand.cursor = free
    assert hand.put() == "No more planes: y if you are ready, x on a plane to take it away."
    hand.cursor = hand.planes[0].head
    assert hand.put() == ""
    assert len(hand.planes) == 1


def test_the_cursor_comes_in_at_the_opposite_edge() -> None:
    hand = Placement(BOARD)
    hand.cursor = Cell(0, 0)
    hand.move("up")
    hand.move("left")
    assert hand.cursor == Cell(4, 9)


def test_across_the_border_a_plane_lies_anywhere() -> None:
    narrow = Placement(Options(5, 5, 1, cross_border=True))
    assert all(why == "" for why in _whys(narrow))


def _whys(hand: Placement) -> list[str]:
    found = []
    for cell in hand.grid:
        hand.cursor = cell
        found.append(hand.why_not())
    return found


def test_notes_go_round_and_are_rubbed_out_before_guesses() -> None:
    book = Notebook(BOARD)
    book.cursor = Cell(0, 2)
    seen = []
    for _ in range(4):
        book.note()
        seen.append(book.notes.get(book.cursor))
    assert seen == [Note.PLANE, Note.EMPTY, Note.HEAD, None]
    assert book.guess() == ""
    book.note()
    book.rub_out()
    assert (book.notes, book.guesses) == ({}, (Plane(Cell(0, 2), 0),))
    book.rub_out()
    assert book.guesses == ()


def test_a_guess_may_be_turned_in_its_place() -> None:
    book = Notebook(Options(9, 9, 2))
    assert book.guess() == ""
    book.rotate(2)
    assert book.guess() == ""
    assert [plane.turn for plane in book.guesses] == [2]
    assert book.guess() == "Rubbed out."
    assert list(book.guesses) == []
