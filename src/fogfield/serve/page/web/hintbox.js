// What a hint says, in a box at the edge of the window: the words are seen together with the cells that they speak of, and no
// board moves for them.
import { html, useEffect, useLayoutEffect, useRef, useState } from "./ui.js";
import { sentence } from "./net.js";
import { say } from "./state.js";
import { count } from "./words.js";

/** Who listens is told that it thinks when it takes longer than this. */
const LONG_S = 1;
/** So much room is left between a cell and the edge of the window. */
const MARGIN = 8;

/** Say what a hint comes to; the reasons are told one by one. */
export const brief = ({ strength, text, safe, steps }) =>
  steps.length ? sentence(text.split(": ")[0]) : strength === "any" ? `${safe ? "Yes" : "No"}: ${text}.` : sentence(text);

/** Say at which edge of a window a box covers less of what lies between two heights. */
export function edgeFor(height, window, { top, bottom }) {
  const [above, below] = [height - top, bottom - (window - height)]; // so much of it would be covered
  return above > 0 && below < above ? "bottom" : "top";
}

/** Keep a box where it covers little of what a hint shows. `hints.spot` says where that is. */
function useEdge(box, hints) {
  const [edge, setEdge] = useState("top");
  const place = () => {
    const where = box.current && hints.spot.current?.(hints.cells);
    if (where) setEdge(edgeFor(box.current.offsetHeight, innerHeight, where));
  };
  useLayoutEffect(() => {
    const frame = requestAnimationFrame(() => {
      const where = hints.cells && hints.spot.current?.(hints.cells); // the board has moved them into its window by now
      if (where && where.bottom > innerHeight) scrollBy({ top: where.bottom - innerHeight + MARGIN, behavior: "instant" });
      place();
    });
    addEventListener("scroll", place, { passive: true });
    addEventListener("resize", place);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", place);
      removeEventListener("resize", place);
    };
  }, [hints.hint]);
  return edge;
}

/** The box of the hint that is shown, or thought of. */
export function HintBox({ hints }) {
  return (hints.hint || hints.busy) && html`<${Box} hints=${hints} />`;
}

function Box({ hints }) {
  const box = useRef(null);
  const edge = useEdge(box, hints);
  const { hint, used } = hints;
  const inside = !hint ? html`<${Thinking} />` : html`
    <div class="hint-head"><p><b>${brief(hint)}</b></p>
      <span class="soft hint-used">${count(used, "hint")} in this game</span>
      <button type="button" class="button-small" onClick=${hints.hide}>Hide</button></div>
    <${Reasons} steps=${hint.steps} />
    ${hint.strength === "odds" && html`<${Legend} exact=${hint.exact} />`}
    ${hint.steps.length > 0 && html`<${Key} steps=${hint.steps} />`}`;
  return html`<aside class=${`hint-box hint-box-${edge}`} aria-label="The hint" ref=${box}>${inside}</aside>`;
}

/** Nobody should wonder whether anything happens. */
function Thinking() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (seconds === LONG_S) say("Thinking.");
  }, [seconds]);
  return html`<p class="hint-thinking">Thinking…${seconds > 0 && ` ${seconds} s`}</p>`;
}

function Reasons({ steps }) {
  if (steps.length === 1) return html`<p>${sentence(steps[0].text)}</p>`;
  return steps.length > 0 && html`<ol class="hint-steps">${steps.map((step) => html`<li>${sentence(step.text)}</li>`)}</ol>`;
}

/** What the colours of the odds mean. */
function Legend({ exact }) {
  return html`
    <p class="hint-legend"><span>0 % safe</span><span class="hint-scale" aria-hidden="true"></span><span>100 % a mine</span>
      <span class="soft">percent on every closed cell${exact ? "" : "; not exact"}</span></p>`;
}

/** What the signs of an argument mean, as far as they are there. */
export function Key({ steps }) {
  const has = (kind) => steps.some((step) => step[kind].length);
  return html`
    <ul class="hint-key">
      ${has("numbers") && html`<li><span class="key-number" aria-hidden="true"></span>numbers that prove it</li>`}
      ${has("mines") && html`<li><span class="key-mine" aria-hidden="true">✕</span>must be a mine</li>`}
      ${has("safe") && html`<li><span class="key-safe" aria-hidden="true">✓</span>is safe</li>`}
    </ul>`;
}
