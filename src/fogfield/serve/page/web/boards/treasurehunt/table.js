// The map of a Treasure Hunt: halves that come together, figures that walk, what a bot means to do.
import { html, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../../ui.js";
import { Autopilot } from "../../autopilot.js";
import { frame } from "../../chart.js";
import { Grid } from "../../grid.js";
import { isWritten, lowered } from "../../heat.js";
import { stand } from "../../sprites.js";
import { Steady } from "../../steady.js";
import { called, count } from "../../words.js";
import { Drawing, TERRAIN } from "./drawing.js";
import { BOTS, GROUNDS, STEPS, cellOf, cost, direction, isTrue, line, same, stepFrom, walked, way } from "./walking.js";

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

/** Beside a percent things are so large, and stand at the upper edge of their field. */
const BESIDE = 0.62;

/** Give where and how large a thing is drawn: the whole field is its own unless a chance is written there. */
export function room(cell, size, shared) {
  if (!shared) return [cell, size];
  return [{ row: cell.row / BESIDE + 0.03, col: (cell.col + (1 - BESIDE) / 2) / BESIDE }, size * BESIDE];
}

/** What lies over the map: the border of the halves, where both have been, where one means to go. */
function overlay(view, things, paths, plan, heat) {
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
      const cell = { row: Math.floor(number / cols), col: number % cols };
      const [place, large] = room(cell, size, heat && isWritten(size) && heat(cell.row, cell.col) !== null);
      for (const glyph of glyphs) stand(c, glyph, place, large, inks);
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
  const wanted = side && cellOf(side.collected ? view.sides[1 - me].castle : side.treasure);
  // What was found may change one's mind, unless one goes there already. At once: a tap may follow.
  useLayoutEffect(() => setGoal((before) => (!bot && before.length && same(before.at(-1), wanted) ? before : [])), [known, bot]);
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

function Country({ match, view, act, busy, heat }) {
  const paths = usePaths(view);
  const steering = useSteering({ view, act, busy, bot: match.bot });
  const { here, goal, step } = steering;
  const [walks] = useState(act !== null); // whoever walks here: the map stays where it is when he need not any more
  const things = useMemo(() => standing(view), [view]);
  const cols = view.map[0].length;
  const stands = (row, col) => things.has(row * cols + col);
  const chances = useMemo(() => heat && lowered(heat, stands), [heat, things]);
  const at = useCallback((row, col) => {
    const there = heat ? [] : (things.get(row * cols + col) ?? []); // else it would be seen through its chance
    return [GROUNDS[view.map[row][col]], hidden(view, row, col) && "haze", ...there].filter(Boolean).join(" ");
  }, [view, !heat]);
  const planned = match.bot ? match.bot.plan.map(cellOf) : goal;
  const plan = planned.length && here ? [here, ...planned.filter((cell) => !same(cell, here))] : [];
  const over = useMemo(() => overlay(view, things, paths, plan, heat), [view, paths, planned, heat]);
  const names = view.seat === null ? SEEN_NAMES : NAMES;
  const label = ({ row, col }) => {
    const found = (things.get(row * cols + col) ?? []).map((one) => names[one]);
    return [TERRAIN[view.map[row][col]], ...found, hidden(view, row, col) && "not revealed"].filter(Boolean).join("; ");
  };
  useEffect(() => {
    if (!act || match.bot) return;
    const onKey = (event) => {
      const busyElsewhere = event.target.closest("input, select, textarea, [role=grid], dialog");
      const towards = ARROWS[event.key.length === 1 ? event.key.toLowerCase() : event.key]; // Caps Lock may be on
      if (busyElsewhere || event.ctrlKey || event.altKey || event.metaKey || !towards) return;
      event.preventDefault();
      step(towards);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  return html`
    <section class="field-board">
      <${Steady}><${Facts} view=${view} /><//>
      <div class="hunt">
        <${Grid} rows=${view.map.length} cols=${cols} at=${at} over=${over} heat=${chances} origin=${here} follow=${here} name="The map" label=${label}
          onPrimary=${act && !match.bot ? steering.walkTo : undefined} largest=${cols > 12 ? 46 : 52} smallest=${26} />
        ${walks && html`<${Pad} view=${view} steering=${steering} idle=${!act || match.bot} />`}
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

function Pad({ view, steering, idle }) {
  const { here, goal, step, go } = steering;
  const going = view.sides[view.seat].going;
  const price = (name) => {
    const next = here && stepFrom(view.map, here, name);
    return next ? cost(view.map, here, next) - (going?.direction === name ? going.sent : 0) : 0;
  };
  return html`
    <div class=${`pad${idle ? " pad-idle" : ""}`} role="group" aria-label="Steps">
      ${Object.keys(STEPS).map((name) => html`
        <button type="button" class=${`pad-${name}`} disabled=${!price(name)} onClick=${() => step(name)}
          aria-label=${price(name) ? `Go ${name}: ${count(price(name), "command")}` : `Nobody can go ${name}`}>
          <span aria-hidden="true">${SIGNS[name]}</span><small aria-hidden="true">${price(name) || "–"}</small></button>`)}
      <button type="button" class="pad-stop" disabled=${!goal.length} onClick=${() => go([])}>Stop</button>
    </div>`;
}

export function Board({ match, view, act, busy, heat = null }) {
  const me = view.seat;
  const drawing = act && me !== null && !view.sides[me].half && !match.bot;
  return html`
    <div class="hunting">
      <${Steady}>${act && html`<${Autopilot} match=${match} names=${BOTS} />`}<//>
      ${view.map && html`<${Country} match=${match} view=${view} act=${act} busy=${busy} heat=${heat} />`}
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
