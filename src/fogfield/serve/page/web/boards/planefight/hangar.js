// Placing planes: drag them, turn them, with mouse, finger or keys. Where the next one may be is shown.
import { html, useCallback, useMemo, useRef, useState } from "../../ui.js";
import { Grid } from "../../grid.js";
import { tint } from "../../chart.js";
import { planeOutline } from "../../sprites.js";
import { say } from "../../state.js";
import { count } from "../../words.js";
import { FACING, anywhere, cells, covered, fits, onField, places, planeLook, spun } from "./fleet.js";

/** Draw the outline of a plane over a board; what does not fit has a broken line. */
export function sketch(c, { row, col, turn }, size, inks, colour, { broken = false } = {}) {
  c.save();
  c.translate((col + 0.5) * size, (row + 0.5) * size);
  c.rotate((turn * Math.PI) / 2);
  c.scale(size, size);
  planeOutline(c);
  c.lineJoin = "round";
  if (broken) c.setLineDash([0.16, 0.14]);
  for (const [ink, wide] of [[inks.halo, 0.13], [colour, 0.07]]) {
    c.strokeStyle = ink;
    c.lineWidth = Math.max(wide, (wide * 22) / size);
    c.stroke();
  }
  c.restore();
}

/** What lies over the field while planes are placed: dots where a head may be, and the plane that is held. */
function overlay(free, ghost, good, field) {
  return (c, size, inks) => {
    c.fillStyle = inks.green;
    for (const { row, col } of free) {
      c.beginPath();
      c.arc((col + 0.5) * size, (row + 0.5) * size, Math.max(2, size * 0.1), 0, 2 * Math.PI);
      c.fill();
    }
    if (!ghost) return;
    if (good) for (const cell of cells(ghost, field)) tint(c, cell, size, inks.green, 0.3);
    sketch(c, ghost, size, inks, good ? inks.green : inks.red, { broken: !good });
  };
}

const same = (one, other) => one && other && one.row === other.row && one.col === other.col && one.turn === other.turn;

/** The planes that are being placed, and everything that can be done with them. */
function useHangar(field) {
  const [planes, setPlanes] = useState([]);
  const [turn, setTurn] = useState(0);
  const [point, setPoint] = useState(null); // where mouse or cursor is
  const [dragged, setDragged] = useState(null); // {plane, from}: where it would be, and where it came from
  const grip = useRef(null);
  const rest = dragged?.from ? planes.filter((one) => one !== dragged.from) : planes;
  const under = (cell) => cell && covered(planes, field).get(cell.row * field.cols + cell.col)?.plane;
  const put = (plane, others) => fits(plane, others, field) && (setPlanes([...others, plane]), true);
  const turnAt = (cell) => {
    const plane = under(cell);
    if (!plane) return setTurn((turn + 1) % 4), say(`The next plane faces ${FACING[(turn + 1) % 4]}.`);
    const next = spun(plane, planes.filter((one) => one !== plane), field);
    if (!next) return say("There is no room to turn this plane.");
    setPlanes(planes.map((one) => (one === plane ? next : one)));
    say(`It faces ${FACING[next.turn]} now.`);
  };
  const take = (cell) => {
    const plane = under(cell);
    if (!plane) return;
    setPlanes(planes.filter((one) => one !== plane));
    setTurn(plane.turn);
    say("Picked up.");
  };
  const tap = (cell) => {
    if (under(cell)) return turnAt(cell);
    if (planes.length >= field.planes) return say("All planes are placed.");
    if (put({ ...cell, turn }, planes)) return say(`${planes.length + 1} of ${field.planes} placed.`);
    say("It does not fit there.");
  };
  const grab = (cell) => {
    const from = under(cell);
    if (!from && planes.length >= field.planes) return false;
    grip.current = from ? { from, turn: from.turn, down: cell.row - from.row, right: cell.col - from.col } : { turn, down: 0, right: 0 };
    return true;
  };
  const drag = (cell) => {
    const { from = null, turn: facing, down, right } = grip.current;
    setPoint(null);
    setDragged({ from, plane: cell && onField({ row: cell.row - down, col: cell.col - right, turn: facing }, field) });
  };
  const drop = (cell) => {
    const now = dragged;
    setDragged(null);
    if (cell && now?.plane) put(now.plane, rest);
  };
  const keys = (key, cell) => {
    if (key === "r") turnAt(cell);
    else if (key === "p" || key === "x" || key === "Delete" || key === "Backspace") take(cell);
    else return false;
    return true;
  };
  const waits = planes.length < field.planes;
  const ghost = dragged ? dragged.plane : waits && point && !under(point) ? { ...point, turn } : null;
  return { planes, rest, turn, ghost, dragged, waits, setPlanes, setPoint, under, tap, turnAt, take, grab, drag, drop, keys };
}

/** The own field while planes are placed. */
export function Hangar({ field, act, busy }) {
  const hangar = useHangar(field);
  const { planes, rest, turn, ghost, dragged, waits } = hangar;
  const facing = dragged ? dragged.plane?.turn ?? turn : turn;
  const cover = useMemo(() => covered(rest, field), [planes, dragged?.from]);
  const at = useCallback((row, col) => planeLook(cover.get(row * field.cols + col)), [cover]);
  const free = useMemo(() => (waits || dragged ? places(rest, facing, field) : []), [planes, facing, dragged?.from, waits]);
  const key = ghost ? `${ghost.row} ${ghost.col} ${ghost.turn}` : "";
  const over = useMemo(() => overlay(free, ghost, ghost && fits(ghost, rest, field), field), [free, key]);
  const label = (cell) => {
    const plane = hangar.under(cell);
    if (plane) return `your plane${same({ ...cell, turn: plane.turn }, plane) ? "'s head" : ""}, facing ${FACING[plane.turn]}`;
    return free.some((one) => one.row === cell.row && one.col === cell.col) ? "free: a head may be here" : "free";
  };
  const ready = () => act(["place", ...planes.map((one) => [one.row, one.col, one.turn])]);
  return html`
    <section class="waters waters-active hangar">
      <h3>Your field <small>${planes.length} of ${count(field.planes, "plane")} placed</small></h3>
      <div class="tools">
        <button type="button" class="button-quiet" disabled=${!waits} onClick=${() => hangar.turnAt(null)}>
          <${Facing} turn=${turn} /> Turn<span class="unseen"> the next plane; it faces ${FACING[turn]}</span></button>
        <button type="button" class="button-quiet" onClick=${() => hangar.setPlanes(anywhere(field, waits ? planes : []))}>Anywhere</button>
        <button type="button" class="button-quiet" disabled=${!planes.length} onClick=${() => hangar.setPlanes([])}>Clear</button>
        <button type="button" class="button" disabled=${waits || busy} onClick=${ready}>Ready</button>
      </div>
      <${Grid} rows=${field.rows} cols=${field.cols} at=${at} over=${over} name="Your field" label=${label} onPrimary=${hangar.tap}
        onSecondary=${hangar.take} onHover=${hangar.setPoint} onCursor=${hangar.setPoint} onKey=${hangar.keys} onGrab=${hangar.grab}
        onDrag=${hangar.drag} onDrop=${hangar.drop} largest=${field.cols > 16 ? 34 : 44} smallest=${26} share=${0.6} />
      <p class="soft hint">Tap a dot to put a plane's head there, or drag. A tap on a plane turns it; a long press or a right click takes it away.</p>
    </section>`;
}

/** A small plane that shows how the next one is turned. */
function Facing({ turn }) {
  return html`
    <svg class="facing" viewBox="-3 -1 6 5" aria-hidden="true"><g transform=${`rotate(${turn * 90} 0 1.5)`}>
      <path d="M0-.4C.4-.3.4.2.4.6L2.4.8V1.4H.4L.3 2.7 1.4 2.8V3.3H-1.4V2.8L-.3 2.7-.4 1.4H-2.4V.8L-.4.6C-.4.2-.4-.3 0-.4z" /></g></svg>`;
}
