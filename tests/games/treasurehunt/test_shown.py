"""What programs and browsers get of the map."""

from random import Random
from typing import Any

from fogfield.core.match import Match
from fogfield.games.treasurehunt import GAME
from fogfield.games.treasurehunt.presets import PRESETS


def test_a_view_shows_the_map_and_what_the_viewer_knows_of_each_seat() -> None:
    match, rng = Match(GAME, GAME.notation.ask({"hidden_actions": 4}, Random(1)), "dawn"), Random(1)

    def shown() -> Any:
        return GAME.notation.write_view(match.view(0))

    assert shown()["map"] is None
    assert shown()["sides"][0]["half"] is None
    while match.state.actions < 20:
        (seat,) = GAME.to_act(match.state)
        action = GAME.choose(match.view(seat), rng)
        assert action is not None
        assert match.act(seat, action, 0.0) == ()
    own, view = match.state.sides[0], shown()
    land = match.state.land
    assert land is not None
    assert "".join(view["map"]) == land.text
    assert len(view["map"]) == land.rows
    side = view["sides"][0]
    (row, col), half = side["half"]["corner"], side["half"]["map"]
    assert [line[col : col + len(half[0])] for line in view["map"][row : row + len(half)]] == half
    assert (side["figure"], side["castle"]) == (list(own.figure), list(own.fort))
    assert {(r, c) for r, line in enumerate(side["seen"]) for c, char in enumerate(line) if char == "+"} == own.seen
    assert own.heading is None or side["going"] == {"direction": own.heading.name.lower(), "sent": own.sent}
    assert view["sides"][1]["seen"] == []
    assert (view["real"], view["actions"]) == (True, 20)


def test_a_term_is_asked_for_by_its_name() -> None:
    ask = GAME.notation.ask
    assert ask({"rules": "ws2025"}, Random(1)) == PRESETS["ws2025"]
    assert ask({"rules": "ss2025", "most_actions": 50}, Random(1)) == PRESETS["ss2025"]._replace(most_actions=50)
