import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./browser.js";

const { matchPath, read } = await page("router.js");

test("every address of the page is known", () => {
  assert.deepEqual(read("/"), { page: "lobby" });
  assert.deepEqual(read("/play/battleship"), { page: "new", game: "battleship", asked: {} });
  assert.deepEqual(read("/i/abcdefgh"), { page: "invitation", code: "abcdefgh" });
  assert.deepEqual(read("/m/k2j4h5"), { page: "match", match: "k2j4h5", move: null, as: null, belief: null });
  assert.deepEqual(read("/m/k2j4h5/", "?move=12&as=0&belief=1"), { page: "match", match: "k2j4h5", move: 12, as: "0", belief: 1 });
});

test("any other address is nowhere", () => {
  for (const path of ["/m", "/nothing", "/m/a/b", "/play", "/nothing/at/all", "/page/x"]) {
    assert.deepEqual(read(path), { page: "nowhere" }, path);
  }
});

test("a move that is no number is told from none, so that the replay can say so", () => {
  for (const query of ["?move=-1", "?move=abc", "?move=1.5", "?move=1e3", "?move= 1"]) assert.equal(read("/m/a", query).move, NaN, query);
  for (const query of ["", "?move=", "?as=0"]) assert.equal(read("/m/a", query).move, null, query);
  assert.equal(read("/m/a", "?move=99999999999").move, 999_999_999, "there are not so many, and it is asked for as a number");
});

test("an address that cannot be decoded is taken as it is", () => {
  assert.equal(read("/i/%E0%A4%A").code, "%E0%A4%A");
});

test("the address of a move leads back to it", () => {
  assert.equal(matchPath("abc"), "/m/abc");
  assert.equal(matchPath("abc", { move: 0 }), "/m/abc?move=0");
  const [path, query] = matchPath("a b/c", { move: 3, as: "public", belief: 0 }).split("?");
  assert.deepEqual(read(path, `?${query}`), { page: "match", match: "a b/c", move: 3, as: "public", belief: 0 });
});
