import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./browser.js";

const { cellAt, fitting, leads, middle, overflows, panned, pointing, settled, showing, spanned, stepped, visible, zoomed } = await page("geometry.js");

const look = (more = {}) => ({ rows: 10, cols: 20, width: 400, height: 200, size: 20, x: 0, y: 0, ...more });
const large = (more = {}) => look({ rows: 255, cols: 255, ...more });

test("cells are as large as the window and the limits allow", () => {
  assert.equal(fitting(10, 20, 400, 200, 10, 44), 20);
  assert.equal(fitting(10, 20, 4000, 2000, 10, 44), 44);
  assert.equal(fitting(255, 255, 400, 200, 30, 44), 30);
  assert.equal(fitting(16, 16, 900, 440, 30, 44, 24), 27); // the whole board is seen for it
  assert.equal(fitting(16, 16, 900, 300, 30, 44, 24), 30);
});

test("the cursor begins in the middle, as in the terminal: below and to the right of it where a side is even", () => {
  const places = [[16, 16], [9, 9], [16, 30], [1, 1], [2, 1]].map(([rows, cols]) => middle(rows, cols));
  assert.deepEqual(places.map(({ row, col }) => [row, col]), [[8, 8], [4, 4], [8, 15], [0, 0], [1, 0]]);
});

test("a board that fits lies in the middle, whatever one does to it", () => {
  const small = settled(look({ rows: 2, cols: 2 }));
  assert.deepEqual([small.x, small.y], [180, 80]);
  assert.deepEqual(panned(small, 50, 50), small);
  assert.equal(overflows(small), false);
});

test("no cell becomes smaller than where the whole board is seen", () => {
  assert.equal(zoomed(look({ least: 12 }), 3).size, 12);
  assert.equal(zoomed(look(), 1).size, 2);
});

test("keys of a board are those that move and act, and no others, so that pages scroll and controls are reached", () => {
  assert.ok(["ArrowUp", "h", "Enter", " ", "f", "c"].every(leads));
  assert.ok(!["Tab", "Escape", "PageDown", "Home", "1", "?", "toString"].some(leads));
});

test("a board that does not fit always fills its window", () => {
  assert.equal(overflows(large()), true);
  const far = panned(large(), -1e6, -1e6);
  assert.deepEqual([far.x, far.y], [400 - 255 * 20, 200 - 255 * 20]);
  const back = panned(far, 1e6, 1e6);
  assert.deepEqual([back.x, back.y], [0, 0]);
});

test("a point is in the cell that is drawn there", () => {
  assert.deepEqual(cellAt(look(), 0, 0), { row: 0, col: 0 });
  assert.deepEqual(cellAt(look(), 399.9, 199.9), { row: 9, col: 19 });
  assert.deepEqual(cellAt(large({ x: -30, y: -50 }), 10, 10), { row: 3, col: 2 });
  assert.equal(cellAt(settled(look({ rows: 2, cols: 2 })), 10, 10), null);
  assert.equal(cellAt(look(), -1, 10), null);
  assert.equal(cellAt(look(), 401, 10), null);
});

test("what is under the finger stays there while the size changes", () => {
  const before = large({ x: -1000, y: -1000 });
  const after = zoomed(before, 40, 111, 77);
  assert.deepEqual(cellAt(after, 111, 77), cellAt(before, 111, 77));
  assert.equal(zoomed(before, 1e9).size, 80);
  assert.equal(zoomed(before, 0).size, 2);
});

test("what is pointed at is brought into sight, and looked at closer where it would be a speck", () => {
  const cell = { row: 200, col: 30 };
  const closer = pointing(settled(large({ size: 2 })), cell, 30);
  assert.equal(closer.size, 30);
  assert.deepEqual(closer, showing(closer, cell));
  assert.equal(pointing(large({ size: 15 }), cell, 30).size, 15);
  assert.deepEqual(pointing(large(), cell, 30), showing(large(), cell));
});

test("where cells are seen is told as far as the window shows them", () => {
  assert.deepEqual(spanned(look(), [{ row: 2 }, { row: 4 }], 100), { top: 140, bottom: 200 });
  assert.deepEqual(spanned(look(), null), { top: 0, bottom: 200 });
  assert.deepEqual(spanned(large({ y: -50 }), [{ row: 0 }, { row: 30 }], 7), { top: 7, bottom: 207 });
});

test("only the cells in the window are seen", () => {
  assert.deepEqual(visible(large({ x: -30, y: -50 })), { top: 2, left: 1, bottom: 13, right: 22 });
  assert.deepEqual(visible(look()), { top: 0, left: 0, bottom: 10, right: 20 });
});

test("the cursor is brought into the window, with a neighbour of it", () => {
  const moved = showing(large(), { row: 100, col: 100 });
  const { top, left, bottom, right } = visible(moved);
  assert.ok(top <= 99 && bottom >= 102 && left <= 99 && right >= 102);
  assert.deepEqual(showing(moved, { row: 98, col: 98 }), moved);
  assert.deepEqual(showing(large(), { row: 0, col: 0 }), large());
});

test("keys lead from cell to cell, and never off the board", () => {
  const from = { row: 5, col: 5 };
  assert.deepEqual(stepped("ArrowUp", from, 10, 20), { row: 4, col: 5 });
  assert.deepEqual(stepped("d", from, 10, 20), { row: 5, col: 6 });
  assert.deepEqual(stepped("j", from, 10, 20), { row: 6, col: 5 });
  assert.deepEqual(stepped("ArrowLeft", from, 10, 20, { ctrl: true }), { row: 5, col: 0 });
  assert.deepEqual(stepped("End", from, 10, 20), { row: 5, col: 19 });
  assert.deepEqual(stepped("Home", from, 10, 20, { ctrl: true }), { row: 0, col: 0 });
  assert.deepEqual(stepped("PageDown", from, 10, 20), { row: 9, col: 5 });
  assert.equal(stepped("x", from, 10, 20), null);
  assert.equal(stepped("a", from, 10, 20, { ctrl: true }), null);
});

test("what belongs to a cell comes into sight with it, if all have room", () => {
  const seen = (moved, { row, col }) => {
    const { top, left, bottom, right } = visible(moved);
    return row >= top && row < bottom && col >= left && col < right;
  };
  const [cell, near] = [{ row: 132, col: 118 }, [{ row: 129, col: 112 }, { row: 130, col: 121 }]];
  for (const from of [large(), large({ x: -4000, y: -3000 }), large({ y: -131 * 20 })]) {
    const moved = pointing(settled(from), cell, 30, near);
    for (const one of [cell, ...near]) assert.ok(seen(moved, one), JSON.stringify([from.y, one]));
  }
  assert.ok(seen(pointing(large(), cell, 30, [{ row: 1, col: 1 }]), cell));
});
