import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { page } from "./browser.js";

/** A socket without a network: the test is its server. */
class Socket {
  static OPEN = 1;
  static CLOSED = 3;
  static all = [];

  constructor(url) {
    this.url = url;
    this.readyState = 0;
    this.sent = [];
    Socket.all.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    if (this.readyState !== Socket.CLOSED) this.drop(1005);
  }

  drop(code, reason = "") {
    this.readyState = Socket.CLOSED;
    this.onclose?.({ code, reason });
  }

  tell(...messages) {
    this.readyState = Socket.OPEN;
    for (const message of messages) this.onmessage({ data: JSON.stringify(message) });
  }
}

globalThis.WebSocket = Socket;
globalThis.location = { protocol: "http:", host: "localhost:8000", origin: "http://localhost:8000" };
const { Live } = await page("net.js");

const VIEW = { type: "view", version: "a", left_s: null, match: { id: "abc", view: { marks: 0 } } };
const CHANGE = { type: "change", version: "b", left_s: 3, patch: [{ op: "replace", path: "/view/marks", value: 1 }] };
const lives = [];

function follow() {
  Socket.all.length = 0;
  const heard = [];
  const told = Object.fromEntries(["match", "refused", "next", "link"].map((kind) => [kind, (...what) => heard.push([kind, ...what])]));
  const live = new Live("abc", told);
  lives.push(live);
  return { live, heard, socket: Socket.all[0] };
}

afterEach(() => lives.splice(0).forEach((live) => live.stop()));

test("a view comes first, then what changes of it", () => {
  const { heard, socket } = follow();
  assert.equal(socket.url, "ws://localhost:8000/api/matches/abc/live");
  socket.tell(VIEW, CHANGE);
  assert.deepEqual(heard, [["link", "open"], ["match", VIEW.match, null], ["match", { id: "abc", view: { marks: 1 } }, 3]]);
});

test("what is done before the socket is open is done as soon as it is", () => {
  const { live, socket } = follow();
  assert.equal(live.act(["mark", 0, 0]), true);
  assert.deepEqual(socket.sent, []);
  socket.tell(VIEW);
  assert.deepEqual(socket.sent, [{ do: ["mark", 0, 0] }]);
  live.act(["mark", 0, 1]);
  assert.equal(socket.sent.length, 2);
});

test("refusals are sentences, and another match is followed", () => {
  const { heard, live, socket } = follow();
  socket.tell(VIEW, { type: "refused", refusals: [{ code: "x", text: "it is not your turn" }] }, { type: "next", match: "def" });
  assert.deepEqual(heard.slice(2), [["refused", ["It is not your turn."]], ["next", "def"]]);
  assert.equal(live.name, "def");
});

test("a connection that is lost is opened again, with a whole view, and nothing is done meanwhile", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { heard, live, socket } = follow();
  socket.tell(VIEW);
  socket.drop(1006);
  assert.deepEqual(heard.at(-1), ["link", "lost", ""]);
  assert.equal(live.act(["mark", 0, 0]), false);
  context.mock.timers.tick(1000);
  assert.equal(Socket.all.length, 2);
  Socket.all[1].tell(VIEW);
  assert.deepEqual(heard.at(-2), ["link", "open"]);
});

test("a change that does not fit begins anew", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { heard, socket } = follow();
  socket.tell(VIEW, { ...CHANGE, patch: [{ op: "remove", path: "/none" }] });
  assert.equal(heard.at(-1)[0], "link");
  context.mock.timers.tick(1000);
  assert.equal(Socket.all.length, 2);
});

test("a match that is over is not asked for again", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { heard, socket } = follow();
  socket.tell(VIEW);
  socket.drop(1000, "the match is over");
  assert.deepEqual(heard.at(-1), ["link", "closed", ""]);
  context.mock.timers.tick(60_000);
  assert.equal(Socket.all.length, 1);
});

test("a server that says nothing to an action is asked whether it is there, and given up if it is not", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const asked = [];
  let there = true;
  globalThis.fetch = async (path) => (asked.push(path), there ? {} : Promise.reject(new Error("no network")));
  const { heard, live, socket } = follow();
  socket.tell(VIEW);
  live.act(["mark", 0, 0]);
  socket.tell(CHANGE);
  context.mock.timers.tick(10_000);
  assert.deepEqual(asked, []);
  live.act(["mark", 0, 0]);
  context.mock.timers.tick(10_000);
  await new Promise(setImmediate);
  assert.deepEqual(asked, ["/healthz"]);
  assert.equal(heard.at(-1)[0], "match");
  there = false;
  live.act(["mark", 0, 0]);
  context.mock.timers.tick(10_000);
  await new Promise(setImmediate);
  assert.deepEqual(heard.at(-1), ["link", "lost", ""]);
  context.mock.timers.tick(1000);
  assert.equal(Socket.all.length, 2);
});
