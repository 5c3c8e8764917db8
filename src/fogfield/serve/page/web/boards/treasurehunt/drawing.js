// Drawing a half map. Every rule that it breaks is said and shown at once.
import { html, useCallback, useMemo, useRef, useState } from "../../ui.js";
import { Grid } from "../../grid.js";
import { frame } from "../../chart.js";
import { sentence } from "../../net.js";
import { count } from "../../words.js";
import { action, between, brokenRules, empty, painted, randomHalf } from "./halves.js";
import { GROUNDS } from "./walking.js";

export const TERRAIN = { "~": "water", ".": "grass", "^": "mountain" };
const BRUSHES = [[".", "Grass"], ["^", "Mountain"], ["~", "Water"], ["castle", "Castle"]];
const NEXT = { ".": "^", "^": "~", "~": "." };

/** Where to look for what is wrong; that something is missing is wrong nowhere. */
const shownAt = (rule) => (rule.code.startsWith("too-little") ? [] : rule.cells);

export function Drawing({ options, act, busy, mayAct }) {
  const { rows, cols } = options;
  const [half, setHalf] = useState(() => randomHalf(options));
  const [brush, setBrush] = useState("^");
  const [chosen, setChosen] = useState(null);
  const stroke = useRef(null);
  const broken = useMemo(() => brokenRules(options, half), [half]);
  const at = useCallback((row, col) => {
    const number = row * cols + col;
    return GROUNDS[half.land[number]] + (half.castles.includes(number) ? " castle" : "");
  }, [half]);
  const over = useMemo(() => {
    const wrong = new Set(broken.flatMap(shownAt));
    const strong = new Set(broken.find((one) => one.text === chosen)?.cells ?? []);
    const cell = (number) => ({ row: Math.floor(number / cols), col: number % cols });
    return (c, size, inks) => {
      for (const number of wrong) frame(c, cell(number), size, [[inks.halo, size * 0.1], [inks.red, size * 0.055]]);
      for (const number of strong) frame(c, cell(number), size, [[inks.red, size * 0.16]]);
    };
  }, [broken, chosen]);
  const paint = (cell, what = brush) => setHalf((before) => painted(before, cell.row * cols + cell.col, what, options.forts));
  const drag = (cell) => {
    if (!cell || brush === "castle") return;
    for (const one of between(stroke.current, cell)) paint(one);
    stroke.current = cell;
  };
  const keys = (key, cell) => {
    const found = BRUSHES["1234".indexOf(key)];
    if (!found) return false;
    setBrush(found[0]);
    paint(cell, found[0]);
    return true;
  };
  const label = ({ row, col }) => {
    const number = row * cols + col;
    const faults = broken.filter((one) => shownAt(one).includes(number)).map((one) => one.text);
    return [TERRAIN[half.land[number]], half.castles.includes(number) && "with a castle", ...faults].filter(Boolean).join("; ");
  };
  return html`
    <section class="waters waters-active drawing">
      <h3>Your half of the map <small>${cols} × ${rows} fields</small></h3>
      <div class="tools">
        <div class="segmented" role="group" aria-label="What is painted">
          ${BRUSHES.map(([one, text]) => html`<button type="button" aria-pressed=${brush === one} onClick=${() => setBrush(one)}>${text}</button>`)}
        </div>
        <button type="button" class="button-quiet" onClick=${() => setHalf(randomHalf(options))}>Generate</button>
        <button type="button" class="button-quiet" onClick=${() => setHalf(empty(options))}>Clear</button>
        <button type="button" class="button" disabled=${!mayAct || busy || broken.length > 0} onClick=${() => act(action(half, cols))}>Send</button>
      </div>
      <${Grid} rows=${rows} cols=${cols} at=${at} over=${over} name="Your half of the map" label=${label} onPrimary=${paint}
        onSecondary=${(cell) => paint(cell, NEXT[half.land[cell.row * cols + cell.col]])} onKey=${keys}
        onGrab=${(cell) => ((stroke.current = cell), true)} onDrag=${drag} largest=${56} smallest=${26} />
      <div class="broken" aria-live="polite">
        ${broken.length === 0
          ? html`<p class="good">${mayAct ? "This half map keeps all rules." : "This half map keeps all rules. The other one is to send first."}</p>`
          : html`<p class="bad">${count(broken.length, "rule is", "rules are")} broken:</p>
            <ul>${broken.map((one) => html`<li><button type="button" aria-pressed=${chosen === one.text}
              onClick=${() => setChosen(chosen === one.text ? null : one.text)}>${sentence(one.text)}</button></li>`)}</ul>`}
      </div>
    </section>`;
}
