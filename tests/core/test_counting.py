"""Counts in words."""

from fogfield.core.counting import count, noun


def test_one_is_told_in_the_singular_and_everything_else_in_the_plural() -> None:
    assert [count(number, "mine") for number in (0, 1, 2, -1)] == ["0 mines", "1 mine", "2 mines", "-1 mines"]
    assert [count(number, "cell is", "cells are") for number in (1, 3)] == ["1 cell is", "3 cells are"]
    assert (noun(1, "guess", "guesses"), noun(2, "guess", "guesses")) == ("guess", "guesses")


def test_thousands_are_told_apart() -> None:
    assert count(65_025, "cell") == "65,025 cells"
