import assert from "node:assert/strict";
import { test } from "node:test";

const heard = [];
globalThis.addEventListener = (name, listener) => name === "storage" && heard.push(listener);
const { page } = await import("./browser.js");
const { kept } = await page("state.js");
const { hintsIn } = await page("hints.js");

/** Do what a browser does when another tab has written something; gives how often this one has written then. */
function fromAnotherTab(key, newValue) {
  if (newValue === null) localStorage.removeItem(key);
  else localStorage.setItem(key, newValue);
  const { setItem, removeItem } = localStorage;
  let writes = 0;
  localStorage.setItem = (...item) => (writes++, setItem(...item));
  localStorage.removeItem = (...item) => (writes++, removeItem(...item));
  for (const listener of heard) listener({ key, newValue });
  Object.assign(localStorage, { setItem, removeItem });
  return writes;
}

test("what another tab remembers is heard of, and what it cannot mean is as if it were not there", () => {
  const value = kept("test.number", 1, Number.isInteger);
  fromAnotherTab("fogfield.test.number", "5");
  assert.equal(value.value, 5);
  fromAnotherTab("fogfield.test.other", "7");
  assert.equal(value.value, 5);
  for (const wrong of ['"x"', "{", null]) {
    fromAnotherTab("fogfield.test.number", "5");
    fromAnotherTab("fogfield.test.number", wrong);
    assert.equal(value.value, 1);
  }
});

test("what another tab has written is not written again, or tabs would answer each other for ever", () => {
  const value = kept("test.list", [], Array.isArray);
  assert.equal(fromAnotherTab("fogfield.test.list", "[1]"), 0);
  assert.deepEqual(value.value, [1]);
  value.value = [2];
  assert.equal(localStorage.getItem("fogfield.test.list"), "[2]");
  assert.equal(fromAnotherTab("fogfield.test.list", "[3]"), 0);
  assert.equal(fromAnotherTab("fogfield.test.list", null), 0);
  assert.deepEqual(value.value, []);
  value.value = [3];
  assert.equal(localStorage.getItem("fogfield.test.list"), "[3]");
});

test("of two tabs that write at once both keep what was written last", () => {
  const value = kept("test.both", 0, Number.isInteger);
  localStorage.setItem("fogfield.test.both", "1");
  value.value = 2; // before this tab hears of the other one
  for (const listener of heard) listener({ key: "fogfield.test.both", newValue: "1" });
  assert.equal(value.value, 2);
});

test("a hint that was asked for in another tab counts in this one", () => {
  assert.equal(hintsIn("m"), 0);
  fromAnotherTab("fogfield.hints", '[["m", 2]]');
  assert.equal(hintsIn("m"), 2);
});
