// Walking over a map: what steps cost, the cheapest way to a field, where figures have been, and how that is drawn.

/** The grounds of the fields, as boards name them. */
export const GROUNDS = { "~": "sea", ".": "grass", "^": "rock" };

/** What the bots are called. */
export const BOTS = {
  expert: "Expert, who plans every command", lookout: "Lookout, who climbs for a view", nearest: "Nearest, who goes to unseen fields",
  dummy: "Dummy, who walks anywhere", random: "Random, who does anything",
};

/** Commands that it takes to enter a field, and as many to leave it; nobody can swim. */
const EFFORT = { ".": 1, "^": 2 };

export const STEPS = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };

const at = (map, { row, col }) => map[row]?.[col];
export const same = (one, other) => Boolean(one && other && one.row === other.row && one.col === other.col);

/** Give where a step leads, or null if nobody can go there. */
export function stepFrom(map, { row, col }, direction) {
  const [down, right] = STEPS[direction];
  const next = { row: row + down, col: col + right };
  return EFFORT[at(map, next)] ? next : null;
}

/** Give the direction from a field to one beside it, or null. */
export function direction(from, to) {
  const found = Object.entries(STEPS).find(([, [down, right]]) => from.row + down === to.row && from.col + right === to.col);
  return found ? found[0] : null;
}

/** Give the commands that a step takes. */
export const cost = (map, from, to) => EFFORT[at(map, from)] + EFFORT[at(map, to)];

/** Give the cheapest way to a field, without the one on which it begins; null if there is none. */
export function way(map, from, goal) {
  const key = ({ row, col }) => row * map[0].length + col;
  const best = new Map([[key(from), { cell: from, cost: 0, before: null }]]);
  const open = [best.get(key(from))];
  while (open.length) {
    open.sort((one, other) => other.cost - one.cost);
    const now = open.pop();
    if (same(now.cell, goal)) return traced(now);
    for (const name of Object.keys(STEPS)) {
      const cell = stepFrom(map, now.cell, name);
      if (!cell) continue;
      const found = { cell, cost: now.cost + cost(map, now.cell, cell), before: now };
      const known = best.get(key(cell));
      if (known && known.cost <= found.cost) continue;
      best.set(key(cell), found);
      open.push(found);
    }
  }
  return null;
}

function traced(last) {
  const found = [];
  for (let one = last; one.before; one = one.before) found.unshift(one.cell);
  return found;
}

const MOST = 600;
/** Curves of walks that are shorter end below the top. */
const MANY_STEPS = 24;

/** Give where a figure has been, with where it is now. After a jump, as in a replay, it begins anew. */
export function walked(before, now) {
  if (!now) return before;
  const last = before.at(-1);
  if (same(last, now)) return before;
  if (!last || !direction(last, now)) return [now];
  return [...before, now].slice(-MOST);
}

/** Give a pair of a row and a column as a cell. */
export const cellOf = (pair) => (pair ? { row: pair[0], col: pair[1] } : null);

/** Say whether a viewer may believe where the figure of a seat is said to be. */
export const isTrue = (view, seat) => view.real || view.seat === seat || (view.seat === null && view.sides[seat].castle !== null);

/** Draw a way through the middles of fields. */
export function line(c, cells, size, colour, { dash = [], width = 0.08, shift = 0 } = {}) {
  if (cells.length < 2) return;
  c.save();
  c.strokeStyle = colour;
  c.lineWidth = Math.max(2, size * width);
  c.lineJoin = c.lineCap = "round";
  c.setLineDash(dash.map((part) => part * size));
  c.beginPath();
  cells.forEach(({ row, col }, index) => {
    const [x, y] = [(col + 0.5 + shift) * size, (row + 0.5 + shift) * size];
    if (index) c.lineTo(x, y);
    else c.moveTo(x, y);
  });
  c.stroke();
  c.restore();
}

/** Give how much of the map a seat has revealed, from 0 to 1; null where the viewer does not know that. */
export function revealed(view, seat) {
  const { seen } = view.sides[seat];
  if (!view.map || !seen.length) return null;
  return [...seen.join("")].filter((char) => char === "+").length / (seen.length * seen[0].length);
}

/** Give how far a figure has walked at each of these moments, as a curve: as far as its places are true. */
export function strolled(matches, seat) {
  let [before, steps] = [null, 0];
  const counts = matches.map(({ view }) => {
    const now = view.map && isTrue(view, seat) ? cellOf(view.sides[seat].figure) : null;
    if (before && now) steps += Math.abs(now.row - before.row) + Math.abs(now.col - before.col);
    before = now;
    return now && steps;
  });
  return { values: counts.map((one) => (one === null ? null : one / Math.max(MANY_STEPS, steps))), texts: counts.map((one) => (one === null ? "" : String(one))) };
}
