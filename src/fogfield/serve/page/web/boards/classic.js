// Classic minesweeper: what the lobby needs of it. The board itself is in classic/table.js.
import { later } from "../ui.js";
import { KEYS_TOLD } from "../hints.js";
import { changed, tally } from "../minefield.js";
import { count } from "../words.js";
import { nameOf, read, today } from "./classic/names.js";
import { LOOKS, WORDS } from "./classic/looks.js";

const STARTS = [
  ["noguess", "never forces a guess, proved"], ["zero", "the first cell opens an area"],
  ["safe", "the first cell is no mine"], ["unsafe", "the first cell may be a mine"],
];
const WHICH = [["new", "a new one"], ["daily", "the board of the day, for everybody"], ["named", "one that has a name"]];
/** The board of the day, unless somebody wants another one: the same in the terminal (`DAILY` in kits/mines/boards.py). */
const DAILY = { columns: 16, rows: 16, mines: 40, start: "zero" };
const isNamed = ({ which }) => which === "named";

/** Give what is asked for, from what was chosen; throws with a sentence if a name is none. */
export function asked({ which = "new", name = "", ...options }, now = new Date()) {
  if (which === "named") return { ...read(name), questions: Boolean(options.questions) };
  return { ...options, seed: which === "daily" ? today(now) : "" };
}

/** Give the options after one of them was chosen: who wants the board of the day gets that which others play. */
export const chosen = (options, key) => (key === "which" && options.which === "daily" ? { ...options, ...DAILY } : options);

function events(before, after) {
  const cells = changed(before.view.board, after.view.board);
  if (!cells.length || after.view.outcome) return [];
  const [{ row, col, now }] = cells;
  const where = `row ${row + 1}, column ${col + 1}`;
  if (cells.length === 1 && "!~?".includes(now)) {
    const done = { "!": `Flagged ${where}.`, "~": `Put a question mark on ${where}.`, "?": `Took the mark from ${where}.` };
    return [{ text: done[now], sound: "move" }];
  }
  if (cells.every((cell) => cell.now === "!")) return [{ text: `Flagged ${cells.length} cells.`, sound: "move" }];
  if (cells.length === 1) return [{ text: `Opened ${where}: ${WORDS[now].replace("open, ", "")}.`, sound: "move" }];
  return [{ text: `Opened ${cells.length} cells.`, sound: "miss" }];
}

function status({ view, seat }) {
  if (seat === null) return "Somebody clears this field.";
  const untouched = !view.board.some((row) => /[.1-8]/.test(row));
  if (untouched && view.options.start !== "unsafe") return "Open any cell: the first one is no mine.";
  return `Open everything but the ${count(view.options.mines, "mine")}.`;
}

/** Give how much of what is safe is open. */
const open = ({ view }) => {
  const cells = view.board.length * view.board[0].length;
  return tally(view.board, ".12345678") / Math.max(1, cells - view.options.mines);
};

const SAMPLE = [
  "???????????1.13?", "?????????53112!!", "???????!!!1.1!32", "?????2!3321.111.", "??2!!211........",
  "1!2221.111......", "11211..1!1...122", "111!1..222...1??", "?2222.12!1...13?", "???!1.1!21....1?",
];

export default {
  game: "classic",
  title: "Minesweeper",
  tagline: "The one that everyone knows: open everything that is no mine. With boards that never force a guess.",
  rules: [
    "A number says how many mines lie in the eight cells around it.",
    "Opening a cell without a mine around opens the empty area with it. Opening a mine loses.",
    "The game is won when every cell without a mine is open. Flags are notes of your own: a flagged cell is not opened.",
    "A click on an open number that has all its flags opens the other cells around it, and flags them if there are just as many as it says; so does the middle button, or both.",
    "A board that never forces a guess comes with its first area open, and with a proof after the game.",
    "A board with a name, and that of the day: who opens the same first cell has the same mines. With another one some lie elsewhere.",
    "Hints count: a game with hints is not listed among your best times, nor is a board that you have played before.",
  ],
  keys: {
    "Enter, Space": "open; on a number: open or flag all around it", "F, M, Shift+Enter": "flag", C: "open or flag all around a number",
    ...KEYS_TOLD,
  },
  picture: { rows: 10, cols: 16, at: (row, col) => LOOKS[SAMPLE[row][col]] },
  get quick() {
    const size = innerWidth < 620 ? { columns: 9, rows: 9, mines: 10 } : { columns: 16, rows: 16, mines: 40 };
    return { options: { ...size, start: "zero" } };
  },
  presets: [
    { label: "Beginner", options: { columns: 9, rows: 9, mines: 10 } },
    { label: "Intermediate", options: { columns: 16, rows: 16, mines: 40 } },
    { label: "Expert", options: { columns: 30, rows: 16, mines: 99 } },
    { label: "Vast", options: { columns: 255, rows: 255, mines: 9000 } },
  ],
  fields: [
    { key: "columns", label: "Columns", least: 1, most: 255, when: (options) => !isNamed(options) },
    { key: "rows", label: "Rows", least: 1, most: 255, when: (options) => !isNamed(options) },
    { key: "mines", label: "Mines", least: 0, most: 65024, when: (options) => !isNamed(options) },
    { key: "which", label: "Which board", kind: "choice", choices: WHICH, wide: true },
    { key: "name", label: "Its name", kind: "text", most: 80, hint: "like 30x16-99-safe-fern", when: isNamed },
    { key: "start", label: "Start", kind: "choice", choices: STARTS, wide: true, when: (options) => !isNamed(options) },
    { key: "questions", label: "Question marks", kind: "switch", hint: "A second mark for cells that you are not sure of." },
  ],
  given: ({ board }) => (board ? { which: "named", name: board } : { which: "new" }),
  chosen,
  ask: asked,
  made: ({ start }) => start === "noguess",
  again: ({ options }) => options,
  sat: async (match, options) => options.seed && (await import("./classic/times.js")).wish(match, nameOf(options)),
  curves: [
    { name: "Safe cells that are open", value: open },
    { name: "Flags, of as many as there are mines", value: ({ view }) => view.flags / Math.max(1, view.options.mines) },
  ],
  status,
  events,
  Board: later(() => import("./classic/table.js").then((module) => module.Board)),
  After: later(() => import("./classic/after.js").then((module) => module.After)),
};
