// The terminal: lines are typed, and the server says what the program says to them.
import { html, useCallback, useEffect, useLayoutEffect, useRef, useState } from "../../ui.js";
import { Grid } from "../../grid.js";
import { ask } from "../../net.js";
import { note } from "../../state.js";
import { block, recalled, seedFile } from "./screen.js";

const CLASSES = { input: "term-input", error: "term-error", output: "term-output" };
const LOOKS = { " ": "fog", F: "fog flag", "?": "fog question", 0: "open" };
const WORDS = { " ": "not revealed", F: "marked", "?": "guessed" };
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
  const tabs = useRef(null);
  useEffect(() => {
    const look = () => void run("GET", undefined, false);
    tabs.current = new BroadcastChannel(`fogfield.terminal.${match}`); // another tab may sit at the same seat
    tabs.current.onmessage = look;
    look();
    return () => tabs.current.close();
  }, [match]);
  const enter = async (line) => {
    const done = await run("POST", { line }, true);
    if (done) tabs.current.postMessage("typed");
    return done;
  };
  return { said, exit, busy, enter };
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

/** The board as a map, for what a bot would have believed: a terminal has no room for that. */
function Sketch({ view, heat }) {
  const { board } = view;
  const at = useCallback((row, col) => LOOKS[board[row][col]] ?? `open ${board[row][col]}`, [board]);
  const label = ({ row, col }) => WORDS[board[row][col]] ?? `revealed: ${board[row][col]}`;
  return html`
    <div class="field-board"><${Grid} rows=${board.length} cols=${board[0].length} at=${at} heat=${heat} first=${0} name="The board as a map" label=${label} /></div>`;
}

export function Board({ match, view, act, heat }) {
  const [mine] = useState(match.seat !== null && act !== null); // whoever played it reads on after the end
  return html`
    ${mine ? html`<${Terminal} match=${match} />` : html`<${Screen} view=${view} />`}
    ${heat && html`<${Sketch} view=${view} heat=${heat} />`}
    ${view.outcome && view.mines && html`
      <details class="seed"><summary>The seed file of this board</summary><pre>${seedFile(view)}</pre></details>`}`;
}
