// Talking to the server: requests whose failures are sentences, and live sockets that come back by themselves.
import { apply } from "./patch.js";

/** Something that did not work, in a sentence for people. */
export class Problem extends Error {
  constructor(sentence, { status = 0, refusals = [] } = {}) {
    super(sentence);
    this.status = status;
    this.refusals = refusals;
  }
}

const UNREACHABLE = "The server cannot be reached. Trying again may help; so may a look at the network.";

/** Ask the API for something; throws a `Problem`. */
export async function ask(method, path, body) {
  const headers = { "x-fogfield-page": "1" };
  if (body !== undefined) headers["content-type"] = "application/json";
  let answer;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Problem(UNREACHABLE);
  }
  if (answer.status === 204) return null;
  const said = await answer.json().catch(() => null);
  if (answer.ok && said !== null) return said;
  throw problemOf(answer.status, said);
}

/** Make a sentence of an answer that is no success. */
export function problemOf(status, said) {
  const detail = said?.detail ?? `The server answered with ${status}, and did not say why.`;
  return new Problem(sentence(detail), { status, refusals: said?.refusals ?? [] });
}

/** Write a text as a sentence: a capital at its beginning, a stop at its end. */
export function sentence(text) {
  const trimmed = text.trim();
  if (!trimmed) return "";
  return trimmed[0].toUpperCase() + trimmed.slice(1) + (/[.!?…]$/.test(trimmed) ? "" : ".");
}

/** Give how long to wait before another try: longer each time, and never the same for all pages. */
export function backoff(tries, chance = Math.random()) {
  return Math.min(8000, 250 * 2 ** tries) * (0.6 + 0.4 * chance);
}

const OVER = 1000;
const GONE = 1006;
const NOT_ALLOWED = 1008;
const MOST_EARLY = 8;
/** A server that says nothing for so long is asked whether it is there. */
const SILENT_MS = 6000;

/**
 * A match as this browser may see it, from now on.
 *
 * `told` has: `match(match, left_s)` whenever something changed, `refused(sentences)`, `next(name)` when the table plays
 * another match, `link(state, sentence)` with "open", "lost" or "closed".
 */
export class Live {
  constructor(name, told) {
    this.name = name;
    this.told = told;
    this.match = null;
    this.tries = 0;
    this.ended = false;
    this.early = []; // what is done before the socket is open for the first time; null from then on
    this.again = () => this.wake();
    this.doubt = () => this.check();
    addEventListener("online", this.again);
    addEventListener("offline", this.doubt);
    document.addEventListener("visibilitychange", this.again);
    this.open();
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  open() {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/matches/${encodeURIComponent(this.name)}/live`);
    this.socket = socket;
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = (event) => socket === this.socket && this.lost(event);
  }

  hear(message) {
    clearTimeout(this.silence);
    if (message.type === "view") {
      this.tries = 0;
      this.match = message.match;
      this.told.link("open");
      this.told.match(this.match, message.left_s);
      const early = this.early ?? [];
      this.early = null;
      early.forEach((action) => this.act(action));
    } else if (message.type === "change") {
      this.change(message);
    } else if (message.type === "refused") {
      this.told.refused(message.refusals.map((one) => sentence(one.text)));
    } else if (message.type === "next") {
      this.match = null;
      this.name = message.match;
      this.told.next(message.match);
    }
  }

  change(message) {
    try {
      this.match = apply(message.patch, this.match);
    } catch {
      this.socket.close(); // what this page has is not what the server thinks it has: begin with a whole view
      return;
    }
    this.told.match(this.match, message.left_s);
  }

  async lost(event) {
    if (this.ended) return;
    if (event.code === OVER || event.code === NOT_ALLOWED) {
      this.stop();
      this.told.link("closed", event.code === OVER ? "" : sentence(event.reason || "The server closed the connection"));
      return;
    }
    this.told.link("lost", event.reason ? sentence(event.reason) : "");
    if (this.tries > 0 && (await this.isGone())) return;
    if (!this.ended) this.timer = setTimeout(() => this.open(), backoff(this.tries));
    this.tries += 1;
  }

  /** Ask whether there is such a match at all: a socket that is refused does not say why. */
  async isGone() {
    try {
      await ask("GET", `/api/matches/${encodeURIComponent(this.name)}`);
    } catch (problem) {
      if (problem.status !== 404) return false;
      this.stop();
      this.told.link("closed", problem.message);
      return true;
    }
    return false;
  }

  /** Try at once: the network is back, or somebody looks at the page again. */
  wake() {
    if (this.ended || document.hidden) return;
    if (!this.socket || this.socket.readyState === WebSocket.CLOSED) this.open();
    else this.check();
  }

  /** See whether the server can be reached: a network that is gone does not say so, and a socket waits for ever. */
  async check() {
    const socket = this.socket;
    if (!this.isOpen || this.checking) return;
    this.checking = true;
    const there = await fetch("/healthz", { signal: AbortSignal.timeout(SILENT_MS), cache: "no-store" }).then(() => true, () => false);
    this.checking = false;
    if (there || this.ended || socket !== this.socket) return;
    this.socket = null;
    socket.close();
    this.lost({ code: GONE, reason: "" });
  }

  /** Act; says whether that was sent, or will be. */
  act(action) {
    if (this.early && this.early.length < MOST_EARLY) return this.early.push(action) > 0;
    if (!this.isOpen || this.match === null) return false;
    this.socket.send(JSON.stringify({ do: action }));
    clearTimeout(this.silence);
    this.silence = setTimeout(this.doubt, SILENT_MS);
    return true;
  }

  stop() {
    this.ended = true;
    clearTimeout(this.timer);
    clearTimeout(this.silence);
    removeEventListener("online", this.again);
    removeEventListener("offline", this.doubt);
    document.removeEventListener("visibilitychange", this.again);
    this.socket?.close();
  }
}
