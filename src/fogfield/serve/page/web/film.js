// The views of a match that is over, one after each move: asked for in pieces, kept as long as they may be needed.
import { ask } from "./net.js";
import { apply } from "./patch.js";

const PIECE = 100;
const MOST_PIECES = 12;

/** A match that is over, as one viewer would have seen it: "everything", "public" or a seat. */
export class Film {
  constructor(match, viewer, fetch = ask) {
    this.match = match;
    this.viewer = viewer;
    this.fetch = fetch;
    this.last = null;
    this.pieces = new Map();
  }

  /** Give the view after so many moves; that of the end where there are fewer. */
  async view(wanted) {
    if (wanted >= PIECE && this.last === null) await this.measure();
    const move = this.last === null ? wanted : Math.min(wanted, this.last);
    const number = Math.floor(move / PIECE);
    if (!this.pieces.has(number)) this.pieces.set(number, this.load(number));
    if (this.pieces.size > MOST_PIECES) this.pieces.delete(this.pieces.keys().next().value);
    try {
      const views = await this.pieces.get(number);
      return views[Math.min(move - number * PIECE, views.length - 1)];
    } catch (problem) {
      this.pieces.delete(number);
      throw problem;
    }
  }

  /** Learn how many moves there are. */
  async measure() {
    const found = await this.fetch("GET", `/api/matches/${encodeURIComponent(this.match)}/frames?viewer=${this.viewer}&from=0&count=1`);
    this.last = found.last;
  }

  async load(number) {
    const query = `viewer=${this.viewer}&from=${number * PIECE}&count=${PIECE}`;
    const found = await this.fetch("GET", `/api/matches/${encodeURIComponent(this.match)}/frames?${query}`);
    this.last = found.last;
    const views = [found.view];
    for (const patch of found.patches) views.push(apply(patch, views[views.length - 1]));
    return views;
  }
}
