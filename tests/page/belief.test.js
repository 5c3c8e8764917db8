import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./browser.js";

const { heatOf, isWritten, lowered, relaid, strength, told } = await page("heat.js");
const { believed, counted, moments, points, valueAt } = await page("curves.js");
const { remark } = await page("belief.js");
const { room } = await page("boards/treasurehunt/table.js");
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

test("the legend tells of certain chances only where there are some beyond its scale", () => {
  assert.equal(heatOf("a mine", [[0.1, null], [1, 0.2]]).certain, true);
  assert.equal(heatOf("a mine", [[0.1, null], [0, 0.2]]).certain, false);
  assert.equal(heatOf("a mine", [[1, 0]]).certain, false, "its scale goes to 100 % by itself");
  assert.equal(relaid(heatOf("a mine", [[0.1, 1]]), () => 1).certain, true);
});

test("a chance is told in words, and nothing where there is none", () => {
  const heat = heatOf("a mine", [[0.37, null]]);
  assert.equal(told(heat, { row: 0, col: 0 }), "37 % for a mine");
  assert.equal(told(heat, { row: 0, col: 1 }), "");
  assert.equal(told(heat, null), "");
  assert.equal(told(() => 0.5, { row: 0, col: 0 }), "", "the odds of a hint are told elsewhere");
  assert.equal(told(null, { row: 0, col: 0 }), "");
});

/** Give where an ink writes which text. */
function written(heat, size, rows, cols) {
  const found = [];
  const c = { strokeText() {}, fillText: (text, x, y) => found.push([text, x / size, y / size]), fillRect() {} };
  heat.write(c, size, {}, { top: 0, left: 0, bottom: rows, right: cols });
  return found;
}

test("percents are written over what a board draws, and at the lower edge where something stands", () => {
  const heat = lowered(heatOf("a treasure", [[0.25, 0.5, null]]), (row, col) => col === 1);
  assert.deepEqual(written(heat, 40, 1, 3), [["25", 0.5, 0.5], ["50", 1.5, 0.8]]);
  assert.deepEqual([heat.what, heat.most, heat(0, 1), heat(0, 2)], ["a treasure", 0.5, 0.5, null]);
  assert.ok(!isWritten(21));
  assert.deepEqual(written(heat, 21, 1, 3), [], "there is no room");
});

test("treasurehunt: what stands on a field makes room for the chance that is written there", () => {
  assert.deepEqual(room({ row: 2, col: 3 }, 40, false), [{ row: 2, col: 3 }, 40]);
  const [{ row, col }, size] = room({ row: 2, col: 3 }, 40, true);
  const [top, bottom, left, right] = [row * size, (row + 1) * size, col * size, (col + 1) * size].map((at) => at / 40);
  assert.ok(top >= 2 && bottom < 2.66, "the lower third is free");
  assert.ok(Math.abs((left + right) / 2 - 3.5) < 1e-9, "it stands in the middle");
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
