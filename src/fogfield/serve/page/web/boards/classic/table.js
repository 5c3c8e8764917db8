// The board of classic minesweeper: playing with mouse, fingers and keys, the clock, hints, and the proof at the end.
import { html, useCallback, useEffect, useMemo, useState } from "../../ui.js";
import { frame } from "../../chart.js";
import { middle } from "../../geometry.js";
import { Grid } from "../../grid.js";
import { HintBox, HintButtons, untouched, useHints } from "../../hints.js";
import { chord, fenced } from "../../minefield.js";
import { kept } from "../../state.js";
import { Steady } from "../../steady.js";
import { noun } from "../../words.js";
import { LOOKS, WORDS } from "./looks.js";
import { Proof, ProofButton, useProof } from "./proof.js";
import { begin, clock, end, gameOf, secondsOf } from "./times.js";

const CLOSED = "?~";
/** What a tap does; who plays with a finger may want flags first. */
const flagging = kept("classic.flagging", false, (value) => typeof value === "boolean");

/** Give what a click on a cell does: an action, or null. */
export function revealing(board, cell) {
  const char = board[cell.row][cell.col];
  if (CLOSED.includes(char)) return ["reveal", cell.row, cell.col];
  return chording(board, cell);
}

/** Give the action that opens or flags all around a number; null if it has neither its flags nor just its mines around it. */
export function chording(board, cell) {
  if (chord(board, cell, CLOSED).length) return ["chord", cell.row, cell.col];
  return fenced(board, cell, CLOSED).length ? ["fence", cell.row, cell.col] : null;
}

/** Give the action that marks a cell, or null. */
export function marking(board, cell) {
  return `${CLOSED}!`.includes(board[cell.row][cell.col]) ? ["mark", cell.row, cell.col] : null;
}

/** The seconds since the first cell. */
function Clock({ match, running }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = running ? setInterval(() => tick((turn) => turn + 1), 200) : 0;
    return () => clearInterval(timer);
  }, [running]);
  return html`<p class="tally stopwatch" role="timer" aria-live="off"><span class="unseen">time: </span>${clock(Math.floor(secondsOf(gameOf(match))))}</p>`;
}

/** The frame around the cell that ended the game. */
function useLast(outcome, origin) {
  return useMemo(() => {
    if (!outcome || !origin) return null;
    return (c, size, inks) => frame(c, origin, size, [[inks.red, Math.max(2, size * 0.1)]]);
  }, [outcome, origin]);
}

export function Board({ match, view, act, heat }) {
  const [origin, setOrigin] = useState(null);
  const free = view.options.start !== "unsafe" && untouched(view.board); // the first cell is never a mine then
  const hints = useHints(match, view.board, Boolean(act), origin, free);
  const proof = useProof(match, view);
  const board = proof.board ?? view.board;
  const at = useCallback((row, col) => LOOKS[board[row][col]], [board]);
  const last = useLast(view.outcome, origin);
  const timed = act || (match.seat !== null && view.outcome);
  useEffect(() => {
    if (match.seat !== null && view.outcome) end(match.id);
  }, [view.outcome]);
  useEffect(() => {
    if (act && view.options.start === "noguess") begin(match.id); // its first cell is open already
  }, [match.id, Boolean(act)]);
  const run = (action, cell) => {
    if (!act || !action) return;
    setOrigin(cell);
    if (action[0] !== "mark") begin(match.id);
    act(action);
  };
  const reveal = (cell) => run(revealing(board, cell), cell);
  const mark = (cell) => run(marking(board, cell), cell);
  const both = (cell) => run(chording(board, cell), cell);
  const onKey = (key, cell) => {
    if (key === "c") return both(cell), true;
    return hints.onKey(key, cell);
  };
  const flags = flagging.value;
  const left = view.options.mines - view.flags;
  const number = /^[1-8]$/;
  const primary = (cell) => (flags && !number.test(board[cell.row][cell.col]) ? mark(cell) : reveal(cell));
  return html`
    <div class="field-board classic">
      <${Steady}><div class="tools">
        ${act && html`
          <div class="segmented" role="group" aria-label="What a tap does">
            <button type="button" aria-pressed=${!flags} onClick=${() => (flagging.value = false)}>Open</button>
            <button type="button" aria-pressed=${flags} onClick=${() => (flagging.value = true)}>Flag</button>
          </div>`}
        ${!view.outcome && html`<p class="tally"><b>${left}</b> ${noun(left, "mine")} left</p>`}
        ${timed && html`<${Clock} match=${match.id} running=${Boolean(act)} />`}
        ${act && html`<${HintButtons} hints=${hints} />`}
        <${ProofButton} proof=${proof} />
      </div><//>
      <${Proof} proof=${proof} />
      <${Grid} rows=${board.length} cols=${board[0].length} at=${at} over=${proof.shown ? proof.over : (hints.over ?? last)} heat=${heat}
        look=${proof.look ?? hints.look} spot=${hints.spot} home=${middle(board.length, board[0].length)} origin=${origin} rowKey=${(row) => board[row]} name="Minefield"
        label=${(cell) => WORDS[board[cell.row][cell.col]] + hints.label(cell)} largest=${44} share=${0.64}
        onPrimary=${act && primary} onSecondary=${act && (flags ? reveal : mark)} onChord=${act && both} onKey=${act && onKey} leading=${Boolean(act)} />
      <${HintBox} hints=${hints} />
    </div>`;
}
