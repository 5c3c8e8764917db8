// Minesweeper Alpha: a program with lines of text, in a terminal. What it says comes from the server, to the byte.
import { later } from "../ui.js";
import { block } from "./alpha/screen.js";

function events(before, after) {
  // Whoever types reads it on the screen, and hears it from there.
  if (after.seat !== null || after.view.outcome || after.view.rounds === before.view.rounds) return [];
  return [{ text: `Round ${after.view.rounds}.`, sound: "move" }];
}

const squares = ({ board }) => board.length * board[0].length;
const found = ({ board }, wanted) => board.join("").match(wanted)?.length ?? 0;

/** Give how much of the board shows something. */
export const share = (view, wanted) => found(view, wanted) / squares(view);
const tally = (view, wanted) => `${found(view, wanted)} of ${squares(view)}`;

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
  curves: [
    { name: "Squares revealed", value: ({ view }) => share(view, /[0-8]/g), text: ({ view }) => tally(view, /[0-8]/g) },
    { name: "Squares marked", value: ({ view }) => share(view, /F/g), text: ({ view }) => tally(view, /F/g) },
  ],
  ask: ({ seed, ...rest }) => (seed?.trim() ? { seed } : rest),
  status: ({ seat, view }) => (seat === null ? `Somebody types here: ${view.rounds} rounds so far.` : "Type a command: reveal 0 0 opens the first square."),
  events,
  Board: later(() => import("./alpha/terminal.js").then((module) => module.Board)),
};
