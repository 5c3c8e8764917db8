// Planes on a field: which cells they cover, where they may be. A plane is {row, col, turn}: its head, and where its nose
// points, 0 up, 1 right, 2 down, 3 left. A field is the options of a match: rows, cols, planes, cross_border.

const UP = [[0, 0], [1, -2], [1, -1], [1, 0], [1, 1], [1, 2], [2, 0], [3, -1], [3, 0], [3, 1]];
const turned = (steps) => steps.map(([down, right]) => [right, -down]);

/** The ten cells of a plane as steps from its head, for each turn. */
export const SHAPE = [UP];
for (let turn = 1; turn < 4; turn++) SHAPE.push(turned(SHAPE[turn - 1]));

export const FACING = ["up", "right", "down", "left"];

const wrapped = (at, size) => ((at % size) + size) % size;

/** Give the cells of a plane, its head first; none if it does not fit on the field. */
export function cells({ row, col, turn }, { rows, cols, cross_border: wraps }) {
  const found = SHAPE[turn].map(([down, right]) => ({ row: row + down, col: col + right }));
  if (wraps) return found.map((cell) => ({ row: wrapped(cell.row, rows), col: wrapped(cell.col, cols) }));
  const inside = (cell) => cell.row >= 0 && cell.col >= 0 && cell.row < rows && cell.col < cols;
  return found.every(inside) ? found : [];
}

/** Give where the planes are: for the index of each covered cell the plane, and which of its ten parts that is. */
export function covered(planes, field) {
  const found = new Map();
  for (const plane of planes) cells(plane, field).forEach((cell, part) => found.set(cell.row * field.cols + cell.col, { plane, part }));
  return found;
}

/** Say whether a plane may be added to others. */
export function fits(plane, planes, field, taken = covered(planes, field)) {
  const own = cells(plane, field);
  return own.length > 0 && own.every((cell) => !taken.has(cell.row * field.cols + cell.col));
}

/** Give the cells at which the head of another plane may be. */
export function places(planes, turn, field) {
  const taken = covered(planes, field);
  const found = [];
  for (let row = 0; row < field.rows; row++) {
    for (let col = 0; col < field.cols; col++) if (fits({ row, col, turn }, planes, field, taken)) found.push({ row, col });
  }
  return found;
}

/** Steps from nowhere to three cells away, the nearest first. */
const NEAR = [-3, -2, -1, 0, 1, 2, 3]
  .flatMap((down) => [-3, -2, -1, 0, 1, 2, 3].map((right) => [down, right]))
  .sort(([a, b], [c, d]) => a * a + b * b - c * c - d * d);

/** Turn a plane clockwise about the middle of its wing, moved as little as it must be; null if nothing fits. */
export function spun(plane, planes, field) {
  const [down, right] = SHAPE[plane.turn][3];
  const taken = covered(planes, field);
  for (let by = 1; by < 4; by++) {
    const turn = (plane.turn + by) % 4;
    const [back, left] = SHAPE[turn][3];
    for (const [south, east] of NEAR) {
      const one = onField({ row: plane.row + down - back + south, col: plane.col + right - left + east, turn }, field);
      if (fits(one, planes, field, taken)) return one;
    }
  }
  return null;
}

/** Give a plane with its head on the field, where that has no edges. */
export function onField(plane, { rows, cols, cross_border: wraps }) {
  return wraps ? { ...plane, row: wrapped(plane.row, rows), col: wrapped(plane.col, cols) } : plane;
}

const TRIES = 60;
const THROWS = 300;

/** Give as many planes as there are to be, anywhere; those that are given stay if that is possible. */
export function anywhere(field, kept = [], chance = Math.random) {
  const any = (count) => Math.floor(chance() * count);
  for (let tries = 0; tries < TRIES; tries++) {
    const found = tries < TRIES / 2 ? [...kept] : [];
    for (let throws = 0; throws < THROWS && found.length < field.planes; throws++) {
      const plane = { row: any(field.rows), col: any(field.cols), turn: any(4) };
      if (!fits(plane, found, field)) continue;
      found.push(plane);
      throws = 0;
    }
    if (found.length === field.planes) return found;
  }
  return boxed(field);
}

/** Lay the planes side by side, each in a box of its own: what a server of the house allows always fits like that. */
export function boxed({ rows, cols, planes }) {
  const upright = Math.floor(rows / 4) * Math.floor(cols / 5);
  const lying = Math.floor(rows / 5) * Math.floor(cols / 4);
  const [high, wide, turn] = upright >= lying ? [4, 5, 0] : [5, 4, 3];
  const across = Math.floor(cols / wide);
  return Array.from({ length: Math.min(planes, Math.max(upright, lying)) }, (_, index) => {
    const [top, left] = [Math.floor(index / across) * high, (index % across) * wide];
    return turn ? { row: top + 2, col: left, turn } : { row: top, col: left + 2, turn };
  });
}

/** Name the look of a cell that no attack has touched: the field, or a part of a plane. */
export const planeLook = (part) => (part ? `open plane${part.plane.turn}-${part.part}` : "open");

/** Give planes as this board has them; what a foreign program showed and no field can have is left out. */
export const planesOf = (fleet) => (fleet ?? []).filter(([, , turn]) => turn < 4).map(([row, col, turn]) => ({ row, col, turn }));

/** Name the look of a cell: what an attack left there, over what is known of planes. */
export function lookOf(char, part, known, note) {
  const plane = planeLook(part);
  if (char === "o") return `${plane} miss`;
  if (char === "x") return part ? `${plane} struck` : "open planehit";
  if (char === "X") return part ? `${plane} hit` : "open headhit";
  if (part || known) return plane;
  return note ? `fog ${note}` : "fog";
}

const NOTES = ["", "cross", "question"];

/** Give the notes after another tap on a cell: nothing, a cross, a question mark. */
export function noted(marks, index) {
  const next = NOTES[(NOTES.indexOf(marks[index] ?? "") + 1) % NOTES.length];
  const { [index]: _, ...others } = marks;
  return next ? { ...others, [index]: next } : others;
}

/** Give the sketched planes after another tap on a head: first one facing up, then turned, then none. */
export function sketched(planes, { row, col }) {
  const found = planes.find((one) => one.row === row && one.col === col);
  const others = planes.filter((one) => one !== found);
  if (found?.turn === 3) return others;
  return [...others, { row, col, turn: found ? found.turn + 1 : 0 }].slice(-40);
}
