"""Hints and boards are optional parts of a game; every strength says what it tells."""

from fogfield.core.advice import STRENGTHS, Advice, Making


def test_there_are_three_strengths_from_the_weakest_to_the_strongest() -> None:
    assert list(STRENGTHS) == ["any", "cell", "odds"]
    assert all(STRENGTHS.values())


def test_parts_are_called_by_what_they_do() -> None:
    advice = Advice[str](lambda view, strength, near=None: {"text": f"{strength}: {view} {near}"}, {"type": "object"})
    assert advice.give("fog", "any") == {"text": "any: fog None"}
    making = Making[int](lambda n: n < 3, lambda n, halt: n + len(halt(n)), lambda n: n > 2, str, {"type": "string"})
    assert making.needed(2)
    assert making.make(2, lambda tries: "!" * (tries == 2)) == 3
    assert making.promised(3)
    assert making.prove(3) == "3"
