// What stands above a board may change, but the board does not move: the next click would meet another cell.
import { html, useEffect, useLayoutEffect, useRef, useState } from "./ui.js";
import { headline, reason } from "./words.js";

/** Let an element never become lower as long as the width of what it is in stays; gives the reference to it. */
function useRoom() {
  const box = useRef(null);
  const known = useRef({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const measure = () => {
      if (!box.current) return;
      const { style } = box.current;
      const width = box.current.parentElement.clientWidth;
      if (width !== known.current.width) {
        style.minHeight = "";
        known.current = { width, height: 0 };
      }
      const { height } = box.current.getBoundingClientRect();
      if (height <= known.current.height) return;
      known.current.height = height;
      style.minHeight = `${height}px`;
    };
    measure();
    const watch = new ResizeObserver(() => requestAnimationFrame(measure));
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  return box;
}

/** Things above a board. */
export function Steady({ children }) {
  return html`<div class="steady" ref=${useRoom()}>${children}</div>`;
}

/** What is to be done now; in the end how it ended, in one line, which stays in sight until the result itself is. */
export function Status({ match, text }) {
  const box = useRoom();
  const [told, setTold] = useState(false);
  const { outcome } = match;
  useEffect(() => {
    const result = outcome && document.querySelector(".ending h2");
    if (!result) return;
    const watch = new IntersectionObserver(([one]) => setTold(one.isIntersecting));
    watch.observe(result);
    return () => watch.disconnect();
  }, [Boolean(outcome)]);
  const over = outcome ? ` status-over${told ? "" : " status-stays"}` : "";
  return html`
    <p class=${`status${over}`} ref=${box}>
      ${outcome ? html`${headline(match)} <span>${reason(outcome, match.seat)}</span>` : text}
    </p>`;
}
