import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./browser.js";

const {
  SHAPE, anywhere, boxed, cells, covered, fits, lookOf, noted, places, planesOf, sketched, spun,
} = await page("boards/planefight/fleet.js");

const FIELD = { rows: 10, cols: 10, planes: 3, cross_border: false };
const drawn = (plane, field) => {
  const taken = covered([plane], field);
  const char = (index) => (taken.has(index) ? (taken.get(index).part === 0 ? "H" : "#") : ".");
  return Array.from({ length: field.rows }, (_, row) => Array.from({ length: field.cols }, (_, col) => char(row * field.cols + col)).join(""));
};
/** Chance that repeats: a small generator of its own. */
const chance = (seed) => () => ((seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648);
const allowed = (planes, field) => planes.every((one, index) => fits(one, planes.filter((_, other) => other !== index), field));

test("a plane has its published shape in all four turns", () => {
  const small = { rows: 5, cols: 5 };
  assert.deepEqual(drawn({ row: 0, col: 2, turn: 0 }, small), ["..H..", "#####", "..#..", ".###.", "....."]);
  assert.deepEqual(drawn({ row: 2, col: 3, turn: 1 }, small), ["..#..", "#.#..", "###H.", "#.#..", "..#.."]);
  assert.deepEqual(drawn({ row: 3, col: 2, turn: 2 }, small), [".###.", "..#..", "#####", "..H..", "....."]);
  assert.deepEqual(drawn({ row: 2, col: 0, turn: 3 }, small), [".#...", ".#.#.", "H###.", ".#.#.", ".#..."]);
  assert.deepEqual(SHAPE.map((steps) => steps.length), [10, 10, 10, 10]);
});

test("a plane over the edge is nowhere, unless the field has no edges", () => {
  const plane = { row: 0, col: 0, turn: 0 };
  assert.deepEqual(cells(plane, FIELD), []);
  const across = cells(plane, { ...FIELD, cross_border: true });
  assert.equal(across.length, 10);
  assert.ok(across.some(({ row, col }) => row === 1 && col === 8));
});

test("places are exactly the heads that fit beside the others", () => {
  const planes = [{ row: 0, col: 2, turn: 0 }];
  const found = places(planes, 0, FIELD);
  assert.ok(found.every((cell) => fits({ ...cell, turn: 0 }, planes, FIELD)));
  assert.ok(!found.some(({ row, col }) => row === 0 && col === 2));
  assert.equal(places([], 0, FIELD).length, 6 * 7);
});

test("a plane turns about its middle, and back to where it was after four turns", () => {
  const first = { row: 3, col: 5, turn: 0 };
  let plane = first;
  for (let turn = 1; turn <= 4; turn++) plane = spun(plane, [], FIELD);
  assert.deepEqual(plane, first);
  assert.deepEqual(spun(first, [], FIELD), { row: 4, col: 6, turn: 1 });
});

test("a plane without room moves a little, turns further, or stays as it is", () => {
  const tight = { rows: 4, cols: 5, cross_border: false };
  assert.deepEqual(spun({ row: 0, col: 2, turn: 0 }, [], tight), { row: 3, col: 2, turn: 2 });
  const corner = spun({ row: 0, col: 2, turn: 0 }, [], FIELD);
  assert.equal(corner.turn, 1);
  assert.ok(fits(corner, [], FIELD));
  assert.equal(spun({ row: 0, col: 2, turn: 0 }, [{ row: 3, col: 2, turn: 2 }], tight), null);
  const crowd = boxed({ rows: 8, cols: 10, planes: 4 });
  assert.ok(allowed(crowd, { ...FIELD, rows: 8 }));
});

test("anywhere places all planes, keeps those that stand, and finds a way on every field that the server offers", () => {
  for (let seed = 1; seed < 40; seed++) {
    const found = anywhere(FIELD, [], chance(seed));
    assert.equal(found.length, 3);
    assert.ok(allowed(found, FIELD));
  }
  const kept = { row: 3, col: 5, turn: 0 };
  assert.ok(anywhere(FIELD, [kept], chance(7)).includes(kept));
  for (const [rows, cols, planes] of [[5, 5, 1], [10, 10, 5], [9, 8, 2], [40, 40, 80], [5, 8, 2]]) {
    const field = { rows, cols, planes, cross_border: false };
    const found = anywhere(field, [], chance(3));
    assert.equal(found.length, planes);
    assert.ok(allowed(found, field));
  }
});

test("what an attack left is seen over what is known of planes", () => {
  const part = { plane: { row: 0, col: 2, turn: 1 }, part: 4 };
  assert.equal(lookOf(".", undefined, false, ""), "fog");
  assert.equal(lookOf(".", undefined, false, "cross"), "fog cross");
  assert.equal(lookOf(".", undefined, true, "cross"), "open");
  assert.equal(lookOf("P", part, true, ""), "open plane1-4");
  assert.equal(lookOf("x", part, true, ""), "open plane1-4 struck");
  assert.equal(lookOf("x", undefined, false, "question"), "open planehit");
  assert.equal(lookOf("X", undefined, false, ""), "open headhit");
  assert.equal(lookOf("o", undefined, false, ""), "open miss");
});

test("notes go round, and sketched planes turn until they are gone", () => {
  let marks = {};
  const seen = [];
  for (let tap = 0; tap < 3; tap++) seen.push((marks = noted(marks, 7))[7]);
  assert.deepEqual(seen, ["cross", "question", undefined]);
  let planes = [];
  const turns = [];
  for (let tap = 0; tap < 5; tap++) turns.push((planes = sketched(planes, { row: 2, col: 3 }))[0]?.turn);
  assert.deepEqual(turns, [0, 1, 2, 3, undefined]);
});

test("a map of a foreign program may hold anything, and draws what can be drawn", () => {
  assert.deepEqual(planesOf(null), []);
  assert.deepEqual(planesOf([[1, 2, 3], [9, 9, 200]]), [{ row: 1, col: 2, turn: 3 }]);
  assert.equal(covered(planesOf([[65535, 65535, 0]]), FIELD).size, 0);
});
