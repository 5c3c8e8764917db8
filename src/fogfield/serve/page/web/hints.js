// Hints, in three strengths: is anything safe, one safe cell with its reason, the odds of every cell. They come from the
// server, which works them out from what the player sees. Used by every board whose game gives advice.
import { html, useEffect, useMemo, useRef, useState } from "./ui.js";
import { frame, tint } from "./chart.js";
import { ask, sentence } from "./net.js";
import { drawing, percent } from "./odds.js";
import { kept, note, say } from "./state.js";

export { HintBox } from "./hintbox.js";

const STRENGTHS = [
  ["any", "Safe cell?", "Say whether a closed cell is certainly safe"], ["cell", "Show one", "Show a safe cell, and why it is safe"],
  ["odds", "Odds", "Show how likely each cell is a mine"],
];
/** The keys for them, the same on every board. */
const KEYS = { 1: "any", 2: "cell", 3: "odds" };
/** What the help of a board says of these keys. */
export const KEYS_TOLD = { "1 2 3": "hints: is a cell safe, go to one, show the odds", Esc: "hide a hint" };
const MOST_MATCHES = 20;

/** How many hints were used in the matches that were played here, the newest last. */
export const used = kept("hints", [], (value) => Array.isArray(value) && value.every((one) => Number.isInteger(one?.[1])));

/** Give how many hints were used in a match. */
export const hintsIn = (match) => used.value.find(([name]) => name === match)?.[1] ?? 0;

/** Count one more. */
export function counted(list, match) {
  const before = list.find(([name]) => name === match)?.[1] ?? 0;
  return [...list.filter(([name]) => name !== match), [match, before + 1]].slice(-MOST_MATCHES);
}

const nearby = (strength, cell) => (strength === "cell" && cell ? `&near=${cell.row},${cell.col}` : "");

/** Give what a hint rests on: it is out of date when something else is open. Marks do not count. */
export const ground = (board) => board.map((row) => row.replace(/[!~]/g, "?")).join("");

/** Say whether no cell is open yet. */
export const untouched = (board) => !/[^?]/.test(ground(board));

/** Ask for hints at a match, near where the player looks, and keep the last one as long as it is true. What is `free` tells nothing, so it is not counted. */
export function useHints(match, board, able, near = null, free = false) {
  const [hint, setHint] = useState(null);
  const [busy, setBusy] = useState(false);
  const fresh = hint && able && ground(board) === hint.ground ? hint.told : null;
  const request = async (strength, place = near) => {
    if (busy || !able) return;
    if (fresh?.strength === strength) return setHint(null);
    setBusy(true);
    setHint(null); // what it said may not be true any more
    try {
      const told = await ask("GET", `/api/matches/${encodeURIComponent(match.id)}/seats/me/hint?strength=${strength}${nearby(strength, place)}`);
      if (!free) used.value = counted(used.value, match.id);
      setHint({ told, ground: ground(board) });
      say(sentence(told.text));
    } catch (problem) {
      note(problem.message, "bad");
    }
    setBusy(false);
  };
  const risks = fresh?.strength === "odds" ? fresh.risks : null;
  const over = useMemo(() => {
    if (risks) return drawing(risks, (row, col) => board[row][col] === "!");
    return fresh?.cell ? (c, size, inks) => drawHint(c, size, inks, fresh) : null;
  }, [fresh, board]);
  const look = useMemo(() => (fresh?.cell ? { ...cellOf(fresh.cell), others: argument(fresh.steps) } : null), [fresh]);
  useEffect(() => setHint(null), [match.id]);
  const spot = useRef(null); // where cells are in the window: the grid says so
  const hide = () => setHint(null);
  const onKey = (key, place) => {
    if (key === "Escape" && fresh) return hide(), true;
    if (!able || !KEYS[key]) return false;
    request(KEYS[key], place);
    return true;
  };
  const label = ({ row, col }) => (risks && risks[row]?.[col] !== null ? `, risk ${percent(risks[row][col])} percent` : "");
  const cells = look && [look, ...look.others];
  return { hint: fresh, busy, request, onKey, over, look, label, hide, spot, cells, used: hintsIn(match.id) };
}

/** Draw the argument of a hint: what is safe, what must be a mine, and the numbers that say so. */
export function drawHint(c, size, inks, { cell, risk, steps }) {
  drawSteps(c, size, inks, steps);
  if (!cell) return;
  const place = cellOf(cell);
  const colour = risk === 0 ? inks.green : inks.amber;
  frame(c, place, size, [[inks.halo, size * 0.2], [colour, size * 0.12]]);
  if (risk > 0) sign(c, place, size, inks, `${percent(risk)} %`);
}

/** Draw steps of an argument: numbers are framed, safe cells have a tick, mines a cross. */
export function drawSteps(c, size, inks, steps) {
  const wide = Math.max(2, size * 0.08);
  for (const { numbers, safe, mines } of steps) {
    for (const one of numbers.map(cellOf)) {
      tint(c, one, size, inks.blue, 0.16);
      frame(c, one, size, [[inks.blue, wide]]);
    }
    for (const one of mines.map(cellOf)) {
      tint(c, one, size, inks.red, 0.3);
      stroke(c, one, size, inks.red, [[[0.3, 0.3], [0.7, 0.7]], [[0.7, 0.3], [0.3, 0.7]]]);
    }
    for (const one of safe.map(cellOf)) {
      tint(c, one, size, inks.green, 0.34);
      stroke(c, one, size, inks.green, [[[0.26, 0.52], [0.44, 0.7], [0.76, 0.32]]]);
    }
  }
}

/** Give the cells of an argument. */
export const argument = (steps) => steps.flatMap(({ numbers, mines, safe }) => [...numbers, ...mines, ...safe].map(cellOf));

const cellOf = ([row, col]) => ({ row, col });

function stroke(c, { row, col }, size, colour, lines) {
  for (const [ink, width] of [["#fffdf6", 0.19], [colour, 0.11]]) {
    c.strokeStyle = ink;
    c.lineWidth = size * width;
    c.lineCap = c.lineJoin = "round";
    for (const points of lines) {
      c.beginPath();
      points.forEach(([x, y], index) => c[index ? "lineTo" : "moveTo"]((col + x) * size, (row + y) * size));
      c.stroke();
    }
  }
}

function sign(c, { row, col }, size, inks, text) {
  c.font = `700 ${Math.max(9, Math.round(size * 0.32))}px "Fogfield Sans", system-ui, sans-serif`;
  c.textAlign = "center";
  c.textBaseline = "middle";
  c.lineWidth = 3;
  c.strokeStyle = inks.halo;
  c.strokeText(text, (col + 0.5) * size, (row + 0.53) * size);
  c.fillStyle = inks.ink;
  c.fillText(text, (col + 0.5) * size, (row + 0.53) * size);
}

/** The buttons for hints. */
export function HintButtons({ hints }) {
  return html`
    <div class="hint-buttons" role="group" aria-label="Hints">
      <span aria-hidden="true">Hints</span>
      ${STRENGTHS.map(([strength, text, title]) => html`
        <button type="button" class="button-quiet" title=${title} aria-pressed=${hints.hint?.strength === strength} disabled=${hints.busy}
          onClick=${() => hints.request(strength)}>${text}</button>`)}
    </div>`;
}
