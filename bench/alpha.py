"""Minesweeper Alpha: how soon the prompt is there, and what a command costs."""

import compileall
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import fogfield
from bench.report import Bar

PROGRAM = Path(sys.executable).with_name("minesweeper-alpha")
PROMPT = b"minesweeper-alpha: "
SEED = "10 10 3\n0 0\n1 1\n9 9\n"
ROUNDS = 40
COMMANDS = 50_000

#: The least that any Python program with arguments and a file does.
BARE_START = "import argparse; open({path!r}).read()"
#: A loop that reads a line, and answers every one with a block of the same size.
BARE_LOOP = "import sys\nblock = {block!r}\nfor line in sys.stdin: sys.stdout.write(block)"


def start() -> dict[str, Any]:
    """Start ours and the bare program in turns; ours is timed to its prompt, the other to its end."""
    compileall.compile_dir(str(Path(fogfield.__file__).parent), quiet=2)  # as an installed program is
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder, "seed.txt"))
        Path(path).write_text(SEED)
        bare = [sys.executable, "-c", BARE_START.format(path=path)]
        rounds = [(_to_the_prompt([str(PROGRAM), path]), _to_the_end(bare)) for _ in range(ROUNDS)]
    ours, theirs = (statistics.median(column) * 1e3 for column in zip(*rounds, strict=True))
    return {"what": "to the prompt", "ms": ours, "import argparse and a file, ms": theirs, "ratio": ours / theirs}


def commands() -> dict[str, Any]:
    """Play a long script, and let the bare loop answer the same lines with as many bytes."""
    lines = "".join(f"g {number // 10 % 10} {number % 10}\n" for number in range(COMMANDS)).encode()
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder, "seed.txt"))
        Path(path).write_text(SEED)
        written = subprocess.run([PROGRAM, path], input=lines, capture_output=True, check=True).stdout
        block = "x" * (len(written) // COMMANDS)
        bare = [sys.executable, "-c", BARE_LOOP.format(block=block)]
        rounds = [(_cpu_s([str(PROGRAM), path], lines), _cpu_s(bare, lines)) for _ in range(max(1, ROUNDS // 8))]
    ours, theirs = (statistics.median(column) / COMMANDS * 1e6 for column in zip(*rounds, strict=True))
    return {"what": "10x10, a guess", "us": ours, "bare us": theirs, "ratio": ours / theirs}


def bars(starts: list[dict[str, Any]]) -> list[Bar]:
    """Compare with what is promised."""
    return [Bar("start to the prompt / import argparse and a file", row["ratio"], 1.5) for row in starts]


def _to_the_prompt(command: list[str]) -> float:
    began = time.perf_counter()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout
        said = b""
        while not said.endswith(PROMPT):
            said += os.read(process.stdout.fileno(), 65_536)
        took = time.perf_counter() - began
        process.communicate()
    return took


def _to_the_end(command: list[str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, check=True)
    return time.perf_counter() - began


def _cpu_s(command: list[str], lines: bytes) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, input=lines, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
