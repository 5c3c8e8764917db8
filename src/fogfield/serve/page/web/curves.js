// How a match went, as curves over its moves: what a board can count, from 0 to 1. A click leads to that move.
import { html, useEffect, useState } from "./ui.js";

const [WIDE, HIGH, MOST_POINTS, MOST_MOVES] = [600, 110, 150, 1000];
const DASHES = ["", "7 5", "2 4"];

/** Give the moves at which curves are drawn: all of a short match, so many of a long one, the last one always. */
export function moments(last, most = MOST_POINTS) {
  const step = Math.max(1, Math.ceil(last / most));
  const found = [];
  for (let move = 0; move < last; move += step) found.push(move);
  return [...found, last];
}

/** Write points as SVG wants them. */
export function points(values, moves, last) {
  const x = (move) => (last ? (move / last) * WIDE : 0);
  const y = (value) => HIGH - 4 - Math.max(0, Math.min(1, value)) * (HIGH - 8);
  return values.map((value, index) => `${x(moves[index]).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
}

/** The curves of a match that is over; `matchAt(view)` makes a match of a view. */
export function Curves({ film, last, at, board, matchAt, onPick }) {
  const [drawn, setDrawn] = useState(null);
  const curves = board.curves ?? [];
  useEffect(() => {
    let gone = false;
    setDrawn(null);
    if (!curves.length || !last || last > MOST_MOVES) return;
    const moves = moments(last);
    (async () => {
      const matches = [];
      for (const move of moves) matches.push(matchAt(await film.view(move)));
      if (!gone) setDrawn({ moves, lines: curves.map((curve) => matches.map(curve.value)) });
    })().catch(() => {}); // the replay says itself what does not work
    return () => (gone = true);
  }, [film, last]);
  if (!drawn) return null;
  const here = (at / last) * WIDE;
  const pick = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    onPick(Math.round(((event.clientX - box.left) / box.width) * last));
  };
  const nearest = drawn.moves.findLastIndex((move) => move <= at);
  return html`
    <figure class="curves">
      <svg viewBox=${`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" aria-hidden="true" onClick=${pick}>
        <line x1="0" x2=${WIDE} y1=${HIGH - 4} y2=${HIGH - 4} class="curve-ground" />
        <line x1=${here} x2=${here} y1="0" y2=${HIGH} class="curve-now" />
        ${drawn.lines.map((values, index) => html`
          <polyline class=${`curve curve-${index}`} stroke-dasharray=${DASHES[index % 3]} points=${points(values, drawn.moves, last)} />`)}
      </svg>
      <figcaption>
        ${curves.map((curve, index) => html`
          <span class="curve-key"><svg viewBox="0 0 28 8" aria-hidden="true"><line x1="0" x2="28" y1="4" y2="4" class=${`curve curve-${index}`} stroke-dasharray=${DASHES[index % 3]} /></svg>
            ${typeof curve.name === "function" ? curve.name(matchAt(null)) : curve.name}: <b>${Math.round(drawn.lines[index][nearest] * 100)} %</b></span>`)}
      </figcaption>
    </figure>`;
}
