import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./browser.js";

const { Film } = await page("film.js");

/** A server whose views are the numbers of their moves. */
function server(last) {
  const asked = [];
  const fetch = async (method, path) => {
    asked.push(path);
    const query = new URLSearchParams(path.split("?")[1]);
    const [from, many] = [Number(query.get("from")), Number(query.get("count"))];
    const patches = [];
    for (let move = from + 1; move < from + many && move <= last; move++) patches.push([{ op: "replace", path: "/at", value: move }]);
    return { from, last, view: { at: from }, patches };
  };
  return { asked, fetch };
}

test("every move has its view, and each piece is asked for once", async () => {
  const { asked, fetch } = server(250);
  const film = new Film("abc", "public", fetch);
  for (const move of [0, 99, 100, 1, 250, 199]) assert.equal((await film.view(move)).at, move);
  assert.equal(asked.length, 3);
  assert.equal(film.last, 250);
  assert.match(asked[0], /^\/api\/matches\/abc\/frames\?viewer=public&from=0&count=100$/);
});

test("beyond the end is the end, and nothing is asked for that is not there", async () => {
  for (const last of [0, 7, 100, 250]) {
    const { asked, fetch } = server(last);
    const film = new Film("abc", "everything", fetch);
    for (const move of [9999, 999_999_999, last + 1]) assert.equal((await film.view(move)).at, last);
    assert.ok(asked.every((path) => Number(new URLSearchParams(path.split("?")[1]).get("from")) <= last), asked.join(" "));
    assert.equal(film.last, last);
  }
});

test("a long match does not stay in memory", async () => {
  const { fetch } = server(5000);
  const film = new Film("abc", "everything", fetch);
  for (let move = 0; move < 5000; move += 100) await film.view(move);
  assert.ok(film.pieces.size <= 12);
});

test("a piece that could not be had is asked for again", async () => {
  const { fetch } = server(10);
  let broken = true;
  const film = new Film("abc", "0", (...asked) => (broken ? Promise.reject(new Error("no network")) : fetch(...asked)));
  await assert.rejects(film.view(3), /no network/);
  broken = false;
  assert.equal((await film.view(3)).at, 3);
});
