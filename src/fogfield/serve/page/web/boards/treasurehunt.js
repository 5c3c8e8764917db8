// AI Treasure Hunt: each draws half of a map, then both look for their treasure, and for the castle of the other.
import { html, useCallback, useEffect, useMemo, useRef, useState } from "../ui.js";
import { Autopilot } from "../autopilot.js";
import { frame } from "../chart.js";
import { Grid } from "../grid.js";
import { stand } from "../sprites.js";
import { called, count } from "../words.js";
import { Drawing, GROUNDS, TERRAIN } from "./treasurehunt/drawing.js";
import { STEPS, cost, direction, same, stepFrom, walked, way } from "./treasurehunt/walking.js";

const cellOf = (pair) => (pair ? { row: pair[0], col: pair[1] } : null);

/** Say whether a viewer may believe where the figure of a seat is said to be. */
const isTrue = (view, seat) => view.real || view.seat === seat || (view.seat === null && view.sides[seat].castle !== null);

/** Name what stands on each field, by its number; a field may have several things. */
export function standing(view) {
  const cols = view.map[0].length;
  const found = new Map();
  const put = (pair, what) => pair && found.set(pair[0] * cols + pair[1], [...(found.get(pair[0] * cols + pair[1]) ?? []), what]);
  view.sides.forEach((side, seat) => {
    const own = seat === (view.seat ?? 0);
    put(side.castle, own ? "castle" : "othercastle");
    put(side.treasure, "treasure");
  });
  view.sides.forEach((side, seat) => put(side.figure, !isTrue(view, seat) ? "question" : seat === (view.seat ?? 0) ? "me" : "other"));
  return found;
}

/** Say what the viewer has not revealed; nothing is hidden from those who only watch. */
const hidden = (view, row, col) => view.seat !== null && view.sides[view.seat].seen[row]?.[col] !== "+";

const NAMES = { castle: "your castle", othercastle: "the other castle", treasure: "a treasure", me: "your figure", other: "the other figure", question: "the other figure is said to be here" };
const SEEN_NAMES = { ...NAMES, castle: "the castle of the first", othercastle: "the castle of the second", me: "the figure of the first", other: "the figure of the second" };

/** Draw a way through the middles of fields. */
function line(c, cells, size, colour, { dash = [], width = 0.08, shift = 0 } = {}) {
  if (cells.length < 2) return;
  c.save();
  c.strokeStyle = colour;
  c.lineWidth = Math.max(2, size * width);
  c.lineJoin = c.lineCap = "round";
  c.setLineDash(dash.map((part) => part * size));
  c.beginPath();
  cells.forEach(({ row, col }, index) => {
    const [x, y] = [(col + 0.5 + shift) * size, (row + 0.5 + shift) * size];
    if (index) c.lineTo(x, y);
    else c.moveTo(x, y);
  });
  c.stroke();
  c.restore();
}

/** What lies over the map: the border of the halves, where both have been, where one means to go. */
function overlay(view, things, paths, plan) {
  const [rows, cols] = [view.map.length, view.map[0].length];
  const wide = cols > view.options.cols;
  return (c, size, inks) => {
    const edge = wide ? [[0, view.options.cols], [rows, view.options.cols]] : [[view.options.rows, 0], [view.options.rows, cols]];
    c.strokeStyle = inks.ink;
    c.lineWidth = Math.max(2, size * 0.06);
    c.setLineDash([size * 0.2, size * 0.14]);
    c.beginPath();
    edge.forEach(([row, col], index) => (index ? c.lineTo(col * size, row * size) : c.moveTo(col * size, row * size)));
    c.stroke();
    c.setLineDash([]);
    const me = view.seat ?? 0;
    line(c, paths[1 - me], size, inks.blue, { dash: [0.05, 0.16], shift: 0.08 });
    line(c, paths[me], size, inks.red, { shift: -0.08 });
    line(c, plan, size, inks.halo, { width: 0.16 });
    line(c, plan, size, inks.amber, { dash: [0.18, 0.16], width: 0.09 });
    for (const [number, glyphs] of things) {
      for (const glyph of glyphs) stand(c, glyph, { row: Math.floor(number / cols), col: number % cols }, size, inks);
    }
    if (plan.length > 1) frame(c, plan.at(-1), size, [[inks.halo, size * 0.14], [inks.amber, size * 0.08]]);
  };
}

/** Where both figures have been, as far as it is known; remembered while one looks. */
function usePaths(view) {
  const paths = useRef([[], []]);
  return useMemo(() => {
    paths.current = paths.current.map((before, seat) => {
      const trail = view.sides[seat].trail.map(cellOf);
      if (!isTrue(view, seat)) return [];
      const found = walked(before, cellOf(view.sides[seat].figure));
      return found.length >= trail.length ? found : trail;
    });
    return paths.current;
  }, [view]);
}

/** Walking by hand: a way that was chosen, and is followed command by command whenever it is one's turn. */
function useSteering({ view, act, busy, bot }) {
  const [goal, setGoal] = useState([]);
  const me = view.seat;
  const side = me === null ? null : view.sides[me];
  const here = side && cellOf(side.figure);
  const known = side && `${side.treasure} ${side.collected} ${view.sides[1 - me].castle}`;
  const turn = Boolean(act && !bot && view.map && view.to_act.includes(me));
  useEffect(() => setGoal([]), [known, bot]); // what was found may change one's mind
  useEffect(() => {
    if (!turn || busy || !goal.length) return;
    const rest = same(goal[0], here) ? goal.slice(1) : goal;
    const next = rest.length ? direction(here, rest[0]) : null;
    if (rest.length !== goal.length || !next) setGoal(next ? rest : []);
    if (next) act(["move", next]);
  }, [view.actions, turn, busy, goal]);
  const go = (cells) => act && !bot && setGoal(cells ?? []);
  const step = (name) => {
    const next = view.map && here && stepFrom(view.map, here, name);
    if (next) go([next]);
  };
  return { goal, here, turn, go, step, walkTo: (cell) => view.map && here && go(way(view.map, here, cell)) };
}

const ARROWS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right", w: "up", s: "down", a: "left", d: "right" };

function Country({ match, view, act, busy }) {
  const paths = usePaths(view);
  const steering = useSteering({ view, act, busy, bot: match.bot });
  const { here, goal, step } = steering;
  const things = useMemo(() => standing(view), [view]);
  const cols = view.map[0].length;
  const at = useCallback((row, col) => {
    const glyphs = [hidden(view, row, col) && "haze", ...(things.get(row * cols + col) ?? [])].filter(Boolean);
    return [GROUNDS[view.map[row][col]], ...glyphs].join(" ");
  }, [view]);
  const planned = match.bot ? match.bot.plan.map(cellOf) : goal;
  const plan = planned.length && here ? [here, ...planned.filter((cell) => !same(cell, here))] : [];
  const over = useMemo(() => overlay(view, things, paths, plan), [view, paths, planned]);
  const names = view.seat === null ? SEEN_NAMES : NAMES;
  const label = ({ row, col }) => {
    const found = (things.get(row * cols + col) ?? []).map((one) => names[one]);
    return [TERRAIN[view.map[row][col]], ...found, hidden(view, row, col) && "not revealed"].filter(Boolean).join("; ");
  };
  useEffect(() => {
    if (!act || match.bot) return;
    const onKey = (event) => {
      const busyElsewhere = event.target.closest("input, select, textarea, [role=grid], dialog");
      if (busyElsewhere || event.ctrlKey || event.altKey || event.metaKey || !ARROWS[event.key]) return;
      event.preventDefault();
      step(ARROWS[event.key]);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  return html`
    <section class="field-board">
      <${Facts} view=${view} />
      <div class="hunt">
        <${Grid} rows=${view.map.length} cols=${cols} at=${at} over=${over} origin=${here} name="The map" label=${label}
          onPrimary=${act && !match.bot ? steering.walkTo : undefined} largest=${cols > 12 ? 46 : 52} smallest=${26} />
        ${act && !match.bot && html`<${Pad} view=${view} steering=${steering} />`}
      </div>
    </section>`;
}

function Facts({ view }) {
  const { most_actions: most, hidden_actions: hiding } = view.options;
  const mine = view.seat === null ? null : view.sides[view.seat];
  return html`
    <ul class="facts">
      ${mine && html`<li>${mine.collected ? "You have your treasure" : mine.treasure ? "Your treasure is in sight" : "Treasure: not found yet"}</li>`}
      ${mine && html`<li>${view.sides[1 - view.seat].castle ? "The other castle is in sight" : "Other castle: not found yet"}</li>`}
      <li>${view.real ? "Figures are where they are shown" : `The other figure is hidden for ${count(hiding - view.actions, "action")} more`}</li>
      <li>${view.actions} of ${most} actions</li>
    </ul>`;
}

const SIGNS = { up: "▲", left: "◀", down: "▼", right: "▶" };

function Pad({ view, steering }) {
  const { here, goal, step, go } = steering;
  const going = view.sides[view.seat].going;
  const price = (name) => {
    const next = here && stepFrom(view.map, here, name);
    return next ? cost(view.map, here, next) - (going?.direction === name ? going.sent : 0) : 0;
  };
  return html`
    <div class="pad" role="group" aria-label="Steps">
      ${Object.keys(STEPS).map((name) => html`
        <button type="button" class=${`pad-${name}`} disabled=${!price(name)} onClick=${() => step(name)}
          aria-label=${price(name) ? `Go ${name}: ${count(price(name), "command")}` : `Nobody can go ${name}`}>
          <span aria-hidden="true">${SIGNS[name]}</span><small aria-hidden="true">${price(name) || "–"}</small></button>`)}
      <button type="button" class="pad-stop" disabled=${!goal.length} onClick=${() => go([])}>Stop</button>
    </div>`;
}

function Board({ match, view, act, busy }) {
  const me = view.seat;
  const drawing = act && me !== null && !view.sides[me].half && !match.bot;
  return html`
    <div class="hunting">
      ${act && html`<${Autopilot} match=${match} board=${board} />`}
      ${view.map && html`<${Country} match=${match} view=${view} act=${act} busy=${busy} />`}
      ${!view.map && drawing && html`<${Drawing} options=${view.options} act=${act} busy=${busy} mayAct=${view.to_act.includes(me)} />`}
      ${!view.map && !drawing && html`<div class="pair">${view.sides.map((side, seat) => html`<${Half} match=${match} side=${side} seat=${seat} />`)}</div>`}
    </div>`;
}

/** A half that is there before the other is. */
function Half({ match, side, seat }) {
  const map = side.half?.map;
  const at = useCallback((row, col) => (map ? GROUNDS[map[row][col]] : "fog"), [map]);
  const { rows, cols } = match.view.options;
  const title = seat === match.seat ? "Your half" : `The half of ${called(match, seat)}`;
  return html`
    <section class="waters"><h3>${title} <small>${map ? "sent" : "being drawn"}</small></h3>
      <${Grid} rows=${rows} cols=${cols} at=${at} name=${title} label=${({ row, col }) => (map ? TERRAIN[map[row][col]] : "nothing known")} largest=${46} /></section>`;
}

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

const board = {
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
  bots: {
    expert: "Expert, who plans every command", lookout: "Lookout, who climbs for a view", nearest: "Nearest, who goes to the next field not seen",
    dummy: "Dummy, who walks anywhere", random: "Random, who does anything",
  },
  fields: [
    { key: "rules", label: "Rules of a term", kind: "choice", choices: TERMS },
    { key: "most_actions", label: "Most actions", least: 2, most: 10000 },
    { key: "hidden_actions", label: "Actions in hiding", least: 2, most: 10000 },
  ],
  ask: asked,
  status,
  events,
  Board,
};

export default board;
