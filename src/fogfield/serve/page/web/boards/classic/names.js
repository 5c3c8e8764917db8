// Names of boards: 30x16-99-safe-fern is 30 columns, 16 rows, 99 mines, a start rule and a seed. The same name and
// the same first cell give the same mines everywhere; with another first cell some of them lie elsewhere.
import { count } from "../../words.js";

const NAME = /^([1-9]\d{0,2})x([1-9]\d{0,2})-(\d{1,5})-(unsafe|safe|zero|noguess)-([A-Za-z0-9.]{1,40})$/;

const MOST = 255;

/** Give the name of a board, from options that have a seed. */
export const nameOf = ({ columns, rows, mines, start, seed }) => `${columns}x${rows}-${mines}-${start}-${seed}`;

/** Read the name of a board as options; throws with a sentence if it is none. */
export function read(name) {
  const found = NAME.exec(name.trim());
  if (!found) throw new Error("That is no name of a board. One is called 30x16-99-safe-fern: size, mines, start rule, seed.");
  const [columns, rows, mines] = found.slice(1, 4).map(Number);
  if (Math.max(columns, rows) > MOST) throw new Error(`A board of ${columns}x${rows} is too large: up to ${MOST}x${MOST} are possible.`);
  return { columns, rows, mines, start: found[4], seed: found[5] };
}

/** Give the seed of the day's boards. */
export function today(now = new Date()) {
  return now.toISOString().slice(0, 10).replaceAll("-", ".");
}

/** Give the kind of a board, by which best times are kept. */
export const kindOf = ({ columns, rows, mines, start }) => `${columns}x${rows}-${mines}-${start}`;

const KNOWN = { "9x9-10": "Beginner", "16x16-40": "Intermediate", "30x16-99": "Expert" };
const STARTS = { unsafe: "unsafe start", safe: "safe start", zero: "open start", noguess: "no guess" };

/** Call a kind by a name for people. */
export function titleOf({ columns, rows, mines, start }) {
  const size = KNOWN[`${columns}x${rows}-${mines}`] ?? `${columns}×${rows}, ${count(mines, "mine")}`;
  return `${size}, ${STARTS[start]}`;
}

/** Give the address of a board, to share. */
export const pathOf = (name) => `/play/classic?board=${encodeURIComponent(name)}`;
