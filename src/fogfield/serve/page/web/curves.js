// How a match went, as curves over its moves: what a board can count, and what a bot would have believed. A click leads
// to that move.
import { html, useEffect, useState } from "./ui.js";
import { ask } from "./net.js";
import { called } from "./words.js";

const [WIDE, HIGH, MOST_POINTS, MOST_MOVES] = [600, 110, 150, 1000];
const DASHES = ["", "7 5", "2 4"];

/** Give the moves at which curves are drawn: all of a short match, so many of a long one, the last one always. */
export function moments(last, most = MOST_POINTS) {
  const step = Math.max(1, Math.ceil(last / most));
  const found = [];
  for (let move = 0; move < last; move += step) found.push(move);
  return [...found, last];
}

/** Write points as SVG wants them, one list for each part without a gap: where a value is null there is nothing to draw. */
export function points(values, moves, last) {
  const x = (move) => (last ? (move / last) * WIDE : 0);
  const y = (value) => HIGH - 4 - Math.max(0, Math.min(1, value)) * (HIGH - 8);
  const parts = [[]];
  values.forEach((value, index) => {
    if (value === null) parts.push([]);
    else parts.at(-1).push(`${x(moves[index]).toFixed(1)},${y(value).toFixed(1)}`);
  });
  return parts.filter((part) => part.length).map((part) => part.join(" "));
}

const percent = (value) => (value === null ? "" : `${Math.round(value * 100)} %`);

/** Give what a board counts, as charts: `matches` are those at `moves`, `seats` those whose lines are drawn. */
export function counted(curves, matches, moves, seats) {
  const whole = (curve, seat) => {
    if (curve.all) return curve.all(matches, seat);
    const values = matches.map((match) => curve.value(match, seat));
    return { values, texts: matches.map((match, index) => curve.text?.(match, seat) ?? percent(values[index])) };
  };
  return curves.map((curve) => ({
    name: curve.name,
    lines: (curve.each ? seats : [null]).map((seat) => ({ seat, moves, ...whole(curve, seat) })),
  }));
}

/** Put what bots believed in each seat together, as charts: lines of the same name into one. */
export function believed(answers) {
  const charts = new Map();
  for (const { seat, moves, figures } of answers) {
    for (const { name, values, texts } of figures) {
      charts.set(name, { name, lines: [...(charts.get(name)?.lines ?? []), { seat, moves, values, texts }] });
    }
  }
  return [...charts.values()];
}

/** Have the charts of a match that is over; null until they are there. `seats` are those whose lines are drawn. */
function useCharts({ match, film, last, board, matchAt, seats }) {
  const [own, setOwn] = useState(null);
  const [theirs, setTheirs] = useState([]);
  useEffect(() => {
    let gone = false;
    setOwn(null);
    const curves = last > MOST_MOVES ? [] : board.curves ?? [];
    (async () => {
      const moves = curves.length ? moments(last) : [];
      const matches = [];
      for (const move of moves) matches.push(matchAt(await film.view(move)));
      if (!gone) setOwn(counted(curves, matches, moves, seats));
    })().catch(() => {}); // the replay says itself what does not work
    return () => (gone = true);
  }, [film, last]);
  useEffect(() => {
    let gone = false;
    const path = `/api/matches/${encodeURIComponent(match.id)}/curves`;
    Promise.all(seats.map((seat) => ask("GET", `${path}?seat=${seat}`)))
      .then((answers) => !gone && setTheirs(believed(answers)), () => {}); // without them the others are drawn
    return () => (gone = true);
  }, [match.id, String(seats)]);
  return own && [...own, ...theirs];
}

/** The curves of a match that is over; `matchAt(view)` makes a match of a view, `seat` is who looks, or null. */
export function Curves({ match, film, last, at, board, matchAt, seat, onPick }) {
  const seats = seat === null ? match.seats.map((_, one) => one) : [seat];
  const charts = useCharts({ match, film, last, board, matchAt, seats });
  if (!charts?.length || !last) return null;
  return html`
    <section class="curves" aria-label="How it went">
      ${charts.map((chart) => html`<${Chart} key=${chart.name} chart=${chart} match=${match} at=${at} last=${last} onPick=${onPick} />`)}
    </section>`;
}

function Chart({ chart, match, at, last, onPick }) {
  const here = (at / last) * WIDE;
  const pick = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    onPick(Math.round(((event.clientX - box.left) / box.width) * last));
  };
  const several = match.seats.length > 1;
  const dash = (line) => DASHES[(line.seat ?? 0) % 3];
  return html`
    <figure class="curve-chart">
      <figcaption><b>${chart.name}</b>
        ${chart.lines.map((line) => html`
          <span class="curve-key">
            <svg viewBox="0 0 28 8" aria-hidden="true"><line x1="0" x2="28" y1="4" y2="4" class=${`curve curve-${line.seat ?? 0}`} stroke-dasharray=${dash(line)} /></svg>
            ${several && line.seat !== null && `${called({ ...match, seat: null }, line.seat)}: `}<b>${valueAt(line, at)}</b></span>`)}
      </figcaption>
      <svg viewBox=${`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" aria-hidden="true" onClick=${pick}>
        <line x1="0" x2=${WIDE} y1=${HIGH - 4} y2=${HIGH - 4} class="curve-ground" />
        <line x1=${here} x2=${here} y1="0" y2=${HIGH} class="curve-now" />
        ${chart.lines.map((line) => points(line.values, line.moves, last).map((part) => html`
          <polyline class=${`curve curve-${line.seat ?? 0}`} stroke-dasharray=${dash(line)} points=${part} />`))}
      </svg>
    </figure>`;
}

/** Tell the value of a line at a move: that of the last moment before it. */
export function valueAt({ moves, texts }, at) {
  return texts[Math.max(0, moves.findLastIndex((move) => move <= at))] || "–";
}
