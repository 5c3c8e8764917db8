import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./browser.js";

const { action, between, brokenRules, cutOff, empty, painted, randomHalf } = await page("boards/treasurehunt/halves.js");
const { cost, direction, stepFrom, walked, way } = await page("boards/treasurehunt/walking.js");
const { default: board, asked } = await page("boards/treasurehunt.js");
const { standing } = await page("boards/treasurehunt/table.js");

const SEED = {
  rows: 5, cols: 10, mountains: 5, grass: 24, water: 7, forts: 1, most_water_long: 4, most_water_short: 2,
  least_water_long: 0, least_water_short: 0, most_actions: 320, hidden_actions: 16,
};
const TERMS = [SEED, { ...SEED, forts: 6 }, { ...SEED, most_water_long: 6, most_water_short: 3, least_water_long: 2, least_water_short: 1 }];
const chance = (seed) => () => ((seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648);

test("a generated half map keeps all rules of every term, and two are not the same", () => {
  for (const rules of TERMS) {
    const found = [1, 2, 3, 4, 5].map((seed) => randomHalf(rules, chance(seed)));
    for (const half of found) assert.deepEqual(brokenRules(rules, half), []);
    assert.equal(new Set(found.map((half) => half.land)).size, 5);
    assert.equal(action(found[0], rules.cols).length, 51);
  }
});

test("every broken rule is said at once, with the fields concerned", () => {
  const codes = brokenRules(SEED, empty(SEED)).map((one) => one.code);
  assert.deepEqual(codes, ["too-little-mountain", "too-little-water", "fort-count"]);
  let half = { land: "~".repeat(5) + ".".repeat(45), castles: [2] };
  half = painted(painted(half, 11, "~"), 20, "~");
  const found = brokenRules(SEED, half);
  assert.deepEqual(found.map((one) => one.code), ["too-little-mountain", "fort-place", "island", "border-water"]);
  assert.deepEqual(found.find((one) => one.code === "island").cells, [10]);
  assert.deepEqual(found.find((one) => one.code === "border-water").cells, [0, 1, 2, 3, 4]);
});

test("islands are all but the largest part", () => {
  assert.deepEqual(cutOff("..~.", 1, 4), [3]);
  assert.deepEqual(cutOff("....", 2, 2), []);
  assert.deepEqual(cutOff("~~~~", 2, 2), []);
});

test("painting changes one field; a castle comes and goes, and does not stand in water", () => {
  const first = painted(empty(SEED), 7, "castle", 1);
  assert.deepEqual(first.castles, [7]);
  assert.deepEqual(painted(first, 7, "castle", 1).castles, []);
  assert.deepEqual(painted(first, 9, "castle", 1).castles, [9]);
  assert.deepEqual(painted(first, 7, "~").castles, []);
  assert.equal(painted(first, 3, "."), first);
  assert.equal(painted(first, 3, "^").land[3], "^");
});

test("a stroke leaves no field out", () => {
  const fields = (from, to) => between({ row: from[0], col: from[1] }, { row: to[0], col: to[1] }).map(({ row, col }) => [row, col]);
  assert.deepEqual(fields([0, 4], [0, 1]), [[0, 4], [0, 3], [0, 2], [0, 1]]);
  assert.deepEqual(fields([0, 0], [1, 2]), [[0, 0], [1, 1], [1, 2]]);
  assert.deepEqual(fields([2, 2], [2, 2]), [[2, 2], [2, 2]]);
});

const MAP = ["..^.", ".~~.", "...."];

test("a way goes round the water, and over a mountain only if that is cheaper", () => {
  assert.deepEqual(way(MAP, { row: 0, col: 1 }, { row: 0, col: 3 }), [{ row: 0, col: 2 }, { row: 0, col: 3 }]);
  assert.equal(way(MAP, { row: 0, col: 0 }, { row: 1, col: 1 }), null);
  assert.deepEqual(way(MAP, { row: 0, col: 0 }, { row: 0, col: 0 }), []);
  assert.equal(cost(MAP, { row: 0, col: 1 }, { row: 0, col: 2 }), 3);
  assert.equal(cost(MAP, { row: 0, col: 0 }, { row: 0, col: 1 }), 2);
});

test("nobody steps into water or off the map", () => {
  assert.equal(stepFrom(MAP, { row: 0, col: 0 }, "up"), null);
  assert.equal(stepFrom(MAP, { row: 0, col: 1 }, "down"), null);
  assert.deepEqual(stepFrom(MAP, { row: 0, col: 0 }, "right"), { row: 0, col: 1 });
  assert.equal(direction({ row: 1, col: 1 }, { row: 1, col: 0 }), "left");
  assert.equal(direction({ row: 1, col: 1 }, { row: 2, col: 2 }), null);
});

test("a path grows step by step, and begins anew after a jump", () => {
  const [a, b, far] = [{ row: 0, col: 0 }, { row: 0, col: 1 }, { row: 2, col: 3 }];
  assert.deepEqual(walked(walked([], a), b), [a, b]);
  assert.deepEqual(walked([a, b], b), [a, b]);
  assert.deepEqual(walked([a, b], far), [far]);
  assert.deepEqual(walked([a], null), [a]);
});

const side = (more = {}) => ({ half: null, figure: null, castle: null, treasure: null, collected: false, going: null, seen: [], trail: [], searched: 0, ...more });

test("a figure that is not where it is said to be is a question", () => {
  const sides = [side({ figure: [0, 0], castle: [0, 0] }), side({ figure: [2, 3] })];
  const view = { map: MAP, seat: 0, real: false, sides };
  assert.deepEqual([...standing(view)], [[0, ["castle", "me"]], [11, ["question"]]]);
  assert.deepEqual(standing({ ...view, real: true }).get(11), ["other"]);
});

test("what happened is told from where one sits", () => {
  const seats = [{ name: "Mira", kind: "web" }, { name: "Jon", kind: "web" }];
  const view = (own, real = true) => ({ map: MAP, seat: 0, real, sides: [side({ figure: [0, 0], ...own }), side({ figure: [2, 3] })] });
  const texts = (before, after) => board.events({ seat: 0, seats, view: before }, { seat: 0, seats, view: after }).map((one) => one.text);
  assert.deepEqual(texts(view({}), view({ figure: [0, 1], treasure: [2, 0] })), ["Your treasure is in sight.", "You went right."]);
  assert.deepEqual(texts(view({}), view({ collected: true })), ["You have the treasure!"]);
  assert.deepEqual(texts(view({}, false), view({})), ["From now on everybody sees where the other really is."]);
});

test("options of a match are asked for as the term that they are of", () => {
  assert.deepEqual(TERMS.map((options) => asked(options).rules), ["seed", "ss2025", "ws2025"]);
  assert.deepEqual(asked({ rules: "ws2024", most_actions: 5, hidden_actions: 6 }), { rules: "ws2024", most_actions: 5, hidden_actions: 6 });
});
