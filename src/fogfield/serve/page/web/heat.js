// Chances over a board: the likelier, the darker, and the percent in every cell that has room for it.
import { html } from "./ui.js";
import { percent } from "./odds.js";

/** Below this size a cell has no room for a number, in pixels. */
const READABLE = 22;

/**
 * Make what `Grid` draws of rows of chances (null where there is none). `most` is the highest that is not certain, and
 * `certain` says whether there is a higher one. Other than the odds of a hint it lets shine through what lies below: in a
 * replay that is the truth.
 */
export function heatOf(what, cells, seat = null) {
  const chances = cells.flat().filter((chance) => chance !== null);
  const most = chances.reduce((high, chance) => (chance < 1 ? Math.max(high, chance) : high), 0) || 1;
  const certain = most < 1 && chances.some((chance) => chance >= 1);
  return heated((row, col) => cells[row]?.[col] ?? null, { what, most, certain, seat });
}

/** Give the same chances for a board that is laid out in another way. */
export const relaid = (heat, at) => heated(at, heat);

/** Give the same chances, written at the lower edge of the cells in which something stands. */
export const lowered = (heat, stands) => heated(heat, heat, stands);

/** Say whether cells of this size have their percent in them. */
export const isWritten = (size) => size >= READABLE;

/** `paint` lays the colours under what a board draws over its cells, `write` puts the percents on top of that. */
function heated(at, { what, most, certain, seat }, stands = () => false) {
  const heat = (row, col) => at(row, col);
  const paint = (c, size, inks, seen) => drawHeat(c, heat, size, inks, seen);
  const write = (c, size, inks, seen) => isWritten(size) && writeHeat(c, heat, stands, size, inks, seen);
  return Object.assign(heat, { what, most, certain, seat, paint, write });
}

/** Give how strong the colour of a chance is, from 0 to 1: the highest one that is not certain is strong, too. */
export const strength = (chance, most) => (chance >= 1 ? 0.8 : 0.62 * (chance / most));

/** Lay the chances over the cells that are seen. */
function drawHeat(c, heat, size, inks, seen) {
  for (let row = seen.top; row < seen.bottom; row++) {
    for (let col = seen.left; col < seen.right; col++) {
      const chance = heat(row, col);
      if (chance === null) continue;
      c.globalAlpha = 0.3;
      c.fillStyle = inks.paper; // what lies below shall not be taken for heat
      c.fillRect(col * size, row * size, size, size);
      c.globalAlpha = strength(chance, heat.most);
      c.fillStyle = inks.heat;
      c.fillRect(col * size + 0.5, row * size + 0.5, size - 1, size - 1);
      c.globalAlpha = 1;
    }
  }
}

/** Write the percents into the cells that are seen; `stands(row, col)` says where only the lower edge is free. */
function writeHeat(c, heat, stands, size, inks, seen) {
  c.font = `600 ${Math.max(10, Math.min(15, size * 0.36))}px "Fogfield Sans", system-ui, sans-serif`;
  c.textAlign = "center";
  c.textBaseline = "middle";
  c.lineJoin = "round";
  for (let row = seen.top; row < seen.bottom; row++) {
    for (let col = seen.left; col < seen.right; col++) {
      const chance = heat(row, col);
      if (chance === null) continue;
      const [ink, halo] = strength(chance, heat.most) > 0.4 ? [inks["heat-ink"], inks.heat] : [inks.ink, inks.halo];
      write(c, percent(chance), (col + 0.5) * size, (row + (stands(row, col) ? 0.8 : 0.5)) * size, ink, halo);
    }
  }
}

function write(c, text, x, y, ink, halo) {
  c.strokeStyle = halo;
  c.lineWidth = 3;
  c.strokeText(text, x, y);
  c.fillStyle = ink;
  c.fillText(text, x, y);
}

/** Say the chance of a cell in words; nothing where there is none. */
export function told(heat, cell) {
  const chance = heat?.what && cell ? heat(cell.row, cell.col) : null;
  return chance === null ? "" : `${percent(chance)} % for ${heat.what}`;
}

/** What the colours mean. */
export function HeatLegend({ heat, children }) {
  return html`
    <p class="heat-legend"><span>How likely ${heat.what} is:</span>
      <span class="heat-scale"><span>0 %</span><span class="heat-bar" aria-hidden="true"></span><span>${percent(heat.most)} %</span></span>
      ${heat.certain && html`<span class="heat-scale"><span class="heat-sure" aria-hidden="true"></span><span>100 %, certain</span></span>`}
      ${children}</p>`;
}
