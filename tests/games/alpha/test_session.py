"""The transcript, without a process: every case at a real match, and random games against the rules said once more."""

import re

import pytest
from games.alpha.contract import boards
from games.alpha.test_rules import by_digits
from hypothesis import given, settings
from hypothesis import strategies as st
from support import cases
from support.host import FixedHost

from fogfield.core.grid import Grid
from fogfield.core.outcome import ABANDONED
from fogfield.games.alpha import seedfile, texts
from fogfield.games.alpha.codec import Codec
from fogfield.games.alpha.messages import PROMPT, Exit, Misuse, NoSeedFile, Reply, SeedFile, Start, Stream, Text
from fogfield.games.alpha.rules import MOST_ROUNDS, Options
from fogfield.games.alpha.session import Transcript
from fogfield.wire.session import Signal

NO_FILE = re.compile(rb"\nSeed File Not Found Error: (.*) \((.*)\)\n")


def start(case: cases.Case) -> Start:
    """What the process would find; that it does find it, tests/play sees."""
    if case.status == 1:
        return Misuse.ARGUMENTS
    if missing := NO_FILE.fullmatch(case.stderr):
        return NoSeedFile(missing[1].decode(), missing[2].decode())
    return SeedFile(case.seed.decode("utf-8", "replace"))


def run(begin: Start, stdin: bytes) -> list[Reply]:
    """Say everything that is said until the exit."""
    transcript, codec = Transcript(FixedHost("alpha", "fog")), Codec()
    said = list(transcript.on(begin, 0.0))
    codec.receive(stdin)
    codec.close()
    for event in (*codec.commands(), Signal.EOF):
        if isinstance(said[-1], Exit):
            break
        said += transcript.on(event, 0.0)
    return said


@pytest.mark.parametrize("name", cases.names())
def test_a_case_is_answered_to_the_byte(name: str) -> None:
    case = cases.read(name)
    *said, last = run(start(case), case.stdin)
    assert last == Exit(case.status)
    streams = {"out": Stream.OUTPUT, "err": Stream.ERROR}
    pieces = [(one.stream, one.text.encode()) for one in said if isinstance(one, Text)]
    cases.same("merged", case.merged, b"".join(data for _, data in pieces))
    for tag, stream in streams.items():
        expected = b"".join(data for one, data in case.said if one == tag)
        cases.same(tag, expected, b"".join(data for one, data in pieces if one is stream))


def test_there_are_enough_cases_and_every_rule_has_some() -> None:
    found = [cases.read(name) for name in cases.names()]
    assert len(found) >= 60
    assert set().union(*(case.rules for case in found)) == set(range(1, 16)) - {4}
    assert len({case.about for case in found}) == len(found)


LINES = st.one_of(
    st.builds(
        "{} {} {}".format,
        st.sampled_from(["r", "reveal", "m", "mark", "g", "guess", "x", "R"]),
        st.integers(-1, 10),
        st.integers(-1, 10),
    ),
    st.sampled_from(["h", "help", "nofog", "nofog", "", "   ", "r 1", "h h", "q q"]),
    st.text(st.characters(exclude_characters="\n\r\x85\u2028\u2029", exclude_categories=["Cs"]), max_size=8).filter(
        lambda line: line.split() not in (["q"], ["quit"])
    ),
)


@st.composite
def scripts(draw: st.DrawFn) -> tuple[Options, list[str]]:
    """Anything, and then the beginning of a way to win, often all of it, with more of anything in between."""
    options = draw(boards())
    way = [
        f"{'m' if cell in options.mines else 'r'} {cell.row} {cell.col}" for cell in Grid(options.rows, options.cols)
    ]
    draw(st.randoms(use_true_random=False)).shuffle(way)
    way = way[: draw(st.sampled_from([0, len(way) // 2, len(way), len(way)]))]
    for place, line in draw(st.lists(st.tuples(st.integers(0, len(way)), SAFE), max_size=4)):
        way.insert(place, line)
    return options, [*draw(st.lists(LINES, max_size=30)), *way]


SAFE = st.sampled_from(["", "h", "nofog", "no", "g 0 0", "m 9 -1"])
WON: set[int] = set()


@settings(deadline=None)
@given(scripts())
def test_random_games_and_garbage_keep_the_rules(script: tuple[Options, list[str]]) -> None:
    options, lines = script
    said = run(SeedFile(seedfile.write(options)), "".join(f"{line}\n" for line in lines).encode())
    shadow = Shadow(options)
    texts_ = [one for one in said if isinstance(one, Text)]
    assert [one.text for one in texts_[:2]] == [texts.WELCOME, shadow.block()]
    rest = iter(texts_[2:])
    assert next(rest) is PROMPT
    for line in lines:
        kind = shadow.enter(line)
        if kind == "bad":
            complaint = next(rest)
            assert complaint.stream is Stream.ERROR
            assert re.fullmatch(r"\nInvalid Command: [^\n]+\n", complaint.text)
        elif kind == "help":
            assert next(rest).text == "\n" + texts.HELP
        elif kind == "lost":
            assert next(rest).text == f"\n{texts.GAME_OVER}\n"
            break
        elif kind == "won":
            WON.add(shadow.rounds)
            assert next(rest).text == f"\n{texts.GAME_WON} {shadow.score()}\n\n"
            break
        assert next(rest).text == shadow.block(lifted=kind == "nofog")
        assert next(rest) is PROMPT
    assert list(rest) == []
    assert said[-1] == Exit(0)


def test_some_of_the_random_games_were_won() -> None:
    assert WON


class Shadow:
    """The rules once more, as plainly as they can be said: a dictionary of squares."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.shown: dict[tuple[int, int], str] = dict.fromkeys(Grid(options.rows, options.cols), " ")
        self.rounds = 0

    def enter(self, line: str) -> str:
        words = re.findall(r"[^ \t]+", line) if line.isascii() else ["?"]
        name = {"r": "reveal", "m": "mark", "g": "guess", "h": "help"}.get(words[0], words[0]) if words else ""
        if name in ("help", "nofog") and len(words) == 1:
            self.rounds += 1
            return name
        if name not in ("reveal", "mark", "guess") or len(words) != 3:
            return "bad"
        if not all(re.fullmatch(r"[+-]?[0-9]{1,9}", word) for word in words[1:]):
            return "bad"
        row, col = int(words[1]), int(words[2])
        if not (0 <= row < self.options.rows and 0 <= col < self.options.cols):
            return "bad"
        self.rounds += 1
        return self.touch(name, row, col)

    def touch(self, name: str, row: int, col: int) -> str:
        mines: set[tuple[int, int]] = set(self.options.mines)
        if name == "reveal" and (row, col) in mines:
            return "lost"
        around = [(row + down, col + right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
        digit = str(len(mines.intersection(around)))
        self.shown[row, col] = {"mark": "F", "guess": "?"}.get(name, digit)
        won = all(char == "F" if cell in mines else char.isdigit() for cell, char in self.shown.items())
        return "won" if won else "fine"

    def score(self) -> str:
        return by_digits(100.0 * self.options.rows * self.options.cols / self.rounds)

    def block(self, *, lifted: bool = False) -> str:
        rows, cols, mines = self.options
        text = f"\n Rounds Completed: {self.rounds}\n\n"
        for row in range(rows):
            text += f" {row} |"
            for col in range(cols):
                char = self.shown[row, col]
                text += f"<{char}>|" if lifted and (row, col) in mines else f" {char} |"
            text += "\n"
        text += "   "
        for col in range(cols):
            text += f"  {col} "
        return text + "\n\n"


def test_a_match_that_is_as_long_as_one_may_be_says_so_and_goes_on_answering() -> None:
    *_, complaint, block, prompt, last = run(SeedFile("5 5 1 0 0"), b"h\n" * (MOST_ROUNDS + 1))
    assert isinstance(complaint, Text)
    assert complaint.text.startswith("\nInvalid Command: this game has had as many moves as one may have")
    assert isinstance(block, Text)
    assert f"Rounds Completed: {MOST_ROUNDS}\n" in block.text
    assert prompt is PROMPT
    assert last == Exit(0)


@pytest.mark.parametrize("signal", [Signal.EOF, Signal.IDLE, Signal.STOP])
def test_13_the_end_of_the_input_ends_the_match_as_abandoned(signal: Signal) -> None:
    host = FixedHost("alpha", "fog")
    transcript = Transcript(host)
    transcript.on(SeedFile("5 5 1 0 0"), 0.0)
    assert transcript.on(Signal.TICK, 0.0) == ()
    assert transcript.on(signal, 1.0) == (Exit(0),)
    assert host.matches[0].outcome == ABANDONED
    assert transcript.on(signal, 1.0) == (Exit(0),)


def test_a_command_before_the_start_or_after_the_end_is_not_answered() -> None:
    transcript, codec = Transcript(FixedHost("alpha", "fog")), Codec()
    codec.receive(b"h\nr 0 0\nh\n")
    help_, mine, again = codec.commands()
    assert transcript.on(help_, 0.0) == ()
    transcript.on(SeedFile("5 5 1 0 0"), 0.0)
    assert transcript.on(mine, 0.0)[-1] == Exit(0)
    assert transcript.on(again, 0.0) == ()
