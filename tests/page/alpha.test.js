import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./browser.js";

const { block, recalled, seedFile } = await page("boards/alpha/screen.js");
const { default: board } = await page("boards/alpha.js");

test("a view is shown as the program shows it, with the mines once they are no secret", () => {
  const view = { board: ["1F   ", "1    ", "     ", "     ", "    ?"], mines: null, rounds: 3 };
  const lines = [
    "", " Rounds Completed: 3", "", " 0 | 1 | F |   |   |   |", " 1 | 1 |   |   |   |   |", " 2 |   |   |   |   |   |", " 3 |   |   |   |   |   |",
    " 4 |   |   |   |   | ? |", "     0   1   2   3   4 ", "", "",
  ];
  assert.equal(block(view), lines.join("\n"));
  assert.match(block({ ...view, mines: [[0, 1], [4, 4]] }), / 0 \| 1 \|<F>\|/);
});

test("a board that is known becomes a seed file", () => {
  assert.equal(seedFile({ board: ["     ", "     ", "     ", "     ", "     "], mines: [[0, 1], [4, 4]] }), "5 5\n2\n0 1\n4 4\n");
});

test("lines that were typed before come back, and no others", () => {
  assert.equal(recalled(["a", "b"], 2, "ArrowUp"), 1);
  assert.equal(recalled(["a", "b"], 0, "ArrowUp"), 0);
  assert.equal(recalled(["a", "b"], 1, "ArrowDown"), 2);
  assert.equal(recalled(["a", "b"], 2, "ArrowDown"), 2);
});

test("a seed file of one's own says everything", () => {
  assert.deepEqual(board.ask({ rows: 8, cols: 8, mines: 10, seed: "5 5 1 0 0" }), { seed: "5 5 1 0 0" });
  assert.deepEqual(board.ask({ rows: 8, cols: 8, mines: 10, seed: " " }), { rows: 8, cols: 8, mines: 10 });
  assert.deepEqual(board.ask({ rows: 8, cols: 8 }), { rows: 8, cols: 8 });
});
