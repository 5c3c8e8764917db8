// Half maps: everything that is wrong with one, and random ones without a fault. The server judges by the same rules
// (kits/explore/halves.py), and tests compare the two. A half is {land, castles}: a text with a character for each field,
// row by row, "~" water, "." grass, "^" mountain; and the numbers of the fields on which castles stand.
import { count } from "../../words.js";

const KINDS = [["^", "mountain", "mountains"], [".", "grass", "grass"], ["~", "water", "water"]];

/** Give the numbers of the fields around a field that share a side with it. */
export function beside(number, rows, cols) {
  const [row, col] = [Math.floor(number / cols), number % cols];
  const found = [];
  if (row > 0) found.push(number - cols);
  if (row < rows - 1) found.push(number + cols);
  if (col > 0) found.push(number - 1);
  if (col < cols - 1) found.push(number + 1);
  return found;
}

const numbers = (land, char) => [...land].flatMap((one, number) => (one === char ? [number] : []));

/** Give what cannot be reached from the largest part of the dry land. */
export function cutOff(land, rows, cols) {
  const left = new Set([...land].flatMap((char, number) => (char === "~" ? [] : [number])));
  const parts = [];
  for (const first of [...left]) {
    if (!left.delete(first)) continue;
    const part = [first];
    for (const number of part) for (const next of beside(number, rows, cols)) if (left.delete(next)) part.push(next);
    parts.push(part);
  }
  parts.sort((one, other) => one.length - other.length);
  return parts.slice(0, -1).flat().sort((one, other) => one - other);
}

/** Give the four sides: name, fields, the least and the most water there. Corners belong to two of them. */
export function sides(rules) {
  const { rows, cols } = rules;
  const row = (at) => Array.from({ length: cols }, (_, col) => at * cols + col);
  const column = (at) => Array.from({ length: rows }, (_, one) => one * cols + at);
  const along = [rules.least_water_long, rules.most_water_long];
  const across = [rules.least_water_short, rules.most_water_short];
  return [
    ["top", row(0), ...along], ["bottom", row(rows - 1), ...along], ["left", column(0), ...across], ["right", column(cols - 1), ...across],
  ];
}

/** Say everything that is wrong with a half map: `{code, text, cells}` for each rule that is broken. */
export function brokenRules(rules, { land, castles }) {
  const { rows, cols } = rules;
  const found = [];
  const add = (code, text, cells) => found.push({ code, text, cells });
  for (const [char, name, least] of KINDS) {
    const cells = numbers(land, char);
    if (cells.length < rules[least]) add(`too-little-${name}`, `${count(rules[least], `${name} field is`, `${name} fields are`)} needed, not ${cells.length}`, cells);
  }
  if (castles.length !== rules.forts) add("fort-count", `a half map has ${count(rules.forts, "fort")}, not ${castles.length}`, castles);
  const wet = castles.filter((number) => land[number] !== ".");
  if (wet.length) add("fort-place", "a fort stands on grass only", wet);
  const islands = cutOff(land, rows, cols);
  if (islands.length) add("island", `${count(islands.length, "field")} cannot be reached from the others`, islands);
  for (const [name, cells, least, most] of sides(rules)) {
    const water = cells.filter((number) => land[number] === "~");
    if (water.length > most) add("border-water", `the ${name} side may have ${count(most, "water field")}, not ${water.length}`, water);
    if (water.length < least) add("border-dry", `the ${name} side needs ${count(least, "water field")} and has ${water.length}`, water);
  }
  return found;
}

const MOST_TRIES = 20_000;

/** Draw a half map without a fault: a few mountains and water fields more than there must be, anywhere. */
export function randomHalf(rules, chance = Math.random) {
  const size = rules.rows * rules.cols;
  const any = (count) => Math.floor(chance() * count);
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    let [mountains, water] = [rules.mountains + any(4), rules.water + any(3)];
    if (size - mountains - water < rules.grass) [mountains, water] = [rules.mountains, rules.water];
    const chars = [..."^".repeat(mountains), ..."~".repeat(water), ...".".repeat(size - mountains - water)];
    shuffle(chars, any);
    const land = chars.join("");
    const grass = numbers(land, ".");
    shuffle(grass, any);
    const half = { land, castles: grass.slice(0, rules.forts).sort((one, other) => one - other) };
    if (!brokenRules(rules, half).length) return half;
  }
  return empty(rules);
}

function shuffle(list, any) {
  for (let last = list.length - 1; last > 0; last--) {
    const other = any(last + 1);
    [list[last], list[other]] = [list[other], list[last]];
  }
}

/** Give a half map on which everything is grass. */
export const empty = (rules) => ({ land: ".".repeat(rules.rows * rules.cols), castles: [] });

/** Give a half map with one field painted: "~", ".", "^", or "castle", which comes and goes. */
export function painted(half, number, brush, most = Infinity) {
  const { land, castles } = half;
  if (brush !== "castle") {
    if (land[number] === brush) return half;
    return { land: land.slice(0, number) + brush + land.slice(number + 1), castles: brush === "." ? castles : castles.filter((one) => one !== number) };
  }
  if (castles.includes(number)) return { land, castles: castles.filter((one) => one !== number) };
  const kept = castles.length >= most ? castles.slice(castles.length - most + 1) : castles;
  return { land, castles: [...kept, number] };
}

/** Write a half map as an action. */
export function action({ land, castles }, cols) {
  const field = (char, number) => [Math.floor(number / cols), number % cols, char, castles.includes(number) ? 1 : 0];
  return ["half", ...[...land].map(field)];
}

/** Give the fields of a stroke from one field to another, both of them too: a quick hand skips some. */
export function between(from, to) {
  const steps = Math.max(Math.abs(to.row - from.row), Math.abs(to.col - from.col), 1);
  const part = (start, end, step) => Math.round(start + ((end - start) * step) / steps);
  return Array.from({ length: steps + 1 }, (_, step) => ({ row: part(from.row, to.row, step), col: part(from.col, to.col, step) }));
}
