// AI Treasure Hunt: each draws half of a map, then both look for their treasure, and for the castle of the other.
import { later } from "../ui.js";
import { stand } from "../sprites.js";
import { called } from "../words.js";
import { BOTS, GROUNDS, cellOf, direction, isTrue, line, revealed, strolled } from "./treasurehunt/walking.js";

function status(match) {
  const { view, seat, bot } = match;
  const who = view.to_act[0] ?? 0;
  if (!view.map) {
    if (seat === null || view.sides[seat].half || bot) return `${called(match, who)} draws half of the map.`;
    return view.to_act.includes(seat) ? "Draw your half of the map, or take this one, and send it." : "The other one sends a half map first. Draw yours meanwhile.";
  }
  if (seat === null) return `${called(match, who)} is to act.`;
  const mine = view.sides[seat];
  if (bot) return `${bot.name} plays for you. The dashed line is its plan.`;
  if (mine.collected) return view.sides[1 - seat].castle ? "Go to the other castle!" : "You have the treasure. Now find the castle in the other half.";
  return mine.treasure ? "There is your treasure: fetch it." : "Your treasure lies on grass in your half. Tap a field to walk there.";
}

function events(before, after) {
  const found = [];
  const who = (seat) => (seat === after.seat ? "You" : called(after, seat));
  const have = (seat) => (seat === after.seat ? "You have" : `${called(after, seat)} has`);
  after.view.sides.forEach((side, seat) => {
    const old = before.view.sides[seat];
    const own = seat === after.seat;
    if (side.half && !old.half) found.push({ text: `${who(seat)} sent half of the map.`, sound: "move" });
    if (side.collected && !old.collected) found.push({ text: `${have(seat)} the treasure!`, sound: "hit" });
    if (side.treasure && !old.treasure && own) found.push({ text: "Your treasure is in sight.", sound: "turn" });
    if (side.castle && !old.castle && !own && after.seat !== null) found.push({ text: "The other castle is in sight.", sound: "turn" });
    const [from, to] = [cellOf(old.figure), cellOf(side.figure)];
    const way = from && to && isTrue(after.view, seat) && isTrue(before.view, seat) && direction(from, to);
    if (way) found.push({ text: `${who(seat)} went ${way}.`, sound: "move" });
  });
  if (after.view.real && !before.view.real) found.push({ text: "From now on everybody sees where the other really is.", sound: "turn" });
  return found;
}

const TERMS = [["seed", "as published"], ["ws2024", "winter 2024"], ["ss2025", "summer 2025: six castles, one real"], ["ws2025", "winter 2025: water on every side"]];

/** Give options as they are asked for; a match tells numbers, and not which term they are of. */
export function asked({ rules, forts, least_water_long: wet, most_actions, hidden_actions }) {
  return { rules: rules ?? (forts > 1 ? "ss2025" : wet > 0 ? "ws2025" : "seed"), most_actions, hidden_actions };
}

const SAMPLE = [
  "..^..~..........", ".~...^..~...^...", "...^.....~....^.", "..~~...^......~.", "^.......~~..^...",
  "..~..^....^...~~", ".........~..^...", ".^~...^.........", "....~...^..~..^.", "..^.......~.....",
];
const THINGS = { "3,5": "castle", "6,7": "me", "7,4": "treasure", "1,11": "othercastle", "3,10": "other" };
const WALKED = [[3, 5], [4, 5], [4, 6], [5, 6], [5, 7], [6, 7]].map(cellOf);
const PLANNED = [[6, 7], [6, 6], [6, 5], [7, 5], [7, 4]].map(cellOf);
const seenThere = (row, col) => Math.hypot(row - 5, col - 6) < 3.4;

/** Draw the ways of the sample, and what stands there over them. */
function sampled(c, size, inks) {
  line(c, WALKED, size, inks.red);
  line(c, PLANNED, size, inks.halo, { width: 0.16 });
  line(c, PLANNED, size, inks.amber, { dash: [0.18, 0.16], width: 0.09 });
  for (const [place, glyph] of Object.entries(THINGS)) stand(c, glyph, cellOf(place.split(",").map(Number)), size, inks);
}

export default {
  game: "treasurehunt",
  title: "Treasure Hunt",
  tagline: "Draw half of a map, find your treasure in it, then take the castle of the other. Or let an AI hunt for you.",
  rules: [
    "Each player draws half of the map: so much grass, water and mountains, no islands, and a castle on grass.",
    "A step takes commands: one to leave grass, one to enter it; two for a mountain. Nobody can swim. Players take turns, one command each.",
    "A field is revealed when your figure enters it; from a mountain all fields around are. What is under haze was not revealed.",
    "First find your treasure, on grass in your own half. Then find the castle of the other, in the other half, and go there.",
    "Where the other figure is said to be is not true at first.",
    "When the game has lasted too long, whoever is to act has lost.",
  ],
  keys: { "Arrows, WASD": "a step, when the map has no focus", "Enter, Space": "on the map: walk there; while drawing: paint", "1 2 3 4": "paint grass, mountain, water, castle", "F, M": "while drawing: another terrain" },
  picture: {
    rows: 10, cols: 16, over: sampled,
    at: (row, col) => [GROUNDS[SAMPLE[row][col]], !seenThere(row, col) && "haze", THINGS[`${row},${col}`]].filter(Boolean).join(" "),
  },
  think_s: 0,
  quick: { bot: "nearest" },
  bots: BOTS,
  fields: [
    { key: "rules", label: "Rules of a term", kind: "choice", choices: TERMS, wide: true },
    { key: "most_actions", label: "Most actions", least: 2, most: 10000 },
    { key: "hidden_actions", label: "Actions in hiding", least: 2, most: 10000 },
  ],
  curves: [
    { name: "Fields revealed", each: true, value: ({ view }, seat) => revealed(view, seat) },
    { name: "Fields walked", each: true, all: strolled },
  ],
  ask: asked,
  status,
  events,
  Board: later(() => import("./treasurehunt/table.js").then((module) => module.Board)),
};
