// planeFight: planes of ten cells, hidden on a field. Both look for the heads of the other's.
import { later } from "../ui.js";
import { called, count } from "../words.js";
import { covered, lookOf } from "./planefight/fleet.js";

const ANSWERS = ["void", "a hit", "a head: its plane is destroyed"];

/** Name a cell. */
export const named = (row, col) => `row ${row + 1}, column ${col + 1}`;

function status(match) {
  const { view, seat } = match;
  const mine = seat !== null && view.to_act.includes(seat);
  if (view.phase === "placing") {
    if (seat === null) return "The planes are being placed.";
    return view.ready[seat] ? "The other one is still placing planes." : `Place ${count(view.options.planes, "plane")} on your field, then press Ready.`;
  }
  if (view.phase === "showing") return "It is decided. Both show their maps.";
  if (mine) return "Your turn: attack a cell of the enemy field. Look for heads.";
  if (seat !== null && view.attacks[seat]) return "Your attack is being answered.";
  return `${called(match, (view.turn + 1) % 2)} is to attack.`;
}

function events(before, after) {
  const found = [];
  const who = (seat) => (seat === after.seat ? "You" : called(after, seat));
  after.view.ready.forEach((ready, seat) => {
    if (ready && !before.view.ready[seat]) found.push({ text: `${called(after, seat)}: planes placed.`, sound: "move" });
  });
  after.view.shots.forEach((shots, seat) => {
    for (const [row, col, answer] of shots.slice(before.view.shots[seat].length)) {
      const text = `${who(seat)} attacked ${named(row, col)}: ${ANSWERS[answer]}${answer === 2 ? "!" : "."}`;
      found.push({ text, sound: answer ? "hit" : "miss" });
    }
  });
  return found;
}

const SAMPLE = { rows: 10, cols: 16, cross_border: false };
const SHOWN = covered([{ row: 1, col: 3, turn: 0 }, { row: 6, col: 6, turn: 3 }, { row: 3, col: 14, turn: 1 }], SAMPLE);
const HITS = { 19: "X", 36: "x", 52: "o", 70: "o", 103: "x", 117: "o", 8: "o", 140: "o", 62: "x", 27: "o" };

export default {
  game: "planefight",
  title: "planeFight",
  tagline: "Three planes of ten cells each, somewhere in the sky. Only a hit on the head brings one down.",
  rules: [
    "A plane has ten cells: a head, a wing of five, a body, a tail of three. Both hide theirs; they may touch, not overlap.",
    "Then they attack in turns, one cell each. The answer is void, a hit, or a head: then the plane is destroyed.",
    "Whoever has destroyed all planes of the other has won. Then both maps are shown, and checked against every answer.",
    "Across the borders: what goes over one edge of the field comes in at the opposite one.",
    "Complete destruction: the rest of a plane whose head was hit answers void.",
    "Notes on the enemy field are yours alone: a cross, a question mark, or a sketched plane.",
  ],
  keys: {
    "Enter, Space": "place or turn a plane; attack", R: "turn the plane here, or the next one", "X, P, Delete": "pick up a plane",
    "F, M, Shift+Enter": "note on a cell of the enemy", "P on the enemy field": "sketch a plane, turn it, wipe it away",
  },
  picture: {
    ...SAMPLE,
    at: (row, col) => lookOf(HITS[row * 16 + col] ?? ".", SHOWN.get(row * 16 + col), col < 9, ""),
  },
  quick: { bot: "hunter" },
  bots: {
    expert: "Expert, who weighs what every attack would tell", hunter: "Hunter, who goes where a head is likeliest",
    random: "Anywhere, who attacks at random",
  },
  presets: [
    { label: "As published", options: { rows: 10, cols: 10, planes: 3 } },
    { label: "Duel", options: { rows: 7, cols: 7, planes: 1 } },
    { label: "Wide sky", options: { rows: 16, cols: 20, planes: 6 } },
  ],
  fields: [
    { key: "rows", label: "Rows", least: 5, most: 40 },
    { key: "cols", label: "Columns", least: 5, most: 40 },
    { key: "planes", label: "Planes", least: 1, most: 80 },
    { key: "cross_border", label: "Across the borders", kind: "switch", hint: "What goes over one edge comes in at the opposite one." },
    { key: "completely_destroy", label: "Complete destruction", kind: "switch", hint: "The rest of a destroyed plane answers void." },
  ],
  curves: [
    {
      name: "Planes in the air", each: true, value: ({ view }, seat) => 1 - view.destroyed[seat] / view.options.planes,
      text: ({ view }, seat) => `${view.options.planes - view.destroyed[seat]} of ${view.options.planes}`,
    },
  ],
  terminal: (host, port) => `fogfield play planefight ${host} --port ${port}`,
  status,
  events,
  Board: later(() => import("./planefight/table.js").then((module) => module.Board)),
};
