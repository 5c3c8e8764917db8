import assert from "node:assert/strict";
import { test } from "node:test";

const heard = [];
globalThis.addEventListener = (name, listener) => name === "storage" && heard.push(listener);
const { page } = await import("./browser.js");
const { kept } = await page("state.js");
const { hintsIn } = await page("hints.js");

/** Do what a browser does when another tab has written something. */
function fromAnotherTab(key, newValue) {
  for (const listener of heard) listener({ key, newValue });
}

test("what another tab remembers is heard of, and what it cannot mean is as if it were not there", () => {
  const value = kept("test.number", 1, Number.isInteger);
  fromAnotherTab("fogfield.test.number", "5");
  assert.equal(value.value, 5);
  assert.equal(localStorage.getItem("fogfield.test.number"), "5");
  fromAnotherTab("fogfield.test.other", "7");
  assert.equal(value.value, 5);
  for (const wrong of ['"x"', "{", null]) {
    fromAnotherTab("fogfield.test.number", "5");
    fromAnotherTab("fogfield.test.number", wrong);
    assert.equal(value.value, 1);
  }
});

test("a hint that was asked for in another tab counts in this one", () => {
  assert.equal(hintsIn("m"), 0);
  fromAnotherTab("fogfield.hints", '[["m", 2]]');
  assert.equal(hintsIn("m"), 2);
});
