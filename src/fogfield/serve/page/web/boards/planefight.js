// planeFight: planes of ten cells, hidden on a field. Both look for the heads of the other's.
import { html, useCallback, useMemo, useState } from "../ui.js";
import { Grid } from "../grid.js";
import { frame } from "../chart.js";
import { called, count } from "../words.js";
import { covered, lookOf, noted, onField, planesOf, sketched } from "./planefight/fleet.js";
import { Hangar, sketch } from "./planefight/hangar.js";

const ANSWERS = ["void", "a hit", "a head: its plane is destroyed"];
const WORDS = { ".": "nothing known", P: "a plane", H: "the head of a plane", o: "attacked: void", x: "attacked: a hit", X: "attacked: a head" };
const SAID = { cross: "your note: nothing here", question: "your note: perhaps" };

/** Name a cell. */
export const named = (row, col) => `row ${row + 1}, column ${col + 1}`;

const KEY = "fogfield.planefight";
const EMPTY = { marks: {}, planes: [] };

/** The notes of this match, kept in this browser until another match is noted on. */
function useNotes(match) {
  const [notes, setNotes] = useState(() => {
    try {
      const found = JSON.parse(localStorage.getItem(KEY));
      return found.match === match ? found.notes : EMPTY;
    } catch {
      return EMPTY;
    }
  });
  const change = (next) => {
    setNotes(next);
    try {
      localStorage.setItem(KEY, JSON.stringify({ match, notes: next }));
    } catch {
      // They last as long as the page, then.
    }
  };
  return [notes, change];
}

function Field({ view, seat, title, notes, hot, onPick, onNote, onSketch }) {
  const { rows, cols, planes: total } = view.options;
  const board = view.boards[seat];
  const fleet = view.fleets[seat];
  const cover = useMemo(() => covered(planesOf(fleet), view.options), [fleet]);
  const at = useCallback((row, col) => {
    const index = row * cols + col;
    return lookOf(board[row][col], cover.get(index), fleet !== null, notes?.marks[index]);
  }, [board, cover, notes]);
  const label = ({ row, col }) => {
    const char = board[row][col];
    const note = notes?.marks[row * cols + col];
    return char === "." && fleet ? "no plane" : [WORDS[char], SAID[note]].filter(Boolean).join("; ");
  };
  const last = view.shots[1 - seat].at(-1);
  const waits = view.attacks[1 - seat];
  const over = useMemo(() => (c, size, inks) => {
    for (const plane of notes?.planes ?? []) sketch(c, onField(plane, view.options), size, inks, inks.amber);
    if (last) frame(c, { row: last[0], col: last[1] }, size, [[inks.halo, size * 0.1], [inks.amber, size * 0.06]]);
    if (waits) frame(c, { row: waits[0], col: waits[1] }, size, [[inks.focus, Math.max(2, size * 0.08)]]);
  }, [last, waits, notes]);
  const keys = (key, cell) => key === "p" && onSketch && (onSketch(cell), true);
  return html`
    <section class=${`waters${hot ? " waters-active" : ""}`}>
      <h3>${title} <small>${view.ready[seat] ? `${count(total - view.destroyed[seat], "plane")} in the air` : "placing"}</small></h3>
      <${Grid} rows=${rows} cols=${cols} at=${at} over=${over} name=${title} label=${label} onPrimary=${onPick}
        onSecondary=${onNote} onKey=${keys} largest=${cols > 16 ? 34 : 44} smallest=${26} share=${0.6} />
    </section>`;
}

function Board({ match, view, act, busy }) {
  const [notes, setNotes] = useNotes(match.id);
  const [mode, setMode] = useState("attack");
  const me = view.seat ?? 0;
  const placing = act && view.phase === "placing" && !view.ready[me];
  const hot = Boolean(act && view.phase === "fighting" && view.to_act.includes(me) && !view.attacks[me]);
  const attack = ({ row, col }) => {
    if (hot && !busy && view.boards[1 - me][row][col] === ".") act(["attack", row, col]);
  };
  const mark = ({ row, col }) => {
    if (view.boards[1 - me][row][col] === ".") setNotes({ ...notes, marks: noted(notes.marks, row * view.options.cols + col) });
  };
  const draw = (cell) => setNotes({ ...notes, planes: sketched(notes.planes, cell) });
  const fighting = act && view.phase === "fighting";
  const enemy = fighting && {
    notes, hot, onPick: { attack, mark, draw }[mode], onNote: mode === "mark" ? attack : mark, onSketch: draw,
  };
  const seats = view.seat === null ? [0, 1] : [1 - me, me];
  const title = (seat) => (view.seat === null ? `Field of ${called(match, seat)}` : seat === me ? "Your field" : "Enemy field");
  return html`
    <div class="sky">
      ${fighting && html`<${Tools} mode=${mode} setMode=${setMode} notes=${notes} clear=${() => setNotes(EMPTY)} act=${act} busy=${busy} />`}
      <div class="pair">
        ${seats.map((seat) => placing && seat === me
          ? html`<${Hangar} key="hangar" field=${view.options} act=${act} busy=${busy} />`
          : html`<${Field} key=${seat} view=${view} seat=${seat} title=${title(seat)} ...${seat !== view.seat && enemy ? enemy : {}} />`)}
      </div>
    </div>`;
}

const MODES = [["attack", "Attack"], ["mark", "Note"], ["draw", "Sketch a plane"]];

function Tools({ mode, setMode, notes, clear, act, busy }) {
  const [sure, setSure] = useState(false);
  const empty = !notes.planes.length && !Object.keys(notes.marks).length;
  return html`
    <div class="tools">
      <div class="segmented" role="group" aria-label="What a tap on the enemy field does">
        ${MODES.map(([one, text]) => html`<button type="button" aria-pressed=${mode === one} onClick=${() => setMode(one)}>${text}</button>`)}
      </div>
      <button type="button" class="button-quiet" disabled=${empty} onClick=${clear}>Clear notes</button>
      ${!sure && html`<button type="button" class="button-quiet" onClick=${() => setSure(true)}>Surrender</button>`}
      ${sure && html`<p class="tally">Surrender?
        <button type="button" class="button-small" disabled=${busy} onClick=${() => act(["surrender"])}>Yes</button> ${" "}
        <button type="button" class="button-small" onClick=${() => setSure(false)}>Fight on</button></p>`}
    </div>`;
}

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
  terminal: (host, port) => `fogfield play planefight ${host} --port ${port}`,
  status,
  events,
  Board,
};
