"""What a replay looks like: a screen full of lines, or a text. Nothing here reads or writes."""

from collections.abc import Iterator
from typing import NamedTuple

from fogfield.play.replay.tape import Fog, Tape
from fogfield.play.styled import beside, clean, ends, fit, flow, paragraph, styled
from fogfield.play.viewport import Line, Viewport
from fogfield.wire.canvas import Canvas, Style
from fogfield.wire.picture import Drawing, Paper

LEAST_COLS, LEAST_ROWS = 30, 12

BOLD = Style(attributes=frozenset({"bold"}))
FAINT = Style(attributes=frozenset({"faint"}))
CALM = Style(attributes=frozenset({"reverse"}))
DONE = Style(ink="36", attributes=frozenset({"bold"}))
WARNING = Style(ink="33", attributes=frozenset({"bold"}))

KEYS = ("Space play", "? help", "q quit", "arrows step, speed", "g go to", "f fog", "[ ] same seat")
HELP = (
    "Space      play, pause",
    "right l    next move    left h  back",
    "up down    faster, slower",
    "Home End   beginning, end",
    "g NUMBER   go to a move",
    "[ ]        moves of the same player",
    "f          whose fog",
    "w a s d    scroll       q  quit",
)


class Scene(NamedTuple):
    """What is shown of a tape, and how it runs."""

    tape: Tape
    position: int
    fog: Fog
    playing: bool = False
    speed: str = "x1"
    boxes: bool = True
    #: What was typed of the number of a move; None if nobody types.
    typed: str | None = None
    helped: bool = False
    #: Whether a board that is too large follows the last move.
    follows: bool = True


def page(scene: Scene, cols: int, rows: int, viewport: Viewport) -> list[Line]:
    """Fill a screen: what is played, how far it is, the boards, the last move, the keys."""
    if cols < LEAST_COLS or rows < LEAST_ROWS:
        return [styled("too small:"[:cols]), styled(f"{LEAST_COLS}x{LEAST_ROWS} needed"[:cols])][:rows]
    head = [_title(scene, cols), _progress(scene, cols)]
    foot = _foot(scene, cols, rows)
    room = rows - len(head) - len(foot)
    body = [styled(f" {text}") for text in HELP] if scene.helped else _body(scene, cols, room, viewport)
    body = [*body, *([] for _ in range(room - len(body)))]
    return [fit(line, cols) for line in (*head, *body, *foot)]


def _title(scene: Scene, cols: int) -> Line:
    badge = styled(f" {clean(scene.fog.name, cols // 2 - 2)} ", CALM)
    return ends(styled(f" {title(scene.tape)}", BOLD), badge, cols)


def title(tape: Tape) -> str:
    """Say what is played, and by whom."""
    return f"{tape.game.name}  {' against '.join(tape.names)}"


def _progress(scene: Scene, cols: int) -> Line:
    """Draw how far it is: as a bar, in moves, and in the time of the match."""
    tape = scene.tape
    running = ">" if scene.playing else "="
    if scene.boxes:
        running = "►" if scene.playing else "‖"
    left = styled(f" {running} {scene.speed:5}", BOLD)
    right = styled(f" {counted(tape, scene.position)}  {clock(tape.times[scene.position])} ")
    width = max(0, cols - len(left) - len(right))
    done = width * scene.position // tape.last if tape.last else width
    full, rest = ("━", "─") if scene.boxes else ("=", "-")
    return [*left, *styled(full * done, DONE), *styled(rest * (width - done), FAINT), *right]


def counted(tape: Tape, position: int) -> str:
    """Say which move it is, of how many."""
    moves = len(tape.record.moves)
    return f"move {position} of {moves}" if position <= moves else "the end"


def clock(seconds: float) -> str:
    """Write a time in the match."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _foot(scene: Scene, cols: int, rows: int) -> list[Line]:
    """Say what happened last and how it ended, and name the keys; at most a third of the screen."""
    if scene.helped:
        return [styled(" any key goes back", FAINT)]
    tape = scene.tape
    lines = [fit(styled(f" {tape.say(scene.position, scene.fog.viewer)}", BOLD), cols)]
    ending = [line for text in tape.ending(scene.position) for line in paragraph(text, cols - 2, WARNING)]
    most = max(1, rows // 3 - 3)
    if len(ending) > most > 1:
        ending = [*ending[: most - 1], styled(f"... and {len(ending) - most + 1} lines more, see --text", WARNING)]
    lines += [[*styled(" "), *line] for line in ending[:most]]
    if scene.typed is not None:
        return [*lines, styled(f" Go to move: {scene.typed}_", WARNING)]
    keys = flow(KEYS, cols - 2)
    shown = keys if rows >= 20 else [keys[0]]
    return [*lines, *(styled(f" {text}", FAINT) for text in shown)]


def _body(scene: Scene, cols: int, rows: int, viewport: Viewport) -> list[Line]:
    """Draw the boards, all of them or the part around the last move, and what their signs mean if there is room."""
    drawing = scene.tape.draw(scene.position, scene.fog.viewer, Paper(rows - 1, scene.boxes))
    above, lines, focus = boards(drawing, scene.tape, cols)
    canvas = Canvas()
    canvas.lines = lines
    canvas.row, canvas.col = focus if focus and scene.follows else (len(lines), 0)
    shown = [*above, *viewport.frame(canvas, cols, rows - len(above)).lines]
    legend = [styled(f" {text}", FAINT) for text in flow(drawing.legend, cols - 2)]
    air = rows - len(shown) - len(legend)
    if air < 0:
        return shown
    if air < 3:
        return [*shown, *([] for _ in range(air > 0)), *legend]
    return [[], *shown, [], *legend]


def boards(drawing: Drawing, tape: Tape, cols: int) -> tuple[list[Line], list[Line], tuple[int, int] | None]:
    """Put the boards side by side: what stands above them all, the boards, and the place of the last move on them.

    A single board has its note above it; several have their owners' names, which go with them where they are scrolled.
    """
    if len(drawing.panels) == 1:
        (panel,) = drawing.panels
        return [styled(f" {panel.note}")], panel.lines, panel.focus
    widths = [max(map(len, panel.lines)) for panel in drawing.panels]
    gap = max(0, min(4, (cols - sum(widths)) // max(1, len(widths) - 1)))
    blocks = []
    focus, left = None, 0
    for panel, width in zip(drawing.panels, widths, strict=True):
        assert panel.seat is not None, "where there are several boards, each is somebody's"
        name = ends(styled(f"   {tape.names[panel.seat]}", BOLD), styled(f"{panel.note} "), width)
        blocks.append(([name, *panel.lines], width))
        if panel.focus:
            focus = panel.focus[0] + 1, left + panel.focus[1]
        left += width + gap
    return [], beside(*blocks, gap=gap), focus


def text(scene: Scene) -> Iterator[str]:
    """Tell a position as plain text."""
    tape = scene.tape
    drawing = tape.draw(scene.position, scene.fog.viewer, Paper(boxes=scene.boxes))
    yield f"{title(tape)}, {scene.fog.name}"
    said = tape.say(scene.position, scene.fog.viewer)
    yield f"{counted(tape, scene.position)}, {clock(tape.times[scene.position])}: {said}"
    yield ""
    above, lines, _ = boards(drawing, tape, 80)
    yield from ("".join(char for char, _ in line).rstrip() for line in (*above, *lines))
    yield ""
    yield from flow(drawing.legend, 78)
    yield from tape.ending(scene.position)


def moves(tape: Tape, fog: Fog) -> Iterator[str]:
    """Tell all moves, with their times, and how it ended."""
    yield f"{title(tape)}, {fog.name}"
    for position in range(1, tape.last + 1):
        yield f"{position:5}  {tape.times[position]:10.3f} s  {tape.say(position, fog.viewer)}"
    yield from tape.ending(tape.last)
