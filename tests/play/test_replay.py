"""The parts of a replay: positions, times, pages. The terminal has its own tests."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.contract import NAMES
from support.records import OPTIONS, lines_of, played

from fogfield import games
from fogfield.core.errors import RecordError
from fogfield.core.game import Watcher
from fogfield.core.grid import Cell
from fogfield.core.match import Match
from fogfield.core.outcome import ABANDONED, nobody
from fogfield.games.jminesweeper.rules import ToggleMark
from fogfield.play.replay.deck import LONGEST_WAIT_S, SPEEDS, Deck
from fogfield.play.replay.pages import HELP, LEAST_COLS, LEAST_ROWS, Scene, clock, moves, page, text
from fogfield.play.replay.tape import NoSuchPlace, Tape, read
from fogfield.play.viewport import Viewport


def tape(name: str, *, names: tuple[str, ...] = ()) -> Tape:
    return read(lines_of(played(name), names))


def marks(count: int) -> list[str]:
    """A record of marks that are set and taken away."""
    game = games.game("jminesweeper")
    match = Match(game, OPTIONS["jminesweeper"], "fog")
    rng = Random(4)
    for number in range(count):
        cell = Cell(rng.randrange(10), rng.randrange(20))
        assert match.act(0, ToggleMark(cell), number / 8) == ()
    return lines_of(match)


# --- positions


@pytest.mark.parametrize("name", NAMES)
def test_every_position_is_the_state_that_the_match_had_in_any_order(name: str) -> None:
    match = played(name)
    again = Match(match.game, match.record.options, match.record.seed)
    states = [again.state]
    for move in match.record.moves:
        assert again.act(move.seat, move.action, move.at_s) == ()
        states.append(again.state)
    found = read(lines_of(match))
    assert found.last == len(states) - 1
    places = list(range(len(states)))
    Random(1).shuffle(places)
    for place in (*places, *range(found.last, -1, -1)):
        assert found.state(place) == states[place]


def test_a_step_back_in_a_long_record_makes_few_moves_again() -> None:
    found = read(marks(2_000))
    made = 0
    apply = found.game.apply

    def counting(*given: object) -> object:
        nonlocal made
        made += 1
        return apply(*given)  # type: ignore[arg-type]

    found.game = found.game._replace(apply=counting)
    for place in (2_000, 1_999, 1, 1_000, 999):
        before = made
        found.state(place)
        assert made - before <= 44  # the square root
    before = made
    for place in range(1_400, 1_320, -1):
        found.state(place)
    assert made - before <= 3 * 44


def test_an_end_from_outside_is_a_position_of_its_own() -> None:
    match = played("battleship", most=6)
    match.close(ABANDONED, 99.0)
    found = read(lines_of(match))
    assert (len(match.record.moves), found.last) == (6, 7)
    assert found.outcome(6) is None
    assert found.outcome(7) == ABANDONED
    assert found.say(7, Watcher.REFEREE) == "The match ends."
    assert list(found.ending(7)) == ["Nobody has won: abandoned."]
    assert list(found.ending(6)) == []
    assert found.times[6:] == [5.0, 99.0]


def test_a_match_that_ends_with_a_move_has_no_other_end() -> None:
    found = tape("battleship", names=("Ann", "Bo"))
    assert found.last == len(found.record.moves)
    (ending,) = found.ending(found.last)
    assert ending in ("Ann has won: sank every boat.", "Bo has won: sank every boat.")


def test_a_record_without_moves_has_one_position() -> None:
    found = read(lines_of(played("alpha", most=0)))
    assert (found.last, found.say(0, 0)) == (0, "The match begins.")


def test_the_moves_of_a_seat_are_found() -> None:
    found = tape("battleship")
    seats = [move.seat for move in found.record.moves]
    for seat in (0, 1):
        after = [place for place, one in enumerate(seats, 1) if one == seat]
        assert found.near(0, seat, 1) == after[0]
        assert found.near(after[0], seat, 1) == after[1]
        assert found.near(after[1], seat, -1) == after[0]
        assert found.near(found.last, seat, 1) == found.last
        assert found.near(0, seat, -1) == 0


# --- reading


def test_names_come_from_the_match_and_are_safe_to_show() -> None:
    found = tape("battleship", names=("A\x1b[31mnn\u202e\n", ""))
    assert found.names == ("A[31mnn", "player 2")
    assert tape("alpha").names == ("player 1",)


@pytest.mark.parametrize("about", [{}, {"seats": 7}, {"seats": [7, {}]}, {"seats": [{"name": 7}]}])
def test_a_match_that_names_nobody_is_no_fault(about: object) -> None:
    lines = lines_of(played("battleship"))
    lines[0] = json.dumps(json.loads(lines[0]) | {"match": about})
    assert read(lines).names == ("player 1", "player 2")


def broken(line: int, text: str | None) -> list[str]:
    lines = lines_of(played("battleship"))
    lines[line - 1 : line] = [] if text is None else [text]
    return lines


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([], "line 1: a record begins with"),
        (["garbage"], "line 1: not JSON"),
        (["[" * 100_000], "line 1: not JSON"),
        (["[]"], "line 1: a record begins with"),
        (['{"fogfield":1,"game":"chess","options":{},"seed":""}'], "line 1: there is no game 'chess'"),
        (['{"fogfield":1,"game":["x"],"options":{},"seed":""}'], "line 1: there is no game ['x']"),
        (['{"fogfield":2,"game":"alpha","options":{},"seed":""}'], "line 1: format 2 is not known"),
        (['{"fogfield":1,"game":"battleship","options":{"cells":3,"boats":3},"seed":""}'], "line 1: no match can"),
        (['{"fogfield":1,"game":"alpha","options":{},"seed":"","match":7}'], "line 1: match, if it is there"),
        (['{"fogfield":1,"game":"battleship","options":{"\x1b[31m":0},"seed":""}'], "line 1: not JSON"),
        (broken(5, "garbage"), "line 5: not JSON"),
        (broken(5, '{"at":1,"seat":0,"do":"\\u001b[31m"}'), "line 5: at must be"),
        (broken(5, '{"at":3,"seat":0,"do":"\\u001b[31m"}'), "line 5: action must be"),
        (broken(5, '{"at":3,"seat":0,"do":["attack",99]}'), "line 5: move 4 is not possible: "),
        (broken(22, "garbage"), "line 22: not JSON"),
        (broken(22, '{"at":' * 100_000), "line 22: not JSON"),
        (broken(2, None), "line 3: move 2 is not possible: "),
        (broken(21, '{"at":99,"end":{"winners":[],"reason":"boredom"}}'), "line 21: the record ends with"),
    ],
)  # fmt: skip
def test_a_bad_record_is_one_clear_sentence_with_its_line(lines: list[str], words: str) -> None:
    with pytest.raises(RecordError) as found:
        read(lines)
    said = str(found.value)
    assert said.startswith(words)
    assert said.isprintable()
    assert len(said) <= 300


def test_a_control_character_in_a_record_is_not_shown_raw() -> None:
    with pytest.raises(RecordError) as found:
        read(broken(3, '{"at":"\\u001b[31m\\u009b","seat":0,"do":[]}'))
    assert str(found.value) == "line 3: at must be a number of seconds, 0 or more, not [31m"


def test_a_record_that_breaks_off_is_read_as_far_as_it_goes_and_says_so() -> None:
    lines = lines_of(played("battleship"))
    found = read(lines[:6])
    assert found.last == 5
    assert list(found.ending(5)) == ["The record breaks off here: it has no end."]
    assert list(found.ending(4)) == []
    half = read([*lines[:6], lines[6][:9]])
    assert half.last == 5
    assert list(half.ending(5)) == ["The record breaks off here: its line 7 is not whole."]


def test_faults_that_the_referee_found_are_told_and_safe_to_show() -> None:
    match = played("battleship", most=5)
    match.close(nobody("a \x1b[2Jmess")._replace(faults=("player 1: \x07lied", "x" * 1_000)), 9.0)
    ending = list(read(lines_of(match)).ending(6))
    assert ending[:2] == ["Nobody has won: a [2Jmess.", "The referee found: player 1: lied"]
    assert len(ending[2]) == 300


def test_a_fog_that_is_not_there_is_refused_with_those_that_are() -> None:
    assert [tape("battleship").fog(word) for word in ("everything", "public", "1", "2")] == [0, 1, 2, 3]
    with pytest.raises(NoSuchPlace, match="alpha has no fog '2'; there are everything, public, 1"):
        tape("alpha").fog("2")


# --- time


def run(deck: Deck, every_s: float = 0.01, most_s: float = 100.0) -> list[tuple[int, float]]:
    """Play to the end; gives every position with the time at which it was shown."""
    shown, now = [], 0.0
    deck.toggle(now)
    while deck.playing and now < most_s:
        before = deck.position
        now += every_s
        deck.tick(now)
        if deck.position != before:
            shown.append((deck.position, now))
    return shown


def test_moves_come_at_the_times_of_the_record_and_long_pauses_are_cut() -> None:
    shown = run(Deck([0.0, 0.5, 1.5, 61.5, 61.75]))
    assert [position for position, _ in shown] == [1, 2, 3, 4]
    assert [when for _, when in shown] == pytest.approx([0.5, 1.5, 3.5, 3.75], abs=0.02)


@pytest.mark.parametrize("step", range(-3, 9))
def test_the_speed_scales_the_times(step: int) -> None:
    deck = Deck([0.0, 0.5, 1.5])
    deck.faster(step, 0.0)
    speed = SPEEDS[3 + step]
    gaps = [min(gap / speed, LONGEST_WAIT_S) for gap in (0.5, 1.0)]
    position, when = run(deck, 0.0005)[-1]
    assert position == 2
    assert when == pytest.approx(sum(gaps), abs=0.01)


def test_slow_drawing_does_not_make_it_slower() -> None:
    times = [number / 10 for number in range(101)]
    (_, quick), (_, slow) = run(Deck(times), 0.001)[-1], run(Deck(times), 0.35)[-1]
    assert quick == pytest.approx(10.0, abs=0.01)
    assert slow == pytest.approx(10.0, abs=0.36)


def test_whoever_was_away_goes_on_where_he_was() -> None:
    deck = Deck([float(number) for number in range(100)])
    deck.toggle(0.0)
    deck.tick(50.0)
    assert deck.position == 1
    deck.tick(50.5)
    assert deck.position == 1
    deck.tick(51.0)
    assert deck.position == 2


def test_play_at_the_end_begins_anew_and_a_step_pauses() -> None:
    deck = Deck([0.0, 1.0, 2.0], position=2)
    deck.toggle(5.0)
    assert (deck.position, deck.playing, deck.wait_s(5.5)) == (0, True, 0.5)
    deck.go(deck.position + 1)
    assert (deck.position, deck.playing, deck.wait_s(5.5)) == (1, False, None)
    deck.toggle(6.0)
    deck.toggle(6.5)
    deck.tick(99.0)
    assert (deck.position, deck.playing) == (1, False)


def test_nothing_can_be_played_of_an_empty_record() -> None:
    deck = Deck([0.0])
    deck.toggle(0.0)
    deck.tick(10.0)
    assert (deck.position, deck.playing) == (0, False)


@given(st.lists(st.integers(-5, 5), max_size=30))
def test_no_step_leaves_the_record(steps: list[int]) -> None:
    deck = Deck([0.0, 1.0, 2.0, 3.0])
    for step in steps:
        deck.go(deck.position + step)
        assert 0 <= deck.position <= deck.last


def test_speeds_have_ends_and_names() -> None:
    deck = Deck([0.0, 1.0])
    assert deck.speed == "x1"
    deck.faster(-99, 0.0)
    assert deck.speed == "x1/8"
    deck.faster(99, 0.0)
    assert deck.speed == "x256"


# --- pages


def shown(scene: Scene, cols: int, rows: int) -> list[str]:
    lines = page(scene, cols, rows, Viewport())
    assert len(lines) <= rows
    assert all(len(line) <= cols for line in lines)
    return ["".join(char for char, _ in line).rstrip() for line in lines]


@pytest.mark.parametrize("name", NAMES)
@given(cols=st.integers(1, 130), rows=st.integers(1, 50), data=st.data())
def test_a_page_fits_every_terminal(name: str, cols: int, rows: int, data: st.DataObject) -> None:
    found = _TAPES[name]
    scene = Scene(
        found,
        data.draw(st.integers(0, found.last)),
        data.draw(st.sampled_from(found.fogs())),
        boxes=data.draw(st.booleans()),
        typed=data.draw(st.sampled_from([None, "", "12"])),
        helped=data.draw(st.booleans()),
    )
    lines = shown(scene, cols, rows)
    if cols < LEAST_COLS or rows < LEAST_ROWS:
        assert lines[0] == "too small:"[:cols].rstrip()
    else:
        assert len(lines) == rows
        assert lines[0].lstrip().startswith(name)


_TAPES = {name: tape(name) for name in NAMES}


def test_a_page_says_what_is_played_how_far_it_is_and_what_happened() -> None:
    found = tape("battleship", names=("Ann", "Bo"))
    lines = shown(Scene(found, 5, found.fogs()[2]), 80, 24)
    assert lines[0].startswith(" battleship  Ann against Bo")
    assert lines[0].endswith("what Ann sees")
    assert "move 5 of 19  0:04" in lines[1]
    assert lines[22].strip() == found.say(5, 0)
    assert lines[23].startswith(" Space play")
    bar = lines[1].partition("x1")[2].partition("move")[0].strip()
    assert bar == "━" * bar.count("━") + "─" * bar.count("─")
    assert bar.count("━") == len(bar) * 5 // 19


def test_the_end_is_told_but_leaves_room_for_the_board() -> None:
    match = played("battleship", most=5)
    match.close(nobody("chaos")._replace(faults=tuple(f"fault number {number}" for number in range(500))), 9.0)
    found = read(lines_of(match))
    lines = shown(Scene(found, found.last, found.fogs()[0]), 80, 24)
    assert any("Nobody has won: chaos." in line for line in lines)
    assert any("... and 497 lines more, see --text" in line for line in lines)
    assert sum("|" in line for line in lines) == 4
    assert sum("fault number" in line for line in text(Scene(found, found.last, found.fogs()[0]))) == 500


def test_the_help_fits_the_smallest_page() -> None:
    found = tape("alpha")
    lines = shown(Scene(found, 0, found.fogs()[0], helped=True), 40, LEAST_ROWS)
    assert [line.strip() for line in lines[2 : 2 + len(HELP)]] == [line.strip() for line in HELP]


def test_a_terminal_without_boxes_gets_ascii() -> None:
    for name in NAMES:
        found = _TAPES[name]
        lines = shown(Scene(found, found.last, found.fogs()[0], boxes=False), 80, 24)
        assert "".join(lines).isascii()


def test_the_position_as_text_has_the_board_the_words_and_the_end() -> None:
    found = tape("battleship", names=("Ann", "Bo"))
    lines = list(text(Scene(found, found.last, found.fogs()[0])))
    assert lines[0] == "battleship  Ann against Bo, everything"
    assert lines[1] == f"move 19 of 19, 0:18: {found.say(19, 0)}"
    assert lines[3].split() == ["Ann", "2/3", "hit", "Bo", "3/3", "hit"]
    assert lines[-1] == "Ann has won: sank every boat."


def test_all_moves_are_listed_with_their_times_and_in_the_fog_that_was_asked_for() -> None:
    found = tape("treasurehunt", names=("Ann", "Bo"))
    everything, one = (list(moves(found, found.fogs()[which])) for which in (0, 2))
    assert len(everything) == len(one) == found.last + 2
    assert everything[1] == "    1       0.000 s  Ann sends a half map"
    assert any("Bo moves up" in line or "Bo moves down" in line for line in everything)
    assert {line.partition(" s  ")[2] for line in one if " Bo " in line} == {"Bo sends a half map", "Bo moves"}


@pytest.mark.parametrize(
    ("seconds", "written"),
    [(0.0, "0:00"), (59.999, "0:59"), (61.0, "1:01"), (3_600.0, "1:00:00"), (90_061.5, "25:01:01")],
)
def test_times_are_written_as_on_a_clock(seconds: float, written: str) -> None:
    assert clock(seconds) == written
