"""The canvas against a terminal emulator that is not ours, and against servers that mean no good."""

import pyte
from hypothesis import given
from hypothesis import strategies as st

from fogfield.wire import ansi
from fogfield.wire.canvas import BEHIND, LIMIT, PLAIN, Canvas, Style

COLS, ROWS = 40, 12

pieces = st.one_of(
    st.text("abc?.B[]é", min_size=1, max_size=6),
    st.sampled_from(["\r\n", "\r", "\b", "\x1b[2J", "\x1b[J", "\x1b[K", "\x1b[2K", "\x1b[H", "\x1b[;5H", "\x1b[3f"]),
    st.builds("\x1b[{};{}H".format, st.integers(1, ROWS), st.integers(1, COLS - 8)),
    st.builds("\x1b[{}{}".format, st.integers(0, 3), st.sampled_from("ABCDEF")),
    st.builds("\x1b[{}G".format, st.integers(0, COLS - 8)),
    st.builds("\x1b[{}d".format, st.integers(0, ROWS)),
    st.sampled_from(["\x1b[1J", "\x1b[1K"]),
    st.builds("\x1b[{}m".format, st.sampled_from(["", "0", "1", "31", "1;94", "42", "7", "27", "39", "49", "0;1;93"])),
)


@given(st.lists(pieces, max_size=25))
def test_canvas_shows_what_a_terminal_shows(parts: list[str]) -> None:
    terminal, canvas = pyte.Screen(COLS, ROWS), Canvas()
    stream = pyte.Stream(terminal)
    for part in parts:
        if (canvas.row >= ROWS - 1 and "\n" in part) or canvas.col + len(part) > COLS - 1 or _beyond(canvas, part):
            continue  # the terminal ends there, the canvas does not
        stream.feed(part)
        canvas.feed(part)
        assert (canvas.row, canvas.col) == (terminal.cursor.y, terminal.cursor.x)
    assert canvas.text() + [""] * (ROWS - len(canvas.text())) == [line.rstrip() for line in terminal.display]
    for row, line in enumerate(canvas.lines):
        for col, (char, style) in enumerate(line):
            if char != " ":
                there = terminal.buffer[row][col]
                assert (there.fg == "default") == (style.ink == "")
                assert (there.bg == "default") == (style.paper == "")
                assert there.bold == ("bold" in style.attributes)
                assert there.reverse == ("reverse" in style.attributes)


def _beyond(canvas: Canvas, part: str) -> bool:
    return part[-1] in "BCE" and part[0] == "\x1b" and (canvas.row + 3 >= ROWS or canvas.col + 3 >= COLS)


@given(st.text(alphabet=st.characters(max_codepoint=0x17F), max_size=300))
def test_nothing_that_a_server_sends_reaches_the_sheet_but_printable_characters(text: str) -> None:
    canvas = Canvas()
    canvas.feed(text)
    assert all(char >= " " and not "\x7f" <= char <= "\x9f" for line in canvas.lines for char, _ in line)
    assert len(canvas.lines) <= LIMIT
    assert all(len(line) <= LIMIT for line in canvas.lines)


def test_titles_clipboards_and_unknown_sequences_leave_no_trace() -> None:
    canvas = Canvas()
    canvas.feed("a\x1b]0;title\x07b\x1b]52;c;AAAA\x1b\\c\x1bPq#\x1b\\d\x1b(0e\x1b[6nf\x1b[?1049hg\x1b=h\x9b")
    assert canvas.text() == ["abcdefgh"]


def test_what_is_drawn_beyond_the_sheet_is_dropped() -> None:
    canvas = Canvas()
    canvas.feed("\x1b[99999;99999Hx\x1b[1;1024Hyz\x1b[99999Bq\x1b[1;1H\x1b[9999Cw" + "\n" * 2000 + "v")
    assert sum(len(line) for line in canvas.lines) == LIMIT
    assert canvas.text()[0].strip() == "y"


def test_tabs_go_to_the_next_stop_of_eight() -> None:
    canvas = Canvas()
    canvas.feed("a\tb\t\tc")
    assert canvas.text() == ["a       b               c"]


def test_a_line_feed_returns_the_carriage_as_a_console_does() -> None:
    canvas = Canvas()
    canvas.feed("[?]\n[B]\n\nGAME WON")
    assert canvas.text() == ["[?]", "[B]", "", "GAME WON"]


def test_erasing_parts_of_the_sheet() -> None:
    canvas = Canvas()
    canvas.feed("one\ntwo\nthree\x1b[2;2H\x1b[J")
    assert canvas.text() == ["one", "t"]
    canvas.feed("\x1b[9;1H\x1b[K\x1b[J")
    assert canvas.text() == ["one", "t"]
    canvas.feed("\x1b[1;2H\x1b[1K")
    assert canvas.text() == ["  e", "t"]
    canvas.feed("\x1b[9;1H\x1b[1J")
    assert canvas.text() == ["", ""]
    canvas.feed("\x1b[3J")
    assert canvas.lines == []


def test_numbers_of_any_length_are_no_trouble() -> None:
    canvas = Canvas()
    canvas.feed("a\x1b[" + "9" * 5000 + "Hb\x1b[" + "9" * 5000 + "mc\x1b[38;5;" + "7" * 4000 + "md")
    canvas.feed("\x1b[1;1H\x1b[" + "1;" * 300_000 + "mx")
    assert canvas.text() == ["x"]
    assert len(canvas.lines[0][0][1].sgr()) < 40
    assert PLAIN.changed("38;5;99999").ink == "38;5;255"


def test_a_place_can_be_kept_and_returned_to() -> None:
    for keep, back in (("\x1b[s", "\x1b[u"), ("\x1b7", "\x1b8")):
        canvas = Canvas()
        canvas.feed(f"\x1b[31mone{keep}\x1b[0m\x1b[5;5Htwo{back}three")
        assert canvas.text() == ["onethree", "", "", "", "    two"]
        assert canvas.lines[0][-1] == ("e", Style(ink="31"))


def test_wide_characters_take_two_columns_and_what_has_no_width_none() -> None:
    canvas = Canvas()
    canvas.feed("a\u6f22b\u0301c\u200bd\u202e\u00e9|\u2620\ufe0f|\U0001f4a3|")
    assert canvas.text() == ["a\u6f22bcd\u00e9|\u2620|\U0001f4a3|"]
    assert [char for char, _ in canvas.lines[0]] == [*"a\u6f22", BEHIND, *"bcd\u00e9|\u2620|\U0001f4a3", BEHIND, "|"]
    assert canvas.col == 13


def test_of_a_wide_character_that_is_half_overwritten_nothing_is_left() -> None:
    canvas = Canvas()
    canvas.feed("\u6f22\u6f22\u6f22\x1b[1;2Hab\x1b[1;5H\u6f22x")
    assert canvas.text() == [" ab \u6f22x"]
    for erased in ("\x1b[1;2H\x1b[K", "\x1b[1;1H\x1b[1K"):
        halves = Canvas()
        halves.feed("\u6f22x" + erased)
        assert halves.text() in ([""], ["  x"])
        assert all(char not in ("\u6f22", BEHIND) for char, _ in halves.lines[0])
    canvas.feed("\x1b[2J\x1b[1;1024H\u6f22")
    assert len(canvas.lines[0]) == LIMIT


def test_a_cursor_may_be_hidden() -> None:
    canvas = Canvas()
    for text, hidden in (("\x1b[?25l", True), ("a\x1b[2J", True), ("\x1b[?7;25h", False), ("\x1b[?7l", False)):
        canvas.feed(text)
        assert canvas.hides_cursor == hidden


def test_styles_of_all_kinds_survive_the_way_to_a_terminal_and_back() -> None:
    for codes in ("1", "2;4", "31;42", "95;103", "38;5;208", "48;2;1;2;3", "7;38;2;9;8;7;1"):
        style = PLAIN.changed(codes)
        assert style != PLAIN
        assert Style().changed(style.sgr()[2:-1]) == style
    full = PLAIN.changed("1;2;4;7;31;42")
    assert full.changed("22;24;27;39;49") == PLAIN
    assert full.changed("") == full.changed("0") == PLAIN
    assert full.changed("73") == full
    assert PLAIN.changed("38") == Style(ink="38")


def test_our_own_sequences() -> None:
    assert ansi.at(0, 0) == b"\x1b[1;1H"
    assert ansi.sgr() == ansi.RESET
    assert ansi.sgr(1, 93) == b"\x1b[0;1;93m"
