// Minesweeper Alpha: a program with lines of text, in a terminal. What it says comes from the server, to the byte.
import { html, useEffect, useLayoutEffect, useRef, useState } from "../ui.js";
import { ask } from "../net.js";
import { note } from "../state.js";
import { block, recalled, seedFile } from "./alpha/screen.js";

const CLASSES = { input: "term-input", error: "term-error", output: "term-output" };
const SHORT = [["reveal ", "reveal"], ["mark ", "mark"], ["guess ", "guess"]];
const WHOLE = ["help", "nofog", "quit"];

/** Everything that was said and typed at this seat, and how to type another line. */
function useTerminal(match) {
  const [said, setSaid] = useState([]);
  const [exit, setExit] = useState(null);
  const [busy, setBusy] = useState(true);
  const path = `/api/matches/${encodeURIComponent(match)}/terminal`;
  const run = async (method, body, add) => {
    setBusy(true);
    try {
      const found = await ask(method, path, body);
      setSaid((before) => (add ? [...before, ...found.said] : found.said));
      setExit(found.exit);
      return true;
    } catch (problem) {
      note(problem.message, "bad");
      return false;
    } finally {
      setBusy(false);
    }
  };
  useEffect(() => void run("GET", undefined, false), [match]);
  return { said, exit, busy, enter: (line) => run("POST", { line }, true) };
}

function Terminal({ match }) {
  const { said, exit, busy, enter } = useTerminal(match.id);
  const [line, setLine] = useState("");
  const [at, setAt] = useState(0);
  const screen = useRef(null);
  const input = useRef(null);
  const typed = said.filter((one) => one.stream === "input").map((one) => one.text.slice(0, -1));
  useLayoutEffect(() => {
    screen.current.scrollTop = screen.current.scrollHeight;
  }, [said]);
  useEffect(() => {
    setAt(typed.length);
    if (!busy) input.current?.focus({ preventScroll: true });
  }, [said, busy]);
  const send = async (text) => {
    if (busy) return;
    if (await enter(text)) setLine("");
  };
  const onKeyDown = (event) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    const next = recalled(typed, at, event.key);
    setAt(next);
    setLine(typed[next] ?? "");
  };
  const begin = (text) => (setLine(text), input.current.focus());
  return html`
    <form class="terminal" onSubmit=${(event) => (event.preventDefault(), send(line))}>
      <div class="terminal-screen" ref=${screen} role="log" aria-label="Terminal" tabindex="0"
        onClick=${() => String(getSelection()) || input.current?.focus()}>
        <pre>${said.map((one) => html`<span class=${CLASSES[one.stream]}>${one.text}</span>`)}${exit === null && html`
          <input ref=${input} value=${line} aria-label="Command" autocomplete="off" autocapitalize="none" spellcheck=${false} maxlength="4000"
            enterkeyhint="send" readonly=${busy} onInput=${(event) => setLine(event.target.value)} onKeyDown=${onKeyDown} />`}</pre>
      </div>
      ${exit === null
        ? html`<div class="tools terminal-keys" role="group" aria-label="Commands">
            ${SHORT.map(([text, name]) => html`<button type="button" class="button-quiet" onClick=${() => begin(text)}>${name} …</button>`)}
            ${WHOLE.map((name) => html`<button type="button" class="button-quiet" disabled=${busy} onClick=${() => send(name)}>${name}</button>`)}
          </div>`
        : html`<p class="soft terminal-exit">The program has ended, with exit status ${exit}.</p>`}
    </form>`;
}

/** The board as those see it who only watch. */
function Screen({ view }) {
  return html`
    <div class="terminal"><div class="terminal-screen" role="region" aria-label="The board" tabindex="0"><pre>${block(view)}</pre></div></div>`;
}

function Board({ match, view, act }) {
  const [mine] = useState(match.seat !== null && act !== null); // whoever played it reads on after the end
  return html`
    ${mine ? html`<${Terminal} match=${match} />` : html`<${Screen} view=${view} />`}
    ${view.outcome && view.mines && html`
      <details class="seed"><summary>The seed file of this board</summary><pre>${seedFile(view)}</pre></details>`}`;
}

function events(before, after) {
  // Whoever types reads it on the screen, and hears it from there.
  if (after.seat !== null || after.view.outcome || after.view.rounds === before.view.rounds) return [];
  return [{ text: `Round ${after.view.rounds}.`, sound: "move" }];
}

const SAMPLE = { board: ["01F1  ", "0111  ", "00012 ", "11101F", "F1?111"], mines: null, rounds: 23 };

/** Draw the sample as a terminal would, over an empty picture. */
function drawn(c, size) {
  const lines = `${block(SAMPLE)}minesweeper-alpha: reveal 0 4`.split("\n").slice(1);
  c.fillStyle = "#10191f";
  c.fillRect(0, 0, size * 16, size * 10);
  c.font = `${size * 0.52}px ui-monospace, Menlo, Consolas, monospace`;
  c.textBaseline = "top";
  lines.forEach((line, index) => {
    c.fillStyle = index === lines.length - 1 ? "#ffd166" : "#e4e7e0";
    c.fillText(line, size * 3.4, size * (1.4 + index * 0.68));
  });
}

export default {
  game: "alpha",
  title: "Minesweeper Alpha",
  tagline: "The minefield of a command line: typed commands, and a screen that is specified to the byte.",
  rules: [
    "Type a command and press Enter: reveal, mark or guess with a row and a column, counted from 0; or help, nofog, quit.",
    "A number says how many mines lie in the eight squares around it. Nothing opens by itself.",
    "Whoever reveals a mine has lost. The game is won when every mine is marked and every other square is revealed.",
    "The score is better with fewer rounds; an invalid command is none.",
    "The board may come from a seed file of your own: rows, columns, the number of mines, then a row and a column for each.",
  ],
  keys: { Enter: "send the command", "↑ ↓": "commands that were typed before" },
  picture: { rows: 10, cols: 16, at: () => "void", over: drawn },
  quick: {},
  presets: [
    { label: "Small", options: { rows: 5, cols: 5, mines: 4 } },
    { label: "Usual", options: { rows: 8, cols: 8, mines: 10 } },
    { label: "Large", options: { rows: 10, cols: 10, mines: 18 } },
  ],
  fields: [
    { key: "rows", label: "Rows", least: 5, most: 10 },
    { key: "cols", label: "Columns", least: 5, most: 10 },
    { key: "mines", label: "Mines", least: 1, most: 99 },
    { key: "seed", label: "A seed file of your own", kind: "file", most: 8000, hint: "Without one the board is drawn by chance." },
  ],
  ask: ({ seed, ...rest }) => (seed?.trim() ? { seed } : rest),
  status: ({ seat, view }) => (seat === null ? `Somebody types here: ${view.rounds} rounds so far.` : "Type a command: reveal 0 0 opens the first square."),
  events,
  Board,
};
