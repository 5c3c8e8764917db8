// JMinesweeper: a minefield for one. It is won by marking exactly the bombs.
import { html, useCallback, useMemo, useState } from "../ui.js";
import { Grid } from "../grid.js";
import { frame } from "../chart.js";
import { count } from "../words.js";
import { HintBox, HintButtons, KEYS_TOLD, useHints } from "../hints.js";
import { changed, chord, fenced, tally } from "../minefield.js";
import { Steady } from "../steady.js";

export { around, changed, chord, fenced, tally } from "../minefield.js";

const LOOKS = { "?": "fog", ".": "open", "!": "fog flag", B: "fog mine", "@": "fog flagmine", "*": "hit blast", "/": "fog wrongflag" };
const WORDS = {
  "?": "shut", ".": "open, no bomb around", "!": "marked", B: "a bomb", "@": "a marked bomb",
  "*": "the bomb that was hit", "/": "marked, but no bomb",
};
for (let number = 1; number <= 8; number++) {
  LOOKS[number] = `open ${number}`;
  WORDS[number] = `open, ${count(number, "bomb")} around`;
}

const LEVELS = [[1, "easy: 5 % bombs"], [2, "medium: 25 % bombs"], [3, "hard: 45 % bombs"]];
const SHUT = "?!B@";

function Board({ match, view, act, busy, heat }) {
  const [marks, setMarks] = useState(false);
  const [origin, setOrigin] = useState(null);
  const hints = useHints(match, view.board, Boolean(act) && !view.debug, origin);
  const { board, outcome } = view;
  const at = useCallback((row, col) => LOOKS[board[row][col]], [board]);
  const label = (cell) => WORDS[board[cell.row][cell.col]] + hints.label(cell);
  const over = useMemo(() => {
    if (!outcome || !origin) return null;
    return (c, size, inks) => frame(c, origin, size, [[inks.red, Math.max(2, size * 0.1)]]);
  }, [outcome, origin]);
  const mark = (cell) => {
    if (!act || !SHUT.includes(board[cell.row][cell.col])) return;
    setOrigin(cell);
    act(["mark", cell.row, cell.col]);
  };
  const reveal = (cell) => {
    if (!act) return;
    setOrigin(cell);
    const char = board[cell.row][cell.col];
    if (char === "?" || char === "B") act(["reveal", cell.row, cell.col]);
    for (const one of chord(board, cell)) act(["reveal", one.row, one.col]);
    for (const one of fenced(board, cell)) act(["mark", one.row, one.col]);
  };
  return html`
    <div class="field-board">
      <${Steady}><div class="tools">
        ${act && html`<div class="segmented" role="group" aria-label="What a tap does">
          <button type="button" aria-pressed=${!marks} onClick=${() => setMarks(false)}>Open</button>
          <button type="button" aria-pressed=${marks} onClick=${() => setMarks(true)}>Mark</button>
        </div>`}
        <p class="tally"><b>${view.marks}</b> of ${view.bombs} marked</p>
        ${act && html`<button type="button" class="button-quiet" aria-pressed=${view.debug} onClick=${() => !busy && act(["debug"])}>
          ${view.debug ? "Debug: hide bombs" : "Debug: show bombs"}</button>`}
        ${act && !view.debug && html`<${HintButtons} hints=${hints} />`}
      </div><//>
      <${Grid} rows=${board.length} cols=${board[0].length} at=${at} over=${hints.over ?? over} heat=${heat} look=${hints.look} spot=${hints.spot} origin=${origin} rowKey=${(row) => board[row]} name="Minefield" label=${label}
        onPrimary=${act && (marks ? mark : reveal)} onSecondary=${act && (marks ? reveal : mark)} onKey=${hints.onKey} leading=${Boolean(act)} largest=${46} share=${0.64} />
      <${HintBox} hints=${hints} />
    </div>`;
}

function events(before, after) {
  const cells = changed(before.view.board, after.view.board);
  if (after.view.debug !== before.view.debug) return [{ text: after.view.debug ? "The bombs are shown." : "The bombs are hidden.", sound: "move" }];
  if (!cells.length) return [];
  const [{ row, col, now }] = cells;
  const where = `row ${row + 1}, column ${col + 1}`;
  if (after.view.outcome) return [];
  if (after.view.marks > before.view.marks) return [{ text: `Marked ${where}.`, sound: "move" }];
  if (after.view.marks < before.view.marks) return [{ text: `Took the mark from ${where}.`, sound: "move" }];
  if (cells.length === 1) return [{ text: `Opened ${where}: ${WORDS[now].replace("open, ", "")}.`, sound: "move" }];
  return [{ text: `Opened ${cells.length} cells.`, sound: "miss" }];
}

/** Give how much of what is safe is open; whoever sees the bombs, too, has fewer shut cells to count. */
const open = ({ view }) => {
  const cells = view.board.length * view.board[0].length;
  return tally(view.board, ".12345678") / Math.max(1, cells - view.bombs);
};

const SAMPLE = [
  "?????1....1?????", "????21....2?????", "??!?1..1122?????", "?1111..1?!?????2", "?1.....1122!?21.",
  "?21......122!1..", "??1.......12221.", "?!211......1?1..", "???!1...1112!?1.", "????1...1!??????",
];

export default {
  game: "jminesweeper",
  title: "JMinesweeper",
  tagline: "A minefield for one. Open what is safe; mark every bomb, and nothing else, to win.",
  rules: [
    "A number says how many bombs lie in the eight cells around it.",
    "Opening a cell without a bomb around opens the empty area with it. Opening a bomb loses.",
    "The game is won when the marked cells are exactly the bombs, however much is open.",
    "The first cell may hide a bomb, too: the rules are those of the published game.",
    "A tap on a number that has all its marks opens the other cells around it, and marks them if there are just as many as it says.",
  ],
  keys: { "Enter, Space": "open", "F, M, Shift+Enter": "mark, or take the mark away", ...KEYS_TOLD },
  picture: { rows: 10, cols: 16, at: (row, col) => LOOKS[SAMPLE[row][col]] },
  get quick() {
    const narrow = innerWidth < 620;
    return { options: { columns: narrow ? 9 : 18, rows: 12, level: 1 } };
  },
  presets: [
    { label: "Small", options: { columns: 9, rows: 9 } },
    { label: "Usual", options: { columns: 20, rows: 10 } },
    { label: "Large", options: { columns: 40, rows: 24 } },
    { label: "Vast", options: { columns: 255, rows: 255 } },
  ],
  fields: [
    { key: "columns", label: "Columns", least: 1, most: 255 },
    { key: "rows", label: "Rows", least: 1, most: 255 },
    { key: "level", label: "Level", kind: "choice", choices: LEVELS, wide: true },
  ],
  curves: [
    { name: "Safe cells that are open", value: open },
    { name: "Marks, of as many as there are bombs", value: ({ view }) => view.marks / view.bombs, text: ({ view }) => `${view.marks} of ${view.bombs}` },
  ],
  status: ({ view, seat }) => (seat === null ? "Somebody clears this field." : `${count(view.bombs, "bomb")} under the fog. Mark them all.`),
  events,
  Board,
};
