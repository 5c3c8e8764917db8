// Both fields of planeFight: planes are placed, the other's are looked for, and notes are made.
import { html, useCallback, useMemo, useState } from "../../ui.js";
import { frame } from "../../chart.js";
import { Grid } from "../../grid.js";
import { Steady } from "../../steady.js";
import { called, count } from "../../words.js";
import { covered, lookOf, noted, onField, planesOf, sketched } from "./fleet.js";
import { Hangar, sketch } from "./hangar.js";

const WORDS = { ".": "nothing known", P: "a plane", H: "the head of a plane", o: "attacked: void", x: "attacked: a hit", X: "attacked: a head" };
const SAID = { cross: "your note: nothing here", question: "your note: perhaps" };

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

function Field({ view, seat, title, notes, hot, heat, onPick, onNote, onSketch }) {
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
      <${Grid} rows=${rows} cols=${cols} at=${at} over=${over} heat=${heat} name=${title} label=${label} onPrimary=${onPick}
        onSecondary=${onNote} onKey=${keys} largest=${cols > 16 ? 34 : 44} smallest=${26} share=${0.6} />
    </section>`;
}

export function Board({ match, view, act, busy, heat }) {
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
      <${Steady}>${fighting && html`<${Tools} mode=${mode} setMode=${setMode} notes=${notes} clear=${() => setNotes(EMPTY)} act=${act} busy=${busy} />`}<//>
      <div class="pair">
        ${seats.map((seat) => placing && seat === me
          ? html`<${Hangar} key="hangar" field=${view.options} act=${act} busy=${busy} />`
          : html`<${Field} key=${seat} view=${view} seat=${seat} title=${title(seat)} heat=${heat?.seat === seat ? heat : null} ...${seat !== view.seat && enemy ? enemy : {}} />`)}
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
