// Draws a board of any size on a canvas. Cells are drawn once into tiles, and a frame puts tiles together, so moving a
// board of 255x255 costs a few dozen copies. Under the tiles lies an overview with one pixel for each cell: it is what is
// seen for the moment in which a tile is not there yet.
import { SMALLEST, cellAt, overflows, settled, visible } from "./geometry.js";
import { VARIANTS, colourOf, paint, readInks, split } from "./sprites.js";

const TILE = 16;
const MOST_TILES = 600;
/** Drawing tiles gives way to the next frame after so long. */
const FRAME_MS = 7;
const FADE_MS = 220;
const MOST_FADING = 600;

export class Chart {
  /** `edge` is the room for numbers along the top and the left side, in pixels; they begin with `first`. */
  constructor(canvas, { edge = 0, first = 1, still = () => false } = {}) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.edge = edge;
    this.first = first;
    this.still = still;
    this.look = { rows: 1, cols: 1, width: 0, height: 0, size: 1, x: 0, y: 0 };
    this.names = [];
    this.keys = [];
    this.tiles = new Map();
    this.sprites = new Map();
    this.colours = new Map();
    this.fading = new Map();
    this.overview = null;
    this.over = null;
    this.heat = null;
    this.cursor = null;
    this.hover = null;
    this.inks = readInks();
    this.frame = 0;
  }

  /**
   * Show cells: `at(row, col)` names each. What changed since the last time fades in from `origin`. A row for which
   * `rowKey(row)` gives the same as the last time is not looked at.
   */
  show(rows, cols, at, { over = null, origin = null, rowKey = null } = {}) {
    this.over = over;
    const same = rows === this.look.rows && cols === this.look.cols && this.names.length === rows * cols;
    if (!same) this.begin(rows, cols);
    const before = new Map();
    for (let row = 0; row < rows; row++) {
      const key = rowKey ? rowKey(row) : NaN; // which is equal to nothing
      if (key === this.keys[row]) continue;
      this.keys[row] = key;
      for (let col = 0, index = row * cols; col < cols; col++, index++) {
        const name = at(row, col);
        if (same && this.names[index] !== name) before.set(index, this.names[index]);
        this.names[index] = name;
      }
    }
    for (const index of before.keys()) this.touch(index);
    if (!this.still() && before.size <= MOST_FADING) this.fade(before, origin);
    this.drawOverview(same ? before.keys() : null);
    this.ask();
  }

  /** Have room for another board. */
  begin(rows, cols) {
    this.look = { ...this.look, rows, cols };
    this.names = new Array(rows * cols);
    this.keys = new Array(rows);
    this.overview = null;
    this.tiles.clear();
    this.fading.clear();
  }

  touch(index) {
    const [row, col] = [Math.floor(index / this.look.cols), index % this.look.cols];
    const tile = this.tiles.get(tileKey(Math.floor(row / TILE), Math.floor(col / TILE)));
    if (tile) tile.stale = true;
  }

  fade(before, origin) {
    const now = performance.now();
    for (const [index, name] of before) {
      const [row, col] = [Math.floor(index / this.look.cols), index % this.look.cols];
      const far = origin ? Math.hypot(row - origin.row, col - origin.col) : 0;
      this.fading.set(index, { name, since: now + Math.min(far * 18, 400), row, col });
    }
  }

  drawOverview(changed) {
    const { rows, cols } = this.look;
    if (!this.overview) {
      this.overview = document.createElement("canvas");
      [this.overview.width, this.overview.height] = [cols, rows];
      this.pixels = new ImageData(cols, rows);
      changed = null;
    }
    const colours = new Uint32Array(this.pixels.data.buffer);
    if (changed) for (const index of changed) colours[index] = this.colour(this.names[index]);
    else for (let index = 0; index < this.names.length; index++) colours[index] = this.colour(this.names[index]);
    this.overview.getContext("2d").putImageData(this.pixels, 0, 0);
  }

  /** Give the one colour of a cell, as a pixel. */
  colour(name) {
    let found = this.colours.get(name);
    if (found === undefined) {
      const one = document.createElement("canvas");
      one.width = one.height = 1;
      const context = one.getContext("2d", { willReadFrequently: true });
      context.fillStyle = colourOf(name, this.inks);
      context.fillRect(0, 0, 1, 1);
      found = new Uint32Array(context.getImageData(0, 0, 1, 1).data.buffer)[0];
      this.colours.set(name, found);
    }
    return found;
  }

  /** Take the room that there is, in CSS pixels. */
  resize(width, height) {
    const scale = Math.min(globalThis.devicePixelRatio || 1, 3);
    if (width === this.cssWidth && height === this.cssHeight && scale === this.scale) return;
    [this.cssWidth, this.cssHeight, this.scale] = [width, height, scale];
    [this.canvas.width, this.canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.look = settled({ ...this.look, width: width - this.edge, height: height - this.edge });
    this.tiles.clear();
    this.sprites.clear();
    this.ask();
  }

  /** Look at another part, or with another size. Tiles of another size are drawn when the size stays. */
  lookAt(look) {
    this.look = settled(look);
    this.ask();
  }

  /** Draw everything anew, in other colours. */
  recolour() {
    this.inks = readInks();
    this.tiles.clear();
    this.sprites.clear();
    this.colours.clear();
    this.overview = null;
    if (this.names.length) this.drawOverview(null);
    this.ask();
  }

  /** The cell at a point of the canvas. */
  at(px, py) {
    return cellAt(this.look, px - this.edge, py - this.edge);
  }

  get pannable() {
    return overflows(this.look);
  }

  ask() {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.draw());
  }

  stop() {
    cancelAnimationFrame(this.frame);
    this.frame = -1; // nothing is drawn any more
  }

  draw() {
    this.frame = 0;
    const { context: c, look, edge, scale } = this;
    if (!this.names.length || !scale || look.width <= 0) return;
    c.setTransform(scale, 0, 0, scale, 0, 0);
    c.clearRect(0, 0, this.cssWidth, this.cssHeight);
    c.save();
    c.beginPath();
    c.rect(edge, edge, look.width, look.height);
    c.clip();
    c.translate(edge + look.x, edge + look.y);
    c.imageSmoothingEnabled = false;
    if (this.overview) c.drawImage(this.overview, 0, 0, look.cols * look.size, look.rows * look.size);
    const seen = visible(look);
    const more = look.size >= 4 && this.drawTiles(c, seen);
    const fades = this.drawFading(c);
    this.heat?.paint(c, look.size, this.inks, seen);
    this.over?.(c, look.size, this.inks, seen);
    this.heat?.write(c, look.size, this.inks, seen); // what stands on a cell does not cover its chance
    this.drawCursor(c);
    c.restore();
    if (edge) this.drawEdge(c, seen);
    if (more || fades) this.ask();
  }

  drawTiles(c, seen) {
    const size = this.look.size;
    const began = performance.now();
    let more = false;
    for (let ty = Math.floor(seen.top / TILE); ty * TILE < seen.bottom; ty++) {
      for (let tx = Math.floor(seen.left / TILE); tx * TILE < seen.right; tx++) {
        const key = tileKey(ty, tx);
        let tile = this.tiles.get(key);
        if (!tile || tile.stale || tile.size !== Math.round(size)) {
          if (performance.now() - began < FRAME_MS) tile = this.drawTile(ty, tx, tile);
          else more = true;
        }
        if (tile && !tile.stale) {
          c.drawImage(tile.canvas, tx * TILE * size, ty * TILE * size, tile.wide * size, tile.high * size);
        }
      }
    }
    return more;
  }

  drawTile(ty, tx, before) {
    const { rows, cols } = this.look;
    const size = Math.max(SMALLEST, Math.round(this.look.size));
    const pixels = Math.round(size * this.scale);
    const [top, left] = [ty * TILE, tx * TILE];
    const [high, wide] = [Math.min(TILE, rows - top), Math.min(TILE, cols - left)];
    const canvas = before?.canvas ?? document.createElement("canvas");
    if (canvas.width !== wide * pixels || canvas.height !== high * pixels) {
      [canvas.width, canvas.height] = [wide * pixels, high * pixels];
    }
    const context = canvas.getContext("2d");
    for (let row = 0; row < high; row++) {
      for (let col = 0; col < wide; col++) {
        const sprite = this.sprite(this.names[(top + row) * cols + left + col], pixels, top + row, left + col);
        context.drawImage(sprite, col * pixels, row * pixels);
      }
    }
    if (this.tiles.size >= MOST_TILES) this.tiles.delete(this.tiles.keys().next().value);
    const tile = { canvas, size, wide, high, stale: false };
    this.tiles.set(tileKey(ty, tx), tile);
    return tile;
  }

  sprite(name, pixels, row, col) {
    const variants = VARIANTS[split(name)[0]] ?? 1;
    const variant = (row * 7 + col * 5 + ((row * col) % 4)) % variants;
    const key = `${name} ${pixels} ${variant}`;
    let sprite = this.sprites.get(key);
    if (!sprite) {
      if (this.sprites.size > 500) this.sprites.clear();
      sprite = document.createElement("canvas");
      sprite.width = sprite.height = pixels;
      paint(sprite.getContext("2d"), name, pixels, this.inks, variant);
      this.sprites.set(key, sprite);
    }
    return sprite;
  }

  drawFading(c) {
    const now = performance.now();
    const pixels = Math.round(this.look.size * this.scale);
    const size = this.look.size;
    for (const [index, one] of this.fading) {
      const left = 1 - Math.max(0, now - one.since) / FADE_MS;
      if (left <= 0 || pixels < 4) {
        this.fading.delete(index);
        continue;
      }
      c.globalAlpha = left;
      const shrink = (1 - left) * size * 0.16;
      const sprite = this.sprite(one.name, pixels, one.row, one.col);
      const side = size - 2 * shrink;
      c.drawImage(sprite, one.col * size + shrink, one.row * size + shrink, side, side);
    }
    c.globalAlpha = 1;
    return this.fading.size > 0;
  }

  drawCursor(c) {
    const size = this.look.size;
    if (this.hover) frame(c, this.hover, size, [[this.inks.ink, Math.max(1, size * 0.04)]], 0.35);
    const wide = Math.max(2, size * 0.09);
    if (this.cursor) frame(c, this.cursor, size, [[this.inks.halo, wide + 2.5], [this.inks.focus, wide]]);
  }

  /** The line around a map; where the board goes on beyond the window there is none. */
  drawNeatline(c) {
    const { look, edge, inks } = this;
    const [left, top] = [edge + Math.max(0, look.x), edge + Math.max(0, look.y)];
    const [wide, high] = [Math.min(look.width, look.cols * look.size), Math.min(look.height, look.rows * look.size)];
    c.strokeStyle = inks["ink-soft"];
    c.lineWidth = 1.5;
    c.strokeRect(left - 0.75, top - 0.75, wide + 0.5, high + 0.5);
  }

  drawEdge(c, seen) {
    const { look, edge, inks, first } = this;
    const every = [1, 2, 5, 10, 20, 50].find((step) => step * look.size >= 22) ?? 100;
    this.drawNeatline(c);
    const marked = (index) => index === 0 || (index + first) % every === 0;
    c.font = `500 11px "Fogfield Sans", system-ui, sans-serif`;
    c.fillStyle = inks["ink-soft"];
    c.textAlign = "center";
    c.textBaseline = "middle";
    const near = { row: this.cursor?.row ?? this.hover?.row, col: this.cursor?.col ?? this.hover?.col };
    const write = (text, x, y, here) => {
      c.fillStyle = here ? inks.ink : inks["ink-soft"];
      c.fillText(text, x, y);
    };
    for (let col = seen.left; col < seen.right; col++) {
      const x = look.x + (col + 0.5) * look.size;
      if (marked(col) && x > 2 && x < look.width - 2) write(col + first, edge + x, edge / 2 + Math.max(0, look.y), col === near.col);
    }
    for (let row = seen.top; row < seen.bottom; row++) {
      const y = look.y + (row + 0.5) * look.size;
      if (marked(row) && y > 2 && y < look.height - 2) write(row + first, edge / 2 + Math.max(0, look.x), edge + y, row === near.row);
    }
  }
}

/** Draw a frame around a cell, with one or more lines over each other. */
export function frame(c, { row, col }, size, lines, alpha = 1) {
  c.globalAlpha = alpha;
  for (const [colour, width] of lines) {
    c.strokeStyle = colour;
    c.lineWidth = width;
    const inset = width / 2;
    c.beginPath();
    c.roundRect(col * size + inset, row * size + inset, size - 2 * inset, size - 2 * inset, size * 0.08);
    c.stroke();
  }
  c.globalAlpha = 1;
}

/** Lay a colour over a cell. */
export function tint(c, { row, col }, size, colour, alpha) {
  c.globalAlpha = alpha;
  c.fillStyle = colour;
  c.fillRect(col * size, row * size, size, size);
  c.globalAlpha = 1;
}

const tileKey = (ty, tx) => ty * 4096 + tx;
