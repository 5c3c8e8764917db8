// The proof of a board without a guess, step by step: which numbers prove which cells, in words and on the board.
import { html, useMemo, useState } from "../../ui.js";
import { Key } from "../../hintbox.js";
import { drawSteps } from "../../hints.js";
import { around } from "../../minefield.js";
import { ask, sentence } from "../../net.js";
import { note } from "../../state.js";
import { Steady } from "../../steady.js";

const MINES = "B@*";

/** Give a board with everything open, from one that shows its mines. */
export function opened(board) {
  const [rows, cols] = [board.length, board[0].length];
  const isMine = ({ row, col }) => MINES.includes(board[row][col]);
  return board.map((text, row) =>
    [...text].map((_, col) => (isMine({ row, col }) ? "B" : around({ row, col }, rows, cols).filter(isMine).length || ".")).join(""),
  );
}

/** Give what is known after so many steps of a proof: what they opened, with the areas, and the mines that they found. */
export function known(truth, first, steps) {
  const [rows, cols] = [truth.length, truth[0].length];
  const shown = truth.map((text) => Array(text.length).fill("?"));
  const open = [first];
  for (const { safe, mines } of steps) {
    open.push(...safe);
    for (const [row, col] of mines) shown[row][col] = "!";
  }
  while (open.length) {
    const [row, col] = open.pop();
    if (shown[row][col] !== "?") continue;
    shown[row][col] = truth[row][col];
    if (truth[row][col] === ".") open.push(...around({ row, col }, rows, cols).map((one) => [one.row, one.col]));
  }
  return shown.map((row) => row.join(""));
}

/** Follow the proof of a match that is over; `board` is what its step shows, or null. */
export function useProof(match, view) {
  const [proof, setProof] = useState(null);
  const [at, setAt] = useState(0);
  const [busy, setBusy] = useState(false);
  const able = Boolean(view.outcome) && view.options.start === "noguess";
  const shown = able && proof !== null;
  const truth = useMemo(() => (shown ? opened(view.board) : null), [shown, view.board]);
  const board = useMemo(() => (shown ? known(truth, proof.first, proof.steps.slice(0, at)) : null), [shown, truth, at]);
  const step = shown ? proof.steps[at] : null;
  const over = useMemo(() => (step ? (c, size, inks) => drawSteps(c, size, inks, [step]) : null), [step]);
  const look = useMemo(() => (step?.numbers.length ? { row: step.numbers[0][0], col: step.numbers[0][1] } : null), [step]);
  const ask_ = async () => {
    if (proof) return setProof(null);
    setBusy(true);
    try {
      setProof(await ask("GET", `/api/matches/${encodeURIComponent(match.id)}/proof`));
      setAt(0);
    } catch (problem) {
      note(problem.message, "bad");
    }
    setBusy(false);
  };
  return { able, shown, busy, board, over, look, at, last: proof?.steps.length ?? 0, step, go: setAt, toggle: ask_ };
}

/** The button that shows the proof, if there is one. */
export function ProofButton({ proof }) {
  if (!proof.able) return null;
  return html`
    <button type="button" class="button-quiet" aria-pressed=${proof.shown} disabled=${proof.busy} onClick=${proof.toggle}>
      ${proof.shown ? "Hide the proof" : "Show the proof"}</button>
    <span class="soft proof-told">${proof.busy ? "One moment…" : "No guess was needed: every step follows from what is open."}</span>`;
}

/** The steps of a proof, with buttons to go through them. */
export function Proof({ proof }) {
  if (!proof.shown) return null;
  const { at, last, step, go } = proof;
  const to = (next) => go(Math.max(0, Math.min(last, next)));
  return html`
    <${Steady}><section class="proof" aria-label="The proof">
      <div class="proof-row">
        <button type="button" class="button-small" disabled=${at === 0} onClick=${() => to(at - 1)}>Back</button>
        <input type="range" min="0" max=${last} value=${at} aria-label="Step of the proof" onInput=${(event) => to(Number(event.target.value))} />
        <button type="button" class="button-small" disabled=${at === last} onClick=${() => to(at + 1)}>Next</button>
      </div>
      <p role="status">${step ? `Step ${at + 1} of ${last}: ${sentence(step.text)}` : "Everything is open, and nothing was guessed."}</p>
      ${step && html`<${Key} steps=${[step]} />`}
    </section><//>`;
}
