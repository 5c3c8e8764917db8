"""The page judges half maps as the server does: both are given the same ones."""

import json
import subprocess
from random import Random
from typing import Any

import page_parts
from support.missing import missing

from fogfield.core.grid import Grid
from fogfield.games.treasurehunt.presets import PRESETS, Options, half_rules
from fogfield.kits.explore.halves import Field, broken_rules
from fogfield.kits.explore.land import Terrain

JUDGE = """
import { brokenRules } from "./src/fogfield/serve/page/web/boards/treasurehunt/halves.js";
let text = "";
for await (const piece of process.stdin) text += piece;
console.log(JSON.stringify(JSON.parse(text).map(([rules, half]) => brokenRules(rules, half))));
"""


def drawn(options: Options, rng: Random) -> dict[str, Any]:
    """Draw a half map, right or wrong: sometimes dry, sometimes wet, with any number of castles."""
    wet, rocky = rng.choice((0.05, 0.16, 0.3)), rng.choice((0.05, 0.14))
    size = options.rows * options.cols
    land = "".join(rng.choices("~^.", (wet, rocky, 1 - wet - rocky), k=size))
    return {"land": land, "castles": sorted(rng.sample(range(size), rng.choice((0, 1, options.forts, 3))))}


def judged(options: Options, half: dict[str, Any]) -> list[dict[str, Any]]:
    """Let the server judge."""
    cells = Grid(options.rows, options.cols)
    fields = [
        Field(cell, Terrain(char), number in half["castles"])
        for number, (cell, char) in enumerate(zip(cells, half["land"], strict=True))
    ]
    return [
        {"code": one.code, "text": one.text, "cells": [row * options.cols + col for row, col in one.cells]}
        for one in broken_rules(half_rules(options), fields)
    ]


def test_the_page_and_the_server_find_the_same_faults_in_the_same_half_maps() -> None:
    node = page_parts.node()
    if node is None:
        missing("needs node: python tools/page_parts.py --dev")
    assert node is not None
    rng = Random(8)
    cases = [(options, drawn(options, rng)) for _ in range(150) for options in PRESETS.values()]
    sent = json.dumps([(options._asdict(), half) for options, half in cases])
    told = subprocess.run(
        [node, "--input-type=module", "-e", JUDGE],
        input=sent, cwd=page_parts.ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    found = json.loads(told.stdout)
    assert found == [judged(options, half) for options, half in cases]
    codes = {one["code"] for faults in found for one in faults}
    assert codes >= {"fort-count", "fort-place", "island", "border-water", "border-dry", "too-little-water"}
