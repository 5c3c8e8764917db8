// A board that people can use: the chart on a canvas, with mouse, touch and keys, and words for those who do not see it.
import { html, useEffect, useId, useLayoutEffect, useRef, useState } from "./ui.js";
import { Chart } from "./chart.js";
import { told } from "./heat.js";
import { Icon } from "./icons.js";
import { fitting, leads, middle, panned, pointing, SMALLEST, showing, spanned, stepped, zoomed } from "./geometry.js";
import { dark, still } from "./state.js";

/** The room for numbers beside a board: three digits need more. */
const edgeOf = (rows) => (rows > 99 ? 30 : 22);
/** So far a finger or a mouse may slip in a tap. */
const SLIP = 7;
const HOLD_MS = 420;
/** A finger cannot mean a cell that is smaller: its tap looks closer first. */
const FINGER = 20;
/** Cells may be this small if the whole board is seen then: a mouse needs less than a finger. */
const SNUG = matchMedia("(pointer: coarse)").matches ? 28 : 24;

/**
 * A grid of cells.
 *
 * `at(row, col)` names the look of a cell (sprites.js), `label(cell)` says it in words, `over(context, size, inks)` draws on
 * top; `heat` (heat.js) lays chances over the cells. `look` is a cell that is brought into sight, with its `others` if they have
 * room, and to which the cursor goes, `home` the one in whose middle a large board is first seen,
 * `follow` one that is kept in sight as it moves. `spot` is a reference, which gets a function: between which heights of the
 * browser's window cells are seen, or for null the board. Rows and columns are counted from `first`. `onPrimary` and `onSecondary`
 * get a cell: tap, click or Enter; long press, right click or F; so does `onChord`: the middle button, or left and right at
 * once. `onHover` gets a cell or null. `rowKey(row)` gives a value that stays as long as nothing in a row changes: large
 * boards are quicker with it. `onKey(key, cell)` may take further keys; it says whether it did. With `leading` keys that nothing else
 * on the page takes are for this board: the first one shows where its cursor is. `onGrab(cell)` says whether
 * something is held there that can be dragged; `onDrag(cell)` and `onDrop(cell)` then say where it is and where it was let
 * go, null outside of the board. Functions are compared: keep them as long as what they show stays the same.
 */
export function Grid(props) {
  const { rows, cols, at, over, heat = null, look = null, home = null, origin, rowKey, name, label, largest = 44, smallest = 30, share = 0.62, first = 1 } = props;
  const edge = edgeOf(rows);
  const box = useRef(null);
  const canvas = useRef(null);
  const chart = useRef(null);
  const latest = useRef(props);
  latest.current = props;
  const id = useId();
  const [cursor, setCursor] = useState(middle(rows, cols));
  const [wide, setWide] = useState(false);
  const [pointed, setPointed] = useState(null); // the cell under the mouse, while there are chances to read
  const here = { row: Math.min(cursor.row, rows - 1), col: Math.min(cursor.col, cols - 1) };

  useLayoutEffect(() => {
    chart.current = new Chart(canvas.current, { edge, first, still: () => still.matches });
    return () => chart.current.stop();
  }, []);

  useLayoutEffect(() => {
    performance.mark("fogfield:show");
    chart.current.show(rows, cols, at, { over, origin, rowKey });
    performance.measure("fogfield:board", "fogfield:show");
  }, [rows, cols, at]);

  useLayoutEffect(() => {
    if (props.spot) props.spot.current = (cells) => spanned(chart.current.look, cells, canvas.current.getBoundingClientRect().top + chart.current.edge);
  }, []);

  useLayoutEffect(() => {
    chart.current.over = over;
    chart.current.ask();
  }, [over]);

  useLayoutEffect(() => {
    chart.current.heat = heat;
    chart.current.ask();
  }, [heat]);

  useEffect(() => {
    if (!look) return;
    chart.current.lookAt(pointing(chart.current.look, look, smallest, look.others));
    move(look, { shown: Boolean(chart.current.cursor) }); // who plays with keys goes on from there
  }, [look]);

  const followed = props.follow ? `${props.follow.row} ${props.follow.col}` : "";
  useEffect(() => {
    if (props.follow && chart.current.pannable) chart.current.lookAt(showing(chart.current.look, props.follow));
  }, [followed, wide]);

  useLayoutEffect(() => {
    let before = 0;
    const fit = (event) => {
      const room = box.current?.clientWidth;
      if (!room || (room === before && event?.type !== "resize")) return; // it grew in height, by what is done here
      before = room;
      const tall = Math.max(220, Math.min(innerHeight * share, 900));
      const size = fitting(rows, cols, room - edge, tall - edge, smallest, largest, Math.min(smallest, SNUG));
      chart.current.edge = edge;
      const look = chart.current.look;
      const [wide, high] = [Math.min(room, cols * size + edge), Math.min(tall, rows * size + edge)];
      const place = (cell, window) => (cell === undefined ? 0 : (window - edge) / 2 - (cell + 0.5) * size);
      chart.current.look.least = Math.min(size, fitting(rows, cols, wide - edge, high - edge, SMALLEST, largest)); // the whole board is seen then
      if (look.size !== size) chart.current.look = { ...chart.current.look, size, x: place(home?.col, wide), y: place(home?.row, high) };
      chart.current.resize(wide, high);
      setWide(chart.current.pannable);
    };
    fit();
    const watch = new ResizeObserver(() => requestAnimationFrame(fit));
    watch.observe(box.current);
    addEventListener("resize", fit);
    return () => (watch.disconnect(), removeEventListener("resize", fit));
  }, [rows, cols, largest, smallest, share]);

  useEffect(() => {
    let first = true;
    document.fonts?.ready.then(() => chart.current.recolour());
    return dark.subscribe(() => (first ? (first = false) : requestAnimationFrame(() => chart.current.recolour())));
  }, []);

  const move = (cell, { shown = true } = {}) => {
    setCursor(cell);
    chart.current.cursor = shown ? cell : null;
    if (shown) chart.current.lookAt(showing(chart.current.look, cell));
    else chart.current.ask();
    latest.current.onCursor?.(shown ? cell : null);
  };
  const zoom = (factor, px, py) => {
    const look = chart.current.look;
    const size = factor > 1 ? Math.ceil(look.size * factor) : Math.floor(look.size * factor);
    chart.current.lookAt(zoomed(look, size, px, py));
    setWide(wide || chart.current.pannable);
  };
  const whole = () => {
    const look = chart.current.look;
    chart.current.lookAt({ ...look, size: fitting(rows, cols, look.width, look.height, 2, largest), x: 0, y: 0 });
  };

  const point = (cell) => latest.current.heat?.what && setPointed(cell);
  useEffect(() => listen(canvas.current, { chart, latest, move, zoom, point }), []);

  const onKeyDown = (event) => {
    if (event.altKey || event.metaKey || event.target !== event.currentTarget) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key; // letters are the same with Caps Lock
    const next = stepped(key, here, rows, cols, { ctrl: event.ctrlKey });
    const done = () => event.preventDefault();
    if (next) return done(), move(next);
    if (event.ctrlKey) return;
    if (key === "+" || key === "-") return done(), zoom(key === "+" ? 1.25 : 0.8);
    if (key === "0") return done(), whole();
    chart.current.cursor = here;
    chart.current.lookAt(showing(chart.current.look, here)); // nobody acts on what is out of sight
    if ((key === "Enter" || key === " ") && !event.shiftKey) return done(), props.onPrimary?.(here);
    if (key === "Enter" || key === "f" || key === "m") return done(), props.onSecondary?.(here);
    if (props.onKey?.(key, here)) done();
  };
  const taken = (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const pressed = (key === "Enter" || key === " ") && event.target.closest("a, button, summary");
    if (pressed || event.target.closest("input, select, textarea, [role=grid], dialog")) return;
    if (leads(key)) {
      event.preventDefault();
      box.current.querySelector("[role=grid]").focus({ preventScroll: true });
      move(here); // nobody acts on a cell before he has seen which it is
    } else if (props.onKey?.(key, here)) {
      event.preventDefault();
    }
  };
  useEffect(() => {
    if (!props.leading) return;
    addEventListener("keydown", taken);
    return () => removeEventListener("keydown", taken);
  });
  const onFocus = () => {
    if (!box.current.querySelector(":focus-visible")) return;
    move(here);
  };
  const onBlur = () => {
    chart.current.cursor = null;
    chart.current.ask();
  };

  const chance = told(heat, pointed ?? here);
  const cellId = `${id}-${here.row}-${here.col}`;
  return html`
    <div class=${`grid${wide ? " grid-wide" : ""}`} ref=${box}>
      <div class="grid-board" role="grid" tabindex="0" aria-label=${name} aria-rowcount=${rows} aria-colcount=${cols}
        aria-activedescendant=${cellId} onKeyDown=${onKeyDown} onFocus=${onFocus} onBlur=${onBlur}>
        <canvas ref=${canvas} aria-hidden="true"></canvas>
        <div role="row" aria-rowindex=${here.row + 1} class="unseen">
          <div role="gridcell" id=${cellId} aria-colindex=${here.col + 1}>
            row ${here.row + first}, column ${here.col + first}: ${[label?.(here), told(heat, here)].filter(Boolean).join("; ")}
          </div>
        </div>
      </div>
      ${heat?.what && html`<p class="heat-told" aria-hidden="true">${chance ? `Row ${(pointed ?? here).row + first}, column ${(pointed ?? here).col + first}: ${chance}` : "\u00a0"}</p>`}
      ${wide && html`
        <div class="grid-zoom" role="group" aria-label="Size of the map">
          <button type="button" onClick=${() => zoom(0.75)} aria-label="Smaller"><${Icon} name="less" /></button>
          <button type="button" onClick=${() => zoom(1.34)} aria-label="Larger"><${Icon} name="more" /></button>
          <button type="button" onClick=${whole} aria-label="The whole map"><${Icon} name="whole" /></button>
        </div>`}
    </div>`;
}

/** Listen to mouse and fingers. */
function listen(canvas, { chart, latest, move, zoom, point: pointed }) {
  const fingers = new Map();
  let start = null;
  let held = -Infinity; // when a finger was last held on a cell: some browsers open their menu then, too
  let holding = 0;
  let chord = null; // the cell under the mouse while its middle button, or both others, are down
  const point = (event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const hover = (cell) => {
    const before = chart.current.hover;
    if (before?.row === cell?.row && before?.col === cell?.col) return;
    chart.current.hover = cell;
    chart.current.ask();
    pointed(cell);
    latest.current.onHover?.(cell);
  };
  const secondary = (cell) => {
    start = null;
    if (cell) move(cell, { shown: false });
    if (cell) latest.current.onSecondary?.(cell);
  };
  const down = (event) => {
    const at = point(event);
    fingers.set(event.pointerId, at);
    clearTimeout(holding);
    if (event.button === 1 && latest.current.onChord) {
      event.preventDefault(); // else some systems begin to scroll
      chord = chart.current.at(at.x, at.y);
    }
    if (fingers.size > 1 || event.button !== 0) return void (start = null);
    start = { at, look: chart.current.look, panning: false };
    canvas.setPointerCapture(event.pointerId);
    const cell = chart.current.at(at.x, at.y);
    start.grabbed = Boolean(cell && latest.current.onGrab?.(cell));
    if (event.pointerType !== "mouse" && latest.current.onSecondary) {
      holding = setTimeout(() => {
        if (!start || start.panning || chart.current.look.size < FINGER) return;
        held = performance.now();
        navigator.vibrate?.(15);
        secondary(cell);
      }, HOLD_MS);
    }
  };
  const drag = (event) => {
    const at = point(event);
    if (event.pointerType === "mouse") hover(chart.current.at(at.x, at.y));
    if (!fingers.has(event.pointerId)) return;
    if ((event.buttons & 3) === 3 && latest.current.onChord) {
      start = null;
      chord = chart.current.at(at.x, at.y);
    }
    if (fingers.size === 2) pinch(event.pointerId, at);
    fingers.set(event.pointerId, at);
    if (!start) return;
    const [dx, dy] = [at.x - start.at.x, at.y - start.at.y];
    if (Math.hypot(dx, dy) > SLIP) {
      start.panning = true;
      clearTimeout(holding);
    }
    if (start.panning && start.grabbed) latest.current.onDrag?.(chart.current.at(at.x, at.y));
    else if (start.panning && chart.current.pannable) chart.current.lookAt(panned(start.look, dx, dy));
  };
  const pinch = (id, at) => {
    const [other] = [...fingers].filter(([key]) => key !== id).map(([, value]) => value);
    const before = fingers.get(id);
    const factor = Math.hypot(at.x - other.x, at.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
    const look = chart.current.look;
    chart.current.lookAt(zoomed(look, look.size * factor, (at.x + other.x) / 2, (at.y + other.y) / 2));
  };
  const up = (event) => {
    clearTimeout(holding);
    fingers.delete(event.pointerId);
    if (chord) {
      const at = point(event);
      const there = chart.current.at(at.x, at.y);
      if (there?.row === chord.row && there.col === chord.col) latest.current.onChord?.(chord);
      chord = start = null;
      return;
    }
    if (start?.grabbed && start.panning) {
      const at = point(event);
      latest.current.onDrop?.(chart.current.at(at.x, at.y));
    }
    const tapped = start && !start.panning ? chart.current.at(start.at.x, start.at.y) : null;
    const { x, y } = start?.at ?? {};
    start = null;
    if (!tapped) return;
    if (event.pointerType !== "mouse" && chart.current.look.size < FINGER) return zoom(34 / chart.current.look.size, x, y);
    if (event.pointerType !== "mouse") pointed(tapped);
    move(tapped, { shown: false });
    latest.current.onPrimary?.(tapped);
  };
  const cancel = (event) => {
    clearTimeout(holding);
    fingers.delete(event.pointerId);
    if (start?.grabbed && start.panning) latest.current.onDrop?.(null);
    start = null;
  };
  /** Keep the page where it is while a finger drags something. */
  const hold = (event) => start?.grabbed && event.preventDefault();
  const menu = (event) => {
    event.preventDefault();
    if (chord || performance.now() - held < 900 || !latest.current.onSecondary) return;
    const at = point(event);
    secondary(chart.current.at(at.x, at.y));
  };
  const wheel = (event) => {
    const look = chart.current.look;
    const at = point(event);
    if (event.ctrlKey) {
      event.preventDefault();
      zoom(event.deltaY < 0 ? 1.12 : 0.89, at.x, at.y);
      return;
    }
    const next = panned(look, event.shiftKey ? -event.deltaY : -event.deltaX, event.shiftKey ? 0 : -event.deltaY);
    if (!chart.current.pannable || (next.x === look.x && next.y === look.y)) return;
    event.preventDefault();
    chart.current.lookAt(next);
  };
  const events = { pointerdown: down, pointermove: drag, pointerup: up, pointercancel: cancel, contextmenu: menu };
  for (const [kind, call] of Object.entries(events)) canvas.addEventListener(kind, call);
  const leave = () => hover(null);
  canvas.addEventListener("pointerleave", leave);
  canvas.addEventListener("wheel", wheel, { passive: false });
  canvas.addEventListener("touchstart", hold, { passive: false });
  return () => clearTimeout(holding);
}

/** A board that is only looked at, such as the pictures in the lobby: as large as the box that it is put into. */
export function Picture({ rows, cols, at, over, label }) {
  const box = useRef(null);
  const canvas = useRef(null);
  const chart = useRef(null);
  useLayoutEffect(() => {
    chart.current = new Chart(canvas.current, { still: () => true });
    const fit = () => {
      const { clientWidth: width, clientHeight: height } = box.current;
      const size = Math.ceil(Math.max(width / cols, height / rows));
      chart.current.look = { ...chart.current.look, size, x: (width - cols * size) / 2, y: (height - rows * size) / 2 };
      chart.current.resize(width, height);
    };
    const watch = new ResizeObserver(() => box.current && fit());
    watch.observe(box.current);
    let first = true;
    document.fonts?.ready.then(() => chart.current.recolour());
    const unsubscribe = dark.subscribe(() => (first ? (first = false) : requestAnimationFrame(() => chart.current.recolour())));
    return () => (watch.disconnect(), unsubscribe(), chart.current.stop());
  }, []);
  useLayoutEffect(() => {
    chart.current.show(rows, cols, at, { over });
  }, [rows, cols, at, over]);
  return html`<div class="picture" ref=${box} role="img" aria-label=${label}><canvas ref=${canvas}></canvas></div>`;
}
