"""A server that is killed and started again under an open page."""

import os
import signal
from pathlib import Path

from support.browser import Visitors
from support.live import served


def test_a_page_finds_its_seat_again_after_the_server_was_killed(visitors: Visitors, tmp_path: Path) -> None:
    store = {"FOGFIELD_STORE_ADDRESS": str(tmp_path / "matches.db")}
    with served(name="web", **store) as first:
        visitor = visitors(first.port).go("/play/jminesweeper").press("Small").press("Play")
        board = visitor.board("Minefield")
        board.click(0, 0, right=True)
        visitor.sees("1 of")
        os.kill(first.process.pid, signal.SIGKILL)
        visitor.sees("The connection is lost.")
    with served("--port", f"web={first.port}", name="web", **store):
        visitor.page.get_by_text("The connection is lost.").wait_for(state="detached")
        board.click(0, 0, right=True)
        visitor.sees("0 of")
    visitor.complaints.clear()  # browsers complain of every connection that is refused
