// Where cells are on the screen: pure arithmetic. A look is {rows, cols, width, height, size, x, y}: a window of width x
// height, cells of `size`, and the corner of the board at (x, y) of the window; no cell becomes smaller than `least`.

export const SMALLEST = 2;
export const LARGEST = 80;
/** What stands on smaller cells is no more than a speck. */
const SEEN = 10;

const within = (least, value, most) => Math.max(least, Math.min(most, value));

/** Give the size of cells at which the whole board is seen, between two limits; below `least` only if it is seen then, and no less than `snug`. */
export function fitting(rows, cols, width, height, least, most, snug = least) {
  const whole = Math.floor(Math.min(width / cols, height / rows));
  return whole >= snug && whole < least ? whole : within(least, whole, most);
}

/** Give the cell in the middle: where the terminal begins, too, and a board without a guess is open (`middle` in games/classic/rules.py). */
export const middle = (rows, cols) => ({ row: Math.floor(rows / 2), col: Math.floor(cols / 2) });

/** Say whether a board is larger than its window. */
export function overflows({ rows, cols, width, height, size }) {
  return cols * size > width + 0.5 || rows * size > height + 0.5;
}

/** Put the board where it belongs: in the middle if it is smaller than the window, else so that it fills it. */
export function settled(look) {
  const place = (at, window, board) => (board <= window ? (window - board) / 2 : within(window - board, at, 0));
  const { rows, cols, width, height, size } = look;
  return { ...look, x: place(look.x, width, cols * size), y: place(look.y, height, rows * size) };
}

/** Move the board. */
export function panned(look, dx, dy) {
  return settled({ ...look, x: look.x + dx, y: look.y + dy });
}

/** Make cells another size; what is at (px, py) stays there. */
export function zoomed(look, size, px = look.width / 2, py = look.height / 2) {
  const next = within(look.least ?? SMALLEST, size, LARGEST);
  const factor = next / look.size;
  return settled({ ...look, size: next, x: px - (px - look.x) * factor, y: py - (py - look.y) * factor });
}

/** Move the board so that a cell is in the window, with a neighbour of it if there is room. */
export function showing(look, { row, col }) {
  const near = (at, window, from) => {
    const margin = Math.min(look.size, Math.max(0, (window - look.size) / 2));
    return at + within(margin - (at + from), 0, window - margin - look.size - (at + from));
  };
  const x = near(look.x, look.width, col * look.size);
  const y = near(look.y, look.height, row * look.size);
  return settled({ ...look, x, y });
}

/**
 * Move the board so that a cell is in the window, and others with it if all have room; make cells larger if what stands on
 * one could not be seen.
 */
export function pointing(look, { row, col }, large, others = []) {
  const middle = (at, place) => at + (place + 0.5) * look.size;
  const near = look.size < SEEN ? zoomed(look, large, middle(look.x, col), middle(look.y, row)) : look;
  return [...others, { row, col }].reduce(showing, near);
}

/** Give the cell at a point of the window, or null. */
export function cellAt(look, px, py) {
  const row = Math.floor((py - look.y) / look.size);
  const col = Math.floor((px - look.x) / look.size);
  const inside = px >= 0 && py >= 0 && px < look.width && py < look.height;
  return inside && row >= 0 && col >= 0 && row < look.rows && col < look.cols ? { row, col } : null;
}

/** Give between which heights cells are seen, or for null the board, in a window that begins at `from`. */
export function spanned({ rows, size, height, y }, cells, from = 0) {
  const all = (cells ?? [{ row: 0 }, { row: rows - 1 }]).map(({ row }) => row);
  const at = (row) => from + within(0, y + row * size, height);
  return { top: at(Math.min(...all)), bottom: at(Math.max(...all) + 1) };
}

/** Give the cells that are seen: rows top..bottom and columns left..right, the last ones not included. */
export function visible({ rows, cols, width, height, size, x, y }) {
  return {
    top: within(0, Math.floor(-y / size), rows),
    left: within(0, Math.floor(-x / size), cols),
    bottom: within(0, Math.ceil((height - y) / size), rows),
    right: within(0, Math.ceil((width - x) / size), cols),
  };
}

const STEPS = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
  w: [-1, 0], s: [1, 0], a: [0, -1], d: [0, 1],
  k: [-1, 0], j: [1, 0], h: [0, -1], l: [0, 1],
};
const FAR = 10;

/** Say whether a key belongs to the board, even where nothing on the page has the focus; others are left to the page. */
export const leads = (key) => Object.hasOwn(STEPS, key) || ["Enter", " ", "f", "m", "c"].includes(key);

/** Give where a key leads from a cell, or null if it is no key for that. */
export function stepped(key, { row, col }, rows, cols, { ctrl = false } = {}) {
  const to = (r, c) => ({ row: within(0, r, rows - 1), col: within(0, c, cols - 1) });
  if (key === "Home") return ctrl ? to(0, 0) : to(row, 0);
  if (key === "End") return ctrl ? to(rows - 1, cols - 1) : to(row, cols - 1);
  if (key === "PageUp") return to(row - FAR, col);
  if (key === "PageDown") return to(row + FAR, col);
  const step = STEPS[key];
  if (!step || (ctrl && key.length === 1)) return null;
  const by = ctrl ? FAR : 1;
  return to(row + step[0] * by, col + step[1] * by);
}
