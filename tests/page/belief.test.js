import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./browser.js";

const { heatOf, relaid, strength, told } = await page("heat.js");
const { believed, counted, moments, points, valueAt } = await page("curves.js");
const { remark } = await page("belief.js");
const { revealed, strolled } = await page("boards/treasurehunt/walking.js");

test("heat is strongest where the chance is highest, and what is certain does not make the rest pale", () => {
  const heat = heatOf("a mine", [[0.1, null], [1, 0.2]]);
  assert.equal(heat.most, 0.2);
  assert.ok(strength(heat(0, 0), heat.most) < strength(heat(1, 1), heat.most));
  assert.ok(strength(heat(1, 1), heat.most) < strength(heat(1, 0), heat.most));
  assert.equal(heat(0, 1), null);
  assert.equal(heat(7, 7), null);
  assert.equal(heatOf("a mine", [[1, 0]]).most, 1);
  const folded = relaid(heat, (row, col) => heat(col, row));
  assert.deepEqual([folded(1, 1), folded(0, 1), folded.most, folded.what], [0.2, 1, 0.2, "a mine"]);
});

test("a chance is told in words, and nothing where there is none", () => {
  const heat = heatOf("a mine", [[0.37, null]]);
  assert.equal(told(heat, { row: 0, col: 0 }), "37 % for a mine");
  assert.equal(told(heat, { row: 0, col: 1 }), "");
  assert.equal(told(heat, null), "");
  assert.equal(told(() => 0.5, { row: 0, col: 0 }), "", "the odds of a hint are told elsewhere");
  assert.equal(told(null, { row: 0, col: 0 }), "");
});

test("what else is known of a belief is said in sentences", () => {
  assert.equal(remark({ figures: [{ name: "Ways", text: "3 of 9" }], doubt: "not exact: too many" }), "Ways: 3 of 9. Not exact: too many.");
  assert.equal(remark({ figures: [], doubt: "" }), "");
});

test("a long match is drawn with so many points, and its last move is one of them", () => {
  assert.deepEqual(moments(3), [0, 1, 2, 3]);
  assert.ok(moments(10_000, 150).length <= 152);
  assert.equal(moments(10_000, 150).at(-1), 10_000);
  assert.deepEqual(points([0, 1, 7], [0, 1, 2], 2), ["0.0,106.0 300.0,4.0 600.0,4.0"]);
});

test("where nothing is known a curve has a gap", () => {
  assert.deepEqual(points([null, 1, null, 0], [0, 1, 2, 3], 3), ["200.0,4.0", "600.0,106.0"]);
  assert.equal(valueAt({ moves: [0, 4, 8], texts: ["a", "b", "c"] }, 5), "b");
  assert.equal(valueAt({ moves: [0, 4], texts: ["", ""] }, 5), "–");
});

test("what a board counts has a line for each seat, what bots believed is put together by name", () => {
  const curves = [{ name: "Afloat", each: true, value: (match, seat) => match[seat], text: (match, seat) => `${match[seat]} of 1` }, { name: "All", value: () => 0.5 }];
  const [afloat, all] = counted(curves, [[1, 0]], [0], [0, 1]);
  assert.deepEqual(afloat.lines.map((line) => [line.seat, line.values, line.texts]), [[0, [1], ["1 of 1"]], [1, [0], ["0 of 1"]]]);
  assert.deepEqual(all.lines, [{ seat: null, moves: [0], values: [0.5], texts: ["50 %"] }]);
  const answer = (seat) => ({ seat, moves: [0], figures: [{ name: "Ways", values: [1], texts: ["9 of 9"] }] });
  const [ways, ...more] = believed([answer(0), answer(1)]);
  assert.deepEqual([ways.name, ways.lines.map((line) => line.seat), more], ["Ways", [0, 1], []]);
});

test("treasurehunt: a walk is counted field by field, as far as places are true", () => {
  const at = (figure, seat = 0) => ({ view: { map: ["..."], seat, real: false, sides: [{ figure, castle: [0, 0] }, { figure: [0, 2], castle: null }] } });
  const walk = [at([0, 0]), at([0, 1]), at([0, 1]), at([0, 2])];
  assert.deepEqual(strolled(walk, 0).texts, ["0", "1", "1", "2"]);
  assert.deepEqual(strolled(walk, 1).texts, ["", "", "", ""]);
  assert.equal(revealed({ map: [".."], sides: [{ seen: ["+-"] }] }, 0), 0.5);
  assert.equal(revealed({ map: [".."], sides: [{ seen: [] }] }, 0), null);
});
