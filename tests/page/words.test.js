import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./browser.js";

const { called, count, ending, headline, noun, players, time } = await page("words.js");
const { backoff, problemOf, sentence } = await page("net.js");

const seat = (name, kind = "web") => ({ name, kind, present: true, again: false });
const match = (more = {}) => ({ status: "playing", seat: null, seats: [seat("Mira"), seat("hunter bot", "bot")], outcome: null, ...more });

test("players are called by their names, and by what they are if they have none", () => {
  assert.equal(called(match({ seat: 0 }), 0), "Mira (you)");
  assert.equal(called(match({ seat: 0, seats: [seat("")] }), 0), "You");
  assert.equal(called(match(), 1), "hunter bot");
  assert.equal(called(match({ seats: [seat(""), seat("")] }), 1), "Player 2");
  assert.equal(called(match({ seats: [seat("", "battleship")] }), 0), "Player 1 (battleship)");
  assert.equal(called(match({ status: "waiting", seats: [null] }), 0), "Open seat");
  assert.equal(called(match({ seats: [seat("expert", "bot")] }), 0), "expert (bot)");
  assert.equal(players(match({ seat: 0 })), "Mira against hunter bot");
});

test("an end is told for who looks at it", () => {
  const outcome = { winners: [0], reason: "sank every boat" };
  assert.equal(ending(match({ seat: 0, outcome })), "You won! Reason: sank every boat.");
  assert.equal(ending(match({ seat: 1, outcome })), "You lost. Reason: the other sank every boat.");
  assert.equal(ending(match({ outcome })), "Mira won. Reason: sank every boat.");
  assert.equal(headline(match({ outcome: { winners: [], reason: "" } })), "Nobody won.");
  assert.equal(headline(match({ seats: [seat("")], seat: 0, outcome: { winners: [], reason: "" } })), "You lost.");
  assert.equal(headline(match({ seats: [seat("")], outcome: { winners: [], reason: "" } })), "Not solved.");
  assert.equal(ending(match()), "");
  const ended = (reason, seat) => ending(match({ seat, outcome: { winners: [0], reason } }));
  assert.equal(ended("the other surrendered", 0), "You won! Reason: the other surrendered.");
  assert.equal(ended("the other surrendered", 1), "You lost. Reason: you surrendered.");
  assert.equal(ended("the other was to act when the time was over", 1), "You lost. Reason: you were to act when the time was over.");
  assert.equal(ended("every cell was attacked", 1), "You lost. Reason: every cell was attacked.");
});

test("numbers and times are written as people read them", () => {
  assert.equal(count(1, "mine"), "1 mine");
  assert.equal(count(3, "mine"), "3 mines");
  assert.deepEqual([1, 0, -1].map((left) => noun(left, "mine")), ["mine", "mines", "mines"]);
  assert.deepEqual([time(0.2), time(59), time(61), time(3700), time(-5)], ["1 s", "59 s", "1:01", "1 h 1 min", "0 s"]);
});

test("whatever the server says becomes a sentence", () => {
  assert.equal(sentence("it is not your turn"), "It is not your turn.");
  assert.equal(sentence("Stop!"), "Stop!");
  assert.equal(sentence("  "), "");
  const problem = problemOf(409, { detail: "it is not your turn", refusals: [{ code: "turn", text: "it is not your turn" }] });
  assert.deepEqual([problem.message, problem.status, problem.refusals.length], ["It is not your turn.", 409, 1]);
  assert.match(problemOf(502, null).message, /^The server answered with 502/);
});

test("tries become rarer, up to a limit, and never together", () => {
  assert.ok(backoff(0, 1) < backoff(3, 1));
  assert.ok(backoff(30, 1) <= 8000);
  assert.ok(backoff(4, 0) < backoff(4, 1));
});
