import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./browser.js";

globalThis.location ??= { pathname: "/", search: "", origin: "http://localhost" };
const { online } = await page("lobby.js");

test("people at the tables are named once, bots and those who left not at all", () => {
  const seat = (name, more = {}) => ({ name, kind: "web", present: true, ...more });
  const matches = [
    { seats: [seat("Mira"), seat("hunter bot", { kind: "bot" })] },
    { seats: [seat("Mira"), seat("", { kind: "battleship" })] },
    { seats: [null, seat("Jon", { present: false })] },
    { seats: [seat("Ada")] },
  ];
  assert.deepEqual(online(matches), { names: ["Ada", "Mira"], others: 1 });
});
