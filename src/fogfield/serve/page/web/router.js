// Real addresses: every page of the page can be reloaded, sent to a friend, and gone back to.
import { signal } from "./ui.js";

/** No match has so many moves. */
const MOST_MOVE = 999_999_999;

/** Say what an address shows. */
export function read(path, query = "") {
  const parts = path.split("/").filter(Boolean).map(decode);
  const asked = new URLSearchParams(query);
  const [first, second, ...more] = parts;
  if (parts.length === 0) return { page: "lobby" };
  if (more.length || second === undefined) return { page: "nowhere" };
  if (first === "play") return { page: "new", game: second, asked: Object.fromEntries(asked) };
  if (first === "i") return { page: "invitation", code: second };
  if (first === "m") return { page: "match", match: second, move: moveOf(asked.get("move")), as: asked.get("as"), belief: number(asked.get("belief")) };
  return { page: "nowhere" };
}

/** Write the address of a match, of a move of it, of whose eyes it is seen with, and of the seat whose belief is shown. */
export function matchPath(match, { move, as, belief } = {}) {
  const query = new URLSearchParams();
  if (move !== undefined && move !== null) query.set("move", String(move));
  if (as) query.set("as", as);
  if (belief !== undefined && belief !== null) query.set("belief", String(belief));
  const text = query.toString();
  return `/m/${encodeURIComponent(match)}${text ? `?${text}` : ""}`;
}

function number(text) {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** Read which move is asked for: null for none, NaN for what is no number of a move. */
function moveOf(text) {
  if (!text) return null;
  return /^\d+$/.test(text) ? Math.min(Number(text), MOST_MOVE) : NaN;
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Where the page is now. */
export const route = signal({ page: "lobby" });

function look() {
  route.value = read(location.pathname, location.search);
}

/** Go to another address; `replace` leaves no step to go back to. */
export function go(path, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", path);
  look();
  if (!replace) scrollTo(0, 0);
}

/** Follow the addresses from now on: links inside of the page load nothing anew. */
export function start() {
  look();
  addEventListener("popstate", look);
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || url.pathname.startsWith("/api/") || url.pathname.startsWith("/page/")) return;
    event.preventDefault();
    go(url.pathname + url.search);
  });
}
